"""Stage 6, the report: one self-contained HTML file, the same bytes for the same input on the same versions.

The file asks for nothing: no script, no font, no picture from elsewhere, and its content security policy says so. It
has no date.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simcards import registry, sheets
from simcards.answers.knocking import knock_limits, limits_to_try, no_limit
from simcards.answers.odds import odds_under
from simcards.compile import Policy, parse_policies
from simcards.errors import InputError, shorten
from simcards.files import write_atomic
from simcards.formats import thousands
from simcards.reports import findings, page
from simcards.reports.captions import CAPTIONS
from simcards.reports.provenance import facts, repeat_command, rules_told
from simcards.rules import GameRules, Overrides, Source, load_rules
from simcards.simulation import simulate

if TYPE_CHECKING:
    from simcards.result import Result
    from simcards.sheets import Sheet

GAMES = 2_000_000
"""Hands of the main run: every main figure is then known to ± 0.05 points (95 %) or better."""

LIMIT_SHARE = 2
"""The main run has this many times the hands of each other knock limit."""

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and of how much."""


@dataclass(frozen=True)
class Report:
    """A report: the page, and the numbers on it."""

    html: str
    rows: list[dict[str, Any]]
    """Flat rows; `section` says which result they are of: `odds`, `simulate` or `knock_limits`."""
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
    """Make the report of a game: rules, exact odds, how hands end and what they pay, other knock limits.

    Parameters
    ----------
    game
        Name of the game.
    rules, overrides
        The rule set, or what `simcards.load_rules` takes.
    policies
        One policy for both seats, one a seat, or none: the game's default.
    games
        Hands of the main run; each other knock limit gets half as many.
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
    study, left_out = None, _no_study(chosen[0], rule_set)
    if not left_out:
        of_limits = partial(tell, "playing at other knock limits")
        study = knock_limits(rule_set, games=max(games // LIMIT_SHARE, 2), progress=of_limits, **run)
    tell("drawing the pictures", 0, 1)
    return _compose(exact, played, study, left_out)


def check_target(path: str | Path) -> None:
    """See that a file can be written before hands are played for it.

    Raises
    ------
    InputError
        If `path` is no ordinary file, or lies in what is no folder.
    """
    target, name = Path(path), shorten(str(path))
    try:
        mode = target.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        mode = stat.S_IFREG
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise InputError(f"{name}: the file cannot be written ({reason}).") from None
    if not stat.S_ISREG(mode):
        raise InputError(f"{name}: this is no ordinary file; allowed: a new file, or one to replace.")
    folder = next(parent for parent in target.absolute().parents if parent.exists())
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise InputError(
            f"{name}: nothing can be written in {shorten(str(folder))}; allowed: a file in a folder of yours."
        )


def _no_study(policy: Policy, rules: GameRules) -> str:
    """Return why other knock limits are left out, or an empty text."""
    if why := no_limit(policy):
        return f"Left out. {why}"
    if limits_to_try(policy, rules) == [0]:
        return "Under these rules nobody may knock without gin, so there is no other limit to try."
    return ""


def _compose(exact: Result, played: Result, study: Result | None, left_out: str) -> Report:
    results = [result for result in (exact, played, study) if result is not None]
    rules, title = played.rules, registry.game(played.game).title
    main, command = findings.main_figures(played, exact, study), repeat_command(played)
    html = page.render(
        "report.html.j2",
        title=title,
        rules=rules,
        told=list(rules_told(rules)),
        preset_name=load_rules(rules.game, rules.preset).name,
        games=thousands(played.games or 0),
        main=main,
        in_short=list(findings.in_short(played, exact, study)),
        assumptions=list(findings.assumptions(played)),
        odds=sheets.odds(exact),
        deadwood=sheets.deadwood(exact),
        endings=sheets.endings(played),
        by_turn=sheets.endings_by_turn(played),
        positions=sheets.positions(played),
        alone=study and sheets.knock_limits_alone(study),
        both=study and sheets.knock_limits_both(study),
        concluded=list(findings.about_limits(study)) if study else [],
        not_concluded=list(findings.about_limits_not(study)) if study else [],
        left_out=left_out,
        pictures={result.command: page.picture(result, CAPTIONS[result.command](result)) for result in results},
        command=command,
        facts=list(facts(played, study)),
    )
    tallies = {} if study is None else {"knock_limits_tally": study.tally}
    return Report(
        html=html,
        rows=[{"section": result.command, **row} for result in results for row in result.rows],
        main=main,
        manifest={**played.manifest, "command": "report", **tallies},
        command=command,
    )
