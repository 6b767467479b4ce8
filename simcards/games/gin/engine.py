"""Gin's kernels, put together for the stages that run them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcards.game import Engine, Purse
from simcards.games.gin import outcomes, params
from simcards.games.gin.play import run_slice
from simcards.games.gin.questions import KNOCK
from simcards.games.gin.record import GinReferee

if TYPE_CHECKING:
    from simcards.rules import GameRules


def params_of(rules: GameRules) -> dict[str, int]:
    """Return the rules of a hand as the numbers of a PARAMS record."""
    options = rules.options()
    numbers = {name: int(value) for name, value in options.items() if isinstance(value, int)}
    numbers["offer"] = int(options["first_turn"] == "offer")
    numbers["big_gin"] = int(options["big_gin_bonus"] != "none")
    numbers.setdefault("big_gin_bonus", 0)
    return numbers


PAYMENTS = frozenset({"gin_bonus", "undercut_bonus", "undercut_tie"})
"""Options of a hand that only change what it pays."""

MATCH_OPTIONS = ("next_dealer", "target", "game_bonus", "box_bonus", "shutout_double", "hollywood")

ENGINE = Engine(
    params=params.PARAMS,
    state=params.STATE,
    scratch=params.SCRATCH,
    count_axes=params.COUNT_AXES,
    count_shapes=lambda _rules: params.COUNT_SHAPES,
    counted=outcomes.COUNTED,
    params_of=params_of,
    run_slice=run_slice,
    rescored=PAYMENTS.union(MATCH_OPTIONS),
    rows=outcomes.rows,
    main_moments=outcomes.main_moments,
    figures=outcomes.figures,
    purse=Purse(money="point", unit=1, won=outcomes.won),
    referee=GinReferee(),
    stopping={KNOCK.name: KNOCK},
)
