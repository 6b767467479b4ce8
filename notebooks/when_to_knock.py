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
# # When should I knock?
#
# You play gin rummy for two. It is your sixth turn, and after your discard you would be left with 7 points of
# deadwood. You may knock. Should you?
#
# If you knock, you probably score a few points. But the other player may have less, and then it is an undercut. If
# you go on, you may make gin, which pays a bonus. But the other player may knock or make gin first.
#
# It is a question of what each choice earns on average, and that depends on two things:
#
# - **the house rules**: what gin and an undercut pay;
# - **the other player**: how soon he or she knocks.
#
# So there is no single chart of when to knock. This notebook finds one against a player who knocks at once, and one
# for two players who both know what they do. Then it changes the undercut bonus.

# %%
# %matplotlib inline
import os

import pandas as pd

import simcards
from simcards.answers.advice import reading
from simcards.answers.chart import open_study, result_of
from simcards.answers.paths import Paths
from simcards.answers.stopping import values
from simcards.result import Result

HANDS = int(os.environ.get("SIMCARDS_NOTEBOOK_HANDS", "3000000"))
SEED = 1

print(f"{HANDS:,} hands, seed {SEED}")

# %% [markdown]
# ## The rules
#
# The rules are those of the preset `classic`. These are the ones that matter here.

# %%
rules = simcards.load_rules("gin", "classic")

sentences = rules.sentences()
for option in ("knock_limit", "gin_bonus", "undercut_bonus", "undercut_tie", "big_gin_bonus", "layoff", "stock_floor"):
    print(sentences[option])

# %% [markdown]
# All numbers below are **net points a hand**: what you score, less what the other player scores. The 100 points of a
# match and its bonuses are left out.
#
# ## Playing each hand once
#
# Both players draw and discard as the policy `greedy` does: it takes the discard if that lowers its deadwood, and
# throws the card that leaves the least. Whether it wants to knock makes no difference to that.
#
# So each hand needs to be played only once, with **nobody knocking**, up to the first gin or the end of the stock. On
# the way we note each point where a player could have knocked, and what a knock there would have scored. This is the
# *path* of the hand. Any rule for knocking, on either side, is then a walk along the path: the first point where
# somebody wants to knock ends the hand.
#
# Here are the paths of the first two hands. Player 1 is the first to act.

# %%
study = open_study("gin", "knock", rules, games=HANDS, seed=SEED)
first = next(study.fitting.scored_blocks(rules))


def show(paths: Paths, hands: int) -> pd.DataFrame:
    """Return the points of the first hands of a block of paths, one a row."""
    rows = []
    point = 0
    for hand in range(hands):
        for _ in range(paths.lengths[hand]):
            player = int(paths.player[point])
            rows.append(
                {
                    "hand": hand + 1,
                    "player": player + 1,
                    "own turn": int(paths.turn[point]),
                    "deadwood": int(paths.row[point]),
                    "knocking here pays": int(paths.value[point, player]),
                }
            )
            point += 1
    return pd.DataFrame(rows).set_index(["hand", "player", "own turn"])


show(first, 2)

# %% [markdown]
# A payment below zero is an undercut. A deadwood of 0 is gin: the hand ends there, whatever the players want.
#
# A point is packed into four bytes, and each hand needs one more byte for the number of its points.

# %%
sets = (study.fitting, study.judging, study.valuing)
points = sum(sum(part.map(rules, lambda paths: len(paths.player))) for part in sets)

print(f"{HANDS:,} hands have {points:,} points: {points / HANDS:.1f} points a hand,")
print(f"{(4 * points + HANDS) / 1e6:.0f} MB in all, {(4 * points + HANDS) / HANDS:.0f} MB a million hands.")

# %% [markdown]
# Do paths tell the truth? If both players knock as soon as they may, the paths must give the same points as playing
# the same hands directly. They do, to the point.

# %%
at_once = study.at_once(rules)
along_paths = values(first, at_once, at_once, (0,)).sum()

played = simcards.simulate("gin", rules, policies=["greedy"], games=first.hands, seed=SEED)
net = next(row for row in played.rows if row["metric"] == "net" and row["position"] == 1)
directly = round(net["estimate"] * net["n"])

print(f"Net points of the first to act in {first.hands:,} hands:")
print(f"{along_paths:.0f} along the paths, {directly} played directly.")
assert along_paths == directly

