"""The sentences and tables about charts, on charts made by hand."""

from __future__ import annotations

import pytest

from simcards.reports.gin import chart_findings
from simcards.result import Result
from simcards.rules import load_rules
from simcards.sheets import charts as sheets
from tests.charts import chart_result, payment_charts

EARLY = "KKKKKK\n......\nKK....\nKKK?.."
LATE = "KKKKKK\n......\nKKKK..\nKKKKK."
OPEN = "KKKKKK\n......\n??....\nKK?..."
ALWAYS = "KKKKKK\nKKKKKK\nKKKKKK\nKKKKKK"
SOLVED = {"value": (0.0, 0.0), "reply": (0.0, 0.0)}


def charts(*more, best=None, even=None, rules=None, against="greedy"):
    return payment_charts(
        (None, None, against, best or chart_result(EARLY, against)),
        (None, None, "equilibrium", even or chart_result(LATE, "equilibrium", gain=(2.35, 0.02), **SOLVED)),
        *more,
        against=against,
        rules=rules,
    )


def moved(option, value, best, even, gain=(0.51, 0.02)):
    return (
        (option, value, "greedy", chart_result(best, gain=gain, reply=None)),
        (option, value, "equilibrium", chart_result(even, "equilibrium", gain=gain, **SOLVED)),
    )


MOVED = charts(
    *moved("undercut_bonus", 10, LATE, ALWAYS),
    *moved("undercut_bonus", 20, OPEN, LATE, (2.4, 0.02)),
    *moved("gin_bonus", 20, EARLY, LATE, (3.7, 0.02)),
    *moved("undercut_tie", False, LATE, EARLY, (2.7, 0.02)),
)


class TestInShort:
    def test_says_when_to_knock_against_whom_and_what_it_is_worth(self):
        first, second = chart_findings.in_short(charts())
        assert first == (
            "When to knock, by your own turns, against an opponent who plays greedy, knocking at once with at most 10: "
            "knock with 3 up to turn 3 and with 2 up to turn 2; else wait. This earns "
            "+3.77 ± 0.03 net points a hand more than knocking at once."
        )
        assert second.endswith("What is undecided is told below.")
        assert second.startswith(
            "Against an opponent who chooses as well as you when to knock (an equilibrium): knock with 3"
        )

    def test_main_figures_are_the_gains(self):
        assert list(chart_findings.main_figures(charts())) == [
            ("gain of the knock chart against greedy", "+3.77 ± 0.03", "1,000"),
            ("gain of the knock chart in equilibrium", "+2.35 ± 0.02", "1,000"),
        ]


class TestWhatToDo:
    def sentences(self, **options):
        return " ".join(chart_findings.what_to_do(charts(**options)))

    def test_what_is_undecided_is_told_with_what_it_could_cost(self):
        said = self.sentences()
        assert "Undecided by these hands against greedy: 3 in turn 4." in said
        assert "would cost about 0.02 points a hand, so it matters little." in said

    def test_much_at_stake_asks_for_more_hands(self):
        said = self.sentences(best=chart_result("K" * 14 + "\n" + "?" * 14))
        assert "about 0.28 points a hand; more hands would tell" in said

    def test_the_chart_can_be_exploited_and_that_is_said(self):
        assert "An opponent who knows it can earn +1.50 ± 0.03 a hand from it" in self.sentences()

    def test_a_reply_that_is_not_shown_to_earn_is_told_so(self):
        said = self.sentences(best=chart_result(EARLY, reply=(0.01, 0.02)))
        assert "No reply was found that is shown to earn anything from it." in said

    def test_the_equilibrium_is_weighed_against_who_knocks_at_once(self):
        said = self.sentences()
        assert "the best reply that was found is not shown to earn anything from it (0)." in said
        assert "From an opponent who knocks at once it earns +2.35 ± 0.02." in said

    def test_another_opponent_is_not_taken_for_one_who_knocks_at_once(self):
        best = chart_result(EARLY, "greedy:knock=5", gain=(3.0, 0.03), value=(2.0, 0.03))
        said = self.sentences(best=best, against="greedy:knock=5")
        assert "knocking at once; it earns +2.00 ± 0.03." in said
        assert "Who knocks at once against it loses 2.35 ± 0.02." in said

    def test_an_equilibrium_that_is_none_is_not_hidden(self):
        even = chart_result(LATE, "equilibrium", gain=(2.0, 0.02), value=(0.0, 0.0), reply=(0.3, 0.02))
        assert "the best reply that was found earns +0.30 ± 0.02 from it." in self.sentences(even=even)


