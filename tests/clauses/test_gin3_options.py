"""Three-hand gin, its options and presets; those of gin hold unless said otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.gin3_records import ROLES, dealt, match, record
from tests.clauses.records import Record, Replay, check, refused
from tests.naive.cards import DECK

NUMBERS = {
    "hand_size": (3, 11),
    "knock_limit": (0, 100),
    "gin_bonus": (0, 1000),
    "undercut_bonus": (0, 1000),
    "big_gin_bonus": (0, 1000),
    "stock_floor": (0, 10),
    "target": (1, 10000),
    "game_bonus": (0, 1000),
    "box_bonus": (0, 1000),
    "players": (3, 3),
}
SWITCHES = (
    "oklahoma",
    "oklahoma_ace_gin",
    "oklahoma_spades_double",
    "return_discard",
    "undercut_tie",
    "layoff",
    "layoff_after_melds",
    "shutout_double",
)
CAPTAIN: dict[str, Any] = {
    "players": 3,
    "hand_size": 10,
    "first_turn": "offer",
    "knock_limit": 10,
    "oklahoma": False,
    "oklahoma_ace_gin": True,
    "oklahoma_spades_double": False,
    "return_discard": False,
    "gin_bonus": 25,
    "undercut_bonus": 10,
    "undercut_tie": True,
    "big_gin_bonus": "none",
    "layoff": True,
    "layoff_after_melds": False,
    "stock_floor": 2,
    "target": 100,
    "game_bonus": 0,
    "box_bonus": 0,
    "shutout_double": False,
    "first_roles": "draw",
}
GIN = "9s Ts Js Qs"
LOOSE = "2c 5d 8h Kd"


# What is allowed


@pytest.mark.parametrize("option", NUMBERS)
def test_numbers_are_allowed_from_the_least_to_the_most(replay: Replay, option: str) -> None:
    low, high = NUMBERS[option]
    for value in (low, high):
        check(replay(dealt(**{option: value})), ok=True)
    for wrong in (low - 1, high + 1, float(low), str(low), True, [low]):
        refused(replay(dealt(**{option: wrong})), None)


@pytest.mark.parametrize("option", SWITCHES)
def test_switches_are_true_or_false(replay: Replay, option: str) -> None:
    for value in (False, True):
        check(replay(dealt(**{option: value})), ok=True)
    for wrong in (0, 1, "true", "none"):
        refused(replay(dealt(**{option: wrong})), None)


def test_words(replay: Replay) -> None:
    check(replay(dealt(first_turn="free")), legal=["pile", "stock"])
    check(replay(dealt(first_turn="offer")), legal=["pass", "take"])
    check(replay(dealt(big_gin_bonus="none")), ok=True)
    for wrong in ({"first_turn": "none"}, {"gin_bonus": "none"}, {"big_gin_bonus": "no"}):
        refused(replay(dealt(**wrong)), None)


@pytest.mark.parametrize(
    "rules",
    [{"next_dealer": "loser"}, {"next_dealer": "alternate"}, {"hollywood": False}, {"hollywood": True}],
    ids=str,
)
def test_next_dealer_and_hollywood_are_no_options(replay: Replay, rules: dict[str, object]) -> None:
    refused(replay(dealt(**rules)), None)


@pytest.mark.parametrize("roles", ["draw", *ROLES], ids=str)
def test_first_roles_is_draw_or_the_three_seats_in_an_order(replay: Replay, roles: object) -> None:
    check(replay(dealt(first_roles=roles)), ok=True)


@pytest.mark.parametrize(
    "roles",
    [
        *("drawn", "none", "", 0, True, [], [0, 1], [0, 1, 1], [0, 1, 3], [1, 2, 3], [0, 1, 2, 0], [-1, 0, 1]),
        *(["0", "1", "2"], [0.0, 1.0, 2.0], [False, True, 2]),
    ],
    ids=str,
)
def test_first_roles_that_are_no_order_of_the_three_seats_are_refused(replay: Replay, roles: object) -> None:
    refused(replay(dealt(first_roles=roles)), None)


@pytest.mark.parametrize("roles", ROLES, ids=str)
def test_first_roles_do_not_matter_to_a_record(replay: Replay, roles: list[int]) -> None:
    assert replay(dealt(first_roles=roles)) == replay(dealt())


def test_options_without_effect_are_accepted(replay: Replay) -> None:
    check(replay(dealt(layoff=False, layoff_after_melds=True, oklahoma_ace_gin=False)), ok=True)


# Presets


def telling_records() -> list[Record]:
    """Return records that show every option of the presets at work."""
    hands = [
        dealt(),
        record(LOOSE, GIN, ["stock", "knock 7c"], stock="7c"),
        record(LOOSE, GIN, ["stock"], stock="Ks"),
        record("9c Tc Jc 3h", "9s Ts Js 3d", ["stock", "knock 7c"], stock="7c"),
        record("9c Tc Jc Ad", "9s Ts Js 3d", ["stock", "knock 7c"], stock="7c"),
    ]
    return [*hands, match([(0, 60), (0, 60)], gin_bonus=25), match([(1, 60), (0, 50)], gin_bonus=25)]


def with_options(game: Record, rules: dict[str, Any]) -> Record:
    """Return the record under these rules, and the hand size and first turn that it needs."""
    needed = {key: value for key, value in game["rules"].items() if key in ("hand_size", "first_turn")}
    return game | {"rules": rules | needed}


@pytest.mark.parametrize(("preset", "differing"), [("captain", {}), ("gin20", {"gin_bonus": 20})])
def test_presets(replay: Replay, preset: str, differing: dict[str, Any]) -> None:
    for game in telling_records():
        expected = replay(with_options(game, CAPTAIN | differing))
        check(expected, ok=True)
        assert replay(with_options(game, {"preset": preset})) == expected


def test_captain_holds_without_a_preset(replay: Replay) -> None:
    for game in telling_records():
        assert replay(with_options(game, {})) == replay(with_options(game, {"preset": "captain"}))
    plain = dealt()
    del plain["rules"]
    assert replay(plain) == replay(dealt()) == replay(plain | {"rules": "captain"})


def test_gin20(replay: Replay) -> None:
    game = record(LOOSE, GIN, ["stock", "knock 7c"], stock="7c")
    check(replay(game), payoffs=[0, 50, 0])
    check(replay(with_options(game, {"preset": "gin20"})), payoffs=[0, 45, 0])


@pytest.mark.parametrize("preset", ["classic", "web", "oklahoma", "eaai", "solo"])
def test_other_games_presets_are_none_here(replay: Replay, preset: str) -> None:
    refused(replay(dealt(preset=preset)), None)
    refused(replay(dealt() | {"rules": preset}), None)


# Gin's options


def test_big_gin_bonus(replay: Replay) -> None:
    game = record(LOOSE, GIN, ["stock", "big gin"], stock="Ks", big_gin_bonus=31)
    check(replay(game), outcome="big_gin", payoffs=[0, 31 + 25, 0], winner=[1], next_roles=[1, 2, 0])


def test_undercut_tie_and_bonus(replay: Replay) -> None:
    for tie, bonus, payoffs in ((True, 10, [10, 0, 0]), (True, 25, [25, 0, 0]), (False, 25, [0, 0, 0])):
        game = record(
            "9c Tc Jc 3h",
            "9s Ts Js 3d",
            ["stock", "knock 7c"],
            stock="7c",
            undercut_tie=tie,
            undercut_bonus=bonus,
        )
        check(replay(game), payoffs=payoffs)


def test_oklahoma(replay: Replay) -> None:
    game = record(LOOSE, "9s Ts Js 4d", ["stock"], upcard="3s", stock="7c", oklahoma=True)
    assert "knock 7c" not in replay(game)["legal"]
    game = record(LOOSE, "9s Ts Js 4d", ["stock", "knock 7c"], upcard="4s", stock="7c", oklahoma=True)
    check(replay(game), payoffs=[0, 21, 0])
    game["rules"]["oklahoma_spades_double"] = True
    check(replay(game), payoffs=[0, 42, 0])


def test_layoff(replay: Replay) -> None:
    game = record("8s Qs 5d Kh", "9s Ts Js 3d", ["stock", "knock 7c"], stock="7c", layoff=False)
    check(replay(game), layoffs=[], deadwood=[33, 3, 0], payoffs=[0, 30, 0])


def test_return_discard(replay: Replay) -> None:
    game = record(LOOSE, GIN, ["pile"], upcard="7c")
    assert "discard 7c" not in replay(game)["legal"]
    game["rules"]["return_discard"] = True
    assert "discard 7c" in replay(game)["legal"]


@pytest.mark.parametrize("size", range(3, 12))
def test_hand_size(replay: Replay, size: int) -> None:
    result = replay(dealt(hand_size=size) | {"roles": [1, 2, 0]})
    assert [len(hand) for hand in result["hands"]] == [0, size, size]
    check(result, stock=len(DECK) - 1 - 2 * size, to_act=2)
