"""Tonk, the record of a hand: its fields, actions in all spellings, `legal`, the keys of the result."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.records import Record, Replay, check, refused
from tests.clauses.tonk_records import last_refused, quiet, record, steps, then
from tests.naive.cards import DECK

COMMON = {"ok", "over", "hands", "spreads", "retired", "frozen", "turns", "stock", "spades"}


def plain() -> Record:
    """Return a legal record that stops after the deal."""
    return {"game": "tonk", "deck": " ".join(DECK), "actions": []}


def laid(actions: str = "") -> Record:
    """Return a record in which seat 0 has laid 4c 4d 4h and Qh Kh Ah, and seat 1 has drawn 4s."""
    hands = ("4c 4d 4h Ah Qh Kh 9d", "Jh Th 2s 5s 3s 7c 8d")
    game = record(hands, "stock; spread 4c 4d 4h; spread Ah Qh Kh; discard 9d; stock", stock="6c 4s")
    return then(game, actions)


# Fields


@pytest.mark.parametrize("key", ["game", "deck", "actions"])
def test_game_deck_and_actions_are_required(replay: Replay, key: str) -> None:
    game = plain()
    del game[key]
    refused(replay(game), None)


def test_dealer_is_0_rules_wikipedia_players_the_rules_own_without_the_fields(replay: Replay) -> None:
    expected = replay(plain() | {"dealer": 0, "rules": "wikipedia", "players": 3})
    assert replay(plain()) == expected
    check(expected, to_act=1, legal=["drop", "pile", "stock"])


@pytest.mark.parametrize("players", range(2, 7))
def test_players_overrides_the_rules_own_number(replay: Replay, players: int) -> None:
    for rules in ({}, {"players": 4}, {"preset": "double_double"}):
        result = replay(plain() | {"players": players, "rules": rules})
        assert len(result["hands"]) == len(result["frozen"]) == len(result["spades"]) == players


@pytest.mark.parametrize("dealer", range(6))
def test_every_seat_may_deal(replay: Replay, dealer: int) -> None:
    check(replay(plain() | {"players": 6, "dealer": dealer}), to_act=(dealer + 1) % 6)


def test_note_and_expect_change_nothing(replay: Replay) -> None:
    keys = [*COMMON, "payoffs", "outcome", "winner", "to_act", "legal", "error", "at", "counts"]
    assert replay(plain() | {"note": "read this", "expect": dict.fromkeys(keys, 0)}) == replay(plain())


@pytest.mark.parametrize("key", ["Dealer", "comment", "hands", "seed", "cards_dealt", ""])
def test_unknown_keys_of_a_record_are_refused(replay: Replay, key: str) -> None:
    refused(replay(plain() | {key: 0}), None)


@pytest.mark.parametrize("key", ["Players", "hit_frozen", "comment", "dealer", "knock_limit", "stake", ""])
def test_unknown_keys_of_its_rules_are_refused(replay: Replay, key: str) -> None:
    refused(replay(plain() | {"rules": {key: 1}}), None)


@pytest.mark.parametrize("key", ["payoff", "deadwood", "knocker", "melds", "tricks", "scores", "agrees", ""])
def test_unknown_keys_of_expect_are_refused(replay: Replay, key: str) -> None:
    refused(replay(plain() | {"expect": {key: 0}}), None)


@pytest.mark.parametrize(
    "fields",
    [
        {"game": "Tonk"},
        {"game": "tunk"},
        {"deck": None},
        {"deck": " ".join(DECK[:51])},
        {"deck": " ".join([*DECK[:51], "Ac"])},
        {"deck": " ".join(["1c", *DECK[1:]])},
        {"actions": "stock"},
        {"actions": None},
        {"dealer": -1},
        {"dealer": 3},
        {"dealer": True},
        {"dealer": None},
        {"players": 1},
        {"players": 7},
        {"players": 2.0},
        {"players": None},
        {"players": 2, "dealer": 2},
        {"expect": []},
        {"rules": []},
        {"rules": "classic"},
        {"rules": {"preset": "classic"}},
        {"rules": {"game": "gin"}},
        {"rules": {"name": 7}},
        {"rules": {"players": 7}},
    ],
    ids=str,
)
def test_fields_of_wrong_type_or_out_of_range_are_refused(replay: Replay, fields: dict[str, Any]) -> None:
    refused(replay(plain() | fields), None)


# Actions


@pytest.mark.parametrize(
    "text",
    [
        "spread 4c 4d 4h",
        "spread 4h 4c 4d",
        "spread 4c,4d,4h",
        "spread 4h, 4♣, 4♦",
        "spread 4c4d4h",
        "spread  4c  4d4h ",
    ],
)
def test_a_spread_names_its_cards_in_any_order_and_spelling(replay: Replay, text: str) -> None:
    game = record(("4c 4d 4h 9s", "2c 7d 9h Jc"), "stock", stock="Th")
    check(replay(game | {"actions": ["stock", text]}), spreads=[{"owner": 0, "cards": ["4c", "4d", "4h"]}])


@pytest.mark.parametrize("text", ["discard Th", "discard 10h", "discard T♥", "discard th", "discard 10♥"])
def test_a_discard_in_all_spellings(replay: Replay, text: str) -> None:
    game = record(("4c 4d 4h 9s", "2c 7d 9h Jc"), "stock", stock="Th")
    check(replay(game | {"actions": ["stock", text]}), turns=1)


@pytest.mark.parametrize("on", ["Ah", "Qh", "Kh", "kh", "K♥", "A♥"])
def test_a_hit_names_any_card_of_the_spread_on_the_table(replay: Replay, on: str) -> None:
    run = {"owner": 0, "cards": ["Ah", "Jh", "Qh", "Kh"]}
    check(replay(laid(f"hit Jh on {on}")), spreads=[{"owner": 0, "cards": ["4c", "4d", "4h"]}, run])


def test_a_hit_may_name_a_card_just_hit(replay: Replay) -> None:
    check(replay(laid("hit Jh on Ah; hit 10h on Jh")), ok=True, frozen=[2, 0])


@pytest.mark.parametrize(
    "text",
    [
        "hit Jh on 4c",
        "hit Jh on Jh",
        "hit Jh on Th",
        "hit Jh on 9d",
        "hit Jh",
        "hit Jh on",
        "hit Jh Ah",
        "hit on Ah",
        "hit Jh on Qh Kh",
        "hit Th on Ah",
        "hit 9d on 4c",
        "hit 4s on 4s",
        "spread 4s",
        "spread",
        "spread 2s 3s",
        "spread 2s 3s 4s 5s 5s",
        "spread 2s 3s 4s 5s 6s",
        "spread 2s 3s 5s",
        "spread 2s 3s 4z",
        "Spread 2s 3s 4s",
        "discard",
        "discard 2s 3s",
        "discard Ks",
        "drop 2s",
        "stock",
        "wait",
        "claim",
        "pass",
        "knock 2s",
        "",
        7,
        None,
        ["discard 2s"],
    ],
    ids=str,
)
def test_what_is_no_action_now_is_illegal(replay: Replay, text: object) -> None:
    game = laid()
    refused(replay(game | {"actions": [*game["actions"], text]}), 5)


def test_legal_is_sorted_by_character_code(replay: Replay) -> None:
    runs = ["2s 3s 4s", "2s 3s 4s 5s", "3s 4s 5s"]
    discards = ["2s", "3s", "4s", "5s", "7c", "8d", "Jh", "Th"]
    check(
        replay(laid()),
        legal=[
            *(f"discard {card}" for card in discards),
            "hit 4s on 4c",
            "hit Jh on Ah",
            *(f"spread {run}" for run in runs),
        ],
    )


def test_legal_names_a_spread_by_its_first_card_by_suit_then_rank(replay: Replay) -> None:
    legal = replay(laid("hit Jh on Kh"))["legal"]
    assert [action for action in legal if action.startswith("hit")] == ["hit 4s on 4c", "hit Th on Ah"]


def test_legal_lists_one_hit_per_card_and_spread(replay: Replay) -> None:
    hands = ("6c 6d 6h 9d 2c", "3s 4s 5s Jd 8h", "6s 9h Tc Qd 2d")
    actions = "stock; spread 6c 6d 6h; discard Kd; stock; spread 3s 4s 5s; discard Kh; stock"
    legal = replay(record(hands, actions, stock="Kd Kh 4c"))["legal"]
    assert [action for action in legal if action.startswith("hit")] == ["hit 6s on 3s", "hit 6s on 6c"]


def test_a_record_may_stop_before_the_hand_is_over(replay: Replay) -> None:
    actions = laid("hit Jh on Ah; discard 7c; stock").pop("actions")
    for end in range(len(actions) + 1):
        check(replay(laid() | {"actions": actions[:end]}), ok=True, over=False)


def test_at_is_the_index_of_the_first_faulty_action(replay: Replay) -> None:
    refused(replay(laid("fold; fold")), 5)


def test_the_fields_faults_come_before_those_of_actions(replay: Replay) -> None:
    refused(replay(plain() | {"actions": ["fold"], "comment": ""}), None)
    refused(replay(plain() | {"actions": ["fold"], "deck": "As"}), None)
    refused(replay(plain() | {"actions": ["fold"], "rules": "classic"}), None)


@pytest.mark.parametrize("more", ["stock", "drop", "wait", "discard 2c", "claim", ""])
@pytest.mark.parametrize("end", ["drop", "stock; spread 4c 4d 4h; discard 9s; drop"])
def test_an_action_after_the_end_of_the_hand_is_illegal(replay: Replay, end: str, more: str) -> None:
    game = record(("4c 4d 4h 9s", "2c 7d 9h Jc"), end, stock="Th")
    refused(replay(game | {"actions": [*steps(end), more]}), len(steps(end)))


# Results


def test_result_of_a_hand_that_is_not_over(replay: Replay) -> None:
    result = replay(laid())
    assert result.keys() == COMMON | {"to_act", "legal"}
    check(result, ok=True, over=False, to_act=1, turns=1, stock=35, frozen=[0, 0], retired=[], spades=[0, 0])


def test_result_of_a_hand_that_is_over(replay: Replay) -> None:
    result = replay(laid("discard 4s; drop"))
    assert result.keys() == COMMON | {"payoffs", "outcome", "winner", "counts"}
    check(result, ok=True, over=True, turns=2, counts=[6, 45], outcome="drop", winner=[0], payoffs=[1, -1])


def test_hands_and_spreads_are_sorted_by_suit_then_rank(replay: Replay) -> None:
    check(
        replay(laid()),
        hands=[["6c"], ["7c", "8d", "Th", "Jh", "2s", "3s", "4s", "5s"]],
        spreads=[{"owner": 0, "cards": ["4c", "4d", "4h"]}, {"owner": 0, "cards": ["Ah", "Qh", "Kh"]}],
    )


def test_spreads_are_in_the_order_laid_also_when_hit_later(replay: Replay) -> None:
    game = laid("spread 2s 3s 4s 5s; hit Jh on Ah")
    assert [spread["cards"][0] for spread in replay(game)["spreads"]] == ["4c", "Ah", "2s"]


def test_turns_are_completed_each_by_its_discard(replay: Replay) -> None:
    game = record(("2c 5d 9h", "3d 6h 8s", "4h 7s Jd"), stock="Kd Kh Kc Ks", up="Qs")
    check(replay(then(game, f"{quiet('Kd Kh Kc')}; stock")), turns=3, stock=38)
    last_refused(replay, then(game, f"{quiet('Kd Kh Kc')}; stock; stock"))


@pytest.mark.parametrize(
    ("actions", "outcome"),
    [("drop", "drop"), (f"{quiet('Kd')}; drop", "caught"), ("stock; spread 2c 3c 4c; discard Kd", "out")],
)
def test_payoffs_add_up_to_zero(replay: Replay, actions: str, outcome: str) -> None:
    result = replay(record(("2c 3c 4c", "6c 8d Jh", "7s 9s Qd"), actions, stock="Kd"))
    check(result, outcome=outcome)
    assert sum(result["payoffs"]) == 0
