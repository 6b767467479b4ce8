"""Whole hands of three-hand gin, on one core."""

from __future__ import annotations

from scripts.timing.hands import HANDS, Played, Table, hand_rows
from scripts.timing.rounds import Row


def hand_title(policy: str) -> str:
    """Return how rows call whole hands of a policy."""
    return f"three-hand gin, whole hands, all {policy}"


def rows(rounds: int, scale: float) -> list[Row]:
    """Return hands a second and core of each of gin's policies, and what one costs in deadwood calls."""
    played = [Played(hand_title(name), Table(name, game="gin3"), hands) for name, hands in HANDS.items()]
    return hand_rows(played, rounds, scale)
