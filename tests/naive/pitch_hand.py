"""What there is to know of a hand of pitch between two actions."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from tests.naive.pitch_rules import Rules, sides

Cards: TypeAlias = frozenset[str]
"""Some cards, in no order."""

RANKS_UP = "23456789TJQKA"
TRICKS = 6


def height(card: str) -> int:
    """Place among the cards of its suit: the two lowest, the ace highest."""
    return RANKS_UP.index(card[0])


@dataclass
class Trick:
    """A trick, or what has been played to it."""

    plays: list[tuple[int, str]] = field(default_factory=list)
    """Seats and the cards they played, in order."""

    @property
    def led(self) -> str:
        """The suit led."""
        return self.plays[0][1][1]

    @property
    def cards(self) -> list[str]:
        """The cards, in the order played."""
        return [card for _, card in self.plays]

    def taker(self, trump: str) -> int:
        """Return who takes it: the highest trump, else the highest card of the suit led."""
        trumps = [(height(card), seat) for seat, card in self.plays if card[1] == trump]
        followed = [(height(card), seat) for seat, card in self.plays if card[1] == self.led]
        return max(trumps or followed)[1]


@dataclass
class Hand:
    """A hand between two actions."""

    rules: Rules
    dealer: int
    dealt: list[Cards]
    """What each seat was dealt."""
    hands: list[Cards]
    """What each seat holds."""
    to_act: int
    calls: list[tuple[int, int]] = field(default_factory=list)
    """Seats and what they bid, in order; 0 is a pass."""
    pitcher: int | None = None
    """The high bidder, once the auction is over."""
    thrown_in: bool = False
    tricks: list[Trick] = field(default_factory=list)
    """The last one may be unfinished."""

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.hands)

    @property
    def bid(self) -> int:
        """The highest bid so far, 0 if there is none."""
        return max((bid for _, bid in self.calls), default=0)

    @property
    def trump(self) -> str | None:
        """The suit of the first card played."""
        return self.tricks[0].led if self.tricks else None

    @property
    def open_trick(self) -> Trick | None:
        """The trick to which some have played, not all."""
        unfinished = [trick for trick in self.tricks if len(trick.plays) < self.players]
        return unfinished[0] if unfinished else None

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return self.thrown_in or (len(self.tricks) == TRICKS and self.open_trick is None)

    def side_of(self, seat: int) -> int:
        """Return the number of the side a seat belongs to."""
        return next(number for number, side in enumerate(sides(self.rules)) if seat in side)
