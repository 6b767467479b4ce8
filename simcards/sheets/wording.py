"""What a game's hands, their endings and its odds are called in tables and pictures."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from simcards.answers.grid import label

if TYPE_CHECKING:
    from simcards.result import Result
    from simcards.rules import GameRules

ORDINALS = {2: "second", 3: "third", 4: "fourth", 5: "fifth", 6: "sixth"}


class Quantity(NamedTuple):
    """The words of something whose values `odds` tells one by one."""

    event: str
    """What rows call it, such as `deadwood`."""
    name: str
    """What is counted, and whose: `deadwood of a dealt hand`."""
    axis: str
    unit: str
    """What there are so many of, in the plural."""
    cases: str
    """The equally likely cases that are counted, in the plural."""
    of: Callable[[GameRules], str]
    """The same, and how many cards each is."""
    about: str
    reading: str
    """How to read its picture."""
    parts: Callable[[Result], Iterator[tuple[str, Collection[int]]]]
    """Values that pictures tell apart: what they stand for, and which they are; all the rest first."""
    step: int = 10
    """Values a line of its table."""

    @property
    def title(self) -> str:
        """Its name as the head of a table or a picture."""
        return self.name[0].upper() + self.name[1:]


class Wording(NamedTuple):
    """The words of a game; each game's module in this package has one as `WORDING`."""

    outcomes: Mapping[str, str]
    """How hands end, in the order of tables and pictures."""
    about_turns: str
    """What counts as a turn."""
    scores: Mapping[str, str]
    """Metrics of a seat or position that are told, and the heads of their columns."""
    judged: str
    """The metric that is won or lost."""
    about_scores: str
    quantities: tuple[Quantity, ...]
    """What `odds` tells value by value; first what the picture of the odds shows."""
    events: Callable[[Result], Iterator[tuple[str, Mapping[str, Any]]]]
    """Single events of `odds`: in words, and the row."""
    rule: Callable[[Mapping[str, object]], str] = label
    """A changed option, given as `option` and `value`, or several, in few words."""


def quantity_of(exact: Result) -> Quantity:
    """Return the words of the first quantity that a result of `odds` has."""
    told = {row["event"] for row in exact.rows}
    return next(quantity for quantity in wording(exact.game).quantities if quantity.event in told)


def wording(game: str) -> Wording:
    """Return the words of a game."""
    return cast("Wording", import_module(f"simcards.sheets.{game}").WORDING)


def position_name(position: int, players: int) -> str:
    """Return what a position is called at a table.

    Examples
    --------
    >>> [position_name(position, 3) for position in (1, 2, 3)]
    ['first to act', 'second to act', 'dealer']
    """
    if position == players:
        return "dealer"
    return "first to act" if position == 1 else f"{ORDINALS[position]} to act"


def rank_in_words(rank: int) -> str:
    """Return a rank, ace high, in words."""
    return {11: "jack", 12: "queen", 13: "king", 14: "ace"}.get(rank, str(rank))
