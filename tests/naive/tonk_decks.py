"""Random decks of TONK: plain ones, and ones that deal what is rare."""

from __future__ import annotations

import random
from collections.abc import Sequence

from tests.naive.cards import DECK, RANKS, SUITS
from tests.naive.tonk_rules import Rules, cards_dealt
from tests.naive.tonk_spreads import Cards, all_spreads, is_run


def random_deck(rng: random.Random, rules: Rules) -> list[str]:
    """Return a deck, top card first."""
    decks = [_shuffled, _near, _near, _rich, _rich, _rich, _neighbours, _tonk_at_once, _tonk_at_once, _equal]
    return rng.choice(decks)(rng, rules)


def _shuffled(rng: random.Random, rules: Rules) -> list[str]:
    return rng.sample(DECK, len(DECK))


def _near(rng: random.Random, rules: Rules) -> list[str]:
    """Return a deck whose first cards are of neighbouring ranks, so that spreads and hits abound."""
    first = rng.randrange(len(RANKS))
    ranks = (RANKS + RANKS)[first : first + rng.choice([5, 6, 8])]
    near = [card for card in rng.sample(DECK, len(DECK)) if card[0] in ranks]
    return near + [card for card in rng.sample(DECK, len(DECK)) if card not in near]


def _rich(rng: random.Random, rules: Rules) -> list[str]:
    """Return a deck that deals spreads to everyone, some of them with a card missing that comes soon."""
    hands: list[list[str]] = [[] for _ in range(rules["players"])]
    soon: list[str] = []
    used: set[str] = set()
    for spread in _spreads(rng, rules):
        seat = rng.randrange(len(hands))
        cards = rng.sample(sorted(spread), len(spread))
        missing = rng.choice([0, 0, 1])
        if used & spread or len(spread) > 5 or len(hands[seat]) + len(spread) - missing > cards_dealt(rules):
            continue
        used |= spread
        hands[seat] += cards[missing:]
        soon += cards[:missing]
    return _dealt(rng, rules, hands, soon)


def _neighbours(rng: random.Random, rules: Rules) -> list[str]:
    """Return a deck that deals one suit's middle to a seat and the cards beside it to the others."""
    hands: list[list[str]] = [[] for _ in range(rules["players"])]
    soon: list[str] = []
    for suit in rng.sample(SUITS, rng.randint(1, 4)):
        seat, low, length = rng.randrange(len(hands)), rng.randrange(len(RANKS)), rng.choice([3, 4, 5])
        ring = [rank + suit for rank in RANKS[low:] + RANKS[:low]]
        room = cards_dealt(rules) - len(hands[seat])
        hands[seat] += ring[: min(length, room)]
        for card in [*ring[length : length + 3], *ring[-3:]]:
            other = rng.randrange(len(hands))
            if card in ring[:length] or len(hands[other]) == cards_dealt(rules) or rng.random() < 0.2:
                soon.append(card)
            else:
                hands[other].append(card)
    return _dealt(rng, rules, hands, soon)


def _tonk_at_once(rng: random.Random, rules: Rules) -> list[str]:
    """Return a deck that deals spreads less one card to who begins, that card next, and cards that answer to others."""
    run, *others = _filling(rng, rules)
    missing, *held = rng.sample(sorted(run.union(*others)), cards_dealt(rules) + 1)
    hands = [held]
    used = {missing, *held}
    for _ in range(rules["players"] - 1):
        hands.append(_answering(rng, rules, run, used))
        used.update(hands[-1])
    upcard = rng.sample([card for card in DECK if card not in used], int(rules["upcard"]))
    return _dealt(rng, rules, hands, [], [*upcard, missing])


def _filling(rng: random.Random, rules: Rules) -> list[Cards]:
    """Return a run and further spreads that have one card more than are dealt."""
    found: list[Cards] = []
    room = cards_dealt(rules) + 1
    while room:
        for spread in _spreads(rng, rules):
            fits = room - len(spread) in (0, *range(3, room)) and not any(spread & other for other in found)
            if fits and (found or is_run(spread, rules["ace_runs"])):
                found.append(spread)
                room -= len(spread)
    return found


def _answering(rng: random.Random, rules: Rules, run: Cards, used: set[str]) -> list[str]:
    """Return cards that can be hit on the run, one after the other, and then spreads as far as they have room."""
    held: list[str] = []
    longer = run
    for _ in range(rng.randint(0, 3)):
        ends = [card for card in DECK if card not in used | longer and is_run(longer | {card}, rules["ace_runs"])]
        held += rng.sample(ends, min(len(ends), 1))
        longer |= {*held}
    for spread in _spreads(rng, rules):
        if not spread & {*used, *held} and len(held) + len(spread) <= cards_dealt(rules) and rng.random() < 0.5:
            held += sorted(spread)
    return held


def _equal(rng: random.Random, rules: Rules) -> list[str]:
    """Return a deck that deals the same ranks to up to four seats, or nearly, so that counts are tied."""
    ranks = rng.sample(RANKS, cards_dealt(rules))
    hands = [[rank + suit for rank in ranks] for suit in rng.sample(SUITS, min(rules["players"], 4))]
    for hand in hands:
        hand[rng.choice([cards_dealt(rules), cards_dealt(rules), 2]) :] = []
    return _dealt(rng, rules, [*hands, *([] for _ in range(rules["players"] - len(hands)))], [])


def _spreads(rng: random.Random, rules: Rules) -> list[Cards]:
    """Every spread, in random order."""
    spreads = sorted(all_spreads(rules["ace_runs"]), key=sorted)
    return rng.sample(spreads, len(spreads))


def _dealt(
    rng: random.Random, rules: Rules, hands: list[list[str]], soon: list[str], top: Sequence[str] = ()
) -> list[str]:
    """Return a deck that deals these cards, the first to who begins, and further ones at random.

    After the deal come the top cards, in order; the cards that come soon are among the next.
    """
    each = cards_dealt(rules)
    named = {*top, *(card for hand in hands for card in hand)}
    early = [card for card in dict.fromkeys(soon) if card not in named]
    rest = early + [card for card in rng.sample(DECK, len(DECK)) if card not in named and card not in early]
    full = [[*hand, *(rest.pop() for _ in range(each - len(hand)))] for hand in hands]
    for hand in full:
        rng.shuffle(hand)
    mixed = rng.sample(rest[: 2 * len(early)], len(rest[: 2 * len(early)]))
    return [*(card for dealt in zip(*full, strict=True) for card in dealt), *top, *mixed, *rest[2 * len(early) :]]
