"""Three-hand gin rummy (captain): the wiring. A hand is gin between two of the players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcards.game import Engine, Game
from simcards.games.gin import GAME as GIN

if TYPE_CHECKING:
    from simcards.rules import GameRules


def _load_rules() -> type[GameRules]:
    from simcards.games.gin3.rules import Gin3Rules

    return Gin3Rules


def _load_engine() -> Engine:
    from simcards.games.gin3.engine import ENGINE

    return ENGINE


GAME = Game(
    name="gin3",
    title="Gin rummy for three (captain)",
    seats=(3, 3),
    outcomes=GIN.outcomes,
    policies=GIN.policies,
    default_policy=GIN.default_policy,
    questions=GIN.questions,
    load_rules=_load_rules,
    load_engine=_load_engine,
    match_records=True,
    place_keys=("roles",),
    first_place={"roles": [0, 1, 2]},
    roles={"box": 2, "captain": 1},
)
