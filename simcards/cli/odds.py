"""`simcards odds`: exact odds of the deal, and whether what was dealt agrees with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from simcards.answers.fairness import fairness, parse_observation, percent, sentence
from simcards.answers.odds import given, odds_under
from simcards.cli.common import effective_rules, example, game_argument, output_options, rules_options
from simcards.cli.output import print_json, print_table, written
from simcards.formats import SMALL, one_in

MOST_LINES = 20
"""Values of a quantity that the table shows one by one; of more it shows tens."""
MOST_READ = 10**15
"""Larger numbers of cases are told in short."""
ONE_HAND = "The test takes every hand to be of a deal of its own: of one deal, count one hand."


@click.command(
    epilog=example(
        "simcards odds gin --rules oklahoma",
        "simcards odds gin --observed 50=12/3000",
        "simcards odds pitch --players 3 --observed high:13=310/420",
    )
)
@game_argument
@rules_options
@click.option(
    "--observed",
    "observations",
    metavar="EVENT=K/N",
    multiple=True,
    help="Seen in K of N hands dealt: is that fair? EVENT is gin, deadwood:50, 50 alone, or in pitch high:13, whose N "
    "are the hands with the king as best trump; repeatable.",
)
@output_options
def command(
    *,
    game: str,
    rules: str | None,
    settings: tuple[str, ...],
    players: int | None,
    observations: tuple[str, ...],
    as_json: bool,
    csv_file: str | None,
    quiet: bool,
) -> None:
    """Count the exact odds of the deal, without simulation.

    The table shows a wide distribution by tens; --json and --csv have every value.
    """
    seen = [parse_observation(text) for text in observations]
    result = odds_under(effective_rules(game, rules, settings, players))
    tests = fairness(result.rows, seen)
    for note in () if quiet else _notes(game, bool(tests)):
        click.echo(note, err=True)
    with written(result.rows, csv_file):
        if as_json:
            print_json(result.to_dict() | ({"observed": tests} if tests else {}))
        else:
            print_table(list(_table(result.rows)))
            for line in [*_means(result.rows), *(sentence(test, corrected=len(tests) > 1) for test in tests)]:
                click.echo(line)


def _notes(game: str, tested: bool) -> Iterator[str]:
    """Yield which hands events are of, where these are not all hands, and what a test takes for granted."""
    for event, which in given(game).items():
        yield f"{event}: {which}."
    if tested:
        yield ONE_HAND


def _table(rows: list[dict[str, Any]]) -> Iterator[dict[str, object]]:
    """Yield the rows for people: single events first, then quantities, these by tens if they have many values."""
    valued: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        if "probability" not in row:
            continue
        if row["value"] is None:
            yield _line(row["event"], "", row["count"], row["total"])
        else:
            valued.setdefault(row["event"], []).append(row)
    for event, cases in valued.items():
        step = 1 if len(cases) <= MOST_LINES else 10
        for first in sorted({case["value"] // step * step for case in cases}):
            counts = [case["count"] for case in cases if first <= case["value"] < first + step]
            yield _line(
                event, f"{first}" if step == 1 else f"{first}–{first + step - 1}", sum(counts), cases[0]["total"]
            )


def _line(event: str, value: str, count: int, total: int) -> dict[str, object]:
    return {
        "event": event,
        "value": value,
        "chance": percent(count / total),
        "odds": _one_in(count / total),
        "count": _short(count),
        "of": _short(total),
    }


def _one_in(probability: float) -> str:
    """Return a chance as `1 in N`, with a decimal where N is small."""
    return f"1 in {1 / probability:.1f}" if probability > SMALL else one_in(probability)


def _short(number: int) -> int | str:
    """Return a number as it is, or in short if it is longer than anybody reads; `--json` has every digit."""
    return number if number < MOST_READ else f"{number:.3e}"


def _means(rows: list[dict[str, Any]]) -> Iterator[str]:
    for row in rows:
        if "mean" in row:
            yield f"{row['event']}: {row['mean']:.4f} on average, standard deviation {row['sd']:.4f}."
