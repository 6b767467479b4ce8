"""How pictures look: sizes, colours, and the few strokes that they share.

Figures are plain `matplotlib.figure.Figure` objects; nothing here touches pyplot's state. Colours are Okabe and Ito's
("Color universal design", 2008), told apart by hatches, marks and lines too, so that they hold in black and white.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.textpath import text_to_path

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.axes import Axes

INK = "#1a1a1a"
BLUE, ORANGE, GREEN, VERMILION, GREY = "#0072b2", "#e69f00", "#009e73", "#d55e00", "#bbbbbb"
PURPLE, SKY, SLATE = "#cc79a7", "#56b4e9", "#5a5a5a"

FONT = "DejaVu Sans"

STYLE: dict[str, Any] = {
    "axes.axisbelow": True,
    "axes.edgecolor": INK,
    "axes.grid": True,
    "axes.grid.axis": "y",
    "axes.labelcolor": INK,
    "axes.labelsize": 9,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 10,
    "axes.titleweight": "bold",
    "figure.dpi": 150,
    "font.family": FONT,
    "font.size": 9,
    "grid.alpha": 0.15,
    "grid.color": INK,
    "grid.linewidth": 0.6,
    "hatch.linewidth": 0.6,
    "legend.fontsize": 9,
    "legend.frameon": False,
    "legend.handlelength": 1.6,
    "text.color": INK,
    "xtick.color": INK,
    "xtick.labelsize": 9,
    "ytick.color": INK,
    "ytick.labelsize": 9,
}

NO_BREAK = "\N{NO-BREAK SPACE}"

NOTE = 8
"""Points of the words at the foot of a picture."""

USUAL = "The quick brown fox jumps over the lazy dog 0123456789"
"""Characters as wide as usual."""


class Shape(NamedTuple):
    """The form of a picture: inches, and the characters that fit on a line of its note."""

    width: float
    height: float
    line: int

    @property
    def narrow(self) -> bool:
        """Whether panels go below each other."""
        return self.height > self.width


WIDE = Shape(7.2, 3.7, 105)
NARROW = Shape(3.7, 4.2, 52)
"""For a telephone."""


def everybody(number: int) -> str:
    """Return in words that all players at a table are meant."""
    return "Both players" if number == 2 else f"All {number} players"


def players(policies: Sequence[str]) -> str:
    """Return in words who plays."""
    if len(set(policies)) == 1:
        return f"{everybody(len(policies))} play {policies[0]}"
    others = (f"seat {seat} {policy}" for seat, policy in enumerate(policies) if seat)
    return ", ".join([f"Seat 0 plays {policies[0]}", *others])


def figure_of(shape: Shape) -> tuple[Figure, Axes]:
    """Return a figure of this shape with one panel."""
    figure = Figure(figsize=(shape.width, shape.height), layout="constrained")
    return figure, figure.subplots()


def noted(figure: Figure, shape: Shape, note: str) -> Figure:
    """Put at the foot of a picture what it assumes and how many hands it shows."""
    unbroken = note.replace(" %", f"{NO_BREAK}%").replace(" ± ", f"{NO_BREAK}±{NO_BREAK}")
    figure.supxlabel("\n".join(wrapped(unbroken, shape.line)), x=0.01, ha="left", fontsize=NOTE)
    return figure


def wrapped(text: str, characters: int) -> list[str]:
    """Return a text in lines no wider than so many usual characters; words that are half as long are cut."""
    words = (part for word in text.split(" ") for part in textwrap.wrap(word, characters // 2) or [word])
    lines = [next(words)]
    for word in words:
        longer = f"{lines[-1]} {word}"
        if _wide(longer) <= characters * _wide(USUAL) / len(USUAL):
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _wide(text: str) -> float:
    """Return the width of a text in points, in the font of pictures."""
    width, _, _ = text_to_path.get_text_width_height_descent(text, FontProperties(family=FONT, size=NOTE), ismath=False)
    return float(width)


def headroom(axes: Axes, shape: Shape) -> None:
    """Leave room for words above what is drawn."""
    low, high = axes.get_ylim()
    axes.set_ylim(low, high + (0.25 if shape.narrow else 0.1) * (high - low))


def mark(axes: Axes, at: float, words: str, *, before: bool = False) -> None:
    """Draw a dashed upright line and say at its top what it stands for."""
    axes.axvline(at, color=INK, linewidth=1, linestyle="--")
    place: dict[str, Any] = {"textcoords": "offset points", "ha": "right" if before else "left", "va": "top"}
    axes.annotate(words, (at, axes.get_ylim()[1]), (-5 if before else 5, -1), **place)


def bars(axes: Axes, at: Any, heights: Any, colour: str, hatch: str, label: str, base: Any = 0) -> None:
    """Draw bars with colour and hatch."""
    look: dict[str, Any] = {"color": colour, "hatch": hatch, "edgecolor": "white", "linewidth": 0}
    axes.bar(at, heights, 0.9, base, label=label, **look)


def whiskers(axes: Axes, at: Any, frame: pd.DataFrame, scale: float = 100, **look: Any) -> None:
    """Draw estimates with their intervals; one without an interval (a single observation) stands alone."""
    low = (frame["estimate"] - frame["low"].fillna(frame["estimate"])).clip(lower=0)
    high = (frame["high"].fillna(frame["estimate"]) - frame["estimate"]).clip(lower=0)
    axes.errorbar(at, scale * frame["estimate"], [scale * low, scale * high], **look)


def line(axes: Axes, part: pd.DataFrame, scale: float, **look: Any) -> None:
    """Draw a line of estimates by knock limit, with their intervals."""
    whiskers(
        axes, part["knock"], part, scale, **{"markersize": 5, "linewidth": 1.3, "capsize": 3, "ecolor": INK, **look}
    )
