"""Players of TONK that know nothing of each other, for random hands."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeAlias

from tests.naive.cards import total
from tests.naive.tonk_hand import Hand
from tests.naive.tonk_spreads import least_count

Player: TypeAlias = Callable[[Hand, list[str], random.Random], str]
"""Chooses among the legal actions."""


def any_action(hand: Hand, actions: list[str], rng: random.Random) -> str:
    """Choose uniformly."""
    return rng.choice(actions)


def lays_and_hits(hand: Hand, actions: list[str], rng: random.Random) -> str:
    """Lay and hit nearly always, drop and claim rarely."""
    return _some(actions, rng, ("spread", "hit"), 0.9) or _quiet(actions, rng)


def hits_first(hand: Hand, actions: list[str], rng: random.Random) -> str:
    """Lay the shortest spreads, hit with one card at a time and keep one, so that tables get full and hands long."""
    lays = [action for action in actions if action.startswith("hit")]
    lays = lays or sorted([action for action in actions if action.startswith("spread")], key=len)[:2]
    if lays and len(hand.hands[hand.turn.seat]) > 1 + lays[0].count(" ") and rng.random() < 0.9:
        return rng.choice(lays)
    return _quiet([action for action in actions if action.startswith(("discard", "wait", "stock"))] or actions, rng)


def never_lays(hand: Hand, actions: list[str], rng: random.Random) -> str:
    """Keep every spread in hand, and drop now and then."""
    return _quiet([action for action in actions if not action.startswith(("spread", "hit"))] or actions, rng)


def takes_the_pile(hand: Hand, actions: list[str], rng: random.Random) -> str:
    """Draw from the discard pile and end nothing, so that the turns run out."""
    return _some(actions, rng, ("pile", "discard", "wait"), 1.0) or rng.choice(actions)


def collects(hand: Hand, actions: list[str], rng: random.Random) -> str:
    """Draw and discard for spreads, and lay when all cards but one can go, so that many hands end in a tonk."""
    held, ace_runs = hand.hands[hand.turn.seat], hand.rules["ace_runs"]
    if "stock" in actions:
        wanted = hand.pile and least_count(held | {hand.pile[-1]}, ace_runs) <= least_count(held, ace_runs)
        return "pile" if wanted and "pile" in actions else "stock"
    discards = [action for action in actions if action.startswith("discard")]
    if not discards:
        return _quiet(actions, rng)
    left = {action: least_count(held - {action.split()[1]}, ace_runs) for action in discards}
    lays = [action for action in actions if action.startswith(("spread", "hit"))]
    if lays and (min(left.values()) == 0 or any(spread.owner != hand.turn.seat for spread in hand.table)):
        return max(lays, key=len) if rng.random() < 0.8 else rng.choice(lays)
    return min(discards, key=lambda action: (left[action], rng.random()))


def waits_for_tonk(hand: Hand, actions: list[str], rng: random.Random) -> str:
    """Keep all cards until the last of them fits, then lay and hit whatever can be."""
    held, ace_runs = hand.hands[hand.turn.seat], hand.rules["ace_runs"]
    lays = [action for action in actions if action.startswith(("spread", "hit"))]
    if lays and (hand.turn.laid or least_count(held, ace_runs) <= rng.choice([0, 0, 5])):
        return rng.choice(lays)
    discards = [action for action in actions if action.startswith("discard")]
    if discards:
        return min(discards, key=lambda action: (least_count(held - {action.split()[1]}, ace_runs), rng.random()))
    return "stock" if "stock" in actions else _quiet(actions, rng)


def drops_low(hand: Hand, actions: list[str], rng: random.Random) -> str:
    """Lay often, drop with a low count, claim what is due."""
    if "drop" in actions and total(hand.hands[hand.to_act]) <= rng.choice([5, 10, 20]):
        return "drop"
    if "claim" in actions:
        return "claim"
    return _some(actions, rng, ("spread", "hit"), 0.7) or _quiet(actions, rng)


PLAYERS: Sequence[Player] = (
    any_action,
    lays_and_hits,
    lays_and_hits,
    hits_first,
    hits_first,
    hits_first,
    never_lays,
    takes_the_pile,
    collects,
    waits_for_tonk,
    waits_for_tonk,
    waits_for_tonk,
    drops_low,
    drops_low,
)


def _some(actions: list[str], rng: random.Random, words: tuple[str, ...], chance: float) -> str | None:
    """Choose with this chance among the actions that begin with one of the words, if there are any."""
    some = [action for action in actions if action.startswith(words)]
    return rng.choice(some) if some and rng.random() < chance else None


def _quiet(actions: list[str], rng: random.Random) -> str:
    """Choose uniformly, but end the hand with one chance in fifty only."""
    quiet = [action for action in actions if action not in ("drop", "claim")]
    return rng.choice(quiet if quiet and rng.random() < 0.98 else actions)
