"""The picture of how long matches last."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

from simcards import registry
from simcards.formats import percent, thousands
from simcards.kernels.matches import MOST_HANDS
from simcards.matches import hands_of
from simcards.plots.look import BLUE, INK, Shape, bars, figure_of, headroom, mark, noted, players, whiskers
from simcards.sheets.matches import hand_by_which
from simcards.stats import proportion

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from simcards.result import Result

KEPT = 0.995
"""Share of the decided matches that the picture shows; the tail is told in words."""


def lengths(matched: Result, shape: Shape) -> Figure:
    """Return how many hands matches take: shares with their intervals."""
    found = hands_of(matched.counts) if matched.counts is not None else {}
    decided, last = sum(found.values()), hand_by_which(matched, KEPT)
    lasting = pd.Series({hands: times for hands, times in sorted(found.items()) if hands <= last}, dtype=float)
    figure, axes = figure_of(shape)
    estimates = pd.DataFrame([proportion(int(times), decided).to_dict() for times in lasting.tolist()])
    bars(axes, lasting.index, 100 * lasting / max(decided, 1), BLUE, "", "matches")
    if len(estimates):
        whiskers(axes, lasting.index, estimates, linestyle="none", ecolor=INK, elinewidth=0.8)
    headroom(axes, shape)
    if decided:
        half = hand_by_which(matched, 0.5)
        mark(axes, half, f"half are over\nby hand {half}")
    axes.set(xlabel="hands of the match", ylabel="share of decided matches, %")
    axes.set_title("How long a match lasts")
    later = 1 - lasting.sum() / decided if decided else 0.0
    undecided = (matched.games or 0) - decided
    open_ = f" {thousands(undecided)} undecided after {MOST_HANDS:,} hands." if undecided else ""
    return noted(
        figure,
        shape,
        f"{who(matched)}. {thousands(decided)} decided matches. Whiskers: 95 % intervals. {percent(later, 2)} last "
        f"longer.{open_}",
    )


def who(matched: Result) -> str:
    """Return in words who plays."""
    roles = registry.game(matched.game).roles
    if not roles:
        return players(matched.policies)
    told = ", ".join(f"{role} {policy}" for role, policy in zip(roles, matched.policies, strict=True))
    return f"Policies: {told}"
