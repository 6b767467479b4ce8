"""Whole hands of pitch for four, on one core and against the naive twin."""

from __future__ import annotations

from typing import Any

from scripts.timing.hands import Played, Table, hand_rows
from scripts.timing.rounds import Row, scaled
from scripts.timing.twins import Contest, naive_row
from tests.naive.pitch import apply, new_hand
from tests.naive.pitch_policies import Simple, simple_action
from tests.naive.pitch_records import hand_result
from tests.naive.pitch_rules import SOLO

PLAYERS = 4
HANDS = {"simple": 100_000, "random": 100_000}
TARGETS = {"simple": "at most 1,500"}
NAIVE_HANDS = 20
PASSES = 2_000
"""How many times as much the kernels get to do as the naive twin."""


def hand_title(policy: str) -> str:
    """Return how rows call whole hands of a policy."""
    return f"pitch for {PLAYERS}, whole hands, all {policy}"


def table(policy: str) -> Table:
    """Return a table of pitch with the same policy in all seats."""
    return Table(policy, {"players": PLAYERS}, game="pitch")


def contest() -> Contest:
    """Return the hands of simple that the twin can play too."""
    return Contest(hand_title("simple"), table("simple"), _payoffs, _paid)


def rows(rounds: int, scale: float) -> list[Row]:
    """Return hands a second and core of each policy and what one costs in deadwood calls, and the twin's."""
    played = [Played(hand_title(name), table(name), hands, TARGETS.get(name)) for name, hands in HANDS.items()]
    return [*hand_rows(played, rounds, scale), naive_row(contest(), scaled(NAIVE_HANDS, scale), PASSES, rounds)]


def _paid(state: Any) -> list[float]:
    return [int(payoff) for payoff in state.payoff[:PLAYERS]]


def _payoffs(deck: list[str], game: int) -> list[list[float]]:
    hand = new_hand(SOLO, deck, game % PLAYERS)
    while not hand.over:
        apply(hand, simple_action(hand, Simple()))
    return [hand_result(hand, [0] * PLAYERS)["payoffs"]]
