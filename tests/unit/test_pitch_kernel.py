"""Pitch's kernels against the laws of the game, plain definitions and exact numbers."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import comb
from threading import Event
from typing import Any

import numpy as np
import pytest

from simcards.cards import DECK, card_text, cards_of, mask_of, parse_card
from simcards.compile import new_record, parse_policies
from simcards.games.pitch import GAME
from simcards.games.pitch.kernel import deal
from simcards.games.pitch.params import COUNT_AXES, MAX_ACTIONS, STATE, Outcome, count_shapes
from simcards.games.pitch.play import count_hand, net_points
from simcards.games.pitch.scoring import match_winner
from simcards.kernels.tricks import beats, bottom_card, strength, top_card, trick_points
from simcards.playing import Run, play_arrays
from simcards.rules import load_rules
from simcards.simulation import simulate
from tests.pitch_hands import Table, pitch_params, random_tables, shuffled

RANKS = "23456789TJQKA"
WORTH = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}
CARDS = [card_text(card) for card in DECK]


def points_of(cards: list[str]) -> int:
    return sum(WORTH.get(card[0], 0) for card in cards)


def finished(seed: int, hands: int, most_players: int = 7) -> list[Table]:
    tables = [table.play() for table in random_tables(seed, hands, most_players=most_players)]
    return [table for table in tables if table.state.outcome != Outcome.THROWN_IN]


def dealt(table: Table) -> list[list[str]]:
    return [[card_text(card) for card in cards_of(int(table.state.dealt[seat]))] for seat in range(table.players)]


def trumps_in_play(table: Table) -> list[str]:
    suit = table.result()["trump"]
    return sorted((c for hand in dealt(table) for c in hand if c[1] == suit), key=lambda c: RANKS.index(c[0]))


# Cards


def test_strength_is_the_place_in_the_suit() -> None:
    assert [strength(parse_card(rank + "h")) for rank in RANKS] == list(range(13))


@pytest.mark.kernels
def test_top_bottom_and_worth_of_random_cards() -> None:
    rng = random.Random(1)
    for _ in range(60):
        cards = rng.sample(CARDS, rng.randint(1, 12))
        mask = mask_of(map(parse_card, cards))
        assert trick_points(mask) == points_of(cards)
        for suit, letter in enumerate("cdhs"):
            held = sorted((c for c in cards if c[1] == letter), key=lambda c: RANKS.index(c[0]))
            if held:
                assert card_text(int(top_card(mask, suit))) == held[-1]
                assert card_text(int(bottom_card(mask, suit))) == held[0]


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("card", "best", "takes"),
    [
        ("Kh", "Qh", True),
        ("Ah", "Kh", True),
        ("2h", "Ah", False),
        ("2s", "Ah", True),
        ("Ad", "2h", False),
        ("Ah", "2s", False),
        ("3s", "2s", True),
    ],
)
def test_what_takes_a_trick_with_spades_as_trumps(card: str, best: str, takes: bool) -> None:
    assert bool(beats(parse_card(card), parse_card(best), 3)) == takes


# The deal


@pytest.mark.kernels
@pytest.mark.parametrize("players", range(2, 8))
def test_cards_are_dealt_in_two_packets_of_three_from_the_player_after_the_dealer(players: int) -> None:
    state = new_record(STATE)
    state.deck[:] = DECK
    dealer = players - 2
    deal(pitch_params(players=players), dealer, state)
    for place in range(players):
        seat = (dealer + 1 + place) % players
        packets = [*DECK[3 * place : 3 * place + 3], *DECK[3 * (players + place) : 3 * (players + place) + 3]]
        assert state.hand[seat] == mask_of(packets)
    assert state.to_act == (dealer + 1) % players


# The score


def test_points_given_are_three_with_the_jack_and_less_a_tied_game() -> None:
    seen = Counter[tuple[bool, bool]]()
    for table in finished(3, 600, 4):
        result = table.result()
        jack, tied = f"J{result['trump']}" in trumps_in_play(table), result["game"] is None
        assert (result["jack"] is not None) == jack
        given = sum(result[point] is not None for point in ("high", "low", "jack", "game"))
        assert given == 3 + jack - tied
        assert 2 <= given <= 4
        seen[jack, tied] += 1
    assert len(seen) == 4


@pytest.mark.kernels
def test_trick_points_of_all_cards_add_up_and_every_card_is_taken_once() -> None:
    for table in finished(4, 120):
        result = table.result()
        in_play = [card for hand in dealt(table) for card in hand]
        assert sum(result["trick_points"]) == points_of(in_play)
        assert sum(int(mask) for mask in table.state.taken[: table.players]) == mask_of(map(parse_card, in_play))
        assert len(result["tricks"]) == 6
        assert result["hands"] == [[]] * table.players


def test_payoffs_are_what_each_side_took_or_the_bid_lost() -> None:
    outcomes = Counter[str]()
    for table in finished(5, 300):
        result, sides = table.result(), len(table.scores)
        took = [0] * sides
        for point in ("high", "low", "jack", "game"):
            if result[point] is not None:
                took[result[point] % sides] += 1
        pitcher = result["pitcher"] % sides
        made = took[pitcher] >= result["bid"]
        assert result["outcome"] == ("made" if made else "set")
        if not made:
            took[pitcher] = -result["bid"]
        assert result["payoffs"] == [took[seat % sides] for seat in range(table.players)]
        assert result["winner"] == [s for s in range(table.players) if result["payoffs"][s] == max(took)]
        outcomes[result["outcome"]] += 1
    assert min(outcomes.values()) > 50


def test_game_goes_to_the_most_trick_points() -> None:
    ties = Counter[str]()
    for table in finished(6, 600, 4):
        result, most = table.result(), max(table.result()["trick_points"])
        best = [side for side, points in enumerate(result["trick_points"]) if points == most]
        pitcher = result["pitcher"] % len(table.scores)
        if len(best) == 1:
            assert result["game"] == best[0]
            continue
        rule = str(table.rules.options()["game_tie"])
        assert result["game"] == (pitcher if rule == "pitcher" and pitcher in best else None)
        ties[rule] += 1
    assert len(ties) == 2


def test_high_is_its_holders_and_low_its_takers_or_its_holders() -> None:
    moved = 0
    for table in finished(7, 300):
        result, hands, trumps = table.result(), dealt(table), trumps_in_play(table)
        assert trumps[-1] in hands[result["high"]]
        if table.rules.options()["low_to"] == "holder":
            assert trumps[0] in hands[result["low"]]
        else:
            assert table.state.taken[result["low"]] >> parse_card(trumps[0]) & 1
            moved += trumps[0] not in hands[result["low"]]
    assert moved > 20


def test_a_lone_trump_is_the_pitchers_lead() -> None:
    lone = [table for table in finished(8, 1200, 2) if len(trumps_in_play(table)) == 1]
    for table in lone:
        result = table.result()
        lead = next(action for action in table.actions if action.startswith("play"))
        assert [lead] == [f"play {card}" for card in trumps_in_play(table)]
        assert result["high"] == result["low"] == result["pitcher"]
    assert len(lone) > 3


@pytest.mark.kernels
def test_renaming_suits_changes_nothing() -> None:
    rng = random.Random(9)
    for table in finished(9, 60):
        names = dict(zip("cdhs", rng.choice(list(permutations("cdhs"))), strict=True))
        deck = [parse_card(card_text(card)[0] + names[card_text(card)[1]]) for card in table.deck]
        other = Table(table.rules, ["simple"], table.dealer, deck)
        for action in table.actions:
            other.apply(action[:-1] + names[action[-1]] if action.startswith("play") else action)
        first, second = table.result(), other.result()
        assert second.pop("trump") == names[first.pop("trump")]
        assert first == second


def test_a_bid_of_four_is_made_with_all_four_points_only() -> None:
    made, without_jack = 0, Counter[bool]()
    for game in range(2000):
        table = Table(load_rules("pitch"), ["simple"], 3, shuffled(10, game))
        table.apply("bid 4")
        result = table.play().result()
        if f"J{result['trump']}" not in dealt(table)[0]:
            without_jack[result["outcome"] == "made"] += 1
        if result["outcome"] == "made":
            made += 1
            assert result["payoffs"][0] == 4
            assert {result[point] for point in ("high", "low", "jack", "game")} == {0}
    assert made > 20
    assert without_jack[True] / without_jack.total() < 6 * 3 / 46


@pytest.mark.kernels
def test_no_hand_has_more_legal_actions_than_there_is_room_for() -> None:
    most = 0
    for table in random_tables(12, 60, ["random"]):
        for _ in table.steps():
            most = max(most, len(table.legal()))
            assert len(set(table.legal())) == len(table.legal())
    assert most == MAX_ACTIONS


# The match


def winner_by_the_book(options: dict[str, object], totals: list[int], dealer: int, pitcher: int, bid: int, made: bool):
    """Return the side that wins, by the rules' own words."""
    players, sides, target = 4, len(totals), int(str(options["target"]))
    side = pitcher % sides
    if options["smudge"] and bid == 4 and made:
        return side
    there = [s for s in range(sides) if totals[s] >= target]
    match options["win_on"]:
        case "own_bid":
            return side if made and side in there else -1
        case "pitcher_first":
            order = [(dealer + 1 + i) % players % sides for i in range(players)]
            return min(there, key=lambda s: (s != side, -totals[s], order.index(s)), default=-1)
    highest = [s for s in there if totals[s] == max(totals)]
    return highest[0] if len(highest) == 1 else -1


