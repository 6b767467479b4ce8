"""Random and simple of pitch against their descriptions."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from simcards.cards import mask_of, parse_card, parse_cards
from simcards.compile import compile_policies, new_record, parse_policy
from simcards.games.pitch import GAME
from simcards.games.pitch.params import SCRATCH, Outcome
from simcards.games.pitch.policies import choose_action
from simcards.games.pitch.policies.worth import best_suit, best_worth, suit_worth
from simcards.games.pitch.record import action_text
from simcards.kernels.rng import place_stream
from simcards.rules import load_rules
from simcards.simulation import simulate
from tests.chi_square import fits
from tests.pitch_hands import Table, pitch_params, random_tables, shuffled, state_of

SPADES, HEARTS = 3, 2
LOCK = "As Ks Qs Js Ts 2s"
NOTHING = "3c 5d 6h 7s 8c 9d"
GOOD = "As 3s 2s Kd 7h 4c"


def choice(policy: str, state: Any, **options: Any) -> str:
    """Return what a policy does in a state."""
    params, compiled = pitch_params(**options), compile_policies([parse_policy(GAME, policy)])[0]
    return action_text(int(choose_action(params, compiled, state, new_record(SCRATCH))))


def card(hand: str, trick: str = "", policy: str = "simple", *, options: Any = None, **fields: Any) -> str:
    """Return the card that a policy plays at seat 1 with spades as trumps and seat 0 as pitcher."""
    options = options or {}
    laid = parse_cards(trick)
    if laid:
        fields = {"led": laid[0] // 16, "best": laid[0], "best_seat": 0} | fields
    state = state_of(hand, trick=trick, **{"trump": SPADES, "pitcher": 0, "bid": 2} | fields)
    state.played |= mask_of(parse_cards(str(options.pop("played", ""))))
    return choice(policy, state, **options).removeprefix("play ")


@pytest.mark.kernels
def test_every_choice_is_legal() -> None:
    for table in random_tables(21, 80):
        for code in table.steps():
            assert code in table.legal()


# Random


def test_random_calls_uniformly() -> None:
    params, compiled = pitch_params(), compile_policies([parse_policy(GAME, "random")])[0]
    seen, scratch = Counter[str](), new_record(SCRATCH)
    for game in range(5000):
        place_stream(game, scratch)
        seen[action_text(int(choose_action(params, compiled, state_of(GOOD), scratch)))] += 1
    assert set(seen) == {"bid 1", "bid 2", "bid 3", "bid 4", "pass"}
    assert fits(list(seen.values()))


# What a hand is worth


@pytest.mark.kernels
def test_a_locked_suit_is_worth_all_four_points() -> None:
    hand = mask_of(parse_cards(LOCK))
    for players in range(2, 5):
        assert suit_worth(pitch_params(players=players), hand, SPADES) == 4 * 10**6
    for players in range(5, 8):
        assert 3.5 < suit_worth(pitch_params(players=players), hand, SPADES) / 10**6 < 4


@pytest.mark.kernels
def test_low_to_its_holder_counts_the_chance_of_the_deal_alone() -> None:
    holder, taker = (pitch_params(low_to=to) for to in ("holder", "taker"))
    two = mask_of(parse_cards("As 2s"))
    three = mask_of(parse_cards("As 3s"))
    gone = int(holder.none_dealt[1])
    assert suit_worth(holder, two, SPADES) - suit_worth(holder, three, SPADES) == 10**6 - gone
    assert suit_worth(taker, two, SPADES) - suit_worth(taker, three, SPADES) < 10**6 - gone


@pytest.mark.kernels
def test_the_best_suit_is_worth_most() -> None:
    params = pitch_params()
    for game in range(60):
        hand = mask_of(shuffled(22, game)[:6])
        worths = [int(suit_worth(params, hand, suit)) for suit in range(4)]
        assert worths[best_suit(params, hand)] == max(worths) == best_worth(params, hand)


@pytest.mark.kernels
@pytest.mark.parametrize("suit", range(4))
def test_a_suit_not_held_is_worth_nothing(suit: int) -> None:
    assert suit_worth(pitch_params(), mask_of(parse_cards(LOCK)), suit) == 0 or suit == SPADES


@pytest.mark.parametrize(("preset", "players"), [("solo", 3), ("solo", 4), ("holder", 4), ("solo", 5), ("holder", 7)])
def test_hands_take_what_they_are_worth_on_average(preset: str, players: int) -> None:
    rules, params = load_rules("pitch", preset, {"players": players}), pitch_params(preset, players=players)
    worth = taken = 0.0
    hands = 600
    for game in range(hands):
        table = Table(rules, ["simple"], players - 1, shuffled(23, game))
        worth += int(best_worth(params, int(table.state.hand[0]))) / 10**6
        table.apply("bid 4")
        result = table.play().result()
        taken += sum(result[point] == 0 for point in ("high", "low", "jack", "game"))
    assert worth / hands == pytest.approx(taken / hands, abs=0.15)


# Bidding


@pytest.mark.kernels
@pytest.mark.parametrize(("hand", "bid"), [(LOCK, "bid 4"), (GOOD, "bid 2"), (NOTHING, "pass")])
def test_simple_bids_what_its_hand_is_worth(hand: str, bid: str) -> None:
    assert choice("simple:bold=0", state_of(hand)) == bid


@pytest.mark.kernels
def test_boldness_only_raises_bids() -> None:
    for game in range(15):
        hand = mask_of(shuffled(24, game)[:6])
        bids = []
        for bold in (0, 40, 80, 160, 320):
            state = state_of("")
            state.hand[1] = hand
            bids.append(choice(f"simple:bold={bold}", state))
        assert [bid.replace("pass", "bid 0") for bid in bids] == sorted(bid.replace("pass", "bid 0") for bid in bids)
        assert bids[-1] in ("bid 3", "bid 4")


@pytest.mark.kernels
def test_the_dealer_steals_rather_than_raises() -> None:
    dealer: dict[str, Any] = {"seat": 1, "dealer": 1, "pitcher": 0}
    assert choice("simple", state_of(LOCK, bid=2, **dealer)) == "bid 2"
    assert choice("simple", state_of(LOCK, bid=2, **dealer), steal=False) == "bid 3"
    assert choice("simple", state_of(LOCK, bid=4, **dealer), steal_four=True) == "bid 4"
    assert choice("simple", state_of(NOTHING, bid=2, **dealer)) == "pass"
    assert choice("simple:steal=400", state_of(NOTHING, bid=2, **dealer)) == "bid 2"


@pytest.mark.kernels
def test_a_forced_dealer_bids_as_little_as_he_may() -> None:
    dealer: dict[str, Any] = {"seat": 1, "dealer": 1}
    assert choice("simple", state_of(LOCK, **dealer)) == "bid 2"
    assert choice("simple", state_of(NOTHING, **dealer), forced_bid="dealer_min") == "bid 1"
    assert choice("simple:bold=0", state_of(NOTHING, **dealer), forced_bid="redeal") == "pass"
    assert choice("simple", state_of(LOCK, **dealer), forced_bid="redeal") == "bid 1"


@pytest.mark.kernels
def test_stick_leaves_a_bid_of_two_to_the_dealer() -> None:
    assert choice("simple:stick=true,bold=0", state_of(GOOD)) == "pass"
    assert choice("simple:stick=true,bold=0", state_of(GOOD, bid=1, pitcher=0)) == "bid 2"
    assert choice("simple:stick=true,bold=0", state_of(GOOD), forced_bid="redeal") == "bid 2"
    assert choice("simple:stick=true,bold=0", state_of(GOOD), forced_bid="dealer_min") == "bid 2"
    assert choice("simple:stick=true,bold=0", state_of(LOCK)) == "bid 4"


@pytest.mark.kernels
def test_nobody_bids_against_his_partner() -> None:
    partners: dict[str, Any] = {"partners": True}
    assert choice("simple", state_of(LOCK, bid=1, pitcher=3, dealer=0), **partners) == "pass"
    assert choice("simple", state_of(LOCK, seat=1, dealer=1, bid=1, pitcher=3), **partners) == "pass"
    assert choice("simple", state_of(LOCK, bid=1, pitcher=0, dealer=2), **partners) == "bid 4"


@pytest.mark.kernels
def test_a_partner_brings_something() -> None:
    assert choice("simple:bold=0,partner=0", state_of(GOOD), partners=True) == "bid 2"
    assert choice("simple:bold=0,partner=100", state_of(GOOD), partners=True) == "bid 3"
    assert choice("simple:bold=0,partner=100", state_of(GOOD)) == "bid 2"


# Play


@pytest.mark.kernels
def test_the_pitcher_leads_his_ace_and_keeps_an_unlikely_top() -> None:
    first: dict[str, Any] = {"trump": -1, "pitcher": 1}
    assert card("As 8s 3s 4d 6h 7c", **first) == "As"
    assert card("9s 8s 4s 3s 5d 6h", **first) == "4s"
    assert card("Js Ts 8s 3s 5d 6h", **first) == "8s"


@pytest.mark.kernels
def test_the_pitcher_draws_trumps_while_he_has_the_top() -> None:
    assert card("Ks 8s 4d 6h", pitcher=1, options={"played": "As"}) == "Ks"
    assert card("Ks 8s 4d 6h", pitcher=1) == "4d"
    assert card("Ks 8s 4d 6h", options={"played": "As"}) == "4d"


@pytest.mark.kernels
def test_high_side_cards_are_led() -> None:
    assert card("8s Ad 6h 2c") == "Ad"
    assert card("8s Kd 6h 2c") == "2c"
    assert card("8s Kd 6h 2c", options={"played": "Ad"}) == "Kd"


@pytest.mark.kernels
def test_the_last_to_play_takes_points_and_saves_what_is_worth_most() -> None:
    assert card("Js Ks 4h", "Th", options={"players": 2}) == "Js"
    assert card("Ks 4h 2s", "Kh", options={"players": 2}) == "2s"
    assert card("Th 9h", "8h", options={"players": 2}) == "Th"
    assert card("9h 3h", "8h", options={"players": 2}) == "3h"


@pytest.mark.kernels
def test_low_is_not_saved_for_others_where_it_goes_to_its_holder() -> None:
    assert card("Ks Qs 2s 4h", "Kh", options={"players": 2, "low_to": "holder"}) == "Ks"


@pytest.mark.kernels
def test_who_is_not_last_takes_only_with_the_highest_of_a_suit() -> None:
    assert card("Ah 3h", "Kh") == "Ah"
    assert card("Qh 3h", "Jh") == "3h"
    assert card("As Qs 3h", "Kh") == "As"
    assert card("Ah 3h", "8h") == "3h"


@pytest.mark.kernels
def test_a_worthless_card_is_thrown_and_trumps_are_kept() -> None:
    assert card("Td 8c 3c 9s", "Ah", best=parse_card("Ah")) == "3c"
    assert card("Td Jc 9s", "Ah", best=parse_card("As")) == "9s"


@pytest.mark.kernels
def test_points_go_to_a_partners_sure_trick_and_not_to_the_pitchers() -> None:
    partners = {"partners": True}
    assert card("Th 3h", "Ah", best_seat=3, pitcher=3, options=dict(partners)) == "Th"
    assert card("Th 3h", "Ah", best_seat=0, options=dict(partners)) == "3h"
    assert card("Th 3h", "Qh", best_seat=3, options=dict(partners)) == "3h"


@pytest.mark.kernels
def test_defenders_feed_each_other_only_to_set_the_pitcher() -> None:
    taken: dict[str, Any] = {"best_seat": 2, "pitcher": 0}
    assert card("Th 3h", "Ah", "simple:defend=set", **taken) == "Th"
    assert card("Th 3h", "Ah", "simple:defend=own", **taken) == "3h"
    assert card("Th 3h", "Ah", "simple:defend=set", best_seat=2, pitcher=2) == "3h"
    assert card("Th 3h", "Ah", "simple:defend=set", best_seat=2, pitcher=1) == "3h"
    assert card("Js 3d", "Ah", "simple:defend=set", **taken) == "3d"


# As a whole


@pytest.mark.parametrize("players", [2, 4, 7])
def test_simple_wins_against_random(players: int) -> None:
    rows = simulate(
        "pitch", None, {"players": players}, policies=["simple", *["random"] * (players - 1)], games=2000
    ).rows
    net = next(row for row in rows if row["metric"] == "net" and row["seat"] == 0)
    assert net["low"] > 0.5


def test_hands_of_simple_are_made_more_often_than_set() -> None:
    ended = Counter[int]()
    for table in random_tables(25, 400, ["simple"]):
        ended[int(table.play().state.outcome)] += 1
    assert ended[Outcome.MADE] > ended[Outcome.SET] > 40
