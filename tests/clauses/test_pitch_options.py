"""Pitch, the options of the auction, the play and the score, what each may be, and the presets."""

from __future__ import annotations

from typing import Any

import pytest

from tests.clauses.pitch_records import LOOSE, SWEEP, loss, played, record, sweep, then
from tests.clauses.records import Record, Replay, check, refused
from tests.naive.cards import DECK

NUMBERS = {"players": range(2, 8), "min_bid": range(1, 4), "target": range(1, 101)}
SWITCHES = ("partners", "steal", "steal_four", "smudge")
WORDS = {
    "forced_bid": ("dealer_2", "dealer_min", "redeal"),
    "follow": ("suit_or_trump", "strict", "must_trump"),
    "low_to": ("taker", "holder"),
    "game_tie": ("nobody", "pitcher"),
    "win_on": ("own_bid", "pitcher_first", "most_points"),
}


def dealt(**options: Any) -> Record:
    """Return a record that only deals, with these rules alone."""
    return {"game": "pitch", "rules": options, "deck": " ".join(DECK), "actions": []}


def calls(replay: Replay, game: Record) -> str:
    """Return what the next player may call."""
    return " ".join("-" if action == "pass" else action.removeprefix("bid ") for action in replay(game)["legal"])


# What is allowed


@pytest.mark.parametrize("option", NUMBERS)
def test_numbers_are_allowed_from_the_least_to_the_most(replay: Replay, option: str) -> None:
    low, high = min(NUMBERS[option]), max(NUMBERS[option])
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


@pytest.mark.parametrize("players", [2, 3, 5, 6, 7])
def test_partners_without_four_players_are_refused(replay: Replay, players: int) -> None:
    refused(replay(dealt(partners=True, players=players)), None)
    refused(replay(dealt(preset="partners") | {"players": players}), None)
    check(replay(dealt(partners=True, players=players) | {"players": 4}), ok=True)
    check(replay(dealt(preset="partners", partners=False, players=players)), ok=True)


def test_options_without_effect_are_accepted(replay: Replay) -> None:
    check(replay(dealt(forced_bid="dealer_2", min_bid=1, steal=False, steal_four=True, smudge=True)), ok=True)


# The auction


@pytest.mark.parametrize(("least", "legal"), [(1, "1 2 3 4 -"), (2, "2 3 4 -"), (3, "3 4 -")])
def test_min_bid(replay: Replay, least: int, legal: str) -> None:
    for before in ("", "-", "- -"):
        assert calls(replay, record(LOOSE, before, min_bid=least)) == legal
    if least > 1:
        refused(replay(record(LOOSE, f"- {least - 1}", min_bid=least)), 1)


@pytest.mark.parametrize(
    ("forced_bid", "least", "legal"),
    [
        ("dealer_2", 1, "2 3 4"),
        ("dealer_2", 2, "2 3 4"),
        ("dealer_2", 3, "2 3 4"),
        ("dealer_min", 1, "1 2 3 4"),
        ("dealer_min", 2, "2 3 4"),
        ("dealer_min", 3, "3 4"),
        ("redeal", 1, "1 2 3 4 -"),
        ("redeal", 2, "2 3 4 -"),
        ("redeal", 3, "3 4 -"),
    ],
)
def test_forced_bid_the_dealer_after_passes_alone(replay: Replay, forced_bid: str, least: int, legal: str) -> None:
    game = record(LOOSE, "- - -", forced_bid=forced_bid, min_bid=least)
    assert calls(replay, game) == legal
    if "-" not in legal:
        refused(replay(then(game, "-")), 3)


@pytest.mark.parametrize("forced_bid", WORDS["forced_bid"])
def test_forced_bid_only_if_all_others_pass(replay: Replay, forced_bid: str) -> None:
    assert calls(replay, record(LOOSE, "- 2 -", forced_bid=forced_bid)) == "2 3 4 -"


def test_a_forced_bid_is_a_bid(replay: Replay) -> None:
    check(replay(sweep(0, 2, min_bid=3)), outcome="made", bid=2, payoffs=[4, 0])
    check(replay(loss(0, 2, taker=1, min_bid=3)), outcome="set", bid=2, payoffs=[-2, 4])


