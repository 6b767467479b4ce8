"""Short records: only the cards that matter are named, the rest of the deck is filled up."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any, TypeAlias

from tests.naive.cards import DECK, parse_cards, total
from tests.naive.melds import deadwood

Replay: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
Record: TypeAlias = dict[str, Any]


def deal(hands: tuple[str, str], upcard: str = "", stock: str = "", dealer: int = 1) -> list[str]:
    """Return a deck that deals these hands (seat 0's first) and this upcard, the named cards on top of the stock."""
    held = [parse_cards(hand) for hand in hands]
    top = parse_cards(stock)
    named = {*held[0], *held[1], *parse_cards(upcard), *top}
    assert len(held[0]) == len(held[1])
    assert len(named) == 2 * len(held[0]) + len(parse_cards(upcard)) + len(top)
    rest = [card for card in DECK if card not in named]
    dealt = [card for pair in zip(held[1 - dealer], held[dealer], strict=True) for card in pair]
    return [*dealt, *(parse_cards(upcard) or [rest.pop()]), *top, *rest]


def record(
    hands: tuple[str, str],
    actions: list[str],
    *,
    upcard: str = "",
    stock: str = "",
    dealer: int = 1,
    preset: str = "classic",
    **options: Any,
) -> Record:
    """Return a record in which, if nothing else is said, seat 0 begins with an ordinary turn."""
    return {
        "game": "gin",
        "rules": {"preset": preset, "first_turn": "free", "hand_size": len(parse_cards(hands[0])), **options},
        "dealer": dealer,
        "deck": " ".join(deal(hands, upcard, stock, dealer)),
        "actions": actions,
    }


def dealt(**options: Any) -> Record:
    """Return a record that only deals, with these rules alone."""
    return {"game": "gin", "rules": options, "deck": " ".join(DECK), "actions": []}


def check(result: dict[str, Any], **expected: object) -> None:
    """Compare some keys of a result."""
    assert {key: result.get(key) for key in expected} == expected


def refused(result: dict[str, Any], at: object) -> None:
    """Check that a record is illegal at this place, and that the result says so and no more."""
    assert (result["ok"], result["at"]) == (False, at)
    assert result.keys() == {"ok", "at", "error"}
    assert isinstance(result["error"], str)
    assert result["error"]


Hand: TypeAlias = tuple[int | None, int]
"""Who wins a hand of a match, and by how many points; None and 0: equal counts, None and 1: drawn."""

MATCH_RULES = {"first_turn": "free", "hand_size": 4, "undercut_tie": False, "stock_floor": 10}
WINNING = "9s Ts Js Qs"


def match(
    hands: Sequence[Hand], dealers: Sequence[int], preset: str = "classic", gin_bonus: int = 10, **options: Any
) -> Record:
    """Return a match in which the hands end as told; the dealers are those that the rules should give."""
    return {
        "game": "gin",
        "rules": {"preset": preset, **MATCH_RULES, "gin_bonus": gin_bonus, **options},
        "dealer": dealers[0],
        "hands": [match_hand(hand, dealer, gin_bonus) for hand, dealer in zip(hands, dealers, strict=True)],
    }


def match_hand(hand: Hand, dealer: int, gin_bonus: int = 10) -> Record:
    """Return a hand that ends like this under `MATCH_RULES`; a won one by gin."""
    winner, points = hand
    if winner is None:
        return _equal(dealer) if points == 0 else _drawn(dealer)
    loser = loose_cards(points - gin_bonus)
    deck = deal((WINNING, loser) if winner == 0 else (loser, WINNING), dealer=dealer)
    turns = _turns(deck)
    if winner == dealer:
        return {"deck": " ".join(deck), "actions": [*next(turns), "stock", f"knock {deck[10]}"]}
    return {"deck": " ".join(deck), "actions": ["stock", f"knock {deck[9]}"]}


def _equal(dealer: int) -> Record:
    deck = deal(("9s Ts Js Ad", "9h Th Jh Ac"), dealer=dealer)
    return {"deck": " ".join(deck), "actions": ["stock", f"knock {deck[9]}"]}


def _drawn(dealer: int) -> Record:
    deck = deal(("Ah 3d 5c 7s", "Ac 3h 5s 7d"), dealer=dealer)
    turns = _turns(deck)
    return {"deck": " ".join(deck), "actions": [action for _ in range(52 - 9 - 10) for action in next(turns)]}


def _turns(deck: list[str]) -> Iterator[list[str]]:
    """Turns in which the card drawn from the stock is discarded at once."""
    return (["stock", f"discard {card}"] for card in deck[9:])


@cache
def loose_cards(points: int) -> str:
    """Return four cards without a meld that count so much."""
    few = [card for card in DECK if card[1] in "cd"]
    return " ".join(
        next(cards for cards in combinations(few, 4) if deadwood(frozenset(cards)) == points == total(cards))
    )
