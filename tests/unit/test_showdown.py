"""The end of a hand: the knocker's split and the defender's melds and lay-offs, against the twin that tries all."""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from simcards.cards import cards_text, parse_cards
from simcards.games.gin.params import Outcome
from simcards.games.gin.showdown import defend, lay_down, lay_down_least, unseen_by_knocker
from simcards.splits import melds_text
from tests.gin_table import Table, mask, table
from tests.naive.cards import DECK, total
from tests.naive.melds import Cards, Family, best_splits, deadwood, defences, families, fewest_extended, in_family

RULES = {
    "together": table(),
    "after melds": table(overrides=["layoff_after_melds=true"]),
    "none": table(overrides=["layoff=false"]),
}
KNOCKER = 1


@dataclass
class Showdown:
    """What lies on the table, as the twin writes it."""

    melds: tuple[Cards, Cards]
    """Cards melded by each seat."""
    laid: Cards
    deadwood: list[int]


def family_masks(family: Family) -> tuple[int, int]:
    """Return the masks of the sets and the runs of disjoint melds."""
    sets = {card for meld in family if len({card[0] for card in meld}) == 1 for card in meld}
    return mask(" ".join(sets)), mask(" ".join(in_family(family) - sets))


def show(one: Table, hands: tuple[Cards, Cards], pile: str = "", named: Family | None = None) -> Showdown:
    """Lay down the hands of both seats after seat 1 has knocked with this discard pile."""
    state = one.state
    for seat, cards in enumerate(hands):
        state.hand[seat] = mask(" ".join(cards))
    discarded = parse_cards(pile)
    state.pile[: len(discarded)] = discarded
    state.pile_size, state.knocker, state.outcome, state.laid_off = len(discarded), KNOCKER, Outcome.KNOCK, 0
    if named is None:
        lay_down_least(state, KNOCKER, unseen_by_knocker(state))
    else:
        lay_down(state, KNOCKER, *family_masks(named))
    defend(one.params, state)
    melded = [frozenset(cards_text(int(state.sets[seat] | state.runs[seat]))) for seat in (0, 1)]
    assert not any(int(state.sets[seat] & state.runs[seat]) for seat in (0, 1))
    return Showdown((melded[0], melded[1]), frozenset(cards_text(int(state.laid_off))), state.deadwood.tolist())


def own_melds(one: Table, seat: int) -> Family:
    """Return the melds a seat has laid down, runs as long as possible."""
    texts = melds_text(int(one.state.sets[seat]), int(one.state.runs[seat]))
    return frozenset(frozenset(meld) for meld in texts)


def deal_rich(rng: random.Random) -> tuple[Cards, Cards, str]:
    """Return two hands of 3 to 11 cards and a pile from a narrow part of the deck, where melds and lay-offs abound."""
    ranks = "A23456789TJQK"
    low = rng.randrange(0, 9)
    near = [card for card in DECK if low <= ranks.index(card[0]) < low + rng.choice([5, 6, 7])]
    cards = rng.sample(near, len(near))
    size = min(rng.randint(3, 11), len(cards) // 2)
    rest = cards[2 * size :]
    return frozenset(cards[:size]), frozenset(cards[size : 2 * size]), " ".join(rest[: rng.randint(0, len(rest))])


def check_defence(rules: str, hand: Cards, knocker: Family, found: Showdown) -> None:
    """Compare the defender's melds and lay-offs with all that leave the least."""
    own, laid = found.melds[0], found.laid
    if rules == "none":
        best = [(family, frozenset[str]()) for family in best_splits(hand)]
    else:
        best = defences(hand, knocker, after_melds=rules == "after melds")
    assert found.deadwood[0] == min(total(hand - in_family(family) - cards) for family, cards in best)
    assert found.deadwood[0] == total(hand - own - laid)
    assert (own, laid) in {(in_family(family), cards) for family, cards in best}


@pytest.mark.parametrize("rules", RULES)
def test_defence_is_the_best_of_all(rules: str) -> None:
    rng = random.Random(f"defence {rules}")
    laid_off = 0
    for _ in range(1_500):
        defender, knocker, pile = deal_rich(rng)
        found = show(RULES[rules], (defender, knocker), pile)
        check_defence(rules, defender, own_melds(RULES[rules], KNOCKER), found)
        laid_off += len(found.laid)
    assert (laid_off > 500) == (rules != "none")


@pytest.mark.parametrize("rules", ["together", "after melds"])
def test_defence_against_any_melds_the_knocker_names(rules: str) -> None:
    rng = random.Random(f"named {rules}")
    for _ in range(1_500):
        defender, knocker, pile = deal_rich(rng)
        named = rng.choice(families(knocker))
        found = show(RULES[rules], (defender, knocker), pile, named)
        assert found.melds[KNOCKER] == in_family(named)
        assert found.deadwood[KNOCKER] == total(knocker - in_family(named))
        check_defence(rules, defender, named, found)


def test_together_is_never_worse_than_after_melds_and_that_never_than_none() -> None:
    rng = random.Random(5)
    better = [0, 0]
    for _ in range(2_000):
        defender, knocker, pile = deal_rich(rng)
        left = [show(RULES[rules], (defender, knocker), pile).deadwood[0] for rules in RULES]
        assert left[0] <= left[1] <= left[2]
        better = [better[0] + (left[0] < left[1]), better[1] + (left[1] < left[2])]
    assert min(better) > 20


def test_knocker_lays_down_a_split_that_the_fewest_cards_extend() -> None:
    rng = random.Random(6)
    choices = 0
    for _ in range(2_000):
        defender, knocker, pile = deal_rich(rng)
        found = show(RULES["together"], (defender, knocker), pile)
        right = {in_family(family) for family in fewest_extended(knocker, pile.split())}
        assert found.melds[KNOCKER] in right
        assert found.deadwood[KNOCKER] == deadwood(knocker)
        choices += len({in_family(family) for family in best_splits(knocker)}) > len(right)
    assert choices > 20


def cards(text: str) -> Cards:
    return frozenset(cards_text(mask(text)))


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("hand", "pile", "melded"),
    [
        ("6h7h8h 7c7d", "", "7c7d7h"),  # 7s extends the set; 5h and 9h extend the run
        ("6h7h8h 7c7d", "7s", "7c7d7h"),
        ("6h7h8h 7c7d", "5h 9h", "6h7h8h"),
        ("6h7h8h 7c7d", "5h 9h 7s", "7c7d7h 6h7h8h"),  # nothing extends either
        ("6h7h8h 7c7d", "Kc 9h", "7c7d7h 6h7h8h"),  # one card extends each
        # 7s and Js extend the set and the other run, where 7s fits twice; 9h, 7s and Js extend the two runs.
        ("6h7h8h 7c7d 8s9sTs", "5h", "7c7d7h8s9sTs"),
        # Three knaves: 7d, 7s and Jh; none of the knocker's own is to be feared. Two long runs: 7d, Qd, 7s and Ks.
        ("8d9dTdJd 8s9sTsJsQs Jc", "", "8d9dTd8s9sTsJcJdJs"),
    ],
)
def test_equal_splits_of_the_knocker_differ_in_what_extends_them(hand: str, pile: str, melded: str) -> None:
    found = show(RULES["none"], (frozenset(), cards(hand)), pile)
    assert found.melds[KNOCKER] in [cards(meld) for meld in melded.split()]


