"""`simcards warm`: compile now what commands would compile at their first use."""

from __future__ import annotations

import time

import click

from simcards import __version__, registry
from simcards.cli.common import example, json_option, quiet_option
from simcards.cli.output import print_json, print_table


@click.command(epilog=example("simcards warm", "simcards warm gin"))
@click.argument("games", nargs=-1, metavar="[GAME…]")
@json_option
@quiet_option
def command(games: tuple[str, ...], *, as_json: bool, quiet: bool) -> None:
    """Compile the kernels of every GAME (without one: of all games), so that later commands start at once."""
    from simcards.warm import warm  # imports Numba, which the help need not wait for

    chosen = [registry.game(name) for name in games or registry.games()]
    rows: list[dict[str, object]] = []
    for game in chosen:
        if not quiet:
            click.echo(f"compiling {game.name} …", err=True)
        start = time.perf_counter()
        warm(game)
        rows.append({"game": game.name, "seconds": round(time.perf_counter() - start, 2)})
    if as_json:
        print_json({"simcards": __version__, "command": "warm", "rows": rows})
    else:
        print_table(rows)
