"""Short records of TONK: only the cards that matter are named, the rest of the deck is filled up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.clauses.records import Record, Replay, refused
from tests.naive.cards import DECK, parse_cards, points


def deal(hands: Sequence[str], up: str, stock: str, dealer: int, *, upcard: bool = True) -> list[str]:
    """Return a deck that deals these hands (seat 0's first), the named cards next and on top of the stock."""
    held = [parse_cards(hand) for hand in hands]
    assert len({len(cards) for cards in held}) == 1
    from_first = [*held[dealer + 1 :], *held[: dealer + 1]]
    dealt = [card for cards in zip(*from_first, strict=True) for card in cards]
    named = [*dealt, *parse_cards(up), *parse_cards(stock)]
    assert len(set(named)) == len(named)
    rest = [card for card in DECK if card not in named]
    turned_up = (parse_cards(up) or [rest.pop()]) if upcard else []
    return [*dealt, *turned_up, *parse_cards(stock), *rest]


def record(
    hands: Sequence[str],
    actions: str = "",
    *,
    up: str = "",
    stock: str = "",
    dealer: int | None = None,
    **options: Any,
) -> Record:
    """Return a record in which, if nothing else is said, seat 0 begins; actions are separated by semicolons.

    The rules are wikipedia's without deal wins, but for the options.
    """
    players = len(hands)
    dealer = players - 1 if dealer is None else dealer
    deck = deal(hands, up, stock, dealer, upcard=options.get("upcard", options.get("preset") != "fast"))
    return {
        "game": "tonk",
        "rules": {"players": players, "cards_dealt": len(parse_cards(hands[0])), "deal_wins": [], **options},
        "dealer": dealer,
        "deck": " ".join(deck),
        "actions": steps(actions),
    }


def steps(actions: str) -> list[str]:
    """Return the actions that a text separates by semicolons."""
    return [action.strip() for action in actions.split(";") if action.strip()]


def then(game: Record, actions: str) -> Record:
    """Return the record with more actions."""
    return game | {"actions": game["actions"] + steps(actions)}


def last_refused(replay: Replay, game: Record) -> None:
    """Check that all actions of a record but the last are legal."""
    refused(replay(game), len(game["actions"]) - 1)


def quiet(cards: str, wait: int = 0) -> str:
    """Return turns in which these cards of the stock are drawn and discarded at once, so many waits before each."""
    return "; ".join("; ".join(["wait"] * wait + ["stock", f"discard {card}"]) for card in parse_cards(cards))


def dealt(**options: Any) -> Record:
    """Return a record that only deals, with these options and no deal wins."""
    return {"game": "tonk", "rules": {"deal_wins": [], **options}, "deck": " ".join(DECK), "actions": []}


def hands_of(counts: Sequence[int], cards: int = 4) -> list[str]:
    """Return hands with these counts."""
    left = list(DECK)
    hands = []
    for count in counts:
        hand = _hand_of(count, cards, left)
        assert hand is not None
        left = [card for card in left if card not in hand]
        hands.append(" ".join(hand))
    return hands


def _hand_of(count: int, cards: int, among: Sequence[str]) -> list[str] | None:
    """Return so many of the cards that count so much; the highest are tried first."""
    if cards == 0:
        return [] if count == 0 else None
    for value in range(min(count - cards + 1, 10), 0, -1):
        for card in (card for card in among if points(card) == value):
            rest = _hand_of(count - value, cards - 1, [other for other in among if other != card])
            if rest is not None:
                return [card, *rest]
            break
    return None
