"""What a stopping chart says: its common cells, and the turns in which each row stops.

Tables, pictures and sentences all read a chart through this. A cell that few hands get to says little, whatever it
says: what is rare is left out, and so is what it would make of the turns around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from simcards.words import listed

if TYPE_CHECKING:
    from simcards.result import Result

COMMON = 0.0005
"""Visits a hand, of one player: what is rarer than once in 2,000 hands is left out of advice."""

TAIL = 0.01
"""Pictures end with the turn after which less than this share of all visits is left."""

WAIT, UNDECIDED, EITHER = "wait", "undecided", "either"

MOST_PLACES = 6
"""Undecided places that a sentence names."""

T = TypeVar("T")
Cell: TypeAlias = Mapping[str, Any]
"""A row of a chart's result that is about a cell."""


class Span(NamedTuple):
    """Turns in which a row stops, with none between them in which it is better to go on."""

    first: int
    last: int
    """The last turn in which stopping is shown to be better; 0 where that is shown in none."""
    unsure: int
    """The last turn that is not shown to be worse for stopping: `last`, or later."""
    opens: bool
    """Whether in no earlier turn it is better to go on."""
    closes: bool
    """Whether in no later turn it is better to go on."""


@dataclass(frozen=True)
class Reading:
    """A chart, ready to be asked."""

    axis: str
    """What the rows are, such as `deadwood`."""
    verb: str
    """What stopping is called, such as `knock`."""
    cells: Sequence[Cell]
    """All cells that were visited."""

    @property
    def common(self) -> list[Cell]:
        """The cells that are not rare."""
        return [cell for cell in self.cells if cell["frequency"] >= COMMON]

    @property
    def rows(self) -> range:
        """The rows that anybody gets to, from 0."""
        return range(max(cell[self.axis] for cell in self.cells) + 1)

    @property
    def last_turn(self) -> int:
        """The turn after which less than `TAIL` of all visits are left."""
        by_turn: dict[int, float] = {}
        for cell in self.cells:
            by_turn[cell["turn"]] = by_turn.get(cell["turn"], 0.0) + cell["frequency"]
        whole = sum(by_turn.values())
        return max(turn for turn in by_turn if sum(by_turn[t] for t in by_turn if t >= turn) >= TAIL * whole)

    def spans(self, row: int) -> list[Span]:
        """Return the turns in which a row stops.

        Where none is shown but the first turns are open, one span with `last` 0 says so.
        """
        cells = sorted((cell for cell in self.common if cell[self.axis] == row), key=lambda cell: cell["turn"])
        found = []
        for waits, group in groupby(cells, key=lambda cell: bool(cell["cell"] == WAIT)):
            run = list(group)
            stops = [cell["turn"] for cell in run if cell["cell"] == self.verb]
            opens, closes = run[0] is cells[0], run[-1] is cells[-1]
            if not waits and (stops or opens):
                first = run[0]["turn"] if opens else stops[0]
                found.append(Span(first, max(stops, default=0), run[-1]["turn"], opens, closes))
        return found

    def places(self, verdict: str) -> list[tuple[list[int], tuple[int, ...]]]:
        """Return the common cells with a verdict as (rows, turns), neighbouring rows with the same turns together."""
        turns: dict[int, tuple[int, ...]] = {}
        for cell in self.common:
            if cell["cell"] == verdict and cell[self.axis]:
                turns[cell[self.axis]] = (*turns.get(cell[self.axis], ()), cell["turn"])
        return alike({row: tuple(sorted(found)) for row, found in turns.items()})

    @property
    def at_stake(self) -> float:
        """What it would cost, in points a hand and about, to be wrong in every undecided cell.

        The worse end of each interval of D, times how often one is there.
        """
        open_ = (cell for cell in self.cells if cell["cell"] == UNDECIDED and cell["low"] is not None)
        return float(sum(max(abs(cell["low"]), abs(cell["high"])) * cell["frequency"] for cell in open_))


def reading(result: Result) -> Reading:
    """Return the reading of a result of `chart`."""
    verb = str(result.extra["question"])
    cells = [row for row in result.rows if "cell" in row]
    return Reading(next(iter(cells[0])), verb, cells)


def plan(chart: Reading) -> str:
    """Return in words in which turns each row stops; `doubts` says what is undecided."""
    spans = {row: [span for span in chart.spans(row) if span.last] for row in chart.rows if row}
    turns = {row: listed(map(_turns, found), "and") for row, found in spans.items() if found}
    said = [f"with {_rows(rows)} {words}" for rows, words in alike(turns)]
    if not said:
        return f"In no turn is it shown to be better to {chart.verb} than to wait."
    return f"{chart.verb.capitalize()} {listed(said, 'and')}; else wait."


def doubts(chart: Reading) -> str:
    """Return in words which common cells are undecided, or an empty text if none is."""
    said = [f"{_rows(rows)} in {turns_in_words(turns)}" for rows, turns in chart.places(UNDECIDED)]
    more = len(said) - MOST_PLACES
    return "; ".join([*said[:MOST_PLACES], *([f"and {more} more"] if more > 0 else [])])


def _turns(span: Span) -> str:
    match span:
        case Span(opens=True, closes=True):
            return "in every turn"
        case Span(opens=True, last=1):
            return "in turn 1"
        case Span(opens=True):
            return f"up to turn {span.last}"
        case Span(closes=True):
            return f"from turn {span.first} on"
        case _:
            return f"in {turns_in_words(range(span.first, span.last + 1))}"


def _rows(rows: Sequence[int]) -> str:
    return f"{rows[0]}–{rows[-1]}" if len(rows) > 2 else listed(map(str, rows))


def turns_in_words(turns: Iterable[int]) -> str:
    """Return turns as a sentence lists them.

    Examples
    --------
    >>> turns_in_words([3]), turns_in_words([2, 3, 4, 8])
    ('turn 3', 'turns 2–4 and 8')
    """
    turns = list(turns)
    parts = [str(low) if low == high else f"{low}–{high}" for low, high in ranges(turns)]
    return f"turn{'s' if len(turns) > 1 else ''} {listed(parts, 'and')}"


def alike(by_row: Mapping[int, T]) -> list[tuple[list[int], T]]:
    """Return neighbouring rows with the same value together, from the highest row down.

    Examples
    --------
    >>> alike({10: "a", 9: "a", 8: "b", 6: "b"})
    [([9, 10], 'a'), ([8], 'b'), ([6], 'b')]
    """
    found: list[tuple[list[int], T]] = []
    for row in sorted(by_row, reverse=True):
        if found and found[-1][0][0] == row + 1 and found[-1][1] == by_row[row]:
            found[-1][0].insert(0, row)
        else:
            found.append(([row], by_row[row]))
    return found


def ranges(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Return whole numbers in order as ranges.

    Examples
    --------
    >>> ranges([1, 2, 3, 5, 8, 9])
    [(1, 3), (5, 5), (8, 9)]
    """
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found
