"""Dropping straight off the deal: what it is worth with each count, exactly for two players, simulated for more.

The first to act drops before anybody has played, in a hand that no deal win has ended. The drop is told against
nothing, not against playing on: that it is worth something does not make it better than waiting.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from simcards.compile import compile_rules, new_record
from simcards.games.tonk.params import COUNTS_SIZE, SCRATCH, STATE, UNIT
from simcards.games.tonk.paths import drop_off_deal
from simcards.stats import Estimate, mean, scaled

if TYPE_CHECKING:
    from simcards.games.tonk.rules import TonkRules
    from simcards.rules import GameRules

WON, CAUGHT = 1, -2
"""Stakes of a drop against one rival, under every schedule."""

CLASSES = {points: 16 if points == 10 else 4 for points in range(1, 11)}
"""Cards of the deck by their points."""


def pairs_of_counts(cards: int) -> NDArray[np.int64]:
    """Return how many pairs of hands of so many cards, dealt from one deck, have which two totals: [mine, theirs]."""
    side = 10 * cards + 1
    ways = {(0, 0): np.zeros((side, side), np.int64)}
    ways[0, 0][0, 0] = 1
    for points, size in CLASSES.items():
        grown: dict[tuple[int, int], NDArray[np.int64]] = {}
        for (mine, theirs), before in ways.items():
            for x in range(min(size, cards - mine) + 1):
                for y in range(min(size - x, cards - theirs) + 1):
                    after = grown.setdefault((mine + x, theirs + y), np.zeros((side, side), np.int64))
                    moved = before[: side - points * x, : side - points * y]
                    after[points * x :, points * y :] += comb(size, x) * comb(size - x, y) * moved
        ways = grown
    return ways[cards, cards]


def exact(rules: GameRules) -> bool:
    """Return whether the values are exact: for two players whose counts are the points of all cards."""
    return rules.players == 2 and cast("TonkRules", rules).held_spreads_count


def exact_rows(rules: GameRules) -> Iterator[dict[str, Any]]:
    """Yield a row for each count, for two players."""
    tonk = cast("TonkRules", rules)
    pairs = pairs_of_counts(tonk.hand_size)
    on = np.array(tonk.due("deal")[: len(pairs)]) < 0
    pairs[~on] = 0
    pairs[:, ~on] = 0
    whole = sum(map(int, pairs.sum(axis=1)))
    for count, line in enumerate(pairs):
        if total := int(line.sum()):
            above, equal = int(line[count + 1 :].sum()), int(line[count])
            won = above + (equal if tonk.tie_with_dropper == "dropper_wins" else 0)
            value = (WON * won + CAUGHT * (total - won)) / total
            yield {
                "count": count,
                **Estimate(value, 0.0, value, value, total).to_dict(),
                "frequency": total / whole,
                "above": above / total,
            }


def simulated_sums(rules: GameRules, first: int, games: int, seed: int) -> NDArray[np.int64]:
    """Return hands, payoffs in sixtieths and their squares by count, of deals `first` … `first + games - 1`."""
    from simcards.games.tonk import GAME

    # The side bet is settled before play, and whatever the drop.
    params = compile_rules(GAME, rules.model_copy(update={"spades_bet": 0}))
    state, scratch = new_record(STATE), new_record(SCRATCH)
    scratch.seed_low, scratch.seed_high = seed & 0xFFFFFFFF, seed >> 32
    sums = np.zeros((COUNTS_SIZE, 3), np.int64)
    drop_off_deal(params, first, games, state, scratch, sums)
    return sums


def simulated_rows(sums: NDArray[np.int64]) -> Iterator[dict[str, Any]]:
    """Yield a row for each count that was dealt."""
    whole = int(sums[:, 0].sum())
    for count, (n, total, squares) in enumerate(sums.tolist()):
        if n:
            value = scaled(mean(n, total, squares), 1 / UNIT)
            yield {"count": count, **value.to_dict(), "frequency": n / whole, "above": None}
