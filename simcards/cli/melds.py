"""`simcards melds`: the best split of a hand."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from simcards.cli.common import example, json_lines_option
from simcards.cli.output import print_json
from simcards.errors import InputError

if TYPE_CHECKING:
    from simcards.splits import Aces, Split

WRONG_INPUT = 2
LINE_CAP = 1000
"""Bytes of a line of `melds -`; fourteen cards need 56."""


@click.command(
    epilog=example(
        "simcards melds 5c 6c 7c 7d 7h 8s 9s Ts 2d 3h",
        "simcards melds 5c6c7c7d7h8s9sTs2d3hKd --json",
        "simcards melds - --json < hands.txt",
    )
)
@click.argument("cards", nargs=-1, required=True, metavar="CARDS|-")
@click.option("--aces", type=click.Choice(["low", "high_low"]), default="low", show_default=True, help="Q-K-A a run?")
@json_lines_option
@click.pass_context
def command(ctx: click.Context, cards: tuple[str, ...], aces: Aces, *, as_json: bool) -> None:
    """Show the best melds of a hand of up to 14 cards, its deadwood, and the best discard with what it leaves.

    With - in place of cards, hands are read from standard input, one a line.
    """
    from simcards.splits import melds

    if cards != ("-",):
        show(melds(" ".join(cards), aces), as_json=as_json)
        return
    wrong = False
    for number, line in lines():
        try:
            show(melds(line, aces), as_json=as_json)
        except InputError as error:
            wrong = True
            if as_json:
                print_json({"error": str(error)})
            else:
                click.echo(f"simcards: line {number}: {error}", err=True)
    ctx.exit(WRONG_INPUT if wrong else 0)


def lines() -> Iterator[tuple[int, str]]:
    """Yield number and text of the lines of standard input that are not blank.

    Bytes that are no UTF-8 end as bad cards, and so does what is cut off a line that is too long.
    """
    if sys.stdin is None:
        raise InputError("Standard input is closed; with - the hands are read from it, one a line.")
    source, number = sys.stdin.buffer, 0
    while raw := source.readline(LINE_CAP + 1):
        number += 1
        whole, rest = len(raw) <= LINE_CAP or raw.endswith(b"\n"), raw
        while rest and not rest.endswith(b"\n"):
            rest = source.readline(LINE_CAP + 1)
        line = raw.decode("utf-8", errors="replace").strip()
        if line or not whole:
            yield number, line if whole else f"{line[:20]} … (a line of over {LINE_CAP} bytes)"


def show(split: Split, *, as_json: bool) -> None:
    """Print one split."""
    if as_json:
        print_json(split.to_dict())
        return
    laid = "  ".join("".join(meld) for meld in split.melds) or "none"
    click.echo(f"{' '.join(split.hand)}\n  melds     {laid}\n  deadwood  {split.deadwood}")
    click.echo(f"  discard   {split.discard}, which leaves {split.deadwood_after}")
