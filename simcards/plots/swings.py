"""The picture of a session: how far its total spreads, and how likely a purse is lost on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from matplotlib.figure import Figure

from simcards import registry, tables
from simcards.answers.effects import who_plays
from simcards.answers.session import open_sessions
from simcards.answers.swings import QUANTILES, RISK, fan, ruin_curve
from simcards.formats import thousands
from simcards.plots.look import BLUE, INK, VERMILION, Shape, mark, noted, whiskers
from simcards.words import counted

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from simcards.answers.session import Session
    from simcards.result import Result

BANDS = tuple(zip(QUANTILES[:3], QUANTILES[:3:-1], (0.15, 0.3, 0.5), strict=True))
"""Pairs of quantiles, and how dense the band between them is."""

SHOWN = 0.002
"""Purses are drawn up to those with this chance of ruin."""


def swings(result: Result, shape: Shape) -> Figure:
    """Return the fan of a session's total by hands played, and the chance of ruin by purse, of seat 0."""
    session, hands = open_sessions(result)[0], int(result.extra["session"])
    money = registry.game(result.game).load_engine().purse.money
    figure = Figure(figsize=(shape.width, shape.height * (1.4 if shape.narrow else 1)), layout="constrained")
    totals, purses = figure.subplots(2, 1) if shape.narrow else figure.subplots(1, 2)
    _fan(totals, result, session, hands)
    totals.set(xlabel="hands played", ylabel=f"{money}s won or lost")
    totals.set_title("Where a session may stand")
    _ruin(purses, result, session, hands)
    purses.set(xlabel=f"{money}s brought", ylabel="chance, %")
    purses.set_title(f"Lost within {counted(hands, 'hand')}")
    return noted(
        figure,
        shape,
        f"Seat {session.seat}, in position {session.position} at first, under {result.rules.name!r} rules. "
        f"{who_plays(result)}. From what {thousands(result.games or 0)} simulated hands pay. Bands, from the outside: "
        f"98, 90 and 50 % of sessions, the line is the median. Whiskers: 95 % intervals, often smaller than the marks.",
    )


def _fan(axes: Axes, result: Result, session: Session, hands: int) -> None:
    played, quantiles = zip(*fan(session, hands), strict=True)
    by_share = dict(zip(QUANTILES, np.transpose(quantiles), strict=True))
    for low, high, density in BANDS:
        axes.fill_between(played, by_share[low], by_share[high], color=BLUE, alpha=density, linewidth=0)
        axes.plot(played, by_share[low], played, by_share[high], color=BLUE, linewidth=0.6)
    axes.plot(played, by_share[50], color=INK, linewidth=1.5)
    axes.axhline(0, color=INK, linewidth=1, linestyle="--")
    ends = [tables.row_of(result, f"session_quantile:{q}", seat=session.seat) for q in QUANTILES]
    whiskers(axes, [hands] * len(ends), pd.DataFrame(ends), 1, fmt=".", color=INK, markersize=4, capsize=2)


def _ruin(axes: Axes, result: Result, session: Session, hands: int) -> None:
    purse = result.extra["bring"]
    chances, estimates = ruin_curve(session, hands, purse, result.games or 0)
    last = max(int(np.argmax(chances < SHOWN)), *estimates)
    axes.plot(range(last + 1), 100 * chances[: last + 1], color=VERMILION, linewidth=1.5)
    axes.axhline(100 * RISK, color=INK, linewidth=1, linestyle="--")
    points = pd.DataFrame(estimate.to_dict() for estimate in estimates.values())
    whiskers(axes, list(estimates), points, fmt="o", color=VERMILION, ecolor=INK, markersize=4, capsize=3)
    axes.set_ylim(0, 100)
    bring = tables.row_of(result, "bring", seat=session.seat, hands=hands)["estimate"]
    mark(axes, bring, f"{thousands(bring)} to bring\nfor {100 * RISK:.0f} %")
