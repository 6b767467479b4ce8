"""Tonk's kernels, put together for the stages that run them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from simcards.game import Engine, Purse
from simcards.games.tonk import outcomes, params
from simcards.games.tonk.play import run_slice
from simcards.games.tonk.questions import DROP
from simcards.games.tonk.record import TonkReferee

if TYPE_CHECKING:
    from simcards.games.tonk.rules import TonkRules
    from simcards.rules import GameRules


def params_of(rules: GameRules) -> dict[str, Any]:
    """Return the rules of a hand as the numbers of a PARAMS record."""
    tonk = cast("TonkRules", rules)
    numbers: dict[str, Any] = {name: int(value) for name, value in tonk if isinstance(value, int)}
    return numbers | {
        "hand_size": tonk.hand_size,
        "aces_both": int(tonk.ace_runs == "high_low"),
        "drop_timing": params.DropTiming[tonk.drop_timing.upper()],
        "caught_pays": params.CaughtPays[tonk.caught_pays.upper()],
        "tie_catches": int(tonk.tie_with_dropper == "caught"),
        "tonk_requires": params.TonkRequires[tonk.tonk_requires.upper()],
        "on_need": int(tonk.stock_end == "on_need"),
        "stock_tie": params.StockTie[tonk.stock_tie.upper()],
        "hit_books": int(tonk.hit_on == "any"),
        "freeze_drop": int(tonk.freeze_blocks != "laying"),
        "freeze_laying": int(tonk.freeze_blocks != "drop"),
        "deal_due": tonk.due("deal"),
        "own_due": tonk.due("own_turn"),
        "split_deal_tie": int(tonk.deal_win_tie == "split"),
    }


def count_shapes(rule_sets: Sequence[GameRules]) -> dict[str, tuple[int, ...]]:
    """Return the shapes of the counts, wide enough for what any of the rule sets can pay."""
    return params.count_shapes(rule_sets[0].players, max(most_stakes(cast("TonkRules", rules)) for rules in rule_sets))


def most_stakes(rules: TonkRules) -> int:
    """Return a number of stakes that nobody wins or pays more of in a hand."""
    dearest = max(2 * rules.tonk_pays, rules.out_pays, CAUGHT, *(entry.pays for entry in rules.deal_wins))
    return (rules.players - 1) * (dearest + rules.spades_bet)


CAUGHT = 2
"""Stakes that a caught dropper pays to each rival at most."""

RESCORED = frozenset(
    "caught_pays tie_with_dropper tonk_pays out_pays tonk_requires double_double stock_tie deal_win_tie".split()
)
"""Options that are looked at only when a hand is settled."""

ENGINE = Engine(
    params=params.PARAMS,
    state=params.STATE,
    scratch=params.SCRATCH,
    count_axes=params.COUNT_AXES,
    count_shapes=count_shapes,
    counted=outcomes.COUNTED,
    params_of=params_of,
    run_slice=run_slice,
    rescored=RESCORED,
    rows=outcomes.rows,
    main_metric="net",
    main_moments=outcomes.main_moments,
    figures=outcomes.figures,
    purse=Purse(money="stake", unit=params.UNIT, won=outcomes.payoff_histogram),
    referee=TonkReferee(),
    stopping={DROP.name: DROP},
)
