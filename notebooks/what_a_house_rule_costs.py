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
# # What does a house rule cost?
#
# You sit down to Tonk at somebody else's table. "We play that 49 and 50 win at once," says the host, "and 13 or less
# wins too. A hit freezes you for three turns. And a tonk pays three."
#
# Is that a different game? Which of these do you have to think about, and which are just a custom of the house? And how
# much money should you have with you?
#
# This notebook changes one rule at a time and plays the same deals again. What it looks at:
#
# - **what changes hands**: the stakes that the losers pay in a hand, all together;
# - **the first to act**: what the player after the dealer wins or loses in a hand;
# - **the best drop limit**: if you kept one limit in every turn, which would earn most?

# %%
# %matplotlib inline
import os
from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

import simcards
from simcards.answers.advice import limit_words
from simcards.answers.effects import change_of, verdict
from simcards.formats import percent_plus_minus, plus_minus, signed
from simcards.result import Result
from simcards.tables import row_of

HANDS = int(os.environ.get("SIMCARDS_NOTEBOOK_HANDS", "60000"))
FULL = "SIMCARDS_NOTEBOOK_HANDS" not in os.environ
SEED = 1

print(f"{HANDS:,} hands, seed {SEED}")

# %% [markdown]
# Where the text below says that something goes up or down, an `assert` checks it: the interval of the difference has to
# lie above nothing, or below. If the notebook is run on other than its own number of hands, it is enough that this may
# be so.


# %%
def shown(row: Mapping[str, Any], sign: int = 1) -> bool:
    """Return whether an estimate is above nothing for sure, or with -1 below; on few hands, whether it may be."""
    ends = sorted(sign * row[end] for end in ("low", "high"))
    return bool(ends[0] > 0 if FULL else ends[1] > 0)


# %% [markdown]
# ## The game as it is
#
# Three players, under the rules of the preset `wikipedia`. All three play `simple`, the beginner of the rule books: it
# lays at once, throws its highest loose card and drops with 9 or less in every turn. So they are equals, and only the
# place at the table makes a difference. After ± stands the half-width of the 95 % interval.

# %%
rules = simcards.load_rules("tonk", "wikipedia")
usual = simcards.simulate("tonk", rules, games=HANDS, seed=SEED)


def seats(run: Result) -> pd.DataFrame:
    """Return what each position wins a hand, and how often."""
    table = {
        position: {
            "stakes a hand": plus_minus(row_of(run, "payoff", seat=None, position=position), plus=True),
            "wins": percent_plus_minus(row_of(run, "win", seat=None, position=position)),
        }
        for position in range(1, rules.players + 1)
    }
    return pd.DataFrame(table).T.rename_axis("position")


assert shown(row_of(usual, "payoff", seat=None, position=1))
seats(usual)

# %% [markdown]
# Who acts first has an advantage: the first look at the upcard, and the first chance to drop. How do hands end?

# %%
ENDINGS = {
    "deal_win": "49 or 50 dealt",
    "drop": "a drop, and nobody has less",
    "caught": "a drop that is caught",
    "tonk": "a tonk",
    "out": "an out",
    "stock": "the end of the stock",
}

pd.Series(
    {words: percent_plus_minus(row_of(usual, f"outcome:{ending}")) for ending, words in ENDINGS.items()}
).to_frame("of all hands")

# %% [markdown]
# ## One rule at a time
#
# Now each option at each of its other usual values, one at a time. Every rule set gets the same deals, so the luck of
# the cards cancels: a small change shows that would be lost between two separate runs.

# %%
every = simcards.sweep("tonk", rules, vary="all", games=HANDS, seed=SEED)

LOW = '{min=0,max=13,pays=2,when="deal"}'
LOWER = '{min=0,max=9,pays=3,when="deal"}'
USUAL = '{min=49,max=50,pays=2,when="deal"}'

HOUSE_RULES: dict[str, tuple[str, object]] = {
    "49 and 50 do not win": ("deal_wins", "[]"),
    "13 or less wins 2, too": ("deal_wins", f"[{USUAL},{LOW}]"),
    "13 or less wins 2, 9 or less 3": ("deal_wins", f"[{USUAL},{LOW},{LOWER}]"),
    "a hit freezes nobody": ("hit_freeze", 0),
    "a hit freezes for three turns": ("hit_freeze", 3),
    "hits on runs only (Speno)": ("hit_on", "runs"),
    "a tonk pays 1": ("tonk_pays", 1),
    "a tonk pays 3": ("tonk_pays", 3),
    "the dropper alone pays if caught": ("caught_pays", "dropper_only"),
    "no upcard": ("upcard", False),
    "seven cards": ("cards_dealt", 7),
    "nine cards": ("cards_dealt", 9),
    "nobody may drop": ("drop_timing", "never"),
}


