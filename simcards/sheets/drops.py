"""Tables of when to drop: limits turn by turn, plain limits, and how both move with what a caught dropper pays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from simcards import tables
from simcards.answers.advice import WAIT, Reading, alike, limit_words, limits, ranges, readings
from simcards.formats import NOTHING, percent, plus_minus, thousands
from simcards.sheets import Sheet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from simcards.answers.payments import PaymentCharts
    from simcards.result import Result

BREAK_EVEN, BEST = "break_even", "best_threshold"

OUT_OF_TURN = "asked"
"""How the names of the chances begin that come out of turn."""

TURNS = (1, 3, 5)
"""Own turns for which caught schedules are compared."""

NEVER = "never"
STEP = 5
"""Plain limits are told in such steps."""


def own_turn_charts(result: Result) -> list[Reading]:
    """Return the charts of the chances in one's own turn."""
    return [chart for chart in readings(result) if not (chart.when or "").startswith(OUT_OF_TURN)]


def chance_name(chart: Reading) -> str:
    """Return which chance of a turn a chart is for."""
    return (chart.when or "before_draw").replace("_", " the ")


def by_turn(result: Result, chart: Reading) -> Sheet | None:
    """Return the limits of each turn, and with what it is better to wait below them; None with too few hands."""
    even, best = (limits(result, metric, chart.when) for metric in (BREAK_EVEN, BEST))
    often = dict.fromkeys(even, 0.0)
    for cell in chart.cells:
        often[cell["turn"]] = often.get(cell["turn"], 0.0) + cell["frequency"]
    waits = low_waits(chart, best)
    rows = [
        (
            str(turn),
            limit_words(best[turn]),
            limit_words(even[turn]),
            _spans([count for count, turns in waits.items() if turn in turns]),
            percent(often[turn], 2),
        )
        for turn in sorted(even)
        if turn <= chart.last_turn
    ]
    if not rows:
        return None
    return Sheet(
        caption=f"Limits by own turn, {chance_name(chart)}",
        columns=("turn", "best threshold", "break-even", "but wait with", "got there"),
        rows=rows,
        note="Best threshold: the one limit of the turn that earns most if one plays by the chart in all others. "
        "Break-even: the highest count with which dropping is worth more than nothing. A span holds all limits that "
        "these hands cannot tell apart. But wait with: lower counts with which it is shown to be better to go on. "
        f"Got there: share of all hands in which one has this chance to drop. {thousands(result.games or 0)} hands, "
        "in three parts.",
    )


def low_waits(chart: Reading, best: Mapping[int, Mapping[str, Any]]) -> dict[int, tuple[int, ...]]:
    """Return the turns by count in which it is shown to be better to wait although the count is below the threshold."""
    found: dict[int, tuple[int, ...]] = {}
    for cell in chart.common:
        limit = best[cell["turn"]]["low"] if cell["turn"] in best else None
        if cell["cell"] == WAIT and limit is not None and cell[chart.axis] < limit and cell["turn"] <= chart.last_turn:
            found[cell[chart.axis]] = (*found.get(cell[chart.axis], ()), cell["turn"])
    return {count: tuple(sorted(turns)) for count, turns in sorted(found.items())}


def in_turns(waits: Mapping[int, tuple[int, ...]]) -> list[tuple[str, str]]:
    """Return counts and the turns in which they wait, in words, neighbours with the same turns together."""
    return [(_spans(sorted(counts)), _spans(turns)) for counts, turns in reversed(alike(waits))]


def _spans(numbers: Sequence[int]) -> str:
    spans = (str(low) if low == high else f"{low}–{high}" for low, high in ranges(numbers))
    return ", ".join(spans) or NOTHING


