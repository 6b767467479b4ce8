"""Laws that hold in every hand, whatever the rules and whoever plays."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from simcards.cards import FULL_MASK
from simcards.games.gin.kernel import stock_left
from simcards.games.gin.params import ACT_SHIFT, MAX_TURNS, Act, Outcome, Phase
from simcards.referee import replay_record
from tests.gin_table import Table, table, written
from tests.naive.random_rules import random_record, random_rules

POLICIES = ["random", "greedy", "greedy:knock=0", "greedy:knock_by_turn=10/5/0", "simple", "simple:knock=3"]


def deals(seed: int, n: int) -> list[tuple[Table, dict[str, Any]]]:
    """Deal hands to random policies under random rules."""
    rng = random.Random(seed)
    dealt = []
    for game in range(n):
        rules = random_rules(rng)
        one = table(rules, policies=rng.choices(POLICIES, k=2), seed=seed)
        one.shuffle(game)
        one.deal(rng.randrange(2))
        dealt.append((one, rules))
    return dealt


@pytest.mark.kernels
def test_policies_pick_legal_actions() -> None:
    for one, _ in deals(1, 100):
        for action in one.play():
            assert action.split(":")[0] in one.legal
        assert one.legal == []


@pytest.mark.kernels
def test_no_card_is_lost_or_made() -> None:
    for one, _ in deals(2, 100):
        state = one.state
        hand_size = int(one.params.hand_size)
        for _ in one.play():
            stock = sum(1 << int(card) for card in state.deck[int(state.next_card) :])
            pile = sum(1 << int(card) for card in state.pile[: int(state.pile_size)])
            parts = [stock, pile, int(state.hand[0]), int(state.hand[1])]
            assert sum(parts) == FULL_MASK
            assert sum(part.bit_count() for part in parts) == 52
            drawn = state.phase == Phase.DISCARD
            sizes = [int(hand).bit_count() - (drawn and seat == one.seat) for seat, hand in enumerate(state.hand)]
            assert sizes == [hand_size, hand_size]
            assert stock_left(state) == stock.bit_count()


@pytest.mark.kernels
def test_one_seat_scores_at_most_and_never_less_than_nothing() -> None:
    for one, _ in deals(3, 100):
        list(one.play())
        state = one.state
        payoff = state.payoff.tolist()
        assert min(payoff) == 0
        assert max(payoff) == 0 or payoff.index(max(payoff)) == state.winner
        assert (state.knocker < 0) == (state.outcome == Outcome.DRAW)
        if state.outcome in (Outcome.GIN, Outcome.BIG_GIN):
            assert state.winner == state.knocker
            assert state.deadwood[state.knocker] == 0
        elif state.outcome == Outcome.UNDERCUT:
            assert state.winner == 1 - state.knocker
        elif state.outcome == Outcome.DRAW:
            assert (state.winner, *payoff) == (-1, 0, 0)


@pytest.mark.kernels
def test_turns_alternate_and_end() -> None:
    for one, _ in deals(4, 100):
        state = one.state
        list(one.play())
        assert 1 <= state.turns <= MAX_TURNS
        assert state.turns == state.own_turns.sum()
        assert abs(int(state.own_turns[0] - state.own_turns[1])) <= 1
        floor_reached = stock_left(state) <= one.params.stock_floor
        assert state.outcome != Outcome.DRAW or floor_reached or state.turns == MAX_TURNS
        assert stock_left(state) >= min(one.params.stock_floor, 1)


@pytest.mark.kernels
def test_a_hand_played_from_the_pile_alone_ends() -> None:
    """No card leaves the stock: after 100 completed turns the hand is drawn."""
    one = table(overrides=["first_turn=free", "return_discard=true", "knock_limit=0"], policies=["random"])
    one.shuffle(0)
    one.deal(0)
    for _ in range(100):
        assert not one.over
        one.apply(Act.PILE << ACT_SHIFT)
        one.apply(Act.DISCARD << ACT_SHIFT | int(one.state.drawn))
    assert one.over
    assert (one.state.turns, stock_left(one.state), one.state.outcome) == (MAX_TURNS, 31, Outcome.DRAW)
    assert one.state.own_turns.tolist() == [50, 50]


RENAMED = ("melds", "layoffs")
"""Where several splits or lay-offs are equally good, which is shown may hang on the names of the suits."""


def renamed(text: str, suits: dict[str, str]) -> str:
    """Return an action or a deck with its suits renamed."""
    ranks = "A23456789TJQK"
    return "".join(suits.get(c, c) if i and text[i - 1] in ranks else c for i, c in enumerate(text))


def rename_result(result: dict[str, Any], suits: dict[str, str]) -> dict[str, Any]:
    out = {key: value for key, value in result.items() if key not in RENAMED}
    order = "cdhs", "A23456789TJQK"
    if "hands" in out:
        cards = [[renamed(card, suits) for card in hand] for hand in out["hands"]]
        out["hands"] = [sorted(hand, key=lambda c: (order[0].index(c[1]), order[1].index(c[0]))) for hand in cards]
    if "legal" in out:
        out["legal"] = sorted(renamed(action, suits) for action in out["legal"])
    out.pop("error", None)
    return out


@cache
def fixed_records(seed: int, n: int) -> tuple[dict[str, Any], ...]:
    """Return records of hands in which every choice is written down, the melds of each knock too."""
    rng = random.Random(seed)
    found: list[dict[str, Any]] = []
    while len(found) < n:
        record = random_record(rng)
        last = record.get("actions", [""])[-1:]
        if "hands" in record or (last and "knock" in str(last[0]) and ":" not in last[0]):
            continue
        found.append(record)
    return tuple(found)


@pytest.mark.parametrize("permutation", ["dchs", "dhsc", "hscd", "scdh", "dhcs"])
def test_suits_are_names_only(permutation: str) -> None:
    """Of equal ways to meld and to lay off, which one is shown may differ; with spades doubled, spades stay spades."""
    suits = dict(zip("cdhs", permutation, strict=True))
    for given in fixed_records(5, 60):
        record = given
        if suits["s"] != "s":
            record = {**given, "rules": {**given["rules"], "oklahoma_spades_double": False}}
        other = {
            **record,
            "deck": renamed(record["deck"], suits),
            "actions": [renamed(action, suits) for action in record["actions"]],
        }
        expected = rename_result(replay_record(record), suits)
        assert rename_result(replay_record(other), {}) == expected


def test_seats_are_places_only() -> None:
    """The other dealer with the same deck and actions: the same hand, seen from the other side."""
    for record in fixed_records(5, 60):
        turned = replay_record({**record, "dealer": 1 - record["dealer"]})
        result = replay_record(record)
        for key in ("payoffs", "deadwood", "melds", "hands"):
            if key in result:
                result[key] = result[key][::-1]
        for key in ("to_act", "knocker"):
            if result.get(key) is not None:
                result[key] = 1 - result[key]
        if "winner" in result:
            result["winner"] = [1 - seat for seat in result["winner"]]
        for one in (result, turned):
            one.pop("error", None)
        assert turned == result


@pytest.mark.parametrize("policy", ["greedy", "simple"])
def test_records_replay_what_was_played(policy: str) -> None:
    for game in range(100):
        dealer = game % 2
        one = table(policies=[policy], seed=7)
        one.shuffle(game)
        deck = written(one.state.deck)
        one.deal(dealer)
        actions = list(one.play())
        result = replay_record({"game": "gin", "deck": deck, "dealer": dealer, "actions": actions})
        state = one.state
        assert result["ok"]
        assert result["over"]
        assert result["payoffs"] == state.payoff.tolist()
        assert result["outcome"] == Outcome(state.outcome).name.lower()
        assert result["deadwood"] == state.deadwood.tolist()
        assert result["turns"] == state.turns
