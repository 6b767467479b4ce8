"""Gin's kernels, put together for the stages that run them."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from simcards import matches
from simcards.game import Counting, Engine, Purse
from simcards.games.gin import outcomes, params
from simcards.games.gin.play import run_matches, run_slice
from simcards.games.gin.questions import KNOCK
from simcards.games.gin.record import GinReferee

if TYPE_CHECKING:
    from simcards.games.gin.rules import GinRules
    from simcards.rules import GameRules


def hand_numbers(rules: GameRules) -> dict[str, int]:
    """Return the rules of a hand, and those options of a match that are numbers, as a PARAMS record has them."""
    options = rules.options()
    numbers = {name: int(value) for name, value in options.items() if isinstance(value, int)}
    numbers["offer"] = int(options["first_turn"] == "offer")
    numbers["big_gin"] = int(options["big_gin_bonus"] != "none")
    numbers.setdefault("big_gin_bonus", 0)
    return numbers


def params_of(rules: GameRules) -> dict[str, int]:
    """Return the rules as the numbers of a PARAMS record."""
    dealer = params.NextDealer[cast("GinRules", rules).next_dealer.upper()]
    return hand_numbers(rules) | {"next_dealer": dealer, "first_roles": 0}


PAYMENTS = frozenset({"gin_bonus", "undercut_bonus", "undercut_tie"})
"""Options of a hand that only change what it pays."""

MATCH_OPTIONS = frozenset({"next_dealer", "target", "game_bonus", "box_bonus", "shutout_double", "hollywood"})

ENGINE = Engine(
    params=params.PARAMS,
    state=params.STATE,
    scratch=params.SCRATCH,
    count_axes=params.COUNT_AXES,
    count_shapes=lambda _rules: params.COUNT_SHAPES,
    counted=outcomes.COUNTED,
    params_of=params_of,
    run_slice=run_slice,
    rescored=PAYMENTS | MATCH_OPTIONS,
    rows=outcomes.rows,
    main_metric="net",
    main_moments=outcomes.main_moments,
    figures=outcomes.figures,
    purse=Purse(money="point", unit=1, won=outcomes.won),
    referee=GinReferee(),
    stopping={KNOCK.name: KNOCK},
    match=Counting(
        count_axes=matches.COUNT_AXES,
        counted=matches.COUNTED,
        consistent=matches.consistent,
        count_shapes=lambda _rules: matches.count_shapes(2, 2),
        run_slice=run_matches,
        rows=matches.rows,
        main_metric="win",
        main_moments=matches.main_moments,
    ),
    match_options=MATCH_OPTIONS,
)
