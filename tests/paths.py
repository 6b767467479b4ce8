"""Paths made by hand or at random for the stopping engine."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from simcards.answers.paths import Paths

Point = tuple[int, int, int, int, Sequence[int]]
"""Player, row, turn, 1 if the hand ends there whatever one wants, and what each player gets."""


def paths_of(hands: Sequence[Sequence[Point]], players: int = 2) -> Paths:
    """Return the paths of hands given point by point."""
    points = [point for hand in hands for point in hand]
    player, row, turn, forced = (np.array([point[field] for point in points], np.int16) for field in range(4))
    values = np.array([point[4] for point in points], np.int32).reshape(len(points), players)
    return Paths(np.array([len(hand) for hand in hands], np.uint16), player, row, turn, forced, values)


def random_hand(rng: random.Random, shape: tuple[int, int, int]) -> list[Point]:
    """Return a hand in which any player begins, not every turn is a chance to stop, and row 0 ends it."""
    players, rows, turns = shape
    first = rng.randrange(players)
    hand: list[Point] = []
    for turn in range(rng.randrange(players * (turns - 1) + 1)):
        if rng.random() < 0.6:
            row = rng.randrange(rows)
            values = [rng.randint(-50, 50) for _ in range(players)]
            hand.append(((first + turn) % players, row, turn // players + 1, int(row == 0), values))
            if row == 0 and rng.random() < 0.8:
                break
    return hand


def random_paths(seed: int, hands: int, shape: tuple[int, int, int]) -> Paths:
    """Return random hands, some of them without a point and some that go on behind a forced end."""
    rng = random.Random(seed)
    return paths_of([random_hand(rng, shape) for _ in range(hands)], shape[0])


def split(paths: Paths, hands: int) -> list[Paths]:
    """Return the paths in blocks of so many hands."""
    ends = np.cumsum(paths.lengths.astype(np.int64))
    blocks = []
    for at in range(0, paths.hands, hands):
        lengths = paths.lengths[at : at + hands]
        start = int(ends[at]) - int(paths.lengths[at])
        here = slice(start, start + int(lengths.sum()))
        player, row, turn, forced = (column[here] for column in (paths.player, paths.row, paths.turn, paths.forced))
        blocks.append(Paths(lengths, player, row, turn, forced, paths.value[here]))
    return blocks