@pytest.mark.kernels
@pytest.mark.parametrize(
    ("rules", "knocker", "defender", "laid", "left"),
    [
        # Worked case 2: the set stays, 6h goes on the run, 4h is stranded.
        ("together", "7h8h9h", "4h5d5s5h6h", "6h", 4),
        # One after another, at both ends.
        ("together", "7h8h9h", "5h6hThJh Kc", "5h6hThJh", 10),
        ("together", "7h8h9h", "4h5h ThQh", "Th", 19),
        # 7s fits the set and the run; on the run it lets 6s follow.
        ("together", "7c7d7h 8s9sTs", "7s6s Kc", "7s6s", 10),
        # Three of the defender's own are broken up, since all but two of them can be laid off.
        ("together", "8h9hTh 4c5c6c KsKdKh 3d", "7h7c7d6h8c JsJdJc AdAs", "6h7h7c8c", 9),
        ("after melds", "8h9hTh 4c5c6c KsKdKh 3d", "7h7c7d6h8c JsJdJc AdAs", "", 16),
        # Set and run leave 14 each: the set is kept, which lets 8h go.
        ("after melds", "9hThJh", "7c7d7h6h8h", "8h", 6),
        # The chain 8h-7h-6h all goes: 7c 7d are left. Better to keep the set and lay off 8h.
        ("together", "9hThJh", "7c7d7h6h8h", "8h", 6),
        # A set of four gives a card to the run and stays a set.
        ("together", "8c9cTc", "6c7c7d7h7s", "6c7c", 0),
        ("after melds", "8c9cTc", "6c7c7d7h7s", "", 6),
        ("none", "7h8h9h", "6hTh", "", 16),
        ("together", "7c7d7h", "7s Kc", "7s", 10),
        ("after melds", "7c7d7h", "7s Kc", "7s", 10),
        # The run beside 7c on the knocker's leaves 7d; the set alone leaves less, but 7c is in it.
        ("together", "8c9cTc", "5h6h7h7c7d", "7c", 7),
        ("after melds", "8c9cTc", "5h6h7h7c7d", "", 11),
        # Aces are low: nothing follows the king.
        ("together", "JdQdKd", "AdTd2d", "Td", 3),
        ("together", "Ad2d3d", "KdQd4d", "4d", 20),
    ],
)
def test_known_defences(rules: str, knocker: str, defender: str, laid: str, left: int) -> None:
    found = show(RULES[rules], (cards(defender), cards(knocker)))
    assert (found.laid, found.deadwood[0]) == (cards(laid), left)


@pytest.mark.kernels
@pytest.mark.parametrize("outcome", [Outcome.GIN, Outcome.BIG_GIN])
def test_nothing_is_laid_off_on_gin(outcome: Outcome) -> None:
    one = RULES["together"]
    show(one, (cards("6hTh"), cards("7h8h9h")))
    assert one.state.laid_off != 0
    one.state.outcome, one.state.laid_off = outcome, 0
    defend(one.params, one.state)
    assert (int(one.state.laid_off), int(one.state.deadwood[0])) == (0, 16)
