"""Short records of pitch: only the cards that matter are named, the hands and the deck are filled up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.clauses.records import Record
from tests.naive.cards import DECK, parse_cards

SIZE = 6
FILLERS = [card for card in DECK if card[0] in "23456789"] + [card for card in DECK if card[0] in "JQKTA"]
"""Cards that hands are filled up with: first the low ones, clubs and diamonds before hearts and spades."""

SWEEP = "As Ks Qs Js Ts 9s"
"""A hand that takes everything when it leads spades."""

LOOSE = ("2c 3c 4c 5c 6c 7c", "2d 3d 4d 5d 6d 7d", "2h 3h 4h 5h 6h 7h", "8c 9c 8d 9d 8h 9h")
"""Hands that take nothing from it, and no trick points."""


def deal(hands: Sequence[str], dealer: int) -> list[str]:
    """Return a deck that deals these hands (seat 0's first), each filled up to six cards."""
    held = [parse_cards(hand) for hand in hands]
    named = [card for cards in held for card in cards]
    assert len(set(named)) == len(named)
    spare = [card for card in FILLERS if card not in named]
    for cards in held:
        while len(cards) < SIZE:
            cards.append(spare.pop(0))
    from_first = [*held[dealer + 1 :], *held[: dealer + 1]]
    return [card for packet in (slice(0, 3), slice(3, 6)) for cards in from_first for card in cards[packet]] + spare


def record(
    hands: Sequence[str],
    calls: str = "",
    plays: str = "",
    *,
    dealer: int | None = None,
    scores: list[int] | None = None,
    **options: Any,
) -> Record:
    """Return a record in which, if nothing else is said, seat 0 calls first and the last seat deals.

    Calls are numbers and `-` for a pass; plays are cards, tricks may be set off by `/`.
    """
    dealer = len(hands) - 1 if dealer is None else dealer
    game = {
        "game": "pitch",
        "rules": {"players": len(hands), **options},
        "dealer": dealer,
        "deck": " ".join(deal(hands, dealer)),
        "actions": actions(calls, plays),
    }
    return game if scores is None else game | {"scores": scores}


def actions(calls: str, plays: str = "") -> list[str]:
    """Return these calls and plays as actions."""
    called = ["pass" if call == "-" else f"bid {call}" for call in calls.split()]
    return called + [f"play {card}" for card in parse_cards(plays.replace("/", " "))]


def then(game: Record, calls: str = "", plays: str = "") -> Record:
    """Return the record with more actions."""
    return game | {"actions": game["actions"] + actions(calls, plays)}


def led_by(hands: Sequence[str], leaders: str) -> str:
    """Return plays in which these seats lead, and every hand is played from left to right."""
    held = [parse_cards(hand) for hand in hands]
    tricks = [
        " ".join(cards[number] for cards in [*held[int(leader) :], *held[: int(leader)]])
        for number, leader in enumerate(leaders)
    ]
    return " / ".join(tricks)


def played(hands: Sequence[str], calls: str, leaders: str, **more: Any) -> Record:
    """Return the record of a whole hand; the hands are played from left to right."""
    return record(hands, calls, led_by(hands, leaders), **more)


def calls_of(pitcher: int, bid: int, players: int, dealer: int) -> str:
    """Return the calls of an auction in which this seat bids and all others pass."""
    order = [(dealer + place) % players for place in range(1, players + 1)]
    calls = [str(bid) if seat == pitcher else "-" for seat in order]
    return " ".join(calls[: calls.index("4") + 1] if bid == 4 else calls)


def sweep(pitcher: int, bid: int, players: int = 2, dealer: int = 0, **more: Any) -> Record:
    """Return the record of a hand of at most five players in which the pitcher takes all four points."""
    hands = list(LOOSE[: players - 1])
    hands.insert(pitcher, SWEEP)
    return played(hands, calls_of(pitcher, bid, players, dealer), str(pitcher) * SIZE, dealer=dealer, **more)


def loss(pitcher: int, bid: int, taker: int, players: int = 2, dealer: int = 0, **more: Any) -> Record:
    """Return the record of a hand in which the pitcher leads the ten of trumps to a hand that takes four points."""
    others = iter(LOOSE)
    wins = {pitcher: "Ts 2c 3c 4c 5c 6c", taker: "As Ks Qs Js 9s 8s"}
    hands = [
        wins.get(seat) or next(others).replace("2c 3c 4c 5c 6c 7c", "8c 9c 8d 9d 8h 9h") for seat in range(players)
    ]
    calls = calls_of(pitcher, bid, players, dealer)
    return played(hands, calls, str(pitcher) + str(taker) * (SIZE - 1), dealer=dealer, **more)


def hands_of(*games: Record) -> Record:
    """Return the match of these hands: rules, first dealer and scores are those of the first record."""
    first = {key: value for key, value in games[0].items() if key not in ("deck", "actions")}
    return first | {"hands": [{"deck": game["deck"], "actions": game["actions"]} for game in games]}
