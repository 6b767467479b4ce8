"""Pitch, the clauses of the hand: the deal, the auction, the play, the score."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.pitch_records import LOOSE, loss, played, record, sweep, then
from tests.clauses.records import Replay, check, refused
from tests.naive.cards import DECK, SUITS, in_order

CASE_HANDS = ("As Js 5s Kd 7d 3c", "Qs 4s Th 9h 2h 8c", "Ts 6d 5d Qc Jc 4c", "Ks 3s Ah 6h Td 9d")
CASE_PLAYS = "As 4s Ts 3s / 5s Qs 4c Ks / Ah Js 2h 5d / Kd 8c 6d 9d / 7d 9h Jc Td / 6h 3c Th Qc"


# The deal


@pytest.mark.parametrize("players", range(2, 8))
def test_six_cards_in_two_packets_of_three_first_to_the_player_after_the_dealer(replay: Replay, players: int) -> None:
    for dealer in range(players):
        game = {"game": "pitch", "players": players, "dealer": dealer, "deck": " ".join(DECK), "actions": []}
        result = replay(game)
        check(result, ok=True, over=False, to_act=(dealer + 1) % players)
        for place in range(players):
            first, second = 3 * place, 3 * (players + place)
            packets = [*DECK[first : first + 3], *DECK[second : second + 3]]
            assert result["hands"][(dealer + 1 + place) % players] == in_order(packets)


def test_renaming_suits_changes_nothing(replay: Replay) -> None:
    game = record(CASE_HANDS, "3 - - -", CASE_PLAYS)
    expected = replay(game)
    renamed = str.maketrans(dict(zip(SUITS, "hscd", strict=True)))
    other = game | {
        "deck": game["deck"].translate(renamed),
        "actions": [
            action[:-1] + action[-1].translate(renamed) if "play" in action else action for action in game["actions"]
        ],
    }
    assert replay(other) == expected | {"trump": "d"}


# The auction


def test_once_round_from_the_player_after_the_dealer_to_the_dealer(replay: Replay) -> None:
    game = record(LOOSE, dealer=1)
    assert [replay(then(game, calls))["to_act"] for calls in ("", "1", "1 -", "1 - 2")] == [2, 3, 0, 1]
    check(replay(then(game, "1 - 2 -")), to_act=0, legal=[f"play {card}" for card in LOOSE[0].split()])
    refused(replay(then(game, "1 - 2 - 3")), 4)


@pytest.mark.parametrize(
    ("calls", "legal"),
    [
        ("", "1 2 3 4 -"),
        ("-", "1 2 3 4 -"),
        ("1", "2 3 4 -"),
        ("- 2", "3 4 -"),
        ("3", "4 -"),
        ("3 -", "4 -"),
        ("- - -", "2 3 4"),
        ("1 - -", "1 2 3 4 -"),
        ("- 2 -", "2 3 4 -"),
        ("1 2 3", "3 4 -"),
    ],
)
def test_pass_or_bid_more_than_every_bid_before(replay: Replay, calls: str, legal: str) -> None:
    expected = ["pass" if call == "-" else f"bid {call}" for call in legal.split()]
    check(replay(record(LOOSE, calls)), legal=expected)


@pytest.mark.parametrize(("calls", "wrong"), [("2", "1"), ("2", "2"), ("3 -", "2"), ("1 3", "3"), ("1 2 -", "1")])
def test_a_bid_that_is_not_more_is_refused(replay: Replay, calls: str, wrong: str) -> None:
    refused(replay(record(LOOSE, f"{calls} {wrong}")), len(calls.split()))


@pytest.mark.parametrize(("calls", "pitcher"), [("4", 0), ("- 4", 1), ("1 2 4", 2), ("1 2 3 4", 3)])
def test_a_4_ends_the_auction(replay: Replay, calls: str, pitcher: int) -> None:
    game = record(LOOSE, calls)
    check(replay(game), to_act=pitcher, legal=sorted(f"play {card}" for card in LOOSE[pitcher].split()))
    for more in ("-", "4"):
        refused(replay(then(game, more)), len(calls.split()))


def test_after_passes_alone_the_dealer_must_bid_2_at_least(replay: Replay) -> None:
    for wrong in ("-", "1"):
        refused(replay(record(LOOSE, f"- - - {wrong}")), 3)
    for bid in "234":
        check(replay(record(LOOSE, f"- - - {bid}")), to_act=3)


@pytest.mark.parametrize("bid", [1, 2, 3])
def test_the_dealer_may_steal_a_bid_at_the_same_number(replay: Replay, bid: int) -> None:
    stolen = sweep(1, bid, players=3, dealer=1)
    stolen["actions"][:3] = ["pass", f"bid {bid}", f"bid {bid}"]
    check(replay(stolen), pitcher=1, bid=bid, payoffs=[0, 4, 0])


def test_nobody_else_may(replay: Replay) -> None:
    refused(replay(record(LOOSE, "2 2")), 1)
    refused(replay(record(LOOSE, "1 - 1")), 2)


@pytest.mark.parametrize(
    ("calls", "pitcher"), [("1 - - -", 0), ("1 2 - -", 1), ("1 - 3 -", 2), ("1 2 3 -", 2), ("1 - - 2", 3)]
)
def test_the_high_bidder_is_the_pitcher_and_leads(replay: Replay, calls: str, pitcher: int) -> None:
    check(replay(record(LOOSE, calls)), to_act=pitcher)


# The play


@pytest.mark.parametrize("card", ["As", "Kd", "7d", "3c"])
def test_the_first_card_makes_trumps(replay: Replay, card: str) -> None:
    hands = (f"{card} 8h 9h Th Jh Qh", "2h 3h 4h 5h 6h 7h")
    check(replay(played(hands, "2 -", "000000")), trump=card[1], pitcher=0, high=0, low=0)


@pytest.mark.parametrize(
    ("led", "second", "third", "taker"),
    [
        ("7h", "Kh", "Ah", 2),
        ("Ah", "Kh", "2h", 0),
        ("Th", "9h", "Jh", 2),
        ("2h", "Ad", "3h", 2),
        ("7h", "Kh", "9s", 2),
        ("7h", "Ks", "9s", 1),
        ("7h", "2s", "Ah", 1),
        ("7h", "Ad", "Kd", 0),
        ("Ts", "Js", "Qs", 2),
        ("2s", "Ah", "Kh", 0),
    ],
)
def test_the_highest_trump_takes_the_trick_else_the_highest_of_the_suit_led_and_who_takes_it_leads(
    replay: Replay, led: str, second: str, third: str, taker: int
) -> None:
    hands = (f"As {led}", f"3s {second}", f"4s {third}")
    check(replay(record(hands, "2 - -", f"As 3s 4s / {led} {second} {third}")), ok=True, to_act=taker)


TWO = ("As Ks 7h 5s 8c 9c", "3s Qs 4s 9h 2h Kd")
"""After As 3s / Ks Qs seat 1 holds 4s 9h 2h Kd."""


@pytest.mark.parametrize(
    ("plays", "legal"),
    [
        ("As 3s / Ks Qs / 7h", "2h 4s 9h"),
        ("As 3s / Ks Qs / 5s", "4s"),
        ("As 3s / Ks Qs / 8c", "2h 4s 9h Kd"),
        ("As 3s / 5s Qs", "2h 4s 9h Kd"),
        ("As", "3s 4s Qs"),
    ],
)
def test_follow_suit_or_trump_and_play_anything_when_void(replay: Replay, plays: str, legal: str) -> None:
    check(replay(record(TWO, "2 -", plays)), legal=[f"play {card}" for card in legal.split()])


def test_trump_led_and_no_trump_anything(replay: Replay) -> None:
    hands = ("As Ks", "3s 9h 2h Kd 4c 5d")
    check(replay(record(hands, "2 -", "As 3s / Ks")), legal=["play 2h", "play 4c", "play 5d", "play 9h", "play Kd"])


@pytest.mark.parametrize(("plays", "wrong"), [("As 3s / Ks Qs / 7h", "Kd"), ("As 3s / Ks Qs / 5s", "9h"), ("As", "9h")])
def test_a_revoke_is_refused(replay: Replay, plays: str, wrong: str) -> None:
    refused(replay(record(TWO, "2 -", f"{plays} {wrong}")), 2 + len(plays.replace("/", "").split()))


@pytest.mark.parametrize("wrong", ["2s", "Ks", "As"])
def test_nobody_plays_what_he_does_not_hold(replay: Replay, wrong: str) -> None:
    refused(replay(record(TWO, "2 -", f"As {wrong}")), 3)


def test_hands_are_what_is_left_the_open_trick_gone(replay: Replay) -> None:
    check(replay(record(TWO, "2 -", "As 3s / Ks")), hands=[["8c", "9c", "7h", "5s"], ["Kd", "2h", "9h", "4s", "Qs"]])


# The score


def test_high_low_jack_and_game_all_to_one(replay: Replay) -> None:
    check(replay(sweep(0, 4)), payoffs=[4, 0], high=0, low=0, jack=0, game=0, outcome="made", winner=[0])


def test_high_is_the_highest_trump_in_play_whatever_it_is(replay: Replay) -> None:
    game = played(("4s 2c 3c 4c 5c 6c", "3s 2d 3d 4d 5d 6d"), "1 -", "000000")
    check(replay(game), high=0, low=0, jack=None, game=None, payoffs=[2, 0])


def test_low_goes_to_who_takes_it(replay: Replay) -> None:
    game = played(("2s 2c 3c 4c 5c 6c", "3s 2d 3d 4d 5d 6d"), "1 -", "011111")
    check(replay(game), high=1, low=1, payoffs=[-1, 2])


def test_the_jack_of_trumps_goes_to_who_takes_it(replay: Replay) -> None:
    hands = ("2s Js 2c 3c 4c 5c", "Ks As 2d 3d 4d 5d")
    check(replay(played(hands, "1 -", "011111")), jack=1, game=1, payoffs=[-1, 4])
    hands = ("As Js 2c 3c 4c 5c", "Ks 2s 2d 3d 4d 5d")
    check(replay(played(hands, "1 -", "000000")), jack=0, payoffs=[4, 0])


def test_no_jack_no_point(replay: Replay) -> None:
    hands = ("As Ks 2c 3c 4c 5c", "3s 2s Jd Jh 6d 7d")
    check(replay(played(hands, "1 -", "000000")), jack=None, payoffs=[3, 0])


@pytest.mark.parametrize(
    ("card", "points"), [("Th", 10), ("Ah", 4), ("Kh", 3), ("Qh", 2), ("Jh", 1), ("9h", 0), ("2h", 0)]
)
def test_trick_points(replay: Replay, card: str, points: int) -> None:
    hands = ("9s 2c 3c 4c 5c 6c", f"3s {card} 3d 4d 5d 6d")
    check(replay(played(hands, "1 -", "000000")), trick_points=[points, 0], game=0 if points else None)


def test_game_more_than_anyone_else_is_enough(replay: Replay) -> None:
    result = replay(record(CASE_HANDS, "3 - - -", CASE_PLAYS))
    check(result, trick_points=[22, 12, 0, 16], game=0)
    assert 2 * max(result["trick_points"]) < sum(result["trick_points"])


TIED = ("9s Kh 4h 6c 7c 8c", "2s 2h 5h Kd 3d 4d")
"""Led by 0 0 0 1 1 1 each takes a king: three trick points."""

TIED_OTHERS = ("9s 4h 6c 7c 8c 9c", "2s 5h Kd 3d 4d 6d", "3s 2h 2d 7d Kc 2c")
"""Led by 0 0 1 1 2 2 seats 1 and 2 take a king each, seat 0 nothing."""


def test_a_tie_at_the_top_game_is_nobodys(replay: Replay) -> None:
    check(replay(played(TIED, "1 -", "000111")), trick_points=[3, 3], game=None, payoffs=[2, 0])
    check(replay(played(TIED_OTHERS, "1 - -", "001122")), trick_points=[0, 3, 3], game=None, payoffs=[2, 0, 0])


def test_a_lone_trump_is_high_and_low_at_once_and_jack_too(replay: Replay) -> None:
    other = "2d Th 3d 4d 5d 6d"
    check(replay(played(("5s 3h 2c 3c 4c 5c", other), "2 -", "001111")), high=0, low=0, jack=None, payoffs=[2, 1])
    check(replay(played(("Js 3h 2c 3c 4c 5c", other), "3 -", "001111")), high=0, low=0, jack=0, payoffs=[3, 1])


@pytest.mark.parametrize("bid", [1, 2, 3, 4])
def test_the_pitcher_scores_all_he_took_if_that_is_at_least_the_bid(replay: Replay, bid: int) -> None:
    check(replay(sweep(0, bid, players=3, dealer=2)), outcome="made", bid=bid, payoffs=[4, 0, 0])


@pytest.mark.parametrize(("bid", "payoff"), [(1, 3), (2, 3), (3, 3), (4, -4)])
def test_otherwise_the_bid_is_taken_and_what_he_took_does_not_count(replay: Replay, bid: int, payoff: int) -> None:
    hands = ("As Ks Qs Ts 9s 8s", LOOSE[0], LOOSE[1])
    outcome = "made" if payoff > 0 else "set"
    calls = "4" if bid == 4 else f"{bid} - -"
    check(replay(played(hands, calls, "000000")), payoffs=[payoff, 0, 0], outcome=outcome, high=0, low=0, game=0)


def test_the_others_always_score_what_they_took(replay: Replay) -> None:
    check(replay(loss(0, 3, taker=2, players=3)), outcome="set", payoffs=[-3, 0, 4], winner=[2])
    check(replay(record(CASE_HANDS, "4", CASE_PLAYS, low_to="holder")), outcome="set", payoffs=[-4, 0, 0, 1])


def test_winner_is_everyone_with_the_highest_payoff(replay: Replay) -> None:
    hands = ("5s 3h 2c 3c 4c 5c", "2d Th 3d 4d 5d 6d", "6c 2h 7c 8c 9c 4h")
    check(replay(played(hands, "4", "001111")), payoffs=[-4, 1, 0], winner=[1])
    tied = ("9s 2c 3c 4c 5c 6c", "2d 3d 4d 5d 6d 7d", "2h 3h 4h 5h 6h 7h")
    check(replay(played(tied, "3 - -", "000000")), payoffs=[-3, 0, 0], winner=[1, 2])
    both = record(("Js 3s Th 2c 4c 5c", "As 2s 2h 3d 4d 5d"), "2 -", "Js As / 3d 2c / 4d 4c / 5d 5c / 2h Th / 3s 2s")
    check(replay(both), high=1, low=0, jack=1, game=0, payoffs=[2, 2], winner=[0, 1])


def test_tricks_are_the_takers_in_order(replay: Replay) -> None:
    check(replay(record(CASE_HANDS, "3 - - -", CASE_PLAYS)), tricks=[0, 3, 0, 0, 3, 1])


# The worked case


@pytest.mark.parametrize(
    ("calls", "options", "payoffs"),
    [
        ("3 - - -", {}, [4, 0, 0, 0]),
        ("3 - - -", {"low_to": "holder"}, [3, 0, 0, 1]),
        ("4", {"low_to": "holder"}, [-4, 0, 0, 1]),
        ("3 - - -", {"partners": True}, [3, 1, 3, 1]),
    ],
)
def test_worked_case(replay: Replay, calls: str, options: dict[str, Any], payoffs: list[int]) -> None:
    check(replay(record(CASE_HANDS, calls, CASE_PLAYS, **options)), payoffs=payoffs)
