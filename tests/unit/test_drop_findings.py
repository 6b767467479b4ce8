"""The sentences and tables about when to drop, on charts made by hand."""

from __future__ import annotations

import pytest

from simcards.answers.payments import Charted, PaymentCharts
from simcards.answers.thresholds import limit_rows
from simcards.reports.tonk import drop_findings
from simcards.result import Result
from simcards.rules import load_rules
from simcards.sheets import drops, houses
from simcards.stats import Estimate
from tests.charts import estimate

GRID = "WWW\nDww\nDDw\nD?w\nDww\nnww"
"""Counts 1 to 6, downwards, by turn. D: drop, w: wait, W: wait, but not for much, ?: undecided, n: few got there, and
what is known speaks against a drop."""

OTHER = {"D": ("drop", 0.4, 0.1, 900), "w": ("wait", -1.0, 0.1, 900), "W": ("wait", -0.1, 0.05, 300),
         "?": ("undecided", 0.02, 0.3, 400), "n": ("undecided", -2.0, 0.5, 40)}  # fmt: skip


def charted(grid=GRID, *, best_limit=9, gain=(0.12, 0.004), when="before_draw", rules=None, now=0.5):
    """Return a chart drawn in characters, a line a count from 1 on, a character a turn."""
    cells = [
        {"count": count, "turn": turn, "when": when, "cell": OTHER[sign][0], "p_drop": 0.0,
         **estimate(*OTHER[sign][1:]), "now": now, "now_low": now - 0.1, "now_high": now + 0.1, "frequency": 0.02,
         "cost": 0.01}
        for count, line in enumerate(grid.split("\n"), start=1)
        for turn, sign in enumerate(line, start=1)
    ]  # fmt: skip
    rows = [*cells, *limit_rows(cells, "count")]
    rows += [{"metric": "value", **estimate(0.13, 0.003)}, {"metric": "gain", **estimate(*gain)}]
    rows += [
        {"metric": metric, "limit": limit, **estimate(value, 0.01)}
        for limit in (None, 0, 3, 5, 9, 10, 40)
        for metric, value in (("limit_value", 0.0), ("regret", 0.1 if limit != 40 else 2.0))
    ]
    extra = {"question": "drop", "against": "simple", "position": None, "undecided": 0.02, "best_limit": best_limit}
    return Result("chart", rules or load_rules("tonk"), rows, seed=1, games=3000, policies=["simple"], extra=extra)


def charts(*more, base=None, against="simple", rules=None):
    """Return the charts of caught schedules from (schedule, result)."""
    plain = {5: Estimate(0.1, 0.01, 0.08, 0.12, 1000)}
    found = [Charted(None, None, against, base or charted(), plain)]
    found += [Charted("caught_pays", name, against, result, plain) for name, result in more]
    return PaymentCharts(rules or load_rules("tonk"), against, ("caught_pays",), found)


class TestWhatToDo:
    def test_in_short_names_the_opponents_the_plan_and_the_gain(self):
        (said,) = drop_findings.in_short(charts())
        assert said == (
            "When to drop, by your own turns, against opponents who all play simple, dropping with at most 9: drop "
            "with 4 or 5 in turn 1, with 3 up to turn 2 and with 2 in turn 1; else wait. This earns +0.120 ± 0.004 "
            "stakes a hand more than dropping with at most 9 in every turn. What is undecided is told below."
        )

    def test_never_dropping_is_a_plain_limit(self):
        (said,) = drop_findings.in_short(charts(base=charted(best_limit=None)))
        assert "more than never dropping." in said

    def test_each_chance_of_a_turn_has_its_own_plan(self):
        before, after = charted(), charted(when="after_draw")
        both = Result("chart", before.rules, [*before.rows, *after.rows], games=3000, extra=before.extra)
        said = list(drop_findings.what_to_do(charts(base=both)))
        assert [words.partition(": drop")[0] for words in said if words.startswith(("Before", "After"))] == [
            "Before the draw",
            "After the draw",
        ]

    def test_what_speaks_against_a_drop_is_not_told_as_undecided(self):
        said = " ".join(drop_findings.what_to_do(charts()))
        assert "Undecided by these hands, where a drop might be right: 4 in turn 2." in said
        assert "at most about 0.0064 stakes a hand, so it matters little." in said

    def test_low_counts_that_wait_are_told(self):
        said = " ".join(drop_findings.what_to_do(charts()))
        assert "It is shown to be better to wait with 1 in turn 1" in said

    def test_one_limit_a_turn_is_told_with_turns_together(self):
        said = " ".join(drop_findings.what_to_do(charts()))
        assert "drop with up to 5 in turn 1 and not at all in turns 2–3" in said

    def test_too_few_hands_are_said_to_be_so(self):
        few = charted("n")
        assert any("too few to tell" in words for words in drop_findings.what_to_do(charts(base=few)))