@pytest.mark.kernels
@pytest.mark.parametrize("partners", [False, True])
@pytest.mark.parametrize("win_on", ["own_bid", "pitcher_first", "most_points"])
def test_who_wins_the_match(win_on: str, partners: bool) -> None:
    rng, winners = random.Random(13), Counter[int]()
    for _ in range(150):
        options: dict[str, Any] = {
            "win_on": win_on,
            "partners": partners,
            "smudge": rng.random() < 0.5,
            "target": rng.randint(4, 9),
        }
        totals = [rng.randint(-3, 11) for _ in range(2 if partners else 4)]
        dealer, pitcher, bid, made = rng.randrange(4), rng.randrange(4), rng.randint(1, 4), rng.random() < 0.7
        found = match_winner(pitch_params(**options), np.array(totals, np.int64), dealer, pitcher, bid, made)
        assert found == winner_by_the_book(options, totals, dealer, pitcher, bid, made)
        winners[int(found)] += 1
    assert len(winners) == len(totals) + 1


@pytest.mark.kernels
def test_a_hand_thrown_in_wins_no_match() -> None:
    params = pitch_params(win_on="most_points")
    assert match_winner(params, np.array([9, 0, 0, 0], np.int64), 0, -1, 0, False) == -1


# The counts


@pytest.mark.kernels
@pytest.mark.parametrize("partners", [False, True])
@pytest.mark.parametrize("players", range(2, 8))
def test_net_points_add_up_to_nothing_and_the_widest_fit(players: int, partners: bool) -> None:
    if partners and players != 4:
        return
    params, state = pitch_params(players=players, partners=partners), new_record(STATE)
    shapes = count_shapes(players, int(params.sides))
    for pitcher in range(players):
        for seat in range(players):
            state.payoff[seat] = -4 if seat % params.sides == pitcher % params.sides else 0
        for seat in range(players):
            if seat % params.sides == (pitcher + 1) % params.sides:
                state.payoff[seat] = 4
        nets = [int(net_points(params, state, seat)) for seat in range(players)]
        assert sum(nets) == 0
        assert max(map(abs, nets)) <= shapes["net"][2] // 2
        state.winners = 1 << (pitcher + 1) % players
        counts = tuple(np.zeros((1, *shapes[name]), np.int64) for name in COUNT_AXES)
        count_hand(params, state, 0, counts)
        assert counts[5].sum() == players


