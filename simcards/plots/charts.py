"""The picture of a stopping chart: an annotated grid that reads in black and white."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from matplotlib.patches import Patch, Rectangle

from simcards.formats import percent, thousands
from simcards.plots.look import BLUE, INK, Shape, figure_of, noted

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from simcards.result import Result

RARE = 0.0005
"""Cells at the right edge that fewer visits a hand reach than this are left out of the picture."""

LIGHT = "#f2f2f2"
LOOKS = {
    "wait": ("white", "", INK),
    "either": ("#cccccc", "", INK),
    "undecided": (LIGHT, "////", INK),
}
"""Fill, hatch and ink of each verdict; stopping is dark with white ink."""
STOP = (BLUE, "", "white")


def chart(result: Result, shape: Shape) -> Figure:
    """Return the grid of a chart: rows by turns, each cell with its verdict and D."""
    cells = [row for row in result.rows if "cell" in row]
    axis, verb = next(iter(cells[0])), result.extra["question"]
    last = max(row["turn"] for row in cells if row["frequency"] >= RARE)
    rows = max(row[axis] for row in cells) + 1
    figure, axes = figure_of(shape)
    for row in cells:
        if row["turn"] <= last:
            _cell(axes, row[axis], row, verb, small=shape.narrow)
    axes.set(xlim=(0.5, last + 0.5), ylim=(rows - 0.5, -0.5), xlabel="own turn", ylabel=axis)
    axes.set_xticks(range(1, last + 1, 2 if shape.narrow else 1))
    axes.set_yticks(range(rows))
    axes.grid(visible=False)
    axes.tick_params(length=0)
    axes.set_title(f"When to {verb}: {_rival(result)}")
    _legend(axes, verb)
    return noted(figure, shape, _note(result, verb))


def _note(result: Result, verb: str) -> str:
    gain = next(row for row in result.rows if row.get("metric") == "gain")
    half = (gain["high"] - gain["low"]) / 2
    return (
        f"Numbers: by how many net points {verb}ing now beats going on, where {_rival(result)}; white cells wait. "
        f"{thousands(result.games or 0)} hands; the verdicts hold together at 95 %, and "
        f"{percent(result.extra['undecided'])} of visits are to undecided cells. The chart gains "
        f"{gain['estimate']:.2f} ± {half:.2f} net points a hand over {verb}ing at once."
    )


def _rival(result: Result) -> str:
    against = result.extra["against"]
    return "all play this chart (equilibrium)" if against == "equilibrium" else f"the other plays {against}"


def _cell(axes: Axes, at: int, row: dict[str, Any], verb: str, *, small: bool) -> None:
    fill, hatch, ink = STOP if row["cell"] == verb else LOOKS[row["cell"]]
    box = Rectangle((row["turn"] - 0.5, at - 0.5), 1, 1, facecolor=fill, hatch=hatch, edgecolor=INK, linewidth=0.3)
    axes.add_patch(box)
    if row["estimate"] is None:
        words = "gin"
    elif small or row["cell"] == "undecided":
        words = "?" if row["cell"] == "undecided" else ""
    else:
        words = f"{row['estimate']:+.1f}" if abs(row["estimate"]) < 9.95 else f"{row['estimate']:+.0f}"
    axes.text(row["turn"], at, words, ha="center", va="center", color=ink, fontsize=4.5 if small else 5.5)


def _legend(axes: Axes, verb: str) -> None:
    looks = {verb: STOP, **LOOKS}
    handles = [
        Patch(facecolor=fill, hatch=hatch, edgecolor=INK, linewidth=0.3, label=word)
        for word, (fill, hatch, _) in looks.items()
    ]
    axes.legend(handles=handles, loc="lower center", bbox_to_anchor=(0.5, -0.28), ncols=4, fontsize=8)
