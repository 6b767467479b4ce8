"""Gin, what each option may be, and every option of a hand with its values."""

from __future__ import annotations

import pytest

from tests.clauses.records import Replay, check, dealt, record, refused

LOOSE = "Kd Jh 9c"
GIN = "As 2s 3s"

RANGES: dict[str, tuple[int, int]] = {
    "hand_size": (3, 11),
    "knock_limit": (0, 100),
    "gin_bonus": (0, 1000),
    "undercut_bonus": (0, 1000),
    "big_gin_bonus": (0, 1000),
    "stock_floor": (0, 10),
    "target": (1, 10000),
    "game_bonus": (0, 1000),
    "box_bonus": (0, 1000),
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
    "hollywood",
)
WORDS = {
    "first_turn": ("offer", "free"),
    "next_dealer": ("winner", "loser", "alternate", "alternate_scored"),
}


# What is allowed


@pytest.mark.parametrize("option", RANGES)
def test_numbers_are_allowed_from_the_least_to_the_most(replay: Replay, option: str) -> None:
    low, high = RANGES[option]
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


@pytest.mark.parametrize("option", WORDS)
def test_words_are_among_those_listed(replay: Replay, option: str) -> None:
    for value in WORDS[option]:
        check(replay(dealt(**{option: value})), ok=True)
    for wrong in ("", WORDS[option][0].upper(), "none", True, 0):
        refused(replay(dealt(**{option: wrong})), None)


def test_none_is_for_the_big_gin_bonus_alone(replay: Replay) -> None:
    check(replay(dealt(big_gin_bonus="none")), ok=True)
    for option in ("gin_bonus", "knock_limit", "target"):
        refused(replay(dealt(**{option: "none"})), None)


# Options of a hand


@pytest.mark.parametrize("size", range(3, 12))
def test_hand_size(replay: Replay, size: int) -> None:
    result = replay(dealt(hand_size=size))
    assert [len(hand) for hand in result["hands"]] == [size, size]
    assert result["stock"] == 52 - 2 * size - 1


def test_first_turn_offer_goes_to_the_player_after_the_dealer_then_to_the_dealer(replay: Replay) -> None:
    game = record((GIN, LOOSE), [], first_turn="offer", dealer=1)
    check(replay(game), legal=["pass", "take"], to_act=0, turns=0)
    game["actions"] = ["pass"]
    check(replay(game), legal=["pass", "take"], to_act=1, turns=0)
    game["actions"] = ["pass", "pass"]
    check(replay(game), legal=["stock"], to_act=0, turns=0)
    game["actions"] = ["pass", "pass", "pile"]
    refused(replay(game), 2)


def test_first_turn_offer_taken_by_the_player_after_the_dealer(replay: Replay) -> None:
    game = record((GIN, LOOSE), ["take"], upcard="5d", first_turn="offer", knock_limit=8)
    check(replay(game), legal=["discard 2s", "discard 3s", "discard As", "knock 3s"], to_act=0, turns=0)
    game["actions"].append("discard 2s")
    check(replay(game), legal=["pile", "stock"], to_act=1, turns=1, stock=45)


def test_first_turn_offer_taken_by_the_dealer(replay: Replay) -> None:
    game = record((LOOSE, GIN), ["pass", "take", "knock 3s"], upcard="4s", first_turn="offer")
    check(replay(game), over=True, knocker=1, turns=1, stock=45)
    game["actions"][2] = "discard 3s"
    check(replay(game), legal=["pile", "stock"], to_act=0, turns=1)


def test_first_turn_offer_the_pile_is_open_again_after_the_forced_draw(replay: Replay) -> None:
    game = record((GIN, LOOSE), ["pass", "pass", "stock", "discard 8h"], stock="8h", first_turn="offer")
    check(replay(game), legal=["pile", "stock"], to_act=1, turns=1)


def test_first_turn_free(replay: Replay) -> None:
    game = record((GIN, LOOSE), [], upcard="5d", first_turn="free")
    check(replay(game), legal=["pile", "stock"], to_act=0)
    for action in ("take", "pass"):
        refused(replay(game | {"actions": [action]}), 0)


@pytest.mark.parametrize("limit", [0, 9, 10, 11, 100])
def test_knock_limit(replay: Replay, limit: int) -> None:
    legal = replay(record(("7c 2d Ah", LOOSE), ["stock"], stock="Kh", knock_limit=limit))["legal"]
    assert ("knock Kh" in legal) == (limit >= 10)
    assert ("knock Ah" in legal) == (limit >= 19)


