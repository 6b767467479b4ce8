"""Laws of all matches: by their numbers alone, in whatever order; every decided one has its winners and scores."""

from __future__ import annotations

import math
import random
import statistics
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcards import registry
from simcards.compile import compile_rules, new_record
from simcards.games.gin.params import SCRATCH
from simcards.games.gin3.kernel import first_roles as draw_roles
from simcards.games.gin3.params import PLACES, Role
from simcards.kernels.matches import LOW_BITS, SUMS, End, add_sum
from simcards.kernels.rng import place_hand
from simcards.matches import main_moments, moments_of
from simcards.referee import replay_record
from simcards.rules import load_rules
from simcards.simulation import simulate
from tests.chi_square import FALSE_ALARM, fits
from tests.matches import Match, counts_of, first_roles, places, record_of, told

CASES: dict[str, tuple[str, dict[str, Any], list[str]]] = {
    "gin": ("gin", {}, ["greedy", "simple"]),
    "hollywood": ("gin", {"preset": "web", "hollywood": True, "target": 5}, ["greedy", "greedy"]),
    "large scores": (
        "gin",
        {"target": 10000, "box_bonus": 1000, "game_bonus": 1000, "hollywood": True, "gin_bonus": 1000},
        ["greedy:knock=0", "greedy"],
    ),
    "gin3": ("gin3", {"box_bonus": 25, "game_bonus": 100, "shutout_double": True}, ["greedy", "simple"]),
    "some undecided": ("gin3", {"target": 5600}, ["greedy", "greedy"]),
    "pitch": ("pitch", {}, ["simple", "random", "simple", "simple:bold=120"]),
    "seven": ("pitch", {"players": 7, "target": 11}, ["random"] * 7),
    "partners": ("pitch", {"preset": "partners"}, ["random", "simple", "random", "random"]),
}
"""Under some of them scores are negative, some matches are tied, and some are undecided."""
MATCHES = 300
FIRST = 41
NEVER = {"estimate": None, "se": None, "low": None, "high": None, "n": 0}


def match_of(case: str, number: int, seed: int = 9) -> Match:
    game, rules, policies = CASES[case]
    return Match(game, rules, policies, seed, number)


def decided(case: str) -> list[tuple[list[int], list[int], list[int], int]]:
    """Return winners, final scores, places and hands of each decided match of a case, each played alone."""
    found = []
    for number in range(FIRST, FIRST + MATCHES):
        counts = match_of(case, number).counts()
        one = told(counts)
        if one.end != End.UNDECIDED:
            found.append((one.winners, one.finals, places(counts), one.hands))
    return found


@pytest.mark.parametrize("case", CASES)
def test_matches_together_are_the_sum_of_each_alone(case: str) -> None:
    run = match_of(case, 0).run
    numbers = [*range(FIRST, FIRST + 20)]
    random.Random(1).shuffle(numbers)
    alone = counts_of(run, 0, 0)
    for number in numbers:
        alone += counts_of(run, number, 1)
    assert counts_of(run, FIRST, 20).tally == alone.tally
    assert counts_of(match_of(case, 0, seed=10).run, FIRST, 20).tally != alone.tally


