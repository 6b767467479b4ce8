"""The picture of the exact odds of the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcards import tables
from simcards.formats import percent, thousands
from simcards.plots.look import BLUE, VERMILION, Shape, bars, figure_of, headroom, mark, noted

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from simcards.result import Result


def deadwood(exact: Result, shape: Shape) -> Figure:
    """Return the exact distribution of a dealt hand's deadwood, with the hands that can be knocked with set apart."""
    frame = tables.deadwood(exact)
    limit = tables.highest_limit(exact)
    mean = next(row["mean"] for row in exact.rows if "mean" in row)
    total, size = int(frame["total"].iloc[0]), exact.rules.options()["hand_size"]
    figure, axes = figure_of(shape)
    inside = frame["deadwood"] <= limit
    for part, colour, hatch, words in (
        (frame[~inside], BLUE, "", f"more than {limit}"),
        (frame[inside], VERMILION, "////", f"at most {limit}"),
    ):
        if len(part):
            label = f"{words}: {percent(sum(part['count']) / total)}"
            bars(axes, part["deadwood"], 100 * part["probability"], colour, hatch, label)
    headroom(axes, shape)
    mark(axes, mean, f"mean {mean:.2f}")
    axes.set(xlabel="deadwood, points", ylabel="chance, %")
    axes.set_title("Deadwood of a dealt hand")
    axes.legend(loc="upper left", **({"fontsize": 8, "handlelength": 1.2} if shape.narrow else {}))
    return noted(
        figure,
        shape,
        f"Exact: all {thousands(total)} hands of {size} cards, each as likely. Nobody plays yet, so no opponent is "
        "assumed.",
    )
