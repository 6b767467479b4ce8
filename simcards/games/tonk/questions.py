"""Tonk's questions: when to drop."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from simcards.errors import InputError
from simcards.game import OffDeal, StoppingQuestion
from simcards.games.tonk import off_deal
from simcards.games.tonk.params import MAX_TURNS, UNIT, DropTiming
from simcards.games.tonk.paths import MOST_POINTS_A_HAND, column_of, kinds_of_chance, record_paths, score_points

if TYPE_CHECKING:
    from simcards.compile import Policy
    from simcards.games.tonk.rules import TonkRules
    from simcards.rules import GameRules

ASKED, BEFORE_DRAW, AFTER_DRAW = "asked", "before_draw", "after_draw"
"""When a chance to drop comes; several are `asked 1`, `asked 2`, … since the last turn."""


def rows(rules: GameRules) -> int:
    """Return the chart's rows: row 0 for the ends of hands, and counts from 0 on."""
    tonk = cast("TonkRules", rules)
    cards = tonk.hand_size if tonk.drop_timing == "before_draw" else tonk.hand_size + 1
    return 10 * cards + 2


def columns(rules: GameRules) -> int:
    """Return the chart's columns: column 0 for the ends of hands, and every chance of every own turn."""
    timing = _timing(rules)
    return int(column_of(timing, rules.players, MAX_TURNS // rules.players + 2, 0))


def column_keys(rules: GameRules, column: int) -> dict[str, Any]:
    """Return the own turn of a column, and where there are several chances in one, which it is."""
    kinds = int(kinds_of_chance(_timing(rules), rules.players))
    turn, kind = divmod(column - 1, kinds)
    asked = [f"{ASKED} {number}" for number in range(1, kinds - 1)]
    return {"turn": turn + 1, "when": [*asked, BEFORE_DRAW, AFTER_DRAW][kind]}


def _timing(rules: GameRules) -> DropTiming:
    return DropTiming[cast("TonkRules", rules).drop_timing.upper()]


def no_chart(rules: GameRules) -> str:
    """Return why there is nothing to decide."""
    if _timing(rules) != DropTiming.NEVER:
        return ""
    return "Under these rules nobody may drop, so there is no chart; allowed: another drop_timing."


def path_rules(rules: GameRules) -> list[GameRules]:
    """Return the rules, and the same with dropping never allowed."""
    return [rules, rules.model_copy(update={"drop_timing": "never"})]


def path_policy(policy: Policy) -> Policy:
    """Return `policy` without its limits; it is played where nobody may drop."""
    if policy.spec.name != "simple":
        reason = "drops with anything" if policy.spec.name == "random" else "drops by what it has seen of the others"
        raise InputError(
            f"A drop chart cannot be found for {policy.spec.name}: it {reason}, not by its count and turn alone. "
            "Allowed: simple, with any parameters."
        )
    return replace(policy, values={**policy.values, "drop": 0, "drop_by_turn": None})


def stops(rules: GameRules, policy: Policy, n_rows: int, n_columns: int) -> NDArray[np.bool_]:
    """Return where simple drops, (rows, columns): at or below its limit of the turn, at every chance of it."""
    table, plain = policy.values["drop_by_turn"], policy.values["drop"]
    chart = np.zeros((n_rows, n_columns), np.bool_)
    for column in range(1, n_columns):
        turn = column_keys(rules, column)["turn"]
        limit = table[min(turn, len(table)) - 1] if isinstance(table, tuple) else cast("int", plain)
        chart[1 : limit + 2, column] = True
    return chart


DROP = StoppingQuestion(
    name="drop",
    row="count",
    first_row=-1,
    verb="drop",
    gerund="dropping",
    unit=UNIT,
    either=0.02,
    columns=columns,
    column_keys=column_keys,
    rows=rows,
    no_chart=no_chart,
    path_rules=path_rules,
    path_policy=path_policy,
    stops=stops,
    record_paths=record_paths,
    score_points=score_points,
    point_type=np.int64,
    most_points=MOST_POINTS_A_HAND,
    rescored=frozenset("caught_pays tie_with_dropper tonk_pays out_pays stock_tie deal_win_tie".split()),
    payments=("caught_pays", "tie_with_dropper", "tonk_pays"),
    off_deal=OffDeal(
        exact=off_deal.exact,
        exact_rows=off_deal.exact_rows,
        simulated_sums=off_deal.simulated_sums,
        simulated_rows=off_deal.simulated_rows,
    ),
    limits=True,
)
