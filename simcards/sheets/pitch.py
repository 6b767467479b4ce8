"""Pitch's words, and the tables of its bids and of its odds by number of players."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from simcards import tables
from simcards.answers.odds import odds
from simcards.formats import NOTHING, Row, percent, percent_plus_minus, thousands
from simcards.games.pitch.odds import HAND
from simcards.sheets import Sheet
from simcards.sheets.wording import Quantity, Wording, rank_in_words
from simcards.stats import Estimate, proportion

if TYPE_CHECKING:
    import pandas as pd

    from simcards.result import Result

TABLES = range(2, 8)
"""Numbers of players."""

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


def all_alike(exact: Result) -> Iterator[tuple[str, Collection[int]]]:
    """Yield all numbers of trick points: none of them means anything by itself."""
    yield "", tables.distribution(exact, "points")["value"].tolist()


TRUMPS = Quantity(
    event="trumps",
    name="number of cards of one suit in a hand",
    axis="cards of the suit",
    unit="cards",
    cases="hands",
    of=lambda _rules: f"hands of {HAND} cards",
    about="The suit is a given one, before anybody has bid.",
    reading="How many cards of a given suit one is dealt, before anybody has bid. Hatched: three or more.",
    parts=parts,
    step=1,
)

POINTS = Quantity(
    event="points",
    name="number of trick points in play",
    axis="trick points of all cards dealt",
    unit="trick points",
    cases="deals",
    of=lambda rules: f"sets of {HAND * rules.players} cards that can be in play",
    about="In all players’ hands together: a ten 10, an ace 4, a king 3, a queen 2, a jack 1.",
    reading="How many trick points all players together are dealt. Who takes the most of them has Game.",
    parts=all_alike,
)

WORDING = Wording(
    outcomes={"made": "bid made", "set": "set", "thrown_in": "thrown in"},
    about_turns="Turns are those of all players together: each call, and each card played.",
    scores={"payoff": "scores", "net": "net", "payoff_sd": "spread", "win": "wins"},
    judged="net",
    about_scores="Scores: points a hand. Net: own points less the mean of the others’, with partners less the other "
    "side’s. Spread: the standard deviation of the score from hand to hand. A hand is won by the highest score in it, "
    "and shared by all who have it.",
    quantities=(TRUMPS, POINTS),
    events=events,
)


def bids(played: Result) -> Sheet:
    """Return how often each bid wins the auction, and what becomes of it."""
    frame, games = tables.bids(played), played.games or 0
    rows = [_bid(str(bid), frame[frame["bid"] == bid], games) for bid in sorted(set(frame["bid"]))]
    name, share, *rest = _bid("any", frame, games)
    rows.append((name, share if played.rules.options()["forced_bid"] == "redeal" else "100 %", *rest))
    return Sheet(
        caption="Bids that win the auction",
        columns=("winning bid", "of all hands", "hands", "made", "set", "hands set", "of these, jack not dealt"),
        rows=rows,
        note=f"The jack is that of trumps. {thousands(games)} hands.",
    )


def _bid(name: str, ends: pd.DataFrame, games: int) -> tuple[str, ...]:
    """Return the line of the bids in a part of the frame of bids."""
    made, with_jack, no_jack = (int(ends.loc[ends["end"] == end, "hands"].sum()) for end in tables.BID_ENDS)
    of_set, won = with_jack + no_jack, made + with_jack + no_jack
    return (
        name,
        told(proportion(won, games)),
        thousands(won),
        told(proportion(made, won)),
        told(proportion(of_set, won)),
        thousands(of_set),
        told(proportion(no_jack, of_set)),
    )


def told(share: Estimate) -> str:
    """Return a share in percent with its half-width."""
    return NOTHING if share.estimate is None else percent_plus_minus(share.to_dict())


def by_players(players: int) -> Sheet:
    """Return how the odds go with the number of players; `players` are at this table."""
    rows = []
    for number in TABLES:
        exact = odds("pitch", overrides={"players": number})
        chance = {(row["event"], row["value"]): row["probability"] for row in exact.rows if "probability" in row}
        shown = [chance["jack", None], *(chance["high", rank] for rank in (13, 12, 11, 10))]
        name = f"{number} (as here)" if number == players else str(number)
        rows.append((name, *map(percent, shown), f"{tables.exact_mean(exact, 'points'):.2f}"))
    return Sheet(
        caption="The same by number of players",
        columns=("players", "jack dealt", "king High", "queen High", "jack High", "ten High", "trick points, mean"),
        rows=rows,
        note="Jack dealt: that of trumps, which I do not hold, or any other card. King High: it is High as my best "
        "trump; with the same chance a three is Low as my least, a four with that of the queen, a five with that of "
        "the jack, a six with that of the ten. Exact.",
    )
