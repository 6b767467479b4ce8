"""The report of tonk: when to drop, how hands end and what they pay, the price of house rules, swings."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from simcards.answers.chart import FEWEST_GAMES, AskedChart, NoChart
from simcards.answers.grid import grid_of
from simcards.answers.odds import odds_under
from simcards.answers.off_deal import DEAL
from simcards.answers.payments import PaymentCharts, no_chart, payment_charts
from simcards.answers.sweeping import Swept
from simcards.answers.swings import swings
from simcards.answers.varying import ALL
from simcards.errors import InputError
from simcards.reports.asked import whole
from simcards.reports.tonk.found import TonkFound

if TYPE_CHECKING:
    from simcards.reports.asked import Asked
    from simcards.result import Result

QUESTION, NEVER = "drop", "never"

CHART_SHARE, DEAL_SHARE, SWEEP_SHARE = 4, 4, 10
"""The main run has so many times the hands of the charts, of drops off the deal, of each house rule."""

PLAIN = (5, 10, 15, 20)
"""Limits whose value is told under each caught schedule."""

SESSION = 100
"""Hands of a session."""


def find(asked: Asked) -> TonkFound:
    """Find what the report tells."""
    rules = asked.rules
    played = asked.play()
    asked.tell("counting the exact odds", 0, 1)
    exact = odds_under(rules)
    charts, left_out = _charts(asked)
    off_deal = None if asked.rules.options()["drop_timing"] == NEVER else _off_deal(asked)
    same = len(set(played.policies)) == 1
    policies = played.policies[:1] if same else played.policies
    house = Swept.over(grid_of(rules.game, rules, (), ALL), policies, max(asked.games // SWEEP_SHARE, 1), asked.seed)
    changed = house.play(progress=partial(asked.tell, "trying house rules"), **asked.by)
    asked.tell("reckoning swings", 0, 1)
    session, no_session = _swings(played)
    return TonkFound(exact, played, charts, left_out, off_deal, whole(changed), session, no_session)


def _charts(asked: Asked) -> tuple[PaymentCharts | None, str]:
    """Return the charts of when to drop, or why there are none."""
    if left_out := no_chart(asked.rules, QUESTION, asked.policies):
        return None, left_out
    try:
        charts = payment_charts(
            asked.rules,
            QUESTION,
            asked.policies,
            # Heads-up, a caught dropper pays two stakes under each schedule.
            payments=("caught_pays",) if asked.rules.players > 2 else (),
            equilibrium=False,
            plain=PLAIN,
            games=asked.games // CHART_SHARE,
            seed=asked.seed,
            threads=asked.threads,
            progress=partial(asked.tell, "finding when to drop"),
            parts=asked.parts,
        )
    except NoChart as nobody_could:
        return None, str(nobody_could)
    return charts, ""


def _off_deal(asked: Asked) -> Result:
    """Return what dropping straight off the deal is worth, whoever plays."""
    asked.tell("dropping off the deal", 0, 1)
    games = max(asked.games // DEAL_SHARE, FEWEST_GAMES)
    off_deal = AskedChart(asked.rules, QUESTION, None, None, None, DEAL, games, asked.seed)

    def tell(_what: str, done: int, total: int) -> None:
        asked.tell("dropping off the deal", done, total)

    return off_deal.find(asked.threads, tell, asked.parts)


def _swings(played: Result) -> tuple[Result | None, str]:
    try:
        return swings(played, SESSION), ""
    except InputError as too_few:
        return None, str(too_few)
