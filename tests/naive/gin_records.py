"""The results of gin records: single hands and matches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from tests.naive.cards import DECK, CardError, in_order, parse_cards
from tests.naive.gin import Hand, Illegal, apply, legal, new_hand
from tests.naive.gin_rules import Rules, RulesFault, read_rules

Result: TypeAlias = dict[str, Any]

RECORD_KEYS = {"game", "rules", "players", "dealer", "expect", "note"}
HAND_KEYS = {"deck", "actions"}
RESULT_KEYS = (
    {"ok", "over", "payoffs", "outcome", "winner", "to_act", "legal", "hands", "error", "at"}
    | {"deadwood", "knocker", "melds", "layoffs", "turns", "stock"}
    | {"scores", "dealers"}
)


class Fault(ValueError):
    """What is wrong with a record, and where."""

    def __init__(self, at: object, error: object) -> None:
        super().__init__(str(error))
        self.at = at

    def result(self) -> Result:
        """Return the result of a record with this fault."""
        return {"ok": False, "at": self.at, "error": str(self)}


def replay(record: object) -> Result:
    """Return a record's result; of several right ones the first."""
    return results(record)[0]


def ambiguous(record: object) -> bool:
    """Whether the rules allow more than one result."""
    return len(results(record)) > 1


def results(record: object) -> list[Result]:
    """Every right result of a record; several where equally good splits or lay-offs leave a choice."""
    try:
        rules, dealer, hands, match = _read_record(record)
        if match:
            return _match_results(rules, dealer, hands)
        return _hand_results(play_hand(rules, dealer, hands[0], None))
    except Fault as fault:
        return [fault.result()]


def _read_record(record: object) -> tuple[Rules, int, list[Any], bool]:
    """Return the rules, the first dealer, the hands and whether they are a match."""
    if not isinstance(record, Mapping):
        raise Fault(None, "a record is an object")
    match = "hands" in record
    needed = {"hands"} if match else HAND_KEYS
    if record.get("game") != "gin":
        raise Fault(None, f"not a game of gin: {record.get('game')!r}")
    if not needed <= set(record) <= RECORD_KEYS | needed:
        raise Fault(None, f"keys are missing or unknown: {sorted(record)}")
    expect = record.get("expect", {})
    if not isinstance(expect, Mapping) or not set(expect) <= RESULT_KEYS:
        raise Fault(None, "expect has keys that no result has")
    try:
        rules = read_rules(record.get("rules", {}))
    except RulesFault as fault:
        raise Fault(None, fault) from fault
    dealer, players = record.get("dealer", 0), record.get("players", 2)
    if type(players) is not int or players != 2:
        raise Fault(None, f"gin has two players, not {players!r}")
    if type(dealer) is not int or dealer not in (0, 1):
        raise Fault(None, f"no seat {dealer!r} to deal")
    if not match:
        return rules, dealer, [{key: record[key] for key in HAND_KEYS}], False
    hands = record["hands"]
    if not isinstance(hands, list) or not hands:
        raise Fault(None, "hands is a list of one hand or more")
    return rules, dealer, hands, True


def play_hand(rules: Rules, dealer: int, given: object, number: int | None) -> Hand:
    """Play the actions of a hand; its number in the match (None: the only one) tells where a fault is."""

    def place(action: int | None) -> object:
        return action if number is None else [number, action]

    if not isinstance(given, Mapping) or set(given) != HAND_KEYS:
        raise Fault(place(None), "a hand has a deck and actions")
    try:
        cards = given["deck"]
        deck = parse_cards(" ".join(cards) if isinstance(cards, list) else cards)
    except (CardError, TypeError) as error:
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


def cards_held(hand: Hand) -> list[list[str]]:
    """Return what each seat holds."""
    return [in_order(cards) for cards in hand.hands]


def _hand_results(hand: Hand) -> list[Result]:
    common = {"ok": True, "over": hand.over, "hands": cards_held(hand), "turns": hand.turns, "stock": len(hand.stock)}
    if not hand.over:
        return [common | {"to_act": hand.to_act, "legal": legal(hand)}]
    return [common | ending for ending in hand.endings]


