"""Commands of many parts, a sweep, a chart, a report, given again from what a stored run tells of them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcards.cli import chart, report, sweep
from simcards.cli.common import go_on, kept
from simcards.cli.output import check_apart
from simcards.cli.progress import progress, steps
from simcards.errors import InputError
from simcards.files import check_target
from simcards.limits import MOST_GAMES, check_range, processors
from simcards.runs.names import RESULTS

if TYPE_CHECKING:
    from simcards.reports.report import Report
    from simcards.result import Result
    from simcards.runs.parts import KeptParts
    from simcards.workers.ordered import Workers


@dataclass(frozen=True)
class Output:
    """Where an answer goes, and how."""

    as_json: bool
    csv_file: str | None
    quiet: bool
    out: str | None = None
    """A picture or page, where the command makes one."""

    def check(self, command: str) -> None:
        """Refuse an `out` that the command has no use for, or that cannot be written."""
        if self.out is None:
            return
        if command not in ("chart", "report"):
            raise InputError(f"--out was given; allowed: of a run of chart or report, this is one of {command}.")
        if command == "chart":
            from simcards.plots import check_picture

            check_picture(Path(self.out))
        check_target(self.out)
        check_apart(self.out, self.csv_file)


def go_on_with(name: str, games: int | None, workers: Workers, *, quiet: bool) -> Any:
    """Find what a stored run has not found yet, up to so many games, and return it with all the rest."""
    from simcards.runs.parts import open_parts

    with open_parts(name, RESULTS) as parts:
        if games is not None:
            games = check_range("--games", games, parts.target, MOST_GAMES)
            parts.target, parts.finished = games, False
        with kept(name):
            return parts.ended(_find(parts, workers, quiet=quiet))


def found_by(name: str) -> tuple[Result | Report, str]:
    """Return what a stored run has found, and what was wrong with its newest state on disk, if anything.

    Raises
    ------
    InputError
        If that is nothing that can be shown.
    """
    from simcards.runs.parts import kept_parts
    from simcards.workers.threads import Threads

    parts = kept_parts(name, RESULTS)
    try:
        return _find(parts, Threads(1), quiet=True), parts.note
    except KeyboardInterrupt:
        # What is found in steps passes `Unfinished` on as any Ctrl-C: cut short.
        if not parts.lacks:
            raise
        command = parts.about["command"]
        raise InputError(f"This {command} is not found yet, and a part of it cannot be shown: {go_on(name)}") from None


def _find(parts: KeptParts, workers: Workers, *, quiet: bool) -> Any:
    from simcards.workers.threads import Threads

    command, about, games = parts.about["command"], parts.about, parts.target
    threads = workers.count if isinstance(workers, Threads) else processors()
    if command == "sweep":
        from simcards.answers.sweeping import Swept

        with progress("hands", quiet=quiet) as tell:
            return Swept.of(about, games).play(workers, tell, parts)
    with steps(quiet=quiet) as told:
        if command == "chart":
            from simcards.answers.chart import AskedChart

            return AskedChart.of(about, games).find(threads, told, parts)
        from simcards.reports.report import AskedReport

        return AskedReport.of(about, games).make(workers, told, parts)


def finish(found: Any, command: str, name: str, output: Output) -> None:
    """Print an answer as its own command would, and write it where it is wanted."""
    how: dict[str, Any] = {"as_json": output.as_json, "csv_file": output.csv_file, "quiet": output.quiet}
    if command == "sweep":
        sweep.finish(found, name, **how)
    elif command == "chart":
        chart.finish(found, output.out, **how)
    else:
        report.finish(found, report.target_of(found.rules, output.out), **how)
