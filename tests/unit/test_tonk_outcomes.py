"""Counts of tonk and their rows, against hands written down and looked at one by one."""

from __future__ import annotations

import math
import random
import statistics
from functools import cache
from threading import Event
from typing import Any, NamedTuple

import pytest

from simcards.compile import parse_policies
from simcards.counts import Counts
from simcards.game import Figure
from simcards.games.tonk import GAME
from simcards.games.tonk.engine import ENGINE, RESCORED
from simcards.games.tonk.outcomes import figures, main_moments
from simcards.games.tonk.params import Outcome
from simcards.playing import Run, play_block
from simcards.result import Result
from simcards.rules import GameRules, load_rules
from simcards.simulation import simulate
from tests.naive.tonk_random import OPTIONS, random_rules
from tests.naive.tonk_records import replay
from tests.tonk_table import POLICIES, table, written

GAMES, SEED = 240, 3
QUICK = ["simple:drop=30"]
CASES: dict[str, tuple[dict[str, Any], list[str]]] = {
    "wikipedia": ({}, ["simple", "cautious", "random"]),
    "split": (
        {
            "players": 4,
            "cards_dealt": 3,
            "stock_tie": "split",
            "drop_timing": "never",
            "deal_win_tie": "split",
            "deal_wins": [{"min": 30, "max": 30, "pays": 5}, {"min": 3, "max": 8, "pays": 1}],
        },
        ["random"],
    ),
    "pot": ({"players": 5, "caught_pays": "pot_split", "tie_with_dropper": "dropper_wins"}, ["simple:drop=45"]),
    "double": ({"preset": "double_double", "drop_timing": "never"}, ["simple", "simple:hold=true"]),
    "spades": ({"players": 6, "spades_bet": 1, "drop_timing": "any_time", "caught_pays": "pagat"}, QUICK),
    "tied deals": (
        {"players": 3, "deal_wins": [{"min": 30, "max": 50, "pays": 2}, {"min": 0, "max": 15, "pays": 7}]},
        QUICK,
    ),
    "two left": ({"players": 2, "stock_tie": "each", "out_pays": 3}, ["cautious:each=0", "simple:drop=0"]),
}


class Played(NamedTuple):
    """What is to be known of a finished hand."""

    dealer: int
    outcome: str
    winner: list[int]
    payoffs: list[float]
    turns: int
    drop: int | None
    """The dropper's count."""


@cache
def play(name: str) -> list[Played]:
    """Play the hands of a case, and let the twin replay what was written down."""
    rules, policies = CASES[name]
    hands = []
    for game in range(GAMES):
        one = table(rules, policies=policies, seed=SEED, game=game)
        actions, seats = [], []
        for action in one.play():
            seats.append(one.seat)
            actions.append(action)
        deck = written(one.deck)
        result = replay({"game": "tonk", "rules": rules, "dealer": one.dealer, "deck": deck, "actions": actions})
        dropped = actions[-1:] == ["drop"]
        assert dropped == (result["outcome"] in ("drop", "caught"))
        drop = result["counts"][seats[-1]] if dropped else None
        hands.append(Played(one.dealer, result["outcome"], result["winner"], result["payoffs"], result["turns"], drop))
    return hands


@pytest.fixture(scope="module", params=CASES)
def case(request: pytest.FixtureRequest) -> tuple[Result, list[Played]]:
    rules, policies = CASES[request.param]
    return simulate("tonk", rules, policies=policies, games=GAMES, seed=SEED), play(request.param)


def find(result: Result, metric: str, seat: int | None = None, position: int | None = None) -> dict[str, Any]:
    [row] = [r for r in result.rows if (r["metric"], r["seat"], r["position"]) == (metric, seat, position)]
    return row


def check_mean(row: dict[str, Any], values: list[Any]) -> None:
    assert row["n"] == len(values)
    if values:
        assert row["estimate"] == pytest.approx(statistics.fmean(values))
    if len(values) > 1:
        assert row["se"] == pytest.approx(statistics.stdev(values) / math.sqrt(len(values)))


def places(players: int) -> list[tuple[int | None, int | None]]:
    """Return every seat, and every position from 1."""
    return [*((seat, None) for seat in range(players)), *((None, place + 1) for place in range(players))]


def seat_of(hand: Played, seat: int | None, position: int | None) -> int:
    return (hand.dealer + (position or 0)) % len(hand.payoffs) if seat is None else seat


def test_payoffs_by_seat_and_by_position(case: tuple[Result, list[Played]]) -> None:
    result, hands = case
    for place in places(len(hands[0].payoffs)):
        paid = [hand.payoffs[seat_of(hand, *place)] for hand in hands]
        check_mean(find(result, "payoff", *place), paid)
        assert find(result, "net", *place) == find(result, "payoff", *place) | {"metric": "net"}
        assert find(result, "payoff_sd", *place)["estimate"] == pytest.approx(statistics.stdev(paid))


