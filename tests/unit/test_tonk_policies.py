"""Simple, cautious and random of tonk against their twins and their descriptions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from simcards.compile import new_record
from simcards.games.tonk.params import SCRATCH
from simcards.games.tonk.policies import choose_action
from simcards.kernels.rng import place_stream
from simcards.rules import load_rules
from tests.chi_square import fits
from tests.clauses.tonk_records import record
from tests.naive import tonk as twin
from tests.naive.tonk_hand import Hand
from tests.naive.tonk_legal import legal
from tests.naive.tonk_policies import Seen, cautious_actions, simple_actions
from tests.naive.tonk_rules import read_rules
from tests.tonk_table import Table, random_tables, written

SIMPLE: Mapping[str, dict[str, Any]] = {
    "simple": {},
    "simple:drop=30": {"drop": 30},
    "simple:drop=0,hold=true": {"drop": 0, "hold": True},
    "simple:hit=own,drop_by_turn=40/20/10/5": {"hit": "own", "drop_by_turn": [40, 20, 10, 5]},
    "simple:hold=true,hit=own,drop=15,spade=2": {"hold": True, "hit": "own", "drop": 15, "spade": 2},
}
CAUTIOUS: Mapping[str, dict[str, Any]] = {
    "cautious": {},
    "cautious:each=2": {"each": 2},
    "cautious:each=0,low=10": {"each": 0, "low": 10},
    "cautious:each=11,low=0,spade=14": {"each": 11, "low": 0, "spade": 14},
}


def twin_of(one: Table, rules: Mapping[str, Any]) -> Hand:
    return twin.new_hand(read_rules(rules), written(one.deck).split(), one.dealer)


def compare(seed: int, hands: int) -> tuple[Counter[str], int]:
    """Play hands by simple and cautious, each action checked; return what they did, and how often they had to."""
    did, forced = Counter[str](), 0
    for one, rules, policies in random_tables(seed, hands, [*SIMPLE, *CAUTIOUS]):
        hand, seen = twin_of(one, rules), Seen(one.players)
        for action in one.play():
            policy = policies[hand.to_act]
            if policy in SIMPLE:
                allowed = simple_actions(hand, **SIMPLE[policy])
            else:
                allowed = cautious_actions(hand, seen, **CAUTIOUS[policy])
            assert action in allowed, (policy, rules, hand)
            did[f"{policy.split(':')[0]} {action.split()[0]}"] += 1
            forced += len(allowed) == 1
            seen.note(hand, action)
            twin.apply(hand, action)
        assert hand.over
    return did, forced


@pytest.mark.kernels
def test_simple_and_cautious_play_as_their_twins() -> None:
    did, forced = compare(11, 150)
    assert len(did) >= 17
    assert forced > 0.95 * did.total()


def test_so_they_do_in_more_hands() -> None:
    did, _ = compare(12, 800)
    words = ("spades", "claim", "drop", "wait", "stock", "pile", "spread", "hit", "discard")
    assert did.keys() == {f"{policy} {word}" for policy in ("simple", "cautious") for word in words}
    assert min(did.values()) > 10


@pytest.mark.kernels
def test_random_plays_what_the_twin_lists() -> None:
    for one, rules, _ in random_tables(13, 60, ["random"]):
        hand = twin_of(one, rules)
        for action in one.play():
            assert list(one.legal()) == legal(hand)
            assert action in one.legal()
            twin.apply(hand, action)
        assert hand.over


def drawn(one: Table, n: int) -> Counter[str]:
    """Return what the policy to act chooses in `n` games that have come to the same state."""
    scratch, found = new_record(SCRATCH), Counter[str]()
    for game in range(n):
        place_stream(game, scratch)
        found[one.text(int(choose_action(one.params, one.policies[one.seat], one.state, scratch)))] += 1
    return found


def test_random_chooses_uniformly() -> None:
    """Chi-square over the legal actions of decisions with a spread or a hit, 50 draws for each action."""
    checked = 0
    for one, _, _ in random_tables(14, 120, ["random"]):
        for _ in one.play():
            actions = list(one.legal())
            if any(action.startswith(("spread", "hit", "claim")) for action in actions):
                found = drawn(one, 50 * len(actions))
                assert found.keys() == set(actions)
                assert fits([found[action] for action in actions])
                checked += 1
    assert checked > 50


def at(policy: str, hands: tuple[str, ...], actions: str = "", own_turn: int = 1, **record_options: Any) -> Table:
    """Return a table of these hands after some actions, with the policy at all seats; seat 0 begins."""
    game = record(hands, actions, **record_options)
    rules = load_rules("tonk", game["rules"])
    one = Table(rules, [policy], 1, game["dealer"], game["deck"])
    one.state.own_turns[:] = own_turn - 1
    for action in game["actions"]:
        one.apply(action)
    return one


def choice(policy: str, hands: tuple[str, ...], actions: str = "", **options: Any) -> str:
    one = at(policy, hands, actions, **options)
    return one.text(one.choose())


OTHER = "3c 8c 9d Td Qd"
NO_DROP = "simple:drop=0"


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("hand", "up", "expected"),
    [
        ("4c 4d 9h Js Kd", "4h", "pile"),
        ("4c 6d 9h Js Kd", "4h", "stock"),
        ("4c 4d 4h 9s Kd", "4s", "pile"),
        ("5h 6h 2c Js Kd", "7h", "pile"),
        ("5h 6h 2c Js Kd", "4h", "pile"),
        ("5h 7h 2c Js Kd", "6h", "pile"),
        ("5h 6h 2c Js Kd", "8h", "stock"),
        ("5h 6h 2c Js Kd", "7s", "stock"),
        ("5h 6h 7h Js Kd", "8h", "pile"),
        ("5h 6h 7h Js Kd", "9h", "stock"),
        ("Ah 2h 9c Js Kd", "3h", "pile"),
        ("Ah 2h 9c Js Kd", "Kh", "stock"),
        ("Qh Kh 2c Js 4d", "Ah", "pile"),
        ("Ah Kh 2c Js 4d", "Qh", "pile"),
        ("2c 4d 6h 8s Kd", "As", "stock"),
    ],
)
def test_what_completes_a_spread_is_taken(hand: str, up: str, expected: str) -> None:
    assert choice(NO_DROP, (hand, OTHER), up=up) == expected
    assert choice("cautious:each=0,low=0", (hand, OTHER), up=up) == expected


@pytest.mark.kernels
@pytest.mark.parametrize("policy", [NO_DROP, "cautious:each=0,low=0"])
def test_the_ace_completes_what_the_rules_let_it(policy: str) -> None:
    assert choice(policy, ("Qh Kh 2c Js 4d", OTHER), up="Ah", ace_runs="low") == "stock"
    assert choice(policy, ("2h 3h 9c Js Kd", OTHER), up="Ah", ace_runs="low") == "pile"


TABLE = "stock; discard Kh; stock; spread 5s 6s 7s; discard {}"
"""Seat 1 lays a run and discards a card."""


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("policy", "card", "options", "expected"),
    [
        (NO_DROP, "8s", {}, "pile"),
        (NO_DROP, "4s", {}, "pile"),
        (NO_DROP, "9s", {}, "stock"),
        ("simple:drop=0,hit=own", "8s", {}, "stock"),
        ("simple:drop=0,hold=true", "8s", {}, "pile"),
        (NO_DROP, "8s", {"hit_others": False}, "stock"),
        (NO_DROP, "8s", {"hit_own": False, "hit_on": "runs"}, "pile"),
        ("cautious:each=0,low=0", "8s", {}, "pile"),
        ("cautious:each=0,low=0", "9s", {}, "stock"),
    ],
)
def test_what_can_be_hit_is_taken(policy: str, card: str, options: dict[str, Any], expected: str) -> None:
    hands = ("2c 9h Js Kd 3d", "5s 6s 7s Qc Tc")
    assert choice(policy, hands, TABLE.format(card), stock=f"Kh {card}", **options) == expected


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("policy", "options", "expected"),
    [
        (NO_DROP, {}, "hit 8s on 5s"),
        ("simple:drop=0,hold=true", {}, "hit 8s on 5s"),
        ("simple:drop=0,hit=own", {}, "discard Js"),
        ("cautious:each=0", {}, "hit 8s on 5s"),
        (NO_DROP, {"hit_others": False}, "discard Js"),
    ],
)
def test_whose_spreads_are_hit(policy: str, options: dict[str, Any], expected: str) -> None:
    hands = ("2c 9h Js 8s 3d", "5s 6s 7s Qc Tc")
    assert choice(policy, hands, TABLE.format("Qc") + "; stock", stock="Kh Jc 4h", **options) == expected


@pytest.mark.kernels
@pytest.mark.parametrize("policy", [NO_DROP, "simple:drop=0,hit=own", "cautious:each=0"])
def test_own_spreads_are_hit(policy: str) -> None:
    actions = "stock; spread 5s 6s 7s; discard Kh; stock; discard Qc; stock"
    assert choice(policy, ("5s 6s 7s 9h Jd", OTHER), actions, stock="Kh Qc 8s") == "hit 8s on 5s"


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("hand", "drawn", "at_once", "held"),
    [
        ("4c 4d 4h 9s Kd", "Qc", "spread 4c 4d 4h", "discard Qc"),
        ("5s 6s 9h Kd Qc", "7s", "spread 5s 6s 7s", "discard Qc"),
        ("5s 6s 9h Kd 4s", "7s", "spread 4s 5s 6s 7s", "discard Kd"),
        ("4c 4d 4h 5s 6s", "7s", "spread 4c 4d 4h", "spread 4c 4d 4h"),
        ("5s 6s 7s 8s Kd", "4s", "spread 4s 5s 6s 7s 8s", "spread 4s 5s 6s 7s 8s"),
        ("5s 6s 7s Kh Kd", "4s", "spread 4s 5s 6s 7s", "discard Kd"),
        ("4s 5s 6s 4d 4h", "Kd", "spread 4s 5s 6s", "discard Kd"),
        ("Qh Kh 2c 9s 4d", "Ah", "spread Ah Qh Kh", "discard 9s"),
    ],
)
def test_spreads_are_laid_at_once_or_held_until_one_card_is_left(
    hand: str, drawn: str, at_once: str, held: str
) -> None:
    game = (hand, OTHER.replace("8c", "Tc")), "stock"
    assert choice(NO_DROP, *game, stock=drawn) == at_once
    assert choice("cautious:each=0", *game, stock=drawn) == at_once
    assert choice("simple:drop=0,hold=true", *game, stock=drawn) == held


@pytest.mark.kernels
@pytest.mark.parametrize("policy", [NO_DROP, "cautious:each=0"])
def test_spreads_are_laid_before_the_draw_where_they_may_be(policy: str) -> None:
    hands = ("4c 4d 4h 9s Kd", OTHER)
    assert choice(policy, hands, up="Ts", spread_before_draw=True) == "spread 4c 4d 4h"
    assert choice(policy, hands, up="Ts") == "stock"
    assert choice(policy, hands, "spread 4c 4d 4h", up="4s", spread_before_draw=True) == "pile"


@pytest.mark.kernels
@pytest.mark.parametrize("policy", [NO_DROP, "cautious:each=0"])
@pytest.mark.parametrize(
    ("hand", "drawn", "expected"),
    [
        ("4c 4d 4h", "4s", "spread 4d 4h 4s"),
        ("5s 6s 7s", "8s", "spread 5s 6s 7s"),
        ("5s 6s 2c", "7s", "spread 5s 6s 7s"),
    ],
)
def test_a_card_is_kept_where_one_must_be_discarded(policy: str, hand: str, drawn: str, expected: str) -> None:
    assert choice(policy, (hand, "3c 9d Td"), "stock", stock=drawn, must_discard=True) == expected


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("hand", "drawn", "simple", "cautious"),
    [
        ("2c 5d 8h Tc Ks", "3d", "Tc", "Tc"),  # ten for ten, the first in suit order
        ("2c 5d 8h 9s Kc", "Kh", "9s", "9s"),  # a pair
        ("2c 5d 8h Qs Ks", "9d", "9d", "Qs"),  # a sequence of two
        ("2c 5d 8h Js Ks", "9d", "Js", "Js"),  # a gap
        ("Ac 5d 8h Kc Ts", "9d", "Ts", "Kc"),  # the ace above the king
        ("Ac 2c 8h 8d 5s", "6s", "8d", "6s"),  # none is loose for simple
        ("Ac 2c 3d 7h 7d", "Kc", "3d", "Kc"),
        ("7c 7d 2h 2s Kc", "Kh", "Kc", "Kc"),  # none is loose
        ("4c 8d 9h Qs 2h", "6c", "Qs", "Qs"),
    ],
)
def test_the_highest_loose_card_is_discarded(hand: str, drawn: str, simple: str, cautious: str) -> None:
    game = (hand, "3s 4d Td Qd 4s"), "stock"
    assert choice(NO_DROP, *game, stock=drawn) == f"discard {simple}"
    assert choice("cautious:each=0", *game, stock=drawn) == f"discard {cautious}"


@pytest.mark.kernels
def test_the_ace_and_the_king_are_no_sequence_where_aces_are_low() -> None:
    game = ("Ac 5d 8h Kc Ts", "3s 4d Td Qd 4s"), "stock"
    assert choice(NO_DROP, *game, stock="9d", ace_runs="low") == "discard Kc"


@pytest.mark.kernels
@pytest.mark.parametrize("policy", [NO_DROP, "cautious:each=0,low=9"])
def test_what_may_not_be_discarded_is_kept(policy: str) -> None:
    """A king taken from the pile that has to stay a turn."""
    game = ("2c 5d 8h 9s Tc", "3s 4d Td Qd 4s"), "pile"
    assert choice(policy, *game, up="Kh") == "discard Tc"
    assert choice(policy, ("2c 5d 8h 9s 4h", "3s 4d Td Qd 4c"), "pile", up="Kh") == "discard Kh"
    assert choice(policy, ("2c 5d 8h 9s 4h", "3s 4d Td Qd 4c"), "pile", up="Kh", return_discard=False) == "discard 9s"


NINE = "Ac 2d 3h 2s As"
"""Counts nine."""


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("parameters", "turn", "drops"),
    [
        ("drop=9", 1, True),
        ("drop=8", 1, False),
        ("drop=110", 40, True),
        ("drop=0", 1, False),
        ("drop_by_turn=9", 1, True),
        ("drop_by_turn=9", 7, True),
        ("drop_by_turn=9/0", 1, True),
        ("drop_by_turn=9/0", 2, False),
        ("drop_by_turn=9/0", 30, False),
        ("drop_by_turn=0/8/9", 2, False),
        ("drop_by_turn=0/8/9", 3, True),
        ("drop_by_turn=0/8/9", 30, True),
        ("drop_by_turn=9,drop=0", 1, True),
        ("drop_by_turn=0,drop=50", 1, False),
    ],
)
def test_simple_drops_within_its_limit(parameters: str, turn: int, drops: bool) -> None:
    policy, hands = f"simple:{parameters}", (NINE, OTHER)
    assert choice(policy, hands, up="Ks", own_turn=turn) == ("drop" if drops else "stock")
    assert choice(policy, hands, up="Ks", own_turn=turn, drop_timing="never") == "stock"
    assert choice(policy, hands, up="Ks", own_turn=turn, drop_timing="any_time") == ("drop" if drops else "wait")


@pytest.mark.kernels
@pytest.mark.parametrize("timing", ["before_draw", "own_turn", "any_time"])
@pytest.mark.parametrize(("limit", "low_enough"), [(19, True), (18, False)])
def test_simple_drops_after_the_draw_too_where_it_may(timing: str, limit: int, low_enough: bool) -> None:
    """Nine, and the king that was drawn."""
    waits = "wait; wait; " if timing == "any_time" else ""
    one = at(f"simple:drop={limit}", (NINE, OTHER), waits + "stock", up="Ks", stock="Kh", drop_timing=timing)
    drops = low_enough and timing != "before_draw"
    assert one.text(one.choose()) == ("drop" if drops else "discard Kh")


@pytest.mark.kernels
def test_simple_counts_as_the_rules_do() -> None:
    hands = ("Kc Kd Kh 4c 5d", OTHER)
    assert choice("simple:drop=9", hands, up="2s") == "stock"
    assert choice("simple:drop=9", hands, up="2s", held_spreads_count=False) == "drop"
    assert choice("simple:drop=8", hands, up="2s", held_spreads_count=False) == "stock"


@pytest.mark.kernels
@pytest.mark.parametrize("policy", ["simple:drop=110", "cautious:each=11"])
def test_a_deal_win_is_claimed_before_anything_else(policy: str) -> None:
    win = {"min": 9, "max": 9, "pays": 2, "when": "own_turn"}
    assert choice(policy, (NINE, OTHER), up="Ks", deal_wins=[win]) == "claim"
    assert choice(policy, (NINE, OTHER), up="Ks", deal_wins=[win | {"min": 10, "max": 10}]) == "drop"


@pytest.mark.kernels
@pytest.mark.parametrize("policy", ["simple", "cautious"])
@pytest.mark.parametrize(
    ("spades", "spade", "joins"),
    [
        ("Js", 11, True),
        ("Ts", 11, False),
        ("As", 14, True),
        ("Ks", 14, False),
        ("2s", 2, True),
        ("2s", 3, False),
        ("As 2s", 13, True),
        ("2s 9s Ts", 10, True),
        ("", 2, False),
    ],
)
def test_the_side_bet_is_joined_with_a_good_spade(policy: str, spades: str, spade: int, joins: bool) -> None:
    others = "Kc Qd Jh Tc 9d".split()
    hand = " ".join([*spades.split(), *others[len(spades.split()) :]])
    answer = choice(f"{policy}:spade={spade}", (hand, "3c 4d 5h 6c 7d"), spades_bet=1)
    assert answer == ("spades in" if joins else "spades out")


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("each", "count", "drops"),
    [(4, 20, True), (4, 21, False), (2, 10, True), (2, 11, False), (0, 10, False), (11, 49, True)],
)
def test_cautious_drops_with_what_every_rival_can_be_thought_to_exceed(each: int, count: int, drops: bool) -> None:
    """The rivals hold five unknown cards."""
    hand = {
        10: "Ac 2d 3h 3s As",
        11: "Ac 2d 3h 4s As",
        20: "2d 3h 4s 5h 6s",
        21: "Ac 3h 4s 6h 7s",
        49: "9s Ks Kh Qh Ts",
    }
    low = hand.get(count, "9s Ks Kh Qh Ts")
    assert choice(f"cautious:each={each},low=0", (low, OTHER, "6c 7c Tc Jd Kd"), up="8h") == (
        "drop" if drops else "stock"
    )


@pytest.mark.kernels
def test_cautious_counts_the_cards_it_has_seen_others_take() -> None:
    """Seat 1 took the king, and holds it: 10 and four unknown cards of four points each are 26."""
    actions = "stock; discard Kc; pile; discard {}"
    policy = "cautious:each=4,low=0"
    for hand, expected in (("2h 8h 9s 6s As", "drop"), ("2h 8h 9s 6s 2s", "stock")):
        hands = (hand, OTHER)
        assert choice(policy, hands, actions.format("Qd"), stock="Kc") == expected
        assert choice(policy, hands, actions.format("Kc"), stock="Kc") == "stock"


@pytest.mark.kernels
def test_cautious_counts_what_others_have_laid_no_more() -> None:
    """Two unknown cards of four points are eight."""
    actions = "stock; discard Kh; stock; spread 5s 6s 7s; discard Jc"
    for hand, expected in (("Ac 2d Ad Ah 3d", "drop"), ("Ac 2d Ad Ah 4d", "stock")):
        hands = (hand, "5s 6s 7s Qc Tc")
        assert choice("cautious:each=4,low=0", hands, actions, stock="Kh Jc") == expected


@pytest.mark.kernels
def test_cautious_counts_a_spade_that_was_shown() -> None:
    """Seat 1 shows its king, also when beaten; who stays out shows nothing."""
    hands = ("As 2h 8h 6d 9c", "Ks 3c 7d Td 4s")
    bets = "spades in; spades {}"
    assert choice("cautious:each=4,low=0", hands, bets.format("in"), spades_bet=1, up="Jd") == "drop"
    assert choice("cautious:each=4,low=0", hands, bets.format("out"), spades_bet=1, up="Jd") == "stock"


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("low", "hand", "up", "expected"),
    [
        (2, "3c 5d 8h 9s Kc", "2h", "pile"),
        (2, "3c 5d 8h 9s Kc", "3h", "stock"),
        (0, "3c 5d 8h 9s Kc", "Ah", "stock"),
        (1, "3c 5d 8h 9s Kc", "As", "pile"),
        (9, "3c 5d 8h 9s Kc", "9h", "pile"),
        (9, "3c 5d 8h 9s 7c", "9h", "stock"),
        (9, "3c 5d 8h 9s Kc", "Th", "stock"),
        (10, "3c 5d 8h 9s Kc", "Th", "stock"),
        (10, "3c 5d 8h 9s Kc", "9h", "pile"),
    ],
)
def test_cautious_takes_a_low_card_in_place_of_a_dearer_one(low: int, hand: str, up: str, expected: str) -> None:
    assert choice(f"cautious:each=0,low={low}", (hand, "4c 6d Td Qd Jc"), up=up) == expected
    assert choice(NO_DROP, (hand, "4c 6d Td Qd Jc"), up=up) == "stock"