# %% [markdown]
# ## Against a player who knocks at once
#
# The other player, `greedy`, knocks with 10 or less as soon as that is possible. Here is the best chart against that.
# You sit in both positions, half the time each.

# %%
against_knocker = simcards.chart("gin", "knock", rules, against="greedy", games=HANDS, seed=SEED)
against_knocker.plot()

# %% [markdown]
# How to read it: find the row of the deadwood you would have after your discard, and the column of your turn. The
# number says by how many points knocking now beats going on.
#
# - **knock**: knocking is better.
# - **wait**: going on is better.
# - **either**: the two differ by less than 0.1 points. Do as you like.
# - **undecided**: so many hands cannot tell. Few hands ever get there, or the two are close.
#
# The chart says: knock on the first few turns, with a high count. After that, wait for gin. The reason is that the
# other player never waits. As long as there has been no knock, you know that his or her deadwood is still above the
# limit, so you can afford to wait. And when the knock comes, you often undercut it.
#
# Where does a mistake cost most? That is the difference times how often one gets there.


# %%
def dearest(chart: Result) -> pd.DataFrame:
    """Return the cells of a chart in which a mistake costs most."""
    cells = chart.table.query("cell == cell").nlargest(8, "cost")
    cells["visits in 100 hands"] = 100 * cells["frequency"]
    cells["cost in 100 hands"] = 100 * cells["cost"]
    shown = ["cell", "estimate", "low", "high", "visits in 100 hands", "cost in 100 hands"]
    return cells.astype({"deadwood": int, "turn": int}).set_index(["deadwood", "turn"])[shown].round(2)


dearest(against_knocker)

# %% [markdown]
# What is the chart worth?


# %%
def worth(chart: Result) -> pd.DataFrame:
    """Return what a chart is worth, from hands that it was not fitted on."""
    metrics = chart.table.query("metric == metric").set_index("metric")
    return metrics.astype({"n": int})[["estimate", "low", "high", "n"]].round(3)


worth(against_knocker)

# %% [markdown]
# - **value**: what you earn a hand with this chart, against this player.
# - **gain**: how much more that is than if you knocked at once, too. Two players who both knock at once are equals,
#   so here it is the same number.
# - **exploitability**: what a player who knows your chart would earn against it.
#
# `low` and `high` enclose the truth 95 times in 100.
#
# The last number is a warning. The chart is made for one who knocks at once. Somebody who notices that you wait will
# wait too, and you are worse off.
#
# ## In equilibrium
#
# What if both players know all this? Then we look for a chart that is its own best answer: if both play it, neither
# can do better with another. It is found by *fictitious play*: both charts move, round by round, towards what would
# have been better against the other.

# %%
settled = simcards.chart("gin", "knock", rules, against="equilibrium", games=HANDS, seed=SEED)
settled.plot()

# %% [markdown]
# Against a good player one knocks for longer, and for some turns the numbers are small: it matters less what you do.
# With a low count one still waits, since gin pays more and an undercut is not to be feared. Late in the hand one
# waits with any count. A good player who has not knocked by then has a low count, and a knock would often be
# undercut.

# %%
worth(settled)

# %% [markdown]
# The value is zero, since both players have the same chart. The gain says what a player loses who knocks at once
# against it. The exploitability says how far from an equilibrium the chart is: nothing worth mentioning, as long as
# the other player, too, goes by deadwood and turn.
#
# ## What the undercut bonus does
#
# The bonus changes only what a knock pays, not how a hand runs. So the same paths are scored again, and nothing is
# played a second time.

# %%
charts = {(25, "greedy"): against_knocker, (25, "equilibrium"): settled}
for bonus in (10, 20):
    house = simcards.load_rules("gin", "classic", {"undercut_bonus": bonus})
    for rival in ("greedy", "equilibrium"):
        charts[bonus, rival] = result_of(study, house, rival, None, study.answer(house, rival))

# %% [markdown]
# With an undercut bonus of 10, against a player who knocks at once:

# %%
charts[10, "greedy"].plot()

# %% [markdown]
# With an undercut bonus of 10, in equilibrium. Where there is a percentage, the equilibrium knocks only so often:

# %%
charts[10, "equilibrium"].plot()