def plain_limits(result: Result, usual: Sequence[int]) -> Sheet:
    """Return what plain limits earn and lose on the chart: every fifth, the best one and the others' own."""
    best = result.extra["best_limit"]
    values, regrets = (
        {row["limit"]: row for row in result.rows if row.get("metric") == metric}
        for metric in ("limit_value", "regret")
    )
    chosen = [limit for limit in values if limit in (None, best, *usual) or (limit and limit % STEP == 0)]
    worst = {limit: regrets[limit]["estimate"] for limit in chosen}
    kept = [limit for limit in chosen if limit in (None, best, *usual) or worst[limit] < max(3 * worst[best], 0.5)]
    rows = []
    for limit in kept:
        marks = [words for words, hit in (("best", limit == best), ("the others", limit in usual)) if hit]
        name = NEVER if limit is None else str(limit)
        told = f"{name} ({', '.join(marks)})" if marks else name
        rows.append((told, plus_minus(values[limit], plus=True), plus_minus(regrets[limit])))
    return Sheet(
        caption="Plain limits, the same in all turns",
        columns=("drops with at most", "earns", "the chart earns more by"),
        rows=rows,
        note="Stakes a hand, all positions together, against the same opponents on the same hands. Best: the one "
        f"that did best on the hands on which the chart was found. {thousands(values[best]['n'])} hands.",
    )


def schedules(charts: PaymentCharts) -> list[Sheet]:
    """Return the best thresholds and the break-evens at some turns under each caught schedule."""
    rows: dict[str, list[tuple[str, ...]]] = {BEST: [], BREAK_EVEN: []}
    for name, result in _by_schedule(charts):
        when = own_turn_charts(result)[0].when
        for metric, lines in rows.items():
            of = limits(result, metric, when)
            lines.append((name, *(limit_words(of[turn]) if turn in of else NOTHING for turn in TURNS)))
        value = tables.row_of(result, "value")
        rows[BEST][-1] = (*rows[BEST][-1], plus_minus(value, plus=True))
    turns = tuple(f"turn {turn}" for turn in TURNS)
    hands = f"All from the same stored hands, scored again: {thousands(charts.games)}, in three parts."
    earns = "Earns: stakes a hand of who drops by the best chart under this schedule, against the same opponents."
    return [
        Sheet(
            "Best thresholds by what a caught dropper pays",
            ("schedule", *turns, "the chart earns"),
            rows[BEST],
            f"{hands} {earns}",
        ),
        Sheet("Break-evens by what a caught dropper pays", ("schedule", *turns), rows[BREAK_EVEN], hands),
    ]


def schedule_limits(charts: PaymentCharts) -> Sheet:
    """Return what plain limits earn under each caught schedule."""
    of = {_name(charts, chart.value): chart.plain for chart in charts.of(charts.against)}
    limits_told = [*next(iter(of.values()))]
    hands = next(iter(next(iter(of.values())).values())).n
    return Sheet(
        caption="What plain limits earn by what a caught dropper pays",
        columns=("schedule", *(f"up to {limit}" for limit in limits_told)),
        rows=[
            (name, *(plus_minus(plain[limit].to_dict(), plus=True) for limit in limits_told))
            for name, plain in of.items()
        ],
        note=f"Stakes a hand of who drops with at most so much in every turn. {thousands(hands)} hands for each.",
    )


def _by_schedule(charts: PaymentCharts) -> Iterator[tuple[str, Result]]:
    for chart in charts.of(charts.against):
        yield _name(charts, chart.value), chart.result


def _name(charts: PaymentCharts, value: object) -> str:
    return f"{charts.rules.options()['caught_pays']} (as now)" if value is None else str(value)


def off_deal(result: Result) -> Sheet | None:
    """Return what dropping straight off the deal is worth, around its break-even, if there is one."""
    cells = [row for row in result.rows if "cell" in row and row["estimate"] is not None]
    limit = next(row for row in result.rows if row.get("metric") == BREAK_EVEN)["estimate"]
    near = [row for row in cells if limit is not None and abs(row["count"] - limit) <= STEP]
    if not near:
        return None
    size = "Counted, not simulated." if result.extra["exact"] else f"{thousands(result.games or 0)} deals."
    return Sheet(
        caption="Dropping straight off the deal, around the break-even",
        columns=("count", "worth", "so often dealt"),
        rows=[(str(row["count"]), plus_minus(row, plus=True), percent(row["frequency"])) for row in near],
        note=f"Stakes, for any player who drops with the cards dealt, before anybody has drawn. {size}",
    )
