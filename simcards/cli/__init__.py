"""Stage 7, the command line: one file a command, imported only when it is called.

`simcards --help` imports nothing but click. What a command raises for wrong input becomes one message and exit code 2.
"""

from __future__ import annotations

import errno
import importlib
import io
import os
import sys
from collections.abc import Sequence
from typing import Any, cast

import click

from simcards import __version__
from simcards.cli import process
from simcards.errors import InputError, WorkersLost, did_you_mean, shorten
from simcards.kernels.notice import before_compiling

COMMANDS = {
    "games": "The games, their presets, policies and questions.",
    "rules": "Show the rules of a game, or check rule files.",
    "replay": "The referee: the results of game records.",
    "melds": "The best melds and the best discard of a hand.",
    "odds": "Exact odds of the deal, without simulation.",
    "simulate": "Play hands: how they end, what they pay.",
    "chart": "Strategy charts: when to knock or drop, against whom.",
    "sweep": "What house rules do, on the same deals.",
    "report": "Write one self-contained HTML report of a game.",
    "runs": "See, resume, extend, merge and compare stored runs.",
    "doctor": "Versions, compile cache, processors, disk.",
    "warm": "Compile everything now, so that later commands start at once.",
}
"""Every command with its line in the help; `simcards.cli.<name>.command` is the command itself."""

INTERRUPTED = 130
LOST = 1
UNWRITABLE = frozenset({errno.ENOSPC, errno.EIO, errno.EFBIG})
LONGEST = 1000
"""Characters of a line of a message."""

PIPE_CLOSED = 141
"""What a shell reports for a program that writes to a closed pipe."""


class LazyGroup(click.Group):
    """The group of all commands: a command's module is imported when the command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return a command, importing its module, or None if there is none of this name."""
        if cmd_name not in COMMANDS:
            return None
        return cast("click.Command", importlib.import_module(f"simcards.cli.{cmd_name}").command)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that `args` call; an unknown word is told with the nearest command."""
        word = args[0]
        if word not in COMMANDS and not word.startswith("-"):
            message = f"was given the command '{shorten(word)}'; allowed: {', '.join(COMMANDS)}."
            raise InputError(message + did_you_mean(word, COMMANDS))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the list of commands from the table, without importing any of them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; if nobody reads its output any more, end quietly."""
        try:
            value = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            # The interpreter flushes once more at its end: that must not fail again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise click.exceptions.Exit(PIPE_CLOSED) from None
        return value

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command line and exit with its code; wrong input gives a message and 2."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, standalone_mode, **extra)
        try:
            code = super().main(args, prog_name, complete_var, standalone_mode=False, **extra)
        except InputError as error:
            code = _refuse(str(error))
        except click.exceptions.NoArgsIsHelpError as error:
            error.show()
            code = error.exit_code
        except click.UsageError as error:
            path = error.ctx.command_path if error.ctx else "simcards"
            code = _refuse(f"{error.format_message()}\nTry '{path} --help'.")
        except click.ClickException as error:
            code = _refuse(error.format_message())
        except OSError as error:
            if error.errno not in UNWRITABLE:
                raise
            # The interpreter flushes once more at its end: that must not fail again.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            code = _refuse(f"standard output cannot be written ({error.strerror}).")
        except WorkersLost as error:
            click.echo(f"simcards: {error}", err=True)
            code = LOST
        except (click.Abort, KeyboardInterrupt):
            click.echo("simcards: interrupted.", err=True)
            code = INTERRUPTED
        sys.exit(code if isinstance(code, int) else 0)


def _refuse(message: str) -> int:
    """Print a message, of which no line can steer or flood a terminal, and return the code of wrong input."""
    lines = [shorten(line, LONGEST) for line in message.split("\n")]
    click.echo("simcards: " + "\n".join(lines), err=True)
    return 2


@click.command(
    cls=LazyGroup,
    epilog="\b\nExample:\n  simcards simulate gin --rules web --games 1e6",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="simcards", message="%(prog)s %(version)s")
def cli() -> None:
    """Monte Carlo strategy simulator for card games: what the rules of the table do, and how to play them."""


def main() -> None:
    """Run the command line of this process (the console entry)."""
    if sys.stdout is None:
        sys.exit(_refuse("standard output is closed; leave it open, or send it to a file."))
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal without UTF-8 shows what it cannot write as an escape.
        sys.stdout.reconfigure(errors="backslashreplace")
    if isinstance(sys.stderr, io.TextIOWrapper):
        sys.stderr = process.tolerant(sys.stderr)
    if not {"-q", "--quiet"} & set(sys.argv):
        before_compiling(lambda: click.echo("Compiling kernels; this happens once and takes some seconds.", err=True))
    # No command opens a window; a backend that is none would break every picture.
    os.environ["MPLBACKEND"] = "agg"
    process.heed_signals()
    try:
        cli(prog_name="simcards")
    finally:
        process.leave_at_once()
