"""What a game is: a frozen record that each game's folder fills in, and the rest of the code reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from simcards.compile import Policy
    from simcards.counts import Counted, Counts
    from simcards.rules import GameRules


@dataclass(frozen=True)
class Parameter:
    """A parameter of a policy: a whole number, one of some words, or (`table`) a number for each own turn, by `/`."""

    name: str
    meaning: str
    default: int | None
    low: int
    high: int
    place: int = 0
    """Index in the kernel's parameter array (a policy has at most one table)."""
    table: bool = False
    words: tuple[str, ...] = ()
    """What the numbers from `low` to `high` are written as, if not as numbers."""

    def written(self, value: int | tuple[int, ...]) -> str:
        """Return a value as it is written on the command line."""
        if isinstance(value, tuple):
            return "/".join(map(str, value))
        return self.words[value - self.low] if self.words else str(value)


@dataclass(frozen=True)
class PolicySpec:
    """A policy as it is named on the command line; `number` is what kernels know it by."""

    name: str
    number: int
    summary: str
    source: str
    parameters: tuple[Parameter, ...] = ()


@dataclass(frozen=True)
class OffDeal:
    """What stopping straight off the deal is worth, before anybody has played: exactly, or from simulated deals."""

    exact: Callable[[GameRules], bool]
    exact_rows: Callable[[GameRules], Iterator[dict[str, Any]]]
    """A row for each value that can be dealt: an estimate without error, `frequency`, `above`."""
    simulated_sums: Callable[[GameRules, int, int, int], NDArray[np.int64]]
    """Hands, payoffs and their squares by value, (values, 3), of games from a number on, so many, of a seed; the sums
    of several add up."""
    simulated_rows: Callable[[NDArray[np.int64]], Iterator[dict[str, Any]]]


@dataclass(frozen=True)
class StoppingQuestion:
    """When to knock, or drop: a game's part in a chart that is found on stored paths."""

    name: str
    row: str
    """What the chart's rows are, such as `deadwood`."""
    first_row: int
    """What the row with number 0 stands for; where that is below 0, row 0 is for the ends of hands and not shown."""
    verb: str
    """What stopping is called in a cell, such as `knock`."""
    gerund: str
    """What stopping is called in a sentence, such as `knocking`."""
    unit: int
    """What stored values are multiples of: so many make a point, or a stake."""
    either: float
    """Points, or stakes, within which it does not matter what one does."""
    columns: Callable[[GameRules], int]
    """Columns of the chart, column 0 included, under a rule set."""
    column_keys: Callable[[GameRules, int], dict[str, Any]]
    """What a column stands for, from `turn` on."""
    rows: Callable[[GameRules], int]
    """Rows of the chart, row 0 included, under a rule set."""
    no_chart: Callable[[GameRules], str]
    """Why there is nothing to decide under a rule set, or an empty text."""
    path_rules: Callable[[GameRules], Sequence[GameRules]]
    """The rule sets that the path kernel gets: the rules, and those that hands without stopping are played under."""
    path_policy: Callable[[Policy], Policy]
    """The policy that plays as one does but stops only where it must; InputError if stopping changes its other play."""
    stops: Callable[[GameRules, Policy, int, int], NDArray[np.bool_]]
    """Where a policy stops by itself, (rows, columns), given the numbers of both."""
    record_paths: Callable[..., int]
    """Kernel: play hands with nobody stopping and pack their points."""
    score_points: Callable[..., None]
    """Kernel: unpack points and score each under the payments of a PARAMS record."""
    point_type: type[np.integer[Any]]
    """Of a packed point."""
    most_points: int
    """Most points of a hand."""
    rescored: frozenset[str]
    """Options under other values of which stored hands can be scored again."""
    payments: tuple[str, ...]
    """Those of them of which a report shows the usual values."""
    off_deal: OffDeal | None
    """Stopping straight off the deal, where the game allows that."""
    limits: bool
    """Whether the chart is compared with plain limits, the same in all turns; if not, with stopping at once."""


class HandReplay(Protocol):
    """A hand of a record that is being played."""

    @property
    def over(self) -> bool:
        """Whether the hand is over."""

    def apply(self, text: object) -> None:
        """Carry out an action.

        Raises
        ------
        InputError
            If it is illegal; the hand is then as before.
        """

    def result(self) -> dict[str, Any]:
        """Return the hand's result so far."""


class MatchReplay(Protocol):
    """A match of a record that is being played."""

    @property
    def over(self) -> bool:
        """Whether the match is over."""

    def new_hand(self, deck: list[int]) -> HandReplay:
        """Deal the next hand."""

    def add_hand(self) -> None:
        """Score the last hand, which is over."""

    def result(self) -> dict[str, Any]:
        """Return the match's result so far."""


class Referee(Protocol):
    """What a game gives for replaying its records."""

    result_keys: frozenset[str]
    """Every key that a result of this game, of a hand or of a match, can have."""

    def place(self, rules: GameRules, record: Mapping[str, object]) -> Any:
        """Return what the game's place keys say.

        Raises
        ------
        InputError
            If they are wrong.
        """

    def new_hand(self, rules: GameRules, place: Any, deck: list[int]) -> HandReplay:
        """Deal a hand."""


