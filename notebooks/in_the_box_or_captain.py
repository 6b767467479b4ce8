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
# # In the box, or captain?
#
# Gin for three, "captain". One player is in the box and deals. He plays a hand of gin against the captain of the other
# two. The third sits out: he may give advice, and scores nothing. If the box wins, he stays, and the captain changes
# places with who sat out. If he loses, he sits out, the captain goes into the box, and who sat out is captain.
#
# Everybody wants to be in the box. Should they? And what does it cost to sit out?

# %%
# %matplotlib inline
import os
from collections.abc import Mapping
from typing import Any

import pandas as pd

import simcards
from simcards.answers.roles import distance
from simcards.formats import percent, percent_plus_minus, plus_minus
from simcards.games.gin3.params import Role
from simcards.games.gin3.role_worth import Endings, values_of
from simcards.result import Result
from simcards.tables import row_of

HANDS = int(os.environ.get("SIMCARDS_NOTEBOOK_HANDS", "1000000"))
MATCHES = HANDS // 10
FULL = "SIMCARDS_NOTEBOOK_HANDS" not in os.environ
SEED = 1
ROLES = ("box", "captain", "out")

print(f"{HANDS:,} hands and {MATCHES:,} matches, seed {SEED}")

# %% [markdown]
# Where the text below says that one thing is more than another, an `assert` checks it: the two 95 % intervals must lie
# apart. If the notebook is run on other than its own number of hands, it is enough that they do not lie the wrong way
# round.


