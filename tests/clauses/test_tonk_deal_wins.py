"""Tonk, deal wins and the side bet on spades."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.records import Replay, check, refused
from tests.clauses.tonk_records import dealt, hands_of, last_refused, quiet, record, then


def win(low: int, high: int, pays: int = 2, when: str | None = None) -> dict[str, Any]:
    """Return an entry of `deal_wins`."""
    return {"min": low, "max": high, "pays": pays} | ({} if when is None else {"when": when})


def own(low: int, high: int, pays: int = 2) -> dict[str, Any]:
    """Return an entry that is due at the holder's own turn."""
    return win(low, high, pays, "own_turn")


# Entries


@pytest.mark.parametrize(
    "wins",
    [
        [win(10, 9)],
        [win(41, 50)],
        [win(0, 3)],
        [win(10, 20), win(41, 41)],
        [win(10, 20, 101)],
        [win(10, 20, -1)],
        [win(10, 20, 2, "later")],
        [win(10, 20, 2, "")],
        [win(10, 20)] * 9,
        [{"min": 10, "max": 20}],
        [{"min": 10, "pays": 2}],
        [{"max": 10, "pays": 2}],
        [win(10, 20) | {"note": "ours"}],
        [win(10, 20) | {"min": 10.0}],
        [win(10, 20) | {"max": "20"}],
        [win(10, 20) | {"pays": True}],
        [[10, 20, 2]],
        [10],
        win(10, 20),
        "none",
        49,
    ],
    ids=str,
)
def test_deal_wins_refused(replay: Replay, wins: object) -> None:
    refused(replay(dealt(cards_dealt=4, deal_wins=wins)), None)


@pytest.mark.parametrize(
    "wins", [[], [win(5, 40)], [win(0, 4)], [win(10, 20, 0)], [win(10, 20, 100)], [win(20, 20)] * 8], ids=str
)
def test_deal_wins_accepted(replay: Replay, wins: list[dict[str, Any]]) -> None:
    check(replay(dealt(cards_dealt=4, deal_wins=wins)), ok=True)


@pytest.mark.parametrize(
    ("cards", "least", "most"),
    [(3, 3, 30), (4, 4, 40), (5, 6, 50), (6, 8, 60), (7, 10, 70), (8, 12, 80), (9, 15, 90), (10, 18, 100)],
)
def test_deal_wins_an_entry_is_refused_only_if_none_of_its_counts_can_be_dealt(
    replay: Replay, cards: int, least: int, most: int
) -> None:
    for wins, ok in (
        ([win(0, least)], True),
        ([win(0, least - 1)], False),
        ([win(most, most + 9)], True),
        ([win(most + 1, most + 9)], False),
    ):
        assert replay(dealt(cards_dealt=cards, players=2, deal_wins=wins))["ok"] is ok


def test_deal_wins_of_the_preset_must_be_possible_too(replay: Replay) -> None:
    for rules, ok in (
        ({"cards_dealt": 4}, False),
        ({"cards_dealt": 4, "deal_wins": []}, True),
        ({"cards_dealt": 6}, True),
        ({"preset": "low_hands", "cards_dealt": 7}, False),
        ({"preset": "low_hands", "cards_dealt": 6}, True),
        ({"preset": "low_hands", "cards_dealt": "auto", "players": 3}, False),
        ({"preset": "low_hands", "cards_dealt": "auto", "players": 4}, True),
    ):
        assert replay({**dealt(), "rules": rules})["ok"] is ok, rules


# At the deal


def test_deal_wins_before_anyone_plays_everyone_pays(replay: Replay) -> None:
    game = record(hands_of([20, 38, 25]), deal_wins=[win(38, 40, 3)])
    check(replay(game), over=True, outcome="deal_win", winner=[1], payoffs=[-3, 6, -3], counts=[20, 38, 25], turns=0)
    refused(replay(then(game, "stock")), 0)


@pytest.mark.parametrize(("count", "won"), [(9, False), (10, True), (12, True), (13, False)])
def test_deal_wins_from_min_to_max(replay: Replay, count: int, won: bool) -> None:
    game = record(hands_of([count, 20]), deal_wins=[win(10, 12)])
    check(replay(game), over=won)


def test_deal_wins_of_several_entries_that_a_count_matches_the_one_that_pays_most_holds(replay: Replay) -> None:
    for pays in ((2, 3, 1), (3, 1, 2), (1, 2, 3)):
        wins = [win(10, 12, pays[0]), win(5, 20, pays[1]), win(11, 30, pays[2])]
        check(replay(record(hands_of([11, 40]), deal_wins=wins)), payoffs=[3, -3])


def test_deal_wins_of_several_players_those_who_are_due_most(replay: Replay) -> None:
    wins = [win(38, 40, 2), win(5, 13, 3)]
    check(replay(record(hands_of([38, 10, 25]), deal_wins=wins)), winner=[1], payoffs=[-3, 6, -3])


