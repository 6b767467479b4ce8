"""What a chart says: which turns, which rows, what is left open."""

from __future__ import annotations

import pytest

from simcards.answers.advice import COMMON, alike, doubts, plan, reading, turns_in_words
from tests.charts import chart_result


def read(*lines):
    return reading(chart_result("\n".join(["K" * len(lines[0]), *lines])))


def spans(*line):
    return [tuple(span) for span in read(*line).spans(1)]


class TestSpans:
    @pytest.mark.parametrize(
        ("line", "found"),
        [
            ("KKK...", [(1, 3, 3, True, False)]),
            ("KKK?..", [(1, 3, 4, True, False)]),
            ("KK~?..", [(1, 2, 4, True, False)]),
            ("K?K...", [(1, 3, 3, True, False)]),
            ("?KK...", [(1, 3, 3, True, False)]),
            ("KKKKKK", [(1, 6, 6, True, True)]),
            ("KK..KK", [(1, 2, 2, True, False), (5, 6, 6, False, True)]),
            ("..?KK.", [(4, 5, 5, False, False)]),
            ("......", []),
            ("..??..", []),
            ("??....", [(1, 0, 2, True, False)]),
            (" KK...", [(2, 3, 3, True, False)]),
            ("Kr.KKr", [(1, 1, 1, True, False), (4, 5, 5, False, True)]),
        ],
    )
    def test_of_a_row(self, line, found):
        assert spans(line) == found

    def test_what_is_rare_does_not_part_a_span(self):
        assert spans("KKrKK.") == [(1, 5, 5, True, False)]


class TestPlan:
    def test_goes_from_the_highest_row_down_and_takes_equal_neighbours_together(self):
        assert plan(read(".....", "KK...", "KKK..", "KKK..")) == (
            "Knock with 3 or 4 up to turn 3 and with 2 up to turn 2; else wait."
        )

    def test_names_each_kind_of_turns(self):
        assert plan(read("K....", "KKKKK", "..KK.", "...KK", "K...K")) == (
            "Knock with 5 in turn 1 and from turn 5 on, with 4 from turn 4 on, with 3 in turns 3–4, with 2 in every "
            "turn and with 1 in turn 1; else wait."
        )

    def test_three_rows_and_more_are_a_range(self):
        assert plan(read("K.", "K.", "K.")) == "Knock with 1–3 in turn 1; else wait."

    def test_without_a_cell_that_knocks_it_claims_nothing(self):
        assert plan(read("??.", "~..")) == "In no turn is it shown to be better to knock than to wait."


class TestDoubts:
    def test_are_listed_with_their_turns(self):
        assert doubts(read("K??.?", "?....", "?....")) == "2 or 3 in turn 1; 1 in turns 2–3 and 5"

    def test_many_are_cut_short(self):
        lines = ["?" + "." * row + "?" * (9 - row) for row in range(8)]
        assert doubts(read(*lines)).endswith("; and 2 more")

    def test_none_is_an_empty_text(self):
        assert doubts(read("K..")) == ""

    def test_at_stake_is_the_worse_end_times_how_often(self):
        assert read("K?.", "?..").at_stake == pytest.approx(2 * 2.0 * 0.01)


class TestLastTurn:
    def test_is_where_less_than_a_hundredth_is_left(self):
        assert read("." * 20).last_turn == 20
        assert reading(chart_result("KKKK\n....rr")).last_turn == 4


def test_rare_is_below_one_hand_in_two_thousand():
    assert COMMON == 1 / 2000
    assert [cell["turn"] for cell in read("K.r").common if cell["deadwood"]] == [1, 2]


def test_neighbours_have_to_be_neighbours():
    assert alike({5: "a", 3: "a", 2: "a"}) == [([5], "a"), ([2, 3], "a")]


def test_turns_in_words():
    assert turns_in_words(iter([1])) == "turn 1"
    assert turns_in_words([1, 2, 4, 6]) == "turns 1–2, 4 and 6"
