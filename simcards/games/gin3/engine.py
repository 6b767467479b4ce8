"""Three-hand gin's kernels, put together for the stages that run them: gin's, with roles."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING, cast

from simcards import matches
from simcards.game import Counting, Purse
from simcards.games.gin.engine import ENGINE as GIN
from simcards.games.gin.engine import PAYMENTS, hand_numbers
from simcards.games.gin3 import outcomes, params
from simcards.games.gin3.play import run_matches, run_slice
from simcards.games.gin3.record import Gin3Referee
from simcards.games.gin3.rules import SEATS

if TYPE_CHECKING:
    from simcards.games.gin3.rules import Gin3Rules
    from simcards.rules import GameRules

MATCH_OPTIONS = frozenset({"first_roles", "target", "game_bonus", "box_bonus", "shutout_double"})


def params_of(rules: GameRules) -> dict[str, int]:
    """Return the rules as the numbers of gin's PARAMS record; orders of first roles count from 1; 0: drawn."""
    orders = ["draw", *permutations(SEATS)]
    first_roles = orders.index(cast("Gin3Rules", rules).first_roles)
    return hand_numbers(rules) | {"next_dealer": 0, "hollywood": 0, "first_roles": first_roles}


ENGINE = replace(
    GIN,
    count_axes=params.COUNT_AXES,
    count_shapes=lambda _rules: params.COUNT_SHAPES,
    params_of=params_of,
    run_slice=run_slice,
    rescored=PAYMENTS | MATCH_OPTIONS,
    rows=outcomes.rows,
    main_moments=outcomes.main_moments,
    figures=outcomes.figures,
    purse=Purse(money="point", unit=1, won=outcomes.won),
    referee=Gin3Referee(),
    match=Counting(
        count_axes=params.MATCH_AXES,
        counted=matches.COUNTED,
        consistent=outcomes.consistent,
        count_shapes=lambda _rules: params.match_shapes(),
        run_slice=run_matches,
        rows=outcomes.match_rows,
        slow_rows=outcomes.worth_rows,
        main_metric="win",
        main_moments=matches.main_moments,
    ),
    match_options=MATCH_OPTIONS,
)