@pytest.mark.parametrize("tie", ["draw", "split"])
@pytest.mark.parametrize(
    ("counts", "payoffs", "winner"),
    [
        ([12, 12, 30, 30], [2, 2, -2, -2], [0, 1]),
        ([12, 12, 30], [1, 1, -2], [0, 1]),
        ([30, 11, 12, 13, 30], [-2, 4 / 3, 4 / 3, 4 / 3, -2], [1, 2, 3]),
        ([12, 12], [0, 0], [0, 1]),
        ([12, 12, 12], [0, 0, 0], [0, 1, 2]),
    ],
)
def test_deal_win_tie(replay: Replay, tie: str, counts: list[int], payoffs: list[float], winner: list[int]) -> None:
    game = record(hands_of(counts), deal_wins=[win(11, 13)], deal_win_tie=tie)
    if tie == "draw":
        check(replay(game), outcome="draw", payoffs=[0] * len(counts), winner=[], over=True)
    else:
        check(replay(game), outcome="deal_win", payoffs=pytest.approx(payoffs, abs=1e-9), winner=winner)


def test_deal_win_tie_only_among_those_who_are_due_most(replay: Replay) -> None:
    wins = [win(11, 13), win(38, 38, 5)]
    check(replay(record(hands_of([12, 12, 38]), deal_wins=wins)), outcome="deal_win", payoffs=[-5, -5, 10])


def test_deal_wins_equal_pay_by_different_entries_is_a_tie(replay: Replay) -> None:
    wins = [win(12, 12), win(38, 38)]
    game = record(hands_of([12, 38, 25]), deal_wins=wins, deal_win_tie="split")
    check(replay(game), outcome="deal_win", payoffs=[1, 1, -2], winner=[0, 1])


@pytest.mark.parametrize("held", [True, False])
def test_deal_wins_go_by_the_points_of_all_cards_dealt(replay: Replay, held: bool) -> None:
    game = record(("Ts Js Qs 8c", "Ac 2d 4h 6s"), deal_wins=[win(38, 38)], held_spreads_count=held)
    check(replay(game), outcome="deal_win", winner=[0], payoffs=[2, -2])
    game = record(("Ts Js Qs 8c", "Ac 2d 4h 6s"), deal_wins=[win(8, 8)], held_spreads_count=held)
    check(replay(game), over=False)


def test_deal_wins_without_upcard_and_before_the_asking(replay: Replay) -> None:
    options: dict[str, Any] = {"deal_wins": [win(12, 12)], "upcard": False, "drop_timing": "any_time"}
    check(replay(record(hands_of([12, 38]), **options)), outcome="deal_win", stock=44)
    check(replay(record(hands_of([13, 38]), **options)), legal=["drop", "wait"])


# At the own turn


def test_deal_wins_own_turn_claimed_at_the_start_of_the_own_first_turn(replay: Replay) -> None:
    game = record(hands_of([25, 38, 20]), stock="Ks Kh", deal_wins=[own(38, 38, 4)])
    check(replay(game), legal=["drop", "pile", "stock"])
    game = then(game, quiet("Ks"))
    check(replay(game), legal=["claim", "drop", "pile", "stock"])
    check(replay(then(game, "claim")), outcome="deal_win", winner=[1], payoffs=[-4, 8, -4], turns=1)


def test_deal_wins_own_turn_need_not_be_claimed_and_are_lost_with_the_draw(replay: Replay) -> None:
    game = then(record(hands_of([38, 25]), stock="Ks Kh", deal_wins=[own(38, 38)]), "stock")
    last_refused(replay, then(game, "claim"))
    game = then(game, f"discard Ks; {quiet('Kh')}")
    check(replay(game), to_act=0, legal=["drop", "pile", "stock"])
    last_refused(replay, then(game, "claim"))


def test_deal_wins_own_turn_lost_to_an_earlier_drop(replay: Replay) -> None:
    game = record(hands_of([20, 38]), "drop", deal_wins=[own(38, 38)])
    check(replay(game), outcome="drop", payoffs=[1, -1])


def test_deal_wins_own_turn_lost_to_a_drop_when_asked(replay: Replay) -> None:
    hands = hands_of([38, 20])
    game = record(hands, "wait; drop", deal_wins=[own(38, 38)], drop_timing="any_time")
    check(replay(game), outcome="drop", winner=[1], turns=0)
    game = record(hands, "wait; wait", deal_wins=[own(38, 38)], drop_timing="any_time")
    check(replay(game), legal=["claim", "drop", "pile", "stock"])
    last_refused(replay, record(hands, "claim", deal_wins=[own(38, 38)], drop_timing="any_time"))


def test_deal_wins_own_turn_lost_to_a_tonk(replay: Replay) -> None:
    game = record(("4s 5s 6s", "Kc Kd Kh"), "stock; spread 4s 5s 6s 7s", stock="7s", deal_wins=[own(30, 30)])
    check(replay(game), outcome="tonk")


def test_deal_wins_own_turn_the_first_to_claim_wins_alone(replay: Replay) -> None:
    game = record(hands_of([38, 38, 20]), "claim", deal_wins=[own(38, 38)], deal_win_tie="draw")
    check(replay(game), outcome="deal_win", winner=[0], payoffs=[4, -2, -2])


