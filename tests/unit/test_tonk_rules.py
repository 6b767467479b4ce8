"""Tonk's rule sets: what is refused and told, what is warned of, and the deal wins as numbers."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from math import comb

import pytest
from click.testing import CliRunner

from simcards.cards import DECK
from simcards.cli import cli
from simcards.compile import compile_rules
from simcards.errors import RulesError
from simcards.games.tonk import GAME
from simcards.games.tonk.rules import ORDINARY, TonkRules, dealt_counts, dealt_range
from simcards.kernels.deadwood import card_points
from simcards.rules import load_rules, presets


def wins(*entries: Mapping[str, object]) -> dict[str, object]:
    return {"deal_wins": list(entries)}


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            {"players": 6, "cards_dealt": 9},
            "players = 6, cards_dealt = 9 and upcard = true: 6 hands of 9 and the upcard",
        ),
        ({"players": 5, "cards_dealt": 10, "upcard": True}, None),
        (wins({"min": 50, "max": 49, "pays": 2}), "entry 1 has min 50 over max 49; allowed: min up to max"),
        (
            wins({"min": 1, "max": 5, "pays": 2}),
            "entry 1 wants 1 to 5 points; allowed: counts that 5 cards can have, 6 to",
        ),
        (
            wins({"min": 51, "max": 60, "pays": 2}),
            "entry 1 wants 51 to 60 points; allowed: counts that 5 cards can have",
        ),
        (wins({"min": -5, "max": 6, "pays": 2}), None),
        (wins({"min": 50, "max": 99_999, "pays": 0}), None),
        (
            {"cards_dealt": 4},
            "deal_wins = [{min = 49, max = 50, pays = 2, when = 'deal'}] and cards_dealt = 4: entry 1",
        ),
        (wins(*[{"min": 50, "max": 50, "pays": 1}] * 9), "deal_wins: was given [{min = 50"),
        (wins({"min": 50, "max": 50}), "allowed: a list of at most 8 entries, each with min and max"),
        (wins({"min": 50, "max": 50, "pays": 101}), "deal_wins: was given"),
        (wins({"min": 50, "max": 50, "pays": 1, "when": "later"}), "deal_wins: was given"),
        (wins({"min": 50, "max": 50, "pays": 1, "why": "so"}), "deal_wins: was given"),
        ({"deal_wins": 7}, "deal_wins: was given 7"),
        ({"cards_dealt": 11}, "cards_dealt: was given 11; allowed: a whole number from 3 to 10 or 'auto'"),
        ({"cards_dealt": "all"}, "cards_dealt: was given 'all'"),
        ({"caught_pays": "wikipedia"}, "caught_pays: was given 'wikipedia'; allowed: 'wiki', 'pagat'"),
        ({"max_hits": True}, "max_hits: was given true; allowed: a whole number from 0 to 10"),
    ],
)
def test_what_is_refused_is_told_and_the_rest_is_not(options: dict[str, object], told: str | None) -> None:
    if told is None:
        assert load_rules("tonk", options).game == "tonk"
        return
    with pytest.raises(RulesError) as refused:
        load_rules("tonk", options)
    assert told in str(refused.value)


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(RulesError) as refused:
        load_rules("tonk", {"players": 7, "hit_on": "all", **wins({"min": 1, "max": 2, "pays": 1})})
    assert [fault.split(":")[0].split(" =")[0] for fault in refused.value.faults] == ["players", "hit_on", "deal_wins"]


def test_counts_that_can_be_dealt() -> None:
    for cards in (3, 4):
        hands = combinations([int(card_points(card)) for card in DECK], cards)
        found: dict[int, int] = {}
        for hand in hands:
            found[sum(hand)] = found.get(sum(hand), 0) + 1
        counts = dealt_counts(cards)
        assert {count: ways for count, ways in enumerate(counts) if ways} == found
        assert dealt_range(cards) == (min(found), max(found))
    for cards in range(3, 11):
        low, high = dealt_range(cards)
        assert sum(dealt_counts(cards)) == comb(52, cards)
        assert all(dealt_counts(cards)[low : high + 1])


@pytest.mark.parametrize("cards", [6, 7, 8, 9, 10])
def test_forty_nine_and_fifty_are_ordinary_with_more_cards(cards: int) -> None:
    [warning] = load_rules("tonk", {"cards_dealt": cards, "players": 2}).warnings()
    assert warning.startswith(f"deal_wins: 49 to 50 points are ordinary with {cards} cards: ")


def test_presets_bring_no_warning() -> None:
    assert all(not list(load_rules("tonk", preset).warnings()) for preset in presets("tonk"))
    assert sum(dealt_counts(5)[49:51]) / comb(52, 5) < ORDINARY


def test_the_warning_is_shown_unless_one_asks_for_quiet() -> None:
    words = ["odds", "tonk", "--set", "cards_dealt=7"]
    assert "Warning: deal_wins: 49 to 50 points" in CliRunner().invoke(cli, words).stderr
    assert CliRunner().invoke(cli, [*words, "-q"]).stderr == ""
    shown = CliRunner().invoke(cli, ["rules", "show", *words[1:]])
    assert "49 to 50 points are ordinary" in shown.stderr


def test_of_several_deal_wins_the_dearest_holds_at_its_own_moment() -> None:
    entries: list[Mapping[str, object]] = [
        {"min": 40, "max": 50, "pays": 1},
        {"min": 49, "max": 50, "pays": 3},
        {"min": 45, "max": 200, "pays": 5, "when": "own_turn"},
    ]
    rules = load_rules("tonk", wins(*entries))
    assert isinstance(rules, TonkRules)
    params = compile_rules(GAME, rules)
    assert [int(params.deal_due[count]) for count in (39, 40, 48, 49, 50, 51)] == [-1, 1, 1, 3, 3, -1]
    assert [int(params.own_due[count]) for count in (44, 45, 50, 110)] == [-1, 5, 5, 5]


def test_auto_deals_by_the_number_of_players() -> None:
    dealt = [int(compile_rules(GAME, load_rules("tonk", "auto_deal", {"players": n})).hand_size) for n in range(2, 7)]
    assert dealt == [9, 7, 5, 5, 5]


def test_usual_values_are_as_a_rule_file_has_them() -> None:
    rules = load_rules("tonk")
    for option in rules.option_names():
        for value in rules.usual(option):
            changed = load_rules("tonk", {**rules.options(), option: value}) if option != "cards_dealt" else rules
            assert changed.options()[option] == (value if option != "cards_dealt" else 5)
    assert [] in rules.usual("deal_wins")
