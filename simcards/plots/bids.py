"""The picture of pitch's auctions: how often each bid wins, and what becomes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd
from matplotlib.figure import Figure

from simcards import tables
from simcards.formats import thousands
from simcards.plots.look import BLUE, GREEN, INK, VERMILION, Shape, bars, noted, players, whiskers
from simcards.stats import proportion

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from simcards.result import Result

LOOKS = {
    "made": (BLUE, "", "made"),
    "set": (VERMILION, "////", "set, jack dealt"),
    "set_no_jack": (GREEN, r"\\\\", "set, jack not dealt"),
}
"""Colour, hatch and name of what can become of a bid, from the bottom up."""

ABOVE = {False: 35, True: 60}
"""Room for the legend above bars of 100, by whether the picture is narrow."""


def bids(played: Result, shape: Shape) -> Figure:
    """Return the share of the hands that each bid wins, and the shares of these in which it is made and set."""
    ends = tables.bids(played).pivot_table("hands", "bid", "end", aggfunc="sum")[list(LOOKS)]
    won, games = ends.sum(axis=1), played.games or 0
    figure = Figure(figsize=(shape.width, shape.height * (1.4 if shape.narrow else 1)), layout="constrained")
    wins, becomes = figure.subplots(2, 1) if shape.narrow else figure.subplots(1, 2)
    shares = _shares(won, pd.Series(games, index=won.index))
    bars(wins, shares.index, 100 * shares["estimate"], BLUE, "", "")
    whiskers(wins, shares.index, shares, linestyle="none", ecolor=INK, elinewidth=0.8, capsize=3)
    wins.set(xlabel="winning bid", ylabel="share of all hands, %")
    wins.set_title("Which bid wins")
    _becomes(becomes, ends[won > 0], ABOVE[shape.narrow])
    wins.set_xticks(won.index)
    becomes.set_xticks(won.index, [f"{bid}\n{thousands(int(hands))}" for bid, hands in won.items()])
    becomes.set_xlim(wins.get_xlim())
    return noted(
        figure,
        shape,
        f"{players(played.policies)}. {thousands(games)} hands; below each bid on the right: those won with it. The "
        "jack is that of trumps. Whiskers: 95 % intervals, of the first panel’s bars and of what is made.",
    )


def _becomes(axes: Axes, ends: pd.DataFrame, above: int) -> None:
    won = ends.sum(axis=1)
    base = pd.Series(0.0, index=ends.index)
    for end, (colour, hatch, name) in LOOKS.items():
        share = 100 * ends[end] / won
        bars(axes, share.index, share, colour, hatch, name, base)
        base += share
    made = _shares(ends["made"], won)
    whiskers(axes, made.index, made, linestyle="none", ecolor=INK, elinewidth=0.8, capsize=3)
    axes.set(xlabel="winning bid, and hands won with it", ylabel="share of these hands, %", ylim=(0, 100 + above))
    axes.set_yticks(range(0, 101, 20))
    axes.set_title("What becomes of it")
    axes.legend(loc="upper left", fontsize=8)


def _shares(hits: pd.Series, of: pd.Series) -> pd.DataFrame:
    """Return the estimates of shares, with the bids as index."""
    told = [proportion(hit, n).to_dict() for hit, n in zip(hits.tolist(), of.tolist(), strict=True)]
    return pd.DataFrame(told, index=hits.index)
