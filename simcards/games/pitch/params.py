"""Pitch's records, as kernels see them: parameters, the state of a hand, scratch space, counts. All are int64."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from simcards.kernels.rng import STREAM_FIELDS

MAX_PLAYERS = 7
HAND_SIZE = 6
PACKET = 3
"""Cards dealt at a time."""

HIGHEST_BID = 4
"""Of the bids, and of the points of a hand."""

MAX_ACTIONS = 6
MAX_TURNS = MAX_PLAYERS * (1 + HAND_SIZE)
"""Calls and cards played of the longest hand."""

NOBODY = -1
"""Stands for no seat, no suit, no card."""

WIN_UNIT = 420
"""Wins are counted in parts of a hand that one to seven winners can share."""

MILLION = 1_000_000
"""Chances are counted in millionths."""


class Phase(IntEnum):
    """What the seat to act has to decide."""

    AUCTION = 0
    PLAY = 1
    OVER = 2


class Outcome(IntEnum):
    """How a hand ended."""

    MADE = 0
    SET = 1
    THROWN_IN = 2


class Act(IntEnum):
    """Kinds of action. An action's code is kind << 8 | a."""

    PASS = 0
    BID = 1
    """a: the number."""
    PLAY = 2
    """a: the card."""


KIND, BYTE = 8, 255
"""Where an action's code has its kind, and the mask of `a`."""


class ForcedBid(IntEnum):
    """What the dealer must do when all others have passed."""

    DEALER_2 = 0
    DEALER_MIN = 1
    REDEAL = 2


class Follow(IntEnum):
    """Which cards may be played to a trick."""

    SUIT_OR_TRUMP = 0
    STRICT = 1
    MUST_TRUMP = 2


class WinOn(IntEnum):
    """Who of those at the target wins the match."""

    OWN_BID = 0
    PITCHER_FIRST = 1
    MOST_POINTS = 2


PARAMS = np.dtype(
    [
        ("players", np.int64),
        ("sides", np.int64),
        ("min_bid", np.int64),
        ("forced_bid", np.int64),
        ("steal", np.int64),
        ("steal_four", np.int64),
        ("follow", np.int64),
        ("low_to_holder", np.int64),
        ("tie_to_pitcher", np.int64),
        ("target", np.int64),
        ("win_on", np.int64),
        ("smudge", np.int64),
        ("none_dealt", np.int64, 14),
    ]
)
"""The rules of a hand and of the match.

Switches are 0 or 1. `sides` is how many score for themselves: 2 with partners, else the players; a seat's side is the
seat modulo `sides`, so that a side is known by its lower seat. `none_dealt[m]` is the chance, in millionths, that none
of m cards that one has not been dealt is in another hand.
"""

STATE = np.dtype(
    [
        ("deck", np.int64, 52),
        ("dealt", np.int64, MAX_PLAYERS),
        ("hand", np.int64, MAX_PLAYERS),
        ("taken", np.int64, MAX_PLAYERS),
        ("dealer", np.int64),
        ("to_act", np.int64),
        ("phase", np.int64),
        ("turns", np.int64),
        ("bid", np.int64),
        ("pitcher", np.int64),
        ("trump", np.int64),
        ("played", np.int64),
        ("trick", np.int64),
        ("trick_size", np.int64),
        ("led", np.int64),
        ("best", np.int64),
        ("best_seat", np.int64),
        ("tricks", np.int64),
        ("trick_winner", np.int64, HAND_SIZE),
        ("outcome", np.int64),
        ("high", np.int64),
        ("low", np.int64),
        ("jack", np.int64),
        ("game", np.int64),
        ("trick_points", np.int64, MAX_PLAYERS),
        ("payoff", np.int64, MAX_PLAYERS),
        ("winners", np.int64),
    ]
)
"""A hand of pitch.

`dealt`, `hand`, `taken` (the cards of the tricks that a seat has taken), `played` (all cards played) and `trick` (those
on the table) are masks; `deck` and `best` (the card that takes the trick so far) hold card numbers, `trump` and `led`
suits. `bid` is the highest so far (0: none) and `pitcher` who made it. `turns` counts calls and cards played. The first
`tricks` places of `trick_winner` hold who took each. `high`, `low` and `jack` are seats, `game` a side, NOBODY where
nobody has the point; `trick_points` are by side, `payoff` by seat; `winners` has a bit a seat. What is scored is known
when the hand is over.
"""

SCRATCH = np.dtype([*STREAM_FIELDS, ("words", np.int64, 52), ("actions", np.int64, MAX_ACTIONS)])
"""Working space of one thread."""

COUNT_AXES = {
    "ended": ("outcome", "turns"),
    "bids": ("bid", "end"),
    "won": ("seat", "position"),
    "side_won": ("side",),
    "payoff": ("seat", "position", "payoff"),
    "net": ("seat", "position", "net"),
}
"""What a block of hands leaves behind.

`ended` by outcome and turns, `bids` by the winning bid (0: none) and its end (`End`), `payoff` by seat, position (0:
first to act) and points, `net` by net points, in parts of which a point has players - 1, both over the least that can
be: numbers of hands. `won` and `side_won` are parts of hands, of which a hand has WIN_UNIT, divided among its winners.
"""


class End(IntEnum):
    """What became of a bid."""

    MADE = 0
    SET = 1
    """The jack of trumps was dealt."""
    SET_NO_JACK = 2


def count_shapes(players: int, sides: int) -> dict[str, tuple[int, ...]]:
    """Return the shapes of the counts at a table: a seat scores -4 to 4 points, and nets at most twice that."""
    return {
        "ended": (len(Outcome), MAX_TURNS + 1),
        "bids": (HIGHEST_BID + 1, len(End)),
        "won": (players, players),
        "side_won": (sides,),
        "payoff": (players, players, 2 * HIGHEST_BID + 1),
        "net": (players, players, 4 * HIGHEST_BID * (players - 1) + 1),
    }
