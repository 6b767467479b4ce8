"""What the policies `simple` and `cautious` do, in text actions on a twin's hand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from tests.naive.cards import RANKS, points, suit_order, total
from tests.naive.tonk_hand import Hand
from tests.naive.tonk_legal import legal, may_be_hit
from tests.naive.tonk_spreads import Cards, disjoint_spreads, extends, is_run, least_count, spreads_in

SPADES = "23456789TJQKA"
"""From the lowest, which is 2, to the ace, which is 14."""


class Seen:
    """The cards that all have seen a player take or show."""

    def __init__(self, players: int) -> None:
        self.cards: list[set[str]] = [set() for _ in range(players)]

    def note(self, hand: Hand, action: str) -> None:
        """Note what an action, not yet carried out, is going to show."""
        if action == "pile":
            self.cards[hand.to_act].add(hand.pile[-1])
        if action.startswith("spades") and len(hand.betting) == 1:
            for seat in [*hand.joined, *([hand.to_act] if action == "spades in" else [])]:
                self.cards[seat].update(best_spades(hand.dealt[seat])[:1])

    def held(self, hand: Hand, seat: int) -> Cards:
        """Return those that the seat still holds."""
        return hand.hands[seat] & self.cards[seat]


def best_spades(cards: Cards) -> list[str]:
    """Return the spades, the highest first."""
    return sorted((card for card in cards if card[1] == "s"), key=lambda card: SPADES.index(card[0]), reverse=True)


def simple_actions(
    hand: Hand,
    drop: int = 9,
    drop_by_turn: Sequence[int] | None = None,
    *,
    hold: bool = False,
    hit: str = "any",
    spade: int = 11,
) -> list[str]:
    """Return every action that fits the description of simple; only among spreads and among hits is there a choice.

    Parameters
    ----------
    hand
        A hand that is not over.
    drop
        Drops with at most this count.
    drop_by_turn
        In place of `drop`, one entry for each own turn; the last holds for all later ones.
    hold
        Whether spreads are laid only if then one card is left at most.
    hit
        "any" or "own": whose spreads are hit.
    spade
        Lowest spade that joins the side bet.
    """
    limit = drop_by_turn[min(hand.own_turns[hand.to_act], len(drop_by_turn) - 1)] if drop_by_turn else drop
    low_enough = hand.counts[hand.to_act] <= limit

    def loose(card: str, held: Cards) -> bool:
        return not in_pair(card, held) and not in_sequence(card, held, hand.rules["ace_runs"])

    return _actions(hand, low_enough, loose, spade, hold=hold, own_only=hit == "own")


def cautious_actions(hand: Hand, seen: Seen, each: int = 4, low: int = 2, spade: int = 11) -> list[str]:
    """Return every action that fits the description of cautious.

    Parameters
    ----------
    hand, seen
        A hand that is not over, and what all have seen in it.
    each
        Points that an unknown card of a rival is thought to have.
    low
        Highest card to take from the pile in place of a dearer one.
    spade
        Lowest spade that joins the side bet.
    """

    def plausible(seat: int) -> int:
        known = seen.held(hand, seat)
        return total(known) + each * len(hand.hands[seat] - known)

    me = hand.to_act
    low_enough = all(hand.counts[me] <= plausible(seat) for seat in hand.seats if seat != me)
    return _actions(hand, low_enough, lambda card, held: not in_pair(card, held), spade, low=low)


def _actions(
    hand: Hand,
    low_enough: bool,
    loose: Callable[[str, Cards], bool],
    spade: int,
    *,
    low: int = 0,
    hold: bool = False,
    own_only: bool = False,
) -> list[str]:
    allowed, held = legal(hand), hand.hands[hand.to_act]
    if hand.betting:
        joins = any(SPADES.index(card[0]) + 2 >= spade for card in best_spades(held))
        return ["spades in" if joins else "spades out"]
    if "claim" in allowed:
        return ["claim"]
    if "drop" in allowed and low_enough and not hand.turn.drawn:
        return ["drop"]
    if hand.asking:
        return ["wait"]
    lays = _lays(hand, allowed, hold) or _hits(hand, allowed, own_only)
    if lays:
        return lays
    if not hand.turn.drawn:
        return ["pile" if hand.pile and _wants(hand, hand.pile[-1], low, own_only) else "stock"]
    if "drop" in allowed and low_enough:
        return ["drop"]
    cards = [card for card in held if f"discard {card}" in allowed]
    return [f"discard {highest([card for card in cards if loose(card, held)] or cards)}"]


def highest(cards: Collection[str]) -> str:
    """Return the card of most points; of equal ones the first by suit, then by rank."""
    return min(cards, key=lambda card: (-points(card), suit_order(card)))


def in_pair(card: str, held: Cards) -> bool:
    """Whether another card of the hand has the same rank."""
    return any(other[0] == card[0] for other in held - {card})


def in_sequence(card: str, held: Cards, ace_runs: str) -> bool:
    """Whether another card of the hand is next to it in its suit; with `high_low` the ace is next to the king too."""
    ranks = RANKS if ace_runs == "low" else RANKS + RANKS[0]
    return any(other[1] == card[1] and {card[0] + other[0], other[0] + card[0]} & _pairs(ranks) for other in held)


def _pairs(ranks: str) -> set[str]:
    return {ranks[place : place + 2] for place in range(len(ranks) - 1)}


def _lays(hand: Hand, allowed: list[str], hold: bool) -> list[str]:
    """Return the legal spreads out of a best split, each as long as the split makes it.

    Where a card has to be kept, a spread of all cards is laid without one of them.
    """
    held, ace_runs = hand.hands[hand.to_act], hand.rules["ace_runs"]
    mine = {action: frozenset(action.split()[1:]) for action in allowed if action.startswith("spread")}
    if not mine:
        return []
    least = least_count(held, ace_runs)
    whole: set[Cards] = set()
    for split in disjoint_spreads(held, ace_runs):
        left = held.difference(*split)
        if total(left) == least and (not hold or len(left) <= 1):
            whole |= set(_joined(split, ace_runs))
    if hold and not whole:
        return []
    found = [action for action, cards in mine.items() if cards in whole]
    return found or [action for action, cards in mine.items() if len(cards) == len(held) - 1 and held in whole]


def _joined(split: list[Cards], ace_runs: str) -> list[Cards]:
    """Return the spreads of a split, runs that make a longer run together put together."""
    for one in split:
        for other in split:
            if one != other and is_run(one | other, ace_runs):
                return _joined([*(cards for cards in split if cards not in (one, other)), one | other], ace_runs)
    return split


def _hits(hand: Hand, allowed: list[str], own_only: bool) -> list[str]:
    own = {spread.name for spread in hand.table if spread.owner == hand.to_act}
    hits = [action for action in allowed if action.startswith("hit")]
    return [action for action in hits if not own_only or action.split()[-1] in own]


def _wants(hand: Hand, card: str, low: int, own_only: bool) -> bool:
    """Whether the card completes a spread, can be hit, or is low and the hand holds a dearer one."""
    seat, ace_runs = hand.to_act, hand.rules["ace_runs"]
    held = hand.hands[seat]
    if any(card in spread for spread in spreads_in(held | {card}, ace_runs)):
        return True
    for spread in hand.table:
        hittable = may_be_hit(hand, spread, seat) and extends(card, spread.cards, ace_runs)
        if hittable and not (own_only and spread.owner != seat):
            return True
    return points(card) <= low and any(points(card) < points(other) for other in held)
