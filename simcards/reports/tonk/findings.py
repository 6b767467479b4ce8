"""What was found about tonk, in sentences: the answers that a report gives before its tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from simcards import tables
from simcards.answers.effects import verdict
from simcards.formats import one_in, percent, percent_plus_minus, plus_minus, thousands
from simcards.sheets import Sheet
from simcards.sheets.sessions import stakes
from simcards.sheets.wording import position_name, wording
from simcards.words import listed

if TYPE_CHECKING:
    from simcards.result import Result

NINE_IN_TEN = 0.9

Row = Mapping[str, Any]

ENDINGS = {
    "drop": "with a drop",
    "caught": "with a caught dropper",
    "tonk": "with a tonk",
    "out": "with an out",
    "deal_win": "with a deal win",
    "double_double": "with an answered tonk",
    "stock": "with the stock out",
    "draw": "without a winner",
}
"""Each ending as a sentence names it."""


def main_figures(
    played: Result, exact: Result, session: Result | None, charts: Iterable[tuple[str, str, str]] = ()
) -> Sheet:
    """Return the table of the main figures, with the rows `charts` among them."""
    hands, names = thousands(played.games or 0), wording(played.game).outcomes
    rows = [
        (f"payoff of {_the(position, played)}, stakes a hand", plus_minus(payoff, plus=True), hands)
        for position, payoff in _payoffs(played)
    ]
    rows += charts
    for outcome, name in names.items():
        row = tables.row_of(played, f"outcome:{outcome}")
        if row["estimate"]:
            rows.append((f"hands that end: {name}", percent_plus_minus(row), hands))
    rows.append(("completed turns a hand, all players together", plus_minus(tables.row_of(played, "turns")), hands))
    drops = tables.row_of(played, "drop_count")
    if drops["n"]:
        rows.append(("count of the one who drops, points", plus_minus(drops), thousands(drops["n"])))
    if session is not None:
        bring = _bring(session)
        words = f"stakes to bring for {bring['hands']} hands, lost with at most 5 %"
        rows.append((words, stakes(bring, plus=False), hands))
    mean, chance = _deal(exact)
    rows.append(("count of a dealt hand, points", f"{mean:.4f}", "exact"))
    rows.append(("dealt hands with a spread", one_in(chance["spread"]), "exact"))
    if "any_deal_win" in chance:
        rows.append(("deals that somebody wins at once", one_in(chance["any_deal_win"]), "exact"))
    rows.append(("hands that are all spreads after one draw", one_in(chance["first_draw_tonk"]), "exact"))
    return Sheet("Main figures", ("figure", "value", "hands"), rows)


def in_short(played: Result, exact: Result, house: Result, session: Result | None) -> Iterator[str]:
    """Yield the answer in a few sentences, but for when to drop."""
    yield pays(played)
    yield ending_sentence(played)
    yield (
        f"A hand takes {plus_minus(tables.row_of(played, 'turns'))} completed turns, those of all players counted "
        f"together. Half of all hands are over by turn {tables.turn_by_which(played, 0.5)}, nine in ten by turn "
        f"{tables.turn_by_which(played, NINE_IN_TEN)}."
    )
    yield from verdict(house)[:1]
    if session is not None:
        yield brings(session)
    yield deal_sentence(exact)


def pays(played: Result) -> str:
    """Return what sitting in each position is worth."""
    told = [f"{_the(position, played)} {plus_minus(payoff, plus=True)}" for position, payoff in _payoffs(played)]
    (_, first), *_, (_, last) = _payoffs(played)
    return f"What a seat is worth, in stakes a hand: {listed(told, 'and')}. {_verdict(first, last)}"


def seat_advantage(played: Result) -> Iterator[str]:
    """Yield what may be concluded from the table of positions."""
    yield pays(played)
    players = played.rules.players
    wins = [tables.row_of(played, "win", seat=None, position=position) for position in (1, players)]
    yield (
        f"Of the hands that somebody wins, the first to act wins {percent_plus_minus(wins[0])} and the dealer "
        f"{percent_plus_minus(wins[1])}; an even share would be {percent(1 / players)}."
    )
    deviation = tables.row_of(played, "payoff_sd", seat=None, position=1)
    yield (
        "The luck of a single hand is much larger: for the first to act the standard deviation is "
        f"{plus_minus(deviation)} stakes. As the deal goes round, the seats even out."
    )
    if len(set(played.policies)) > 1:
        told = (
            f"seat {seat} ({policy}) {plus_minus(tables.row_of(played, 'payoff', seat=seat, position=None), plus=True)}"
            for seat, policy in enumerate(played.policies)
        )
        yield f"The seats play differently. Over all positions: {listed(told, 'and')}."


def _verdict(first: Row, last: Row) -> str:
    if first["low"] is None or last["low"] is None:
        return "One hand cannot tell whose seat is better."
    if first["low"] > last["high"]:
        return "So it is better to act first than to deal."
    if first["high"] < last["low"]:
        return "So it is better to deal than to act first."
    return f"{thousands(first['n'])} hands cannot tell whose seat is better."


def ending_sentence(played: Result) -> str:
    """Return how hands end."""
    shares = [(tables.row_of(played, f"outcome:{outcome}"), words) for outcome, words in ENDINGS.items()]
    told = [f"{percent_plus_minus(row)} {words}" for row, words in shares if row["estimate"]]
    return f"How hands end: {listed(told, 'and')}."


def deal_sentence(exact: Result) -> str:
    """Return the odds of the deal in short."""
    mean, chance = _deal(exact)
    wins = f", and of deals {one_in(chance['any_deal_win'])} is won at once" if "any_deal_win" in chance else ""
    return (
        f"A dealt hand counts {mean:.2f} points on average. Of dealt hands {one_in(chance['spread'])} has a "
        f"spread{wins}. These odds are exact."
    )


def deal_means(exact: Result) -> str:
    """Return the exact means of what one is dealt."""
    count, left = (
        next(row for row in exact.rows if row["event"] == event and "mean" in row) for event in ("count", "remainder")
    )
    return (
        f"A dealt hand counts {count['mean']:.2f} points on average (standard deviation {count['sd']:.2f}); without "
        f"the best spreads in it, {left['mean']:.2f}."
    )


def brings(session: Result) -> str:
    """Return how large a purse a session takes."""
    bring = _bring(session)
    hands = session.extra["session"]
    low, high = (tables.row_of(session, f"session_quantile:{q}", seat=bring["seat"], hands=hands) for q in (5, 95))
    who = "a player" if len(set(session.policies)) == 1 else f"seat {bring['seat']}"
    return (
        f"After {hands} hands nine in ten sessions leave {who} between {stakes(low)} and {stakes(high)} stakes. Bring "
        f"{stakes(bring, plus=False)} stakes for {bring['hands']} hands, and they are lost on the way with at most 5 %."
    )


def _bring(session: Result) -> Row:
    return tables.row_of(session, "bring", hands=session.extra["session"])


def _payoffs(played: Result) -> list[tuple[int, Row]]:
    positions = range(1, played.rules.players + 1)
    return [(position, tables.row_of(played, "payoff", seat=None, position=position)) for position in positions]


def _the(position: int, played: Result) -> str:
    return f"the {position_name(position, played.rules.players)}"


def _deal(exact: Result) -> tuple[float, dict[str, float]]:
    """Return the mean count of a dealt hand, and the probability of each single event."""
    single = {row["event"]: row["probability"] for row in exact.rows if row["value"] is None and "probability" in row}
    return next(row["mean"] for row in exact.rows if row["event"] == "count" and "mean" in row), single
