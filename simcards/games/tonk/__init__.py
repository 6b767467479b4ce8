"""Tonk (Tunk): the wiring."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcards.game import Engine, Game, Parameter, PolicySpec

if TYPE_CHECKING:
    from simcards.rules import GameRules


def _load_rules() -> type[GameRules]:
    from simcards.games.tonk.rules import TonkRules

    return TonkRules


def _load_engine() -> Engine:
    from simcards.games.tonk.engine import ENGINE

    return ENGINE


_DROP = (
    Parameter("drop", "highest count to drop with", 9, 0, 110),
    Parameter("drop_by_turn", "the same for each own turn, in place of drop", None, 0, 110, table=True),
)
_SPADE = "lowest spade to join the side bet with (2 to 10, jack 11, queen 12, king 13, ace 14)"

GAME = Game(
    name="tonk",
    title="Tonk",
    seats=(2, 6),
    outcomes=("deal_win", "drop", "caught", "tonk", "out", "double_double", "stock", "draw"),
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
            summary="lays spreads and hits at once, throws its highest loose card, drops with a low count",
            source="the rule books' advice to a beginner",
            parameters=(
                *_DROP,
                Parameter("hold", "keep spreads in hand until they go out", 0, 0, 1, place=1, words=("false", "true")),
                Parameter("hit", "whose spreads to hit", 0, 0, 1, place=2, words=("any", "own")),
                Parameter("spade", _SPADE, 11, 2, 14, place=3),
            ),
        ),
        PolicySpec(
            "cautious",
            number=2,
            summary="keeps pairs and low cards, drops only below what every rival can be thought to hold",
            source="the table's advice to count the others' cards",
            parameters=(
                Parameter("each", "points that an unknown card of a rival is thought to have", 4, 0, 11),
                Parameter("low", "highest card to take from the pile just because it is low", 2, 0, 10, place=1),
                Parameter("spade", _SPADE, 11, 2, 14, place=3),
            ),
        ),
    ),
    default_policy="simple",
    questions=("odds", "drop"),
    load_rules=_load_rules,
    load_engine=_load_engine,
)