class TestMoves:
    def test_the_payment_that_matters_most_comes_first(self):
        assert next(chart_findings.moves(MOVED)) == (
            "Most depends on the undercut bonus: the chart against greedy gains +0.51 ± 0.02 (undercut bonus 10) to "
            "+3.77 ± 0.03 (undercut bonus 25)."
        )

    def test_nothing_is_said_to_matter_where_gains_cannot_be_told_apart(self):
        same = charts(*moved("undercut_bonus", 10, EARLY, EARLY, (3.76, 0.03)))
        assert not any("Most depends" in sentence for sentence in chart_findings.moves(same))

    def test_each_payment_has_its_last_turns_in_the_order_of_its_values(self):
        said = list(chart_findings.moves(MOVED))
        assert said[1] == (
            "Undercut bonus 10, 20 or 25: the last turn on which to knock with 3 is 5, 2–3 or 3–4 against greedy and "
            "the very last, 5 or 5 in equilibrium."
        )
        assert "Gin bonus 20 or 25: the last turn on which to knock with 3 is 3–4 each time against greedy" in said[2]
        assert said[3].startswith("Ties score nothing or ties are undercuts: the last turn")


class TestNotToConclude:
    def test_names_the_class_the_draws_and_the_opponents(self):
        said = " ".join(chart_findings.not_to_conclude(charts()))
        for words in (
            "for that opponent alone",
            "+1.50 ± 0.03",
            "deadwood and the turn",
            "as greedy does",
            "the match",
        ):
            assert words in said
        assert "Hands of all limits" not in said

    def test_under_oklahoma_limits_are_taken_together(self):
        said = chart_findings.not_to_conclude(charts(rules=load_rules("gin", "oklahoma")))
        assert any("Hands of all limits are taken together" in sentence for sentence in said)


def test_the_chart_is_compared_with_one_limit():
    study = Result("knock_limits", load_rules("gin"), [], policies=["greedy", "greedy"])
    said = chart_findings.beyond_limits(charts(), study)
    assert "earns +3.77 ± 0.03 points a hand, net, against the same opponent" in said


class TestSheets:
    @pytest.mark.parametrize(
        ("line", "told"),
        [
            ("KKK...", "3"),
            ("KKK?..", "3–4"),
            ("??....", "≤ 2"),
            ("......", "–"),
            ("..KK..", "–"),
            ("KKKKKK", "all"),
            ("K?KKKK", "all"),
            ("KKKK??", "4–6"),
            ("??????", "≤ 6"),
            ("KK..KK", "2"),
        ],
    )
    def test_last_turn(self, line, told):
        assert sheets.last_turn(sheets.reading(chart_result(f"KKKKKK\n{line}")), 1) == told

    def test_rows_that_never_knock_early_and_gin_have_no_column(self):
        sheet = sheets.last_turns(MOVED, "greedy")
        assert sheet.columns == ("payment", "with 3", "with 2", "gain")
        assert [row[0] for row in sheet.rows] == [
            "as now", "undercut bonus 10", "undercut bonus 20", "gin bonus 20", "ties score nothing",
        ]  # fmt: skip
        assert sheet.rows[2] == ("undercut bonus 20", "2–3", "≤ 2", "+2.40 ± 0.02")
        assert "As now: undercut bonus 25, gin bonus 25, ties are undercuts." in sheet.note

    def test_many_rows_are_thinned(self):
        tall = chart_result("\n".join(["K" * 4] * 31))
        assert len(sheets.last_turns(charts(best=tall), "greedy").columns) == 2 + sheets.MOST_ROWS

    def test_values(self):
        sheet = sheets.values(charts())
        assert sheet.rows == [
            ("against greedy", "+3.77 ± 0.03", "+3.77 ± 0.03", "+1.50 ± 0.03", "2.0 %"),
            ("in equilibrium", "0 by symmetry", "+2.35 ± 0.02", "0", "2.0 %"),
        ]


def test_rows_say_their_opponent_and_payments():
    rows = list(MOVED.rows)
    assert {(row["against"], row["undercut_bonus"], row["gin_bonus"], row["undercut_tie"]) for row in rows} >= {
        ("greedy", 25, 25, True), ("equilibrium", 25, 25, True),
    }  # fmt: skip
    assert all("cell" in row or "metric" in row for row in rows)
