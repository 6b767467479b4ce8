"""Exact odds of the deal and of the first draw: those of gin, for box and captain are dealt as two players are."""

from __future__ import annotations

from simcards.games.gin.odds import odds_rows

__all__ = ["odds_rows"]
