"""The picture of the exact odds of the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcards import tables
from simcards.formats import percent, thousands
from simcards.plots.look import BLUE, GREEN, VERMILION, Shape, bars, figure_of, headroom, mark, noted
from simcards.sheets.wording import wording

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from simcards.result import Result

LOOKS = ((BLUE, ""), (VERMILION, "////"), (GREEN, r"\\\\"))
"""Colour and hatch of the parts that are told apart."""


def dealt(exact: Result, shape: Shape) -> Figure:
    """Return the exact distribution of what a dealt hand has, with the values set apart that mean something."""
    words = wording(exact.game)
    frame = tables.distribution(exact, words.quantity)
    mean = next(row["mean"] for row in exact.rows if row["event"] == words.quantity and "mean" in row)
    total = int(frame["total"].iloc[0])
    figure, axes = figure_of(shape)
    for (name, values), (colour, hatch) in zip(words.parts(exact), LOOKS, strict=False):
        part = frame[frame["value"].isin(values)]
        if len(part):
            label = f"{name}: {percent(sum(part['count']) / total)}"
            bars(axes, part["value"], 100 * part["probability"], colour, hatch, label)
    headroom(axes, shape)
    mark(axes, mean, f"mean {mean:.2f}")
    axes.set(xlabel=f"{words.quantity}, points", ylabel="chance, %")
    axes.set_title(f"{words.quantity.capitalize()} of a dealt hand")
    axes.legend(loc="upper left", **({"fontsize": 8, "handlelength": 1.2} if shape.narrow else {}))
    return noted(
        figure,
        shape,
        f"Exact: all {thousands(total)} hands of {words.cards(exact.rules)} cards, each as likely. Nobody plays yet, "
        "so no opponent is assumed.",
    )
