"""Dropping straight off the deal: exact pairs of counts, simulated deals, and what is refused."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
import pytest

from simcards.answers.chart import chart
from simcards.cards import DECK
from simcards.errors import InputError
from simcards.games.tonk.off_deal import CLASSES, pairs_of_counts
from simcards.kernels.deadwood import card_points

SURE = 4.0
"""Standard errors: one row in 16,000 is farther off by chance."""


def rows_of(result: Any) -> dict[int, dict[str, Any]]:
    return {row["count"]: row for row in result.rows if "cell" in row}


def test_pairs_are_those_of_all_hands() -> None:
    """Two hands of two cards each, every deal of the whole deck once."""
    points = [int(card_points(card)) for card in DECK]
    found: Counter[tuple[int, int]] = Counter()
    for mine in combinations(range(52), 2):
        left = [card for card in range(52) if card not in mine]
        for theirs in combinations(left, 2):
            found[points[mine[0]] + points[mine[1]], points[theirs[0]] + points[theirs[1]]] += 1
    pairs = pairs_of_counts(2)
    assert {(a, b): int(pairs[a, b]) for a, b in np.argwhere(pairs).tolist()} == found
    assert sum(CLASSES.values()) == 52


@pytest.mark.parametrize("cards", [3, 5, 9, 10])
def test_pairs_are_all_deals_and_the_same_for_both(cards: int) -> None:
    pairs = pairs_of_counts(cards)
    assert sum(map(int, pairs.ravel())) == comb(52, cards) * comb(52 - cards, cards)
    assert np.array_equal(pairs, pairs.T)


@pytest.mark.parametrize(
    "options",
    [{}, {"tie_with_dropper": "dropper_wins"}, {"cards_dealt": 7, "deal_wins": [], "caught_pays": "pot_split"}],
)
def test_exact_values_are_those_of_simulated_deals(options: dict[str, object]) -> None:
    rules = {"players": 2, **options}
    exact = rows_of(chart("tonk", "drop", None, rules, when="deal"))
    again = rows_of(simulate_points(rules))
    for count, row in again.items():
        if row["n"] >= 200:
            assert abs(row["estimate"] - exact[count]["estimate"]) < SURE * max(row["se"], 0.02)
            expected = exact[count]["frequency"]
            assert abs(row["frequency"] - expected) < SURE * (expected / 200_000) ** 0.5


def simulate_points(rules: dict[str, object]) -> Any:
    """Return the chart of two players from simulated deals, as if they could not be counted."""
    from dataclasses import replace

    from simcards.answers.off_deal import off_deal_chart
    from simcards.answers.study import silent
    from simcards.games.tonk.questions import DROP
    from simcards.rules import load_rules

    assert DROP.off_deal is not None
    simulated = replace(DROP, off_deal=replace(DROP.off_deal, exact=lambda _rules: False))
    return off_deal_chart(load_rules("tonk", rules), simulated, 200_000, 5, 1, silent)


def test_a_hand_that_a_deal_win_has_ended_cannot_be_dropped() -> None:
    rows = rows_of(chart("tonk", "drop", "wikipedia", {"players": 2}, when="deal"))
    assert not {49, 50} & rows.keys()
    assert sum(row["frequency"] for row in rows.values()) == pytest.approx(1)
    assert rows[48]["above"] == 0


def test_few_deals_decide_nothing() -> None:
    result = chart("tonk", "drop", when="deal", games=3_000)
    few = [row for row in rows_of(result).values() if row["n"] < 100]
    assert few
    assert {row["cell"] for row in few} == {"undecided"}


def test_threads_and_blocks_change_nothing() -> None:
    one, two = (chart("tonk", "drop", when="deal", games=50_000, threads=threads).rows for threads in (1, 2))
    assert one == two


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"when": "later"}, "--when was given 'later'; allowed: deal"),
        ({"when": "deal", "against": "simple"}, "--against was given with --when deal"),
        ({"when": "deal", "policy": "simple", "position": 1}, "--policy and --position was given with --when deal"),
        ({"when": "deal", "games": 10}, "--games"),
        ({"when": "deal", "overrides": {"drop_timing": "never"}}, "nobody may drop"),
    ],
)
def test_what_is_refused(options: dict[str, Any], told: str) -> None:
    with pytest.raises(InputError, match=told):
        chart("tonk", "drop", **options)


def test_gin_has_no_knock_off_the_deal() -> None:
    with pytest.raises(InputError, match="nobody can knock off the deal"):
        chart("gin", "knock", when="deal")