@pytest.mark.parametrize("case", CASES)
def test_rows_are_the_means_of_the_matches(case: str) -> None:
    """Recomputed from the single matches in plain Python: shares, means, deviations and standard errors."""
    game, rules, policies = CASES[case]
    result = simulate(game, rules, policies=policies, games=MATCHES, seed=9, first=FIRST, match=True)
    told_by_all = ("win", "score", "side_win", "outcome:", "hands", "margin")
    common = [row for row in result.rows if row["metric"].startswith(told_by_all)]
    rows = {(row["metric"], row["seat"], place_of(row)): row for row in common}
    found = decided(case)
    won = [match for match in found if match[0]]
    seats = len(found[0][1])
    for seat in range(seats):
        agrees(rows["win", seat, None], [(seat in winners) / len(winners) for winners, *_ in won], share=True)
        agrees(rows["score", seat, None], [finals[seat] for _, finals, _, _ in found])
    for place in range(seats):
        held = [(winners, finals, of_seats.index(place)) for winners, finals, of_seats, _ in found]
        shares = [(seat in winners) / len(winners) for winners, _, seat in held if winners]
        agrees(rows["win", None, place], shares, share=True)
        agrees(rows["score", None, place], [finals[seat] for _, finals, seat in held])
    agrees(rows["hands", None, None], [hands for *_, hands in found])
    assert rows["hands_sd", None, None]["estimate"] == pytest.approx(statistics.stdev(hands for *_, hands in found))
    agrees(rows["margin", None, None], [lead(winners, finals) for winners, finals, _, _ in won])
    ends = {"won": len(won), "tied": len(found) - len(won), "undecided": MATCHES - len(found)}
    for end, times in ends.items():
        agrees(rows[f"outcome:{end}", None, None], [1] * times + [0] * (MATCHES - times), share=True)
    kinds = len(ends) + 3 + 4 * seats + len(rows.keys() & {("side_win", side, None) for side in range(2)})
    assert len(common) == len(rows) == kinds


def place_of(row: Mapping[str, Any]) -> int | None:
    """Return the place in the first hand that a row is about, from 0, that of the first to act."""
    if row.get("role"):
        return PLACES[Role[row["role"].upper()]]
    return None if row["position"] is None else row["position"] - 1


def lead(winners: Sequence[int], finals: Sequence[int]) -> int:
    return finals[winners[0]] - max(score for seat, score in enumerate(finals) if seat not in winners)


def agrees(row: Mapping[str, Any], values: Sequence[float], *, share: bool = False) -> None:
    """Hold a row to the mean of its values, and to their standard error (of shares, that of a proportion)."""
    assert row["n"] == len(values)
    assert row["estimate"] == pytest.approx(statistics.fmean(values))
    error = statistics.pstdev(values) if share else statistics.stdev(values)
    assert row["se"] == pytest.approx(error / math.sqrt(len(values)))


@pytest.mark.parametrize("case", CASES)
def test_shares_of_wins_add_up(case: str) -> None:
    game, rules, policies = CASES[case]
    result = simulate(game, rules, policies=policies, games=500, match=True)
    wins = [row for row in result.rows if row["metric"] == "win"]
    of_seats = [row["estimate"] for row in wins if row["seat"] is not None]
    of_places = [row["estimate"] for row in wins if row["seat"] is None]
    assert sum(of_seats) == pytest.approx(1)
    assert sum(of_places) == pytest.approx(1)
    assert len(of_seats) == len(of_places) == len(wins) / 2


@pytest.mark.parametrize("case", ["gin", "hollywood", "partners"])
@pytest.mark.parametrize("alike", [True, False])
def test_the_main_figure_is_a_share_of_the_matches_won(case: str, alike: bool) -> None:
    """That of the first to act where all play alike, else that of seat 0: its n, its sum and its sum of squares."""
    won = [(winners, of_seats) for winners, _, of_seats, _ in decided(case) if winners]
    seats = [of_seats.index(0) if alike else 0 for _, of_seats in won]
    shares = [(seat in winners) / len(winners) for seat, (winners, _) in zip(seats, won, strict=True)]
    counts = counts_of(match_of(case, 0).run, FIRST, MATCHES)
    assert main_moments(counts, alike) == (len(won), sum(shares), sum(share * share for share in shares))


def test_partners_win_together() -> None:
    game, rules, policies = CASES["partners"]
    result = simulate(game, rules, policies=policies, games=500, match=True)
    rows = {(row["metric"], row["seat"]): row for row in result.rows if row["position"] is None}
    for seat in range(4):
        assert rows["win", seat]["estimate"] == pytest.approx(rows["side_win", seat % 2]["estimate"] / 2)
        assert rows["score", seat] == rows["score", seat % 2] | {"seat": seat}
    assert rows["side_win", 0]["estimate"] + rows["side_win", 1]["estimate"] == pytest.approx(1)
    assert rows["side_win", 0]["estimate"] != 0.5


