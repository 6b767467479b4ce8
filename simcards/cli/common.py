"""What commands share: their options, how values are read, and the rules that the options choose."""

from __future__ import annotations

import contextlib
import math
import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from simcards.errors import InputError, WorkersLost, shorten
from simcards.files import check_target, short_path
from simcards.limits import MOST_GAMES, MOST_PURSE, MOST_SEED, MOST_SESSION, MOST_THREADS, processors
from simcards.words import listed

if TYPE_CHECKING:
    from simcards.result import Result
    from simcards.rules import GameRules
    from simcards.workers.ordered import Workers

_GAMES = re.compile(r"(\d+(?:_\d+)*(?:\.\d+)?)(?:[eE]\+?(\d{1,3}))?([kKmM]?)", re.ASCII)
_GAMES_TEXT = 28
"""Characters of a number of games: as many digits as decimals keep, so that none is rounded to a whole number."""
_THOUSANDS = {"": 0, "k": 3, "m": 6}

MOST_FIGURE = 1e15
"""What is larger is no figure of a game, and could not be told from the next number."""

INTERRUPTED = 130
LOST = 1
"""Exit codes of a run that was cut short."""

Decorated = TypeVar("Decorated", bound=Callable[..., object])


def parse_games(text: str) -> int:
    """Return a number of games, written as `250000`, `1_000_000`, `250k`, `10M` or `1e6`.

    Examples
    --------
    >>> parse_games("1e6"), parse_games("2.5M"), parse_games("250k")
    (1000000, 2500000, 250000)
    """
    return _parse_count(text, 1)


def parse_first(text: str) -> int:
    """Return the number of a first game, written as a number of games is; it may be 0.

    Examples
    --------
    >>> parse_first("0"), parse_first("1e9")
    (0, 1000000000)
    """
    return _parse_count(text, 0)


def _parse_count(text: str, least: int) -> int:
    match = _GAMES.fullmatch(text.strip()) if len(text) <= _GAMES_TEXT else None
    if match:
        digits, power, unit = match.groups()
        number = Decimal(digits.replace("_", "")).scaleb(int(power or 0) + _THOUSANDS[unit.lower()])
        if least <= number <= MOST_GAMES and number == int(number):
            return int(number)
    raise InputError(
        f"was given '{shorten(text)}'; allowed: a whole number from {least} to {MOST_GAMES:,}, "
        "as in 250000, 1_000_000, 250k, 10M or 1e6."
    )


def _parse_whole(low: int, high: int) -> Callable[[str], int]:
    def parse(text: str) -> int:
        if re.fullmatch(r"\d+(_\d+)*", text.strip(), re.ASCII) and len(text) <= len(str(high)) * 2:
            number = int(text)
            if low <= number <= high:
                return number
        raise InputError(f"was given '{shorten(text)}'; allowed: a whole number from {low} to {high}.")

    return parse


def parse_precision(text: str) -> float:
    """Return a half-width to reach: a positive number."""
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise InputError(f"was given '{shorten(text)}'; allowed: a number over 0, as in 0.05.")
    return number


