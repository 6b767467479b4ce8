"""The report of pitch: what becomes of bids, how hands end, what seats are worth, the price of house rules."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from simcards import registry
from simcards.answers.grid import grid_of
from simcards.answers.odds import odds_under
from simcards.answers.sweeping import Swept
from simcards.answers.varying import ALL
from simcards.reports.asked import whole
from simcards.reports.pitch.found import PitchFound

if TYPE_CHECKING:
    from simcards.answers.grid import Grid
    from simcards.reports.asked import Asked
    from simcards.rules import GameRules

SWEEP_SHARE = 10
"""The main run has so many times the hands of each house rule."""


def find(asked: Asked) -> PitchFound:
    """Find what the report tells."""
    played = asked.play()
    asked.tell("counting the exact odds", 0, 1)
    exact = odds_under(asked.rules)
    policies = played.policies[:1] if len(set(played.policies)) == 1 else played.policies
    house = Swept.over(house_rules(asked.rules), policies, max(asked.games // SWEEP_SHARE, 1), asked.seed)
    changed = house.play(progress=partial(asked.tell, "trying house rules"), **asked.by)
    return PitchFound(exact, played, whole(changed), asked.play_matches())


def house_rules(rules: GameRules) -> Grid:
    """Return every option of a hand at each of its other usual values; those of a match change no hand."""
    grid, idle = grid_of(rules.game, rules, (), ALL), registry.game(rules.game).load_engine().match_options
    return replace(grid, skipped=tuple(skipped for skipped in grid.skipped if skipped["option"] not in idle))