def change(metric: str, house_rule: str) -> dict[str, Any]:
    """Return by how much a house rule changes a figure, such as `moved`, or the `net` of the first to act."""
    option, value = HOUSE_RULES[house_rule]
    position = 1 if metric == "net" else None
    return change_of(row_of(every, metric, seat=None, position=position, option=option, value=value))


def best_limit(rows: Sequence[Mapping[str, Any]], **keys: object) -> str:
    """Return the best plain drop limit, or those that cannot be told apart; a dash where nobody drops."""
    found = (row for row in rows if row["metric"] == "best_limit:drop" and keys.items() <= row.items())
    return next(map(limit_words, found), "–")


def one_at_a_time() -> pd.DataFrame:
    """Return what the house rules change."""
    base = {
        "what changes hands": plus_minus(row_of(usual_figures, "moved")),
        "the first to act": plus_minus(row_of(usual_figures, "net", seat=None, position=1), plus=True),
        "best drop limit": best_limit(usual_figures.rows),
    }
    table = {"as it is": base}
    for name, (option, value) in HOUSE_RULES.items():
        table[name] = {
            "what changes hands": plus_minus(change("moved", name), plus=True),
            "the first to act": plus_minus(change("net", name), plus=True),
            "best drop limit": best_limit(every.rows, option=option, value=value),
        }
    return pd.DataFrame(table).T


usual_figures = Result("sweep", rules, every.extra["base"]["rows"])
one_at_a_time()

# %% [markdown]
# The first row has the figures themselves, in stakes a hand. All the others say by how much that changes. The intervals
# of the changes are wider than usual, so that all of them hold together: among so many rules, one would look remarkable
# by chance. A best limit from "none" to some number means that so many hands cannot tell these limits apart: against
# `simple` it then matters little which of them you keep.
#
# What the table says about the host's rules:

# %%
for name in ("49 and 50 do not win", "13 or less wins 2, too", "a hit freezes for three turns", "a tonk pays 3"):
    moved, net = change("moved", name), change("net", name)
    print(f"{name}: {plus_minus(moved, plus=True)} change hands, {plus_minus(net, plus=True)} for the first to act.")

assert shown(change("moved", "a tonk pays 3"))
assert shown(change("net", "a tonk pays 3"))
assert shown(change("moved", "a hit freezes for three turns"))
assert shown(change("turns", "a hit freezes for three turns"))
for name in ("49 and 50 do not win", "13 or less wins 2, too"):
    assert not FULL or max(abs(change("moved", name)[end]) for end in ("low", "high")) < 0.05
assert not FULL or change("moved", "a tonk pays 3")["low"] > change("moved", "a hit freezes for three turns")["high"]

# %% [markdown]
# - **The deal wins are a custom.** They make a story to tell, but with five cards such hands are rare: less than a
#   twentieth of a stake a hand, either way.
# - **The freeze** keeps hands going a little longer, and a little more changes hands.
# - **What a tonk pays matters.** `simple` plays just as before, but there are many tonks, and each pays more. The first
#   to act gains a little by it.
#
# The other rules:

# %%
lost = -change("net", "no upcard")["estimate"] / row_of(usual_figures, "net", seat=None, position=1)["estimate"]
assert not FULL or 1 / 3 < lost < 2 / 3
assert shown(change("net", "no upcard"), -1)
assert shown(change("net", "seven cards"), -1)
for name in ("seven cards", "nine cards"):
    assert shown(change("moved", name))
    assert shown(change("outcome:drop", name), -1)
assert shown(change("moved", "the dropper alone pays if caught"), -1)
assert shown(change("moved", "nobody may drop"))

for name in ("no upcard", "seven cards", "nine cards", "the dropper alone pays if caught", "nobody may drop"):
    moved, net = change("moved", name), change("net", name)
    print(f"{name}: {plus_minus(moved, plus=True)} change hands, {plus_minus(net, plus=True)} for the first to act.")

# %% [markdown]
# - **The upcard** is about half of what the first to act has. Without it, about as much changes hands, but it goes
#   round more evenly.
# - **More cards** seem to make a bigger game, with fewer drops. But something else is behind that, see below.
# - **If the dropper alone pays**, a caught drop moves less money, and dropping is worth more: see the notebook
#   `when_to_drop`.
# - **Where nobody may drop**, hands go on to a tonk, an out or the end of the stock, and more is paid for a hand.
#
# ## Two rules together
#
# Five cards seldom count 49 or 50. Seven or nine cards often do. So a house that deals seven cards and keeps its 49 and
# 50 has changed two rules at once:

