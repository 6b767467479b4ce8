"""Parts of tonk's kernels against definitions and exact numbers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest

from simcards.answers.odds import odds
from simcards.cards import mask_of, parse_cards
from simcards.compile import compile_rules, new_record
from simcards.games.tonk import GAME
from simcards.games.tonk.engine import most_stakes, params_of
from simcards.games.tonk.kernel import best_spade, deal, legal_actions
from simcards.games.tonk.outcomes import payoff_histogram
from simcards.games.tonk.params import (
    COUNT_AXES,
    MAX_ACTIONS,
    SCRATCH,
    SHARES,
    STATE,
    UNIT,
    Ending,
    Outcome,
    Phase,
    count_shapes,
)
from simcards.games.tonk.play import payoff_bin
from simcards.games.tonk.rules import dealt_counts
from simcards.games.tonk.showdown import reached, settle
from simcards.games.tonk.table import fitting, list_books, list_runs
from simcards.kernels.deadwood import points
from simcards.kernels.deck import shuffle_deck
from simcards.kernels.rng import place_stream
from simcards.rules import load_rules
from simcards.simulation import simulate
from tests.chi_square import fits
from tests.naive.cards import DECK
from tests.naive.tonk_payments import dropped, losers_pay_each, losers_share_out, lowest_of
from tests.naive.tonk_policies import SPADES, best_spades
from tests.naive.tonk_random import random_rules
from tests.naive.tonk_spreads import Cards, all_spreads, extends, is_book, spreads_in
from tests.tonk_table import random_tables, table

ACE_RUNS = pytest.mark.parametrize("ace_runs", ["low", "high_low"])
SCHEDULES = ("wiki", "pagat", "lowest_double", "dropper_only", "each_double", "pot_split")


def params(**options: Any) -> Any:
    return compile_rules(GAME, load_rules("tonk", "plain", options))


def mask(cards: Cards) -> int:
    return mask_of(parse_cards(" ".join(sorted(cards))))


def on_table(spread: Cards) -> int:
    """Return the mask of a spread as it lies on the table: an ace after the king in bit 13 of its lane."""
    low = mask(spread)
    ace = low & mask(frozenset(f"A{suit}" for suit in "cdhs"))
    king = any(card[0] == "K" for card in spread) and not is_book(spread)
    return (low & ~ace) | (ace << 13) if king else low


# Spreads and hits


@pytest.mark.kernels
@ACE_RUNS
def test_what_fits_every_spread(ace_runs: str) -> None:
    rules, state = params(ace_runs=ace_runs), new_record(STATE)
    for spread in all_spreads(ace_runs):
        state.spread[0], state.is_book[0] = on_table(spread), is_book(spread)
        right = frozenset(card for card in DECK if extends(card, spread, ace_runs))
        assert int(fitting(rules, state, 0)) == mask(right), sorted(spread)


@pytest.mark.kernels
@ACE_RUNS
def test_what_reaches_runs_card_after_card(ace_runs: str) -> None:
    """What can be added to a run one after another, by the definition of a longer run."""
    rules, rng = params(ace_runs=ace_runs), random.Random(31)
    runs = sorted((run for run in all_spreads(ace_runs) if not is_book(run)), key=sorted)
    for _ in range(300):
        run = rng.choice(runs)
        near = [card for card in DECK if card not in run and card[1] in {*"".join(run), "h"}]
        cards = frozenset(rng.sample(near, min(len(near), 7)))
        longest = {run}
        while grown := {one | {card} for one in longest for card in cards if extends(card, one, ace_runs)} - longest:
            longest |= grown
        assert int(reached(rules, on_table(run), mask(cards))) == mask(frozenset().union(*longest) - run)


@pytest.mark.kernels
@ACE_RUNS
@pytest.mark.parametrize("must_discard", [False, True])
def test_spreads_are_listed_once_each(ace_runs: str, must_discard: bool) -> None:
    rules, rng = params(ace_runs=ace_runs, must_discard=must_discard), random.Random(32)
    actions = new_record(SCRATCH).actions
    for size in range(3, 12):
        for suits in ("s", "hs", "cdhs"):
            held = frozenset(rng.sample([card for card in DECK if card[1] in suits], size))
            n = list_runs(rules, mask(held), actions, list_books(rules, mask(held), actions, 0))
            right = [spread for spread in spreads_in(held, ace_runs) if not (must_discard and spread == held)]
            assert n == len(right) == len(set(actions[:n].tolist()))


@pytest.mark.kernels
def test_there_is_room_for_all_legal_actions() -> None:
    """Eleven cards in sequence have 45 runs and eleven discards; they may be dropped too."""
    one = table("plain", {"players": 2, "cards_dealt": 10, "drop_timing": "own_turn"})
    one.state.hand[one.seat] = mask_of(parse_cards("Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc"))
    one.state.phase = Phase.DRAWN
    assert legal_actions(one.params, one.state, one.scratch.actions) == 45 + 11 + 1
    most = 0
    for one, _, _ in random_tables(33, 100, ["random", "simple:drop=0"]):
        for _ in one.play():
            most = max(most, len(one.legal()))
    assert most < MAX_ACTIONS / 2


@pytest.mark.kernels
def test_the_best_spade() -> None:
    rng = random.Random(34)
    for _ in range(200):
        held = frozenset(rng.sample(DECK, 5))
        best = best_spades(held)[:1]
        assert best_spade(mask(held)) == (SPADES.index(best[0][0]) + 1 if best else -1)


# Payments


def settled(rules: Any, ending: Ending, ender: int, counts: tuple[int, ...]) -> tuple[int, list[int], list[Fraction]]:
    """Return outcome, winners and payments in stakes of hands with these counts."""
    state, seats = new_record(STATE), range(len(counts))
    state.count[: len(counts)] = counts
    state.ending, state.ender = ending, ender
    settle(rules, state)
    winners = [seat for seat in seats if state.winners >> seat & 1]
    return int(state.outcome), winners, [Fraction(int(state.payoff[seat]), UNIT) for seat in seats]


@pytest.mark.kernels
@pytest.mark.parametrize("tie", ["caught", "dropper_wins"])
@pytest.mark.parametrize("schedule", SCHEDULES)
def test_drops_are_paid_as_by_the_twin(schedule: str, tie: str) -> None:
    """Every pattern of below, lowest below, equal and above, for up to five players; six at random."""
    rng = random.Random(35)
    patterns = [(3, *rivals) for players in range(2, 6) for rivals in product((1, 2, 3, 4), repeat=players - 1)]
    patterns += [(3, *rng.choices((1, 2, 3, 4), k=5)) for _ in range(100)]
    for counts in patterns:
        turned = rng.randrange(len(counts))
        seats = counts[-turned:] + counts[:-turned] if turned else counts
        rules = params(players=len(counts), caught_pays=schedule, tie_with_dropper=tie)
        winners, paid = dropped(seats, turned, schedule, tie)
        outcome = Outcome.DROP if winners == [turned] else Outcome.CAUGHT
        assert settled(rules, Ending.DROPPED, turned, seats) == (outcome, winners, paid), seats


@pytest.mark.kernels
@pytest.mark.parametrize("tie", ["draw", "split", "each"])
def test_the_end_of_the_stock_is_paid_as_by_the_twin(tie: str) -> None:
    for players in range(2, 7):
        rules = params(players=players, stock_tie=tie)
        for counts in product((7, 8, 20), repeat=players):
            winners = lowest_of(counts, range(players))
            pays = losers_pay_each if tie == "each" else losers_share_out
            expected = (Outcome.STOCK, winners, pays(players, winners, 1))
            if len(winners) > 1 and tie == "draw":
                expected = (Outcome.DRAW, [], [Fraction(0)] * players)
            assert settled(rules, Ending.STOCK_OUT, 0, counts) == expected


def test_every_share_of_a_stake_has_a_bin() -> None:
    """A pot or a loser's payment is shared by one to five; what remains of a stake is one of the shares."""
    shares = {number * UNIT // winners % UNIT for winners in range(1, 6) for number in range(winners)}
    assert shares == set(SHARES)


@pytest.mark.parametrize("most", [0, 1, 7])
def test_bins_are_payoffs(most: int) -> None:
    """Whatever can be won or paid has a bin of its own, and is read back from it."""
    shapes = count_shapes(2, most)
    payoffs = [stakes * UNIT + share for stakes in range(-most, most + 1) for share in SHARES]
    payoffs = [payoff for payoff in payoffs if payoff <= most * UNIT]
    for payoff in payoffs:
        arrays = {name: np.zeros(shapes[name], np.int64) for name in COUNT_AXES}
        arrays["payoff"][1, 0, payoff_bin(payoff, shapes["payoff"][2])] += 3
        assert payoff_histogram(arrays, 1, 0) == payoff_histogram(arrays, None, None) == {payoff: 3}  # type: ignore[arg-type]
        assert payoff_histogram(arrays, 0, None) == {}  # type: ignore[arg-type]


def test_nobody_wins_or_pays_more_than_there_are_bins_for() -> None:
    rng = random.Random(36)
    for _ in range(300):
        rules: Any = load_rules("tonk", random_rules(rng))
        most, players = most_stakes(rules), rules.players
        bet = rules.spades_bet * (players - 1)
        counts = tuple(rng.choices((1, 2, 3, 4), k=players))
        for ending in (Ending.DROPPED, Ending.STOCK_OUT, Ending.DISCARDED, Ending.LAID):
            paid = settled(compile_rules(GAME, rules), ending, 0, counts)[2]
            assert max(map(abs, paid)) + bet <= most
        assert 2 * rules.tonk_pays * (players - 1) + bet <= most
        dues = [*params_of(rules)["deal_due"], *params_of(rules)["own_due"]]
        assert max(dues) * (players - 1) + bet <= most


# Numbers that are known exactly


def test_the_deal_has_the_exact_counts() -> None:
    """Chi-square of the points of each position in 20,000 deals of three hands."""
    rules, state, scratch = params(), new_record(STATE), new_record(SCRATCH)
    found: list[Counter[int]] = [Counter() for _ in range(3)]
    for game in range(20_000):
        place_stream(game, scratch)
        shuffle_deck(scratch, state.deck)
        deal(rules, game % 3, state)
        for position in range(3):
            found[position][int(points(int(state.hand[(game + 1 + position) % 3])))] += 1
    ways = merged(dict(enumerate(dealt_counts(5))))
    for counts in found:
        times = merged(counts)
        assert fits([times[count] for count in ways], [ways[count] / ways.total() for count in ways])


def merged(counts: Mapping[int, int]) -> Counter[int]:
    """Return counts with those up to 12 put together, and those from 49 on: both are rare."""
    found = Counter[int]()
    for count, times in counts.items():
        found[max(min(count, 49), 12)] += times
    return found


@pytest.mark.parametrize(("players", "somebody"), [(2, "743221/82972155"), (4, "22991906135375/1285145204520177")])
def test_deal_wins_come_as_often_as_they_should(players: int, somebody: str) -> None:
    """Chi-square in 200,000 hands; tied deal wins are split, so that they end as deal wins too."""
    options = {"players": players, "deal_win_tie": "split"}
    counts = simulate("tonk", "wikipedia", options, policies=["simple:drop=110"], games=200_000).counts
    assert counts is not None
    won = int(counts["ended"][Outcome.DEAL_WIN].sum())
    share = float(Fraction(somebody))
    assert fits([won, 200_000 - won], [share, 1 - share])
    drawn = simulate("tonk", "wikipedia", {"players": players}, policies=["simple:drop=110"], games=200_000).counts
    assert drawn is not None
    assert drawn["ended"][[Outcome.DEAL_WIN, Outcome.DRAW]].sum() == won


@ACE_RUNS
def test_tonks_at_the_first_draw_come_as_often_as_they_should(ace_runs: str) -> None:
    """Chi-square in 400,000 hands of three cards, of which all four after the draw lie in spreads."""
    options = {"cards_dealt": 3, "upcard": False, "ace_runs": ace_runs, "deal_wins": [], "players": 2}
    [row] = [row for row in odds("tonk", "plain", options).rows if row["event"] == "first_draw_tonk"]
    counts = simulate("tonk", "plain", options, policies=["simple:drop=0"], games=400_000).counts
    assert counts is not None
    tonks = int(counts["ended"][Outcome.TONK, 0])
    assert fits([tonks, 400_000 - tonks], [row["probability"], 1 - row["probability"]])


def test_the_ace_of_spades_is_dealt_as_often_as_it_should() -> None:
    """Chi-square of the highest spade in 20,000 deals to four: the ace is among twenty of 52 cards."""
    rules, state, scratch = params(players=4), new_record(STATE), new_record(SCRATCH)
    aces = 0
    for game in range(20_000):
        place_stream(game, scratch)
        shuffle_deck(scratch, state.deck)
        deal(rules, game % 4, state)
        aces += max(int(best_spade(int(state.hand[seat]))) for seat in range(4)) == 13
    assert fits([aces, 20_000 - aces], [20 / 52, 32 / 52])
