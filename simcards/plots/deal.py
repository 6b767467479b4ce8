"""The picture of the exact odds of the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from simcards import tables
from simcards.formats import percent
from simcards.plots.look import BLUE, GREEN, VERMILION, Shape, bars, figure_of, headroom, mark, noted
from simcards.sheets import cases
from simcards.sheets.wording import quantity_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from simcards.result import Result

LOOKS = ((BLUE, ""), (VERMILION, "////"), (GREEN, r"\\\\"))
"""Colour and hatch of the parts that are told apart."""

FEW = 12
"""Values that each have their number below the axis."""


def dealt(exact: Result, shape: Shape) -> Figure:
    """Return the exact distribution of what is dealt, with the values set apart that mean something."""
    words = quantity_of(exact)
    frame, mean = tables.distribution(exact, words.event), tables.exact_mean(exact, words.event)
    total = int(frame["total"].iloc[0])
    figure, axes = figure_of(shape)
    for (name, values), (colour, hatch) in zip(words.parts(exact), LOOKS, strict=False):
        part = frame[frame["value"].isin(values)]
        if len(part):
            label = f"{name}: {percent(sum(part['count']) / total)}"
            bars(axes, part["value"], 100 * part["probability"], colour, hatch, label if name else "")
    headroom(axes, shape)
    mark(axes, mean, f"mean {mean:.2f}")
    if len(frame) <= FEW:
        axes.set_xticks(frame["value"])
    axes.set(xlabel=words.axis, ylabel="chance, %")
    axes.set_title(words.title)
    if axes.get_legend_handles_labels()[1]:
        # Where the bars are low.
        corner = "center right" if 2 * mean < sum(frame["value"].iloc[[0, -1]]) else "upper left"
        look: dict[str, Any] = {"loc": corner} | ({"fontsize": 8, "handlelength": 1.2} if shape.narrow else {})
        axes.legend(**look)
    return noted(
        figure,
        shape,
        f"Exact: all {cases(total)} {words.of(exact.rules)}, each as likely. Nobody plays yet, so no opponent is "
        "assumed.",
    )
