from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb, prod

import numpy as np
import pytest

from simcards.answers.fairness import fairness
from simcards.answers.odds import odds
from simcards.errors import InputError
from simcards.games.pitch.odds import _points
from tests.naive.cards import DECK

TABLES = range(2, 8)
HAND, SUIT = 6, 13
RANKS = range(2, 15)

TRICK_POINTS = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}

NOTHING_BEYOND = {
    0: "1", 1: "14/23", 2: "42/115", 3: "273/1265", 4: "1365/10879", 5: "780/10879", 6: "780/19393", 7: "39/1763",
    8: "21/1763", 9: "210/33497", 10: "210/65231", 11: "105/65231", 12: "51/65231",
}  # fmt: skip
"""Four players: the chance that none of so many unseen cards is dealt."""


def rows(players=4):
    return odds("pitch", overrides={"players": players}).rows


def chances(event, players=4):
    """The exact chance of an event by its value (None: of the event itself), each row checked on the way."""
    found = {}
    for row in rows(players):
        if row["event"] == event and "count" in row:
            assert row["probability"] == row["count"] / row["total"]
            found[row["value"]] = Fraction(row["count"], row["total"])
    return found


def summary(event, players=4):
    (row,) = [row for row in rows(players) if row["event"] == event and "mean" in row]
    return row["mean"], row["sd"]


def trick_points(cards):
    return sum(TRICK_POINTS.get(card[0], 0) for card in cards)


class TestPublishedNumbers:
    def test_an_unseen_card_is_in_play(self):
        assert chances("in_play") == {None: Fraction(9, 23)}

    def test_any_card_is_in_play_before_one_looks(self):
        mine = Fraction(HAND, 52)
        assert mine + (1 - mine) * chances("in_play")[None] == Fraction(6, 13)

    @pytest.mark.parametrize("beyond", NOTHING_BEYOND)
    def test_the_best_and_the_least_trump_with_so_many_beyond(self, beyond):
        assert chances("high")[14 - beyond] == Fraction(NOTHING_BEYOND[beyond])
        assert chances("low")[2 + beyond] == Fraction(NOTHING_BEYOND[beyond])

    def test_trick_points_of_four_players(self):
        assert summary("points") == (pytest.approx(36.92, abs=0.005), pytest.approx(10.03, abs=0.005))


class TestRows:
    def test_events_in_order(self):
        assert list(dict.fromkeys(row["event"] for row in rows())) == [
            "trumps", "in_play", "high", "low", "jack", "points"
        ]  # fmt: skip

    @pytest.mark.parametrize("players", TABLES)
    def test_totals_are_not_reduced(self, players):
        others = HAND * (players - 1)
        totals = {event: comb(46, others) for event in ("high", "low")} | dict.fromkeys(("in_play", "jack"), 46)
        totals |= {"trumps": comb(52, HAND), "points": comb(52, HAND + others)}
        for row in rows(players):
            assert "mean" in row or row["total"] == totals[row["event"]]

    @pytest.mark.parametrize("players", TABLES)
    @pytest.mark.parametrize("event", ["trumps", "points"])
    def test_all_values_of_a_quantity_together_are_certain(self, event, players):
        found = chances(event, players)
        assert list(found) == sorted(found)
        assert sum(found.values()) == 1

    @pytest.mark.parametrize("players", TABLES)
    def test_every_rank_has_its_row(self, players):
        assert list(chances("high", players)) == list(chances("low", players)) == list(RANKS)

    @pytest.mark.parametrize("preset", ["partners", "bicycle"])
    def test_the_odds_depend_on_the_players_alone(self, preset):
        assert odds("pitch", preset).rows == rows()


class TestLaws:
    @pytest.mark.parametrize("players", TABLES)
    def test_an_unseen_card_goes_where_all_others_do(self, players):
        expected = {None: Fraction(HAND * (players - 1), 46)}
        assert chances("in_play", players) == chances("jack", players) == expected

    @pytest.mark.parametrize("players", TABLES)
    def test_all_higher_trumps_are_left_in_the_stock(self, players):
        stock = 52 - HAND * players
        for rank, found in chances("high", players).items():
            assert found == prod(Fraction(max(stock - out, 0), 46 - out) for out in range(14 - rank))

    @pytest.mark.parametrize("players", TABLES)
    def test_low_is_high_upside_down(self, players):
        high, low = chances("high", players), chances("low", players)
        assert all(low[16 - rank] == high[rank] for rank in RANKS)

    @pytest.mark.parametrize("players", TABLES)
    def test_nobody_beats_an_ace_or_a_two(self, players):
        assert chances("high", players)[14] == chances("low", players)[2] == 1

    def test_more_trumps_than_the_stock_has_cards_cannot_all_be_left(self):
        assert [rank for rank, found in chances("high", 7).items() if found == 0] == [2, 3]

    @pytest.mark.parametrize("players", TABLES)
    def test_mean_and_deviation_are_those_of_cards_drawn_without_replacement(self, players):
        for event, dealt, worth in (
            ("trumps", HAND, [float(card.endswith("s")) for card in DECK]),
            ("points", HAND * players, [trick_points([card]) for card in DECK]),
        ):
            mean, sd = summary(event, players)
            assert mean == pytest.approx(dealt * np.mean(worth), rel=1e-12)
            assert sd**2 == pytest.approx(dealt * np.var(worth) * (52 - dealt) / 51, rel=1e-12)


