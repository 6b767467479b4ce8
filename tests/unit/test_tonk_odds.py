from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, isqrt, prod, sqrt

import numpy as np
import pytest

from simcards.answers.odds import odds
from simcards.census import census
from simcards.games.tonk.deals import PRIMES, ROOTS, all_deals, deals_within
from simcards.games.tonk.no_spread import without_spread
from tests.chi_square import fits
from tests.naive.cards import DECK, total
from tests.naive.suit_classes import cards_in, suit_classes
from tests.naive.tonk_spreads import all_spreads, least_count, spreads_in

ACE_RUNS = ["low", "high_low"]

FIVE_CARD_TOTALS = {
    6: 4, 7: 28, 8: 92, 9: 240, 10: 484, 11: 920, 12: 1552, 13: 2492, 14: 3784, 15: 5724, 16: 8344, 17: 11988,
    18: 16520, 19: 22144, 20: 28948, 21: 36708, 22: 45584, 23: 55712, 24: 67600, 25: 79416, 26: 92416, 27: 103808,
    28: 115520, 29: 125188, 30: 134052, 31: 140224, 32: 146936, 33: 149268, 34: 147784, 35: 143676, 36: 136344,
    37: 127484, 38: 116832, 39: 105176, 40: 92548, 41: 82176, 42: 65532, 43: 52556, 44: 40436, 45: 31216, 46: 22496,
    47: 16720, 48: 10640, 49: 7280, 50: 4368,
}  # fmt: skip

TABLES = [(players, cards) for players in range(2, 7) for cards in range(3, 11) if players * cards <= 51]


def win(low, high, pays=2, when="deal"):
    return {"min": low, "max": high, "pays": pays, "when": when}


def rows(**options):
    if "deal_wins" not in options:
        options["deal_wins"] = []
    return odds("tonk", "wikipedia", options).rows


def values(event, **options):
    """The counts of an event by its value (None: of the event itself), each row checked on the way."""
    found = {}
    for row in rows(**options):
        if row["event"] == event and "count" in row:
            assert row["probability"] == row["count"] / row["total"]
            found[row["value"]] = row["count"]
    return found


def chance(event, **options):
    """The chance of an event that has no value."""
    (row,) = [row for row in rows(**options) if row["event"] == event and row["value"] is None]
    return Fraction(row["count"], row["total"])


class TestPublishedNumbers:
    def test_totals_of_five_cards(self):
        assert values("count", cards_dealt=5) == FIVE_CARD_TOTALS

    def test_deal_wins_of_five_cards(self):
        entries = [win(50, 50), win(49, 49), win(0, 13), win(0, 9, 3)]
        assert values("deal_win", cards_dealt=5, deal_wins=entries) == {0: 4_368, 1: 7_280, 2: 5_812 - 364, 3: 364}

    @pytest.mark.parametrize(("ace_runs", "hands"), [("low", 108_708), ("high_low", 113_180)])
    def test_a_spread_in_five_cards(self, ace_runs, hands):
        assert chance("spread", cards_dealt=5, ace_runs=ace_runs) == Fraction(hands, 2_598_960)

    @pytest.mark.parametrize(("ace_runs", "hands"), [("low", 4_010), ("high_low", 4_352)])
    def test_a_tonk_with_the_first_draw(self, ace_runs, hands):
        assert chance("first_draw_tonk", cards_dealt=5, ace_runs=ace_runs) == Fraction(hands, 20_358_520)

    @pytest.mark.parametrize(("players", "somebody"), [(2, "743221/82972155"), (4, "22991906135375/1285145204520177")])
    def test_somebody_has_49_or_50(self, players, somebody):
        found = chance("any_deal_win", players=players, cards_dealt=5, deal_wins=[win(49, 50)])
        assert found == Fraction(somebody)