@pytest.mark.parametrize(("upcard", "limit"), [("2d", 2), ("9d", 9), ("Td", 10), ("Kh", 10), ("Ad", 0)])
@pytest.mark.parametrize(
    ("hand", "left"),
    [
        ("As 2s 3s 4s", 0),
        ("As 2s 3s Ac", 1),
        ("As 2s 3s 2c", 2),
        ("As 2s 3s 3c", 3),
        ("As 2s 3s 9c", 9),
        ("As 2s 3s Tc", 10),
        ("As 2s 3s Tc Ac", 11),
    ],
)
def test_oklahoma_takes_the_limit_from_the_upcard(
    replay: Replay, upcard: str, limit: int, hand: str, left: int
) -> None:
    other = " ".join("Kd Jh 8c 7h 5d".split()[: len(hand.split())])
    game = record((hand, other), ["stock"], upcard=upcard, stock="Qd", oklahoma=True, knock_limit=50)
    assert ("knock Qd" in replay(game)["legal"]) == (left <= limit)


@pytest.mark.parametrize("gin_only", [True, False])
@pytest.mark.parametrize(("hand", "left"), [("2s 3s 4s 5s", 0), ("2s 3s 4s Ac", 1), ("2s 3s 4s 2d", 2)])
def test_oklahoma_ace_gin(replay: Replay, gin_only: bool, hand: str, left: int) -> None:
    game = record((hand, "Kd Jh 9c 7h"), ["stock"], upcard="Ah", stock="Qd", oklahoma=True, oklahoma_ace_gin=gin_only)
    assert ("knock Qd" in replay(game)["legal"]) == (left <= (0 if gin_only else 1))


def test_oklahoma_ace_gin_has_no_effect_without_oklahoma(replay: Replay) -> None:
    game = record(("2s 3s 4s Ac", "Kd Jh 9c 7h"), ["stock"], upcard="Ah", stock="Qd", oklahoma_ace_gin=True)
    assert "knock Qd" in replay(game)["legal"]


@pytest.mark.parametrize(
    ("hands", "stock", "last", "payoffs"),
    [
        (("2h 3h 4h 5h", "Kd Jh 9c 7d"), "Qd", "knock Qd", [25 + 36, 0]),
        (("2h 3h 4h 5h", "Kd Jh 9c 7d"), "6h", "big gin", [31 + 36, 0]),
        (("2h 3h 4h 5d", "Kd Jh 9c 7d"), "Qd", "knock Qd", [31, 0]),
        (("2h 3h 4h 5d", "Ad Ac 2c 8s"), "Qd", "knock Qd: 2h3h4h", [7, 0]),
        (("2h 3h 4h 5d", "Ad Ac 2c 5h"), "Qd", "knock Qd", [0, 26]),
    ],
    ids=["gin", "big gin", "knock", "named", "undercut"],
)
@pytest.mark.parametrize(
    ("upcard", "oklahoma", "doubles", "times"),
    [("Ts", True, True, 2), ("Ts", True, False, 1), ("Ts", False, True, 1), ("Th", True, True, 1)],
)
def test_oklahoma_spades_double(
    replay: Replay,
    hands: tuple[str, str],
    stock: str,
    last: str,
    payoffs: list[int],
    upcard: str,
    oklahoma: bool,
    doubles: bool,
    times: int,
) -> None:
    game = record(hands, ["stock", last], upcard=upcard, stock=stock, oklahoma=oklahoma, oklahoma_spades_double=doubles)
    check(replay(game), payoffs=[times * score for score in payoffs])


@pytest.mark.parametrize("returns", [False, True])
@pytest.mark.parametrize("draw", ["pile", "take"])
def test_return_discard(replay: Replay, draw: str, returns: bool) -> None:
    first_turn = "offer" if draw == "take" else "free"
    game = record((GIN, LOOSE), [draw], upcard="5d", return_discard=returns, first_turn=first_turn)
    legal = replay(game)["legal"]
    assert ("discard 5d" in legal, "knock 5d" in legal) == (returns, returns)
    for word in ("discard", "knock"):
        result = replay(game | {"actions": [draw, f"{word} 5d"]})
        if returns:
            check(result, ok=True, turns=1)
        else:
            refused(result, 1)


def test_return_discard_is_about_the_same_turn_and_the_pile_only(replay: Replay) -> None:
    game = record((GIN, LOOSE), ["stock", "discard 5d"], stock="5d")
    check(replay(game), ok=True, turns=1)
    actions = ["pile", "discard As", "stock", "discard Kd", "stock", "discard 9d"]
    check(replay(record((GIN, LOOSE), actions, upcard="9d", stock="5d 6d")), ok=True, turns=3)


