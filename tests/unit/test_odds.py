from __future__ import annotations

import json
from collections import Counter
from math import comb, sqrt

import pytest

from simcards.answers.odds import odds
from simcards.errors import InputError, RulesError
from tests.naive.cards import DECK, points
from tests.naive.melds import deadwood, deadwood_after_discard
from tests.naive.suit_classes import cards_in, suit_classes


def chances(**options):
    rows = odds("gin", overrides=options).rows
    return {row["event"]: (row["count"], row["total"]) for row in rows if "count" in row and row["value"] is None}


def test_the_published_numbers_of_ten_cards():
    hands, draws = comb(52, 10), comb(52, 11)
    assert (hands, draws) == (15_820_024_220, 60_403_728_840)
    assert chances() == {
        "gin": (136_694, hands),
        "knock": (10_212_276, hands),
        "big_gin": (147_204, draws),
        "first_draw_gin": (5_379_372, draws),
        "first_draw_knock": (249_005_188, draws),
    }


def test_deadwood_has_a_row_for_each_value_that_can_be_dealt_and_one_for_its_mean():
    *values, summary = [row for row in odds("gin").rows if row["event"] == "deadwood"]
    assert summary["mean"] == 56.569434028590884
    assert [row["value"] for row in values] == sorted(row["value"] for row in values)
    assert sum(row["count"] for row in values) == 15_820_024_220
    assert all(row["count"] > 0 for row in values)
    assert all(row["total"] == 15_820_024_220 and row["probability"] == row["count"] / row["total"] for row in values)
    variance = sum(row["probability"] * (row["value"] - summary["mean"]) ** 2 for row in values)
    assert summary["sd"] == pytest.approx(sqrt(variance), rel=1e-12)


def test_exact_answers_have_no_seed_no_games_and_no_tally():
    answer = json.loads(json.dumps(odds("gin", "web", {"hand_size": 3}).to_dict(), allow_nan=False))
    assert (answer["command"], answer["game"], answer["rules"]["hand_size"]) == ("odds", "gin", 3)
    assert (answer["seed"], answer["games"], answer["tally"]) == (None, None, None)


def test_the_table_has_the_rows():
    answer = odds("gin", overrides=["hand_size=3"])
    assert answer.table["event"].tolist() == [row["event"] for row in answer.rows]


@pytest.mark.parametrize("size", [3, 6, 9])
def test_gin_with_one_card_more_is_big_gin(size):
    big_gin, of = chances(hand_size=size)["big_gin"]
    assert of == comb(52, size + 1)
    assert chances(hand_size=size + 1)["gin"] == (big_gin, of)


def test_big_gin_is_left_out_where_it_is_not_allowed():
    assert "big_gin" not in chances(hand_size=3, big_gin_bonus=None)


@pytest.mark.parametrize("limit", [0, 1, 10, 29, 100])
def test_knock_is_deadwood_within_the_limit(limit):
    rows = odds("gin", overrides={"hand_size": 3, "knock_limit": limit}).rows
    within = sum(
        row["count"] for row in rows if row["event"] == "deadwood" and "count" in row and row["value"] <= limit
    )
    assert next(row["count"] for row in rows if row["event"] == "knock") == within


@pytest.mark.parametrize("ace_gin", [True, False])
def test_under_oklahoma_each_upcard_sets_its_limit(ace_gin):
    def limit(upcard):
        return 0 if ace_gin and upcard[0] == "A" else points(upcard)

    knocks: Counter[str] = Counter()
    for held, weight in suit_classes(3):
        hand = cards_in(held)
        knocks["knock"] += weight * sum(deadwood(hand) <= limit(upcard) for upcard in set(DECK) - hand)
    for held, weight in suit_classes(4):
        hand = cards_in(held)
        left = deadwood_after_discard(hand)
        knocks["first_draw_knock"] += weight * sum(left <= limit(upcard) for upcard in set(DECK) - hand)
    found = chances(hand_size=3, oklahoma=True, oklahoma_ace_gin=ace_gin)
    assert found["knock"] == (knocks["knock"], comb(52, 3) * 49)
    assert found["first_draw_knock"] == (knocks["first_draw_knock"], comb(52, 4) * 48)
    assert found["gin"] == chances(hand_size=3)["gin"]


def test_bonuses_do_not_matter():
    assert odds("gin", overrides={"gin_bonus": 0}).rows == odds("gin").rows


def test_an_unknown_game_and_impossible_rules_are_refused():
    with pytest.raises(InputError, match=r"gni.*Did you mean 'gin'"):
        odds("gni")
    with pytest.raises(RulesError, match="hand_size"):
        odds("gin", overrides={"hand_size": 12})