@pytest.mark.parametrize("partners", [False, True])
def test_redeal_all_pass_the_hand_is_thrown_in_and_nobody_scores(replay: Replay, partners: bool) -> None:
    game = record(LOOSE, "- - - -", forced_bid="redeal", partners=partners, scores=[20, 30] * (1 if partners else 2))
    nulls = dict.fromkeys(["pitcher", "bid", "trump", "high", "low", "jack", "game", "match_winner"])
    expected = {
        "ok": True,
        "over": True,
        "payoffs": [0, 0, 0, 0],
        "outcome": "thrown_in",
        "winner": [],
        "hands": [hand.split() for hand in (*LOOSE[:3], "8c 9c 8d 9d 8h 9h")],
        "trick_points": [0, 0] if partners else [0, 0, 0, 0],
        "tricks": [],
    }
    assert replay(game) == expected | nulls
    refused(replay(then(game, "2")), 4)


def test_steal_false(replay: Replay) -> None:
    for bid, legal in ((1, "2 3 4 -"), (2, "3 4 -"), (3, "4 -")):
        game = record(LOOSE, f"- {bid} -", steal=False)
        assert calls(replay, game) == legal
        refused(replay(then(game, str(bid))), 3)


def test_steal_from_the_partner_too(replay: Replay) -> None:
    game = record(LOOSE, "- 2 - 2", partners=True)
    check(replay(game), to_act=3)


@pytest.mark.parametrize("steal", [False, True])
def test_steal_four_a_4_does_not_end_the_auction_before_the_dealer_has_spoken(replay: Replay, steal: bool) -> None:
    game = record(LOOSE, "1 4", steal=steal, steal_four=True)
    check(replay(game), to_act=2, legal=["pass"])
    refused(replay(then(game, "4")), 2)
    refused(replay(then(game, "", "2d")), 2)
    check(replay(then(game, "-")), to_act=3, legal=["bid 4", "pass"])
    check(replay(then(game, "- -")), to_act=1)
    check(replay(then(game, "- 4")), to_act=3)


def test_steal_four_those_before_him_pass_each_in_turn(replay: Replay) -> None:
    game = record(LOOSE, "4", steal_four=True)
    assert [replay(then(game, more))["to_act"] for more in ("", "-", "- -")] == [1, 2, 3]


def test_steal_four_the_dealer_pitches_at_4(replay: Replay) -> None:
    hands = (LOOSE[0], SWEEP)
    check(replay(played(hands, "4 4", "111111", steal_four=True)), pitcher=1, bid=4, payoffs=[0, 4])
    hands = (SWEEP, LOOSE[0])
    check(replay(played(hands, "4 -", "000000", steal_four=True)), pitcher=0, bid=4, payoffs=[4, 0])


def test_steal_four_without_steal_only_a_4(replay: Replay) -> None:
    for bid, legal in ((1, "2 3 4 -"), (2, "3 4 -"), (3, "4 -"), (4, "4 -")):
        assert calls(replay, record(LOOSE[:2], str(bid), steal=False, steal_four=True)) == legal


def test_steal_four_the_dealers_own_4_ends_the_auction(replay: Replay) -> None:
    for before in ("- - -", "- 3 -"):
        check(replay(record(LOOSE, f"{before} 4", steal_four=True)), to_act=3)


# The play


TWO = ("As Ks 7h 5s 8c 9c", "3s Qs 4s 9h 2h Kd")
"""After As 3s / Ks Qs seat 1 holds 4s 9h 2h Kd."""


@pytest.mark.parametrize(
    ("follow", "led", "legal"),
    [
        ("suit_or_trump", "7h", "2h 4s 9h"),
        ("suit_or_trump", "8c", "2h 4s 9h Kd"),
        ("suit_or_trump", "5s", "4s"),
        ("strict", "7h", "2h 9h"),
        ("strict", "8c", "2h 4s 9h Kd"),
        ("strict", "5s", "4s"),
        ("must_trump", "7h", "2h 4s 9h"),
        ("must_trump", "8c", "4s"),
        ("must_trump", "5s", "4s"),
    ],
)
def test_follow(replay: Replay, follow: str, led: str, legal: str) -> None:
    game = record(TWO, "2 -", f"As 3s / Ks Qs / {led}", follow=follow)
    check(replay(game), legal=[f"play {card}" for card in legal.split()])
    for card in sorted({"4s", "9h", "2h", "Kd"} - set(legal.split())):
        refused(replay(then(game, "", card)), 7)