def test_deal_wins_own_turn_passes_to_later_players(replay: Replay) -> None:
    game = record(hands_of([38, 20, 38]), stock="Ks Kh", deal_wins=[own(38, 38)])
    game = then(game, quiet("Ks Kh"))
    check(replay(then(game, "claim")), outcome="deal_win", winner=[2], payoffs=[-2, -2, 4], turns=2)


def test_deal_wins_own_turn_goes_by_the_cards_dealt_not_by_the_drop_or_the_freeze(replay: Replay) -> None:
    options: dict[str, Any] = {"deal_wins": [own(38, 38)], "drop_timing": "never", "held_spreads_count": False}
    check(replay(record(("Ts Js Qs 8c", "Ac 2d 4h 6s"), **options)), legal=["claim", "pile", "stock"])


def test_deal_wins_due_at_the_deal_are_looked_at_first_and_by_themselves(replay: Replay) -> None:
    wins = [win(12, 12, 1), own(38, 38, 5), own(12, 12, 7)]
    check(replay(record(hands_of([38, 12, 20]), deal_wins=wins)), winner=[1], payoffs=[-1, 2, -1], outcome="deal_win")
    check(replay(record(hands_of([38, 13, 20]), deal_wins=wins)), over=False, to_act=0)


def test_deal_wins_own_turn_of_several_entries_the_one_that_pays_most(replay: Replay) -> None:
    game = record(hands_of([38, 20]), "claim", deal_wins=[own(30, 40, 1), own(38, 38, 3), own(37, 39, 2)])
    check(replay(game), payoffs=[3, -3])


# Spades


def bet(hands: tuple[str, ...], answers: str, stakes: int = 5, **options: Any) -> dict[str, Any]:
    """Return a record in which the players join (`i`) or stay out (`o`), in turn order."""
    words = {"i": "spades in", "o": "spades out"}
    return record(hands, "; ".join(words[answer] for answer in answers), spades_bet=stakes, **options)


SPADES = ("Ks 2c 3d", "As 4c 5d", "Qs 9s 6h")


def test_spades_bet_each_player_answers_in_turn_order_before_all_else(replay: Replay) -> None:
    game = bet(SPADES, "", dealer=0, deal_wins=[win(10, 10)], drop_timing="any_time")
    for seat in (1, 2, 0):
        check(replay(game), over=False, to_act=seat, legal=["spades in", "spades out"], spades=[0, 0, 0])
        game = then(game, "spades out")
    check(replay(game), over=True, outcome="deal_win")
    last_refused(replay, bet(SPADES, "") | {"actions": ["stock"]})


def test_spades_bet_0_is_no_bet(replay: Replay) -> None:
    check(replay(bet(SPADES, "", stakes=0)), legal=["drop", "pile", "stock"], spades=[0, 0, 0])
    last_refused(replay, bet(SPADES, "i", stakes=0))


@pytest.mark.parametrize(
    ("hands", "answers", "spades"),
    [
        (SPADES, "iii", [-5, 10, -5]),
        (SPADES, "ioi", [5, 0, -5]),
        (SPADES, "oii", [0, 5, -5]),
        (SPADES, "oio", [0, 0, 0]),
        (SPADES, "ooo", [0, 0, 0]),
        (("Kh 2c 3d", "Ah 4c 5d", "2s 9c 6h"), "iii", [-5, -5, 10]),
        (("Kh 2c 3d", "Ah 4c 5d", "2s 9c 6h"), "iio", [0, 0, 0]),
        (("Kh 2c 3d", "Ah 4c 5d", "2h 9c 6h"), "iii", [0, 0, 0]),
        (("Ts 2c 3d", "9s 8s 7s", "2s 9c 6h"), "iii", [10, -5, -5]),
    ],
)
def test_spades_bet_the_highest_among_those_who_joined_takes_the_pot_ace_high(
    replay: Replay, hands: tuple[str, ...], answers: str, spades: list[int]
) -> None:
    check(replay(bet(hands, answers)), spades=spades, over=False, to_act=0)


def test_spades_bet_is_counted_in_payoffs(replay: Replay) -> None:
    game = then(bet(SPADES, "iii"), "drop")
    check(replay(game), counts=[15, 10, 25], spades=[-5, 10, -5], payoffs=[-5 - 2, 10 + 3, -5 - 1], outcome="caught")
    game = bet(SPADES, "iii", deal_wins=[win(10, 10)])
    check(replay(game), outcome="deal_win", payoffs=[-5 - 2, 10 + 4, -5 - 2])
    game = bet(SPADES, "iii", deal_wins=[win(10, 15)])
    check(replay(game), outcome="draw", payoffs=[-5, 10, -5], winner=[])


@pytest.mark.parametrize("action", ["spades", "spades In", "in", "out", "spades out in", "wait", "drop", "pile"])
def test_spades_bet_no_other_answer(replay: Replay, action: str) -> None:
    last_refused(replay, bet(SPADES, "") | {"actions": [action]})
