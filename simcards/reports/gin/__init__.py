"""The report of gin: when to knock, how hands end and what they pay, other knock limits."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from simcards.answers.knocking import knock_limits, limits_to_try, no_limit
from simcards.answers.odds import odds_under
from simcards.answers.payments import no_chart, payment_charts
from simcards.reports.gin.found import GinFound

if TYPE_CHECKING:
    from simcards.answers.payments import PaymentCharts
    from simcards.compile import Policy
    from simcards.reports.asked import Asked
    from simcards.rules import GameRules

LIMIT_SHARE = 4
"""The main run has this many times the hands of each other knock limit; the charts have as many as it."""

QUESTION = "knock"


def find(asked: Asked) -> GinFound:
    """Find what the report tells."""
    rules, policies = asked.rules, asked.policies
    played = asked.play()
    asked.tell("counting the exact odds", 0, 1)
    exact = odds_under(rules)
    charts, left_out = knock_charts(asked)
    limits = None
    if not (no_limits := _no_limits(policies[0], rules)):
        share = max(asked.games // LIMIT_SHARE, 2)
        limits = knock_limits(rules, games=share, **asked.run("playing at other knock limits"))
    return GinFound(exact, played, limits, no_limits, charts, left_out, asked.play_matches())


def knock_charts(asked: Asked) -> tuple[PaymentCharts | None, str]:
    """Return the knock charts, or None and why there are none."""
    if left_out := no_chart(asked.rules, QUESTION, asked.policies):
        return None, left_out
    return (
        payment_charts(
            asked.rules,
            QUESTION,
            asked.policies,
            games=asked.games,
            seed=asked.seed,
            threads=asked.threads,
            progress=partial(asked.tell, "finding when to knock"),
            parts=asked.parts,
        ),
        "",
    )


def _no_limits(policy: Policy, rules: GameRules) -> str:
    """Return why other knock limits are left out, or an empty text."""
    if why := no_limit(policy):
        return f"Left out. {why}"
    if limits_to_try(policy, rules) == [0]:
        return "Under these rules nobody may knock without gin, so there is no other limit to try."
    return ""
