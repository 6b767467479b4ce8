"""Gin, what the presets set."""

from __future__ import annotations

import pytest

from tests.clauses.records import Replay, check, dealt, match, record, refused

LOOSE = "Kd Jh 9c"
GIN = "As 2s 3s"


def test_classic_is_the_preset_of_a_record_without_rules(replay: Replay) -> None:
    hands = ("2c 3c 4c 8d 8h 8s Jd Qd Kd 7h", "2d 3h 4s 9c 9d 9h As Kh Kc Ks")
    game = record(hands, ["pass", "pass", "stock", "knock Jh"], stock="Jh")
    del game["rules"]
    check(replay(game), payoffs=[3, 0], deadwood=[7, 10])
    check(replay(game | {"rules": {}}), payoffs=[3, 0])
    check(replay(game | {"rules": "classic"}), payoffs=[3, 0])
    check(replay(game | {"rules": {"preset": "classic"}}), payoffs=[3, 0])


TIE = ("As 2s 5h", "2d 3h 3c")
PRESETS = ("classic", "web", "oklahoma", "eaai")


@pytest.mark.parametrize(("preset", "first_turn"), list(zip(PRESETS, ("offer", "free", "offer", "offer"), strict=True)))
def test_presets_first_turn(replay: Replay, preset: str, first_turn: str) -> None:
    legal = replay(dealt(preset=preset))["legal"]
    assert legal == (["pass", "take"] if first_turn == "offer" else ["pile", "stock"])


@pytest.mark.parametrize(
    ("preset", "payoffs"), list(zip(PRESETS, ([0, 25], [0, 0], [0, 50], [0, 25]), strict=True)), ids=PRESETS
)
def test_presets_equal_counts_with_a_spade_upcard(replay: Replay, preset: str, payoffs: list[int]) -> None:
    game = record(TIE, ["stock", "knock Kc"], upcard="Qs", stock="Kc", preset=preset)
    check(replay(game), payoffs=payoffs)


@pytest.mark.parametrize(("preset", "limit"), list(zip(PRESETS, (10, 10, 7, 10), strict=True)), ids=PRESETS)
def test_presets_knock_limit_with_a_seven_up(replay: Replay, preset: str, limit: int) -> None:
    for left in (limit, limit + 1):
        hand = {7: "As 2d 4h", 8: "As 2d 5h", 10: "As 3d 6h", 11: "As 3d 7h"}[left]
        legal = replay(record((hand, LOOSE), ["stock"], upcard="7c", stock="Kc", preset=preset))["legal"]
        assert ("knock Kc" in legal) == (left == limit)


def test_oklahoma_preset_with_an_ace_up_is_gin_only(replay: Replay) -> None:
    game = record(("2s 3s 4s Ac", "Kd Jh 9c 7h"), ["stock"], upcard="Ah", stock="Qd", preset="oklahoma")
    assert "knock Qd" not in replay(game)["legal"]


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_gin_and_big_gin_bonus(replay: Replay, preset: str) -> None:
    game = record((GIN, LOOSE), ["stock", "knock 4s"], upcard="Th", stock="4s", preset=preset)
    check(replay(game), payoffs=[25 + 29, 0])
    game["actions"][1] = "big gin"
    if preset == "eaai":
        refused(replay(game), 1)
    else:
        check(replay(game), payoffs=[31 + 29, 0])


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_undercut_bonus_layoff_together_and_no_returned_discard(replay: Replay, preset: str) -> None:
    hands = ("8h 9h Th 4c 5c 6c 3d Ks Kd Kh", "7h 7c 7d 6h 8c Ac Ad 2c Js Jd")
    game = record(hands, ["stock", "knock Qs"], upcard="Td", stock="Qs", preset=preset)
    check(replay(game), deadwood=[3, 31], layoffs=["7c", "8c", "6h", "7h"])
    game = record(("2s 3s 4s 8c", "5s 6s Ad 2d"), ["stock", "knock Qd"], upcard="Td", stock="Qd", preset=preset)
    check(replay(game), outcome="undercut", payoffs=[0, 5 + 25])
    refused(replay(record((GIN, LOOSE), ["pile", "discard Td"], upcard="Td", preset=preset)), 1)


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_stock_floor_2(replay: Replay, preset: str) -> None:
    game = record((GIN, LOOSE), [], upcard="Qd", preset=preset)
    stock = game["deck"].split()[7:]
    game["actions"] = [action for card in stock[:43] for action in ("stock", f"discard {card}")]
    check(replay(game), outcome="draw", stock=2)


@pytest.mark.parametrize(
    ("preset", "dealers"),
    list(zip(PRESETS, ([0, 1, 1, 0], [0, 1, 0, 1], [0, 1, 1, 0], [0, 1, 1, 0]), strict=True)),
    ids=PRESETS,
)
def test_presets_next_dealer(replay: Replay, preset: str, dealers: list[int]) -> None:
    hands = [(0, 20), (None, 0), (1, 20), (0, 20)]
    check(replay(match(hands, dealers, preset=preset, knock_limit=100)), ok=True, dealers=dealers)


@pytest.mark.parametrize(
    ("preset", "dealers", "payoffs"),
    [
        ("classic", [0, 1, 1], [570, 0]),
        ("web", [0, 1, 0], [110, 0]),
        ("oklahoma", [0, 1, 1], [570, 0]),
        ("eaai", [0, 1, 0], [110, 0]),
    ],
)
def test_presets_match_bonuses_at_a_target_of_100(
    replay: Replay, preset: str, dealers: list[int], payoffs: list[int]
) -> None:
    hands = [(0, 50), (0, 35), (0, 25)]
    game = match(hands, dealers, preset=preset, oklahoma_spades_double=False)
    check(replay(game), over=True, scores=[110, 0], payoffs=payoffs)
    game["hands"].pop()
    check(replay(game), over=False, scores=[85, 0])
