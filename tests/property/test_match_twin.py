"""Matches that a run plays and counts are, as records, what the naive twin and the referee make of them."""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from simcards.kernels.matches import End
from simcards.referee import replay_record
from tests.matches import Match, Result, Told, first_roles, places, record_of, told
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
    teams, scores = sides(read_rules(rules)), result["scores"]
    return result["winner"], [scores[seat % len(teams)] for seat in range(read_rules(rules)["players"])]


Twin = tuple[Callable[[random.Random], Match], Callable[[Any], Sequence[Result]], Callable[..., Any]]
TWINS: Mapping[str, Twin] = {
    "gin": (gin_match, gin_records.results, gin_end),
    "gin3": (gin3_match, gin3_records.results, gin_end),
    "pitch": (pitch_match, lambda record: [pitch_records.replay(record)], pitch_end),
}
MATCHES = {"gin": 20, "gin3": 16, "pitch": 30}
"""Of a batch."""


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
    make, _, _ = TWINS[game]
    rng = random.Random(batch)
    matches = [make(rng) for _ in range(MATCHES[game])]
    short = [match for match in matches if told(match.counts()).hands <= LONGEST]
    assert len(short) >= 0.8 * len(matches)
    for match in short:
        compare(match)


def compare(match: Match) -> None:
    """Hold the counts of a decided match to the twin, and the referee's result of its record too."""
    _, results, end_of = TWINS[match.game]
    counts = match.counts()
    found, record = told(counts), record_of(match, counts)
    right = [result for result in results(record) if result["ok"] and result["over"]]
    assert (found.winners, found.finals) in [end_of(match.rules, result) for result in right], record
    assert found.end == (End.WON if found.winners else End.TIED)
    assert places(counts) == first_places(match, record)
    text = disagreement(record, right)
    assert text is None, text


def test_fixed_first_roles_are_those_of_the_first_hand() -> None:
    for order in ([0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]):
        match = Match("gin3", {"first_roles": order}, ["simple"], 5, 1)
        assert first_roles(match.counts()) == order


def test_three_games_that_come_out_even_are_nobodys() -> None:
    """Two or three such matches are among so many, and each player's score counts although nobody wins."""
    rules = {"preset": "web", "hollywood": True, "target": 5}
    matches = [Match("gin", rules, ["greedy"] * 2, 3, number) for number in range(600)]
    tied = [match for match in matches if told(match.counts()).end == End.TIED]
    assert tied
    for match in tied:
        compare(match)
        assert told(match.counts()).winners == []


def test_a_match_that_nobody_wins_ends_undecided_after_a_thousand_hands() -> None:
    match = Match("pitch", {"target": 100, "players": 3}, ["random"] * 3, 4, 7)
    counts = match.counts()
    record = record_of(match, counts)
    assert (told(counts).end, told(counts).hands, told(counts).winners) == (End.UNDECIDED, 1000, [])
    for result in (pitch_records.replay(record), replay_record(record)):
        assert (result["ok"], result["over"], len(result["dealers"])) == (True, False, 1000)


@pytest.mark.parametrize("game", ["gin", "gin3"])
def test_the_thousandth_hand_may_still_win(game: str) -> None:
    """The highest target that a match reaches at all, where it is reached in that hand; one more is never reached."""

    def ended(number: int, target: int) -> Told:
        return told(Match(game, {"target": target}, ["greedy"] * 2, 6, number).counts())

    def highest(number: int) -> int:
        return bisect_left(range(10_000), 1, key=lambda target: ended(number, target + 1).end == End.UNDECIDED)

    targets = {number: highest(number) for number in range(8)}
    last = [number for number, target in targets.items() if ended(number, target).hands == 1000]
    assert last
    for number in last:
        assert ended(number, targets[number]).end == End.WON
        assert ended(number, targets[number] + 1) == Told(End.UNDECIDED, 1000, [], [0] * (2 + (game == "gin3")))
