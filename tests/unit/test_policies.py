"""Greedy, simple and random against their twins and their descriptions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from simcards.cards import DECK, card_text, cards_text, parse_card
from simcards.compile import new_record
from simcards.games.gin.params import ACT_SHIFT, SCRATCH, Act
from simcards.games.gin.policies.simple import run_cuts
from simcards.kernels.rng import place_stream
from tests.chi_square import fits
from tests.gin_table import Table, mask, stacked, table, written
from tests.naive import gin as twin
from tests.naive.gin_policies import greedy_action, simple_actions
from tests.naive.gin_rules import read_rules
from tests.naive.random_rules import random_rules

Choice = tuple[str, frozenset[str], frozenset[str]]
"""An action without its melds, the cards it lays down in sets, and those in runs."""


def choice_of(text: str) -> Choice:
    head, _, melds = text.partition(":")
    laid = [frozenset(meld[i : i + 2] for i in range(0, len(meld), 2)) for meld in melds.split()]
    sets = [meld for meld in laid if len({card[0] for card in meld}) == 1]
    runs = [meld for meld in laid if meld not in sets]
    return head, frozenset().union(*sets), frozenset().union(*runs)


def simple_choices(hand: twin.Hand, knock: int) -> dict[Choice, float]:
    """Return what simple may do, runs cut in different pieces counted together."""
    choices: Counter[Choice] = Counter()
    for text, probability in simple_actions(hand, knock).items():
        choices[choice_of(text)] += probability  # type: ignore[assignment]  # a counter adds floats too
    return dict(choices)


def twin_of(one: Table, rules: Mapping[str, object], dealer: int) -> twin.Hand:
    return twin.new_hand(read_rules(rules), written(one.state.deck).split(), dealer)


GREEDY: Sequence[tuple[str, dict[str, Any]]] = [
    ("greedy", {}),
    ("greedy:knock=0", {"knock": 0}),
    ("greedy:knock=5", {"knock": 5}),
    ("greedy:knock=100", {"knock": 100}),
    ("greedy:gin_from=1", {"gin_from": 1}),
    ("greedy:knock=7,gin_from=4", {"knock": 7, "gin_from": 4}),
    ("greedy:knock_by_turn=0", {"knock_by_turn": [0]}),
    ("greedy:knock_by_turn=10/10/7/4/0", {"knock_by_turn": [10, 10, 7, 4, 0]}),
    ("greedy:knock_by_turn=0/0/0/20,knock=1,gin_from=6", {"knock_by_turn": [0, 0, 0, 20], "gin_from": 6}),
]
SIMPLE: Sequence[tuple[str, int]] = [
    ("simple", 10),
    ("simple:knock=0", 0),
    ("simple:knock=4", 4),
    ("simple:knock=60", 60),
]


def hands(seed: int, policies: Sequence[str], n: int) -> list[tuple[Table, twin.Hand, tuple[int, int]]]:
    """Deal hands to pairs of policies under random rules, to the kernels and to the twin."""
    rng = random.Random(seed)
    dealt = []
    for game in range(n):
        rules = random_rules(rng)
        seats = (rng.randrange(len(policies)), rng.randrange(len(policies)))
        one = table(rules, policies=[policies[seat] for seat in seats], seed=seed)
        one.shuffle(game)
        dealer = rng.randrange(2)
        one.deal(dealer)
        dealt.append((one, twin_of(one, rules, dealer), seats))
    return dealt


@pytest.mark.kernels
def test_greedy_plays_as_its_twin() -> None:
    decisions: Counter[str] = Counter()
    for one, hand, seats in hands(11, [text for text, _ in GREEDY], 100):
        for action in one.play():
            assert action == greedy_action(hand, **GREEDY[seats[hand.to_act]][1])
            decisions[action.split()[0]] += 1
            twin.apply(hand, action)
        assert hand.over
    assert {"take", "pass", "stock", "pile", "discard", "knock"} <= decisions.keys()


@pytest.mark.kernels
def test_simple_plays_as_its_twin() -> None:
    forced = 0
    for one, hand, seats in hands(12, [text for text, _ in SIMPLE], 100):
        for action in one.play():
            allowed = simple_choices(hand, SIMPLE[seats[hand.to_act]][1])
            assert choice_of(action) in allowed
            forced += len(allowed) == 1
            twin.apply(hand, action)
        assert hand.over
    assert forced > 500


@pytest.mark.kernels
def test_random_plays_what_the_twin_lists() -> None:
    for one, hand, _ in hands(13, ["random"], 20):
        for action in one.play():
            assert sorted(one.legal) == twin.legal(hand)
            assert action in one.legal
            twin.apply(hand, action)
        assert hand.over


def drawn_choices(one: Table, n: int) -> Counter[Choice]:
    """Return what the policy to act chooses in `n` games that have come to the same state."""
    other = replace(one, scratch=new_record(SCRATCH))
    found: Counter[Choice] = Counter()
    for game in range(n):
        place_stream(game, other.scratch)
        found[choice_of(other.text(other.choose()))] += 1
    return found


def test_simple_chooses_uniformly() -> None:
    """Chi-square over decisions with two to eleven choices each, 300 draws a decision."""
    checked = 0
    for one, hand, _ in hands(14, ["simple"], 15):
        for action in one.play():
            allowed = simple_choices(hand, 10)
            if len(allowed) > 1:
                found = drawn_choices(one, 300)
                assert found.keys() == allowed.keys()
                assert fits([found[choice] for choice in allowed], list(allowed.values()))
                checked += 1
            twin.apply(hand, action)
    assert checked > 50


def test_random_chooses_uniformly() -> None:
    """Chi-square over the legal actions of decisions with a knock, 50 draws for each action."""
    checked = 0
    for one, _, _ in hands(15, ["random"], 25):
        for _ in one.play():
            legal = one.legal
            if any(action.startswith(("knock", "big")) for action in legal):
                found = drawn_choices(one, 50 * len(legal))
                assert fits([found[choice_of(action)] for action in legal])
                checked += 1
    assert checked > 20


def to_discard(ten: str, drawn: str, policy: str, overrides: Sequence[str] = (), turn: int = 1) -> Table:
    """Return a table whose first player holds `ten` and has drawn a card from the stock in his own turn `turn`."""
    held = ten.split()
    spare = [card for card in twin_deck() if card not in [*held, drawn]]
    one = table(overrides=["first_turn=free", f"hand_size={len(held)}", *overrides], policies=[policy])
    one.state.deck[:] = stacked(ten, " ".join(spare[-len(held) :]), spare[0], drawn)
    one.deal(1)
    one.state.turns = 2 * (turn - 1)
    one.state.own_turns[:] = turn - 1
    one.apply(Act.STOCK << ACT_SHIFT)
    return one


def twin_deck() -> list[str]:
    return [card_text(card) for card in DECK]


def before_draw(ten: str, upcard: str, policy: str, overrides: Sequence[str] = ()) -> Table:
    """Return a table whose first player holds `ten` and may take the upcard."""
    spare = [card for card in twin_deck() if card not in [*ten.split(), upcard]]
    one = table(overrides=overrides, policies=[policy])
    one.state.deck[:] = stacked(ten, " ".join(spare[-10:]), upcard)
    one.deal(1)
    return one


def choose(one: Table) -> str:
    return one.text(one.choose())


NINE = "Ac 2c 3c 5d 6d 7d 8d 2h 3s 4s"
"""Deadwood 9, and still 9 after Kh is drawn and discarded."""


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("policy", "limit", "turn", "expected"),
    [
        ("greedy", 10, 1, "knock"),
        ("greedy", 9, 30, "knock"),
        ("greedy", 8, 1, "discard"),
        ("greedy:knock=9", 10, 1, "knock"),
        ("greedy:knock=8", 10, 1, "discard"),
        ("greedy:knock=0", 10, 1, "discard"),
        ("greedy:knock=100", 8, 1, "discard"),
        ("greedy:knock_by_turn=9/0", 10, 1, "knock"),
        ("greedy:knock_by_turn=9/0", 10, 2, "discard"),
        ("greedy:knock_by_turn=9/0", 10, 40, "discard"),
        ("greedy:knock_by_turn=0/8/9", 10, 2, "discard"),
        ("greedy:knock_by_turn=0/8/9", 10, 3, "knock"),
        ("greedy:knock_by_turn=0/8/9", 10, 40, "knock"),
        ("greedy:knock_by_turn=100", 8, 1, "discard"),
        ("greedy:knock_by_turn=9,knock=0", 10, 1, "knock"),
        ("greedy:gin_from=3", 10, 2, "knock"),
        ("greedy:gin_from=3", 10, 3, "discard"),
        ("greedy:gin_from=3", 10, 4, "discard"),
        ("greedy:gin_from=3,knock_by_turn=9", 10, 3, "discard"),
        ("greedy:gin_from=0", 10, 1, "knock"),
        ("simple", 10, 1, "knock"),
        ("simple", 8, 1, "discard"),
        ("simple:knock=9", 10, 1, "knock"),
        ("simple:knock=8", 10, 1, "discard"),
        ("simple:knock=100", 8, 1, "discard"),
    ],
)
def test_whether_to_knock_with_nine(policy: str, limit: int, turn: int, expected: str) -> None:
    action = choose(to_discard(NINE, "Kh", policy, [f"knock_limit={limit}"], turn))
    assert action.split(":")[0] == f"{expected} Kh"


@pytest.mark.kernels
@pytest.mark.parametrize("policy", ["greedy:knock=0", "greedy:gin_from=1", "greedy:knock_by_turn=0", "simple:knock=0"])
def test_gin_is_never_waited_with(policy: str) -> None:
    action = choose(to_discard("Ac 2c 3c 5d 6d 7d 8d 9c 9h 9s", "Kh", policy, ["knock_limit=0"]))
    assert action.split(":")[0] == "knock Kh"


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("policy", "bonus", "expected"),
    [("greedy", "31", "big gin"), ("greedy:knock=0", "0", "big gin"), ("greedy", "none", "knock 9c")],
)
def test_greedy_declares_big_gin_where_it_may(policy: str, bonus: str, expected: str) -> None:
    one = to_discard("Ac 2c 3c 5d 6d 7d 8d 9c 9h 9s", "9d", policy, [f"big_gin_bonus={bonus}"])
    assert choose(one) == expected
    assert ("big gin" in one.legal) == (bonus != "none")


@pytest.mark.kernels
def test_greedy_breaks_the_meld_that_costs_least_where_big_gin_is_not_allowed() -> None:
    nine = ("Ac 2c 3c 4d 5d 6d Th Td", "Ts", "greedy")
    assert choose(to_discard(*nine, ["big_gin_bonus=none"])) == "knock 3c"
    assert choose(to_discard(*nine, ["big_gin_bonus=none", "knock_limit=2"])) == "discard 3c"
    assert choose(to_discard(*nine, ["knock_limit=2"])) == "big gin"
    assert choose(to_discard("Tc Td Th Jc Jd Jh Qc Qd", "Qh", "greedy")) == "big gin"


@pytest.mark.kernels
def test_simple_never_declares_big_gin() -> None:
    one = to_discard("Ac 2c 3c 5d 6d 7d 8d 9c 9h 9s", "9d", "simple")
    assert "big gin" in one.legal
    assert {head.split()[0] for head, _, _ in drawn_choices(one, 50)} == {"knock"}


LOOSE = "Ac 3c 6c 9c Jc 2d 5d 8d Jd Kh"


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("ten", "upcard", "greedy", "simple"),
    [
        (LOOSE, "9s", "take", "pass"),  # nine for ten
        (LOOSE, "Qs", "pass", "pass"),  # ten for ten
        (LOOSE, "Js", "take", "take"),
        ("4c 6c Ad 3d 8d Th Qh Ks Js 9s", "5c", "take", "take"),
        ("4c 6c Ad 3d 8d Th Qh Ks Js 9s", "Qs", "take", "take"),
        ("Qc Kc Ad 3d 8d Th Qh Ks Js 9s", "Ac", "take", "pass"),  # no run ends Q-K-A
        ("Ac 2c 3c 5d 6d 7d 8d 9c 9h 9s", "4c", "pass", "take"),  # gin cannot be lowered
        ("2c 2d 2h 3h 4h Kd Kc 8s 9d Jd", "2s", "take", "take"),
    ],
)
@pytest.mark.parametrize("overrides", [["first_turn=offer"], ["first_turn=free"], ["return_discard=true"]])
def test_whether_to_take_the_card_that_lies_face_up(
    ten: str, upcard: str, greedy: str, simple: str, overrides: list[str]
) -> None:
    words = {"take": "pile", "pass": "stock"} if "first_turn=free" in overrides else {"take": "take", "pass": "pass"}
    assert choose(before_draw(ten, upcard, "greedy", overrides)) == words[greedy]
    assert choose(before_draw(ten, upcard, "simple", overrides)) == words[simple]


@pytest.mark.kernels
def test_greedy_discards_the_dearest_then_the_first_in_suit_order() -> None:
    assert choose(to_discard(LOOSE, "Qs", "greedy")) == "discard Jc"
    # Any of the run may leave it for the set, at a price; 7c and 7d leave least, and are as dear.
    assert choose(to_discard("7h 8h 9h 7c 7d 2s", "Ac", "greedy", ["knock_limit=0"])) == "discard 7c"


def simple_discards(one: Table) -> set[str]:
    return {head for head, _, _ in drawn_choices(one, 100)}


FOUR_TENS = ("Ac 4c 7c Td Jh Qs", "Ks")
"""Any of the four ten-point cards may go."""


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("log", "forbidden"),
    [
        ([], ""),
        ([("Ks", "Qs"), ("2d", "3d")], "Qs"),  # drew Ks and discarded Qs before
        ([("Qs", "Ks"), ("2d", "3d")], "Qs"),  # the pair has no order
        ([("Ks", "Ks"), ("2d", "3d")], "Ks"),
        ([("2d", "3d"), ("Ks", "Qs")], ""),  # that was the other seat
        ([("Jh", "Qs"), ("2d", "3d")], ""),  # another pair
        ([("Ks", "Qs"), ("2d", "3d"), ("Ks", "Jh"), ("2d", "4d")], "Qs Jh"),
    ],
)
def test_simple_makes_no_pair_of_draw_and_discard_twice(log: list[tuple[str, str]], forbidden: str) -> None:
    one = to_discard(*FOUR_TENS, "simple:knock=0")
    for turn, (drawn, discarded) in enumerate(log):
        one.state.log[turn] = parse_card(drawn) << ACT_SHIFT | parse_card(discarded)
    one.state.turns = len(log)
    expected = {f"discard {card}" for card in ("Td", "Jh", "Qs", "Ks") if card not in forbidden.split()}
    assert simple_discards(one) == expected


@pytest.mark.kernels
@pytest.mark.parametrize("overrides", [[], ["return_discard=true"]])
def test_simple_keeps_what_it_took_from_the_pile(overrides: list[str]) -> None:
    one = before_draw("Qs Qc Ad 3d 8d Th 2h Jh Ks 9s", "Qd", "simple:knock=0", ["first_turn=free", *overrides])
    one.apply(Act.PILE << ACT_SHIFT)
    assert simple_discards(one) == {"discard Th", "discard Jh", "discard Ks"}
    one = before_draw("Qs Qc Jd Kd Td Th 2h Jh Ks 9s", "Qd", "simple:knock=0", ["first_turn=free", *overrides])
    one.apply(Act.PILE << ACT_SHIFT)
    assert "discard Qd" not in simple_discards(one)


@pytest.mark.kernels
def test_where_all_is_forbidden_simple_may_discard_all() -> None:
    one = to_discard("Td Jh Qs", "Ks", "simple:knock=0")
    for turn, discarded in enumerate(("Td", "Jh", "Qs", "Ks")):
        one.state.log[2 * turn] = parse_card("Ks") << ACT_SHIFT | parse_card(discarded)
    one.state.turns = 8
    assert simple_discards(one) == {"discard Td", "discard Jh", "discard Qs", "discard Ks"}


def test_simple_counts_a_run_cut_in_pieces_as_another_split() -> None:
    """Chi-square over 2,000 draws: A-7 of clubs can lie in three ways, 2-7 beside four aces in two."""
    one = to_discard("Ac 2c 3c 4c 5c 6c 7c Ad Ah As", "8s", "simple:knock=0")
    found = drawn_choices(one, 2_000)
    aces = {frozenset(cards_text(mask(cards))): n for cards, n in (("AdAhAs", 3), ("AcAdAhAs", 2))}
    assert {sets for _, sets, _ in found} == aces.keys()
    by_sets = {sets: times for (_, sets, _), times in found.items()}
    assert fits([by_sets[sets] for sets in aces], [share / 5 for share in aces.values()])


@pytest.mark.parametrize(("length", "ways"), [*enumerate([1, 1, 1, 2, 3, 4, 6, 9, 13, 19, 28], start=3)])
def test_run_cuts(length: int, ways: int) -> None:
    assert run_cuts(length) == ways
