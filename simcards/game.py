"""What a game is: a frozen record that each game's folder fills in, and the rest of the code reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from simcards.compile import Policy
    from simcards.counts import Counts
    from simcards.rules import GameRules


@dataclass(frozen=True)
class Parameter:
    """A parameter of a policy: a whole number, or (`table`) one for each own turn, joined by `/`."""

    name: str
    meaning: str
    default: int | None
    low: int
    high: int
    place: int = 0
    """Index in the kernel's parameter array (a policy has at most one table)."""
    table: bool = False


@dataclass(frozen=True)
class PolicySpec:
    """A policy as it is named on the command line; `number` is what kernels know it by."""

    name: str
    number: int
    summary: str
    source: str
    parameters: tuple[Parameter, ...] = ()


@dataclass(frozen=True)
class StoppingQuestion:
    """When to knock, or drop: a game's part in a chart that is found on stored paths."""

    name: str
    row: str
    """What the chart's rows are, such as `deadwood`."""
    verb: str
    """What stopping is called in a cell, such as `knock`."""
    turns: int
    """Columns that a path can reach, column 0 unused."""
    most_points: int
    """Most points of a hand."""
    rows: Callable[[GameRules], int]
    """Rows of the chart, row 0 included, under a rule set."""
    path_policy: Callable[[Policy], Policy]
    """The policy that plays as one does but stops only where it must; InputError if stopping changes its other play."""
    stops: Callable[[Policy, int, int], NDArray[np.bool_]]
    """Where a policy stops by itself, (rows, turns), given the numbers of both."""
    record_paths: Callable[..., int]
    """Kernel: play hands with nobody stopping and pack their points."""
    score_points: Callable[..., None]
    """Kernel: unpack points and score each under the payments of a PARAMS record."""
    payments: tuple[str, ...]
    """Options that change only payments, and of which a report shows the usual values."""


class Referee(Protocol):
    """What a game gives for replaying its records."""

    result_keys: frozenset[str]
    """Every key that a result of this game, of a hand or of a match, can have."""

    def replay_hand(self, rules: GameRules, dealer: int, deck: list[int], actions: list[object]) -> dict[str, object]:
        """Return the result of one hand; `ok` is false at the first illegal action."""

    def replay_match(self, rules: GameRules, dealer: int, hands: list[object]) -> dict[str, object]:
        """Return the result of a match."""


@dataclass(frozen=True)
class Engine:
    """A game's kernels and what surrounds them; importing it imports Numba."""

    params: np.dtype[Any]
    state: np.dtype[Any]
    scratch: np.dtype[Any]
    counts: np.dtype[Any]
    count_axes: Mapping[str, tuple[str, ...]]
    params_of: Callable[[GameRules], dict[str, int]]
    """The rules as the numbers of a PARAMS record."""
    run_slice: Callable[..., None]
    """Kernel: play games `first` … `first + games - 1` and count them."""
    rows: Callable[[Counts], list[dict[str, Any]]]
    """The rows of `simulate`."""
    main_moments: Callable[[Counts, bool], tuple[int, int, int]]
    """n, sum and sum of squares of the main figure; the flag says whether all seats play the same policy."""
    referee: Referee
    stopping: Mapping[str, StoppingQuestion]
    """Questions by name."""


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
