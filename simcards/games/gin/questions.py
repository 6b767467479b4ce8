"""Gin's questions: when to knock."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from simcards.errors import InputError
from simcards.game import StoppingQuestion
from simcards.games.gin.params import MAX_TURNS
from simcards.games.gin.paths import MOST_POINTS_A_HAND, record_paths, score_points

if TYPE_CHECKING:
    from simcards.compile import Policy
    from simcards.games.gin.rules import GinHandRules
    from simcards.rules import GameRules

OKLAHOMA_LIMIT = 10
"""The highest limit an upcard gives."""


def rows(rules: GameRules) -> int:
    """Return the chart's rows: deadwood 0 to the limit, 10 under Oklahoma."""
    gin = cast("GinHandRules", rules)
    return (OKLAHOMA_LIMIT if gin.oklahoma else gin.knock_limit) + 1


def path_policy(policy: Policy) -> Policy:
    """Return `policy` with knocking left to gin."""
    if policy.spec.name != "greedy":
        raise InputError(
            f"A knock chart cannot be found for {policy.spec.name}: what it draws, throws or lays down is a matter of "
            "chance or of its knocking, so hands played without knocks do not show what knocks would have scored. "
            "Allowed: greedy, with any knocking parameters."
        )
    return replace(policy, values={**policy.values, "knock": 0, "knock_by_turn": None, "gin_from": 0})


def stops(_rules: GameRules, policy: Policy, n_rows: int, n_turns: int) -> NDArray[np.bool_]:
    """Return where greedy knocks, (rows, turns): its own limit of the turn, within the hand's."""
    limits = np.full(n_turns, n_rows - 1)
    table, plain, gin_from = (policy.values[name] for name in ("knock_by_turn", "knock", "gin_from"))
    if isinstance(table, tuple):
        limits[1:] = [table[min(turn, len(table)) - 1] for turn in range(1, n_turns)]
    elif plain is not None:
        limits[:] = plain
    if gin_from:
        limits[cast("int", gin_from) :] = 0
    return np.asarray(np.arange(n_rows)[:, None] <= limits)


def no_chart(rules: GameRules) -> str:
    """Return why there is nothing to decide: with a limit of 0 only gin ends the hand."""
    if rows(rules) > 1:
        return ""
    return (
        "Under these rules one may knock only with deadwood 0, which is always right, so there is no chart; allowed: "
        "a limit of 1 or more."
    )


KNOCK = StoppingQuestion(
    name="knock",
    row="deadwood",
    first_row=0,
    verb="knock",
    gerund="knocking",
    unit=1,
    either=0.1,
    columns=lambda _rules: MAX_TURNS // 2 + 1,
    column_keys=lambda _rules, column: {"turn": column},
    rows=rows,
    no_chart=no_chart,
    path_rules=lambda rules: [rules],
    path_policy=path_policy,
    stops=stops,
    record_paths=record_paths,
    score_points=score_points,
    point_type=np.uint32,
    most_points=MOST_POINTS_A_HAND,
    rescored=frozenset({"undercut_bonus", "gin_bonus", "undercut_tie", "layoff"}),
    payments=("undercut_bonus", "gin_bonus", "undercut_tie"),
    off_deal=None,
    limits=False,
)
