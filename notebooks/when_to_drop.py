# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # When should I drop?
#
# Tonk, three players, five cards each. You are the first to act. Your count is 27. You may drop: the hand ends at
# once, and the lowest count wins. If that is you, everyone pays you a stake. If somebody has as little or less, you
# are caught, and you pay. Or you may draw a card and play on. Should you drop?
#
# There are two questions in this one, and at the table they are easily mixed up:
#
# - Is dropping worth **more than nothing**? The highest count for which it is, is the *break-even*.
# - Is dropping worth **more than playing on**? The highest count for which it is, is the *best threshold*.
#
# Only the second one tells you what to do. Whoever plays on may tonk, which pays double, or catch somebody else.
# So the answer depends on the others at the table, and on what your house makes a caught dropper pay.

# %%
# %matplotlib inline
import os
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import pairwise
from typing import Any

import pandas as pd

import simcards
from simcards.answers.advice import limit_words, limits
from simcards.answers.chart import open_study, result_of
from simcards.formats import NOTHING, percent_plus_minus, plus_minus
from simcards.result import Result
from simcards.stats import Z, proportion
from simcards.tables import row_of

HANDS = int(os.environ.get("SIMCARDS_NOTEBOOK_HANDS", "240000"))
FULL = "SIMCARDS_NOTEBOOK_HANDS" not in os.environ
SEED = 1

print(f"{HANDS:,} hands, seed {SEED}")

# %% [markdown]
# Where the text below says that one thing beats another, an `assert` checks it: the 95 % interval of the difference
# has to lie above nothing. If the notebook is run on other than its own number of hands, it is enough that it does not
# lie below.


# %%
def shown(row: Mapping[str, Any]) -> bool:
    """Return whether a difference is above nothing for sure; on few hands, whether it may be."""
    return bool(row["low"] > 0 if FULL else row["high"] > 0)


