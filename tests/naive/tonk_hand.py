"""What there is to know of a hand of TONK between two actions."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.naive.cards import in_order, total
from tests.naive.tonk_payments import Payments
from tests.naive.tonk_rules import Rules
from tests.naive.tonk_spreads import Cards, is_book, least_count


@dataclass
class Spread:
    """A spread on the table, or put away."""

    owner: int
    cards: Cards

    @property
    def name(self) -> str:
        """Its first card, by suit and rank."""
        return in_order(self.cards)[0]


@dataclass
class Turn:
    """What the player whose turn it is has done in it."""

    seat: int
    drawn: bool = False
    taken: str | None = None
    """The card taken from the discard pile."""
    laid: int = 0
    """Cards laid in spreads and by hits."""
    hits: int = 0
    runs: list[Spread] = field(default_factory=list)
    """The runs laid, with what hit them since."""


@dataclass
class Ending:
    """How a hand ended; the payments are without the side bet."""

    outcome: str
    winner: list[int]
    payments: Payments


@dataclass
class Hand:
    """A hand between two actions."""

    rules: Rules
    dealt: list[Cards]
    """What each seat was dealt."""
    hands: list[Cards]
    """What each seat holds."""
    pile: list[str]
    """The discard pile, its top card last."""
    stock: list[str]
    """The stock, its top card first."""
    turn: Turn
    betting: list[int]
    """Who has yet to say whether he joins the side bet."""
    joined: list[int] = field(default_factory=list)
    """Who has joined it."""
    asking: list[int] = field(default_factory=list)
    """Who has yet to be asked whether he drops, before the turn begins."""
    laid: list[Spread] = field(default_factory=list)
    """Every spread, in the order laid; those put away too."""
    frozen: list[int] = field(default_factory=list)
    """Turns left for each seat."""
    has_hit: set[int] = field(default_factory=set)
    """Seats that placed a card by a hit in any turn."""
    turns: int = 0
    own_turns: list[int] = field(default_factory=list)
    """Completed turns of each seat."""
    spades: Payments = field(default_factory=list)
    """Payments of the side bet."""
    ending: Ending | None = None

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.hands))

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.ending is not None

    @property
    def to_act(self) -> int:
        """The seat whose choice is next."""
        return [*self.betting, *self.asking, self.turn.seat][0]

    def turn_order(self, first: int) -> list[int]:
        """Every seat in turn order, beginning with the first."""
        return [*self.seats[first:], *self.seats[:first]]

    @property
    def table(self) -> list[Spread]:
        """The spreads on the table."""
        return [spread for spread in self.laid if not _put_away(self, spread)]

    @property
    def retired(self) -> list[Spread]:
        """The books put away."""
        return [spread for spread in self.laid if _put_away(self, spread)]

    @property
    def counts(self) -> list[int]:
        """The count of each seat."""
        if self.rules["held_spreads_count"]:
            return [total(cards) for cards in self.hands]
        return [least_count(cards, self.rules["ace_runs"]) for cards in self.hands]


def _put_away(hand: Hand, spread: Spread) -> bool:
    return hand.rules["retire_books"] and is_book(spread.cards) and len(spread.cards) == 4
