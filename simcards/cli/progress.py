"""Progress of long work, on standard error: a bar in a terminal, else a line now and then."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from simcards.cli.output import terminal

LINE_SECONDS = 10.0
"""Without a terminal, the time from one line to the next; what is done sooner prints none."""

Report = Callable[[int, int], None]


@contextmanager
def progress(what: str, *, quiet: bool = False) -> Iterator[Report]:
    """Give a function that is called with (done, in all) now and then, and shows it under the name `what`."""
    console = terminal(stderr=True)
    if quiet:
        yield lambda _done, _total: None
    elif console.is_terminal:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task(what, total=None)
            yield lambda done, total: bar.update(task, completed=done, total=total)
    else:
        last = time.monotonic()

        def line(done: int, total: int) -> None:
            nonlocal last
            if time.monotonic() - last >= LINE_SECONDS:
                last = time.monotonic()
                click.echo(f"{what}: {done:,} of {total:,}", err=True)

        yield line


@contextmanager
def steps(*, quiet: bool) -> Iterator[Callable[[str, int, int], None]]:
    """Give a function that is called with (step, done, in all), and show on standard error which step runs how far."""
    with ExitStack() as shown:
        begun: dict[str, Report] = {}

        def tell(step: str, done: int, total: int) -> None:
            if step not in begun:
                shown.close()
                if not quiet:
                    click.echo(f"{step} …", err=True)
                begun[step] = shown.enter_context(progress(step, quiet=quiet))
            begun[step](done, total)

        yield tell
