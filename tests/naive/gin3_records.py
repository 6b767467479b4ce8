"""The results of records of three-hand gin: single hands and matches."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.naive.gin import Hand
from tests.naive.gin3 import BOX, Roles, endings_of, state_of
from tests.naive.gin3_rules import PLAYERS, is_order, read_rules
from tests.naive.gin_records import HAND_KEYS, Fault, Result, play_hand
from tests.naive.gin_rules import Rules, RulesFault

RECORD_KEYS = {"game", "rules", "players", "roles", "expect", "note"}
RESULT_KEYS = (
    {"ok", "over", "payoffs", "outcome", "winner", "to_act", "legal", "hands", "error", "at"}
    | {"deadwood", "knocker", "melds", "layoffs", "turns", "stock", "next_roles"}
    | {"scores", "role_history"}
)


def replay(record: object) -> Result:
    """Return a record's result; of several right ones the first."""
    return results(record)[0]


def results(record: object) -> list[Result]:
    """Every right result of a record; several where equally good splits or lay-offs leave a choice."""
    try:
        rules, roles, hands, match = _read_record(record)
        if match:
            return _match_results(Standing(rules, [roles]), hands)
        return _hand_results(play_hand(rules, BOX, hands[0], None), roles)
    except Fault as fault:
        return [fault.result()]


def _read_record(record: object) -> tuple[Rules, Roles, list[Any], bool]:
    """Return the rules, the roles of the first hand, the hands and whether they are a match."""
    if not isinstance(record, Mapping):
        raise Fault(None, "a record is an object")
    match = "hands" in record
    needed = {"hands", "roles"} if match else HAND_KEYS | {"roles"}
    if record.get("game") != "gin3":
        raise Fault(None, f"not a game of gin3: {record.get('game')!r}")
    if not needed <= set(record) <= RECORD_KEYS | needed:
        raise Fault(None, f"keys are missing or unknown: {sorted(record)}")
    expect = record.get("expect", {})
    if not isinstance(expect, Mapping) or not set(expect) <= RESULT_KEYS:
        raise Fault(None, "expect has keys that no result has")
    try:
        rules = read_rules(record.get("rules", {}))
    except RulesFault as fault:
        raise Fault(None, fault) from fault
    roles, players = record["roles"], record.get("players", PLAYERS)
    if type(players) is not int or players != PLAYERS:
        raise Fault(None, f"gin3 has three players, not {players!r}")
    if not is_order(roles):
        raise Fault(None, f"roles are the three seats, not {roles!r}")
    if not match:
        return rules, roles, [{key: record[key] for key in HAND_KEYS}], False
    hands = record["hands"]
    if not isinstance(hands, list) or not hands:
        raise Fault(None, "hands is a list of one hand or more")
    return rules, roles, hands, True


def _hand_results(hand: Hand, roles: Roles) -> list[Result]:
    common = {"ok": True, "over": hand.over, "turns": hand.turns, "stock": len(hand.stock), **state_of(hand, roles)}
    return [common | ending for ending in endings_of(hand, roles)] or [common]


@dataclass
class Standing:
    """Where a match stands after some hands."""

    rules: Rules
    roles: list[Roles]
    """Of each hand, and of the hand to come."""
    points: list[int] = field(default_factory=lambda: [0] * PLAYERS)
    won: list[int] = field(default_factory=lambda: [0] * PLAYERS)
    """Hands that each player won."""

    @property
    def winner(self) -> int | None:
        """The player who has reached the target."""
        return next((seat for seat in range(PLAYERS) if self.points[seat] >= self.rules["target"]), None)

    def after(self, ending: Result) -> Standing:
        """Return where the match stands after one more hand."""
        return Standing(
            self.rules,
            [*self.roles, ending["next_roles"]],
            [total + scored for total, scored in zip(self.points, ending["payoffs"], strict=True)],
            [hands + (seat in ending["winner"]) for seat, hands in enumerate(self.won)],
        )

    def final(self) -> list[int]:
        """Points with the bonuses of a finished match."""
        winner = self.winner
        assert winner is not None
        final = [total + self.rules["box_bonus"] * hands for total, hands in zip(self.points, self.won, strict=True)]
        final[winner] += self.rules["game_bonus"]
        if self.rules["shutout_double"] and sum(self.won) == self.won[winner]:
            final[winner] *= 2
        return final


def _match_results(match: Standing, hands: list[Any], number: int = 0) -> list[Result]:
    """Every right result of a match from this hand on: a hand that may end in two ways leads to two."""
    roles = match.roles[-1]
    try:
        hand = play_hand(match.rules, BOX, hands[number], number)
    except Fault as fault:
        return [fault.result()]
    last = number + 1 == len(hands)
    if not hand.over:
        unfinished = Fault([number + 1, None], "the hand before did not end")
        return [_match_result(match, match.roles, hand, roles) if last else unfinished.result()]
    found: list[Result] = []
    for ending in _different(endings_of(hand, roles)):
        now = match.after(ending)
        if last:
            found.append(_match_result(now, match.roles, hand, roles))
        elif now.winner is not None:
            found.append(Fault([number + 1, None], "the hand before ended the match").result())
        else:
            found += _match_results(now, hands, number + 1)
    return found


def _different(endings: list[Result]) -> list[Result]:
    """Return an ending for each way in which the match may go on."""
    return list({str((ending["winner"], ending["payoffs"])): ending for ending in endings}.values())


def _match_result(match: Standing, history: list[Roles], hand: Hand, roles: Roles) -> Result:
    result: Result = {
        "ok": True,
        "over": match.winner is not None,
        "scores": match.points,
        "role_history": history,
        **state_of(hand, roles),
    }
    if match.winner is not None:
        result |= {"payoffs": match.final(), "winner": [match.winner]}
    return result
