"""Laws that hold in every hand of pitch, whatever the rules and whoever plays; scripts/pitch_laws.py does a million."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from simcards.compile import compile_policies, new_record, parse_policies
from simcards.games.pitch import GAME
from simcards.games.pitch.params import SCRATCH, STATE, Outcome
from tests.pitch_hands import pitch_params
from tests.pitch_laws import Counts, Over, Tally, jack_elsewhere, laws, limit, played, tally, too_often_made
from tests.pitch_suits import agree, play_twice

RULE_SETS, HANDS = 40, 250
SEEDS = range(2)


@pytest.fixture(scope="module", params=SEEDS)
def found(request: pytest.FixtureRequest) -> Tally:
    return tally(request.param, RULE_SETS, HANDS)


def test_every_hand_keeps_the_laws(found: Tally) -> None:
    assert +found.broken == {}
    assert found.hands == RULE_SETS * HANDS == found.outcomes.total()
    assert set(found.outcomes) == {"made", "set", "thrown_in"}
    assert set(found.given) == {2, 3, 4}


def wrong(hand: Over) -> Iterator[Over]:
    """Yield the hand with one thing wrong: payoffs, trick points, a card, or who has a point."""
    others = [*range(1, len(hand.side_points)), 0]
    yield hand._replace(payoffs=[hand.payoffs[0] + 1, *hand.payoffs[1:]])
    yield hand._replace(side_points=[hand.side_points[0] + 1, *hand.side_points[1:]])
    yield hand._replace(taken=[hand.taken[0] ^ 1, *hand.taken[1:]])
    for point, owner in enumerate(hand.owners):
        owners = list(hand.owners)
        owners[point] = others[owner % len(others)] if owner >= 0 else 0
        yield hand._replace(owners=owners)


def test_a_wrong_hand_breaks_a_law() -> None:
    checked = 0
    for one in played(7, 20, 10):
        if one.hand.outcome != Outcome.THROWN_IN:
            for hand in wrong(one.hand):
                assert not all(holds for _, holds in laws(one.rules, hand))
                checked += 1
    assert checked > 1_000


FIELDS = ("outcome", "winners", "pitcher", "bid", "turns", "trump", "high", "low", "jack", "game", "tricks")
BY_PLACE = ("payoff", "taken", "trick_points", "trick_winner")


def test_hands_that_differ_in_anything_do_not_agree() -> None:
    params, names = pitch_params(), np.array([2, 0, 3, 1])
    policies = compile_policies(parse_policies(GAME, ["simple"], 4))
    state, other, scratch = new_record(STATE), new_record(STATE), new_record(SCRATCH)
    assert play_twice(params, policies, 5, names, state, other, scratch)
    assert not agree(params, np.array([2, 0, 1, 3]), state, other)
    for name in FIELDS:
        other[name] += 1
        assert not agree(params, names, state, other), name
        other[name] -= 1
    for name in BY_PLACE:
        for place in range(4):
            other[name][place] ^= 1
            assert not agree(params, names, state, other), name
            other[name][place] ^= 1
    assert agree(params, names, state, other)


def test_a_four_without_the_jack_is_made_as_often_as_it_is_in_another_hand_at_most(found: Tally) -> None:
    """False alarms: at most 24 in a million runs of each seed."""
    kinds = [kind for kind in found.fours if not kind.informed]
    assert {kind.policy for kind in kinds} == {"random", "simple"}
    for kind in kinds:
        assert not too_often_made(kind.players, found.fours[kind])
        assert not jack_elsewhere(kind.players, found.fours[kind])


@pytest.mark.parametrize("players", range(2, 8))
def test_wrong_shares_of_many_bids_are_found(players: int) -> None:
    right = round(10_000 * limit(players))
    assert not jack_elsewhere(players, Counts(10_000, right, right))
    assert not too_often_made(players, Counts(10_000, right, right))
    assert too_often_made(players, Counts(10_000, right, right + 500))
    assert jack_elsewhere(players, Counts(10_000, right + 500, 0))
    assert jack_elsewhere(players, Counts(10_000, right - 500, 0))