def parse_number(text: str) -> float:
    """Return a number that a figure can have."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not abs(number) <= MOST_FIGURE:
        raise InputError(f"was given '{shorten(text)}'; allowed: a number up to {MOST_FIGURE:g}, as in 0.639.")
    return number


def parse_position(text: str) -> int | str:
    """Return a position at the table, by its number or, where the game has them, as a role."""
    return int(text) if re.fullmatch(r"\d{1,2}", text.strip(), re.ASCII) else text.strip()


class Parsed(click.ParamType):  # type: ignore[type-arg]  # generic only in the newest releases of click
    """An option's type whose values are read by a function that raises `InputError`."""

    def __init__(self, name: str, parse: Callable[[str], object]) -> None:
        self.name = name
        self.parse = parse

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return what a text stands for; defaults are values already."""
        if not isinstance(value, str):
            return value
        try:
            return self.parse(value)
        except InputError as error:
            self.fail(str(error), param, ctx)


parse_seed = _parse_whole(0, MOST_SEED)
parse_threads = _parse_whole(1, MOST_THREADS)
parse_players = _parse_whole(1, 52)
parse_session = _parse_whole(1, MOST_SESSION)
parse_place = _parse_whole(0, 52)
parse_purse = _parse_whole(1, MOST_PURSE)


def _checked_target(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str | None:
    """See that a file to write can be written, before anything is computed for it."""
    if value is not None:
        check_target(value)
        if not Path(value).resolve().parent.is_dir():
            raise InputError(f"{short_path(value)}: its folder is missing; allowed: a file in a folder that is there.")
    return value


game_argument = click.argument("game")


def games_option(default: int | None, words: str) -> Callable[[Decorated], Decorated]:
    """Return the option `--games`, whose default and meaning each command says for itself."""
    return click.option(
        "--games", type=Parsed("N", parse_games), default=default, show_default=default is not None, help=words
    )


seed_option = click.option(
    "--seed",
    type=Parsed("N", parse_seed),
    default=1,
    show_default=True,
    help="Seed of the deals, 0 to 2^64 - 1.",
)
precision_option = click.option(
    "--precision",
    type=Parsed("X", parse_precision),
    help="Go on until the half-width of the main figure is at most X.",
)
threads_option = click.option(
    "--threads",
    type=Parsed("N", parse_threads),
    default=processors,
    show_default="all processors",
    help="Threads to play with; the result does not depend on them.",
)
processes_option = click.option(
    "--processes", type=Parsed("N", parse_threads), help="Play with N processes in place of threads."
)
cluster_option = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Play on a Dask cluster: local:N starts one here, tcp://HOST:PORT uses a running one.",
)
session_option = click.option(
    "--session",
    type=Parsed("K", parse_session),
    help=f"Swings over K hands, 1 to {MOST_SESSION}: results, and the stakes to bring.",
)
bring_option = click.option(
    "--bring", type=Parsed("B", parse_purse), help="With --session: the chance to lose B stakes (points) on the way."
)
policy_option = click.option(
    "--policy",
    "policies",
    metavar="NAME[:param=value,…]",
    multiple=True,
    help="How the seats play: once for all, or once a seat (gin3: once for both, or for box and captain).",
)
name_option = click.option(
    "--name", metavar="NAME", help="Keep the run in results/NAME, so that it can be resumed and extended."
)
out_option = click.option("--out", metavar="FILE", help="The picture of a chart, or the page of a report.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
json_lines_option = click.option(
    "--json", "as_json", is_flag=True, help="Print JSON objects, one a line, and nothing else."
)
csv_option = click.option(
    "--csv", "csv_file", metavar="FILE", callback=_checked_target, help="Write the rows to a CSV file too."
)
quiet_option = click.option("-q", "--quiet", is_flag=True, help="No progress and no notes.")


def _together(*options: Callable[[Decorated], Decorated]) -> Callable[[Decorated], Decorated]:
    def decorate(command: Decorated) -> Decorated:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


rules_options = _together(
    click.option("--rules", "rules", metavar="PRESET|FILE", help="A preset or a rule file; else the first preset."),
    click.option("--set", "settings", metavar="OPTION=VALUE", multiple=True, help="Change one option; repeatable."),
    click.option("--players", type=Parsed("N", parse_players), help="Players at the table."),
)
"""`--rules`, `--set` and `--players`, as the arguments `rules`, `settings` and `players` of `effective_rules`."""

workers_options = _together(threads_option, processes_option, cluster_option)
"""`--threads`, `--processes` and `--cluster`, as the arguments of `workers_of`."""

output_options = _together(json_option, csv_option, quiet_option)
"""`--json`, `--csv` and `-q`, as the arguments `as_json`, `csv_file` and `quiet` of `output.emit`."""


def example(*lines: str) -> str:
    """Return the end of a help text: commands to try."""
    return "\b\nExample:\n" + "\n".join(f"  {line}" for line in lines)


def workers_of(threads: int, processes: int | None, cluster: str | None) -> Workers:
    """Return who plays, by the one of `--threads`, `--processes` and `--cluster` that was given."""
    from simcards.workers.cluster import Cluster
    from simcards.workers.processes import Processes
    from simcards.workers.threads import Threads

    source = click.get_current_context().get_parameter_source("threads")
    stated = source is not click.core.ParameterSource.DEFAULT
    given = {"--threads": stated, "--processes": processes is not None, "--cluster": cluster is not None}
    if sum(given.values()) > 1:
        raise InputError(f"{listed([word for word in given if given[word]], 'and')} were given; allowed: one of them.")
    if cluster is not None:
        return Cluster(cluster)
    return Threads(threads) if processes is None else Processes(processes)


def leave(ctx: click.Context, result: Result) -> None:
    """Exit with the code of a run that did not come to its end, if so it was."""
    if result.extra["interrupted"]:
        ctx.exit(LOST if "lost" in result.extra else INTERRUPTED)


def interruption(result: Result, name: str | None) -> Iterator[str]:
    """Yield how a run was cut short, if it was, and how to go on with it, or to play the same hands again."""
    if not result.extra["interrupted"]:
        return
    if "lost" in result.extra:
        yield str(result.extra["lost"])
    if name is None:
        yield f"Interrupted: --games {result.games} plays these {result.unit} again."
    else:
        yield f"Interrupted, and kept: {go_on(name)}"


def go_on(name: str) -> str:
    """Return how to go on with a stored run."""
    return f"'simcards runs resume {name}' goes on."


@contextlib.contextmanager
def kept(name: str | None) -> Iterator[None]:
    """Say of a command that has nothing to show when it is interrupted, or loses its workers, that it is kept."""
    try:
        yield
    except (KeyboardInterrupt, WorkersLost):
        if name is not None:
            click.echo(f"What was found is kept: {go_on(name)}", err=True)
        raise


def effective_rules(
    game: str, rules: str | None, settings: tuple[str, ...] = (), players: int | None = None
) -> GameRules:
    """Return the rules that `--rules`, `--set` and `--players` choose, and warn of what is hardly meant."""
    from simcards.rules import load_rules

    if players is not None and any(setting.partition("=")[0].strip() == "players" for setting in settings):
        raise InputError(f"--players was given {players}, and --set players too; allowed: one of the two.")
    seats = [] if players is None else [f"players={players}"]
    chosen = load_rules(game, rules, [*settings, *seats])
    if not click.get_current_context().params.get("quiet"):
        for warning in chosen.warnings():
            click.echo(f"Warning: {warning}", err=True)
    return chosen
