"""Pitch's words."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from simcards import tables
from simcards.formats import Row
from simcards.games.pitch.params import HAND_SIZE
from simcards.sheets.wording import Wording, rank_in_words

if TYPE_CHECKING:
    from simcards.result import Result
    from simcards.rules import GameRules

TOLD = {"high": range(14, 9, -1), "low": range(2, 7)}
"""Ranks of one's best and least trump whose chances are told."""


def events(exact: Result) -> Iterator[tuple[str, Row]]:
    """Yield the single events of the odds, in words, and the row."""
    names = {
        "in_play": "a card that I do not hold is dealt to somebody",
        "jack": "the jack of trumps, which I do not hold, is in play",
    }
    rows = [row for row in exact.rows if "probability" in row]
    for row in rows:
        if row["event"] in names:
            yield names[row["event"]], row
    for event, which in (("high", "best"), ("low", "least")):
        told = {row["value"]: row for row in rows if row["event"] == event}
        for rank in (rank for rank in TOLD[event] if rank in told):
            yield f"my {which} trump is the {rank_in_words(rank)}: it is {event.capitalize()}", told[rank]


def parts(exact: Result) -> Iterator[tuple[str, Collection[int]]]:
    """Yield the numbers of cards of a suit that are few for trumps, and those that are many."""
    values = tables.distribution(exact, "trumps")["value"].tolist()
    yield "two or fewer", [value for value in values if value <= 2]
    yield "three or more", [value for value in values if value > 2]


def cards(_rules: GameRules) -> int:
    """Return the cards of a dealt hand."""
    return HAND_SIZE


WORDING = Wording(
    outcomes={"made": "bid made", "set": "set", "thrown_in": "thrown in"},
    about_turns="Turns are those of all players together: each call, and each card played.",
    scores={"payoff": "scores", "net": "net", "payoff_sd": "spread", "win": "wins"},
    judged="net",
    about_scores="Scores: points a hand. Net: own points less the mean of the others’, with partners less the other "
    "side’s. Spread: the standard deviation of the score from hand to hand.",
    quantity="trumps",
    about_quantity="The cards of a given suit that one is dealt.",
    reading="How many cards of one suit one is dealt, before anybody has bid. Hatched: three or more.",
    cards=cards,
    parts=parts,
    events=events,
)
