"""What a stopping chart says: its common cells, and the turns in which each row stops.

Tables, pictures and sentences all read a chart through this. A cell that few hands get to says little, whatever it
says: what is rare is left out, and so is what it would make of the turns around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

from simcards import registry
from simcards.answers.stopping import FEWEST_VISITS
from simcards.words import listed

if TYPE_CHECKING:
    from simcards.game import StoppingQuestion
    from simcards.result import Result

COMMON = 0.0005
"""Visits a hand, of one player: what is rarer than once in 2,000 hands is left out of advice."""

TAIL = 0.01
"""Pictures end with the turn after which less than this share of all visits is left."""

WAIT, UNDECIDED, EITHER = "wait", "undecided", "either"

MANY_ROWS, FEW_ROWS = 15, 3
"""Of a chart with so many rows only those are shown up to so many above the last that is not to wait in all turns."""

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

    question: StoppingQuestion
    cells: Sequence[Cell]
    """All cells that were visited."""
    when: str | None = None
    """Which chance of each turn the chart is for, where there are several."""

    @property
    def axis(self) -> str:
        """What the rows are, such as `deadwood`."""
        return self.question.row

    @property
    def verb(self) -> str:
        """What stopping is called, such as `knock`."""
        return self.question.verb

    @property
    def ends(self) -> int | None:
        """The row in which the hand ends whatever one wants, or None if there is none."""
        return None if self.question.first_row < 0 else 0

    @property
    def common(self) -> list[Cell]:
        """The cells that are not rare."""
        return [cell for cell in self.cells if cell["frequency"] >= COMMON]

    @property
    def rows(self) -> range:
        """The rows that anybody gets to; of many, those up to a few above the last where one might stop."""
        first, last = (end(cell[self.axis] for cell in self.cells) for end in (min, max))
        if last >= MANY_ROWS:
            open_ = [cell[self.axis] for cell in self.common if cell["cell"] != WAIT and cell["n"] >= FEWEST_VISITS]
            last = min(max(open_, default=first) + FEW_ROWS, last)
        return range(first, last + 1)

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
            if cell["cell"] == verdict and cell[self.axis] != self.ends:
                turns[cell[self.axis]] = (*turns.get(cell[self.axis], ()), cell["turn"])
        return alike({row: tuple(sorted(found)) for row, found in turns.items()})

    @property
    def at_stake(self) -> float:
        """What it would cost, in points a hand and about, to be wrong in every undecided cell.

        The worse end of each interval of D, times how often one is there.
        """
        open_ = (cell for cell in self.cells if cell["cell"] == UNDECIDED and cell["low"] is not None)
        return float(sum(max(abs(cell["low"]), abs(cell["high"])) * cell["frequency"] for cell in open_))


def reading(result: Result, when: str | None = None) -> Reading:
    """Return the reading of a result of `chart`, of one chance of each turn where there are several."""
    question = registry.game(result.game).load_engine().stopping[str(result.extra["question"])]
    cells = [row for row in result.rows if "cell" in row and when in (None, row.get("when"))]
    return Reading(question, cells, when)


def readings(result: Result) -> list[Reading]:
    """Return the readings of a result of `chart`, one for each chance of a turn."""
    chances = dict.fromkeys(row.get("when") for row in result.rows if row.get("metric") == "break_even")
    return [reading(result, when) for when in chances or (None,)]


def limits(result: Result, metric: str, when: str | None = None) -> dict[int, Cell]:
    """Return the rows `break_even` or `best_threshold` of a result of `chart` by turn, of one chance of each turn."""
    return {row["turn"]: row for row in result.rows if row.get("metric") == metric and when in (None, row.get("when"))}


def limit_words(row: Cell) -> str:
    """Return a limit, or the limits that cannot be told apart.

    Examples
    --------
    >>> limit_words({"estimate": 9, "low": 9, "high": 9}), limit_words({"estimate": 9, "low": 8, "high": 11})
    ('9', '8–11')
    >>> limit_words({"estimate": None, "low": None, "high": 3})
    'none–3'
    """
    low, high = ("none" if row[end] is None else str(row[end]) for end in ("low", "high"))
    return low if low == high else f"{low}–{high}"


def plan(chart: Reading) -> str:
    """Return in words in which turns each row stops; `doubts` says what is undecided."""
    rows = [row for row in chart.rows if row != chart.ends]
    spans = {row: [span for span in chart.spans(row) if span.last] for row in rows}
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
