"""What was found, in sentences: the answers that a report gives before its tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from simcards import registry, tables
from simcards.answers.batches import BATCHES, student
from simcards.answers.knocking import no_limit, usual_limit
from simcards.compile import parse_policy
from simcards.formats import one_in, percent_plus_minus, plus_minus, thousands
from simcards.sheets import Sheet
from simcards.stats import LEVEL
from simcards.words import listed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from simcards.result import Result
    from simcards.rules import GameRules

NINE_IN_TEN = 0.9

POSITIONS = {1: "first to act", 2: "dealer"}

ENDINGS = {
    "knock": ("hands that end with a knock", "with a knock"),
    "undercut": ("hands that end with an undercut", "with an undercut"),
    "gin": ("hands that end with gin", "with gin"),
    "big_gin": ("hands that end with big gin", "with big gin"),
    "draw": ("hands that are drawn", "without a winner"),
}
"""Each ending as a table and as a sentence names it."""


def main_figures(
    played: Result, exact: Result, study: Result | None, charts: Iterable[tuple[str, str, str]] = ()
) -> Sheet:
    """Return the table of the main figures, with the rows `charts` among them."""
    hands = thousands(played.games or 0)
    who, keys = _judged(played)
    rows = [(f"net of {who}, points a hand", plus_minus(tables.row_of(played, "net", **keys), plus=True), hands)]
    for position, name in positions(played.game).items():
        payoff = tables.row_of(played, "payoff", seat=None, position=position)
        rows.append((f"score of the {name}, points a hand", plus_minus(payoff), hands))
    for outcome, (words, _) in ENDINGS.items():
        row = tables.row_of(played, f"outcome:{outcome}")
        if row["estimate"]:
            rows.append((words, percent_plus_minus(row), hands))
    rows.append(("turns a hand, both players together", plus_minus(tables.row_of(played, "turns")), hands))
    if study is not None:
        fresh = tables.row_of(study, "net_fresh")
        words = f"net of one who knocks at {fresh['knock']}, the other as now"
        rows.append((words, plus_minus(fresh, plus=True), thousands(fresh["n"])))
    rows += charts
    mean, chance = _deal(exact)
    rows += [
        ("deadwood of a dealt hand, points", f"{mean:.4f}", "exact"),
        ("dealt hands that are gin", one_in(chance["gin"]), "exact"),
        ("dealt hands that one can knock with", one_in(chance["knock"]), "exact"),
        ("hands that one can knock with after one draw", one_in(chance["first_draw_knock"]), "exact"),
    ]
    return Sheet("Main figures", ("figure", "value", "hands"), rows)


def in_short(played: Result, exact: Result, study: Result | None) -> Iterator[str]:
    """Yield the answer in a few sentences."""
    yield pays(played)
    yield _ending_sentence(played)
    yield (
        f"A hand takes {plus_minus(tables.row_of(played, 'turns'))} turns, those of both players counted together. "
        f"Half of all hands are over by turn {tables.turn_by_which(played, 0.5)}, nine in ten by turn "
        f"{tables.turn_by_which(played, NINE_IN_TEN)}."
    )
    mean, chance = _deal(exact)
    yield (
        f"A dealt hand has {mean:.2f} points of deadwood on average. Of dealt hands {one_in(chance['gin'])} is gin and "
        f"{one_in(chance['knock'])} can be knocked with; after one draw it is {one_in(chance['first_draw_knock'])}. "
        "These odds are exact."
    )
    if study is not None:
        yield _best_sentence(study)


def about_limits(study: Result) -> Iterator[str]:
    """Yield what may be concluded from the tables of other limits."""
    tied, worse = _tied(study), _worse_than_now(study)
    best, usual = study.extra["best"], study.extra["usual"]
    yield _best_sentence(study)
    if best != usual and usual not in tied:
        yield "This value is from deals that had no part in choosing the limit."
    if tied:
        yield f"{_limits(tied)} cannot be told apart from {best}, which did best here."
    else:
        yield f"Every other limit in the table does worse than {best}; all these comparisons together hold with 95 %."
    if worse:
        yield (
            f"{_limits(worse)} {'earns' if len(worse) == 1 else 'earn'} less than {usual}, the limit of "
            "now: a little patience can be worse than none."
        )
    if any(row["changes"] == "both" for row in study.rows):
        gain = "neither gains on the other, but " if len(set(study.policies)) == 1 else ""
        yield f"Where both change to the same limit, {gain}the hands change: {_both_sentence(study, best)}"


def about_limits_not(study: Result) -> Iterator[str]:
    """Yield what may not be concluded from them."""
    _, other = study.policies
    yield (
        f"It is the reply to one opponent, {other}, who keeps to one way of play whatever happens. An opponent who "
        "waits too, or holds back the cards one needs, most likely leaves less to earn: take the gain as an upper end."
    )
    yield (
        "One limit for the whole hand is a plain plan. A limit that falls from turn to turn, or that looks at what the "
        "other player takes, may do better than any row of the table."
    )
    yield "The score of the match is left out: near its end other limits can be right."


def positions(name: str) -> dict[int, str]:
    """Return what the two positions of a game are called: by their roles, where it has any."""
    game = registry.game(name)
    return {position: game.role(position) or usual for position, usual in POSITIONS.items()}


def _judged(played: Result) -> tuple[str, Mapping[str, int | None]]:
    """Return whose net is the main figure, in words and as keys of its row."""
    if len(set(played.policies)) == 1 or registry.game(played.game).roles:
        return f"the {positions(played.game)[1]}", {"seat": None, "position": 1}
    return f"seat 0 ({played.policies[0]})", {"seat": 0, "position": None}


def pays(played: Result) -> str:
    """Return what the two positions score."""
    names = positions(played.game)
    first, dealer = (tables.row_of(played, "payoff", seat=None, position=position) for position in names)
    who, keys = _judged(played)
    net = tables.row_of(played, "net", **keys)
    return (
        f"The {names[1]} scores {plus_minus(first)} points a hand, the {names[2]} {plus_minus(dealer)}. "
        f"The net of {who} is {plus_minus(net, plus=True)}. {_verdict(net, who)}"
    )


def _verdict(net: Mapping[str, Any], who: str) -> str:
    if net["low"] is None:
        return "One hand cannot tell who earns more."
    if net["low"] > 0:
        return f"So {who} earns more."
    if net["high"] < 0:
        return "So the other player earns more."
    return f"{thousands(net['n'])} hands cannot tell who earns more: zero lies within the interval."


def _deal(exact: Result) -> tuple[float, dict[str, float]]:
    """Return the mean deadwood of a dealt hand, and the probability of each single event."""
    single = {row["event"]: row["probability"] for row in exact.rows if row["value"] is None and "probability" in row}
    return next(row["mean"] for row in exact.rows if "mean" in row), single


def _ending_sentence(played: Result) -> str:
    shares = [(tables.row_of(played, f"outcome:{outcome}"), words) for outcome, (_, words) in ENDINGS.items()]
    told = [f"{percent_plus_minus(row)} {words}" for row, words in shares if row["estimate"]]
    return f"How hands end: {listed(told, 'and')}."


def _best_sentence(study: Result) -> str:
    best, usual = study.extra["best"], study.extra["usual"]
    whom = opponent(study.policies[1], study.rules)
    if usual == best or usual in _tied(study):
        return f"Against {whom}, no other fixed limit is shown to do better than {usual}, the one of now."
    plan = "waiting for gin" if best == 0 else f"knocking with at most {best}"
    value = plus_minus(tables.row_of(study, "net_fresh"), plus=True)
    return f"Against {whom}, the best fixed limit is {best}: {plan} earns {value} points a hand, net."


def opponent(text: str, rules: GameRules) -> str:
    """Return in words whom a policy is, and when he knocks."""
    policy = parse_policy(registry.game(rules.game), text)
    if no_limit(policy):
        return f"an opponent who plays {policy}"
    limit = "the hand’s limit" if rules.options()["oklahoma"] else usual_limit(policy, rules)
    return f"an opponent who plays {policy}, knocking at once with at most {limit}"


def _tied(study: Result) -> list[int]:
    rows = [row for row in study.rows if row["metric"] == "behind"]
    return [row["knock"] for row in rows if row["low"] is None or row["low"] <= 0]


def _worse_than_now(study: Result) -> list[int]:
    """Return the limits that earn less than the one of now, all these comparisons together holding with 95 %.

    Only where both play the same: the limit of now then earns 0 by symmetry.
    """
    if len(set(study.policies)) > 1:
        return []
    rows = [row for row in study.rows if row["changes"] == "one" and row["metric"] == "net" and row["se"]]
    batches = min(BATCHES, (study.games or 0) // 2)
    return [row["knock"] for row in rows if row["estimate"] + _joint_width(len(rows), batches) * row["se"] < 0]


def _joint_width(comparisons: int, batches: int) -> float:
    return student(1 - (1 - LEVEL) / comparisons, batches - 1)


def _limits(values: list[int]) -> str:
    return f"{'The limit' if len(values) == 1 else 'The limits'} {listed(map(str, values), 'and')}"


def _both_sentence(study: Result, knock: int) -> str:
    gin, undercut, turns = (
        tables.row_of(study, metric, changes="both", knock=knock) for metric in ("any_gin", "undercut", "turns")
    )
    undercuts = f"{percent_plus_minus(undercut)} with" if undercut["estimate"] else "none with"
    return (
        f"with {knock} for both they take {plus_minus(turns)} turns, {percent_plus_minus(gin)} end with gin and "
        f"{undercuts} an undercut."
    )
