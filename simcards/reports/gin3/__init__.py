"""The report of three-hand gin: gin's, for the box and the captain together; other limits are in its charts only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from simcards.answers.odds import odds_under
from simcards.reports.gin import knock_charts
from simcards.reports.gin.found import GinFound

if TYPE_CHECKING:
    from simcards.reports.asked import Asked


def find(asked: Asked) -> GinFound:
    """Find what the report tells."""
    played = asked.play()
    asked.tell("counting the exact odds", 0, 1)
    exact = odds_under(asked.rules)
    charts, left_out = knock_charts(asked)
    return GinFound(exact, played, None, "", charts, left_out, asked.play_matches())
