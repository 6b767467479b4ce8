"""Laws that hold in every hand of pitch, counted over many: what is taken and scored, suits, bids of 4.

Who bids 4 without the jack of trumps needs it in another hand, since all four points have to be taken. It is there with
the chance 6 (n - 1) / 46 as long as nothing is known of the other hands, so that such bids are made at most as often.
That holds of those alone before and after which no other called by his cards: a pass, or a bid that is outbid, of one
who looks at them tells of the jack. So bids are counted apart by whether all others who called play `random`.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
from scipy.special import bdtr, bdtrc

from simcards.cards import mask_of, parse_cards
from simcards.compile import compile_policies, compile_rules, new_record, parse_policies
from simcards.games.pitch import GAME
from simcards.games.pitch.params import SCRATCH, STATE, Outcome
from simcards.rules import load_rules
from tests.naive.cards import DECK, SUITS
from tests.naive.pitch_hand import height
from tests.naive.pitch_random import random_rules
from tests.naive.pitch_rules import Rules, read_rules
from tests.naive.pitch_score import TRICK_POINTS
from tests.pitch_suits import play_twice

NAMES = np.array(list(permutations(range(4))))
"""Every way to rename the suits."""

FALSE_ALARM = 1e-6
"""Chance that a check of bids of 4 fails though all is right: two for each number of players and pitcher's policy, 24
in all, so that one of them does so in at most 24 of a million runs. The seeds were fixed before the first look."""

TRUMPS = [parse_cards(" ".join(sorted((card for card in DECK if card[1] == suit), key=height))) for suit in SUITS]
"""The cards of each suit, the two first."""
JACKS = [1 << trumps[9] for trumps in TRUMPS]
WORTH = [(mask_of([trumps["23456789TJQKA".index(rank)] for trumps in TRUMPS]), TRICK_POINTS[rank]) for rank in "TAKQJ"]
"""Masks of cards, and the trick points of each card among them."""


class Fours(NamedTuple):
    """Whose bids of 4 without the jack of trumps."""

    players: int
    policy: str
    """The pitcher's."""
    informed: bool
    """Whether another had called by his cards."""


@dataclass
class Counts:
    """What came of such bids."""

    bids: int = 0
    jack_in_play: int = 0
    made: int = 0


@dataclass
class Tally:
    """What was seen in many hands."""

    hands: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    given: Counter[int] = field(default_factory=Counter)
    """Hands by the points scored before setting."""
    broken: Counter[str] = field(default_factory=Counter)
    """Laws and how many hands broke them."""
    fours: dict[Fours, Counts] = field(default_factory=dict)


class Over(NamedTuple):
    """A hand that is over."""

    outcome: Outcome
    dealer: int
    pitcher: int
    bid: int
    trump: int
    dealt: list[int]
    """Masks by seat."""
    taken: list[int]
    side_points: list[int]
    payoffs: list[int]
    owners: list[int]
    """Who has High, Low, the Jack (seats) and Game (a side); -1 for nobody."""


class Played(NamedTuple):
    """A hand, and how it came about."""

    rules: Rules
    policies: list[str]
    hand: Over
    same: bool
    """Whether it is the same hand with its suits renamed."""


def read(rules: Rules, state: Any) -> Over:
    """Return what a state says of a hand that is over, all at once since reading a record field by field is slow."""
    told = dict(zip(STATE.names or (), state.item(), strict=True))
    players = rules["players"]
    return Over(
        outcome=Outcome(told["outcome"]),
        dealer=told["dealer"],
        pitcher=told["pitcher"],
        bid=told["bid"],
        trump=told["trump"],
        dealt=told["dealt"][:players].tolist(),
        taken=told["taken"][:players].tolist(),
        side_points=told["trick_points"][: 2 if rules["partners"] else players].tolist(),
        payoffs=told["payoff"][:players].tolist(),
        owners=[told[point] for point in ("high", "low", "jack", "game")],
    )


def seat_policies(rng: random.Random, players: int) -> list[str]:
    """Return policies of the seats: any, or all `random` but one, so that nobody tells him anything by a call."""

    def simple() -> str:
        return f"simple:bold={rng.randint(0, 300)},defend={rng.choice(['own', 'set'])}"

    if rng.random() < 0.5:
        return [rng.choice(["random", simple()]) for _ in range(players)]
    chosen = ["random"] * players
    chosen[rng.randrange(players)] = simple()
    return chosen


def played(seed: int, rule_sets: int, hands: int) -> Iterator[Played]:
    """Play so many hands under each of so many random rule sets."""
    rng = random.Random(seed)
    state, other, scratch = new_record(STATE), new_record(STATE), new_record(SCRATCH)
    scratch.seed_low = seed
    for number in range(rule_sets):
        given = random_rules(rng)
        rules, params = read_rules(given), compile_rules(GAME, load_rules("pitch", given))
        texts = seat_policies(rng, rules["players"])
        policies = compile_policies(parse_policies(GAME, texts, rules["players"]))
        for game in range(number * hands, (number + 1) * hands):
            same = play_twice(params, policies, game, NAMES[game % len(NAMES)], state, other, scratch)
            yield Played(rules, texts, read(rules, state), bool(same))


def tally(seed: int, rule_sets: int, hands: int) -> Tally:
    """Play hands and check every one."""
    found = Tally()
    for one in played(seed, rule_sets, hands):
        found.broken["suits are names only"] += not one.same
        note(one.rules, one.policies, one.hand, found)
    return found


