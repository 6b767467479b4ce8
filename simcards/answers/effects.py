"""Which of many changes of the rules matters most, and which cannot be told apart from nothing.

Each rule set has two figures, what changes hands in a hand and the main one; its effect is the larger change of the
two. The intervals hold together for all of them (Bonferroni), so that the largest may be pointed at.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

from simcards import registry
from simcards.answers.grid import label
from simcards.formats import plus_minus
from simcards.game import Figure
from simcards.words import listed

if TYPE_CHECKING:
    from simcards.answers.grid import Corner
    from simcards.result import Result

Row = Mapping[str, Any]
Block = tuple["Corner", Sequence[Row]]

SEATS = ("players", "partners")
"""Varied like options, but no house rules: they say who sits down with whom."""


def compared(rows: Sequence[Row], main: Figure) -> list[Row]:
    """Return the rows of a rule set in which it is compared: what moves, and the main figure."""
    return [row for row in rows if (row["metric"], row["seat"], row["position"]) in (Figure("moved"), main)]


def effect(rows: Sequence[Row], main: Figure) -> Row:
    """Return the row of a rule set with the larger difference to the base."""
    return max(compared(rows, main), key=lambda row: abs(row["difference"] or 0))


def size_of(rows: Sequence[Row], main: Figure) -> float:
    """Return how large the effect of a rule set is."""
    return abs(float(effect(rows, main)["difference"] or 0))


def away_from_nothing(row: Row) -> float:
    """Return the least size of a difference that its interval allows; 0 if that is no difference at all."""
    if row["difference_low"] is None:
        return 0.0
    return float(max(row["difference_low"], -row["difference_high"], 0.0))


def matters_most(blocks: Sequence[Block], main: Figure) -> dict[str, Any] | None:
    """Return the house rule with the largest effect, and whether it is shown to be the largest.

    Parameters
    ----------
    blocks
        Rule sets that differ from the base in one option, the largest effect first, each with its rows.
    main
        The main figure.

    Returns
    -------
    dict or None
        `option`, `value`, `metric`, `seat`, `position`, `difference`, `difference_low`, `difference_high`; `rule`, the
        rule in words; `shown`, whether every other option's effects are smaller for sure. None if no rule's effect can
        be told apart from nothing.
    """
    told = [(corner, effect(rows, main)) for corner, rows in blocks if corner.keys["option"] not in SEATS]
    if not told or away_from_nothing(told[0][1]) == 0:
        return None
    corner, first = told[0]
    option = str(corner.keys["option"])
    rivals = [
        row for other, rows in blocks for row in compared(rows, main) if other.keys["option"] not in (option, *SEATS)
    ]
    most = max((abs(row[end]) for row in rivals for end in ("difference_low", "difference_high")), default=0.0)
    columns = ("metric", "seat", "position", "role", "difference", "difference_low", "difference_high")
    return {
        **corner.keys,
        **{column: first[column] for column in columns if column in first},
        "rule": corner.rules.sentences()[option],
        "shown": away_from_nothing(first) > most,
    }


def undecided(blocks: Sequence[Block], main: Figure) -> list[str]:
    """Return the labels of the rule sets whose effect cannot be told apart from nothing."""
    return [corner.label for corner, rows in blocks if not any(map(away_from_nothing, compared(rows, main)))]


def unchanged(blocks: Sequence[Block]) -> list[str]:
    """Return the labels of the rule sets under which no batch of hands went otherwise in anything that is told."""
    same = (0.0, 0.0)
    return [
        corner.label
        for corner, rows in blocks
        if all((row["difference"], row["difference_se"]) == same for row in rows if row["difference"] is not None)
    ]


def corners_of(result: Result) -> Iterator[tuple[dict[str, object], list[dict[str, Any]]]]:
    """Yield what each rule set of a sweep is about, and its rows."""
    keys = ["option", "value"] if "matters_most" in result.extra else list(result.extra["varied"])
    for which, rows in groupby(result.rows, lambda row: {key: row[key] for key in keys}):
        yield which, list(rows)


def change_of(row: Row) -> dict[str, Any]:
    """Return a row's difference to the base as an estimate that can be shown."""
    return {name: row[f"difference{end}"] for name, end in (("estimate", ""), ("low", "_low"), ("high", "_high"))}


def verdict(result: Result) -> list[str]:
    """Return in sentences what a sweep of all options found."""
    most, comparisons = result.extra["matters_most"], result.extra["comparisons"]
    no_hand = result.extra["unchanged"]
    unsure = [name for name in result.extra["undecided"] if name not in no_hand]
    if most is None:
        said = ["No house rule's effect can be told apart from nothing."]
    else:
        name = label({"option": most["option"], "value": most["value"]})
        which = "matters most" if most["shown"] else "comes first, though others may matter as much"
        told = f"Of the house rules, {name} {which}: {in_words(result, most)}"
        said = [f"{told} (all {comparisons} comparisons together at 95 %). {most['rule']}"]
    if unsure:
        said.append(f"Not told apart from no effect: {listed(unsure, 'and')}.")
    if no_hand:
        said.append(f"Nothing differed in any of {result.games:,} hands: {listed(no_hand, 'and')}.")
    return said


def in_words(result: Result, row: Row) -> str:
    """Return a difference as a part of a sentence."""
    money = money_of(result)
    if row["metric"] != "moved":
        return f"the net of {whose(row)} changes by {plus_minus(change_of(row), plus=True)} {money} a hand"
    size = change_of(row)
    if row["difference"] < 0:
        size = {"estimate": -size["estimate"], "low": -size["high"], "high": -size["low"]}
    return f"{plus_minus(size)} {money} {'more' if row['difference'] > 0 else 'fewer'} change hands in a hand"


def money_of(result: Result) -> str:
    """Return what hands are paid in, in the plural."""
    return f"{registry.game(result.game).load_engine().purse.money}s"


def whose(place: Mapping[str, Any]) -> str:
    """Return in words whose figure is told: that of a seat, of a position or of a role."""
    if place.get("role") is not None:
        return f"the {place['role']}"
    if place["position"] is None:
        return f"seat {place['seat']}"
    return "the first to act" if place["position"] == 1 else f"position {place['position']}"


def who_plays(result: Result) -> str:
    """Return in words who sits at the table."""
    if len(set(result.policies)) == 1:
        return f"All seats play {result.policies[0]}"
    if roles := registry.game(result.game).roles:
        told = [f"{role} plays {policy}" for role, policy in zip(roles, result.policies, strict=True)]
        return f"The {listed(told, 'and the')}"
    return f"Seats 0 to {len(result.policies) - 1} play {', '.join(result.policies)}"
