"""Stage 6, pictures: what a result says, with its intervals, its opponents and its number of hands in the picture.

Figures are plain `matplotlib.figure.Figure` objects; nothing here touches pyplot's state. Colours are Okabe and Ito's
("Color universal design", 2008), told apart by hatches, marks and lines too, so that they hold in black and white.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import pandas as pd
from matplotlib import style
from matplotlib.figure import Figure

from simcards import tables
from simcards.errors import InputError
from simcards.formats import percent, thousands
from simcards.sheets import OUTCOMES
from simcards.stats import proportion

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from simcards.result import Result

INK = "#1a1a1a"
BLUE, ORANGE, GREEN, VERMILION, GREY = "#0072b2", "#e69f00", "#009e73", "#d55e00", "#bbbbbb"

LOOKS = {
    "knock": (BLUE, ""),
    "undercut": (VERMILION, "////"),
    "gin": (GREEN, r"\\\\"),
    "big_gin": (ORANGE, "xxxx"),
    "draw": (GREY, "----"),
}
"""Colour and hatch of each ending, in the order in which they are stacked."""

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
    "font.family": "DejaVu Sans",
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

KEPT = 0.999
"""Share of the hands that the picture by turns shows; the tail is told in words."""


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


def plot(result: Result, shape: Shape = WIDE) -> Figure:
    """Return the picture of a result of `odds`, `simulate` or `knock_limits`.

    Raises
    ------
    InputError
        If there is no picture of this command's results.
    """
    if result.command not in PICTURES:
        known = ", ".join(PICTURES)
        raise InputError(f"There is no picture of {result.command!r}; allowed: a result of {known}.")
    with style.context(["default", STYLE]):
        return PICTURES[result.command](result, shape)


def deadwood(exact: Result, shape: Shape) -> Figure:
    """Return the exact distribution of a dealt hand's deadwood, with the hands that can be knocked with set apart."""
    frame = tables.deadwood(exact)
    limit = tables.highest_limit(exact)
    mean = next(row["mean"] for row in exact.rows if "mean" in row)
    total, size = int(frame["total"].iloc[0]), exact.rules.options()["hand_size"]
    figure, axes = _figure(shape)
    inside = frame["deadwood"] <= limit
    for part, colour, hatch, words in (
        (frame[~inside], BLUE, "", f"more than {limit}"),
        (frame[inside], VERMILION, "////", f"at most {limit}"),
    ):
        if len(part):
            label = f"{words}: {percent(sum(part['count']) / total)}"
            _bars(axes, part["deadwood"], 100 * part["probability"], colour, hatch, label)
    _headroom(axes, shape)
    _mark(axes, mean, f"mean {mean:.2f}")
    axes.set(xlabel="deadwood, points", ylabel="chance, %")
    axes.set_title("Deadwood of a dealt hand")
    axes.legend(loc="upper left", **({"fontsize": 8, "handlelength": 1.2} if shape.narrow else {}))
    return _noted(
        figure,
        shape,
        f"Exact: all {thousands(total)} hands of {size} cards, each as likely. Nobody plays yet, so no opponent is "
        "assumed.",
    )


def endings(played: Result, shape: Shape) -> Figure:
    """Return how hands end by turn: stacked shares, with the interval of each turn's whole."""
    frame = tables.endings_by_turn(played)
    half = tables.turn_by_which(played, 0.5)
    shown = frame[frame["turns"] <= tables.turn_by_which(played, KEPT)]
    whole = shown.groupby("turns")["hands"].sum()
    figure, axes = _figure(shape)
    base = pd.Series(0.0, index=whole.index)
    for outcome, (colour, hatch) in LOOKS.items():
        share = 100 * shown[shown["outcome"] == outcome].set_index("turns")["estimate"]
        if share.any():
            _bars(axes, share.index, share, colour, hatch, OUTCOMES[outcome], base)
            base += share
    estimates = pd.DataFrame([proportion(hands, played.games or 0).to_dict() for hands in whole.tolist()])
    _whiskers(axes, whole.index, estimates, linestyle="none", ecolor=INK, elinewidth=0.8)
    _headroom(axes, shape)
    _mark(axes, half, f"half of all hands\nare over by turn {half}")
    axes.set(xlabel="completed turns, both players together", ylabel="share of all hands, %")
    axes.set_title("How hands end, and when")
    axes.legend(loc="center right" if shape.narrow else "upper right")
    later = max(1 - float(shown["estimate"].sum()), 0)
    return _noted(
        figure,
        shape,
        f"{players(played.policies)}. {thousands(played.games or 0)} hands. Whiskers: 95 % intervals of each turn’s "
        f"whole bar. {percent(later, 2)} of the hands end later.",
    )