def note(rules: Rules, policies: Sequence[str], hand: Over, found: Tally) -> None:
    """Check a hand and add it."""
    found.hands += 1
    found.outcomes[hand.outcome.name.lower()] += 1
    if hand.outcome == Outcome.THROWN_IN:
        found.broken["a hand thrown in scores nothing"] += any(hand.payoffs)
        return
    found.given[4 - hand.owners.count(-1)] += 1
    for law, holds in laws(rules, hand):
        found.broken[law] += not holds
    if hand.bid == 4 and not hand.dealt[hand.pitcher] & JACKS[hand.trump]:
        _note_four(policies, hand, rules["steal_four"], found)


def _note_four(policies: Sequence[str], hand: Over, all_call: bool, found: Tally) -> None:
    """Add a bid of 4 without the jack of trumps."""
    players = len(policies)
    after_dealer = [(hand.dealer + place) % players for place in range(1, players + 1)]
    callers = after_dealer if all_call else after_dealer[: after_dealer.index(hand.pitcher)]
    informed = any(policies[seat] != "random" for seat in callers if seat != hand.pitcher)
    kind = Fours(players, policies[hand.pitcher].partition(":")[0], informed)
    counts = found.fours.setdefault(kind, Counts())
    counts.bids += 1
    counts.jack_in_play += bool(sum(hand.dealt) & JACKS[hand.trump])
    counts.made += hand.outcome == Outcome.MADE


# Laws of one hand


def laws(rules: Rules, hand: Over) -> Iterator[tuple[str, bool]]:
    """Yield the laws of a hand that was played, and whether it keeps them."""
    high, low, jack, game = hand.owners
    in_play, jack_card = sum(hand.dealt), JACKS[hand.trump]
    trumps = [card for card in TRUMPS[hand.trump] if in_play >> card & 1]
    yield "the cards taken are those dealt", sum(hand.taken) == in_play
    yield "trick points add up to those in play", sum(hand.side_points) == trick_points(in_play)
    of_seats = [trick_points(cards) for cards in hand.taken]
    yield "trick points are those of the cards taken", hand.side_points == by_side(rules, of_seats)
    given, jack_dealt = 4 - hand.owners.count(-1), bool(in_play & jack_card)
    yield "3 points, and the jack's if it is in play, less a tied Game", given == 3 + jack_dealt - (game < 0)
    yield "2 to 4 points", 2 <= given <= 4
    yield "High is its holder's and the highest trump", (hand.dealt[high] & hand.taken[high]) >> trumps[-1] & 1 == 1
    lows = hand.dealt if rules["low_to"] == "holder" else hand.taken
    yield "Low is the lowest trump's", lows[low] >> trumps[0] & 1 == 1
    yield "the Jack is his who took it", hand.taken[jack] & jack_card > 0 if jack_dealt else jack < 0
    if len(trumps) == 1:
        yield "a lone trump is the pitcher's, High and Low at once", high == low == hand.pitcher
    yield "Game is the most trick points", game == game_due(rules, hand)
    yield "points are scored by who has them, or set", hand.payoffs == payoffs_due(rules, hand)


def trick_points(cards: int) -> int:
    """Return the trick points of a mask of cards."""
    return sum(points * (cards & mask).bit_count() for mask, points in WORTH)


def by_side(rules: Rules, of_seats: list[int]) -> list[int]:
    """Return what the seats of each side have together."""
    return [of_seats[0] + of_seats[2], of_seats[1] + of_seats[3]] if rules["partners"] else of_seats


def game_due(rules: Rules, hand: Over) -> int:
    """Return whose Game is: the most trick points, a tie nobody's (-1) or the pitcher's if he is in it."""
    best = [side for side, points in enumerate(hand.side_points) if points == max(hand.side_points)]
    mine = hand.pitcher % len(hand.side_points)
    if len(best) > 1:
        return mine if rules["game_tie"] == "pitcher" and mine in best else -1
    return best[0]


def payoffs_due(rules: Rules, hand: Over) -> list[int]:
    """Return what each seat scores, given who has the points."""
    sides = len(hand.side_points)
    points = Counter(owner % sides for owner in hand.owners if owner >= 0)
    if points[hand.pitcher % sides] < hand.bid:
        points[hand.pitcher % sides] = -hand.bid
    return [points[seat % sides] for seat in range(rules["players"])]


# Bids of 4


def limit(players: int) -> float:
    """Return the chance that a card that one lacks is in another hand."""
    return 6 * (players - 1) / 46


def too_often_made(players: int, counts: Counts) -> bool:
    """Return whether so many bids of 4 were made that it happens to right ones in FALSE_ALARM of all cases at most."""
    return bool(counts.made > 0 and bdtrc(counts.made - 1, counts.bids, limit(players)) < FALSE_ALARM)


def jack_elsewhere(players: int, counts: Counts) -> bool:
    """Return whether the jack was in play too often or too seldom; a right one is blamed as often as FALSE_ALARM."""
    chance, seen = limit(players), counts.jack_in_play
    tails = bdtr(seen, counts.bids, chance), bdtrc(seen - 1, counts.bids, chance) if seen > 0 else 1.0
    return bool(min(tails) < FALSE_ALARM / 2)
