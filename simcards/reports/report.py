"""Stage 6, the report: one self-contained HTML file, the same bytes for the same input on the same versions.

The file asks for nothing: no script, no font, no picture from elsewhere, and its content security policy says so. It
has no date.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcards import registry
from simcards.answers.knocking import knock_limits, limits_to_try, no_limit
from simcards.answers.odds import odds_under
from simcards.answers.payments import no_chart, payment_charts
from simcards.compile import Policy, parse_policies
from simcards.errors import InputError, shorten
from simcards.files import check_target, write_atomic
from simcards.reports.compose import Found, html_of, main_figures
from simcards.reports.provenance import repeat_command
from simcards.rules import GameRules, Overrides, Source, load_rules
from simcards.simulation import simulate

if TYPE_CHECKING:
    from simcards.sheets import Sheet

GAMES = 2_000_000
"""Hands of the main run: every main figure is then known to ± 0.05 points (95 %) or better."""

LIMIT_SHARE = 4
"""The main run has this many times the hands of each other knock limit."""

QUESTION = "knock"

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and of how much."""


@dataclass(frozen=True)
class Report:
    """A report: the page, and the numbers on it."""

    html: str
    rows: list[dict[str, Any]]
    """Flat rows; `section` says which result they are of: `odds`, `simulate`, `knock_limits` or `chart`."""
    main: Sheet
    """The main figures."""
    manifest: Mapping[str, Any]
    command: str
    """The command that makes the same report again."""
    path: Path | None = None
    """Where the page has been written."""

    def write(self, path: str | Path) -> Report:
        """Write the page, whole or not at all, into a folder that is made if it is missing.

        Returns
        -------
        Report
            The report with its path.

        Raises
        ------
        InputError
            If the file cannot be written.
        """
        target = Path(path)
        check_target(target)
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"{shorten(str(target.parent))}: the folder cannot be made ({error.strerror}).") from None
        write_atomic(target, self.html)
        return replace(self, path=target)

    def to_dict(self) -> dict[str, Any]:
        """Return the object that `--json` prints."""
        return {**self.manifest, "path": None if self.path is None else str(self.path), "rows": self.rows}


def report(
    game: str,
    rules: GameRules | Source = None,
    overrides: Overrides = (),
    *,
    policies: Sequence[str] = (),
    games: int = GAMES,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Report:
    """Make the report of a game: when to knock, rules, exact odds, how hands end and what they pay, other knock limits.

    Parameters
    ----------
    game
        Name of the game.
    rules, overrides
        The rule set, or what `simcards.load_rules` takes.
    policies
        One policy for both seats, one a seat, or none: the game's default.
    games
        Hands of the main run; the charts get as many, each other knock limit a quarter.
    seed, threads
        As for `simulate`; the report does not depend on the threads.
    progress
        Called now and then.

    Raises
    ------
    InputError
        If something is out of its range.
    """
    rule_set = rules if isinstance(rules, GameRules) else load_rules(game, rules, overrides)
    chosen = parse_policies(registry.game(game), policies, rule_set.players)
    tell = progress or (lambda _step, _done, _total: None)
    run: dict[str, Any] = {"policies": [str(policy) for policy in chosen], "seed": seed, "threads": threads}
    played = simulate(game, rule_set, games=games, progress=partial(tell, "playing hands"), **run)
    if played.extra["interrupted"]:
        raise KeyboardInterrupt
    tell("counting the exact odds", 0, 1)
    exact = odds_under(rule_set)
    charts, limits = None, None
    if not (left_out := no_chart(rule_set, QUESTION, chosen)):
        of_charts = partial(tell, "finding when to knock")
        charts = payment_charts(rule_set, QUESTION, chosen, games=games, seed=seed, threads=threads, progress=of_charts)
    if not (no_limits := _no_limits(chosen[0], rule_set)):
        of_limits = partial(tell, "playing at other knock limits")
        limits = knock_limits(rule_set, games=max(games // LIMIT_SHARE, 2), progress=of_limits, **run)
    tell("drawing the pictures", 0, 1)
    return _made(Found(exact, played, limits, no_limits, charts, left_out))


def _no_limits(policy: Policy, rules: GameRules) -> str:
    """Return why other knock limits are left out, or an empty text."""
    if why := no_limit(policy):
        return f"Left out. {why}"
    if limits_to_try(policy, rules) == [0]:
        return "Under these rules nobody may knock without gin, so there is no other limit to try."
    return ""


def _made(found: Found) -> Report:
    """Return the report of what was found."""
    results = found.results
    main, command = main_figures(found), repeat_command(found.played)
    rows = [{"section": result.command, **row} for result in results for row in result.rows]
    rows += [] if found.charts is None else [{"section": "chart", **row} for row in found.charts.rows]
    tallies = {} if found.limits is None else {"knock_limits_tally": found.limits.tally}
    tallies |= {} if found.charts is None else {"chart_tally": found.charts.tally}
    return Report(
        html=html_of(found, main, command),
        rows=rows,
        main=main,
        manifest={**found.played.manifest, "command": "report", **tallies},
        command=command,
    )