def test_a_hand_won_by_several_is_shared(case: tuple[Result, list[Played]]) -> None:
    result, hands = case
    won = [hand for hand in hands if hand.winner]
    shares = []
    for place in places(len(hands[0].payoffs)):
        share = sum((seat_of(hand, *place) in hand.winner) / len(hand.winner) for hand in won)
        row = find(result, "win", *place)
        assert (row["n"], row["estimate"]) == (len(won), pytest.approx(share / len(won)))
        shares.append(row["estimate"])
    assert sum(shares) == pytest.approx(2)


def test_how_hands_end(case: tuple[Result, list[Played]]) -> None:
    result, hands = case
    for outcome in GAME.outcomes:
        row = find(result, f"outcome:{outcome}")
        assert (row["n"], row["estimate"]) == (GAMES, sum(hand.outcome == outcome for hand in hands) / GAMES)
    check_mean(find(result, "turns"), [hand.turns for hand in hands])
    check_mean(find(result, "drop_count"), [hand.drop for hand in hands if hand.drop is not None])


def test_every_outcome_and_shared_wins_occur_in_these_cases() -> None:
    hands = [hand for name in CASES for hand in play(name)]
    assert {hand.outcome for hand in hands} == {outcome.name.lower() for outcome in Outcome}
    assert {len(hand.winner) for hand in hands} >= {0, 1, 2}
    assert any(payoff != int(payoff) for hand in hands for payoff in hand.payoffs)


def test_the_main_figure(case: tuple[Result, list[Played]]) -> None:
    result, hands = case
    assert result.counts is not None
    for same_policy, place in ((False, (0, None)), (True, (None, 1))):
        paid = [hand.payoffs[seat_of(hand, *place)] for hand in hands]
        n, total, squares = main_moments(result.counts, same_policy)
        assert n == GAMES
        assert total == pytest.approx(sum(paid), abs=1e-9)
        assert squares == pytest.approx(sum(payoff * payoff for payoff in paid))


def test_what_rule_sets_are_compared_by(case: tuple[Result, list[Played]]) -> None:
    result, hands = case
    assert result.counts is not None
    found = dict(figures(result.counts))
    moved = found.pop(Figure("moved"))
    assert moved.n == GAMES
    assert moved.total == pytest.approx(sum(max(payoff, 0) for hand in hands for payoff in hand.payoffs))
    for figure, (n, total, squares) in found.items():
        row = find(result, *figure)
        assert row["n"] == n
        if squares is None:
            assert row["estimate"] == pytest.approx(total / n, abs=1e-12)
        else:
            variance = (squares - total * total / n) / (n - 1)
            assert row["estimate"] == pytest.approx(math.sqrt(variance))
    metrics = {row["metric"] for row in result.rows}
    assert {figure.metric for figure in found} == metrics - {"drop_count"}


def test_rows_are_flat_and_there_once(case: tuple[Result, list[Played]]) -> None:
    result, _ = case
    keys = ["metric", "seat", "position", "estimate", "se", "low", "high", "n"]
    assert all(list(row) == keys for row in result.rows)
    assert len({(row["metric"], row["seat"], row["position"]) for row in result.rows}) == len(result.rows)
    for row in result.rows:
        if row["low"] is not None:
            assert row["low"] <= row["estimate"] <= row["high"]
    assert sum(row["estimate"] for row in result.rows if row["metric"].startswith("outcome:")) == pytest.approx(1)


def rule_sets(rng: random.Random) -> list[tuple[str, GameRules]]:
    """Return random rules, and each that differs from them in one option that changes no hand; stakes are small."""
    base = random_rules(rng) | {"tonk_pays": 2, "out_pays": 1, "spades_bet": rng.choice([0, 1])}
    if "deal_wins" in base:
        base["deal_wins"] = [win | {"pays": win["pays"] % 5} for win in base["deal_wins"]]
    found = [("", load_rules("tonk", base))]
    for option in sorted(RESCORED):
        for value in OPTIONS[option]:
            rules = load_rules("tonk", base | {option: value})
            if value != 100 and rules not in [other for _, other in found]:
                found.append((option, rules))
    return found


def counted(sets: list[GameRules], policies: list[str]) -> tuple[Counts, ...]:
    """Return the counts of hands played under the first of several rule sets, under each of them."""
    chosen = tuple(parse_policies(GAME, policies, sets[0].players))
    counts = play_block(Run(GAME, sets[0], chosen, SEED, tuple(sets[1:])), 0, 300, Event())
    assert counts is not None
    return counts


def test_scored_again_is_played_again() -> None:
    """The same hands counted under other payments: exactly what playing them under those counts."""
    rng, changed = random.Random(21), set()
    assert ENGINE.rescored == RESCORED
    for _ in range(16):
        found = rule_sets(rng)
        options, sets = [option for option, _ in found], [rules for _, rules in found]
        policies = rng.choices([*POLICIES, "simple:drop=0", "simple:drop=40"], k=sets[0].players)
        again = counted(sets, policies)
        for number, option in enumerate(options):
            others = [*sets[:number], *sets[number + 1 :]]
            assert counted([sets[number], *others], policies)[0].tally == again[number].tally, option
            if again[number].tally != again[0].tally:
                changed.add(option)
    assert changed == RESCORED
