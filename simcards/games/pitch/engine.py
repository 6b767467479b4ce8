"""Pitch's kernels, put together for the stages that run them."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import TYPE_CHECKING, Any, cast

from simcards import matches
from simcards.game import Counting, Engine, Purse
from simcards.games.pitch import outcomes, params
from simcards.games.pitch.play import run_matches, run_slice
from simcards.games.pitch.record import PitchReferee

if TYPE_CHECKING:
    from simcards.games.pitch.rules import PitchRules
    from simcards.rules import GameRules

UNSEEN = 52 - params.HAND_SIZE
"""Cards that a player has not been dealt."""


def params_of(rules: GameRules) -> dict[str, Any]:
    """Return the rules of a hand and of the match as the numbers of a PARAMS record."""
    pitch = cast("PitchRules", rules)
    numbers: dict[str, Any] = {name: int(value) for name, value in pitch if isinstance(value, int)}
    return numbers | {
        "sides": pitch.sides,
        "forced_bid": params.ForcedBid[pitch.forced_bid.upper()],
        "follow": params.Follow[pitch.follow.upper()],
        "low_to_holder": int(pitch.low_to == "holder"),
        "tie_to_pitcher": int(pitch.game_tie == "pitcher"),
        "win_on": params.WinOn[pitch.win_on.upper()],
        "none_dealt": none_dealt(pitch.players),
    }


def none_dealt(players: int) -> list[int]:
    """Return for 0 to 13 cards that one has not been dealt the chance in millionths that no other player has any."""
    others = params.HAND_SIZE * (players - 1)
    ways = comb(UNSEEN, others)
    return [comb(UNSEEN - cards, others) * params.MILLION // ways for cards in range(14)]


def count_shapes(rule_sets: Sequence[GameRules]) -> dict[str, tuple[int, ...]]:
    """Return the shapes of the counts."""
    pitch = cast("PitchRules", rule_sets[0])
    return params.count_shapes(pitch.players, pitch.sides)


def match_shapes(rule_sets: Sequence[GameRules]) -> dict[str, tuple[int, ...]]:
    """Return the shapes of the counts of matches."""
    pitch = cast("PitchRules", rule_sets[0])
    return matches.count_shapes(pitch.players, pitch.sides)


MATCH_OPTIONS = frozenset({"target", "win_on", "smudge"})

ENGINE = Engine(
    params=params.PARAMS,
    state=params.STATE,
    scratch=params.SCRATCH,
    count_axes=params.COUNT_AXES,
    count_shapes=count_shapes,
    counted=outcomes.COUNTED,
    params_of=params_of,
    run_slice=run_slice,
    rescored=frozenset({"game_tie"}) | MATCH_OPTIONS,
    rows=outcomes.rows,
    main_metric="net",
    main_moments=outcomes.main_moments,
    figures=outcomes.figures,
    purse=Purse(money="point", unit=outcomes.NET_UNIT, won=outcomes.won),
    referee=PitchReferee(),
    stopping={},
    match=Counting(
        count_axes=matches.COUNT_AXES,
        counted=matches.COUNTED,
        consistent=matches.consistent,
        count_shapes=match_shapes,
        run_slice=run_matches,
        rows=matches.rows,
        main_metric="win",
        main_moments=matches.main_moments,
    ),
    match_options=MATCH_OPTIONS,
)