# %%
def above(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Return whether one estimate is above another for sure; on few hands, whether it may be."""
    return bool(one["low"] > other["high"] if FULL else one["high"] > other["low"])


def of_role(result: Result, metric: str, role: str) -> Mapping[str, Any]:
    """Return what a result says of a role."""
    return row_of(result, metric, seat=None, role=role)


# %% [markdown]
# ## The rules
#
# Those of the preset `captain`. A hand is a hand of two-player gin; these options are about the three players and the
# match.

# %%
rules = simcards.load_rules("gin3", "captain")

sentences = rules.sentences()
for option in ("players", "first_turn", "gin_bonus", "undercut_bonus", "first_roles", "target"):
    print(sentences[option])

# %% [markdown]
# ## One hand
#
# Box and captain both play `greedy`: it draws and throws for the least deadwood, and knocks as soon as it may. They
# differ in one thing only: the captain is the first who may take the upcard.

# %%
hand = simcards.simulate("gin3", rules, games=HANDS, seed=SEED)

pd.DataFrame(
    {
        role: {
            "points a hand": plus_minus(of_role(hand, "payoff", role)),
            "hands won": percent_plus_minus(of_role(hand, "win", role)),
        }
        for role in ROLES
    }
).T.rename_axis("role")

# %%
ahead = of_role(hand, "net", "captain")
assert above(ahead, {"low": 0, "high": 0})
print(f"The captain scores {plus_minus(ahead, plus=True)} points a hand compared with the box.")

# %% [markdown]
# So the box as such is worth nothing. In the hand that is being played, who is first to act is even a little better
# off. If the box is worth anything, it is because of what comes after: who wins there stays, and who loses sits out.
#
# ## A match
#
# A match is played to 100 points. Who is in the box at first is drawn for. What are the chances to win it from each
# role in the first hand?

# %%
match = simcards.simulate("gin3", rules, games=MATCHES, seed=SEED, match=True)
match.plot()

# %% [markdown]
# The chances can be found in two ways. The first is to count the matches that were won. The second knows only how
# single hands ended, so and so often with a win of the box for 12 points, and so on. Scores and roles are then a Markov
# chain: from each state of the match it is known with which chances it goes where. It is solved backwards from the end.


# %%
def two_ways(result: Result) -> pd.DataFrame:
    """Return what each role in the first hand is worth, by the matches and by the chain."""
    table = {
        role: {
            "wins the match": percent_plus_minus(of_role(result, "win", role)),
            "by the chain": percent_plus_minus(of_role(result, "chain_win", role)),
            "points in the match": plus_minus(of_role(result, "points", role)),
            "points, by the chain": plus_minus(of_role(result, "chain_points", role)),
        }
        for role in ROLES
    }
    return pd.DataFrame(table).T.rename_axis("in the first hand")


two_ways(match)

# %%
apart = distance(match)
assert apart is not None
assert apart < 4
print(f"The two ways differ by {apart:.1f} standard errors at most.")

# %% [markdown]
# They agree, and the second is far sharper, since every hand tells it something and not only the last of a match. (If
# they did not agree, one of the two would have the rules wrong.)

# %%
out, played = of_role(match, "chain_win", "out"), [of_role(match, "chain_win", role) for role in ("box", "captain")]
assert all(above(role, out) for role in played)
print(f"Box {percent_plus_minus(played[0])}, captain {percent_plus_minus(played[1])}, out {percent_plus_minus(out)}")
print(f"({out['n']:,} hands of greedy against greedy).")

# %% [markdown]
# Box and captain are worth about the same in a match too. What costs is **sitting out**: more than four matches in a
# hundred, and some five points.
#
# ## Near the end
#
# The chain knows the chances at every score. Here all three have the same number of points:

# %%
assert match.counts is not None
values = values_of(Endings.of_counts(match.counts["hand_won"]), target=100)


def at(box: int, captain: int, out: int) -> dict[str, str]:
    """Return the chances to win the match at a score."""
    return {role.name.lower(): percent(values[captain, out, role, box]) for role in Role}


pd.DataFrame({f"{points} each": at(points, points, points) for points in (0, 50, 70, 80, 90, 95)}).T.rename_axis(
    "points"
)

# %%
late = values[95, 95, :3, 95]
assert late[Role.CAPTAIN] > late[Role.OUT]
assert late[Role.BOX] > 2 * late[Role.OUT]
print(f"At 95 each, who sits out wins {percent(late[Role.OUT])}: when the hand pays fewer than five points.")

# %% [markdown]
# Near the end the role is everything: whoever sits out may never play again.
#
# ## Should the two play differently?
#
# If the roles are worth the same, there is no reason to play otherwise as captain. But the captain is first to act, so
# his second turn comes before the box's second. Here is when to knock, against one who knocks at once, for each:

# %%
last_turns = {
    role: simcards.chart("gin3", "knock", rules, position=role, games=HANDS, seed=SEED) for role in ("captain", "box")
}
last_turns["captain"].plot()

# %%
gains = {role: row_of(found, "gain") for role, found in last_turns.items()}
pd.DataFrame(
    {role: {"the chart gains, points a hand": plus_minus(gain, plus=True)} for role, gain in gains.items()}
).T.rename_axis("role")

# %% [markdown]
# With an undercut of 10 and gin at 25 it hardly pays to wait: the charts gain half a point a hand at most over knocking
# as soon as one may.
#
# ## If one of them is better
#
# The policies belong to the roles: the box knocks as soon as it may, whoever it is, and captains wait for gin, which
# at these prices they should not.

# %%
waiting = simcards.simulate("gin3", rules, policies=["simple", "simple:knock=0"], games=MATCHES, seed=SEED, match=True)
two_ways(waiting)

# %%
better, worse = (of_role(waiting, "chain_win", role) for role in ("box", "captain"))
assert above(better, worse)
print(f"The box that knocks: {percent_plus_minus(better)}, captains that wait: {percent_plus_minus(worse)}.")

# %% [markdown]
# Now the box is a good place, since whoever is there wins more of the hands, and stays. That is the only way in which
# it ever is one: by the play, not by the chair.
#
# ## What not to conclude
#
# - These players remember nothing that the other took or threw, and never look at the score of the match. At 95 points
#   people play differently.
# - The one who sits out gives advice. Here he gives none.
# - All three are equally good. In a real game the box holds the better player more often.
