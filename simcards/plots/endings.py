"""The picture of how hands end, turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from simcards import registry, tables
from simcards.formats import percent, thousands
from simcards.plots.look import (
    BLUE,
    GREEN,
    GREY,
    INK,
    ORANGE,
    PURPLE,
    SKY,
    SLATE,
    VERMILION,
    Shape,
    bars,
    everybody,
    figure_of,
    headroom,
    mark,
    noted,
    players,
    whiskers,
)
from simcards.sheets.wording import wording
from simcards.stats import proportion

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from simcards.result import Result

LOOKS = (
    (BLUE, ""),
    (VERMILION, "////"),
    (GREEN, r"\\\\"),
    (ORANGE, "xxxx"),
    (PURPLE, "...."),
    (SKY, "++++"),
    (SLATE, "||||"),
)
"""Colour and hatch of the endings, in the order in which they are named and stacked."""

DRAWN = (GREY, "----")
"""Of hands without a winner, in every game."""


def looks(game: str) -> dict[str, tuple[str, str]]:
    """Return colour and hatch of each ending of a game, from the bottom up."""
    names = wording(game).outcomes
    won = dict(zip((name for name in names if name != "draw"), LOOKS, strict=False))
    return {name: won.get(name, DRAWN) for name in names}


KEPT = 0.999
"""Share of the hands that the picture shows; the tail is told in words."""


def endings(played: Result, shape: Shape) -> Figure:
    """Return how hands end by turn: stacked shares, with the interval of each turn's whole."""
    frame, names = tables.endings_by_turn(played), wording(played.game).outcomes
    half = tables.turn_by_which(played, 0.5)
    shown = frame[frame["turns"] <= tables.turn_by_which(played, KEPT)]
    whole = shown.groupby("turns")["hands"].sum()
    figure, axes = figure_of(shape)
    base = pd.Series(0.0, index=whole.index)
    for outcome, (colour, hatch) in looks(played.game).items():
        share = 100 * shown[shown["outcome"] == outcome].set_index("turns")["estimate"]
        if share.any():
            bars(axes, share.index, share, colour, hatch, names[outcome], base)
            base += share
    estimates = pd.DataFrame([proportion(hands, played.games or 0).to_dict() for hands in whole.tolist()])
    whiskers(axes, whole.index, estimates, linestyle="none", ecolor=INK, elinewidth=0.8)
    headroom(axes, shape)
    mark(axes, half, f"half of all hands\nare over by turn {half}")
    active = registry.game(played.game).active(played.rules.players)
    axes.set(xlabel=f"completed turns, {everybody(active).lower()} together", ylabel="share of all hands, %")
    axes.set_title("How hands end, and when")
    axes.legend(loc="center right" if shape.narrow else "upper right")
    later = max(1 - float(shown["estimate"].sum()), 0)
    return noted(
        figure,
        shape,
        f"{players(played.policies)}. {thousands(played.games or 0)} hands. Whiskers: 95 % intervals of each turn’s "
        f"whole bar. {percent(later, 2)} of the hands end later.",
    )
