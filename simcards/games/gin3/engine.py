"""Three-hand gin's kernels, put together for the stages that run them: gin's, with roles."""

from __future__ import annotations

from dataclasses import replace

from simcards.game import Purse
from simcards.games.gin.engine import ENGINE as GIN
from simcards.games.gin.engine import PAYMENTS
from simcards.games.gin3 import outcomes, params
from simcards.games.gin3.play import run_slice
from simcards.games.gin3.record import Gin3Referee

MATCH_OPTIONS = ("first_roles", *(params.MATCH.names or ()))

ENGINE = replace(
    GIN,
    count_axes=params.COUNT_AXES,
    count_shapes=lambda _rules: params.COUNT_SHAPES,
    run_slice=run_slice,
    rescored=PAYMENTS.union(MATCH_OPTIONS),
    rows=outcomes.rows,
    main_moments=outcomes.main_moments,
    figures=outcomes.figures,
    purse=Purse(money="point", unit=1, won=outcomes.won),
    referee=Gin3Referee(),
)
