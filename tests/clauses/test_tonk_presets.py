"""Tonk, what the presets set: each is wikipedia but for what is named."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.records import Record, Replay, check
from tests.clauses.tonk_records import deal, hands_of, last_refused, quiet, steps, then

PRESETS = (
    "wikipedia",
    "plain",
    "pagat",
    "texas",
    "speno",
    "low_hands",
    "fifty_forty_nine",
    "auto_deal",
    "fast",
    "double_double",
    "old_tunk",
)


def preset(name: str, hands: list[str] | tuple[str, ...], actions: str = "", stock: str = "", **options: Any) -> Record:
    """Return a record with the rules of a preset, the number of players that of the hands; seat 0 begins."""
    deck = deal(hands, "", stock, len(hands) - 1, upcard=name != "fast")
    return {
        "game": "tonk",
        "rules": {"preset": name, **options},
        "players": len(hands),
        "dealer": len(hands) - 1,
        "deck": " ".join(deck),
        "actions": steps(actions),
    }


def differing(name: str, usual: Any, **others: Any) -> Any:
    """Return the value for this preset."""
    return others.get(name, usual)


HANDS = hands_of([25, 24, 27], cards=5)


@pytest.mark.parametrize("name", PRESETS)
def test_presets_players_cards_and_upcard(replay: Replay, name: str) -> None:
    game = preset(name, HANDS)
    del game["players"]
    game |= {"dealer": 0}
    players = differing(name, 3, double_double=2)
    cards = differing(name, 5, auto_deal=7)
    upcard = name != "fast"
    result = replay(game)
    assert [len(hand) for hand in result["hands"]] == [cards] * players
    assert result["stock"] == 52 - players * cards - upcard
    assert ("pile" in result["legal"]) is upcard


def test_wikipedia_is_the_preset_of_a_record_without_rules(replay: Replay) -> None:
    game = preset("wikipedia", hands_of([25, 50, 27], cards=5))
    expected = replay(game)
    check(expected, outcome="deal_win", payoffs=[-2, 4, -2])
    for rules in ({}, "wikipedia", {"game": "tonk"}, {"preset": "wikipedia", "name": "Ours"}):
        assert replay(game | {"rules": rules}) == expected
    del game["rules"]
    assert replay(game) == expected


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("count", [50, 49, 48, 16, 15, 13, 9])
def test_presets_deal_wins(replay: Replay, name: str, count: int) -> None:
    if name == "auto_deal":
        check(replay(preset(name, [*hands_of([count, 20, 22, 24], cards=5)])), over=False)
        return
    high = differing(name, 2 * (count >= 49), plain=0, texas={50: 2, 49: 1}.get(count, 0))
    high = differing(name, high, fifty_forty_nine=2 * (count == 50))
    low = differing(name, 0, speno=2 * (count <= 15), low_hands=3 if count <= 9 else 2 * (count <= 13))
    pays = high + low
    result = replay(preset(name, hands_of([count, 20, 22], cards=5)))
    if pays:
        check(result, outcome="deal_win", payoffs=[2 * pays, -pays, -pays])
    else:
        check(result, over=False)


def test_fifty_forty_nine_49_is_due_at_the_own_turn(replay: Replay) -> None:
    game = preset("fifty_forty_nine", hands_of([49, 20, 22], cards=5), "claim")
    check(replay(game), outcome="deal_win", payoffs=[4, -2, -2])
    last_refused(replay, preset("fifty_forty_nine", hands_of([48, 20, 22], cards=5), "claim"))


@pytest.mark.parametrize("name", PRESETS)
def test_presets_deal_wins_tied_are_drawn(replay: Replay, name: str) -> None:
    if name not in ("plain", "auto_deal"):
        check(replay(preset(name, hands_of([50, 50, 22], cards=5))), outcome="draw", payoffs=[0, 0, 0], winner=[])


@pytest.mark.parametrize("name", PRESETS)
def test_presets_caught_pays(replay: Replay, name: str) -> None:
    hands = hands_of([25, 20, 23, 35], cards=5)
    payoffs = differing(name, [-3, 4, 0, -1], pagat=[-4, 4, 1, -1], texas=[-2, 2, 0, 0], speno=[-4, 2, 2, 0])
    check(replay(preset(name, hands, "drop")), payoffs=payoffs)


@pytest.mark.parametrize("name", PRESETS)
def test_presets_tie_with_dropper(replay: Replay, name: str) -> None:
    hands = hands_of([25, 25, 30, 35], cards=5)
    outcome = differing(name, "caught", texas="drop")
    check(replay(preset(name, hands, "drop")), outcome=outcome)


@pytest.mark.parametrize("name", PRESETS)
def test_presets_drop_before_the_draw_only(replay: Replay, name: str) -> None:
    game = preset(name, hands_of([25, 20, 23, 35], cards=5))
    assert "drop" in replay(game)["legal"]
    last_refused(replay, then(game, "stock; drop"))


@pytest.mark.parametrize("name", PRESETS)
def test_presets_ace_runs(replay: Replay, name: str) -> None:
    hands = ["Ah Qh Kh 2c 9d", "3c 8d Td 5s 7c", "4d 8s Tc 6c 9h", "3s 5d Js 2d 7s"]
    legal = replay(preset(name, hands, "stock"))["legal"]
    assert ("spread Ah Qh Kh" in legal) is (name != "pagat")


@pytest.mark.parametrize("name", PRESETS)
def test_presets_freeze_and_hits(replay: Replay, name: str) -> None:
    hands = ["5s 6s 7s 2c 9d", "8s Tc Td 4s 7c", "Th 8c 9c 3d Ah", "3s 5d Js 2d 7h"]
    game = preset(name, hands, "stock; spread 5s 6s 7s; discard Kd; stock; hit 8s on 5s; hit 4s on 5s", "Kd Qh Kh Kc")
    check(replay(game), frozen=[differing(name, 2, plain=0, pagat=0, fast=0, old_tunk=6), 0, 0, 0])
    game = then(game, f"discard Qh; {quiet('Kh Kc')}")
    assert ("drop" in replay(game)["legal"]) is (name in ("plain", "pagat", "fast"))


@pytest.mark.parametrize("name", PRESETS)
def test_presets_hits_on_books(replay: Replay, name: str) -> None:
    hands = ["5s 5c 5h 2c 9d", "8s Tc Td 4s 5d", "Th 8c 9c 3d Ah", "3s 7d Js 2d 7h"]
    game = preset(name, hands, "stock; spread 5c 5h 5s; discard Kd; stock", "Kd Qh")
    assert ("hit 5d on 5c" in replay(game)["legal"]) is (name != "speno")


@pytest.mark.parametrize("name", PRESETS)
def test_presets_tonk_and_its_answer(replay: Replay, name: str) -> None:
    hands = ["5s 6s 7s 9c 9d", "8s Tc Td Th 4s", "2h 8c Qc 3d Ah", "3s 7d Js 2d 7h"]
    game = preset(name, hands, "stock; spread 5s 6s 7s; spread 9c 9d 9h", "9h")
    payoffs = differing(name, [6, -2, -2, -2], double_double=[-4, 12, -4, -4])
    check(replay(game), payoffs=payoffs, outcome=differing(name, "tonk", double_double="double_double"))
    game = preset(name, hands, "stock; spread 5s 6s 7s; discard 2s; " + quiet("Kh Kc Ks"), "2s Kh Kc Ks 9h 4c")
    game = then(game, "stock; spread 9c 9d 9h")
    check(replay(game), outcome="tonk")


@pytest.mark.parametrize("name", PRESETS)
def test_presets_out_pays_1(replay: Replay, name: str) -> None:
    hands = ["5s 6s 7s 8s 2c", "4d Tc Td 2h 4s", "3h 8d Qc 3d Ah", "3s 7d Js 2d 7h"]
    game = preset(name, hands, "stock; spread 5s 6s 7s 8s; discard 2c; " + quiet("Kh Kc Ks"), "9h Kh Kc Ks 9s")
    check(replay(then(game, "stock; hit 9s on 5s; discard 9h")), outcome="out", payoffs=[3, -1, -1, -1])


@pytest.mark.parametrize("name", PRESETS)
def test_presets_stock_end(replay: Replay, name: str) -> None:
    hands = ["2c 4d 6h 8s 9c", "3d 5h 7s Tc Ad", "3h 5s 8c Th 9d", "4s 6c 9h Js 7d"]
    game = preset(name, hands)
    stock = game["deck"].split()[20 + (name != "fast") :]
    game = then(game, quiet(" ".join(stock)))
    check(replay(game), over=name != "pagat")
    if name == "pagat":
        check(replay(then(game, "stock")), over=True, outcome="stock")