class Score:
    """One game of a match (one of three in hollywood): points and hands won."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.points = [0, 0]
        self.won = [0, 0]

    @property
    def winner(self) -> int | None:
        """The seat that reached the target."""
        return next((seat for seat in (0, 1) if self.points[seat] >= self.rules["target"]), None)

    def take(self, winner: int, payoffs: list[int]) -> None:
        """Score a hand, unless the game is over."""
        if self.winner is None:
            self.points[winner] += payoffs[winner]
            self.won[winner] += 1

    def final(self) -> list[int]:
        """Points with the bonuses of a finished game."""
        winner = self.winner
        assert winner is not None
        final = [self.points[seat] + self.rules["box_bonus"] * self.won[seat] for seat in (0, 1)]
        final[winner] += self.rules["game_bonus"]
        if self.rules["shutout_double"] and self.won[1 - winner] == 0:
            final[winner] *= 2
        return final


def _score(rules: Rules, hands_won: list[tuple[int, list[int]]]) -> list[Score]:
    """Score the hands that had a winner, in order."""
    games = [Score(rules) for _ in range(3 if rules["hollywood"] else 1)]
    wins = [0, 0]
    for winner, payoffs in hands_won:
        wins[winner] += 1
        for game in games[: wins[winner]]:
            game.take(winner, payoffs)
    return games


def next_dealer(rules: Rules, dealer: int, winner: list[int]) -> int:
    """Who deals after a hand with this dealer and these winners."""
    how = rules["next_dealer"]
    if how == "alternate":
        return 1 - dealer
    if not winner:
        return dealer
    return {"winner": winner[0], "loser": 1 - winner[0], "alternate_scored": 1 - dealer}[how]


def _match_results(rules: Rules, dealer: int, hands: list[Any]) -> list[Result]:
    """Every right result of a match: a hand that may end in two ways leads to two."""

    def go_on(number: int, dealers: list[int], won: list[tuple[int, list[int]]]) -> list[Result]:
        try:
            hand = play_hand(rules, dealers[-1], hands[number], number)
        except Fault as fault:
            return [fault.result()]
        last = number + 1 == len(hands)
        next_place = [number + 1, None]
        if not hand.over:
            unfinished = Fault(next_place, "the hand before did not end")
            return [_match_result(rules, hand, dealers, won) if last else unfinished.result()]
        found: list[Result] = []
        for winner, payoffs in scores_of(hand):
            now = [*won, (winner[0], payoffs)] if winner else won
            if last:
                found.append(_match_result(rules, hand, dealers, now))
            elif all(game.winner is not None for game in _score(rules, now)):
                found.append(Fault(next_place, "the hand before ended the match").result())
            else:
                found += go_on(number + 1, [*dealers, next_dealer(rules, dealers[-1], winner)], now)
        return found

    return go_on(0, [dealer], [])


def scores_of(hand: Hand) -> list[tuple[list[int], list[int]]]:
    """Return the different winners and payoffs among the endings of a hand."""
    scores: list[tuple[list[int], list[int]]] = []
    for ending in hand.endings:
        score = (ending["winner"], ending["payoffs"])
        if score not in scores:
            scores.append(score)
    return scores


def _match_result(rules: Rules, hand: Hand, dealers: list[int], won: list[tuple[int, list[int]]]) -> Result:
    games = _score(rules, won)
    over = all(game.winner is not None for game in games)
    scores: list[Any] = [game.points for game in games]
    result: Result = {
        "ok": True,
        "over": over,
        "scores": scores if rules["hollywood"] else scores[0],
        "dealers": dealers,
        "hands": cards_held(hand),
    }
    if not hand.over:
        result |= {"to_act": hand.to_act, "legal": legal(hand)}
    if over:
        finals = [game.final() for game in games]
        payoffs = [sum(final[seat] for final in finals) for seat in (0, 1)]
        winner = games[0].winner
        if rules["hollywood"]:
            winner = None if payoffs[0] == payoffs[1] else payoffs.index(max(payoffs))
        result |= {"payoffs": payoffs, "winner": [] if winner is None else [winner]}
    return result
