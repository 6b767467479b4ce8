"""Exact odds of the deal, of the first draw, and of the side bet on spades."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from simcards.census import census
from simcards.chances import chance, quantity
from simcards.games.tonk.deals import all_deals, deals_within
from simcards.games.tonk.no_spread import without_spread
from simcards.games.tonk.rules import dealt_counts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from simcards.games.tonk.rules import DealWin, TonkRules

HIGHEST = 14
"""The ace's rank in the side bet; jack, queen and king have 11, 12 and 13."""

GIVEN = {
    "spade": "of the hands whose best spade has this rank (11 jack, 12 queen, 13 king, 14 ace): it is the highest dealt"
}
"""The events that are not of all hands: of which, and what then happens."""


def odds_rows(rules: TonkRules) -> list[dict[str, object]]:
    """Return the rows of `odds`.

    All hands of the cards dealt (after the draw: of one card more) are equally likely. `any_deal_win` counts the deals
    of all hands of the table, `spade` what the others' hands together can be; its `value` is a rank, the ace's 14.
    `deal_win` counts a hand whose total matches several entries for the one that holds: those due at the deal come
    before those due at the own turn, then what pays most, then the earlier one.
    """
    size, ace_high = rules.hand_size, rules.ace_runs == "high_low"
    hands = census(size + 1, ace_high=ace_high)[0]
    of_deal, of_draw = comb(52, size), comb(52, size + 1)
    rows = quantity("count", dealt_counts(size))
    rows.append(chance("spread", of_deal - without_spread(size, ace_high=ace_high), of_deal))
    rows += quantity("remainder", hands[size].tolist())
    rows += _deal_wins(rules)
    rows.append(chance("first_draw_tonk", int(hands[size + 1, 0]), of_draw))
    rows += _spades(rules)
    return rows


def _deal_wins(rules: TonkRules) -> list[dict[str, object]]:
    """Return the rows of one hand's deal wins, and of anybody's at the deal; none where no count wins."""
    if not rules.deal_wins:
        return []
    counts = dealt_counts(rules.hand_size)
    holds = [_holds(rules.deal_wins, total) for total in range(len(counts))]
    rows = []
    for number in range(len(rules.deal_wins)):
        ways = sum(count for count, entry in zip(counts, holds, strict=True) if entry == number)
        rows.append(chance("deal_win", ways, sum(counts), number))
    at_deal = {number for number, entry in enumerate(rules.deal_wins) if entry.when == "deal"}
    others = [total for total, entry in enumerate(holds) if entry not in at_deal]
    deals = all_deals(rules.players, rules.hand_size)
    nobody = deals_within(rules.players, rules.hand_size, others) if at_deal else deals
    rows.append(chance("any_deal_win", deals - nobody, deals))
    return rows


def _holds(entries: Sequence[DealWin], total: int) -> int | None:
    """Return the number of the entry that holds with a total: due at the deal before own turn, then what pays most."""
    matching = [
        (entry.when != "deal", -entry.pays, number)
        for number, entry in enumerate(entries)
        if entry.min <= total <= entry.max
    ]
    return min(matching)[-1] if matching else None


def _spades(rules: TonkRules) -> list[dict[str, object]]:
    """Return a row for each rank of my best spade: none of the higher ones is among the cards of the others."""
    unseen = 52 - rules.hand_size
    others = rules.hand_size * (rules.players - 1)
    return [
        chance("spade", comb(unseen - (HIGHEST - rank), others), comb(unseen, others), rank)
        for rank in range(2, HIGHEST + 1)
    ]
