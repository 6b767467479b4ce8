"""Matches that a run plays and counts are, as records, what the naive twin and the referee make of them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from simcards.kernels.matches import End
from tests.matches import Match, Result, first_roles, places, record_of, told
from tests.naive import gin3_records, gin_records, pitch_records
from tests.naive.gin3_random import random_rules as random_gin3_rules
from tests.naive.pitch_random import random_rules as random_pitch_rules
from tests.naive.pitch_rules import read_rules, sides
from tests.naive.random_rules import random_rules as random_gin_rules
from tests.property.twins import disagreement

BATCHES = 5
LONGEST = 40
"""Hands of the longest match that the twin is given; with the policies and targets below nearly all are shorter."""

GIN_POLICIES = ("greedy", "greedy:knock=0", "simple", "simple:knock=3", "greedy:gin_from=3")
PITCH_POLICIES = ("random", "simple", "simple:bold=0,steal=0,defend=own", "simple:bold=120,steal=150")


def any_number(rng: random.Random) -> int:
    """Return a seed or the number of a match, of one word or of two."""
    return rng.choice([rng.randrange(1000), rng.randrange(2**40)])


def gin_match(rng: random.Random) -> Match:
    rules = random_gin_rules(rng) | {"target": rng.choice([1, 20, 60, 100, 250])}
    if rng.random() < 0.5:
        rules["hollywood"] = rng.random() < 0.5
    if rng.random() < 0.1:
        rules |= {"target": 10000, "gin_bonus": 1000, "undercut_bonus": 1000, "knock_limit": 0, "hand_size": 7}
    return Match("gin", rules, rng.choices(GIN_POLICIES, k=2), any_number(rng), any_number(rng))


def gin3_match(rng: random.Random) -> Match:
    rules = random_gin3_rules(rng) | {"target": rng.choice([1, 20, 60, 100, 250])}
    if rng.random() < 0.5:
        rules["first_roles"] = rng.sample(range(3), 3)
    return Match("gin3", rules, rng.choices(GIN_POLICIES, k=2), any_number(rng), any_number(rng))


def pitch_match(rng: random.Random) -> Match:
    rules = random_pitch_rules(rng) | {"target": rng.choice([1, 3, 7, 11, 21])}
    policies = rng.choices(PITCH_POLICIES, k=read_rules(rules)["players"])
    return Match("pitch", rules, policies, any_number(rng), any_number(rng))


def gin_end(_rules: Mapping[str, Any], result: Result) -> tuple[list[int], list[int]]:
    return result["winner"], result["payoffs"]


def pitch_end(rules: Mapping[str, Any], result: Result) -> tuple[list[int], list[int]]:
    teams = sides(read_rules(rules))
    scores = [score for seat in range(4 * len(teams)) for team, score in zip(teams, result["scores"], strict=True) if seat in team]
    return result["winner"], scores


Twin = tuple[Callable[[random.Random], Match], Callable[[Any], Sequence[Result]], Callable[..., Any]]
TWINS: Mapping[str, Twin] = {
    "gin": (gin_match, gin_records.results, gin_end),
    "gin3": (gin3_match, gin3_records.results, gin_end),
    "pitch": (pitch_match, lambda record: [pitch_records.replay(record)], pitch_end),
}
MATCHES = {"gin": 40, "gin3": 30, "pitch": 60}


def first_places(match: Match, record: Result) -> list[int]:
    """Return the place of each seat in the first hand, counted from the first to act, by the rules' words."""
    if "roles" in record:
        box, captain, out = record["roles"]
        return [[captain, box, out].index(seat) for seat in range(3)]
    players = len(match.policies)
    return [(seat - record["dealer"] - 1) % players for seat in range(players)]


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("game", TWINS)
def test_a_match_is_what_the_twin_makes_of_it(game: str, batch: int) -> None:
    make, results, end_of = TWINS[game]
    rng = random.Random(batch)
    lengths: Counter[bool] = Counter()
    for _ in range(MATCHES[game]):
        match = make(rng)
        counts = match.counts()
        found = told(counts)
        lengths[found.hands > LONGEST] += 1
        if found.hands > LONGEST:
            continue
        record = record_of(match, counts)
        right = [result for result in results(record) if result["ok"] and result["over"]]
        assert (sorted(found.winners), found.finals) in [end_of(match.rules, result) for result in right], record
        assert (found.end == End.WON) == bool(found.winners)
        assert places(counts) == first_places(match, record)
        text = disagreement(record, right)
        assert text is None, text
    assert lengths[True] <= MATCHES[game] // 5


def test_fixed_first_roles_are_those_of_the_first_hand() -> None:
    for order in ([0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]):
        match = Match("gin3", {"first_roles": order}, ["simple"], 5, 1)
        assert first_roles(match.counts()) == order
