"""Two-player gin rummy: the wiring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcards.game import Engine, Game, Parameter, PolicySpec

if TYPE_CHECKING:
    from simcards.rules import GameRules


def _load_rules() -> type[GameRules]:
    from simcards.games.gin.rules import GinRules

    return GinRules


def _load_engine() -> Engine:
    from simcards.games.gin.engine import ENGINE

    return ENGINE


POLICIES = (
    PolicySpec(
        "random",
        number=0,
        summary="any legal action, each with the same probability",
        source="the usual floor of every comparison",
    ),
    PolicySpec(
        "greedy",
        number=1,
        summary="towards the least deadwood; knocks as soon as its limit allows",
        source="the rule books' advice to a beginner",
        parameters=(
            Parameter("knock", "most deadwood to knock with (default: the hand's limit)", None, 0, 100),
            Parameter("knock_by_turn", "the same for each own turn, in place of knock", None, 0, 100, table=True),
            Parameter("gin_from", "own turn from which only gin ends the hand (0: never)", 0, 0, 100, place=1),
        ),
    ),
    PolicySpec(
        "simple",
        number=2,
        summary="takes what makes a meld, discards for the least deadwood, knocks at once, never big gin",
        source="the sample player of the EAAI gin rummy research challenge",
        parameters=(Parameter("knock", "most deadwood to knock with", 10, 0, 100),),
    ),
)
"""Three-hand gin has the same."""

GAME = Game(
    name="gin",
    title="Gin rummy for two",
    seats=(2, 2),
    outcomes=("gin", "big_gin", "knock", "undercut", "draw"),
    policies=POLICIES,
    default_policy="greedy",
    questions=("odds", "knock"),
    load_rules=_load_rules,
    load_engine=_load_engine,
    match_records=True,
)
