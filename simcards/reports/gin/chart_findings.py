"""What the charts say, in sentences: when to knock, what that is worth, how it moves with what is paid."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from simcards import registry, tables
from simcards.answers.advice import doubts, plan, reading
from simcards.answers.study import EQUILIBRIUM
from simcards.formats import NOTHING, plus_minus, thousands
from simcards.reports.gin.findings import opponent
from simcards.sheets.charts import ALL, last_turn, option, payment, whom
from simcards.words import listed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from simcards.answers.payments import Charted, PaymentCharts
    from simcards.result import Result

    Row = Mapping[str, Any]

LITTLE = 0.25
"""Points a hand."""


def main_figures(charts: PaymentCharts) -> Iterator[tuple[str, str, str]]:
    """Yield what belongs in the table of the main figures."""
    for against in charts.opponents:
        gain = tables.row_of(charts.base(against), "gain")
        words = f"gain of the knock chart {whom(against)}"
        yield words, plus_minus(gain, plus=True), thousands(gain["n"])


def in_short(charts: PaymentCharts) -> Iterator[str]:
    """Yield when to knock, in a sentence for each opponent."""
    best, even = charts.base(charts.against), charts.base(EQUILIBRIUM)
    gain = plus_minus(tables.row_of(best, "gain"), plus=True)
    yield (
        f"When to knock, by your own turns, against {opponent(charts.against, charts.rules)}: {_plan(best)} This earns "
        f"{gain} net points a hand more than knocking at once."
    )
    open_ = " What is undecided is told below." if any(doubts(reading(result)) for result in (best, even)) else ""
    yield f"Against an opponent who chooses as well as you when to knock (an equilibrium): {_plan(even)}{open_}"


def what_to_do(charts: PaymentCharts) -> Iterator[str]:
    """Yield what may be concluded from the charts."""
    best, even = charts.base(charts.against), charts.base(EQUILIBRIUM)
    yield f"Against {opponent(charts.against, charts.rules)}: {_plan(best)}"
    yield from _doubts(best)
    yield f"In equilibrium, where the other chooses as well as you when to knock: {_plan(even)}"
    yield from _doubts(even)
    yield _worth(best)
    yield _worth_even(best, even)
    yield "Turns are your own. Gin is laid down at once. What fewer than one hand in 2,000 gets to is left out here."


def moves(charts: PaymentCharts) -> Iterator[str]:
    """Yield how the charts move with each payment."""
    yield from _most(charts)
    row = reading(charts.base(charts.against)).rows[-1]
    for name in charts.payments:
        shown = {against: _by_value(name, charts.of(against), charts) for against in charts.opponents}
        turns = listed((f"{_turns(charted, row)} {whom(against)}" for against, charted in shown.items()), "and")
        words = _values(name, [value for value, _ in shown[charts.against]])
        yield f"{words[0].upper()}{words[1:]}: the last turn on which to knock with {row} is {turns}."


def not_to_conclude(charts: PaymentCharts) -> Iterator[str]:
    """Yield what may not be concluded from the charts."""
    reply = tables.row_of(charts.base(charts.against), "exploitability")
    yield (
        f"The chart {whom(charts.against)} is for that opponent alone, hand after hand. {_loses(reply)} People do "
        "notice, and do otherwise."
    )
    yield (
        "Both charts look at two things, the deadwood and the turn. What the other takes and discards is not in them; "
        "who uses that too can do better than either. They are the best of their kind, not the best play."
    )
    yield (
        "All draw and discard as greedy does, towards the least deadwood, whether they mean to knock or not. Who means "
        "to wait can draw for gin and may make more of it than the charts say; against an opponent who holds back the "
        "cards one needs, waiting is worth less."
    )
    yield (
        "A best reply is the best chart that was found, valued on fresh hands: this much can be earned, or more. It "
        "replies to exactly this chart, undecided cells by their estimates; filled the other way, it may earn more or "
        "less."
    )
    yield (
        "The equilibrium is one among charts of this kind. There may be others, and in a cell near 0 it matters little "
        "what one does."
    )
    both = "The captain and the box" if registry.game(charts.rules.game).roles else "The first to act and the dealer"
    yield f"{both} are taken together, and the score of the match is left out."
    if charts.rules.options()["oklahoma"]:
        yield "Hands of all limits are taken together; with a limit below 10 there are fewer chances to knock later."


def beyond_limits(charts: PaymentCharts, study: Result) -> str:
    """Return what the chart is worth beside one limit for the whole hand."""
    value = tables.row_of(charts.base(study.policies[1]), "value")
    return (
        "The chart above, which looks at the deadwood and the turn, earns "
        f"{plus_minus(value, plus=True)} points a hand, net, against the same opponent."
    )


def _plan(result: Result) -> str:
    words = plan(reading(result))
    return words[0].lower() + words[1:]


def _doubts(result: Result) -> Iterator[str]:
    chart = reading(result)
    if places := doubts(chart):
        yield (
            f"Undecided by these hands {whom(result.extra['against'])}: {places}. To be wrong in every undecided cell "
            f"would cost about {chart.at_stake:.2g} points a hand{_matter(chart.at_stake)}."
        )


def _matter(at_stake: float) -> str:
    return ", so it matters little" if at_stake < LITTLE else "; more hands would tell (--games)"


def _worth(best: Result) -> str:
    against = best.extra["against"]
    gain, value = (tables.row_of(best, metric) for metric in ("gain", "value"))
    also = "" if _same(gain, value) else f"; it earns {plus_minus(value, plus=True)}"
    reply = _loses(tables.row_of(best, "exploitability"))
    more = f"{plus_minus(gain, plus=True)} net points a hand more than knocking at once"
    return f"The chart {whom(against)} is worth {more}{also}. {reply}"


def _worth_even(best: Result, even: Result) -> str:
    gain, reply = (tables.row_of(even, metric) for metric in ("gain", "exploitability"))
    earns = f"earns {plus_minus(reply, plus=True)} from it"
    if not reply["se"] or reply["low"] <= 0:
        earns = f"is not shown to earn anything from it ({plus_minus(reply, plus=True)})"
    sentence = f"The chart in equilibrium is the safe one: the best reply that was found {earns}."
    if _same(*(tables.row_of(best, metric) for metric in ("gain", "value"))):
        # The two then differ in sign only: who knocks at once loses to the equilibrium what it gains on him.
        return f"{sentence} From an opponent who knocks at once it earns {plus_minus(gain, plus=True)}."
    return f"{sentence} Who knocks at once against it loses {plus_minus(gain)}."


def _loses(reply: Row) -> str:
    if not reply["se"] or reply["low"] <= 0:
        return "No reply was found that is shown to earn anything from it."
    return f"An opponent who knows it can earn {plus_minus(reply, plus=True)} a hand from it by knocking otherwise."


def _same(one: Row, other: Row) -> bool:
    return bool(one["estimate"] == other["estimate"])


def _most(charts: PaymentCharts) -> Iterator[str]:
    """Yield which payment moves the gain most, if that can be told."""
    spans = []
    for name in charts.payments:
        of = _by_value(name, charts.of(charts.against), charts)
        gains = [(tables.row_of(chart.result, "gain"), payment(name, value)) for value, chart in of]
        low, high = (end(gains, key=lambda gain: gain[0]["estimate"]) for end in (min, max))
        spans.append((high[0]["estimate"] - low[0]["estimate"], option(name), low, high))
    _, words, low, high = max(spans, key=lambda span: span[0])
    if low[0]["se"] and low[0]["high"] < high[0]["low"]:
        ends = (f"{plus_minus(gain, plus=True)} ({paid})" for gain, paid in (low, high))
        the = "" if words == "ties" else "the "
        yield f"Most depends on {the}{words}: the chart {whom(charts.against)} gains {' to '.join(ends)}."


def _by_value(name: str, of: list[Charted], charts: PaymentCharts) -> list[tuple[Any, Charted]]:
    """Return the charts by the value of an option, the one of now among them."""
    now = charts.rules.options()[name]
    found = [(now if c.option is None else c.value, c) for c in of if c.option in (None, name)]
    return sorted(found, key=lambda pair: pair[0])


def _values(name: str, values: list[Any]) -> str:
    if all(isinstance(value, bool) for value in values):
        return listed(payment(name, value) for value in values)
    return f"{option(name)} {listed(map(str, values))}"


def _turns(charted: list[tuple[Any, Charted]], row: int) -> str:
    told = [last_turn(reading(chart.result), row) for _, chart in charted]
    turns = [{NOTHING: "none", ALL: "the very last"}.get(turn, turn) for turn in told]
    return f"{turns[0]} each time" if len(set(turns)) == 1 else listed(turns)
