"""Tonk's stored paths pay what direct play pays, to the sixtieth of a stake, under every rule for dropping."""

from __future__ import annotations

import random
from threading import Event
from typing import Any

import numpy as np
import pytest

from simcards.answers.chart import chart, open_study
from simcards.answers.paths import score
from simcards.answers.stopping import LONGEST_PATH
from simcards.answers.study import Study
from simcards.compile import compile_policies, parse_policy
from simcards.counts import Counts
from simcards.errors import InputError
from simcards.games.tonk.outcomes import payoff_histogram
from simcards.games.tonk.params import MAX_TURNS
from simcards.games.tonk.paths import MOST_POINTS_A_HAND
from simcards.games.tonk.questions import DROP
from simcards.kernels.stopping import hand_values
from simcards.registry import game
from simcards.rules import GameRules, load_rules
from simcards.simulation import simulate
from tests.naive.tonk_random import random_rules

HANDS = 400
SCHEDULES = ("wiki", "pagat", "lowest_double", "dropper_only", "each_double", "pot_split")


def study_of(rules: GameRules, policy: str) -> Study:
    return open_study("tonk", "drop", rules, policy=policy, games=3 * HANDS, threads=1)


def by_paths(study: Study, rules: GameRules, policy: str) -> np.ndarray[Any, Any]:
    """Return the payoffs of each hand by position when all play a policy, from stored paths scored under `rules`."""
    raw = study.fitting._play(0, HANDS, Event())
    paths = score(study.run, study.question, rules, raw)
    found = np.zeros((HANDS, rules.players))
    hand_values(*paths, study.chart_of(policy, rules), found)
    return found


def directly(rules: GameRules, policy: str) -> np.ndarray[Any, Any]:
    """Return the sums of payoffs by position of the same hands played, in sixtieths."""
    counts: Counts | None = simulate("tonk", rules, policies=[policy], games=HANDS, threads=1).counts
    assert counts is not None
    histograms = [payoff_histogram(counts, None, position) for position in range(rules.players)]
    return np.array([sum(value * times for value, times in found.items()) for found in histograms])


@pytest.mark.parametrize("timing", ["before_draw", "own_turn", "any_time"])
@pytest.mark.parametrize("players", [2, 3, 6])
def test_a_limit_earns_on_paths_what_it_earns_in_play(timing: str, players: int) -> None:
    rules = load_rules("tonk", {"drop_timing": timing, "players": players})
    for policy in ("simple:drop=20", "simple:drop_by_turn=30/20/12/9", "simple:drop=25,hold=true,hit=own"):
        paid = by_paths(study_of(rules, policy), rules, policy)
        assert paid.sum(axis=0).tolist() == directly(rules, policy).tolist()


def test_who_can_claim_a_deal_win_does_not_drop_instead() -> None:
    wins = [{"min": 21, "max": 37, "pays": 0, "when": "own_turn"}]
    for timing in ("before_draw", "own_turn", "any_time"):
        rules = load_rules("tonk", {"players": 2, "drop_timing": timing, "deal_wins": wins})
        policy = "simple:drop=37"
        paid = by_paths(study_of(rules, policy), rules, policy)
        assert paid.sum(axis=0).tolist() == directly(rules, policy).tolist()


@pytest.mark.parametrize("seed", range(12))
def test_so_it_is_under_random_rules(seed: int) -> None:
    rng = random.Random(seed)
    timing = rng.choice(["own_turn", "any_time"])
    rules = load_rules("tonk", random_rules(rng), {"spades_bet": 0, "drop_timing": timing})
    policy = f"simple:drop={rng.randrange(5, 40)}"
    paid = by_paths(study_of(rules, policy), rules, policy)
    assert paid.sum(axis=0).tolist() == directly(rules, policy).tolist()


