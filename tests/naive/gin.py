"""One hand of two-player gin, played straight from the rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.naive.cards import CardError, in_order, parse_card, parse_cards, points, total
from tests.naive.gin_rules import Rules
from tests.naive.melds import (
    Cards,
    Defence,
    Family,
    best_splits,
    deadwood,
    defences,
    fewest_extended,
    in_family,
    is_meld,
    left,
    written,
)

TURNS_TO_A_DRAW = 100
SEATS = (0, 1)
NO_MELDS: Family = frozenset()


class Illegal(ValueError):
    """An action that the rules do not allow now."""


@dataclass
class Hand:
    """A hand between two actions."""

    rules: Rules
    dealer: int
    hands: list[Cards]
    """What each seat holds."""
    pile: list[str]
    """The discard pile, its top card last."""
    stock: list[str]
    """The stock, its top card first."""
    limit: int
    """Most deadwood to knock with in this hand."""
    times: int
    """What the scores of this hand are multiplied by."""
    to_act: int
    phase: str
    """`offer` (the upcard), `draw`, or `discard` (or knock)."""
    passes: int = 0
    pile_closed: bool = False
    """Both passed: this turn's card comes from the stock."""
    drawn: str | None = None
    """The card drawn in this turn."""
    from_pile: bool = False
    """Whether it came from the discard pile."""
    turns: int = 0
    own_turns: list[int] = field(default_factory=lambda: [0, 0])
    """Completed turns of each seat."""
    pairs: tuple[set[Cards], set[Cards]] = field(default_factory=lambda: (set(), set()))
    """Each seat's pairs of a drawn card and the card then discarded."""
    endings: list[dict[str, Any]] = field(default_factory=list)
    """Every right ending: more than one where equally good splits or lay-offs leave a choice."""

    @property
    def over(self) -> bool:
        """Whether the hand has ended."""
        return bool(self.endings)

    @property
    def ambiguous(self) -> bool:
        """Whether the rules allow more than one ending."""
        return len(self.endings) > 1


def new_hand(rules: Rules, deck: Sequence[str], dealer: int) -> Hand:
    """Deal one card at a time, first to the player after the dealer, and turn the next one up."""
    first = 1 - dealer
    dealt = 2 * rules["hand_size"]
    hands: list[Cards] = [frozenset(), frozenset()]
    hands[first] = frozenset(deck[0:dealt:2])
    hands[dealer] = frozenset(deck[1:dealt:2])
    upcard = deck[dealt]
    limit: int = rules["knock_limit"]
    if rules["oklahoma"]:
        limit = 0 if upcard[0] == "A" and rules["oklahoma_ace_gin"] else points(upcard)
    doubled = rules["oklahoma"] and rules["oklahoma_spades_double"] and upcard[1] == "s"
    return Hand(
        rules=rules,
        dealer=dealer,
        hands=hands,
        pile=[upcard],
        stock=list(deck[dealt + 1 :]),
        limit=limit,
        times=2 if doubled else 1,
        to_act=first,
        phase="offer" if rules["first_turn"] == "offer" else "draw",
    )


def may_discard(hand: Hand) -> list[str]:
    """Cards that the player who has drawn may discard or knock with."""
    held = hand.hands[hand.to_act]
    if hand.from_pile and not hand.rules["return_discard"]:
        held = held - {hand.drawn}
    return in_order(held)


def legal(hand: Hand) -> list[str]:
    """Every legal action, sorted as plain text; no melds are named."""
    if hand.over:
        return []
    if hand.phase == "offer":
        return ["pass", "take"]
    if hand.phase == "draw":
        return ["stock"] if hand.pile_closed else ["pile", "stock"]
    held = hand.hands[hand.to_act]
    actions = []
    for card in may_discard(hand):
        actions.append(f"discard {card}")
        if deadwood(held - {card}) <= hand.limit:
            actions.append(f"knock {card}")
    if hand.rules["big_gin_bonus"] != "none" and deadwood(held) == 0:
        actions.append("big gin")
    return sorted(actions)


def read_action(text: object) -> tuple[str, list[list[str]] | None]:
    """Return the action as `legal` writes it and the melds it names, None if it names none."""
    if not isinstance(text, str):
        raise Illegal(f"an action is a text, not {text!r}")
    plain, colon, melds = text.partition(":")
    words = plain.split()
    try:
        if len(words) == 2 and words[0] in ("discard", "knock"):
            words[1] = parse_card(words[1])
        named = [parse_cards(meld) for meld in melds.split()]
    except CardError as error:
        raise Illegal(str(error)) from error
    if colon and words[:1] != ["knock"]:
        raise Illegal(f"only a knock names melds: {text!r}")
    return " ".join(words), named if colon else None