@pytest.mark.parametrize(("game", "rules"), [("pitch", {"target": 100}), ("gin", {"target": 10000})])
def test_where_no_match_is_decided_nothing_is_told_but_that(game: str, rules: dict[str, Any]) -> None:
    result = simulate(game, rules, policies=["random"], games=20, match=True)
    assert result.counts is not None
    assert result.counts["ended"][End.UNDECIDED, 1000] == result.counts["ended"].sum() == 20
    for row in result.rows:
        if row["metric"].startswith("outcome:"):
            assert (row["estimate"], row["n"]) == (row["metric"] == "outcome:undecided", 20)
        else:
            assert {key: row[key] for key in NEVER} == NEVER


@pytest.mark.kernels
@given(st.lists(st.integers(-(2**31) + 1, 2**31 - 1), min_size=1, max_size=30))
def test_sums_in_parts_are_those_of_whole_numbers(values: list[int]) -> None:
    sums = np.zeros(SUMS, np.int64)
    for value in values:
        add_sum(np.int64(value), sums)
    assert moments_of(sums) == (len(values), sum(values), sum(value * value for value in values))
    assert 0 <= sums[3] < len(values) << LOW_BITS


# Three-hand gin: who plays which role


def after(roles: Sequence[int], winner: Sequence[int]) -> list[int]:
    """Return the roles of the next hand: who wins in the box stays there, who loses there sits out."""
    box, captain, out = roles
    return {(box,): [box, out, captain], (captain,): [captain, out, box], (): [*roles]}[tuple(winner)]


@settings(max_examples=25)
@given(
    st.integers(0, 2**64 - 1),
    st.integers(0, 2**40),
    st.sampled_from(["draw", *map(list, permutations(range(3)))]),
    st.sampled_from([["greedy", "simple"], ["simple", "greedy:knock=0"], ["greedy:knock=0", "greedy:knock=0"]]),
)
def test_roles_move_by_the_rules(seed: int, number: int, order: str | list[int], policies: list[str]) -> None:
    match = Match("gin3", {"first_roles": order}, policies, seed, number)
    counts = match.counts()
    record = record_of(match, counts)
    history = replay_record(record)["role_history"]
    assert len(history) == told(counts).hands
    assert history[0] == first_roles(counts)
    assert order in ("draw", history[0])
    for roles, following, hand in zip(history, history[1:], record["hands"], strict=False):
        alone = replay_record({"game": "gin3", "rules": record["rules"], "roles": roles, **hand})
        assert following == after(roles, alone["winner"])


def test_all_first_orders_are_drawn_alike() -> None:
    """One such check in 10,000 (FALSE_ALARM) is off by chance; the seed was fixed beforehand."""
    assert FALSE_ALARM <= 1e-4
    scratch, roles = new_record(SCRATCH), np.zeros(3, np.int64)
    params = compile_rules(registry.game("gin3"), load_rules("gin3"))
    scratch.seed_low = 11
    drawn: Counter[tuple[int, ...]] = Counter()
    for number in range(6000):
        place_hand(number, 1, scratch)
        draw_roles(params, scratch, roles)
        drawn[tuple(roles.tolist())] += 1
    assert sorted(drawn) == [*permutations(range(3))]
    assert fits([*drawn.values()])
    counts = counts_of(Match("gin3", {"target": 1}, ["greedy"] * 2, 11, 0).run, 0, 6000)
    for seat in range(3):
        for role in Role:
            times = sum(times for order, times in drawn.items() if order[role] == seat)
            assert counts["score"][seat, PLACES[role], 0] == times


@pytest.mark.parametrize("number", range(6))
def test_first_roles_hang_on_seed_and_number_alone(number: int) -> None:
    wanted = first_roles(Match("gin3", {}, ["greedy"] * 2, 12, number).counts())
    for rules, policies in [({"target": 1}, ["simple"] * 2), ({"hand_size": 7}, ["greedy", "simple"])]:
        assert first_roles(Match("gin3", rules, policies, 12, number).counts()) == wanted
