"""Laws that hold in every hand of tonk, whatever the rules and whoever plays."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any

import numpy as np
import pytest

from simcards.cards import FULL_MASK, card_text, cards_text, mask_of
from simcards.compile import compile_policies, compile_rule_sets, new_record, parse_policies
from simcards.counts import Counts
from simcards.errors import InputError
from simcards.games.tonk import GAME
from simcards.games.tonk.engine import ENGINE
from simcards.games.tonk.kernel import deal, stock_left
from simcards.games.tonk.outcomes import payoff_histogram
from simcards.games.tonk.params import MAX_TURNS, UNIT, Ending, Outcome
from simcards.games.tonk.play import play_hand
from simcards.kernels.rng import place_stream
from simcards.referee import replay_record
from simcards.rules import load_rules
from tests.naive.cards import in_order
from tests.naive.tonk import apply, new_hand
from tests.naive.tonk_decks import random_deck
from tests.naive.tonk_policies import Seen
from tests.naive.tonk_random import ILLEGAL, random_hand, random_rules
from tests.naive.tonk_records import replay
from tests.naive.tonk_rules import read_rules
from tests.tonk_table import POLICIES, Table, random_tables, table, written

RULE_SETS, HANDS = 100, 1_000


def played(seed: int, rule_sets: int, hands: int) -> Iterator[tuple[Counts, Counter[Outcome], int]]:
    """Play hands under random rules, policies at random; yield for each rule set counts and outcomes.

    Last comes in how many hands the payments do not add up to nothing.
    """
    rng = random.Random(seed)
    for _ in range(rule_sets):
        rules = load_rules("tonk", random_rules(rng))
        shapes = ENGINE.count_shapes([rules])
        arrays = tuple(np.zeros((1, *shapes[name]), np.int64) for name in ENGINE.count_axes)
        chosen = parse_policies(GAME, rng.choices(POLICIES, k=rules.players), rules.players)
        params, policies = compile_rule_sets(GAME, [rules]), compile_policies(chosen)
        state, scratch = new_record(ENGINE.state), new_record(ENGINE.scratch)
        scratch.seed_low = seed
        outcomes, wrong = Counter[Outcome](), 0
        for game in range(hands):
            ENGINE.run_slice(params, policies, game, 1, state, scratch, arrays)
            wrong += int(state.payoff[: rules.players].sum() != 0)
            outcomes[Outcome(state.outcome)] += 1
        yield Counts.of_arrays([array[0] for array in arrays], ENGINE.count_axes), outcomes, wrong


def check_counts(counts: Counts, outcomes: Counter[Outcome], hands: int) -> None:
    """Check that every hand is counted once, wherever it is counted, and that all payments add up to nothing."""
    players = len(counts["won"])
    ended = counts["ended"].sum(axis=1)
    assert {outcome: ended[outcome] for outcome in Outcome if ended[outcome]} == outcomes
    assert counts["drop_count"].sum(axis=1).tolist() == [ended[Outcome.DROP], ended[Outcome.CAUGHT]]
    assert counts["won"].sum() == UNIT * (hands - ended[Outcome.DRAW])
    everyone = payoff_histogram(counts, None, None)
    assert sum(everyone.values()) == players * hands
    assert sum(payoff * times for payoff, times in everyone.items()) == 0
    for seat in range(players):
        for position in range(players):
            dealer = (seat - position - 1) % players
            dealt = len(range(dealer, hands, players))
            assert sum(payoff_histogram(counts, seat, position).values()) == dealt
            assert 0 <= counts["won"][seat, position] <= UNIT * dealt


@pytest.mark.parametrize("seed", range(4))
def test_payments_add_up_to_nothing_and_every_hand_is_counted_once(seed: int) -> None:
    for counts, outcomes, wrong in played(seed, RULE_SETS // 4, HANDS):
        assert wrong == 0
        check_counts(counts, outcomes, HANDS)


ENDS = ("outcome", "ending", "ender", "winners", "turns", "payoff", "count", "hand", "known", "frozen", "spades")
"""What a state says of a hand that is over."""


@pytest.mark.kernels
def test_a_hand_leaves_nothing_to_the_next() -> None:
    """Hands played one after another in one state end as each does in a state of its own."""
    rng = random.Random(9)
    to_the_end = {"drop_timing": "never", "tonk_requires": "own_spreads", "must_discard": False, "deal_wins": []}
    for number in range(20):
        given = random_rules(rng) | (to_the_end if number % 2 else {})
        rules = load_rules("tonk", given)
        policies = rng.choices(POLICIES, k=rules.players)
        state, scratch = new_record(ENGINE.state), new_record(ENGINE.scratch)
        for game in range(20):
            one = Table(rules, policies, 0, game, " ".join(random_deck(rng, read_rules(given))))
            place_stream(game, scratch)
            state.deck[:] = one.deck
            deal(one.params, one.dealer, state)
            play_hand(one.params, one.policies, state, scratch)
            play_hand(one.params, one.policies, one.state, one.scratch)
            for field in ENDS:
                seats = rules.players if np.ndim(state[field]) else None
                assert np.array_equal(np.ravel(state[field])[:seats], np.ravel(one.state[field])[:seats]), field


def parts_of(one: Table) -> list[int]:
    """Return the masks of all places where a card can be."""
    state = one.state
    return [
        mask_of([int(card) for card in state.deck[int(state.next_card) :]]),
        mask_of([int(card) for card in state.pile[: int(state.pile_size)]]),
        *(int(state.hand[seat]) for seat in range(one.players)),
        *(one.on_table(place) for place in range(int(state.spreads))),
    ]


@pytest.mark.kernels
def test_a_card_is_in_one_place() -> None:
    for one, _, _ in random_tables(1, 100):
        while True:
            parts = parts_of(one)
            assert sum(parts) == FULL_MASK
            assert sum(part.bit_count() for part in parts) == 52
            assert stock_left(one.state) == parts[0].bit_count()
            if one.over:
                break
            one.carry_out(one.choose())


@pytest.mark.kernels
def test_policies_pick_legal_actions() -> None:
    for one, _, _ in random_tables(2, 100):
        for action in one.play():
            assert action in one.legal()
        assert one.legal() == {}


@pytest.mark.kernels
def test_known_is_what_all_have_seen_a_player_take_or_show() -> None:
    """What came from the pile, and the highest spade of each who joined the bet, as long as it is in the hand."""
    shown = 0
    for one, rules, _ in random_tables(3, 150):
        hand = new_hand(read_rules(rules), written(one.deck).split(), one.dealer)
        seen = Seen(one.players)
        for action in chain(one.play(), ["end"]):
            known = [cards_text(int(one.state.known[seat])) for seat in range(one.players)]
            assert known == [in_order(seen.held(hand, seat)) for seat in range(one.players)]
            assert all(int(one.state.known[seat]) & ~int(one.state.hand[seat]) == 0 for seat in range(one.players))
            shown += sum(map(len, known))
            if action != "end":
                seen.note(hand, action)
                apply(hand, action)
    assert shown > 1_000


@pytest.mark.kernels
def test_hands_end() -> None:
    """After at most 100 turns: each of them has a draw, a discard and everybody asked; a card is laid down once."""
    for one, _, _ in random_tables(4, 150):
        actions = sum(1 for _ in one.play())
        players, state = one.players, one.state
        assert actions <= (MAX_TURNS + 1) * (players + 2) + 52 + players
        assert state.turns == state.own_turns[:players].sum() <= MAX_TURNS
        assert state.own_turns[:players].max() - state.own_turns[:players].min() <= 1
        if state.ending == Ending.STOCK_OUT:
            assert stock_left(state) == 0 or state.turns == MAX_TURNS


@pytest.mark.kernels
@pytest.mark.parametrize("players", [2, 3, 6])
@pytest.mark.parametrize("stock_end", ["after_last_draw", "on_need"])
def test_a_hand_played_from_the_pile_alone_ends(players: int, stock_end: str) -> None:
    """No card leaves the stock: after 100 completed turns the hand ends as if it were out."""
    one = table("plain", {"players": players, "stock_end": stock_end, "drop_timing": "any_time", "stock_tie": "each"})
    for turn in range(100):
        for _ in range(players):
            assert not one.over
            one.apply("wait")
        top = card_text(int(one.state.pile[0]))
        one.apply("pile")
        one.apply(f"discard {top}")
        assert one.state.turns == turn + 1
    assert one.over
    assert (one.state.turns, stock_left(one.state)) == (MAX_TURNS, 51 - 5 * players)
    assert one.state.outcome == Outcome.STOCK


@pytest.mark.kernels
def test_an_illegal_action_changes_nothing() -> None:
    rng, refused = random.Random(5), 0
    for one, _, _ in random_tables(5, 60):
        for _ in one.play():
            before = one.state.tobytes()
            for text in rng.sample(ILLEGAL, 3):
                if text not in one.legal():
                    with pytest.raises(InputError):
                        one.apply(text)
                    refused += 1
            assert one.state.tobytes() == before
        before = one.state.tobytes()
        with pytest.raises(InputError, match="after the end"):
            one.apply("stock")
        assert one.state.tobytes() == before
    assert refused > 1_000


@cache
def results(seed: int, n: int, **options: Any) -> tuple[tuple[dict[str, Any], dict[str, Any]], ...]:
    """Return random records, each with its result; half of them stop early."""
    rng, found = random.Random(seed), []
    for number in range(n):
        record = random_hand(rng, random_rules(rng) | options).record
        if number % 2 and record["actions"]:
            del record["actions"][rng.randrange(len(record["actions"])) :]
        found.append((record, replay_record(record)))
    return tuple(found)


def renamed(text: str, suits: dict[str, str]) -> str:
    """Return an action or a deck with its suits renamed."""
    return re.sub(r"(?<=[A2-9TJQK])[cdhs]", lambda suit: suits[suit[0]], text)


def renamed_result(result: dict[str, Any], suits: dict[str, str]) -> dict[str, Any]:
    """Return a result with its suits renamed and its cards in order; a hit names all cards of the spread."""

    def cards(of: list[str]) -> list[str]:
        return in_order(renamed(card, suits) for card in of)

    def action(text: str) -> list[str]:
        word, *named = text.split()
        if word == "hit":
            spread = next(spread["cards"] for spread in result["spreads"] if named[2] in spread["cards"])
            return [word, renamed(named[0], suits), *cards(spread)]
        return [word, *cards(named)]

    out = result | {"hands": [cards(hand) for hand in result["hands"]]}
    for key in ("spreads", "retired"):
        out[key] = [spread | {"cards": cards(spread["cards"])} for spread in result[key]]
    if "legal" in result:
        out["legal"] = sorted(action(text) for text in result["legal"])
    return out


SAME = dict(zip("cdhs", "cdhs", strict=True))


@pytest.mark.parametrize("names", ["dchs", "dhsc", "hscd", "scdh", "dhcs"])
def test_suits_are_names_only(names: str) -> None:
    """Without a side bet on spades."""
    suits = dict(zip("cdhs", names, strict=True))
    for record, result in results(6, 300, spades_bet=0):
        actions = [renamed(action, suits) for action in record["actions"]]
        other = replay_record(record | {"deck": renamed(record["deck"], suits), "actions": actions})
        assert result["ok"]
        assert renamed_result(other, SAME) == renamed_result(result, suits)


BY_SEAT = ("payoffs", "hands", "counts", "frozen", "spades")


def turned(result: dict[str, Any], by: int, players: int) -> dict[str, Any]:
    """Return a result with every seat so many places further on."""
    out = dict(result)
    for key in BY_SEAT:
        if key in result:
            out[key] = [result[key][(seat - by) % players] for seat in range(players)]
    for key in ("spreads", "retired"):
        out[key] = [spread | {"owner": (spread["owner"] + by) % players} for spread in result[key]]
    if "to_act" in result:
        out["to_act"] = (result["to_act"] + by) % players
    if "winner" in result:
        out["winner"] = sorted((seat + by) % players for seat in result["winner"])
    return out


@pytest.mark.parametrize("by", range(1, 6))
def test_seats_are_places_only(by: int) -> None:
    """Another dealer with the same deck and actions: the same hand, seen from another seat."""
    for record, result in results(7, 300):
        players = len(result["hands"])
        other = replay_record(record | {"dealer": (record["dealer"] + by) % players})
        assert other == turned(result, by, players)


@pytest.mark.parametrize("seed", range(2))
def test_records_replay_what_was_played(seed: int) -> None:
    """What policies play in the kernels is, written down, the same hand for the twin."""
    for one, rules, _ in random_tables(8 + seed, 150):
        actions = list(one.play())
        state, seats = one.state, range(one.players)
        deck = written(one.deck)
        result = replay({"game": "tonk", "rules": rules, "dealer": one.dealer, "deck": deck, "actions": actions})
        assert result["over"]
        assert result["payoffs"] == pytest.approx([int(state.payoff[seat]) / UNIT for seat in seats], abs=1e-9)
        assert result["outcome"] == Outcome(state.outcome).name.lower()
        assert result["counts"] == [int(state.count[seat]) for seat in seats]
        assert result["winner"] == [seat for seat in seats if state.winners >> seat & 1]
        assert result["turns"] == state.turns
