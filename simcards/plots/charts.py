"""The picture of a stopping chart: an annotated grid that reads in black and white."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure
from matplotlib.patches import Patch, PathPatch
from matplotlib.path import Path

from simcards import registry
from simcards.answers.advice import EITHER, UNDECIDED, WAIT, Cell, Reading, limits, ranges, readings
from simcards.answers.off_deal import DEAL
from simcards.answers.stopping import FEWEST_VISITS
from simcards.formats import percent, plus_minus, signed, thousands
from simcards.plots.look import BLUE, INK, VERMILION, Shape, figure_of, headroom, mark, noted

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes

    from simcards.result import Result

STOP = "stop"
ASKED = "asked"
"""How the chances begin to drop out of turn."""

NET = {"point": "net points", "stake": "stakes"}
FINE = 0.1
"""Where less than so much matters, cells have two decimals."""

FAINT = "#8c8c8c"
"""Of hatches, under words, on white paper as on a dark screen."""
LOOKS: dict[str, dict[str, Any]] = {
    STOP: {"facecolor": BLUE, "edgecolor": INK},
    WAIT: {"facecolor": "none", "edgecolor": INK},
    EITHER: {"facecolor": "none", "edgecolor": FAINT, "hatch": "..."},
    UNDECIDED: {"facecolor": "none", "edgecolor": FAINT, "hatch": "///"},
}
"""Fill and hatch of each verdict; each has words of its own too."""

ROW = 0.27
"""Inches of height for a row."""
AROUND = {False: 1.62, True: 2.45}
"""Inches above and below the grid; on a narrow picture the words there take more lines."""
WIDTH = {False: 6.6, True: 3.7}
LINE = {False: 100, True: 52}

SIZE = 7.5
"""Points of the words in cells."""

MIXED = 0.02
"""A chance to stop nearer than this to 0 or 1 is none that the picture would tell."""


def chart(result: Result, shape: Shape) -> Figure:
    """Return the grid of a chart: rows by turns, each cell with its verdict; on a wide picture with D too.

    Where there are several chances in a turn, those in the player's own turn have a grid each.
    """
    if result.extra.get("when") == DEAL:
        return off_deal(result, shape)
    narrow = shape.narrow
    every = readings(result)
    charts = [chart for chart in every if chart.when is None or not chart.when.startswith(ASKED)] or every[-1:]
    heights = [ROW * len(chart.rows) + AROUND[narrow] for chart in charts]
    figure = Figure(figsize=(WIDTH[narrow], sum(heights)), layout="constrained")
    panels = figure.subplots(len(charts), squeeze=False, height_ratios=heights)[:, 0]
    for axes, chart in zip(panels, charts, strict=True):
        _draw(axes, chart, result, narrow=narrow)
    return noted(figure, shape._replace(line=LINE[narrow]), _note(result, charts[0], narrow=narrow))


def _draw(axes: Axes, chart: Reading, result: Result, *, narrow: bool) -> None:
    shown = _shown(chart)
    for verdict, look in LOOKS.items():
        if cells := [cell for cell in shown if _kind(chart, cell) == verdict]:
            axes.add_patch(_squares(chart, cells, look))
    if shown:
        axes.add_patch(_lines(chart, shown))
    for cell in shown:
        ink = "white" if _kind(chart, cell) == STOP else INK
        words = _words(chart, cell, narrow=narrow)
        axes.text(cell["turn"], cell[chart.axis], words, ha="center", va="center_baseline", color=ink, fontsize=SIZE)
    axes.set(xlim=(0.5, chart.last_turn + 0.5), ylim=(chart.rows[-1] + 0.5, chart.rows[0] - 0.5))
    axes.set(xlabel="own turn", ylabel=chart.axis)
    axes.set_xticks(range(1, chart.last_turn + 1))
    axes.set_yticks(chart.rows)
    axes.grid(visible=False)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0, labelsize=SIZE)
    _break_even(axes, chart, result)
    when = "" if chart.when is None or len(readings(result)) == 1 else f", {chart.when.replace('_', ' the ')}"
    axes.set_title(f"When to {chart.verb} {_rival(result)}{when}", pad=22)
    _legend(axes, chart)


def _shown(chart: Reading) -> list[Cell]:
    """Return the cells to draw: without late turns, and of counts without those that hardly anybody gets to."""
    cells = [cell for cell in chart.cells if cell["turn"] <= chart.last_turn and cell[chart.axis] in chart.rows]
    return cells if chart.ends is not None else [cell for cell in cells if cell["n"] >= FEWEST_VISITS]


def _break_even(axes: Axes, chart: Reading, result: Result) -> None:
    """Draw, where there are limits, a line below the last row in which stopping is worth more than nothing."""
    rows = limits(result, "break_even", chart.when)
    for turn, row in rows.items():
        if turn <= chart.last_turn and row["estimate"] is not None:
            line = axes.hlines(row["estimate"] + 0.5, turn - 0.5, turn + 0.5, colors=VERMILION, linewidth=2.2)
            line.set_label("break-even" if turn == 1 else "_")


def off_deal(result: Result, shape: Shape) -> Figure:
    """Return what stopping straight off the deal is worth, count by count, with the break-even."""
    question = registry.game(result.game).load_engine().stopping[str(result.extra["question"])]
    axis, money = question.row, registry.game(result.game).load_engine().purse.money
    cells = [row for row in result.rows if "cell" in row and row["se"] is not None]
    figure, axes = figure_of(shape)
    values = [row[axis] for row in cells]
    axes.plot(values, [row["estimate"] for row in cells], color=BLUE, marker="o", markersize=3)
    if not result.extra["exact"]:
        axes.fill_between(values, [row["low"] for row in cells], [row["high"] for row in cells], color=BLUE, alpha=0.25)
    axes.axhline(0, color=INK, linewidth=0.8)
    limit = next(row for row in result.rows if row.get("metric") == "break_even")
    if limit["estimate"] is not None:
        headroom(axes, shape)
        mark(axes, limit["estimate"] + 0.5, f"worth more than nothing\nup to {limit['estimate']}")
    axes.set(xlabel=axis, ylabel=f"{money}s a hand")
    axes.set_title(f"{question.gerund.capitalize()} straight off the deal")
    size = "exact, by counting" if result.extra["exact"] else f"{thousands(result.games or 0)} deals, band: 95 %"
    return noted(
        figure,
        shape,
        f"{result.rules.players} players, {result.rules.name}; {size}. Nobody has played yet, so no opponent is "
        f"assumed. Compared with nothing, not with playing on.",
    )


def _kind(chart: Reading, cell: Cell) -> str:
    return STOP if cell["cell"] == chart.verb else str(cell["cell"])


def _squares(chart: Reading, cells: list[Cell], look: dict[str, Any]) -> PathPatch:
    """Return the squares of cells as one shape, which keeps the picture small."""
    corners = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5))
    points = [(cell["turn"] + x, cell[chart.axis] + y) for cell in cells for x, y in corners]
    codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY] * len(cells)
    return PathPatch(Path(points, codes), linewidth=0, **look)


def _lines(chart: Reading, cells: list[Cell]) -> PathPatch:
    """Return the lines around cells, each as long as there are neighbours."""
    points: list[tuple[float, float]] = []
    for row in chart.rows:
        for first, last in ranges(sorted(cell["turn"] for cell in cells if cell[chart.axis] == row)):
            points += [(x, y) for y in (row - 0.5, row + 0.5) for x in (first - 0.5, last + 0.5)]
    for turn in range(1, chart.last_turn + 1):
        for first, last in ranges(sorted(cell[chart.axis] for cell in cells if cell["turn"] == turn)):
            points += [(x, y) for x in (turn - 0.5, turn + 0.5) for y in (first - 0.5, last + 0.5)]
    path = Path(points, [Path.MOVETO, Path.LINETO] * (len(points) // 2))
    return PathPatch(path, facecolor="none", edgecolor=INK, linewidth=0.5, clip_on=False)


def _words(chart: Reading, cell: Cell, *, narrow: bool) -> str:
    """Return what stands in a cell."""
    if narrow:
        stop = "G" if cell[chart.axis] == chart.ends else chart.verb[0].upper()
        return {WAIT: "", EITHER: "~", UNDECIDED: "?"}.get(cell["cell"], stop)
    if cell["estimate"] is None:
        return "gin"
    if cell["cell"] != chart.verb and _mixed(chart, cell):
        return f"{100 * cell[f'p_{chart.verb}']:.0f}%"
    doubt = "?" if cell["cell"] == UNDECIDED else ""
    fine = 2 if chart.question.either < FINE else 1
    return signed(cell["estimate"], fine if abs(cell["estimate"]) < 9.95 else 0, plus=True) + doubt


def _mixed(chart: Reading, cell: Cell) -> bool:
    return bool(MIXED < cell[f"p_{chart.verb}"] < 1 - MIXED)


def _rival(result: Result) -> str:
    against = result.extra["against"]
    return "in equilibrium" if against == "equilibrium" else f"against {against}"


def _note(result: Result, chart: Reading, *, narrow: bool) -> str:
    gain = next(row for row in result.rows if row.get("metric") == "gain")
    against, shown = result.extra["against"], _shown(chart)
    others = registry.game(result.game).active(result.rules.players) - 1
    rivals = "the other plays" if others == 1 else f"the other {others} play"
    whom = "all play this chart" if against == "equilibrium" else f"{rivals} {against}"
    verb, money = chart.question.gerund, registry.game(result.game).load_engine().purse.money
    mixed = any(cell["cell"] != chart.verb and _mixed(chart, cell) for cell in shown)
    if narrow:
        ends = "" if chart.ends is None else "G: gin; "
        reading = f"{chart.verb[0].upper()}: {chart.verb}; {ends}empty: wait. {whom[0].upper()}{whom[1:]}."
    else:
        reading = f"Numbers: by how many {NET[money]} {verb} now beats going on, where {whom}."
        reading += f" Percentages: {chart.verb} so often." if mixed else ""
    return (
        f"{reading} {thousands(result.games or 0)} hands; the verdicts of all cells hold together at 95 %; "
        f"{percent(result.extra['undecided'], 2)} of visits are to undecided cells. Gain over {_usual(result, verb)}: "
        f"{plus_minus(gain, plus=True)} {NET[money]} a hand."
    )


def _usual(result: Result, verb: str) -> str:
    """Return what the chart's gain is over."""
    if "best_limit" not in result.extra:
        return f"{verb} at once"
    limit = result.extra["best_limit"]
    return f"the best plain limit ({'never' if limit is None else f'{limit} in every turn'})"


def _legend(axes: Axes, chart: Reading) -> None:
    names = {STOP: chart.verb, WAIT: "wait", EITHER: "either", UNDECIDED: "undecided"}
    present = {_kind(chart, cell) for cell in chart.cells} | {STOP, WAIT}
    handles: list[Artist] = [
        Patch(linewidth=0.4, label=names[kind], **{**look, "edgecolor": FAINT if "hatch" in look else INK})
        for kind, look in LOOKS.items()
        if kind in present
    ]
    handles += [line for line in axes.collections if line.get_label() == "break-even"]
    look: dict[str, Any] = {"fontsize": 8, "handlelength": 1.2, "columnspacing": 1.2, "borderpad": 0}
    axes.legend(handles=handles, ncols=len(handles), loc="lower left", bbox_to_anchor=(0, 1), borderaxespad=0.4, **look)