# %%
both = simcards.sweep(
    "tonk",
    rules,
    vary={"cards_dealt": [5, 7, 9], "deal_wins": [rules.options()["deal_wins"], []]},
    games=HANDS,
    seed=SEED,
)


def won_by_deal(cards: int) -> Mapping[str, Any]:
    """Return the share of hands that 49 or 50 win with the deal, if so many cards are dealt."""
    return row_of(both, "outcome:deal_win", cards_dealt=cards, deal_wins=f"[{USUAL}]")


def two_rules() -> pd.DataFrame:
    """Return what cards dealt and deal wins do together."""
    table = {}
    for wins, words in ((f"[{USUAL}]", "49 and 50 win"), ("[]", "they do not")):
        for cards in (5, 7, 9):
            keys = {"cards_dealt": cards, "deal_wins": wins}
            table[f"{cards} cards", words] = {
                "won with the deal": "–" if wins == "[]" else percent_plus_minus(won_by_deal(cards)),
                "what changes hands": plus_minus(row_of(both, "moved", **keys)),
                "the first to act": plus_minus(row_of(both, "net", seat=None, position=1, **keys), plus=True),
                "best drop limit": best_limit(both.rows, **keys),
            }
    return pd.DataFrame(table).T


assert shown({end: won_by_deal(7)[end] - 1 / 5 for end in ("low", "high")})
without = {cards: row_of(both, "moved", cards_dealt=cards, deal_wins="[]") for cards in (5, 7, 9)}
for more in (7, 9):
    assert not FULL or without[more]["high"] < without[5]["low"]
two_rules()

# %% [markdown]
# With seven cards more than one hand in five is over before anybody has played. Nobody wants that. And without the deal
# wins, seven or nine cards make a smaller game than five, not a bigger one. So if you deal more cards, take the deal
# wins out.
#
# ## Which rule matters most?
#
# The picture has all rules, the largest change first. The number of players stands on top; it is no house rule, but one
# can compare the others with it.

# %%
every.plot()

# %%
most = every.extra["matters_most"]
if FULL:
    assert (most["option"], most["value"], most["shown"]) == ("drop_timing", "never", True)

for sentence in verdict(every):
    print(sentence)

# %% [markdown]
# So before you sit down, ask whether one may drop, and when. Then ask what a tonk pays, and what makes one. Then ask
# what happens if you are caught. The rest can be learned on the way.
#
# ## Whole sets of rules
#
# Houses do not differ in one rule only. Four sets as they are played, on the same deals:

# %%
SETS = ("wikipedia", "texas", "pagat", "speno")

for name in SETS[1:]:
    differs = simcards.load_rules("tonk", name)
    words = differs.sentences()
    changed = [option for option, value in differs.options().items() if value != rules.options()[option]]
    print(f"{name}: {' '.join(words[option] for option in changed)}")

# %%
sets = simcards.sweep("tonk", vary={"rules": SETS}, games=HANDS, seed=SEED)


def whole_sets() -> pd.DataFrame:
    """Return the figures of whole sets of rules, and how they differ from the first."""
    table = {}
    for name in SETS:
        moved = row_of(sets, "moved", rules=name)
        net = row_of(sets, "net", seat=None, position=1, rules=name)
        table[name] = {
            "what changes hands": plus_minus(moved),
            f"more than {SETS[0]}": plus_minus(change_of(moved), plus=True),
            "the first to act": plus_minus(net, plus=True),
            f"more than under {SETS[0]}": plus_minus(change_of(net), plus=True),
            "best drop limit": best_limit(sets.rows, rules=name),
        }
    return pd.DataFrame(table).T.rename_axis("rules")


smallest = row_of(sets, "moved", rules="texas")
assert not FULL or all(smallest["high"] < row_of(sets, "moved", rules=name)["low"] for name in SETS if name != "texas")
whole_sets()

# %% [markdown]
# Texas plays the smallest game of the four. A drop is safer there than elsewhere, since the dropper wins with a tie,
# and waiting to catch him pays less, since he alone pays. So if one keeps a single limit, it may be a high one.
#
# ## What a hundred hands do to a purse
#
# So far it was all about one hand. An evening has a hundred. From what simulated hands pay, the total of a session
# follows, and how likely it is to lose a purse on the way.

# %%
EVENING = 100

session = simcards.swings(usual, EVENING)
session.plot()

