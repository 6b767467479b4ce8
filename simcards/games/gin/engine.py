"""Gin's kernels, put together for the stages that run them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcards.game import Engine
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


ENGINE = Engine(
    params=params.PARAMS,
    state=params.STATE,
    scratch=params.SCRATCH,
    counts=params.COUNTS,
    count_axes=params.COUNT_AXES,
    params_of=params_of,
    run_slice=run_slice,
    rows=outcomes.rows,
    main_moments=outcomes.main_moments,
    referee=GinReferee(),
    stopping={KNOCK.name: KNOCK},
)
