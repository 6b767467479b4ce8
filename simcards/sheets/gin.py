"""Gin's words, and the tables of its knock limits."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from simcards import tables
from simcards.formats import NOTHING, Row, percent_plus_minus, plus_minus, thousands
from simcards.sheets import Sheet
from simcards.sheets.wording import Quantity, Wording

if TYPE_CHECKING:
    from simcards.result import Result
    from simcards.rules import GameRules


def events(exact: Result) -> Iterator[tuple[str, Row]]:
    """Yield the single events of the odds: in words, and the row."""
    options = exact.rules.options()
    limit = "the upcard’s points" if options["oklahoma"] else options["knock_limit"]
    names = {
        "gin": "a dealt hand is gin",
        "knock": f"a dealt hand has at most {limit}",
        "big_gin": "after the first draw all cards meld (big gin)",
        "first_draw_gin": "after the first draw one can go gin",
        "first_draw_knock": f"after the first draw one can knock with at most {limit}",
    }
    for row in tables.events(exact).to_dict("records"):
        yield names[row["event"]], {str(key): value for key, value in row.items()}


def highest_limit(rules: GameRules) -> int:
    """Return the most deadwood that the rules let a player knock with; under Oklahoma, in any hand."""
    options = rules.options()
    return 10 if options["oklahoma"] else int(str(options["knock_limit"]))


def parts(exact: Result) -> Iterator[tuple[str, Collection[int]]]:
    """Yield the deadwoods that one cannot knock with, and those that one can."""
    limit = highest_limit(exact.rules)
    values = tables.distribution(exact, "deadwood")["value"].tolist()
    yield f"more than {limit}", [value for value in values if value > limit]
    yield f"at most {limit}", [value for value in values if value <= limit]


DEADWOOD = Quantity(
    event="deadwood",
    name="deadwood of a dealt hand",
    axis="deadwood, points",
    unit="points",
    cases="hands",
    of=lambda rules: f"hands of {rules.options()['hand_size']} cards",
    about="The least deadwood of each hand, its melds split as well as can be.",
    reading="How much deadwood the cards leave that one is dealt, before anybody has played. Hatched: what one could "
    "knock with.",
    parts=parts,
)

WORDING = Wording(
    outcomes={"knock": "knock", "undercut": "undercut", "gin": "gin", "big_gin": "big gin", "draw": "drawn"},
    about_turns="Turns are those of both players together, the one that ends the hand too.",
    scores={"payoff": "scores", "net": "net", "payoff_sd": "spread", "win": "wins"},
    judged="net",
    about_scores="Scores: points a hand. Net: own points less the other player’s. Spread: the standard deviation of "
    "the score from hand to hand.",
    quantities=(DEADWOOD,),
    events=events,
)


def knock_limits_alone(study: Result) -> Sheet:
    """Return what other limits do to the two players where one of them changes."""
    usual, best = study.extra["usual"], study.extra["best"]
    symmetric = len(set(study.policies)) == 1
    rows = []
    for knock, of in _limits(study, "one"):
        rows.append(
            (
                f"{knock} (as now)" if knock == usual else str(knock),
                "0 by symmetry" if symmetric and knock == usual else plus_minus(of["net", "changer"], plus=True),
                plus_minus(of["payoff", "changer"]),
                plus_minus(of["payoff", "other"]),
                NOTHING if knock == best else plus_minus(of["behind", None]),
                percent_plus_minus(of["any_gin", None]),
                percent_plus_minus(of["undercut", None]),
            )
        )
    return Sheet(
        caption="One player changes the limit",
        columns=("limit", "net", "scores", "the other scores", "behind the best", "gin", "undercut"),
        rows=rows,
        note="Points a hand. Net: what the one who changes scores, less what the other scores. Gin (big gin too) and "
        f"undercut: share of all hands, by either player. {thousands(study.games or 0)} hands for each limit.",
    )


def knock_limits_both(study: Result) -> Sheet | None:
    """Return what other limits do where both players change, or None if the other's limit cannot be changed."""
    rows = [
        (
            f"{knock} (as now)" if knock == study.extra["usual"] else str(knock),
            plus_minus(of["payoff", "first"]),
            plus_minus(of["payoff", "dealer"]),
            plus_minus(of["net", "first"], plus=True),
            percent_plus_minus(of["any_gin", None]),
            percent_plus_minus(of["undercut", None]),
            plus_minus(of["turns", None]),
        )
        for knock, of in _limits(study, "both")
    ]
    if not rows:
        return None
    return Sheet(
        caption="Both players change the limit",
        columns=("limit", "first scores", "dealer scores", "first’s net", "gin", "undercut", "turns"),
        rows=rows,
        note=f"Points a hand. {thousands(study.games or 0)} hands for each limit.",
    )


def _limits(study: Result, changes: str) -> Iterator[tuple[int, dict[tuple[str, str | None], Row]]]:
    """Yield each limit with its rows by metric and player."""
    rows = [row for row in study.rows if row["changes"] == changes]
    for knock in dict.fromkeys(row["knock"] for row in rows):
        yield knock, {(row["metric"], row["who"]): row for row in rows if row["knock"] == knock}