# %%
TABLES: dict[str, tuple[str, dict[str, object]]] = {
    "wikipedia": ("wikipedia", {}),
    "texas": ("texas", {}),
    "pagat": ("pagat", {}),
    "speno": ("speno", {}),
    "wikipedia, a tonk pays 3": ("wikipedia", {"tonk_pays": 3}),
    "wikipedia, nobody may drop": ("wikipedia", {"drop_timing": "never"}),
    "wikipedia, four players": ("wikipedia", {"players": 4}),
}


def whole(row: Mapping[str, Any], *, plus: bool = False) -> str:
    """Return a number of stakes, and its interval where that has more than one."""
    value, low, high = (signed(row[end], 0, plus=plus) for end in ("estimate", "low", "high"))
    return value if low == high else f"{value} ({low} to {high})"


def evening(found: Result, seat: int = 0) -> dict[str, str]:
    """Return what an evening does to a seat's purse, in words."""
    rows = {row["metric"]: row for row in found.rows if row["seat"] == seat and row["hands"] == EVENING}
    return {
        "average": plus_minus(rows["session_mean"], plus=True),
        "standard deviation": plus_minus(rows["session_sd"]),
        "one evening in 20 ends at or below": whole(rows["session_quantile:5"], plus=True),
        "one in 20 at or above": whole(rows["session_quantile:95"], plus=True),
        "to bring": whole(rows["bring"]),
    }


sessions = {
    name: simcards.swings(simcards.simulate("tonk", preset, changed, games=HANDS, seed=SEED), EVENING)
    for name, (preset, changed) in TABLES.items()
}
pd.DataFrame({name: evening(found) for name, found in sessions.items()}).T.rename_axis("table")

# %% [markdown]
# All in stakes, for `simple` among equals; in brackets the 95 % interval, where it has more than one whole number. *To
# bring* is the least purse that is lost on the way in at most one evening in twenty. (In the picture the chance is
# drawn for all purses.) The average is not quite nothing, since a hundred hands do not go evenly round three players:
# one of them deals, and so acts last, once more than the others.


# %%
def to_bring(name: str) -> Mapping[str, Any]:
    """Return the purse to bring to one of the tables."""
    return row_of(sessions[name], "bring", seat=0, hands=EVENING)


for name in ("wikipedia, a tonk pays 3", "wikipedia, nobody may drop"):
    assert not FULL or to_bring(name)["low"] > to_bring("wikipedia")["high"]

for name in ("texas", "wikipedia", "wikipedia, a tonk pays 3", "wikipedia, nobody may drop"):
    print(f"{name}: bring {whole(to_bring(name))} stakes for {EVENING} hands (n = {HANDS:,} hands).")

# %% [markdown]
# ## And if you play better than the others?
#
# One who drops with up to 25 in the first turn and never after it beats `simple` (see `when_to_drop`). How much of
# that does one evening show?

# %%
SKILLED = "simple:drop_by_turn=25/0"

better = simcards.swings(
    simcards.simulate("tonk", rules, policies=[SKILLED, "simple", "simple"], games=HANDS, seed=SEED), EVENING
)
pd.DataFrame(
    {SKILLED: evening(better), "simple, who acts after it": evening(better, 1), "simple, before it": evening(better, 2)}
).T.rename_axis("player")

# %%
mean = row_of(better, "session_mean", seat=0)
deviation = row_of(better, "session_sd", seat=0)
behind = row_of(better, "session_behind", seat=0)

assert shown(mean)
assert mean["high"] < deviation["low"]
assert shown({end: behind[end] - 1 / 5 for end in ("low", "high")})
print(f"The better player wins {plus_minus(mean, plus=True)} stakes in an evening of {EVENING} hands, on average,")
print(f"and is behind after {percent_plus_minus(behind)} of evenings ({HANDS:,} hands simulated).")

# %% [markdown]
# One evening proves nothing. The luck of the cards is larger than the skill, and the better player goes home with less
# than before on more than one evening in five.
#
# ## What it does not say
#
# - **Everybody plays `simple`, whatever the rules.** It does not adapt: it drops with 9 under all of them. Players who
#   know their house rules would make up for some of the differences. For your own drops, see `when_to_drop`.
# - **Each rule was changed alone.** Two rules together may do more or less than their sum; that is why the sets were
#   played as a whole.
# - **The best limit is one for every turn.** A limit that is high in the first turn and low after it is much better.
# - **In a session the hands are independent.** Nobody tires, nobody raises, nobody leaves while he is ahead.
#
# To ask for your own table: `simcards sweep tonk --vary hit_freeze=0,1,3 --vary tonk_pays=2,3`.
