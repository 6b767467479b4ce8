"""The results of TONK records."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from tests.naive.cards import DECK, CardError, in_order, parse_cards
from tests.naive.tonk import Illegal, apply, new_hand
from tests.naive.tonk_hand import Hand, Spread
from tests.naive.tonk_legal import legal
from tests.naive.tonk_rules import Rules, RulesFault, read_rules

Result: TypeAlias = dict[str, Any]

NEEDED_KEYS = {"game", "deck", "actions"}
RECORD_KEYS = NEEDED_KEYS | {"rules", "players", "dealer", "expect", "note"}
RESULT_KEYS = (
    {"ok", "over", "payoffs", "outcome", "winner", "to_act", "legal", "hands", "error", "at"}
    | {"counts", "spreads", "frozen", "turns", "stock", "retired", "spades"}
)  # fmt: skip


class Fault(ValueError):
    """What is wrong with a record, and where: the index of an action, or None."""

    def __init__(self, at: int | None, error: object) -> None:
        super().__init__(str(error))
        self.at = at


def replay(record: object) -> Result:
    """Return a record's result."""
    try:
        hand = play(record)
    except Fault as fault:
        return {"ok": False, "at": fault.at, "error": str(fault)}
    return result_of(hand)


def play(record: object) -> Hand:
    """Return the hand after the last action of a record, or raise `Fault`."""
    rules, dealer, deck, actions = _read_record(record)
    hand = new_hand(rules, deck, dealer)
    for at, action in enumerate(actions):
        try:
            apply(hand, action)
        except Illegal as error:
            raise Fault(at, error) from error
    return hand


def _read_record(record: object) -> tuple[Rules, int, list[str], list[object]]:
    """Return the rules, the dealer, the deck and the actions."""
    if not isinstance(record, Mapping):
        raise Fault(None, "a record is an object")
    if record.get("game") != "tonk":
        raise Fault(None, f"not a game of tonk: {record.get('game')!r}")
    if not NEEDED_KEYS <= set(record) <= RECORD_KEYS:
        raise Fault(None, f"keys are missing or unknown: {sorted(record)}")
    expect = record.get("expect", {})
    if not isinstance(expect, Mapping) or not set(expect) <= RESULT_KEYS:
        raise Fault(None, "expect has keys that no result has")
    if record.get("players", 2) is None:
        raise Fault(None, "players is a number")
    try:
        rules = read_rules(record.get("rules", {}), record.get("players"))
        deck = parse_cards(record["deck"])
    except (RulesFault, CardError) as fault:
        raise Fault(None, fault) from fault
    if sorted(deck) != sorted(DECK):
        raise Fault(None, "a deck has each of the 52 cards once")
    dealer, actions = record.get("dealer", 0), record["actions"]
    if type(dealer) is not int or dealer not in range(rules["players"]):
        raise Fault(None, f"no seat {dealer!r} to deal")
    if not isinstance(actions, list):
        raise Fault(None, "actions is a list")
    return rules, dealer, deck, actions


def result_of(hand: Hand) -> Result:
    """Return the result of a record that stops here."""
    result: Result = {
        "ok": True,
        "over": hand.over,
        "hands": [in_order(cards) for cards in hand.hands],
        "spreads": _written(hand.table),
        "retired": _written(hand.retired),
        "frozen": list(hand.frozen),
        "turns": hand.turns,
        "stock": len(hand.stock),
        "spades": [_number(paid) for paid in hand.spades],
    }
    if hand.ending is None:
        return result | {"to_act": hand.to_act, "legal": legal(hand)}
    return result | {
        "payoffs": [_number(paid + bet) for paid, bet in zip(hand.ending.payments, hand.spades, strict=True)],
        "outcome": hand.ending.outcome,
        "winner": hand.ending.winner,
        "counts": hand.counts,
    }


def _written(spreads: list[Spread]) -> list[dict[str, Any]]:
    return [{"owner": spread.owner, "cards": in_order(spread.cards)} for spread in spreads]


def _number(stakes: Fraction) -> int | float:
    return stakes.numerator if stakes.denominator == 1 else float(stakes)
