"""The picture of what other knock limits do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from simcards import tables
from simcards.formats import thousands
from simcards.plots.look import BLUE, GREEN, INK, VERMILION, Shape, headroom, line, mark, noted

if TYPE_CHECKING:
    from simcards.result import Result


def knock_limits(study: Result, shape: Shape) -> Figure:
    """Return what other limits earn the one who changes, and how hands then end."""
    figure = Figure(figsize=(shape.width, shape.height * (1.4 if shape.narrow else 1)), layout="constrained")
    net, ends = figure.subplots(2, 1) if shape.narrow else figure.subplots(1, 2)
    alone = tables.knock_limits(study, "one")
    line(net, alone[alone["metric"] == "net"], 1, color=BLUE, marker="o")
    net.axhline(0, color=INK, linewidth=1)
    headroom(net, shape)
    mark(net, study.extra["usual"], f"as now: {study.extra['usual']}", before=True)
    net.set(xlabel="knocks with at most", ylabel="own less the other’s")
    net.set_title("Net points a hand")
    for changes, stroke, who in (("one", "-", "one changes"), ("both", "--", "both change")):
        frame = tables.knock_limits(study, changes)
        for metric, colour, marker, name in (("any_gin", GREEN, "s", "gin"), ("undercut", VERMILION, "^", "undercut")):
            part = frame[frame["metric"] == metric]
            if len(part):
                line(ends, part, 100, color=colour, marker=marker, linestyle=stroke, label=f"{name}, {who}")
    ends.set(xlabel="knocks with at most", ylabel="share of all hands, %")
    ends.set_ylim(bottom=0)
    ends.set_title("How hands end")
    ends.legend(loc="upper right")
    changer, other = study.policies
    return noted(
        figure,
        shape,
        f"Net: one player, else {changer}, knocks with at most this many points all hand long; the other plays "
        f"{other}. {thousands(study.games or 0)} hands for each limit. Whiskers: 95 % intervals, often smaller than "
        "the marks.",
    )
