"""Stage 6, the report: one self-contained HTML file, the same bytes for the same input on the same versions.

The file asks for nothing: no script, no font, no picture from elsewhere, and its content security policy says so. It
has no date. What stands in it is each game's own: `simcards.reports.<game>`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcards import registry
from simcards.compile import parse_policies
from simcards.errors import InputError, shorten
from simcards.files import check_target, write_atomic
from simcards.limits import MOST_GAMES, MOST_SEED, check_range
from simcards.reports import page
from simcards.reports.asked import Asked, Progress, finder
from simcards.reports.provenance import repeat_command
from simcards.rules import GameRules, Overrides, Source, load_rules
from simcards.runs.about import about_parts, rules_about
from simcards.runs.names import RESULTS
from simcards.runs.parts import NOT_KEPT, Parts, new_parts
from simcards.workers.ordered import Workers
from simcards.workers.threads import chosen_workers

if TYPE_CHECKING:
    from simcards.compile import Policy
    from simcards.sheets import Sheet

GAMES = 2_000_000
"""Hands of the main run: every main figure is then known to ± 0.05 points or ± 0.02 stakes (95 %) or better."""


@dataclass(frozen=True)
class Report:
    """A report: the page, and the numbers on it."""

    rules: GameRules
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

    @property
    def extra(self) -> Mapping[str, Any]:
        """What its manifest says beside what every one does."""
        return self.manifest

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


def report(  # noqa: PLR0913 (all but the rules have defaults and go by name)
    game: str,
    rules: GameRules | Source = None,
    overrides: Overrides = (),
    *,
    policies: Sequence[str] = (),
    games: int = GAMES,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
    workers: Workers | None = None,
    name: str | None = None,
    results: str | Path = RESULTS,
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
    seed, threads, workers, name, results
        As for `simulate`; charts are found on threads, whoever plays hands. The report does not depend on them.
    progress
        Called now and then.

    Raises
    ------
    InputError
        If something is out of its range.
    """
    rule_set = load_rules(game, rules, overrides)
    games, seed = check_range("--games", games, 1, MOST_GAMES), check_range("--seed", seed, 0, MOST_SEED)
    asked = AskedReport(rule_set, policies, games, seed)
    workers = chosen_workers(threads, workers)
    if name is None:
        return asked.make(workers, progress)
    with new_parts(name, asked.about(), games, results) as parts:
        return parts.ended(asked.make(workers, progress, parts))


@dataclass(frozen=True)
class AskedReport:
    """A report that is asked for.

    Raises
    ------
    InputError
        If something is out of its range, or a policy cannot be played.
    """

    rules: GameRules
    policies: Sequence[str]
    games: int
    seed: int

    def __post_init__(self) -> None:
        """See that it can be made."""
        check_range("--games", self.games, 1, MOST_GAMES)
        check_range("--seed", self.seed, 0, MOST_SEED)
        _ = self.chosen

    @classmethod
    def of(cls, about: Mapping[str, Any], games: int) -> AskedReport:
        """Return the report that `about` told of.

        Raises
        ------
        InputError
            If it is none that can be made.
        """
        return cls(rules_about(about), about["policies"], games, about["seed"])

    @cached_property
    def chosen(self) -> tuple[Policy, ...]:
        """Who plays."""
        return tuple(parse_policies(registry.game(self.rules.game), self.policies, self.rules.players))

    @property
    def title(self) -> str:
        """The game, and its rules' name if that is another."""
        names = (registry.game(self.rules.game).title, self.rules.name)
        return ": ".join(dict.fromkeys(names))

    def about(self) -> dict[str, Any]:
        """Return all that the numbers depend on but their number, as a stored run keeps it."""
        return about_parts("report", self.rules, self.policies, self.seed, {})

    def make(self, workers: Workers, progress: Progress | None = None, parts: Parts = NOT_KEPT) -> Report:
        """Make it; nothing that is kept in `parts` is found twice.

        Raises
        ------
        KeyboardInterrupt
            If Ctrl-C came before its end.
        """
        game, rules = registry.game(self.rules.game), self.rules
        tell = progress or (lambda _step, _done, _total: None)
        found = finder(game.name)(Asked(rules, self.chosen, self.games, self.seed, workers, tell, parts))
        tell("drawing the pictures", 0, 1)
        command = repeat_command(found.played)
        return Report(
            rules=rules,
            html=page.render(self.title, found.lead(), found.sections(command)),
            rows=found.rows,
            main=found.main(),
            manifest={**found.played.manifest, "command": "report", **found.tallies},
            command=command,
        )
