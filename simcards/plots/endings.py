"""The picture of how hands end, turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from simcards import tables
from simcards.formats import percent, thousands
from simcards.plots.look import (
    BLUE,
    GREEN,
    GREY,
    INK,
    ORANGE,
    VERMILION,
    Shape,
    bars,
    figure_of,
    headroom,
    mark,
    noted,
    players,
    whiskers,
)
from simcards.sheets import OUTCOMES
from simcards.stats import proportion

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from simcards.result import Result

LOOKS = {
    "knock": (BLUE, ""),
    "undercut": (VERMILION, "////"),
    "gin": (GREEN, r"\\\\"),
    "big_gin": (ORANGE, "xxxx"),
    "draw": (GREY, "----"),
}
"""Colour and hatch of each ending, in the order in which they are stacked."""

KEPT = 0.999
"""Share of the hands that the picture shows; the tail is told in words."""


def endings(played: Result, shape: Shape) -> Figure:
    """Return how hands end by turn: stacked shares, with the interval of each turn's whole."""
    frame = tables.endings_by_turn(played)
    half = tables.turn_by_which(played, 0.5)
    shown = frame[frame["turns"] <= tables.turn_by_which(played, KEPT)]
    whole = shown.groupby("turns")["hands"].sum()
    figure, axes = figure_of(shape)
    base = pd.Series(0.0, index=whole.index)
    for outcome, (colour, hatch) in LOOKS.items():
        share = 100 * shown[shown["outcome"] == outcome].set_index("turns")["estimate"]
        if share.any():
            bars(axes, share.index, share, colour, hatch, OUTCOMES[outcome], base)
            base += share
    estimates = pd.DataFrame([proportion(hands, played.games or 0).to_dict() for hands in whole.tolist()])
    whiskers(axes, whole.index, estimates, linestyle="none", ecolor=INK, elinewidth=0.8)
    headroom(axes, shape)
    mark(axes, half, f"half of all hands\nare over by turn {half}")
    axes.set(xlabel="completed turns, both players together", ylabel="share of all hands, %")
    axes.set_title("How hands end, and when")
    axes.legend(loc="center right" if shape.narrow else "upper right")
    later = max(1 - float(shown["estimate"].sum()), 0)
    return noted(
        figure,
        shape,
        f"{players(played.policies)}. {thousands(played.games or 0)} hands. Whiskers: 95 % intervals of each turn’s "
        f"whole bar. {percent(later, 2)} of the hands end later.",
    )