class MatchReferee(Referee, Protocol):
    """What a game gives whose records can be of whole matches."""

    def new_match(self, rules: GameRules, place: Any) -> MatchReplay:
        """Begin a match."""


class Figure(NamedTuple):
    """What is told of hands: a metric, of a seat, of a position, or of neither."""

    metric: str
    seat: int | None = None
    position: int | None = None


class Moments(NamedTuple):
    """What a figure adds up to over hands: it is the mean, or with `squares` the standard deviation."""

    n: int
    """Hands; of `win`, those with a winner."""
    total: float
    squares: float | None = None


@dataclass(frozen=True)
class Purse:
    """What hands put into a seat's purse or take out of it; over the seats of a hand it comes to nothing."""

    money: str
    """What is paid in: `stake` or `point`."""
    unit: int
    """How many parts of it histograms count in."""
    won: Callable[[Counts, int | None, int], Mapping[int, int]]
    """Hands by what they paid, of a seat (None: of all), so many seats after the first to act; the last deals."""


@dataclass(frozen=True, kw_only=True)
class Counting:
    """A kernel that plays games, hands or whole matches, what it counts of them, and how that is told."""

    count_axes: Mapping[str, tuple[str, ...]]
    """The arrays of counts, by name, and what their axes are; `ended` has the number of games."""
    count_shapes: Callable[[Sequence[GameRules]], Mapping[str, tuple[int, ...]]]
    """The shape of each array of counts, large enough for all of these rule sets."""
    counted: Mapping[str, Counted]
    """How often games are counted in arrays of counts."""
    consistent: Callable[[Counts], None] = lambda _counts: None
    """Refuses counts, which come from disk, that contradict each other otherwise, with an InputError."""
    run_slice: Callable[..., None]
    """Kernel: play games `first` … `first + games - 1`, and count them under each of several rule sets that differ only
    in what `rescored` names."""
    rescored: frozenset[str] = frozenset()
    """Options that change no game that is played, only what it pays or what follows it."""
    rows: Callable[[Counts], list[dict[str, Any]]]
    """The rows of `simulate`."""
    slow_rows: Callable[[Counts, GameRules], list[dict[str, Any]]] | None = None
    """Further rows, which take seconds to find."""
    main_metric: str
    """What the main figure is: of position 1 where every position is always played alike, else of seat 0."""
    main_moments: Callable[[Counts, bool], tuple[int, float, float]]
    """n, sum and sum of squares of the main figure; the flag says whether every position is always played alike."""

    def check(self, counts: Counts, games: int) -> None:
        """Refuse counts that cannot be those of so many games.

        Raises
        ------
        InputError
            With what is wrong, and what is allowed.
        """
        from simcards.counts import check_counts

        check_counts(counts, self.counted, games)
        self.consistent(counts)


@dataclass(frozen=True, kw_only=True)
class Engine(Counting):
    """A game's kernels and what surrounds them; importing it imports Numba. It counts hands."""

    params: np.dtype[Any]
    state: np.dtype[Any]
    scratch: np.dtype[Any]
    params_of: Callable[[GameRules], dict[str, Any]]
    """The rules as the numbers, or lists of numbers, of a PARAMS record."""
    figures: Callable[[Counts], Mapping[Figure, Moments]]
    """What rule sets are compared by: `moved` (what changes hands in a hand); `payoff`, `net`, `payoff_sd` and `win` of
    each seat and position; `outcome:<each>`, `turns`."""
    purse: Purse
    referee: Referee
    stopping: Mapping[str, StoppingQuestion]
    """Questions by name."""
    match: Counting | None = None
    """Whole matches, where the game has them."""
    match_options: frozenset[str] = frozenset()
    """Options that change matches, and no hand."""


@dataclass(frozen=True)
class Game:
    """A game of the registry; the parts that need time to import are loaded when they are asked for."""

    name: str
    title: str
    seats: tuple[int, int]
    """Fewest and most players."""
    outcomes: tuple[str, ...]
    policies: tuple[PolicySpec, ...]
    default_policy: str
    questions: tuple[str, ...]
    load_rules: Callable[[], type[GameRules]]
    load_engine: Callable[[], Engine]
    match_records: bool = False
    """Whether records of whole matches exist."""
    place_keys: tuple[str, ...] = ("dealer",)
    """Keys of a record that say where its hand, or its first, stands: who deals, what the scores are."""
    first_place: Mapping[str, object] = field(default_factory=dict)
    """What a record has to say of them at the least, with the values of any first hand."""
    roles: Mapping[str, int] = field(default_factory=dict)
    """Where only some of the players play a hand: their roles, with the position of each. Policies are then given by
    role, in this order, and not by seat."""

    def active(self, players: int) -> int:
        """Return how many of the players at a table play a hand."""
        return len(self.roles) or players

    def role(self, position: int | None) -> str | None:
        """Return the role of a position, where the game has roles."""
        return next((role for role, place in self.roles.items() if place == position), None)
