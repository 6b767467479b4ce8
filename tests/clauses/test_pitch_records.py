"""Pitch, the record of a hand: its fields, its actions in all spellings, the keys of its result."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.pitch_records import LOOSE, SWEEP, loss, played, record, sweep
from tests.clauses.records import Record, Replay, check, refused
from tests.naive.cards import DECK

COMMON = {"ok", "over", "hands"}
PLAYING = COMMON | {"to_act", "legal"}
OVER = COMMON | {"payoffs", "outcome", "winner", "pitcher", "bid", "trump", "high", "low", "jack", "game"}
OVER |= {"trick_points", "tricks", "match_winner"}


def plain() -> Record:
    """Return a legal record that stops after the deal."""
    return {"game": "pitch", "deck": " ".join(DECK), "actions": []}


# Fields


@pytest.mark.parametrize("key", ["game", "deck", "actions"])
def test_game_deck_and_actions_are_required(replay: Replay, key: str) -> None:
    game = plain()
    del game[key]
    refused(replay(game), None)


def test_dealer_is_0_rules_solo_players_4_scores_0_without_the_fields(replay: Replay) -> None:
    expected = replay(plain() | {"dealer": 0, "rules": "solo", "players": 4, "scores": [0, 0, 0, 0]})
    assert replay(plain()) == expected
    check(expected, to_act=1, legal=["bid 1", "bid 2", "bid 3", "bid 4", "pass"])


@pytest.mark.parametrize("players", range(2, 8))
def test_players_overrides_the_rules_own_number(replay: Replay, players: int) -> None:
    for rules in ({}, {"players": 3}, "bicycle"):
        assert len(replay(plain() | {"players": players, "rules": rules})["hands"]) == players


@pytest.mark.parametrize("dealer", range(7))
def test_every_seat_may_deal(replay: Replay, dealer: int) -> None:
    check(replay(plain() | {"players": 7, "dealer": dealer}), to_act=(dealer + 1) % 7)


def test_note_and_expect_change_nothing(replay: Replay) -> None:
    keys = [*PLAYING, *OVER, "error", "at", "scores", "dealers", "pitchers"]
    assert replay(plain() | {"note": "read this", "expect": dict.fromkeys(keys, 0)}) == replay(plain())


@pytest.mark.parametrize("key", ["Dealer", "comment", "seed", "roles", "score", "target", ""])
def test_unknown_keys_of_a_record_are_refused(replay: Replay, key: str) -> None:
    refused(replay(plain() | {key: 0}), None)


@pytest.mark.parametrize("key", ["Players", "min_bids", "comment", "dealer", "scores", "knock_limit", ""])
def test_unknown_keys_of_its_rules_are_refused(replay: Replay, key: str) -> None:
    refused(replay(plain() | {"rules": {key: 1}}), None)


@pytest.mark.parametrize("key", ["payoff", "deadwood", "turns", "stock", "spreads", "role_history", "agrees", ""])
def test_unknown_keys_of_expect_are_refused(replay: Replay, key: str) -> None:
    refused(replay(plain() | {"expect": {key: 0}}), None)


@pytest.mark.parametrize(
    "fields",
    [
        {"game": "Pitch"},
        {"game": "setback"},
        {"deck": None},
        {"deck": " ".join(DECK[:51])},
        {"deck": " ".join([*DECK[:51], "Ac"])},
        {"deck": " ".join(["1c", *DECK[1:]])},
        {"actions": "pass"},
        {"actions": None},
        {"dealer": -1},
        {"dealer": 4},
        {"dealer": True},
        {"dealer": None},
        {"players": 1},
        {"players": 8},
        {"players": 4.0},
        {"players": None},
        {"players": 2, "dealer": 2},
        {"expect": []},
        {"rules": []},
        {"rules": "classic"},
        {"rules": {"preset": "wikipedia"}},
        {"rules": {"game": "gin"}},
        {"rules": {"name": 7}},
        {"rules": {"players": 8}},
    ],
    ids=str,
)
def test_fields_of_wrong_type_or_out_of_range_are_refused(replay: Replay, fields: dict[str, Any]) -> None:
    refused(replay(plain() | fields), None)


@pytest.mark.parametrize(
    "scores",
    [
        [],
        [0, 0],
        [0, 0, 0],
        [0] * 5,
        [0, 0, 0, "0"],
        [0, 0, 0, None],
        [0, 0, 0, 1.5],
        [0, 0, 0, True],
        {"0": 1},
        "0 0 0 0",
        0,
        None,
    ],
    ids=str,
)
def test_scores_are_whole_numbers_one_a_seat(replay: Replay, scores: object) -> None:
    refused(replay(plain() | {"scores": scores}), None)
    check(replay(plain() | {"scores": [6, -12, 0, 105]}), ok=True)


@pytest.mark.parametrize("scores", [[], [0], [0, 0, 0], [0, 0, 0, 0]], ids=str)
def test_scores_are_one_a_side(replay: Replay, scores: list[int]) -> None:
    refused(replay(plain() | {"rules": "partners", "scores": scores}), None)
    check(replay(plain() | {"rules": "partners", "scores": [-3, 8]}), ok=True)


@pytest.mark.parametrize("players", range(2, 8))
def test_scores_follow_the_number_of_players(replay: Replay, players: int) -> None:
    check(replay(plain() | {"players": players, "scores": [1] * players}), ok=True)
    refused(replay(plain() | {"players": players, "scores": [1] * (players + 1)}), None)


# Actions


@pytest.mark.parametrize("card", ["Ts", "10s", "T♠", "ts", "10♠"])
def test_a_card_is_played_in_all_spellings(replay: Replay, card: str) -> None:
    game = record(("Ts 2c", "3s 2d"), "2 -")
    check(replay(game | {"actions": [*game["actions"], f"play {card}"]}), to_act=1, legal=["play 3s"])


@pytest.mark.parametrize(
    "action",
    [
        *("", "bid", "bid 0", "bid 5", "bid -1", "bid two", "bid 2 3", "Bid 2", "pass 2", "2", "steal", "play 2c"),
        *(None, 2, ["pass"], {"bid": 2}),
    ],
    ids=str,
)
def test_what_is_no_call_is_refused(replay: Replay, action: object) -> None:
    game = record(LOOSE)
    refused(replay(game | {"actions": [action]}), 0)
    refused(replay(game | {"actions": ["pass", action]}), 1)


@pytest.mark.parametrize(
    "action", ["", "2c", "play", "play 2c 3c", "play 1c", "lead 2c", "pass", "bid 3", "play 2d", None]
)
def test_what_is_no_play_is_refused(replay: Replay, action: object) -> None:
    game = record(LOOSE, "2 - - -")
    refused(replay(game | {"actions": [*game["actions"], action]}), 4)


def test_legal_is_sorted_as_plain_text(replay: Replay) -> None:
    game = record(("As Td 9c Kh 2s Jc", ""), "2 -")
    check(replay(game), legal=["play 2s", "play 9c", "play As", "play Jc", "play Kh", "play Td"])


def test_at_is_the_index_of_the_first_faulty_action(replay: Replay) -> None:
    refused(replay(record(LOOSE, "2 1 -", "2c")), 1)
    refused(replay(record(LOOSE, "2 - - -", "2d 2c")), 4)


def test_the_fields_faults_come_before_those_of_actions(replay: Replay) -> None:
    for wrong in ({"comment": ""}, {"deck": "As"}, {"rules": "classic"}, {"scores": [0]}, {"dealer": 4}):
        refused(replay(plain() | {"actions": ["fold"]} | wrong), None)


@pytest.mark.parametrize("more", ["pass", "bid 4", "play As", "play 2c"])
def test_an_action_after_the_end_of_the_hand_is_illegal(replay: Replay, more: str) -> None:
    game = sweep(0, 2)
    refused(replay(game | {"actions": [*game["actions"], more]}), 14)


# The result


def test_keys_of_a_hand_that_goes_on(replay: Replay) -> None:
    game = sweep(0, 2)
    for end in range(len(game["actions"])):
        result = replay(game | {"actions": game["actions"][:end]})
        check(result, ok=True, over=False)
        assert result.keys() == PLAYING


def test_keys_of_a_hand_that_is_over(replay: Replay) -> None:
    for game in (sweep(0, 2), loss(0, 2, 1), record(LOOSE[:2], "- -", forced_bid="redeal")):
        result = replay(game)
        check(result, ok=True, over=True)
        assert result.keys() == OVER


def test_the_whole_result(replay: Replay) -> None:
    assert replay(loss(1, 3, taker=0, players=3, scores=[2, 3, 9])) == {
        "ok": True,
        "over": True,
        "hands": [[], [], []],
        "payoffs": [4, -3, 0],
        "outcome": "set",
        "winner": [0],
        "pitcher": 1,
        "bid": 3,
        "trump": "s",
        "high": 0,
        "low": 0,
        "jack": 0,
        "game": 0,
        "trick_points": [20, 0, 0],
        "tricks": [0] * 6,
        "match_winner": None,
    }


def test_the_hand_of_who_was_thrown_in_is_kept(replay: Replay) -> None:
    result = replay(record(LOOSE[:2], "- -", forced_bid="redeal"))
    assert result["hands"] == [hand.split() for hand in LOOSE[:2]]


def test_bid_is_what_was_bid_last(replay: Replay) -> None:
    hands = (LOOSE[0], LOOSE[1], SWEEP)
    check(replay(played(hands, "1 2 3", "222222")), bid=3, pitcher=2)
    check(replay(played(hands, "1 2 2", "222222")), bid=2, pitcher=2)