@cache
def lies_of_the_trumps():
    """Where the thirteen trumps can lie: with me, with the others, or in the stock.

    Counts by: how many I have, how many the others have, places of my best and my least trump (the two's is 0), and
    whether they are the best and the least in play, then by where the jack is.
    """
    where = np.indices((3,) * SUIT, dtype=np.int8).reshape(SUIT, -1)
    mine, in_play = where == 0, where < 2

    def best(cards):
        return SUIT - 1 - cards[::-1].argmax(axis=0)

    told = (
        mine.sum(axis=0), (where == 1).sum(axis=0), best(mine), mine.argmax(axis=0), best(mine) == best(in_play),
        mine.argmax(axis=0) == in_play.argmax(axis=0), where[11 - 2],
    )  # fmt: skip
    shape = (SUIT + 1, SUIT + 1, SUIT, SUIT, 2, 2, 3)
    counts = np.bincount(np.ravel_multi_index(told, shape))
    kinds = np.flatnonzero(counts)
    return list(zip(np.transpose(np.unravel_index(kinds, shape)).tolist(), counts[kinds].tolist(), strict=True))


class TestAgainstEveryLieOfTheTrumps:
    @pytest.mark.parametrize("players", TABLES)
    def test_my_trumps_and_those_of_the_others(self, players):
        others = HAND * (players - 1)
        cases: Counter[tuple[str, int | None]] = Counter()
        happens: Counter[tuple[str, int | None]] = Counter()
        for (mine, theirs, best, least, high, low, jack), lies in lies_of_the_trumps():
            if mine > HAND or theirs > others:
                continue
            deals = lies * comb(39, HAND - mine) * comb(39 - (HAND - mine), others - theirs)
            events = [(("trumps", held), held == mine) for held in range(HAND + 1)]
            events += [(("high", best + 2), high), (("low", least + 2), low)] if mine else []
            events += [(("jack", None), jack == 1)] if jack != 0 else []
            for event, true in events:
                cases[event] += deals
                happens[event] += deals * true
        exact = {
            (event, value): p
            for event in ("trumps", "high", "low", "jack")
            for value, p in chances(event, players).items()
        }
        assert {event: Fraction(happens[event], cases[event]) for event in cases} == exact


class TestTrickPoints:
    @pytest.mark.parametrize("few", [0, 1, 2, 3])
    def test_against_every_set_of_few_cards_dealt_or_left_out(self, few):
        sets = Counter(trick_points(cards) for cards in combinations(DECK, few))
        assert _points(few) == [sets[points] for points in range(81)]
        assert _points(52 - few) == [sets[80 - points] for points in range(81)]

    @pytest.mark.parametrize("players", TABLES)
    def test_against_the_deck_card_by_card(self, players):
        ways = Counter({(0, 0): 1})
        for card in DECK:
            for (dealt, points), sets in list(ways.items()):
                ways[dealt + 1, points + trick_points([card])] += sets
        dealt = HAND * players
        found = {row["value"]: row["count"] for row in rows(players) if row["event"] == "points" and "count" in row}
        assert found == {points: sets for (cards, points), sets in ways.items() if cards == dealt}


class TestObserved:
    def test_a_number_alone_is_the_trumps_of_a_hand(self):
        (row,) = fairness(rows(), ["3=380/3000"])
        assert (row["event"], row["value"], row["expected"]) == ("trumps", 3, pytest.approx(385.16, abs=0.01))

    def test_a_rank_is_a_number(self):
        (row,) = fairness(rows(), ["high:12=37/100"])
        assert row["probability"] == float(Fraction(NOTHING_BEYOND[2]))

    def test_what_cannot_be_must_not_be_seen(self):
        never, seen = fairness(rows(7), ["high:3=0/10", "high:3=1/10"])
        assert (never["p_value"], seen["p_value"]) == (1, 0)

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("high=1/2", "high:VALUE .* from 2 to 14"),
            ("points:81=1/2", "from 0 to 80"),
            ("jack:11=1/2", "jack without"),
        ],
    )
    def test_an_event_that_the_odds_do_not_have_is_refused(self, text, message):
        with pytest.raises(InputError, match=message):
            fairness(rows(), [text])