class TestSchedules:
    LATER = charted("DDD\nDDD\nDDD\nDDD\nDDD\nDDD", rules=load_rules("tonk", None, {"caught_pays": "dropper_only"}))

    def test_each_is_told_in_words_and_how_far_limits_move(self):
        said = list(drop_findings.schedules(charts(("dropper_only", self.LATER))))
        assert said[0].startswith("wiki: A caught dropper pays one stake to each player below him")
        assert said[1] == "dropper_only: A caught dropper pays the winner two stakes, nobody else pays."
        assert said[-1] == "The best threshold of turn 3 goes from none (wiki) to 6 (dropper_only)."

    def test_nothing_is_said_to_move_that_cannot_be_told_apart(self):
        said = list(drop_findings.schedules(charts(("pagat", charted()))))
        assert "The best threshold of turn 1 cannot be told apart between the schedules by these hands." in said

    def test_tables_have_a_row_for_each(self):
        best, even = drops.schedules(charts(("dropper_only", self.LATER)))
        assert [row[0] for row in best.rows] == [row[0] for row in even.rows] == ["wiki (as now)", "dropper_only"]
        assert best.rows[1] == ("dropper_only", "6", "6", "–", "+0.130 ± 0.003")
        assert even.rows[0] == ("wiki (as now)", "5", "6", "–")
        plain = drops.schedule_limits(charts(("dropper_only", self.LATER)))
        assert plain.columns == ("schedule", "up to 5")
        assert plain.rows[0] == ("wiki (as now)", "+0.10 ± 0.02")


class TestTables:
    def test_of_turns(self):
        (chart,) = drops.own_turn_charts(charted())
        sheet = drops.by_turn(charted(), chart)
        assert sheet.columns == ("turn", "best threshold", "break-even", "but wait with", "got there")
        assert [row[0] for row in sheet.rows] == ["1", "2", "3"]
        assert sheet.rows[0][3] == "1"

    def test_of_plain_limits_marks_the_best_and_the_others_and_leaves_the_hopeless_out(self):
        sheet = drops.plain_limits(charted(best_limit=3), (9,))
        assert [row[0] for row in sheet.rows] == ["never", "3 (best)", "5", "9 (the others)", "10"]


@pytest.mark.parametrize(
    ("policy", "players", "words"),
    [
        ("simple", 3, "opponents who all play simple, dropping with at most 9"),
        ("simple:drop=15", 2, "an opponent who plays simple:drop=15, dropping with at most 15"),
        ("simple:drop_by_turn=20/9", 4, "dropping with at most 20/9 by turn"),
    ],
)
def test_opponents_are_told_with_their_limits(policy, players, words):
    assert words in drop_findings.opponents(policy, load_rules("tonk", None, {"players": players}))


def test_a_plain_limit_by_turn_is_no_row_of_the_table():
    assert drop_findings.usual_limits("simple:drop_by_turn=20/9", load_rules("tonk")) == ()
    assert drop_findings.usual_limits("simple:drop=15", load_rules("tonk")) == (15,)


def test_prices_are_rounded_so_that_intervals_hold():
    assert houses.price({"estimate": -0.00002, "low": -0.00006, "high": 0.00002}, plus=True) == "0.000 ± 0.001"
    assert houses.price({"estimate": 0.5, "low": None, "high": None}) == "0.50"
    assert houses.price({"estimate": None, "low": None, "high": None}) == "–"
