"""Tonk, what each option may be, and the options of the deal, the draw and the aces."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.records import Replay, check, refused
from tests.clauses.tonk_records import dealt, last_refused, quiet, record, then

RANGES = {
    "players": (2, 6),
    "cards_dealt": (3, 10),
    "tonk_pays": (0, 100),
    "out_pays": (0, 100),
    "max_hits": (0, 10),
    "hit_freeze": (0, 10),
    "spades_bet": (0, 100),
}
SWITCHES = (
    "upcard",
    "return_discard",
    "double_double",
    "hit_own",
    "hit_others",
    "spread_before_draw",
    "must_discard",
    "held_spreads_count",
    "retire_books",
)
WORDS = {
    "ace_runs": ("low", "high_low"),
    "drop_timing": ("before_draw", "own_turn", "any_time", "never"),
    "caught_pays": ("wiki", "pagat", "lowest_double", "dropper_only", "each_double", "pot_split"),
    "tie_with_dropper": ("caught", "dropper_wins"),
    "tonk_requires": ("no_discard", "one_turn", "own_spreads"),
    "stock_end": ("after_last_draw", "on_need"),
    "stock_tie": ("draw", "split", "each"),
    "hit_on": ("any", "runs"),
    "freeze_blocks": ("drop", "laying", "both"),
    "deal_win_tie": ("draw", "split"),
}


# What is allowed


@pytest.mark.parametrize("option", RANGES)
def test_numbers_are_allowed_from_the_least_to_the_most(replay: Replay, option: str) -> None:
    low, high = RANGES[option]
    for value in (low, high):
        check(replay(dealt(**{option: value})), ok=True)
    for wrong in (low - 1, high + 1, float(low), str(low), True, [low], "none"):
        refused(replay(dealt(**{option: wrong})), None)


@pytest.mark.parametrize("option", SWITCHES)
def test_switches_are_true_or_false(replay: Replay, option: str) -> None:
    for value in (False, True):
        check(replay(dealt(**{option: value})), ok=True)
    for wrong in (0, 1, "true", "none"):
        refused(replay(dealt(**{option: wrong})), None)


@pytest.mark.parametrize("option", WORDS)
def test_words_are_among_those_listed(replay: Replay, option: str) -> None:
    for value in WORDS[option]:
        check(replay(dealt(**{option: value})), ok=True)
    for wrong in ("", WORDS[option][0].upper(), "none", True, 0):
        refused(replay(dealt(**{option: wrong})), None)


@pytest.mark.parametrize("wrong", ["Auto", "none", "", "5", 2, 11, True, 5.0])
def test_cards_dealt_is_a_number_or_auto(replay: Replay, wrong: object) -> None:
    check(replay(dealt(cards_dealt="auto")), ok=True)
    refused(replay(dealt(cards_dealt=wrong)), None)


@pytest.mark.parametrize("rules", [{"players": 6, "cards_dealt": 9}, {"players": 6, "cards_dealt": 10}], ids=str)
@pytest.mark.parametrize("upcard", [True, False])
def test_a_deal_that_leaves_no_stock_is_refused(replay: Replay, rules: dict[str, Any], upcard: bool) -> None:
    refused(replay(dealt(**rules, upcard=upcard)), None)


@pytest.mark.parametrize(
    ("players", "cards", "upcard", "stock"), [(5, 10, True, 1), (5, 10, False, 2), (6, 8, True, 3), (2, 3, True, 45)]
)
def test_a_deal_that_leaves_a_card_of_stock_is_played(
    replay: Replay, players: int, cards: int, upcard: bool, stock: int
) -> None:
    check(replay(dealt(players=players, cards_dealt=cards, upcard=upcard)), ok=True, stock=stock)


def test_the_records_own_number_of_players_counts_for_the_deal(replay: Replay) -> None:
    refused(replay(dealt(cards_dealt=10) | {"players": 6}), None)
    check(replay(dealt(players=6, cards_dealt=8) | {"players": 2}), ok=True, stock=35)


def test_options_without_effect_are_accepted(replay: Replay) -> None:
    check(replay(dealt(hit_own=False, hit_others=False, max_hits=3, hit_freeze=2)), ok=True)
    check(replay(dealt(drop_timing="never", caught_pays="pot_split", tie_with_dropper="dropper_wins")), ok=True)
    check(replay(dealt(must_discard=True, double_double=True, tonk_requires="one_turn")), ok=True)


# The deal


@pytest.mark.parametrize("players", range(2, 7))
def test_players(replay: Replay, players: int) -> None:
    result = replay(dealt(players=players))
    assert [len(hand) for hand in result["hands"]] == [5] * players
    check(result, to_act=1, stock=51 - 5 * players)


@pytest.mark.parametrize("cards", range(3, 11))
def test_cards_dealt(replay: Replay, cards: int) -> None:
    result = replay(dealt(cards_dealt=cards))
    assert [len(hand) for hand in result["hands"]] == [cards] * 3


@pytest.mark.parametrize(("players", "cards"), [(2, 9), (3, 7), (4, 5), (5, 5), (6, 5)])
def test_cards_dealt_auto(replay: Replay, players: int, cards: int) -> None:
    result = replay(dealt(cards_dealt="auto", players=players))
    assert [len(hand) for hand in result["hands"]] == [cards] * players
    assert len(replay(dealt(cards_dealt="auto") | {"players": players})["hands"][0]) == cards


def test_upcard(replay: Replay) -> None:
    game = record(("2c 9d Jh", "3d 8h Qs"), up="Th", upcard=True)
    check(replay(game), legal=["drop", "pile", "stock"], stock=45)
    assert "Th" in replay(then(game, "pile"))["hands"][0]


def test_upcard_false_the_first_player_must_draw_from_the_stock(replay: Replay) -> None:
    game = record(("2c 9d Jh", "3d 8h Qs"), stock="Th", upcard=False)
    check(replay(game), legal=["drop", "stock"], stock=46)
    last_refused(replay, then(game, "pile"))
    check(replay(then(game, quiet("Th"))), legal=["drop", "pile", "stock"], stock=45)
    assert "Th" in replay(then(game, quiet("Th") + "; pile"))["hands"][1]


# The card taken from the pile


def test_return_discard_the_card_just_taken_may_be_discarded(replay: Replay) -> None:
    check(replay(record(("2c 9d Jh", "3d 8h Qs"), "pile; discard Th", up="Th", return_discard=True)), ok=True, turns=1)


def test_return_discard_false_the_card_just_taken_stays(replay: Replay) -> None:
    game = record(("2c 9d Jh", "3d 8h Qs"), "pile", up="Th", return_discard=False)
    check(replay(game), legal=["discard 2c", "discard 9d", "discard Jh"])
    last_refused(replay, then(game, "discard Th"))


def test_return_discard_false_only_in_the_same_turn(replay: Replay) -> None:
    game = record(("2c 9d Jh", "3d 8h Qs"), up="Th", stock="5c", return_discard=False)
    game = then(game, "pile; discard 2c; pile; discard 3d; pile")
    check(replay(game), legal=["discard 9d", "discard Jh", "discard Th"])
    game = then(game, "discard 9d; stock; discard 5c; stock; discard Th")
    check(replay(game), ok=True)


def test_return_discard_false_a_card_from_the_stock_is_free(replay: Replay) -> None:
    check(replay(record(("2c 9d Jh", "3d 8h Qs"), quiet("Th"), stock="Th", return_discard=False)), ok=True, turns=1)


def test_return_discard_false_the_last_card_in_hand_is_free(replay: Replay) -> None:
    game = record(("9c 9d 9h", "3d 8h Qs"), "pile; spread 9c 9d 9h; discard Th", up="Th", return_discard=False)
    check(replay(game), outcome="out", winner=[0])


def test_return_discard_false_the_card_taken_may_be_laid(replay: Replay) -> None:
    game = record(("9c 9d Jh", "3d 8h Qs"), "pile; spread 9c 9d 9h", up="9h", return_discard=False)
    check(replay(game), legal=["discard Jh"])


# Aces in runs


def ace_spreads(replay: Replay, hand: str, ace_runs: str) -> list[str]:
    """Return the spreads of a hand to which 9d is drawn."""
    other = " ".join("3d 4d 8c 8d 4c 3s 7d 6d".split()[: len(hand.split())])
    legal = replay(record((hand, other), "stock", up="8s", stock="9d", ace_runs=ace_runs))["legal"]
    return [action.removeprefix("spread ") for action in legal if action.startswith("spread")]


@pytest.mark.parametrize(
    ("hand", "low", "high_low"),
    [
        ("Ah 2h 3h", ["Ah 2h 3h"], ["Ah 2h 3h"]),
        ("Ah Qh Kh", [], ["Ah Qh Kh"]),
        ("Ah 2h Kh", [], []),
        ("Ah 2h Qh Kh", [], ["Ah Qh Kh"]),
        ("Ah 2h 3h Qh Kh", ["Ah 2h 3h"], ["Ah 2h 3h", "Ah Qh Kh"]),
        ("Ah Jh Qh Kh", ["Jh Qh Kh"], ["Ah Jh Qh Kh", "Ah Qh Kh", "Jh Qh Kh"]),
        ("Ah 2h 3h Kh", ["Ah 2h 3h"], ["Ah 2h 3h"]),
    ],
)
def test_ace_runs(replay: Replay, hand: str, low: list[str], high_low: list[str]) -> None:
    assert ace_spreads(replay, hand, "low") == low
    assert ace_spreads(replay, hand, "high_low") == high_low


@pytest.mark.parametrize(
    ("laid", "hit", "low", "high_low"),
    [
        ("2h 3h 4h", "hit Ah on 2h", True, True),
        ("Jh Qh Kh", "hit Ah on Jh", False, True),
        ("Ah 2h 3h", "hit Kh on Ah", False, False),
        ("Ah 2h 3h", "hit 4h on Ah", True, True),
    ],
)
def test_ace_runs_hits(replay: Replay, laid: str, hit: str, low: bool, high_low: bool) -> None:
    hands = (f"{laid} 6s", f"{hit.split()[1]} 9s Td 8c")
    for ace_runs, may in (("low", low), ("high_low", high_low)):
        game = record(hands, f"stock; spread {laid}; discard Jd; stock", up="8d", stock="Jd 2s", ace_runs=ace_runs)
        assert (hit in replay(game)["legal"]) is may


@pytest.mark.parametrize(("card", "may"), [("2h", False), ("Jh", True)])
def test_ace_runs_high_low_hits_on_queen_king_ace(replay: Replay, card: str, may: bool) -> None:
    hands = ("Ah Qh Kh 6s", f"{card} 9s Td 8c")
    game = record(hands, "stock; spread Ah Qh Kh; discard Jd; stock", up="8d", stock="Jd 2s", ace_runs="high_low")
    assert (f"hit {card} on Ah" in replay(game)["legal"]) is may


@pytest.mark.parametrize("ace_runs", ["low", "high_low"])
def test_a_run_holds_each_card_once_ace_to_king_is_complete(replay: Replay, ace_runs: str) -> None:
    hands = ("2h 3h 4h 5h 6h 7h 8h 9h Th Qs", "Jh Qh Kh 2d 3d 4c 9c 8c Ts Ah")
    game = record(
        hands, "stock; spread 2h 3h 4h 5h 6h 7h 8h 9h Th; discard Qs; stock", up="8d", stock="2s 5s", ace_runs=ace_runs
    )
    game = then(game, "hit Jh on 2h; hit Qh on 2h; hit Kh on 2h")
    assert "hit Ah on 2h" in replay(game)["legal"]
    game = then(game, "hit Ah on Kh")
    assert replay(game)["spreads"][0]["cards"] == [f"{rank}h" for rank in "A23456789TJQK"]
    assert not any(action.startswith("hit") for action in replay(game)["legal"])


def test_an_ace_serves_one_spread_only(replay: Replay) -> None:
    game = record(("Ah 2h 3h Qh Kh", "3d 4d 8c 8d 9c"), "stock; spread Ah 2h 3h", stock="9d")
    assert not any(action.startswith("spread") for action in replay(game)["legal"])
    last_refused(replay, then(game, "spread Ah Qh Kh"))