def test_net_is_own_points_less_the_mean_of_the_others() -> None:
    for table in finished(14, 200):
        payoffs, params = table.result()["payoffs"], table.params
        for seat, own in enumerate(payoffs):
            rivals = [points for other, points in enumerate(payoffs) if other % params.sides != seat % params.sides]
            net = Fraction(int(net_points(params, table.state, seat)), table.players - 1)
            assert net == own - Fraction(sum(rivals), len(rivals))


@pytest.mark.kernels
@pytest.mark.parametrize(("preset", "players"), [("solo", 2), ("partners", 4)])
def test_hands_scored_again_are_those_played_under_the_other_rules(preset: str, players: int) -> None:
    options = {"players": players, "forced_bid": "redeal", "min_bid": 3}
    base = load_rules("pitch", preset, options)
    other = load_rules("pitch", preset, {**options, "game_tie": "pitcher", "win_on": "most_points"})
    policies = tuple(parse_policies(GAME, ["simple", "random"] * (players // 2), players))
    together = play_arrays(Run(GAME, base, policies, 3, (other,)), 0, 300, Event())
    alone = play_arrays(Run(GAME, other, policies, 3), 0, 300, Event())
    assert together is not None
    assert alone is not None
    assert all((both[1] == one[0]).all() for both, one in zip(together, alone, strict=True))
    assert any((both[0] != both[1]).any() for both in together)


@pytest.mark.parametrize("players", range(2, 8))
def test_chances_that_no_card_was_dealt_are_hypergeometric(players: int) -> None:
    others = 6 * (players - 1)
    chances = pitch_params(players=players).none_dealt
    for cards in range(14):
        assert abs(int(chances[cards]) - 10**6 * comb(46 - cards, others) / comb(46, others)) < 1
    in_play = 1 - int(chances[1]) / 10**6
    assert in_play == pytest.approx(others / 46, abs=1e-6)


def test_rows_of_bids_add_up() -> None:
    rows = simulate("pitch", "solo", {"forced_bid": "redeal", "min_bid": 2}, games=3000).rows
    told = {row["metric"]: row for row in rows if row["seat"] is None and row["position"] is None}
    bids = [told[f"bid:{bid}"] for bid in range(1, 5)]
    assert sum(row["estimate"] for row in bids) + told["outcome:thrown_in"]["estimate"] == pytest.approx(1)
    assert told["bid:1"]["estimate"] == 0
    assert told["made:1"]["estimate"] is None
    made = sum(told[f"made:{bid}"]["estimate"] * told[f"made:{bid}"]["n"] for bid in range(2, 5))
    assert made == pytest.approx(told["outcome:made"]["estimate"] * 3000)
    sets = sum(told[f"set_no_jack:{bid}"]["n"] for bid in range(1, 5))
    assert sets == pytest.approx(told["outcome:set"]["estimate"] * 3000)


def test_partners_have_one_row_of_wins_a_side() -> None:
    def wins(preset: str) -> dict[tuple[str, int], float]:
        rows = simulate("pitch", preset, games=2000).rows
        return {(row["metric"], row["seat"]): row["estimate"] for row in rows if row["seat"] is not None}

    found = wins("partners")
    for side in (0, 1):
        assert found["side_win", side] == pytest.approx(found["win", side] + found["win", side + 2])
    assert ("side_win", 0) not in wins("solo")