@pytest.mark.parametrize("follow", WORDS["follow"])
def test_follow_without_the_suit_and_without_trumps_anything(replay: Replay, follow: str) -> None:
    hands = ("As 7h", "2c Kd 2d 3d 4d 5d")
    legal = ["play 2c", "play 2d", "play 3d", "play 4d", "play 5d", "play Kd"]
    check(replay(record(hands, "2 -", "As", follow=follow)), legal=legal)
    check(replay(record(hands, "2 -", "As 2c / 7h", follow=follow)), legal=legal[1:])


@pytest.mark.parametrize("follow", WORDS["follow"])
def test_follow_who_leads_may_lead_anything(replay: Replay, follow: str) -> None:
    check(
        replay(record(TWO, "2 -", "As 3s / 5s Qs", follow=follow)), legal=["play 2h", "play 4s", "play 9h", "play Kd"]
    )


# The score


@pytest.mark.parametrize(("low_to", "low", "payoffs"), [("taker", 1, [-1, 3]), ("holder", 0, [1, 2])])
def test_low_to(replay: Replay, low_to: str, low: int, payoffs: list[int]) -> None:
    hands = ("2s 2c 3c 4c 5c 6c", "As Td 3d 4d 5d 6d")
    check(replay(played(hands, "1 -", "011111", low_to=low_to)), low=low, high=1, payoffs=payoffs)


def test_low_to_holder_counts_against_the_bid(replay: Replay) -> None:
    hands = ("As 2c 3c 4c 5c 6c", "2s 2d 3d 4d 5d 6d")
    check(replay(played(hands, "3 -", "000000")), outcome="made", payoffs=[3, 0])
    check(replay(played(hands, "3 -", "000000", low_to="holder")), outcome="set", payoffs=[-3, 1])


@pytest.mark.parametrize(("game_tie", "game", "payoffs"), [("nobody", None, [2, 0]), ("pitcher", 0, [3, 0])])
def test_game_tie(replay: Replay, game_tie: str, game: int | None, payoffs: list[int]) -> None:
    hands = ("9s Kh 4h 6c 7c 8c", "2s 2h 5h Kd 3d 4d")
    check(replay(played(hands, "1 -", "000111", game_tie=game_tie)), trick_points=[3, 3], game=game, payoffs=payoffs)


@pytest.mark.parametrize(("game_tie", "game", "outcome"), [("nobody", None, "set"), ("pitcher", 0, "made")])
def test_game_tie_at_0_too(replay: Replay, game_tie: str, game: int | None, outcome: str) -> None:
    hands = ("9s 2c 3c 4c 5c 6c", "2s 2d 3d 4d 5d 6d")
    result = replay(played(hands, "3 -", "000000", game_tie=game_tie))
    check(result, trick_points=[0, 0], game=game, outcome=outcome)


def test_game_tie_nobodys_if_the_pitcher_is_not_among_those_tied(replay: Replay) -> None:
    hands = ("9s 4h 6c 7c 8c 9c", "2s 5h Kd 3d 4d 6d", "3s 2h 2d 7d Kc 2c")
    result = replay(played(hands, "1 - -", "001122", game_tie="pitcher"))
    check(result, trick_points=[0, 3, 3], game=None, payoffs=[2, 0, 0])


# Partners


SIDES = ("2s 2c 3c 4c 5c 6c", LOOSE[1], "As Js Ks Qs Ts 9s", LOOSE[2])
"""Led by 0 2 2 2 2 2 seat 2 takes all that seat 0 has bid for."""


