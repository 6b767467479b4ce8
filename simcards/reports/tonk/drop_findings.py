"""What the charts say, in sentences: when to drop, what that is worth, how it moves with what a caught dropper pays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from simcards import registry, tables
from simcards.answers.advice import UNDECIDED, Reading, doubts, limit_words, limits, plan
from simcards.compile import parse_policy
from simcards.formats import plus_minus, thousands
from simcards.sheets.drops import BEST, BREAK_EVEN, TURNS, chance_name, in_turns, low_waits, own_turn_charts
from simcards.words import listed

if TYPE_CHECKING:
    from simcards.answers.payments import PaymentCharts
    from simcards.result import Result
    from simcards.rules import GameRules

    Row = Mapping[str, Any]

LITTLE = 0.02
"""Stakes a hand."""


def main_figures(charts: PaymentCharts) -> Iterator[tuple[str, str, str]]:
    """Yield what belongs in the table of the main figures."""
    best = charts.base(charts.against)
    for metric, words in (
        ("value", "payoff of who drops by the chart"),
        ("gain", f"gain of the drop chart over {_plain(best)}"),
    ):
        row = tables.row_of(best, metric)
        yield f"{words}, stakes a hand", plus_minus(row, plus=True), thousands(row["n"])


def in_short(charts: PaymentCharts) -> Iterator[str]:
    """Yield when to drop, in a few words."""
    best = charts.base(charts.against)
    charted = own_turn_charts(best)
    open_ = " What is undecided is told below." if any(doubts(_open(chart)) for chart in charted) else ""
    yield (
        f"When to drop, by your own turns, against {opponents(charts.against, charts.rules)}: {_plans(charted)} This "
        f"earns {plus_minus(tables.row_of(best, 'gain'), plus=True)} stakes a hand more than {_plain(best)}.{open_}"
    )


def what_to_do(charts: PaymentCharts) -> Iterator[str]:
    """Yield what may be concluded from the charts."""
    best = charts.base(charts.against)
    for chart in own_turn_charts(best):
        yield f"{chance_name(chart).capitalize()}: {_lower(plan(chart))}"
        yield from _low(best, chart)
        yield from _doubts(chart)
        yield f"Who wants one limit for each turn: {_limits(best, chart)}. The table says which limits are as good."
        yield from _even(best, chart)
    value, gain = (tables.row_of(best, metric) for metric in ("value", "gain"))
    yield (
        "Who drops by the chart, which can be different for every count and turn, earns "
        f"{plus_minus(value, plus=True)} stakes a hand against {opponents(charts.against, charts.rules)}. That is "
        f"{plus_minus(gain, plus=True)} more than {_plain(best)}, the best of the limits that are the same in all "
        "turns."
    )


def _plans(charts: Sequence[Reading]) -> str:
    if len(charts) == 1:
        return _lower(plan(charts[0]))
    return " ".join(f"{chance_name(chart)}: {_lower(plan(chart))}" for chart in charts)


def _lower(text: str) -> str:
    return text[0].lower() + text[1:]


def off_deal(result: Result) -> str:
    """Return up to which count dropping straight off the deal is worth anything."""
    limit = next(row for row in result.rows if row.get("metric") == BREAK_EVEN)
    players = result.rules.players
    size = "This is exact." if result.extra["exact"] else f"From {thousands(result.games or 0)} deals."
    if limit["estimate"] is None:
        return (
            f"With {players} players, dropping with the cards dealt is worth less than nothing with every count. {size}"
        )
    return (
        f"With {players} players, dropping with the cards dealt, before anybody has drawn, is worth more than nothing "
        f"up to a count of {limit_words(limit)}. {size} That is a break-even, no advice: playing on can be worth more "
        "still."
    )


def schedules(charts: PaymentCharts) -> Iterator[str]:
    """Yield each caught schedule in words, and how far the charts move with it."""
    of = {chart.value: chart.result for chart in charts.of(charts.against) if chart.option is not None}
    for name, result in {charts.rules.options()["caught_pays"]: charts.base(charts.against), **of}.items():
        yield f"{name}: {result.rules.sentences()['caught_pays']}"
    yield from _moves(charts)


def _moves(charts: PaymentCharts) -> Iterator[str]:
    """Yield for each turn between which thresholds the schedules lie, where they can be told apart."""
    now = str(charts.rules.options()["caught_pays"])
    for turn in TURNS:
        best: list[tuple[Row, str]] = []
        for chart in charts.of(charts.against):
            rows = limits(chart.result, BEST, own_turn_charts(chart.result)[0].when)
            best += [(rows[turn], str(chart.value or now))] if turn in rows else []
        if best:
            low, least = min(best, key=lambda pair: _number(pair[0]["high"]))
            high, most = max(best, key=lambda pair: _number(pair[0]["low"]))
            if _number(low["high"]) < _number(high["low"]):
                between = f"goes from {limit_words(low)} ({least}) to {limit_words(high)} ({most})"
            else:
                between = "cannot be told apart between the schedules by these hands"
            yield f"The best threshold of turn {turn} {between}."


def _number(limit: int | None) -> int:
    """Return a limit as a number; none at all is below 0."""
    return -1 if limit is None else limit


def not_to_conclude(charts: PaymentCharts) -> Iterator[str]:
    """Yield what may not be concluded from the charts."""
    yield (
        f"The charts are the best replies that were found to {opponents(charts.against, charts.rules)}, hand after "
        "hand. Against others, other limits are right: who faces players that drop later can wait longer. People "
        "notice, and do otherwise."
    )
    yield (
        "The charts look at two things, one’s count and the turn. How many cards the others hold, what they have laid "
        "and who is frozen is not in them; who uses that too can do better."
    )
    yield (
        "All draw, lay and discard as the named policy does, whether they mean to drop or not. Who means to wait can "
        "play for a tonk and may make more of it than the charts say."
    )
    if charts.rules.players > 2:
        yield (
            "With more than two players there is no single best way to play against everybody, so there is no "
            "equilibrium here: what is best depends on who sits at the table."
        )
    else:
        yield "This is no equilibrium: an opponent who knows the chart can reply to it."
    yield "All positions are taken together."


def opponents(text: str, rules: GameRules) -> str:
    """Return in words whom a chart is against, and when they drop."""
    policy = parse_policy(registry.game(rules.game), text)
    table, limit = policy.values["drop_by_turn"], policy.values["drop"]
    at = f"at most {'/'.join(map(str, table))} by turn" if isinstance(table, tuple) else f"at most {limit}"
    who = "an opponent who plays" if rules.players == 2 else "opponents who all play"
    return f"{who} {policy}, dropping with {at}"


def usual_limits(text: str, rules: GameRules) -> tuple[int, ...]:
    """Return the plain limit that a policy has, if it has one."""
    policy = parse_policy(registry.game(rules.game), text)
    limit = policy.values["drop"]
    return () if policy.values["drop_by_turn"] is not None or not isinstance(limit, int) else (limit,)


def _limits(result: Result, chart: Reading) -> str:
    """Return the best thresholds, turns with the same ones together."""
    rows = {turn: row for turn, row in limits(result, BEST, chart.when).items() if turn <= chart.last_turn}
    groups: list[tuple[int, int, str]] = []
    for turn, row in sorted(rows.items()):
        # Where not to drop at all is as good, the simpler advice is to wait.
        words = "not at all" if row["low"] is None else f"with up to {row['estimate']}"
        if groups and groups[-1][2] == words:
            groups[-1] = (groups[-1][0], turn, words)
        else:
            groups.append((turn, turn, words))
    told = [f"{words} in {_turns(first, last)}" for first, last, words in groups]
    return f"drop {listed(told, 'and')}" if told else "these hands are too few to tell"


def _turns(first: int, last: int) -> str:
    return f"turn {first}" if first == last else f"turns {first}–{last}"


def _low(result: Result, chart: Reading) -> Iterator[str]:
    waits = in_turns(low_waits(chart, limits(result, BEST, chart.when)))
    if waits:
        told = [f"{counts} in {'turns' if len(turns) > 1 else 'turn'} {turns}" for counts, turns in waits]
        yield (
            "A lower count is not always better to drop with. It is shown to be better to wait with "
            f"{'; '.join(told)}: who holds few cards may go out."
        )


def _even(result: Result, chart: Reading) -> Iterator[str]:
    even, best = (limits(result, metric, chart.when) for metric in (BREAK_EVEN, BEST))
    told = [
        f"up to {limit_words(even[turn])} in turn {turn}"
        for turn in TURNS
        if turn in even and turn <= chart.last_turn and even[turn]["estimate"] is not None
    ]
    if told and any(even[turn]["estimate"] != best[turn]["estimate"] for turn in TURNS if turn in even):
        yield f"Not the same thing: dropping is worth more than nothing {listed(told, 'and')} (break-even)."


def _doubts(chart: Reading) -> Iterator[str]:
    open_ = _open(chart)
    if places := doubts(open_):
        matter = ", so it matters little" if open_.at_stake < LITTLE else "; more hands would tell (--games)"
        yield (
            f"Undecided by these hands, where a drop might be right: {places}. To be wrong in every such cell would "
            f"cost at most about {open_.at_stake:.2g} stakes a hand{matter}."
        )


def _open(chart: Reading) -> Reading:
    """Return a chart without the cells that few hands got to and in which all that is known speaks against a drop."""
    return replace(chart, cells=[cell for cell in chart.cells if cell["cell"] != UNDECIDED or cell["high"] > 0])


def _plain(result: Result) -> str:
    limit = result.extra["best_limit"]
    return "never dropping" if limit is None else f"dropping with at most {limit} in every turn"
