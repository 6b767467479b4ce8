"""The picture of what house rules do: differences on the same deals, with their intervals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pandas as pd
from matplotlib.figure import Figure

from simcards.answers.effects import change_of, corners_of, money_of, who_plays, whose
from simcards.formats import thousands
from simcards.plots.look import BLUE, INK, VERMILION, Shape, noted
from simcards.sheets.wording import wording

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from simcards.result import Result

MOST = 24
"""Rule sets that are drawn, from the first on."""

LINE, AROUND = 0.21, 1.3
"""Inches for each rule set, and above and below them."""

LABEL = {False: 34, True: 22}
"""Signs of a label, by whether the picture is narrow."""


def sweep(result: Result, shape: Shape) -> Figure:
    """Return by how much each rule set changes what moves in a hand, and the main figure."""
    main = result.extra["main"]
    panels = [
        ("What changes hands", ("moved", None, None), BLUE, "o"),
        (f"Net of {whose(main)}", tuple(main.values()), VERMILION, "s"),
    ]
    drawn = len([*corners_of(result)])
    height = AROUND + LINE * min(drawn, MOST)
    figure = Figure(figsize=(shape.width, height * (2 if shape.narrow else 1)), layout="constrained")
    grid = (2, 1) if shape.narrow else (1, 2)
    for axes, (title, place, colour, marker) in zip(figure.subplots(*grid, sharey=True).flat, panels, strict=True):
        _panel(axes, _changes(result, place), colour, marker, LABEL[shape.narrow])
        axes.set(title=title, xlabel=f"change a hand, {money_of(result)}")
    held = "hold together at 95 %" if result.extra["comparisons"] > 1 else "are 95 % intervals"
    left = f" The first {MOST} of {drawn} rule sets." if drawn > MOST else ""
    return noted(
        figure,
        shape,
        f"Change a hand, against {result.extra['base']['name']}. {who_plays(result)}. {thousands(result.games or 0)} "
        f"hands under each rule set, on the same deals. Whiskers {held}.{left}",
    )


def _changes(result: Result, place: tuple[str, int | None, int | None]) -> pd.DataFrame:
    """Return the differences of a figure, by its metric, seat and position, of the rule sets to draw."""
    name = wording(result.game).rule
    changes = [
        {"rules": name(keys), **change_of(row)}
        for keys, rows in corners_of(result)
        for row in rows
        if (row["metric"], row["seat"], row["position"]) == place
    ]
    return pd.DataFrame(changes[:MOST])


def _panel(axes: Axes, frame: pd.DataFrame, colour: str, marker: str, longest: int) -> None:
    frame = frame.astype({"estimate": float, "low": float, "high": float})
    at = range(len(frame))
    low = (frame["estimate"] - frame["low"]).fillna(0).clip(lower=0)
    high = (frame["high"] - frame["estimate"]).fillna(0).clip(lower=0)
    look: dict[str, Any] = {"linestyle": "none", "markersize": 4, "capsize": 2, "ecolor": INK, "elinewidth": 0.8}
    axes.errorbar(frame["estimate"], at, xerr=[low, high], color=colour, marker=marker, **look)
    axes.axvline(0, color=INK, linewidth=1)
    axes.grid(axis="x")
    axes.locator_params(axis="x", nbins=5)
    axes.set_yticks(at, [name if len(name) <= longest else f"{name[: longest - 1]}…" for name in frame["rules"]])
    axes.set_ylim(len(frame) - 0.5, -0.5)
