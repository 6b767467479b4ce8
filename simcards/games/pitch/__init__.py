"""Auction Pitch (Setback): the wiring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcards.game import Engine, Game, Parameter, PolicySpec

if TYPE_CHECKING:
    from simcards.rules import GameRules


def _load_rules() -> type[GameRules]:
    from simcards.games.pitch.rules import PitchRules

    return PitchRules


def _load_engine() -> Engine:
    from simcards.games.pitch.engine import ENGINE

    return ENGINE


_YES_NO = ("false", "true")

GAME = Game(
    name="pitch",
    title="Auction pitch",
    seats=(2, 7),
    outcomes=("made", "set", "thrown_in"),
    policies=(
        PolicySpec(
            "random",
            number=0,
            summary="any legal action, each with the same probability",
            source="the usual floor of every comparison",
        ),
        PolicySpec(
            "simple",
            number=1,
            summary="bids what its best suit can be expected to take; draws trumps, takes tricks with points",
            source="the rule books' advice to a beginner",
            parameters=(
                Parameter("bold", "hundredths of a point that its hand may lack for a bid", 35, 0, 400),
                Parameter("partner", "hundredths of a point that a partner is thought to bring", 30, 0, 400, place=1),
                Parameter("steal", "the same as bold, for the dealer's steal", 40, 0, 400, place=2),
                Parameter("stick", "leave the forced bid to the dealer", 0, 0, 1, place=3, words=_YES_NO),
                Parameter(
                    "defend",
                    "play for own points against the pitcher, or to set him",
                    1,
                    0,
                    1,
                    place=4,
                    words=("own", "set"),
                ),
            ),
        ),
    ),
    default_policy="simple",
    questions=("odds",),
    load_rules=_load_rules,
    load_engine=_load_engine,
    match_records=True,
    place_keys=("dealer", "scores"),
)
