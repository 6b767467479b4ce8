"""The results of pitch records: single hands and matches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeAlias

from tests.naive.cards import DECK, CardError, in_order, parse_cards
from tests.naive.pitch import Illegal, apply, legal, new_hand
from tests.naive.pitch_hand import Hand
from tests.naive.pitch_rules import Rules, RulesFault, read_rules, sides
from tests.naive.pitch_score import ending

Result: TypeAlias = dict[str, Any]

RECORD_KEYS = {"game", "rules", "players", "dealer", "scores", "expect", "note"}
HAND_KEYS = {"deck", "actions"}
RESULT_KEYS = (
    {"ok", "over", "payoffs", "outcome", "winner", "to_act", "legal", "hands", "error", "at"}
    | {"pitcher", "bid", "trump", "high", "low", "jack", "game", "trick_points", "tricks", "match_winner"}
    | {"scores", "dealers", "pitchers"}
)  # fmt: skip


class Fault(ValueError):
    """What is wrong with a record, and where."""

    def __init__(self, at: object, error: object) -> None:
        super().__init__(str(error))
        self.at = at


class Place(NamedTuple):
    """Where a record begins."""

    rules: Rules
    dealer: int
    scores: list[int]
    """Totals, one a side."""


def replay(record: object) -> Result:
    """Return a record's result."""
    try:
        place = _read_place(record)
        assert isinstance(record, Mapping)
        if "hands" in record:
            return _match_result(place, record["hands"])
        hand = _play(place.rules, place.dealer, {key: record[key] for key in HAND_KEYS}, None)
        return hand_result(hand, place.scores)
    except Fault as fault:
        return {"ok": False, "at": fault.at, "error": str(fault)}


def _read_place(record: object) -> Place:
    """Check a record's own fields."""
    if not isinstance(record, Mapping):
        raise Fault(None, "a record is an object")
    needed = {"game", "hands"} if "hands" in record else {"game", *HAND_KEYS}
    if record.get("game") != "pitch":
        raise Fault(None, f"not a game of pitch: {record.get('game')!r}")
    if not needed <= set(record) <= RECORD_KEYS | needed:
        raise Fault(None, f"keys are missing or unknown: {sorted(record)}")
    expect = record.get("expect", {})
    if not isinstance(expect, Mapping) or not set(expect) <= RESULT_KEYS:
        raise Fault(None, "expect has keys that no result has")
    if record.get("players", 2) is None:
        raise Fault(None, "players is a number")
    try:
        rules = read_rules(record.get("rules", {}), record.get("players"))
    except RulesFault as fault:
        raise Fault(None, fault) from fault
    dealer = record.get("dealer", 0)
    if type(dealer) is not int or dealer not in range(rules["players"]):
        raise Fault(None, f"no seat {dealer!r} to deal")
    return Place(rules, dealer, _read_scores(rules, record))


def _read_scores(rules: Rules, record: Mapping[str, Any]) -> list[int]:
    count = len(sides(rules))
    scores = record.get("scores", [0] * count)
    if not isinstance(scores, list) or len(scores) != count or any(type(score) is not int for score in scores):
        raise Fault(None, f"scores are {count} whole numbers, not {scores!r}")
    return scores


def _play(rules: Rules, dealer: int, given: object, number: int | None) -> Hand:
    """Play the actions of a hand; its number in the match (None: the only one) tells where a fault is."""

    def place(action: int | None) -> object:
        return action if number is None else [number, action]

    if not isinstance(given, Mapping) or set(given) != HAND_KEYS:
        raise Fault(place(None), "a hand has a deck and actions")
    try:
        deck = parse_cards(given["deck"])
    except CardError as error:
        raise Fault(place(None), error) from error
    if sorted(deck) != sorted(DECK):
        raise Fault(place(None), "a deck has each of the 52 cards once")
    if not isinstance(given["actions"], list):
        raise Fault(place(None), "actions is a list")
    hand = new_hand(rules, deck, dealer)
    for at, action in enumerate(given["actions"]):
        try:
            apply(hand, action)
        except Illegal as error:
            raise Fault(place(at), error) from error
    return hand


def _cards_held(hand: Hand) -> list[list[str]]:
    return [in_order(cards) for cards in hand.hands]


def hand_result(hand: Hand, scores: list[int]) -> Result:
    """Return the result of a record that stops here; the scores are those before the hand."""
    result: Result = {"ok": True, "over": hand.over, "hands": _cards_held(hand)}
    if hand.over:
        return result | ending(hand, scores)
    return result | {"to_act": hand.to_act, "legal": legal(hand)}


def _match_result(place: Place, hands: object) -> Result:
    """Play a match hand by hand, the deal moving one seat after each."""
    if not isinstance(hands, list) or not hands:
        raise Fault(None, "hands is a list of one hand or more")
    rules, dealer, scores = place
    result: Result = {"ok": True, "over": False, "scores": scores, "dealers": [], "pitchers": []}
    for number, given in enumerate(hands):
        if result["over"] or "legal" in result:
            raise Fault([number, None], "the hand before did not end, or ended the match")
        hand = _play(rules, dealer, given, number)
        result["dealers"].append(dealer)
        result["pitchers"].append(hand.pitcher)
        result["hands"] = _cards_held(hand)
        if hand.over:
            _add_hand(rules, result, ending(hand, result["scores"]))
        else:
            result |= {"to_act": hand.to_act, "legal": legal(hand)}
        dealer = (dealer + 1) % rules["players"]
    return result


def _add_hand(rules: Rules, result: Result, ended: dict[str, Any]) -> None:
    """Add what a hand gave to each side's score, and say who has won the match, if somebody has."""
    gained = [ended["payoffs"][side[0]] for side in sides(rules)]
    result["scores"] = [was + more for was, more in zip(result["scores"], gained, strict=True)]
    if ended["match_winner"] is not None:
        result["over"] = True
        result["winner"] = next(side for side in sides(rules) if ended["match_winner"] in side)
