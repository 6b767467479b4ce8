"""What the policies `greedy` and `simple` do, in text actions on a twin's hand."""

from __future__ import annotations

from collections.abc import Sequence

from tests.naive.cards import points, suit_order
from tests.naive.gin import Hand, may_discard
from tests.naive.melds import Cards, Family, best_splits, deadwood, melds_in, written


def greedy_action(
    hand: Hand, knock: int | None = None, knock_by_turn: Sequence[int] | None = None, gin_from: int = 0
) -> str:
    """Return greedy's choice.

    Parameters
    ----------
    hand
        A hand that is not over.
    knock
        Knocks with at most this deadwood; None: the limit of the hand.
    knock_by_turn
        In place of `knock`, one entry for each own turn; the last holds for all later ones.
    gin_from
        From this own turn on knocks only with gin; 0: never.
    """
    held = hand.hands[hand.to_act]
    if hand.phase == "offer":
        return "take" if _lowers(hand, held) else "pass"
    if hand.phase == "draw":
        return "pile" if not hand.pile_closed and _lowers(hand, held) else "stock"
    if hand.rules["big_gin_bonus"] != "none" and deadwood(held) == 0:
        return "big gin"
    card = min(may_discard(hand), key=lambda card: (deadwood(held - {card}), -points(card), suit_order(card)))
    may_knock = deadwood(held - {card}) <= min(hand.limit, _threshold(hand, knock, knock_by_turn, gin_from))
    return f"knock {card}" if may_knock else f"discard {card}"


def _lowers(hand: Hand, held: Cards) -> bool:
    """Whether taking the face-up card and the best discard then allowed lower the deadwood."""
    card = hand.pile[-1]
    taken = held | {card}
    discards = taken if hand.rules["return_discard"] else held
    return min(deadwood(taken - {other}) for other in discards) < deadwood(held)


def _threshold(hand: Hand, knock: int | None, knock_by_turn: Sequence[int] | None, gin_from: int) -> int:
    turn = hand.own_turns[hand.to_act] + 1
    if gin_from and turn >= gin_from:
        return 0
    if knock_by_turn:
        return knock_by_turn[min(turn, len(knock_by_turn)) - 1]
    return hand.limit if knock is None else knock


def simple_actions(hand: Hand, knock: int = 10) -> dict[str, float]:
    """Return every action that simple may choose, with its probability; its knocks name the melds.

    A run cut in pieces is a split of its own.
    """
    held = hand.hands[hand.to_act]
    if hand.phase == "offer":
        return {"take" if _melds_with(held, hand.pile[-1]) else "pass": 1.0}
    if hand.phase == "draw":
        wanted = not hand.pile_closed and _melds_with(held, hand.pile[-1])
        return {"pile" if wanted else "stock": 1.0}
    discards = _not_forbidden(hand)
    least = min(deadwood(held - {card}) for card in discards)
    best = [card for card in discards if deadwood(held - {card}) == least]
    if least > min(knock, hand.limit):
        return {f"discard {card}": 1 / len(best) for card in best}
    actions = {}
    for card in best:
        splits = best_splits(held - {card})
        for split in splits:
            actions[knock_text(card, split)] = 1 / len(best) / len(splits)
    return actions


def _melds_with(held: Cards, card: str) -> bool:
    return any(card in meld for meld in melds_in(held | {card}))


def _not_forbidden(hand: Hand) -> list[str]:
    """Discards but the card just taken from the pile and those that repeat a pair; if none is left, all."""
    allowed = may_discard(hand)
    free = [
        card
        for card in allowed
        if not (hand.from_pile and card == hand.drawn) and {hand.drawn, card} not in hand.pairs[hand.to_act]
    ]
    return free or allowed


def knock_text(card: str, melds: Family) -> str:
    """Return the knock with this card that names these melds."""
    return f"knock {card}: {' '.join(''.join(meld) for meld in written(melds))}".rstrip()
