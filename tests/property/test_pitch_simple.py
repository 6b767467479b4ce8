"""Pitch's policy `simple` agrees with its naive twin on every decision of random hands under random rules."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any, NamedTuple

import pytest

from simcards.cards import mask_of, parse_cards
from simcards.games.pitch.policies.worth import suit_worth
from simcards.games.pitch.record import action_text
from simcards.rules import load_rules
from tests.naive.cards import DECK
from tests.naive.pitch import apply, legal, new_hand
from tests.naive.pitch_hand import Hand, height
from tests.naive.pitch_policies import Simple, simple_action
from tests.naive.pitch_policies import suit_worth as twin_worth
from tests.naive.pitch_random import random_deck, random_rules
from tests.naive.pitch_rules import read_rules
from tests.pitch_hands import Table, pitch_params

BATCHES = 10
HANDS_A_BATCH = 200
WANDER = (0.0, 0.0, 0.1, 0.4)
"""How often, in a hand, any legal action is taken in place of simple's, so that it has to play on from there."""


class Decision(NamedTuple):
    """What simple does, by the kernel and by the twin, and where."""

    kernel: str
    twin: str
    hand: Hand
    place: dict[str, Any]
    """Rules, deck and actions, to play it again."""


def random_policy(rng: random.Random) -> Simple:
    """Return simple with its usual parameters or with any, small ones more often."""
    if rng.random() < 0.2:
        return Simple()
    most = rng.choice([60, 400])
    bold, partner, steal = (rng.randint(0, most) for _ in range(3))
    return Simple(bold, partner, steal, stick=rng.random() < 0.5, defend=rng.choice(["own", "set"]))


def decisions(rng: random.Random) -> Iterator[Decision]:
    """Play one hand and yield every decision in it."""
    given = random_rules(rng)
    rules = read_rules(given)
    dealer = rng.randrange(rules["players"])
    deck = random_deck(rng, rules["players"], dealer)
    policies = [random_policy(rng) for _ in range(rules["players"])]
    wander = rng.choice(WANDER)
    hand = new_hand(rules, deck, dealer)
    table = Table(load_rules("pitch", given), list(map(str, policies)), dealer, parse_cards(" ".join(deck)))
    place: dict[str, Any] = {
        "rules": given,
        "policies": policies,
        "dealer": dealer,
        "deck": " ".join(deck),
        "actions": [],
    }
    while not hand.over:
        twin = simple_action(hand, policies[hand.to_act])
        yield Decision(action_text(table.choose()), twin, hand, place)
        action = rng.choice(legal(hand)) if rng.random() < wander else twin
        place["actions"].append(action)
        table.apply(action)
        apply(hand, action)


def compare(seed: int, hands: int) -> list[str]:
    """Compare all decisions of so many hands; return what differs, the first of each hand."""
    rng, found = random.Random(seed), []
    for _ in range(hands):
        for one in decisions(rng):
            if one.kernel != one.twin:
                found.append(f"{one.kernel} (kernel), {one.twin} (twin) after {one.place}")
                break
    return found


@pytest.mark.parametrize("batch", range(BATCHES))
def test_simple_agrees_with_the_twin(batch: int) -> None:
    found = compare(batch, HANDS_A_BATCH)
    assert not found, f"{len(found)} hands disagree, the first: {found[0]}"


def holdings() -> list[tuple[str, ...]]:
    """Return spades to hold, one holding for each number, highest, lowest, and with and without the jack."""
    spades = sorted((card for card in DECK if card[1] == "s"), key=height)
    kinds = {
        (number, held[0], held[-1], "Js" in held): held
        for number in range(1, 7)
        for held in combinations(spades, number)
    }
    return list(kinds.values())


@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("low_to", ["taker", "holder"])
def test_every_kind_of_suit_is_worth_what_the_twin_says(players: int, low_to: str) -> None:
    params, rules = pitch_params(players=players, low_to=low_to), read_rules({"players": players, "low_to": low_to})
    for held in holdings():
        mask = mask_of(parse_cards(" ".join(held)))
        assert int(suit_worth(params, mask, 3)) == twin_worth(rules, frozenset(held), "s") * 10**6, held
