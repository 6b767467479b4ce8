"""Gin's records, as kernels see them: parameters, the state of a hand, scratch space, counts. Every field is int64."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from simcards.kernels.rng import STREAM_FIELDS

MAX_TURNS = 100
"""Completed turns, both players together, after which a hand is drawn."""

MAX_ACTIONS = 32
"""Room for legal actions: at most 12 discards, 12 knocks and big gin."""

KNOCK_DEADWOODS = 101
"""Knock limits end at 100 points."""

MOST_POINTS = 2 * (1000 + 110)
"""The most a hand can score: the largest bonus and eleven tens, doubled."""


class Phase(IntEnum):
    """What the seat to act has to decide."""

    FIRST_OFFER = 0
    SECOND_OFFER = 1
    STOCK_ONLY = 2
    DRAW = 3
    DISCARD = 4
    OVER = 5


class Outcome(IntEnum):
    """How a hand ended."""

    GIN = 0
    BIG_GIN = 1
    KNOCK = 2
    UNDERCUT = 3
    DRAW = 4


class Act(IntEnum):
    """Kinds of action. An action's code is 64 × kind + card (0 where there is none)."""

    TAKE = 0
    PASS = 1
    STOCK = 2
    PILE = 3
    DISCARD = 4
    KNOCK = 5
    BIG_GIN = 6


class NextDealer(IntEnum):
    """Who deals the next hand of a match."""

    WINNER = 0
    LOSER = 1
    ALTERNATE = 2
    ALTERNATE_SCORED = 3


ACT_SHIFT = 6

PARAMS = np.dtype(
    [
        (name, np.int64)
        for name in (
            "hand_size",
            "offer",
            "knock_limit",
            "oklahoma",
            "oklahoma_ace_gin",
            "oklahoma_spades_double",
            "return_discard",
            "gin_bonus",
            "undercut_bonus",
            "undercut_tie",
            "big_gin",
            "big_gin_bonus",
            "layoff",
            "layoff_after_melds",
            "stock_floor",
            "target",
            "game_bonus",
            "box_bonus",
            "shutout_double",
            "next_dealer",
            "hollywood",
            "first_roles",
        )
    ]
)
"""The rules of a hand, and from `target` on of a match.

Switches are 0 or 1; `big_gin` says whether it may be declared. `next_dealer` and `hollywood` are of two-player gin,
`first_roles` is of three-hand gin; they are 0 in the other.
"""

STATE = np.dtype(
    [
        ("deck", np.int64, 52),
        ("next_card", np.int64),
        ("hand", np.int64, 2),
        ("pile", np.int64, 52),
        ("pile_size", np.int64),
        ("dealer", np.int64),
        ("to_act", np.int64),
        ("phase", np.int64),
        ("limit", np.int64),
        ("factor", np.int64),
        ("drawn", np.int64),
        ("from_pile", np.int64),
        ("barred", np.int64),
        ("turns", np.int64),
        ("own_turns", np.int64, 2),
        ("log", np.int64, MAX_TURNS),
        ("outcome", np.int64),
        ("knocker", np.int64),
        ("winner", np.int64),
        ("payoff", np.int64, 2),
        ("deadwood", np.int64, 2),
        ("sets", np.int64, 2),
        ("runs", np.int64, 2),
        ("laid_off", np.int64),
    ]
)
"""A hand of gin.

`hand`, `barred` (cards that may not be discarded now), `sets`, `runs` (cards melded at the end) and `laid_off` are
masks; `deck`, `pile` (oldest first) and `drawn` hold card numbers, `from_pile` says where the
drawn card came from. `limit` and `factor` are the hand's knock limit and
score multiplier. `log` keeps 64 × drawn card + discard of each completed turn that was followed by another.
`knocker` and `winner` are -1 for nobody.
"""

SCRATCH = np.dtype(
    [
        *STREAM_FIELDS,
        ("words", np.int64, 52),
        ("actions", np.int64, MAX_ACTIONS),
        ("named", np.int64),
        ("named_sets", np.int64),
        ("named_runs", np.int64),
        ("seen_hand", np.int64),
        ("seen_barred", np.int64),
        ("seen_deadwood", np.int64),
        ("seen_discard", np.int64),
    ]
)
"""Working space of one thread.

With `named` 1, a knock lays down the cards of `named_sets` and `named_runs` and no others. The `seen_` fields remember
the last search for a discard, so that drawing and discarding pay for it once.
"""

COUNT_SHAPES = {
    "outcome": (2, len(Outcome)),
    "won": (2, 2),
    "net": (2, 2 * MOST_POINTS + 1),
    "ended": (len(Outcome), MAX_TURNS + 1),
    "knock_deadwood": (KNOCK_DEADWOODS,),
}
"""What a block of hands leaves behind, all of it numbers of hands.

`outcome` by dealer and outcome; `won` by dealer and winning seat; `net` by dealer and seat 0's points less seat 1's,
plus MOST_POINTS (only one seat scores in a hand, so this holds both payoffs); `ended` by outcome and completed turns;
`knock_deadwood` knocks other than gin by the knocker's deadwood.
"""

COUNT_AXES = {
    "outcome": ("dealer", "outcome"),
    "won": ("dealer", "seat"),
    "net": ("dealer", "net"),
    "ended": ("outcome", "turns"),
    "knock_deadwood": ("deadwood",),
}
