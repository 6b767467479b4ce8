"""Three-hand gin: a hand of two-player gin between the box and the captain, and who plays which role next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.naive.gin import Hand, legal
from tests.naive.gin_records import cards_held

BOX, CAPTAIN = 0, 1
"""The seats of the hand of gin that the two play; the box deals."""

Roles = list[int]
"""Seats: who is in the box, who is captain, who sits out."""


def next_roles(roles: Roles, winner: list[int]) -> Roles:
    """Return the roles after a hand that this seat won, or nobody."""
    box, captain, out = roles
    if winner == [box]:
        return [box, out, captain]
    if winner == [captain]:
        return [captain, out, box]
    return roles


def by_seat(roles: Roles, two: Sequence[Any], of_who_sits_out: object) -> list[Any]:
    """Return what the box and the captain have as a list by seat."""
    return [[*two, of_who_sits_out][roles.index(seat)] for seat in range(3)]


def state_of(hand: Hand, roles: Roles) -> dict[str, Any]:
    """Return what a result tells of a hand at any time: the cards held, and whose choice is next if it goes on."""
    state: dict[str, Any] = {"hands": by_seat(roles, cards_held(hand), [])}
    return state if hand.over else state | {"to_act": roles[hand.to_act], "legal": legal(hand)}


def endings_of(hand: Hand, roles: Roles) -> list[dict[str, Any]]:
    """Every right ending of a hand, by seat, with the roles of the next hand."""
    endings = []
    for ending in hand.endings:
        winner = [roles[role] for role in ending["winner"]]
        knocker = ending["knocker"]
        endings.append(
            ending
            | {
                "payoffs": by_seat(roles, ending["payoffs"], 0),
                "winner": winner,
                "deadwood": by_seat(roles, ending["deadwood"], 0),
                "knocker": None if knocker is None else roles[knocker],
                "melds": by_seat(roles, ending["melds"], []),
                "next_roles": next_roles(roles, winner),
            }
        )
    return endings
