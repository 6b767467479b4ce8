"""Who can answer a tonk with `double_double`."""

from __future__ import annotations

from tests.naive.tonk_hand import Hand, Spread
from tests.naive.tonk_legal import freeze_forbids, may_be_hit
from tests.naive.tonk_spreads import Cards, disjoint_spreads, extends


def can_answer(hand: Hand, seat: int) -> bool:
    """Whether the seat can place all its cards, at least one of them on a run laid in the tonk's turn.

    Tried are all choices of spreads of its own, and then all hits in every order.
    """
    ace_runs, limit = hand.rules["ace_runs"], hand.rules["max_hits"]
    held = hand.hands[seat]
    choices = [[]] if freeze_forbids(hand, seat, "laying") else disjoint_spreads(held, ace_runs)
    for own in choices:
        left = held.difference(*own)
        table = [*hand.table, *(Spread(seat, cards) for cards in own)]
        hittable = [spread for spread in table if may_be_hit(hand, spread, seat)]
        new = [spread in hand.turn.runs for spread in hittable]
        if (limit == 0 or len(left) <= limit) and _can_hit_all(left, hittable, new, ace_runs):
            return True
    return False


def _can_hit_all(cards: Cards, hittable: list[Spread], new: list[bool], ace_runs: str) -> bool:
    """Whether all cards can be hit on the spreads, in any order, at least one of them on a new run."""
    start = (cards, tuple(spread.cards for spread in hittable), False)
    reached = {start}
    todo = [start]
    while todo:
        left, table, one_on_new = todo.pop()
        if not left and one_on_new:
            return True
        for card in left:
            for place, spread in enumerate(table):
                if extends(card, spread, ace_runs):
                    longer = (*table[:place], spread | {card}, *table[place + 1 :])
                    after = (left - {card}, longer, one_on_new or new[place])
                    if after not in reached:
                        reached.add(after)
                        todo.append(after)
    return False
