"""Tonk's words."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, cast

from simcards import tables
from simcards.answers.grid import label
from simcards.formats import Row
from simcards.sheets.wording import Quantity, Wording, rank_in_words
from simcards.words import counted

if TYPE_CHECKING:
    from simcards.games.tonk.rules import DealWin, TonkRules
    from simcards.result import Result
    from simcards.rules import GameRules


def events(exact: Result) -> Iterator[tuple[str, Row]]:
    """Yield the single events of the odds, in words, and the row; of spades only where there is a side bet."""
    rules = _tonk(exact.rules)
    rows = [row for row in exact.rows if "probability" in row]
    names = {
        "spread": "a dealt hand has a spread",
        "any_deal_win": f"one of {rules.players} players wins at the deal",
        "first_draw_tonk": "a hand and one card drawn are all spreads",
    }
    for row in rows:
        if row["event"] == "deal_win":
            yield f"a dealt hand {win_in_words(rules.deal_wins[row['value']])}", row
        elif row["event"] in names:
            yield names[row["event"]], row
    if rules.spades_bet:
        for row in reversed([row for row in rows if row["event"] == "spade"]):
            yield f"my best spade is the {rank_in_words(row['value'])}: it is the highest dealt", row


def win_in_words(entry: DealWin) -> str:
    """Return what a deal win is, as in `has 49 to 50 points, which pays 2 stakes`."""
    span = str(entry.min) if entry.min == entry.max else f"{entry.min} to {entry.max}"
    when = " at the first turn" if entry.when == "own_turn" else ""
    return f"has {span} points, which pays {counted(entry.pays, 'stake')}{when}"


def parts(exact: Result) -> Iterator[tuple[str, Collection[int]]]:
    """Yield the counts that win nothing before play, and those that win at the deal and at the first turn."""
    wins = _tonk(exact.rules).deal_wins
    values = tables.distribution(exact, "count")["value"].tolist()
    due: dict[str, list[int]] = {"deal": [], "own_turn": [], "": []}
    for value in values:
        whens = [entry.when for entry in wins if entry.min <= value <= entry.max]
        due[min(whens, default="")].append(value)
    yield "wins nothing", due[""]
    yield "wins at the deal", due["deal"]
    yield "wins at the first turn", due["own_turn"]


def rule(keys: Mapping[str, object]) -> str:
    """Return a changed option in few words.

    Examples
    --------
    >>> rule({"option": "deal_wins", "value": '[{min=49,max=50,pays=2,when="deal"}]'}), rule({"hit_freeze": 0})
    ('wins 49–50: 2', 'hit_freeze=0')
    """
    if keys.get("option") != "deal_wins":
        return label(keys)
    entries = tomllib.loads(f"wins = {keys['value']}")["wins"]
    told = (f"{_span(entry)}: {entry['pays']}{'' if entry['when'] == 'deal' else ' own turn'}" for entry in entries)
    return f"wins {', '.join(told)}" if entries else "no deal wins"


def _span(entry: Mapping[str, int]) -> str:
    return str(entry["min"]) if entry["min"] == entry["max"] else f"{entry['min']}–{entry['max']}"


def _tonk(rules: GameRules) -> TonkRules:
    return cast("TonkRules", rules)


COUNT = Quantity(
    event="count",
    name="count of a dealt hand",
    axis="count, points",
    unit="points",
    cases="hands",
    of=lambda rules: f"hands of {_tonk(rules).hand_size} cards",
    about="The points of all cards that one is dealt, spreads too.",
    reading="How many points one is dealt, before anybody has played. Hatched: counts that win before the first draw.",
    parts=parts,
)

WORDING = Wording(
    outcomes={
        "drop": "drop",
        "caught": "caught",
        "tonk": "tonk",
        "out": "out",
        "deal_win": "deal win",
        "double_double": "answered tonk",
        "stock": "stock out",
        "draw": "drawn",
    },
    about_turns="Turns are completed ones of all players together: a drop or a tonk completes none.",
    scores={"payoff": "payoff", "payoff_sd": "deviation", "win": "wins"},
    judged="payoff",
    about_scores="Payoff: stakes a hand; those of all players add up to nothing. Deviation: the standard deviation "
    "from hand to hand.",
    quantities=(COUNT,),
    events=events,
    rule=rule,
)