def apply(hand: Hand, text: object) -> None:
    """Carry out one action, or raise `Illegal`."""
    action, named = read_action(text)
    if action not in legal(hand):
        raise Illegal(f"{text!r} is not among {legal(hand)}")
    seat = hand.to_act
    if action == "pass":
        hand.passes += 1
        hand.to_act = 1 - seat
        if hand.passes == 2:
            hand.phase = "draw"
            hand.pile_closed = True
    elif action in ("take", "pile", "stock"):
        hand.from_pile = action != "stock"
        hand.drawn = hand.pile.pop() if hand.from_pile else hand.stock.pop(0)
        hand.hands[seat] |= {hand.drawn}
        hand.phase = "discard"
    elif action == "big gin":
        _count_turn(hand)
        hand.endings = _gin_endings(hand, seat, "big_gin", best_splits(hand.hands[seat]))
    else:
        word, card = action.split()
        kept = hand.hands[seat] - {card}
        melds = None if named is None else _read_melds(hand, kept, named)
        hand.hands[seat] = kept
        hand.pile.append(card)
        _count_turn(hand)
        if word == "knock":
            hand.endings = _knock_endings(hand, seat, melds)
        elif len(hand.stock) <= hand.rules["stock_floor"] or hand.turns == TURNS_TO_A_DRAW:
            hand.endings = [_drawn(hand)]
        else:
            assert hand.drawn is not None
            hand.pairs[seat].add(frozenset({hand.drawn, card}))
            hand.to_act = 1 - seat
            hand.phase = "draw"
            hand.pile_closed = False


def _count_turn(hand: Hand) -> None:
    hand.turns += 1
    hand.own_turns[hand.to_act] += 1


def _read_melds(hand: Hand, kept: Cards, named: list[list[str]]) -> Family:
    cards = [card for meld in named for card in meld]
    if len(set(cards)) < len(cards) or not kept.issuperset(cards):
        raise Illegal(f"the melds {named} are not disjoint, or not from the hand")
    melds = frozenset(frozenset(meld) for meld in named)
    if not all(is_meld(meld) for meld in melds):
        raise Illegal(f"not all of {named} are melds")
    if left(kept, melds) > hand.limit:
        raise Illegal(f"the melds {named} leave {left(kept, melds)}, over {hand.limit}")
    return melds


def _knock_endings(hand: Hand, knocker: int, named: Family | None) -> list[dict[str, Any]]:
    """Every right ending of a knock with these melds, or with those the rules give it."""
    kept = hand.hands[knocker]
    lying = fewest_extended(kept, hand.pile) if named is None else [named]
    if left(kept, lying[0]) == 0:
        return _gin_endings(hand, knocker, "gin", lying)
    return [
        _knocked(hand, knocker, melds, own, laid) for melds in lying for own, laid in _answers(hand, knocker, melds)
    ]


def _answers(hand: Hand, knocker: int, melds: Family) -> list[Defence]:
    """Every best answer of the defender to these melds."""
    held = hand.hands[1 - knocker]
    if not hand.rules["layoff"]:
        return [(own, frozenset()) for own in best_splits(held)]
    return defences(held, melds, after_melds=hand.rules["layoff_after_melds"])


def _knocked(hand: Hand, knocker: int, melds: Family, own: Family, laid: Cards) -> dict[str, Any]:
    count = left(hand.hands[knocker], melds)
    other = total(hand.hands[1 - knocker] - in_family(own) - laid)
    if count < other:
        outcome, winner, score = "knock", knocker, other - count
    elif count == other and not hand.rules["undercut_tie"]:
        outcome, winner, score = "knock", None, 0
    else:
        outcome, winner, score = "undercut", 1 - knocker, count - other + hand.rules["undercut_bonus"]
    return _ending(hand, outcome, knocker, winner, score, (melds, own), (count, other), laid)


def _gin_endings(hand: Hand, knocker: int, outcome: str, lying: Iterable[Family]) -> list[dict[str, Any]]:
    """Gin and big gin: the bonus and the defender's deadwood, without lay-offs."""
    held = hand.hands[1 - knocker]
    other = deadwood(held)
    score = hand.rules[outcome + "_bonus"] + other
    return [
        _ending(hand, outcome, knocker, knocker, score, (melds, own), (0, other))
        for melds in lying
        for own in best_splits(held)
    ]


def _drawn(hand: Hand) -> dict[str, Any]:
    counts = (deadwood(hand.hands[0]), deadwood(hand.hands[1]))
    return _ending(hand, "draw", None, None, 0, (NO_MELDS, NO_MELDS), counts)


def _ending(
    hand: Hand,
    outcome: str,
    knocker: int | None,
    winner: int | None,
    score: int,
    melds: tuple[Family, Family],
    counts: tuple[int, int],
    laid: Cards = frozenset(),
) -> dict[str, Any]:
    """Return the ending in the keys of a result; melds and counts are the knocker's, then the defender's."""
    seats = SEATS if knocker in (0, None) else (1, 0)
    return {
        "payoffs": [score * hand.times if seat == winner else 0 for seat in SEATS],
        "outcome": outcome,
        "winner": [] if winner is None else [winner],
        "deadwood": [counts[seats[seat]] for seat in SEATS],
        "knocker": knocker,
        "melds": [written(melds[seats[seat]]) for seat in SEATS],
        "layoffs": in_order(laid),
    }
