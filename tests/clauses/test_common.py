"""What all games' records share: cards, fields, rules in a record, and what is refused. Shown on gin."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.records import Record, Replay, check, dealt, record, refused
from tests.naive.cards import DECK, SUITS


def plain() -> Record:
    """Return a legal record that stops after the deal."""
    return {"game": "gin", "deck": " ".join(DECK), "actions": []}


# Cards


def test_cards_are_read_in_all_spellings_and_written_in_one(replay: Replay) -> None:
    expected = replay(plain())["hands"]
    signs = dict(zip(SUITS, "♣♦♥♠", strict=True))
    tens = [card.replace("T", "10") for card in DECK]
    decks = [
        ", ".join(DECK),
        ",".join(DECK),
        "".join(DECK),
        "  ".join(DECK) + "\n",
        " ".join(tens),
        "".join(tens),
        " ".join(card[0].lower() + card[1] for card in DECK),
        " ".join(card[0] + signs[card[1]] for card in DECK),
        "".join(card[:-1].lower() + signs[card[-1]] for card in tens),
    ]
    for deck in decks:
        check(replay(plain() | {"deck": deck}), ok=True, hands=expected)


@pytest.mark.parametrize(
    "wrong", ["1c", "11c", "0c", "Xc", "cA", "A", "c", "Ac-2c", "joker", "A c", "A\N{CYRILLIC SMALL LETTER ES}"]
)
def test_what_is_no_card_is_refused(replay: Replay, wrong: str) -> None:
    refused(replay(plain() | {"deck": " ".join([wrong, *DECK[1:]])}), None)


@pytest.mark.parametrize(
    "deck", [DECK[:51], [*DECK, "Ac"], [*DECK[:51], "Ac"], []], ids=["one less", "one more", "one twice", "empty"]
)
def test_a_deck_has_each_card_once(replay: Replay, deck: list[str]) -> None:
    refused(replay(plain() | {"deck": " ".join(deck)}), None)


# Fields


@pytest.mark.parametrize("key", ["game", "deck", "actions"])
def test_game_deck_and_actions_are_required(replay: Replay, key: str) -> None:
    game = plain()
    del game[key]
    refused(replay(game), None)


def test_dealer_is_0_rules_the_first_preset_players_the_rules_own_without_the_fields(replay: Replay) -> None:
    expected = replay(plain() | {"dealer": 0, "rules": "classic", "players": 2})
    assert replay(plain()) == expected
    check(expected, to_act=1, legal=["pass", "take"])


def test_note_and_expect_change_nothing(replay: Replay) -> None:
    assert replay(plain() | {"note": "read this", "expect": {"ok": False, "turns": 7}}) == replay(plain())


@pytest.mark.parametrize("key", ["comment", "Deck", "seed", "policy", "target", ""])
def test_unknown_keys_of_a_record_are_refused(replay: Replay, key: str) -> None:
    refused(replay(plain() | {key: 0}), None)


@pytest.mark.parametrize("key", ["knock_limits", "comment", "drop", "dealer", "deck", ""])
def test_unknown_keys_of_its_rules_are_refused(replay: Replay, key: str) -> None:
    refused(replay(plain() | {"rules": {key: 1}}), None)


@pytest.mark.parametrize("key", ["payoff", "comment", "bids", "rules", ""])
def test_unknown_keys_of_expect_are_refused(replay: Replay, key: str) -> None:
    refused(replay(plain() | {"expect": {key: 0}}), None)


def test_every_key_of_gins_results_may_be_expected(replay: Replay) -> None:
    hand = ["ok", "over", "payoffs", "outcome", "winner", "to_act", "legal", "hands", "error", "at"]
    gin = ["deadwood", "knocker", "melds", "layoffs", "turns", "stock", "scores", "dealers"]
    check(replay(plain() | {"expect": dict.fromkeys(hand + gin, 0)}), ok=True)


@pytest.mark.parametrize(
    "fields",
    [
        {"game": "Gin"},
        {"game": "whist"},
        {"game": None},
        {"game": ["gin"]},
        {"deck": None},
        {"deck": 52},
        {"deck": {}},
        {"actions": "stock"},
        {"actions": None},
        {"actions": {}},
        {"dealer": -1},
        {"dealer": 2},
        {"dealer": True},
        {"dealer": 0.0},
        {"dealer": "0"},
        {"dealer": None},
        {"players": 1},
        {"players": 3},
        {"players": True},
        {"players": "2"},
        {"players": 2.0},
        {"expect": []},
        {"expect": "ok"},
        {"rules": []},
        {"rules": 7},
    ],
    ids=str,
)
def test_fields_of_wrong_type_or_out_of_range_are_refused(replay: Replay, fields: dict[str, Any]) -> None:
    refused(replay(plain() | fields), None)


# Rules in a record


def test_rules_are_a_presets_name_or_the_keys_of_a_rule_file(replay: Replay) -> None:
    expected = replay(plain() | {"rules": "web"})
    check(expected, legal=["pile", "stock"])
    for rules in ({"preset": "web"}, {"game": "gin", "preset": "web", "name": "Ours", "players": 2}):
        assert replay(plain() | {"rules": rules}) == expected


def test_the_presets_options_hold_unless_given(replay: Replay) -> None:
    check(replay(dealt(preset="web", hand_size=3)), legal=["pile", "stock"], stock=45)
    check(replay(dealt(preset="web", first_turn="offer")), legal=["pass", "take"])


@pytest.mark.parametrize(
    "rules",
    [
        "captain",
        "",
        {"preset": "captain"},
        {"preset": 1},
        {"preset": None},
        {"game": "tonk"},
        {"name": 7},
        {"players": 3},
        {"players": 1},
        {"players": "2"},
        {"hand_size": 12},
        {"hand_size": "ten"},
    ],
    ids=str,
)
def test_rules_that_are_none_are_refused(replay: Replay, rules: object) -> None:
    refused(replay(plain() | {"rules": rules}), None)


def test_options_without_effect_are_accepted(replay: Replay) -> None:
    rules = {"layoff": False, "layoff_after_melds": True, "oklahoma_ace_gin": False, "oklahoma_spades_double": True}
    check(replay(dealt(**rules)), ok=True)


# Actions


def test_a_record_may_stop_before_the_hand_is_over(replay: Replay) -> None:
    actions = ["pass", "pass", "stock", "discard As", "pile"]
    for end in range(4):
        check(replay(plain() | {"actions": actions[:end]}), ok=True, over=False)


def test_at_is_the_index_of_the_first_faulty_action(replay: Replay) -> None:
    refused(replay(plain() | {"actions": ["pass", "pass", "pile", "fold"]}), 2)


def test_the_fields_faults_come_before_those_of_actions(replay: Replay) -> None:
    refused(replay(plain() | {"actions": ["fold"], "comment": ""}), None)
    refused(replay(plain() | {"actions": ["fold"], "deck": "As"}), None)
    refused(replay(plain() | {"actions": ["fold"], "rules": "captain"}), None)


@pytest.mark.parametrize("more", ["stock", "discard As", "knock As", "pass", "fold"])
def test_an_action_after_the_end_of_the_hand_is_illegal(replay: Replay, more: str) -> None:
    game = record(("As 2s 3s", "Kd Jh 9c"), ["stock", "knock Kh", more], stock="Kh")
    refused(replay(game), 2)