class TestAgainstEveryHand:
    @pytest.mark.parametrize("ace_runs", ACE_RUNS)
    @pytest.mark.parametrize("size", [3, 4, 5])
    def test_the_deal(self, size, ace_runs):
        counts: Counter[int] = Counter()
        remainders: Counter[int] = Counter()
        spreads = 0
        for held, weight in suit_classes(size):
            cards = cards_in(held)
            least = least_count(cards, ace_runs)
            counts[total(cards)] += weight
            remainders[least] += weight
            spreads += weight * (least < total(cards))
        options = {"cards_dealt": size, "ace_runs": ace_runs}
        assert values("count", **options) == counts
        assert values("remainder", **options) == remainders
        assert values("spread", **options) == {None: spreads}

    @pytest.mark.parametrize("ace_runs", ACE_RUNS)
    def test_hands_that_lie_in_spreads_altogether(self, ace_runs):
        """They are the unions of spreads without a card in common, so they can be listed at every size."""
        bits = {card: 1 << place for place, card in enumerate(DECK)}
        spreads = [(len(spread), sum(bits[card] for card in spread)) for spread in all_spreads(ace_runs)]
        unions: list[set[int]] = [{0}]
        for size in range(1, 12):
            unions.append(
                {hand | laid for n, laid in spreads if n <= size for hand in unions[size - n] if not hand & laid}
            )
        listed = [len(hands) for hands in unions]
        assert census(11, ace_high=ace_runs == "high_low")[0, :, 0].tolist() == listed
        for size in (3, 10):
            tonk = chance("first_draw_tonk", players=2, cards_dealt=size, ace_runs=ace_runs)
            assert tonk == Fraction(listed[size + 1], comb(52, size + 1))

    def test_nine_cards_against_dealt_hands(self):
        options = {"players": 2, "cards_dealt": 9, "ace_runs": "high_low"}
        exact = {
            row["value"]: row["probability"]
            for row in rows(**options)
            if row["event"] == "remainder" and "count" in row
        }
        random = np.random.default_rng(912)
        hands = [frozenset(DECK[card] for card in random.permutation(52)[:9]) for _ in range(4_000)]
        tens = Counter(min(max(least_count(hand, "high_low") // 10, 2), 7) for hand in hands)
        shares = Counter()
        for value, probability in exact.items():
            shares[min(max(value // 10, 2), 7)] += probability
        assert fits([tens[ten] for ten in range(2, 8)], [shares[ten] for ten in range(2, 8)])
        held = sum(bool(spreads_in(hand, "high_low")) for hand in hands)
        spread = float(chance("spread", **options))
        assert fits([held, len(hands) - held], [spread, 1 - spread])


class TestSpreads:
    def test_an_ace_serves_one_run_only(self):
        """Else A-2-3-Q-K of one suit would lie in two, beside the runs of five: four more hands that leave nothing."""
        low, both = (census(5, ace_high=ace_high)[0, 5] for ace_high in (False, True))
        assert (int(low[0]), int(both[0])) == (36, 40)

    def test_no_run_goes_round_the_corner(self):
        assert comb(52, 3) - without_spread(3, ace_high=True) == 52 + 4 * 12

    @pytest.mark.parametrize("size", range(3, 11))
    def test_with_the_ace_both_ways_there_are_more(self, size):
        assert without_spread(size, ace_high=True) < without_spread(size, ace_high=False) < comb(52, size)


class TestQuantities:
    @pytest.mark.parametrize("event", ["count", "remainder"])
    def test_mean_and_deviation_are_those_of_the_rows(self, event):
        *cases, summary = [row for row in rows(cards_dealt=7) if row["event"] == event]
        assert sum(row["count"] for row in cases) == comb(52, 7)
        mean = sum(row["probability"] * row["value"] for row in cases)
        variance = sum(row["probability"] * (row["value"] - mean) ** 2 for row in cases)
        assert (summary["mean"], summary["sd"]) == pytest.approx((mean, sqrt(variance)), rel=1e-12)

    @pytest.mark.parametrize(("players", "cards"), [(2, 9), (3, 7), (4, 5), (6, 5)])
    def test_auto_deals_by_the_number_of_players(self, players, cards):
        assert sum(values("count", players=players, cards_dealt="auto").values()) == comb(52, cards)


class TestDealWins:
    def test_without_entries_there_are_no_rows(self):
        assert {row["event"] for row in rows()} == {"count", "spread", "remainder", "first_draw_tonk", "spade"}

    def test_of_several_entries_the_one_that_pays_most_holds(self):
        assert values("deal_win", deal_wins=[win(40, 50, 1), win(50, 50, 3), win(49, 50, 2)]) == {
            0: sum(FIVE_CARD_TOTALS[points] for points in range(40, 49)),
            1: FIVE_CARD_TOTALS[50],
            2: FIVE_CARD_TOTALS[49],
        }

    def test_of_equals_the_first_holds(self):
        assert values("deal_win", deal_wins=[win(49, 50), win(50, 50)]) == {0: 11_648, 1: 0}

    def test_what_is_due_at_the_deal_comes_before_what_is_due_at_the_own_turn(self):
        entries = [win(49, 50, 9, "own_turn"), win(50, 50, 1)]
        assert values("deal_win", deal_wins=entries) == {0: 7_280, 1: 4_368}
        assert chance("any_deal_win", players=2, deal_wins=entries) == chance(
            "any_deal_win", players=2, deal_wins=[win(50, 50)]
        )

    def test_nobody_holds_at_the_deal_what_is_due_at_the_own_turn(self):
        options = {"players": 3, "deal_wins": [win(49, 50, 2, "own_turn")]}
        assert values("deal_win", **options) == {0: 11_648}
        assert values("any_deal_win", **options) == {None: 0}

    def test_entries_may_reach_beyond_what_can_be_dealt(self):
        assert values("deal_win", deal_wins=[win(-5, 9), win(50, 1_000)]) == {0: 364, 1: 4_368}


@cache
def contents(cards):
    """What hands can hold: how many cards of 1, 2, … 10 points, and their total."""
    held = [(*few, cards - sum(few)) for few in product(range(min(cards, 4) + 1), repeat=9) if sum(few) <= cards]
    return [(hand, sum(points * cards for points, cards in enumerate(hand, start=1))) for hand in held]


def dealt_one_by_one(players, cards, allowed):
    """Deals in which all totals are allowed, player by player, from what is left of the deck."""
    left = Counter({(4,) * 9 + (16,): 1})
    for _ in range(players):
        after: Counter[tuple[int, ...]] = Counter()
        for deck, ways in left.items():
            for hand, points in contents(cards):
                if points in allowed:
                    fewer = tuple(have - take for have, take in zip(deck, hand, strict=True))
                    after[fewer] += ways * prod(map(comb, deck, hand)) if min(fewer) >= 0 else 0
        left = +after
    return left.total()


class TestDealsOfATable:
    @pytest.mark.parametrize(
        ("players", "cards", "allowed"),
        [
            (2, 3, range(29)),
            (2, 3, range(1, 31, 2)),
            (2, 4, {*range(12), *range(25, 33)}),
            (3, 3, range(20, 31)),
            (3, 3, {5, 9, 16, 17, 18, 30}),
        ],
    )
    def test_against_every_content_of_every_hand(self, players, cards, allowed):
        assert deals_within(players, cards, allowed) == dealt_one_by_one(players, cards, allowed)

    @pytest.mark.parametrize(("players", "cards"), [(2, 10), (3, 5), (6, 7), (5, 10)])
    def test_every_deal_has_some_totals(self, players, cards):
        assert deals_within(players, cards, range(10 * cards + 1)) == all_deals(players, cards)

    @pytest.mark.parametrize(("players", "cards"), [(6, 8), (5, 9), (3, 10)])
    def test_tens_alone(self, players, cards):
        """Whoever has the highest total has tens alone, of which there are sixteen."""
        one = Fraction(comb(16, cards), comb(52, cards))
        two = one * Fraction(comb(16 - cards, cards), comb(52 - cards, cards))
        nobody = Fraction(deals_within(players, cards, range(10 * cards)), all_deals(players, cards))
        assert 1 - nobody == players * one - comb(players, 2) * two

    def test_against_dealt_tables(self):
        random = np.random.default_rng(44)
        points = np.array([total([card]) for card in DECK])
        dealt = np.argsort(random.random((20_000, 52)), axis=1)[:, :28].reshape(-1, 4, 7)
        someone = int((np.abs(points[dealt].sum(axis=2) - 49) <= 1).any(axis=1).sum())
        exact = float(chance("any_deal_win", players=4, cards_dealt=7, deal_wins=[win(48, 50)]))
        assert fits([someone, len(dealt) - someone], [exact, 1 - exact])

    def test_the_total_counts_the_deals_of_all_hands(self):
        (row,) = [row for row in rows(players=3, deal_wins=[win(49, 50)]) if row["event"] == "any_deal_win"]
        assert row["total"] == comb(52, 5) * comb(47, 5) * comb(42, 5)

    def test_the_primes_have_the_roots_and_tell_all_tables_apart(self):
        assert all(prime % ROOTS == 1 and prime < 2**22 for prime in PRIMES)
        assert all(prime % factor for prime in PRIMES for factor in range(2, isqrt(prime) + 1))
        assert len(set(PRIMES)) == len(PRIMES)
        assert prod(PRIMES) > max(all_deals(players, cards) for players, cards in TABLES)


class TestSpades:
    @pytest.mark.parametrize(("players", "cards"), [(2, 9), (3, 5), (6, 8)])
    def test_all_higher_spades_are_left_in_the_stock(self, players, cards):
        found = [row for row in rows(players=players, cards_dealt=cards) if row["event"] == "spade"]
        unseen, stock = 52 - cards, 52 - players * cards
        assert [row["value"] for row in found] == list(range(2, 15))
        for row in found:
            higher = range(14 - row["value"])
            expected = prod((Fraction(max(stock - out, 0), unseen - out) for out in higher), start=Fraction(1))
            assert Fraction(row["count"], row["total"]) == expected

    def test_the_ace_wins(self):
        assert [row["probability"] for row in rows(players=6) if row["event"] == "spade"][-1] == 1

    def test_the_odds_do_not_depend_on_the_stakes(self):
        assert rows(spades_bet=5) == rows()
