"""Exact odds of the deal and of the first draw."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from simcards.census import census
from simcards.chances import chance, quantity

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from simcards.games.gin.rules import GinHandRules


def odds_rows(rules: GinHandRules) -> list[dict[str, object]]:
    """Return the rows of `odds`.

    All hands of `hand_size` cards (after the draw: of one card more) are equally likely. With `oklahoma` a hand may be
    knocked with under some upcards only: `knock` and `first_draw_knock` then count the hands together with each card
    that is left as the upcard (the card drawn is never the upcard).
    """
    size = rules.hand_size
    hands = census(size + 1, upcard=rules.oklahoma)
    drawn = census(size + 1, discard=True, upcard=rules.oklahoma)[:, size + 1]
    of_deal, of_draw = comb(52, size), comb(52, size + 1)
    rows = quantity("deadwood", hands[0, size].tolist())
    rows.append(chance("gin", int(hands[0, size, 0]), of_deal))
    rows.append(chance("knock", *_knock(rules, hands[:, size], of_deal, 52 - size)))
    if rules.big_gin_bonus is not None:
        rows.append(chance("big_gin", int(hands[0, size + 1, 0]), of_draw))
    rows.append(chance("first_draw_gin", int(drawn[0, 0]), of_draw))
    rows.append(chance("first_draw_knock", *_knock(rules, drawn, of_draw, 51 - size)))
    return rows


def _knock(rules: GinHandRules, counts: NDArray[np.int64], hands: int, upcards: int) -> tuple[int, int]:
    """Return in how many cases the deadwood is within the limit, and of how many.

    `counts` is indexed by the upcard's points (0: hands alone) and the deadwood.
    """
    if not rules.oklahoma:
        return int(counts[0, : rules.knock_limit + 1].sum()), hands
    limits = {points: points for points in range(1, 11)}
    if rules.oklahoma_ace_gin:
        limits[1] = 0
    return sum(int(counts[points, : limit + 1].sum()) for points, limit in limits.items()), hands * upcards