@pytest.mark.parametrize("bonus", [0, 25, 1000])
def test_gin_bonus(replay: Replay, bonus: int) -> None:
    game = record((GIN, LOOSE), ["stock", "knock Qd"], stock="Qd", gin_bonus=bonus)
    check(replay(game), outcome="gin", payoffs=[bonus + 29, 0])


def test_gin_without_any_points_is_still_won(replay: Replay) -> None:
    game = record((GIN, "Kd Kh Kc"), ["stock", "knock Qd"], stock="Qd", gin_bonus=0)
    check(replay(game), outcome="gin", payoffs=[0, 0], winner=[0])


@pytest.mark.parametrize("bonus", [0, 10, 1000])
def test_undercut_bonus(replay: Replay, bonus: int) -> None:
    game = record(("As 2s 5h", "2d 3h Ac"), ["stock", "knock Kc"], stock="Kc", undercut_bonus=bonus)
    check(replay(game), outcome="undercut", payoffs=[0, bonus + 2], winner=[1])


@pytest.mark.parametrize("bonus", [0, 25])
def test_undercut_tie_true(replay: Replay, bonus: int) -> None:
    game = record(("As 2s 5h", "2d 3h 3c"), ["stock", "knock Kc"], stock="Kc", undercut_tie=True, undercut_bonus=bonus)
    check(replay(game), outcome="undercut", payoffs=[0, bonus], winner=[1], knocker=0, deadwood=[8, 8])


def test_undercut_tie_false(replay: Replay) -> None:
    game = record(("As 2s 5h", "2d 3h 3c"), ["stock", "knock Kc"], stock="Kc", undercut_tie=False)
    check(replay(game), outcome="knock", payoffs=[0, 0], winner=[], knocker=0, deadwood=[8, 8])


def test_undercut_tie_false_leaves_a_smaller_count_an_undercut(replay: Replay) -> None:
    game = record(("As 2s 5h", "2d 3h 2c"), ["stock", "knock Kc"], stock="Kc", undercut_tie=False)
    check(replay(game), outcome="undercut", payoffs=[0, 26], winner=[1], deadwood=[8, 7])


@pytest.mark.parametrize("bonus", [0, 31, 1000])
def test_big_gin_bonus_is_the_whole_bonus(replay: Replay, bonus: int) -> None:
    game = record((GIN, LOOSE), ["stock", "big gin"], stock="4s", big_gin_bonus=bonus)
    check(replay(game), outcome="big_gin", payoffs=[bonus + 29, 0])


def test_big_gin_bonus_none_allows_no_big_gin(replay: Replay) -> None:
    game = record((GIN, LOOSE), ["stock"], stock="4s", big_gin_bonus="none")
    assert "big gin" not in replay(game)["legal"]
    game["actions"].append("big gin")
    refused(replay(game), 1)


@pytest.mark.parametrize(("layoff", "left", "laid"), [(True, 20, ["4s"]), (False, 24, [])])
def test_layoff(replay: Replay, layoff: bool, left: int, laid: list[str]) -> None:
    game = record((GIN + " 2h", "4s Kd 9c Ah"), ["stock", "knock Qd"], stock="Qd", layoff=layoff)
    check(replay(game), deadwood=[2, left], layoffs=laid)


@pytest.mark.parametrize(("after", "left", "laid"), [(False, 9, ["8h"]), (True, 14, [])])
def test_layoff_after_melds(replay: Replay, after: bool, left: int, laid: list[str]) -> None:
    hands = ("8c 8d 8s 2s Ac", "7h 8h 9h 7c 7d")
    game = record(hands, ["stock", "knock Qd"], stock="Qd", layoff_after_melds=after)
    check(replay(game), deadwood=[3, left], layoffs=laid)


def test_layoff_after_melds_has_no_effect_without_layoff(replay: Replay) -> None:
    game = record(
        (GIN + " 2h", "4s Kd 9c Ah"), ["stock", "knock Qd"], stock="Qd", layoff=False, layoff_after_melds=True
    )
    check(replay(game), deadwood=[2, 24], layoffs=[])


@pytest.mark.parametrize("floor", [0, 1, 2, 10])
def test_stock_floor(replay: Replay, floor: int) -> None:
    game = record((GIN, LOOSE), [], upcard="Qd", stock_floor=floor)
    stock = game["deck"].split()[7:]
    turns = [action for card in stock[: 45 - floor] for action in ("stock", f"discard {card}")]
    check(replay(game | {"actions": turns[:-2]}), over=False, stock=floor + 1)
    check(replay(game | {"actions": turns}), over=True, outcome="draw", stock=floor, turns=45 - floor)