@pytest.mark.parametrize("schedule", SCHEDULES)
def test_payments_are_scored_again_as_if_played(schedule: str) -> None:
    base = load_rules("tonk", {"players": 4, "stock_tie": "split"})
    policy = "simple:drop=22"
    study = study_of(base, policy)
    for tie in ("caught", "dropper_wins"):
        changed = {"players": 4, "caught_pays": schedule, "tie_with_dropper": tie, "tonk_pays": 3, "out_pays": 2}
        rules = load_rules("tonk", changed)
        assert by_paths(study, rules, policy).sum(axis=0).tolist() == directly(rules, policy).tolist()


def test_payments_of_a_path_add_up_to_nothing() -> None:
    rules = load_rules("tonk", {"players": 5, "caught_pays": "pot_split", "drop_timing": "any_time"})
    study = study_of(rules, "simple")
    paths = score(study.run, study.question, rules, study.fitting._play(0, HANDS, Event()))
    assert not paths.value.sum(axis=1).any()
    assert paths.forced.sum() == HANDS
    assert not paths.row[paths.forced == 1].any()


def test_a_player_has_one_chance_a_column() -> None:
    rules = load_rules("tonk", {"players": 3, "drop_timing": "any_time", "hit_freeze": 0, "deal_wins": []})
    study = study_of(rules, "simple")
    paths = score(study.run, study.question, rules, study.fitting._play(0, HANDS, Event()))
    hand = np.repeat(np.arange(HANDS), paths.lengths)
    chances = list(zip(hand, paths.player, paths.turn, strict=True))
    assert len(set(chances)) == len(chances)
    for seat in range(3):
        mine = paths.turn[(hand == 0) & (paths.player == seat) & (paths.forced == 0)]
        assert (np.diff(mine) > 0).all()


def test_no_hand_has_more_points_or_columns_than_there_is_room_for() -> None:
    assert MOST_POINTS_A_HAND <= LONGEST_PATH
    most = max(DROP.columns(load_rules("tonk", {"players": n, "drop_timing": "any_time"})) for n in (2, 3, 4, 5))
    assert most <= 256
    assert MAX_TURNS == 100


@pytest.mark.parametrize(("policy", "reason"), [("random", "with anything"), ("cautious", "seen of the others")])
def test_policies_that_drop_by_something_else_are_refused(policy: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        chart("tonk", "drop", against=policy, games=300)


def test_a_path_policy_plays_on_whatever_its_count() -> None:
    policies = compile_policies([DROP.path_policy(parse_policy(game("tonk"), "simple:drop_by_turn=50/50"))])
    assert policies[0].table_size == 0


def test_where_nobody_may_drop_there_is_no_chart() -> None:
    with pytest.raises(InputError, match="nobody may drop"):
        chart("tonk", "drop", overrides={"drop_timing": "never"}, games=300)


def test_an_equilibrium_of_three_is_refused() -> None:
    with pytest.raises(InputError, match="3 players; allowed: a policy"):
        chart("tonk", "drop", against="equilibrium", games=300)


def test_the_one_who_asks_plays_like_the_others_but_for_dropping() -> None:
    with pytest.raises(InputError, match="differ only in when they drop"):
        chart("tonk", "drop", against="simple", policy="simple:hold=true", games=300)
    assert chart("tonk", "drop", against="simple:drop=5", policy="simple:drop=20", games=300).games == 300


@pytest.mark.parametrize(
    ("against", "policy", "told"),
    [
        (None, None, ["simple", "simple"]),
        ("simple:drop=5", None, ["simple", "simple:drop=5"]),
        ("simple:hold=true,drop=4", None, ["simple:hold=true,drop=4", "simple:hold=true,drop=4"]),
    ],
)
def test_the_result_names_who_asks_and_whom_it_is_against(
    against: str | None, policy: str | None, told: list[str]
) -> None:
    assert chart("tonk", "drop", against=against, policy=policy, games=300).policies == told


@pytest.mark.parametrize(
    ("options", "against"),
    [({"players": 6, "drop_timing": "any_time"}, None), ({}, "simple:drop=110"), ({"drop_timing": "own_turn"}, None)],
)
def test_charts_of_few_hands_can_be_drawn(options: dict[str, Any], against: str | None) -> None:
    result = chart("tonk", "drop", None, options, against=against, games=600)
    assert result.plot().axes
