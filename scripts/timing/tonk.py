"""Whole hands of tonk for four, on one core, stored as paths, and against the naive twin."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from scripts.timing.hands import Played, Table, hand_rows
from scripts.timing.rounds import Job, Row, scaled, take_turns
from scripts.timing.twins import Contest, naive_row
from simcards.answers.chart import MOST_CHART_GAMES, open_study
from simcards.answers.paths import PathSet
from simcards.games.tonk.params import UNIT
from tests.naive.tonk import apply, new_hand
from tests.naive.tonk_hand import Hand
from tests.naive.tonk_policies import simple_actions
from tests.naive.tonk_records import result_of
from tests.naive.tonk_rules import read_rules

PLAYERS = 4
HANDS = {"simple": 40_000, "cautious": 40_000, "random": 40_000}
TARGETS = {"simple": "at most 3,000"}
PATH_HANDS = 25_000
NAIVE_HANDS = 20
PASSES = 500
"""How many times as much the kernels get to do as the naive twin."""


def hand_title(policy: str) -> str:
    """Return how rows call whole hands of a policy."""
    return f"tonk for {PLAYERS}, whole hands, all {policy}"


def table(policy: str) -> Table:
    """Return a table of tonk with the same policy in all seats."""
    return Table(policy, {"players": PLAYERS}, game="tonk")


def contest() -> Contest:
    """Return the hands of simple that the twin can play too."""
    return Contest(hand_title("simple"), table("simple"), _payoffs, _paid)


def rows(rounds: int, scale: float) -> list[Row]:
    """Return hands a second and core of each policy and what one costs in deadwood calls, of paths, and the twin's."""
    played = [Played(hand_title(name), table(name), hands, TARGETS.get(name)) for name, hands in HANDS.items()]
    twin = naive_row(contest(), scaled(NAIVE_HANDS, scale), PASSES, rounds)
    return [*hand_rows(played, rounds, scale), paths_row(rounds, scale), twin]


def paths_row(rounds: int, scale: float) -> Row:
    """Return hands a second and core stored as paths for drop charts, every chance to drop noted, and then scored."""
    hands = scaled(PATH_HANDS, scale)
    study = open_study("tonk", "drop", table("simple").rules, games=MOST_CHART_GAMES)

    def play() -> int:
        return sum(PathSet(study.run, study.question, 0, hands, 1).map(study.run.rules, lambda paths: paths.hands))

    timed, simple = take_turns([Job("simcards", play, hands), table("simple").job(hands)], rounds)
    what = f"tonk for {PLAYERS}, paths for charts"
    return Row(what, timed.rate, "hands/s", "time of a hand of simple", timed.cost_in(simple))


def _paid(state: Any) -> list[float]:
    return [float(payoff) / UNIT for payoff in state.payoff[:PLAYERS]]


def _payoffs(deck: list[str], game: int) -> list[list[float]]:
    return _endings(new_hand(read_rules({}, PLAYERS), deck, game % PLAYERS))


def _endings(hand: Hand) -> list[list[float]]:
    """Play a hand to its end, or to its ends where simple may choose among spreads or hits."""
    while not hand.over:
        first, *others = simple_actions(hand)
        if others:
            return [payoffs for action in (first, *others) for payoffs in _endings(_after(hand, action))]
        apply(hand, first)
    return [[float(payoff) for payoff in result_of(hand)["payoffs"]]]


def _after(hand: Hand, action: str) -> Hand:
    after = deepcopy(hand)
    apply(after, action)
    return after