def test_partners_what_the_partner_takes_counts(replay: Replay) -> None:
    game = played(SIDES, "4", "022222", partners=True)
    check(replay(game), outcome="made", payoffs=[4, 0, 4, 0], winner=[0, 2], trick_points=[20, 0])
    check(replay(game), pitcher=0, high=2, low=2, jack=2, game=0, tricks=[2] * 6)
    check(replay(played(SIDES, "4", "022222")), payoffs=[-4, 0, 4, 0], trick_points=[0, 0, 20, 0], game=2)


def test_partners_low_was_dealt_to_the_side(replay: Replay) -> None:
    game = played(SIDES, "4", "022222", partners=True, low_to="holder")
    check(replay(game), low=0, payoffs=[4, 0, 4, 0])


def test_partners_both_are_set(replay: Replay) -> None:
    hands = (SIDES[0], SIDES[2], *SIDES[1::2])
    game = played(hands, "4", "011111", partners=True)
    check(replay(game), outcome="set", payoffs=[-4, 4, -4, 4], winner=[1, 3], game=1, trick_points=[0, 20])


@pytest.mark.parametrize(("game_tie", "game"), [("nobody", None), ("pitcher", 1)])
def test_partners_game_tie_is_the_sides(replay: Replay, game_tie: str, game: int | None) -> None:
    hands = ("2d 3d 4d 5d 6d 7d", "2h 3h 4h 5h 6h 7h", "2c 3c 4c 5c 6c 7c", "9s 8c 9c 8d 9d 8h")
    result = replay(played(hands, "- - - 2", "333333", partners=True, game_tie=game_tie))
    check(result, ok=True, pitcher=3, trick_points=[0, 0], game=game)


# Presets


PRESETS: dict[str, dict[str, Any]] = {
    "solo": {},
    "holder": {"low_to": "holder"},
    "eleven": {"target": 11},
    "twenty_one": {"target": 21},
    "partners": {"partners": True, "target": 11},
    "bicycle": {"min_bid": 2, "low_to": "holder", "win_on": "pitcher_first", "steal": False},
    "smudge": {"smudge": True},
}
SOLO: dict[str, Any] = {
    "players": 4,
    "partners": False,
    "min_bid": 1,
    "forced_bid": "dealer_2",
    "steal": True,
    "steal_four": False,
    "follow": "suit_or_trump",
    "low_to": "taker",
    "game_tie": "nobody",
    "target": 7,
    "win_on": "own_bid",
    "smudge": False,
}


def telling_records(sides: int) -> list[Record]:
    """Return records whose results tell any two rule sets apart that differ in an option of some preset."""
    auctions = [record(LOOSE, before) for before in ("", "-", "- - -", "2 - -", "4", "- 3")]
    hands = ("As Ks Qs Ts 9s 8s", "2s 2d 3d 4d 5d 6d", *LOOSE[2:])
    totals = ([target - own, other] for target in (7, 11, 21) for own in (2, 3, 4) for other in (0, 30))
    plays = [played(hands, "2 - - -", "000000", scores=(total * 2)[:sides]) for total in totals]
    return [*auctions, *plays, sweep(3, 4, players=4, dealer=3), loss(3, 2, 0, players=4, dealer=3)]


@pytest.mark.parametrize("preset", PRESETS)
def test_presets(replay: Replay, preset: str) -> None:
    options = PRESETS[preset]
    for game in telling_records(2 if options.get("partners") else 4):
        expected = replay(game | {"rules": SOLO | options})
        assert replay(game | {"rules": preset}) == replay(game | {"rules": {"preset": preset}}) == expected
        check(expected, ok=True)


def test_the_telling_records_tell_the_presets_apart(replay: Replay) -> None:
    found = [[replay(game | {"rules": preset}) for game in telling_records(4)] for preset in PRESETS]
    assert all(one not in found[:place] for place, one in enumerate(found))


def test_solo_is_the_first_preset(replay: Replay) -> None:
    for game in telling_records(4):
        without = {key: value for key, value in game.items() if key != "rules"}
        assert replay(without) == replay(without | {"rules": {}}) == replay(without | {"rules": "solo"})


def test_a_presets_options_hold_unless_given(replay: Replay) -> None:
    assert calls(replay, dealt(preset="bicycle")) == "2 3 4 -"
    assert calls(replay, dealt(preset="bicycle", min_bid=1)) == "1 2 3 4 -"