def knock_limits(study: Result, shape: Shape) -> Figure:
    """Return what other limits earn the one who changes, and how hands then end."""
    figure = Figure(figsize=(shape.width, shape.height * (1.4 if shape.narrow else 1)), layout="constrained")
    net, ends = figure.subplots(2, 1) if shape.narrow else figure.subplots(1, 2)
    alone = tables.knock_limits(study, "one")
    _line(net, alone[alone["metric"] == "net"], 1, color=BLUE, marker="o")
    net.axhline(0, color=INK, linewidth=1)
    _headroom(net, shape)
    _mark(net, study.extra["usual"], f"as now: {study.extra['usual']}", before=True)
    net.set(xlabel="knocks with at most", ylabel="own less the other’s")
    net.set_title("Net points a hand")
    for changes, line, who in (("one", "-", "one changes"), ("both", "--", "both change")):
        frame = tables.knock_limits(study, changes)
        for metric, colour, marker, name in (("any_gin", GREEN, "s", "gin"), ("undercut", VERMILION, "^", "undercut")):
            part = frame[frame["metric"] == metric]
            if len(part):
                _line(ends, part, 100, color=colour, marker=marker, linestyle=line, label=f"{name}, {who}")
    ends.set(xlabel="knocks with at most", ylabel="share of all hands, %")
    ends.set_ylim(bottom=0)
    ends.set_title("How hands end")
    ends.legend(loc="upper right")
    changer, other = study.policies
    return _noted(
        figure,
        shape,
        f"Net: one player, else {changer}, knocks with at most this many points all hand long; the other plays "
        f"{other}. {thousands(study.games or 0)} hands for each limit. Whiskers: 95 % intervals, often smaller than "
        "the marks.",
    )


PICTURES: dict[str, Callable[[Result, Shape], Figure]] = {
    "odds": deadwood,
    "simulate": endings,
    "knock_limits": knock_limits,
}
"""The picture of each command's result."""


def players(policies: Sequence[str]) -> str:
    """Return in words who plays."""
    if len(set(policies)) == 1:
        return f"Both players play {policies[0]}"
    return f"Seat 0 plays {policies[0]}, seat 1 {policies[1]}"


def _figure(shape: Shape) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(shape.width, shape.height), layout="constrained")
    return figure, figure.subplots()


def _noted(figure: Figure, shape: Shape, note: str) -> Figure:
    """Put at the foot of a picture what it assumes and how many hands it shows."""
    lines = textwrap.wrap(note.replace(" %", NO_BREAK + "%"), shape.line)
    figure.supxlabel("\n".join(lines), x=0.01, ha="left", fontsize=8)
    return figure


def _headroom(axes: Axes, shape: Shape) -> None:
    """Leave room for words above what is drawn."""
    low, high = axes.get_ylim()
    axes.set_ylim(low, high + (0.25 if shape.narrow else 0.1) * (high - low))


def _mark(axes: Axes, at: float, words: str, *, before: bool = False) -> None:
    """Draw a dashed upright line and say at its top what it stands for."""
    axes.axvline(at, color=INK, linewidth=1, linestyle="--")
    place: dict[str, Any] = {"textcoords": "offset points", "ha": "right" if before else "left", "va": "top"}
    axes.annotate(words, (at, axes.get_ylim()[1]), (-5 if before else 5, -1), **place)


def _bars(axes: Axes, at: Any, heights: Any, colour: str, hatch: str, label: str, base: Any = 0) -> None:
    look: dict[str, Any] = {"color": colour, "hatch": hatch, "edgecolor": "white", "linewidth": 0}
    axes.bar(at, heights, 0.9, base, label=label, **look)


def _whiskers(axes: Axes, at: Any, frame: pd.DataFrame, scale: float = 100, **look: Any) -> None:
    """Draw estimates with their intervals; one without an interval (a single observation) stands alone."""
    low = (frame["estimate"] - frame["low"].fillna(frame["estimate"])).clip(lower=0)
    high = (frame["high"].fillna(frame["estimate"]) - frame["estimate"]).clip(lower=0)
    axes.errorbar(at, scale * frame["estimate"], [scale * low, scale * high], **look)


def _line(axes: Axes, part: pd.DataFrame, scale: float, **look: Any) -> None:
    _whiskers(
        axes, part["knock"], part, scale, **{"markersize": 5, "linewidth": 1.3, "capsize": 3, "ecolor": INK, **look}
    )
