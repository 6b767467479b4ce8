"""Stage 6, the report: one self-contained HTML file, the same bytes for the same input on the same versions.

The file asks for nothing: no script, no font, no picture from elsewhere, and its content security policy says so. It
has no date. What stands in it is each game's own: `simcards.reports.<game>`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcards import registry
from simcards.compile import parse_policies
from simcards.errors import InputError, shorten
from simcards.files import check_target, write_atomic
from simcards.reports import page
from simcards.reports.asked import Asked, Progress, finder
from simcards.reports.provenance import repeat_command
from simcards.rules import GameRules, Overrides, Source, load_rules

if TYPE_CHECKING:
    from simcards.sheets import Sheet

GAMES = 2_000_000
"""Hands of the main run: every main figure is then known to ± 0.05 points or ± 0.02 stakes (95 %) or better."""


@dataclass(frozen=True)
class Report:
    """A report: the page, and the numbers on it."""

    html: str
    rows: list[dict[str, Any]]
    """Flat rows; `section` says which result they are of, by its command."""
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
    """Make the report of a game: when to stop, rules, exact odds, how hands end and what they pay, other rules.

    Parameters
    ----------
    game
        Name of the game.
    rules, overrides
        The rule set, or what `simcards.load_rules` takes.
    policies
        One policy for all seats, one a seat, or none: the game's default.
    games
        Hands of the main run; all else gets a share of as many that depends on the game.
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
    found = finder(game)(Asked(rule_set, chosen, games, seed, threads, tell))
    tell("drawing the pictures", 0, 1)
    command = repeat_command(found.played)
    title = f"{registry.game(game).title}: {rule_set.name}"
    return Report(
        html=page.render(title, found.lead(), found.sections(command)),
        rows=found.rows,
        main=found.main(),
        manifest={**found.played.manifest, "command": "report", **found.tallies},
        command=command,
    )