# %% [markdown]
# A low bonus makes a knock less risky, so one knocks longer. The next table compares the charts by one number: the
# last turn of the first stretch in which the chart knocks with this deadwood. An undecided place counts by its
# estimate. Places that a player gets to less than once in 2,000 hands are left out, and so is knocking that begins
# after turn 12, when few cards are left. A dash means: never.


# %%
EARLY = 12
"""A stretch that begins after this turn is left out."""


def last_knock(chart: Result) -> pd.Series:
    """Return the last turn of the first stretch in which a chart knocks, by deadwood."""
    turns: dict[int, int] = {}
    ended = set()
    for cell in sorted(reading(chart).common, key=lambda cell: cell["turn"]):
        row = cell["deadwood"]
        if cell["p_knock"] >= 0.5 and row not in ended and (row in turns or cell["turn"] <= EARLY):
            turns[row] = cell["turn"]
        elif row in turns:
            ended.add(row)
    return pd.Series(turns, dtype="Int64").rename_axis("deadwood").reindex(range(1, 11))


def compare(rival: str) -> pd.DataFrame:
    """Return the last turn to knock on, by deadwood and undercut bonus."""
    turns = {bonus: last_knock(charts[bonus, rival]) for bonus in (10, 20, 25)}
    return pd.DataFrame(turns).rename_axis(columns="undercut bonus").astype("string").fillna("–")


compare("greedy")

# %% [markdown]
# And in equilibrium:

# %%
compare("equilibrium")

# %% [markdown]
# ## What it is worth, and how sure that is
#
# The figures of all six charts, in net points a hand. After ± stands the half-width of the 95 % interval.


# %%
def summary() -> pd.DataFrame:
    """Return the figures of all charts, each with the half-width of its interval."""
    rows = []
    for (bonus, rival), chart in sorted(charts.items()):
        figures = {
            row["metric"]: f"{row['estimate']:+.3f} ± {(row['high'] - row['low']) / 2:.3f}"
            for row in chart.rows
            if "metric" in row
        }
        undecided = f"{chart.extra['undecided']:.1%}"
        rows.append({"undercut bonus": bonus, "against": rival, **figures, "undecided visits": undecided})
    return pd.DataFrame(rows).set_index(["undercut bonus", "against"])


summary()

# %% [markdown]
# And the question from the start: your sixth turn, 7 points. Should you knock?


# %%
def ask(deadwood: int, turn: int) -> pd.DataFrame:
    """Return what all charts say of one place."""
    rows = [
        (bonus, rival, row["cell"], row["estimate"], row["low"], row["high"])
        for (bonus, rival), chart in sorted(charts.items())
        for row in chart.rows
        if (row.get("deadwood"), row.get("turn")) == (deadwood, turn)
    ]
    columns = ["undercut bonus", "against", "verdict", "knocking beats going on by", "low", "high"]
    return pd.DataFrame(rows, columns=columns).set_index(["undercut bonus", "against"]).round(2)


ask(deadwood=7, turn=6)

# %% [markdown]
# Why one may believe all this:
#
# - The hands are cut in three. One part finds the chart, the second judges its cells, the third says what it is
#   worth. A chart looks too good on the hands it was fitted on.
# - Knocking and going on are compared within the same hand, so the luck of the deal cancels.
# - The verdicts of a chart hold all together, with 95 % confidence.
# - Cards depend on the seed and the number of the hand only. Run the notebook again and you get the same numbers.
#
# ## What it does not say
#
# - **The charts look at deadwood and turn only.** What the other player took and threw is left out. Somebody who
#   watches that can do better than the best of these charts.
# - **Draws and discards are `greedy` on both sides.** Nobody keeps cards for gin, and nobody holds back a card that
#   the other player wants. One who waits for gin should draw a little differently; that is not in these numbers.
# - **The exploitability is that against charts of the same kind.** A player who uses more than deadwood and turn
#   could earn more. And the best answer is itself found on a limited number of hands, so the figure is, if anything,
#   too low: just below zero, it means that no better answer was found.
# - **A hand counts for itself.** With 95 points on the sheet, five more win the match. Then other charts hold.
# - **Gin ends the hand.** Nobody holds it back to wait for big gin.
#
# To ask for your own table: `simcards chart gin knock --set undercut_bonus=10 --against equilibrium`.
