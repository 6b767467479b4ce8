"""Tables of what house rules do, each option changed alone."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from simcards.answers.advice import limit_words
from simcards.answers.effects import change_of, corners_of, money_of, whose
from simcards.formats import NOTHING, decimals_for, half_width, plus_minus, signed, thousands
from simcards.rules import load_rules
from simcards.sheets import Sheet

if TYPE_CHECKING:
    from simcards.result import Result

Row = Mapping[str, Any]


def of_options(result: Result, options: Sequence[str]) -> Result:
    """Return a sweep of all options with the rows of some alone, in their order and that of their usual values."""
    chosen = [
        row
        for option in options
        for value in result.extra["varied"].get(option, ())
        for row in result.rows
        if (row["option"], row["value"]) == (option, value)
    ]
    return replace(result, rows=chosen)


def houses(result: Result, caption: str) -> Sheet:
    """Return what each rule set of a sweep changes, against the rules as they are."""
    main, base, money = result.extra["main"], result.extra["base"], money_of(result)
    moved, net = _rows(base["rows"], main)
    limits = {row["metric"] for row in base["rows"] if row["metric"].startswith(LIMIT)}
    now = (f"as now ({base['name']})", price(moved), NOTHING, price(net, plus=True), NOTHING)
    rows = [(*now, *_limits(base["rows"], limits))]
    for keys, found in corners_of(result):
        moved, net = _rows(found, main)
        changes = (price(change_of(row), plus=True) for row in (moved, net))
        figures = (price(moved), next(changes), price(net, plus=True), next(changes))
        rows.append((sentence_of(result, keys), *figures, *_limits(found, limits)))
    best = " Best limit: with how much to stop, in all turns alike, against the others as they play." if limits else ""
    return Sheet(
        caption=caption,
        columns=(
            "rule",
            f"{money} that change hands",
            "change",
            whose(main),
            "change",
            *("best limit" for _ in limits),
        ),
        rows=rows,
        note=f"{money.capitalize()} a hand. Each rule alone, all else as now, on the same deals, so that the changes "
        "are known better than the figures themselves. The intervals of the changes hold together for all "
        f"{result.extra['comparisons']} comparisons at 95 %. {thousands(result.games or 0)} hands under each rule "
        f"set.{best}",
    )


def price(row: Row, *, plus: bool = False) -> str:
    """Return what is paid with its half-width, to a thousandth at most; what is finer than that is rounded up.

    Examples
    --------
    >>> price({"estimate": -0.01284, "low": -0.01404, "high": -0.01164})
    '−0.013 ± 0.002'
    """
    half = half_width(row)
    if row["estimate"] is None or half is None or half == 0 or decimals_for(half) <= DECIMALS:
        return plus_minus(row, plus=plus)
    up = math.ceil(half * 10**DECIMALS) / 10**DECIMALS
    return f"{signed(row['estimate'], DECIMALS, plus=plus)} ± {up:.{DECIMALS}f}"


DECIMALS = 3

LIMIT = "best_limit:"
"""How the metrics begin that are the best plain limit of a question."""


def _limits(rows: Sequence[Row], metrics: Iterable[str]) -> Iterator[str]:
    for metric in metrics:
        row = next((row for row in rows if row["metric"] == metric), None)
        yield NOTHING if row is None else limit_words(row)


def sentence_of(result: Result, keys: Mapping[str, object]) -> str:
    """Return a changed option in words."""
    option, value = str(keys["option"]), keys["value"]
    written = str(value).lower() if isinstance(value, bool) else str(value)
    return load_rules(result.game, result.rules, [f"{option}={written}"]).sentences()[option]


def _rows(rows: Sequence[Row], main: Mapping[str, Any]) -> tuple[Row, Row]:
    """Return the rows of what changes hands, and of the main figure."""
    places = [("moved", None, None), tuple(main.values())]
    moved, net = (
        next(row for row in rows if (row["metric"], row["seat"], row["position"]) == place) for place in places
    )
    return moved, net
