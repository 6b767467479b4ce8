"""Tonk's records, as kernels see them: parameters, the state of a hand, scratch space, counts. Every field is int64."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from simcards.kernels.rng import STREAM_FIELDS

MAX_PLAYERS = 6
MAX_TURNS = 100
"""Completed turns, all seats together, after which the stock counts as out."""

MAX_SPREADS = 17
"""Spreads of three cards that 52 cards make."""

MAX_ACTIONS = 160
"""Room for legal actions: eleven cards make at most 45 runs or 11 books; a card can hit at most three spreads."""

COUNTS_SIZE = 111
"""Counts go from 0 to 110: eleven tens."""

UNIT = 60
"""Payments are kept in sixtieths of a stake, so that two to six can share one."""

SHARES = (0, 12, 15, 20, 24, 30, 36, 40, 45, 48)
"""Sixtieths that a payment can have beyond whole stakes: a pot is shared by at most five."""


class Phase(IntEnum):
    """What the seat to act has to decide."""

    SPADES = 0
    ASKED = 1
    START = 2
    UNDRAWN = 3
    DRAWN = 4
    OVER = 5


class Ending(IntEnum):
    """What ended a hand, before it is settled."""

    DEALT = 0
    CLAIMED = 1
    DROPPED = 2
    LAID = 3
    """The last card was laid down."""
    DISCARDED = 4
    """The last card was discarded."""
    STOCK_OUT = 5


class Outcome(IntEnum):
    """How a hand was settled."""

    DEAL_WIN = 0
    DROP = 1
    CAUGHT = 2
    TONK = 3
    OUT = 4
    DOUBLE_DOUBLE = 5
    STOCK = 6
    DRAW = 7


class Act(IntEnum):
    """Kinds of action. An action's code is kind << 16 | a << 8 | b."""

    DROP = 0
    CLAIM = 1
    WAIT = 2
    STOCK = 3
    PILE = 4
    DISCARD = 5
    """a: the card."""
    BOOK = 6
    """a: the rank (ace 0), b: a bit for each suit."""
    RUN = 7
    """a: the first card, b: the number of cards; a run may end with the ace above the king."""
    HIT = 8
    """a: the card, b: the spread's place on the table."""
    SPADES_IN = 9
    SPADES_OUT = 10


KIND, FIRST, BYTE = 16, 8, 255
"""Where an action's code has its kind and `a`, and the mask of `a` and `b`."""


class DropTiming(IntEnum):
    """When a player may drop."""

    BEFORE_DRAW = 0
    OWN_TURN = 1
    ANY_TIME = 2
    NEVER = 3


class CaughtPays(IntEnum):
    """Who pays whom when a dropper is caught."""

    WIKI = 0
    PAGAT = 1
    LOWEST_DOUBLE = 2
    DROPPER_ONLY = 3
    EACH_DOUBLE = 4
    POT_SPLIT = 5


class TonkRequires(IntEnum):
    """What makes going out without a discard a tonk."""

    NO_DISCARD = 0
    ONE_TURN = 1
    OWN_SPREADS = 2


class StockTie(IntEnum):
    """What tied lowest counts are paid at the end of the stock."""

    DRAW = 0
    SPLIT = 1
    EACH = 2


PARAMS = np.dtype(
    [
        ("players", np.int64),
        ("hand_size", np.int64),
        ("upcard", np.int64),
        ("return_discard", np.int64),
        ("aces_both", np.int64),
        ("drop_timing", np.int64),
        ("caught_pays", np.int64),
        ("tie_catches", np.int64),
        ("tonk_pays", np.int64),
        ("out_pays", np.int64),
        ("tonk_requires", np.int64),
        ("double_double", np.int64),
        ("on_need", np.int64),
        ("stock_tie", np.int64),
        ("hit_own", np.int64),
        ("hit_others", np.int64),
        ("hit_books", np.int64),
        ("max_hits", np.int64),
        ("hit_freeze", np.int64),
        ("freeze_drop", np.int64),
        ("freeze_laying", np.int64),
        ("spread_before_draw", np.int64),
        ("must_discard", np.int64),
        ("held_spreads_count", np.int64),
        ("deal_due", np.int64, COUNTS_SIZE),
        ("own_due", np.int64, COUNTS_SIZE),
        ("split_deal_tie", np.int64),
        ("spades_bet", np.int64),
    ]
)
"""The rules of a hand. Switches are 0 or 1; `deal_due` and `own_due` hold by count the stakes that a deal win pays, -1
for none."""

STATE = np.dtype(
    [
        ("deck", np.int64, 52),
        ("next_card", np.int64),
        ("hand", np.int64, MAX_PLAYERS),
        ("known", np.int64, MAX_PLAYERS),
        ("pile", np.int64, 52),
        ("pile_size", np.int64),
        ("dealer", np.int64),
        ("to_act", np.int64),
        ("next_seat", np.int64),
        ("asked", np.int64),
        ("phase", np.int64),
        ("taken", np.int64),
        ("hits", np.int64),
        ("laid", np.int64),
        ("has_hit", np.int64, MAX_PLAYERS),
        ("frozen", np.int64, MAX_PLAYERS),
        ("turns", np.int64),
        ("own_turns", np.int64, MAX_PLAYERS),
        ("spreads", np.int64),
        ("spread", np.int64, MAX_SPREADS),
        ("owner", np.int64, MAX_SPREADS),
        ("is_book", np.int64, MAX_SPREADS),
        ("is_new", np.int64, MAX_SPREADS),
        ("joined", np.int64, MAX_PLAYERS),
        ("spades", np.int64, MAX_PLAYERS),
        ("ending", np.int64),
        ("ender", np.int64),
        ("outcome", np.int64),
        ("winners", np.int64),
        ("count", np.int64, MAX_PLAYERS),
        ("payoff", np.int64, MAX_PLAYERS),
    ]
)
"""A hand of tonk.

`hand` and `known` (cards that all have seen a player take or show and that he still holds) are masks; `deck` and `pile`
(oldest first) hold card numbers, `taken` the card that this turn took from the pile, or -1. `next_seat` is whose turn
is next while players are `asked`. `hits`, `laid` and `is_new` count the turn's hits and cards laid down, and mark its
spreads. The first `spreads` places hold the table in the order laid: a mask, in which an ace above the king is bit 13
of its lane, its owner, and whether it is a book. `spades` are stakes, `payoff` sixtieths of a stake, the side bet
included. `ending` says what ended the hand and `ender` who did, `outcome` how it was settled; `winners` has a bit a
seat.
"""

SCRATCH = np.dtype([*STREAM_FIELDS, ("words", np.int64, 52), ("actions", np.int64, MAX_ACTIONS)])
"""Working space of one thread."""

COUNT_AXES = {
    "ended": ("outcome", "turns"),
    "drop_count": ("caught", "count"),
    "won": ("seat", "position"),
    "payoff": ("seat", "position", "payoff"),
}
"""What a block of hands leaves behind.

`ended` by outcome and completed turns, `drop_count` by whether the dropper was caught and his count, `payoff` by seat,
position (0: first to act) and the payoff's bin (`play.payoff_bin`): numbers of hands. `won` are sixtieths of hands, a
hand divided among its winners.
"""


def count_shapes(players: int, most_stakes: int) -> dict[str, tuple[int, ...]]:
    """Return the shapes of the counts at a table where nobody wins or pays more than `most_stakes` in a hand."""
    return {
        "ended": (len(Outcome), MAX_TURNS + 1),
        "drop_count": (2, COUNTS_SIZE),
        "won": (players, players),
        "payoff": (players, players, (2 * most_stakes + 1) * len(SHARES)),
    }