def less(one: Mapping[str, Any], other: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return how much less than another thing, or than nothing, one is, with the widest interval there may be."""
    low, high = (0.0, 0.0) if other is None else (other["low"], other["high"])
    return {"low": low - one["high"], "high": high - one["low"]}


# %% [markdown]
# ## The rules
#
# The rules are those of the preset `wikipedia`. These are the ones that matter here.

# %%
rules = simcards.load_rules("tonk", "wikipedia")

sentences = rules.sentences()
for option in ("players", "cards_dealt", "drop_timing", "caught_pays", "tie_with_dropper", "tonk_pays", "deal_wins"):
    print(sentences[option])

# %% [markdown]
# All numbers below are **stakes a hand**: what you win less what you pay. After ± stands the half-width of the 95 %
# interval.
#
# ## Straight off the deal
#
# First the drop before anybody has drawn a card. Nobody has played yet, so it does not matter who the others are, and
# for two players it can be counted: every hand you may have, against every hand that is left for the other. The rules
# are `plain` here, where no count wins with the cards dealt.

# %%
off_deal = {
    players: simcards.chart("tonk", "drop", "plain", {"players": players}, when="deal", games=HANDS, seed=SEED)
    for players in (2, 3, 4)
}
off_deal[2].plot()

# %% [markdown]
# With more players there are more who can catch you, and more who pay if nobody does. That is simulated. What the drop
# is worth, by count (the intervals of each column hold together):


# %%
def worth_by_count(counts: range) -> pd.DataFrame:
    """Return what dropping straight off the deal is worth, by count and number of players."""
    table = {
        f"{players} players": {row["count"]: plus_minus(row, plus=True) for row in found.rows if "cell" in row}
        for players, found in off_deal.items()
    }
    return pd.DataFrame(table).reindex(counts).rename_axis("count")


worth_by_count(range(24, 33))

# %%
even = {players: row_of(found, "break_even")["estimate"] for players, found in off_deal.items()}

assert off_deal[2].extra["exact"]
assert even[2] == 29
assert even[2] >= even[3] >= even[4]
for players, limit in even.items():
    known = "counted exactly" if off_deal[players].extra["exact"] else f"{HANDS:,} deals"
    print(f"{players} players: worth more than nothing up to a count of {limit} ({known}).")

# %% [markdown]
# So 27 is a count that one may drop with, and not lose by it on average. But that does not mean that one should.
#
# ## What playing on is worth
#
# Now three players under the first rules. The other two play `simple`, the beginner of the rule books: it draws from
# the pile what completes a spread or can be hit, lays at once, throws its highest loose card, and drops with 9 or less
# in every turn. You draw and discard in the same way. The only question is when you drop.
#
# Each hand is played once with nobody dropping, and every point where somebody could have dropped is noted. Then any
# rule for dropping can be tried on the same hands.

# %%
study = open_study("tonk", "drop", rules, games=HANDS, seed=SEED)


@cache
def chart(against: str = "simple:drop=9", caught: str = "wiki", position: int | None = None) -> Result:
    """Return the best chart against others who play so, if a caught dropper pays so."""
    house = simcards.load_rules("tonk", "wikipedia", {"caught_pays": caught})
    return result_of(study, house, against, position, study.answer(house, against, position))


chart().plot()

# %% [markdown]
# How to read it: find the row of your count, and the column of your turn. The number says by how many stakes dropping
# now beats playing on. Above the orange line dropping is worth more than nothing.
#
# - **drop**: dropping is better.
# - **wait**: playing on is better.
# - **undecided**: so many hands cannot tell. Mostly it makes little difference.
#
# Between the orange line and the blue squares lies the mistake that is easily made: a drop that wins on average, and
# still less than playing on would.


# %%
def thresholds(found: Result, turns: range) -> pd.DataFrame:
    """Return break-even and best threshold by turn; where there are two, so many hands cannot tell them apart."""
    columns = {"worth more than nothing up to": "break_even", "better than playing on up to": "best_threshold"}
    table = {
        name: {turn: limit_words(row) for turn, row in limits(found, metric).items()}
        for name, metric in columns.items()
    }
    return pd.DataFrame(table).reindex(turns).rename_axis("own turn")


thresholds(chart(), range(1, 8))

# %% [markdown]
# In your first turn the two are close together: nobody has had time to catch up. Later they have little to do with
# each other. Dropping with 10 in the sixth turn wins money. But the others are about to drop themselves, and your 10,
# or what becomes of it, may catch them.


# %%
def cell(found: Result, count: int, turn: int) -> Mapping[str, Any]:
    """Return what a chart says of one place."""
    return next(row for row in found.rows if (row.get("count"), row.get("turn")) == (count, turn))


def now(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return what dropping is worth in a place, as an estimate."""
    return {"estimate": row["now"], "low": row["now_low"], "high": row["now_high"]}


def more(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return how much more than playing on that is; the interval is that of this place alone."""
    return {
        "estimate": row["estimate"],
        "low": row["estimate"] - Z * row["se"],
        "high": row["estimate"] + Z * row["se"],
    }


sixth = cell(chart(), 10, 6)
assert shown(now(sixth))
assert shown(less(more(sixth)))
print(f"Sixth turn, count 10: dropping is worth {plus_minus(now(sixth), plus=True)} stakes,")
print(f"and that is {plus_minus(more(sixth), plus=True)} compared with playing on ({sixth['n']:,} visits).")

# %% [markdown]
# Your place at the table counts in the first turn. The table above takes all three places together. Who acts last has
# seen two players draw and lay down cards, and their counts have fallen. Here is the first to act alone:

# %%
first = chart(position=1)
thresholds(first, range(1, 3))

# %% [markdown]
# And that is the question from the start. The count is 27, nobody has played:

# %%
asked = cell(first, 27, 1)
dealt = next(row for row in off_deal[3].rows if row.get("count") == 27)
assert shown(more(asked))
assert asked["now_low"] <= dealt["high"]
assert dealt["low"] <= asked["now_high"]
print(f"Dropping is worth {plus_minus(now(asked), plus=True)} stakes, and compared with playing on")
print(f"{plus_minus(more(asked), plus=True)} ({asked['n']:,} such hands, against two who play simple:drop=9).")

# %% [markdown]
# So drop, although it is a close call: break-even and best threshold are next to each other here. Two ways of finding
# what the drop is worth, dealing alone and playing whole hands, agree within their errors. (The last interval is that
# of this one place. The verdicts of a chart are stricter, since they hold all together.)
#
# ## One limit for the whole hand
#
# Most players keep one number in mind: "I drop with 9." What does that give away, compared with the chart? The limits
# are tried on the same hands, which are not the ones that the chart was found on.


# %%
def limit_table(against: str, asked: Iterable[int | None]) -> pd.DataFrame:
    """Return what plain limits earn, and how much more the chart does."""
    found = chart(against)
    table = {
        "never" if limit is None else f"up to {limit}": {
            "earns": plus_minus(row_of(found, "limit_value", limit=limit), plus=True),
            "less than the chart by": plus_minus(row_of(found, "regret", limit=limit)),
        }
        for limit in asked
    }
    return pd.DataFrame(table).T.rename_axis("drops in every turn")


limit_table("simple:drop=9", (None, 5, 7, 9, 11, 13, 15, 20, 25))

# %%
value, gain = row_of(chart(), "value"), row_of(chart(), "gain")
assert shown(gain)
print(f"The chart earns {plus_minus(value, plus=True)}, {plus_minus(gain)} more than the best plain limit")
print(f"(n = {value['n']:,} hands, against two who play simple:drop=9).")

# %% [markdown]
# Up to 15 it hardly matters which number one keeps: no plain limit comes near the chart. The reason is in the picture.
# The right limit is high in the first turn and low, or none, after that. A plain limit cannot be both.
#
# So try two numbers: one for the first turn, and never after it. The first is the best threshold of the chart. Now the
# hands are played from beginning to end, with new cards, seat 0 by this rule against two who play `simple`.

# %%
opening = limits(chart(), "best_threshold")[1]["estimate"] or 0
two_numbers = f"simple:drop_by_turn={opening}/0"

played = simcards.simulate("tonk", rules, policies=[two_numbers, "simple", "simple"], games=HANDS, seed=SEED + 1)
earned = row_of(played, "payoff", seat=0, position=None)
half = {end: value[end] / 2 for end in ("low", "high")}
assert shown(less(half, earned))
print(f"Dropping up to {opening} in the first turn and never again earns {plus_minus(earned, plus=True)}")
print(f"({HANDS:,} hands). The whole chart: {plus_minus(value, plus=True)}.")

# %% [markdown]
# Two numbers get you most of what the whole chart does.
#
# ## What the others do
#
# All this was against players who drop with 9. What if they hold out for 5, or drop with 15 already?

# %%
RIVALS = (5, 9, 15)


def best(found: Result) -> dict[str, str]:
    """Return the best thresholds of the first turns in words."""
    by_turn = limits(found, "best_threshold")
    return {
        f"turn {turn}: drop up to": limit_words(by_turn[turn]) if turn in by_turn else NOTHING for turn in (1, 2, 3, 4)
    }


def against_limits() -> pd.DataFrame:
    """Return by the others' limit what the chart and some plain limits earn, and what one does in some turns."""
    table = {}
    for rival in RIVALS:
        found = chart(f"simple:drop={rival}")
        plain = {f"limit {limit}": row_of(found, "limit_value", limit=limit) for limit in RIVALS}
        figures = {"chart": row_of(found, "value"), "never": row_of(found, "limit_value", limit=None), **plain}
        table[f"simple:drop={rival}"] = {name: plus_minus(row, plus=True) for name, row in figures.items()} | best(
            found
        )
    return pd.DataFrame(table).rename_axis("you")


assert shown(less(row_of(chart("simple:drop=5"), "limit_value", limit=None)))
assert shown(row_of(chart("simple:drop=15"), "limit_value", limit=None))
early = limits(chart("simple:drop=15"), "best_threshold")
assert not FULL or all(early[turn]["high"] is None for turn in (2, 3, 4))
against_limits()

# %% [markdown]
# (Whoever keeps the same limit as the others is their equal, and earns nothing on average.)
#
# Against those who hold out for 5 one has to drop: they are slow, and whoever never drops loses. Against those who drop
# with 15 one had better wait: after the first turn no limit beats going on, and even never to drop at all earns
# well. It sounds wrong: they are quick, so should one not be quicker? But look how their drops end, if you never drop:


# %%
def how_drops_end(rival: int) -> dict[str, Mapping[str, Any]]:
    """Return how often two who keep a limit drop, how often they are caught, and what one who never drops earns."""
    policies = ["simple:drop=0", *[f"simple:drop={rival}"] * 2]
    run = simcards.simulate("tonk", rules, policies=policies, games=HANDS, seed=SEED + 1)
    caught, good = (round(row_of(run, f"outcome:{ending}")["estimate"] * HANDS) for ending in ("caught", "drop"))
    return {
        "hands with a drop": proportion(caught + good, HANDS).to_dict(),
        "of these caught": proportion(caught, caught + good).to_dict(),
        "who never drops earns": row_of(run, "payoff", seat=0, position=None),
    }


drops = {rival: how_drops_end(rival) for rival in RIVALS}
for slow, quick in pairwise(RIVALS):
    assert shown(less(drops[slow]["of these caught"], drops[quick]["of these caught"]))

pd.DataFrame(
    {
        rival: {
            name: plus_minus(row, plus=True) if "earns" in name else percent_plus_minus(row)
            for name, row in figures.items()
        }
        for rival, figures in drops.items()
    }
).T.rename_axis("the other two drop with")

# %% [markdown]
# The higher the count that they drop with, the more often they are caught, and often it is you who catches them. You
# need not end the hand to win it: they do that for you, and a dropper who is caught pays more than one who watches you
# drop.
#
# The same in one place of the chart. Your third turn, your count is 6. Dropping is worth about the same against all of
# them. What changes is what playing on is worth.


# %%
def one_place(count: int, turn: int) -> pd.DataFrame:
    """Return what dropping is worth in one place, and how much more than playing on, by the others' limit."""
    places = {rival: cell(chart(f"simple:drop={rival}"), count, turn) for rival in RIVALS}
    table = {
        rival: {
            "dropping is worth": plus_minus(now(found), plus=True),
            "compared with playing on": plus_minus(more(found), plus=True),
            "verdict of the chart": found["cell"],
            "visits": f"{found['n']:,}",
        }
        for rival, found in places.items()
    }
    return pd.DataFrame(table).T.rename_axis("the other two drop with")


place = cell(chart("simple:drop=15"), 6, 3)
assert shown(now(place))
assert shown(less(more(place)))
one_place(count=6, turn=3)

# %% [markdown]
# ## What a caught dropper pays
#
# Houses differ in this. The payments change nothing in how a hand runs, so the same hands are scored again. These are
# three of the schedules:

# %%
SCHEDULES = ("wiki", "pagat", "dropper_only")

for schedule in SCHEDULES:
    print(
        f"{schedule}: {simcards.load_rules('tonk', 'wikipedia', {'caught_pays': schedule}).sentences()['caught_pays']}"
    )

# %% [markdown]
# What the chart and some plain limits then earn, and what one does in the first turns:


# %%
def by_schedule() -> pd.DataFrame:
    """Return by schedule what the chart and some plain limits earn against simple, and what one does in some turns."""
    table = {}
    for schedule in SCHEDULES:
        found = chart(caught=schedule)
        figures = {
            "chart": row_of(found, "value"),
            "never": row_of(found, "limit_value", limit=None),
            "limit 5": row_of(found, "limit_value", limit=5),
            "limit 15": row_of(found, "limit_value", limit=15),
        }
        table[schedule] = {name: plus_minus(row, plus=True) for name, row in figures.items()} | best(found)
    return pd.DataFrame(table).rename_axis("you, against simple:drop=9")


by_schedule()

# %% [markdown]
# The first turn is the same everywhere. After it, the schedule decides whether one drops at all. Under `wiki` and
# `pagat` everybody pays whoever catches a dropper, so waiting pays twice. Under `dropper_only` the dropper alone pays:
# then waiting earns less, never dropping loses money, and a low count is for dropping.

# %%
never = row_of(chart(caught="dropper_only"), "limit_value", limit=None)
assert shown(less(never))
print(f"dropper_only: never dropping earns {plus_minus(never, plus=True)} (n = {never['n']:,}, against simple:drop=9).")

# %% [markdown]
# Why one may believe this:
#
# - The hands are cut in three: one part finds the chart, the second judges its cells, the third says what it is worth.
# - Dropping and playing on are compared within the same hand, so the luck of the deal cancels.
# - The verdicts of a chart hold all together, with 95 % confidence.
#
# ## What it does not say
#
# - **The charts look at count and turn only.** What the others took, how many cards they hold and what lies on the
#   table is left out. Whoever counts cards can do better.
# - **Everybody draws, lays and discards like `simple`.** Somebody who plays for a tonk, or who keeps spreads in the
#   hand, is another opponent, and another chart.
# - **There is no equilibrium here.** With three players what is best depends on what both others do. These charts are
#   answers to named opponents; they say nothing about opponents who change in turn.
# - **Nobody is in league with anybody.**
#
# To ask for your own table: `simcards chart tonk drop --players 4 --set caught_pays=pagat --against simple:drop=12`.
