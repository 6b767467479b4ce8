"""What a report is asked for, and what each game's report gives back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, cast

from simcards import registry
from simcards.errors import InputError, WorkersLost
from simcards.limits import processors
from simcards.playing import Run
from simcards.runs.parts import NOT_KEPT, Parts
from simcards.simulation import Plan, collect
from simcards.words import listed
from simcards.workers.kept import KeptCounts
from simcards.workers.ordered import Workers
from simcards.workers.threads import Threads

if TYPE_CHECKING:
    from simcards.compile import Policy
    from simcards.reports.blocks import Section
    from simcards.result import Result
    from simcards.rules import GameRules
    from simcards.sheets import Sheet

HANDS_A_MATCH = 10
"""The main run has this many hands for each match that is played: about as many as a match takes."""

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and of how much."""


@dataclass(frozen=True)
class Asked:
    """What a report is to be of."""

    rules: GameRules
    policies: Sequence[Policy]
    games: int
    """Hands of the main run."""
    seed: int
    workers: Workers
    tell: Progress
    parts: Parts = NOT_KEPT
    """Where is kept what is not to be found twice."""

    @property
    def threads(self) -> int:
        """Threads for what is found on threads, whoever plays hands."""
        return self.workers.count if isinstance(self.workers, Threads) else processors()

    def run(self, step: str) -> dict[str, Any]:
        """Return the options of a run that is told as one step."""
        policies = [str(policy) for policy in self.policies]
        progress = partial(self.tell, step)
        return {"policies": policies, "seed": self.seed, "progress": progress, **self.by}

    @property
    def by(self) -> dict[str, Any]:
        """Who plays, and where it is kept."""
        return {"workers": self.workers, "parts": self.parts}

    def play(self) -> Result:
        """Play the main run: hands.

        Raises
        ------
        KeyboardInterrupt
            If Ctrl-C ended it.
        """
        return self._played(self.games, "playing hands", match=False)

    def play_matches(self) -> Result:
        """Play whole matches.

        Raises
        ------
        KeyboardInterrupt
            If Ctrl-C ended it.
        """
        return self._played(max(self.games // HANDS_A_MATCH, 1), "playing matches", match=True)

    def _played(self, games: int, step: str, *, match: bool) -> Result:
        run = Run(registry.game(self.rules.game), self.rules, tuple(self.policies), self.seed, match=match)
        kept = KeptCounts(run, games, self.parts)
        progress = partial(self.tell, step)
        return whole(collect(Plan(run, 0, games, None), self.workers, progress=progress, store=kept))


def whole(result: Result) -> Result:
    """Return a result that nothing has cut short; a report of a part of the hands is none.

    Raises
    ------
    KeyboardInterrupt
        If it has.
    WorkersLost
        If the workers were lost.
    """
    if "lost" in result.extra:
        raise WorkersLost(str(result.extra["lost"]))
    if result.extra["interrupted"]:
        raise KeyboardInterrupt
    return result


class Found(Protocol):
    """What was found for a report: numbers first, the page when it is asked for."""

    @property
    def played(self) -> Result:
        """The main run."""

    @property
    def rows(self) -> list[dict[str, Any]]:
        """Flat rows; `section` says which result they are of."""

    @property
    def tallies(self) -> Mapping[str, str | None]:
        """Keys of the manifest beside the main run's `tally`."""

    def main(self) -> Sheet:
        """Return the table of the main figures."""

    def lead(self) -> str:
        """Return what the report is about, in a sentence under its title."""

    def sections(self, command: str) -> list[Section]:
        """Return the page; `command` is what makes it again."""


def finder(game: str) -> Callable[[Asked], Found]:
    """Return what finds out what a game's report tells: `find` of its package in `simcards.reports`.

    Raises
    ------
    InputError
        If the game has no report.
    """
    if find_spec(f"simcards.reports.{game}") is None:
        reported = [name for name in registry.games() if find_spec(f"simcards.reports.{name}") is not None]
        raise InputError(f"There is no report of {game}; allowed: {listed(reported)}.")
    return cast("Callable[[Asked], Found]", import_module(f"simcards.reports.{game}").find)
