"""Charts under other payments, from one set of stored hands."""

from __future__ import annotations

import pytest

from simcards import registry
from simcards.answers import paths
from simcards.answers.chart import FEWEST_GAMES, chart
from simcards.answers.payments import no_chart, payment_charts
from simcards.compile import parse_policies
from simcards.errors import InputError
from simcards.rules import load_rules

GAMES = 1200


def policies(*texts):
    return parse_policies(registry.game("gin"), texts, 2)


def charts(*texts, source=None, overrides=(), **options):
    rules = load_rules("gin", source, overrides)
    return payment_charts(rules, "knock", policies(*texts), **{"games": GAMES, **options})


@pytest.fixture(scope="module")
def classic():
    return charts()


def test_each_usual_payment_is_tried_alone(classic):
    tried = [(chart.option, chart.value) for chart in classic.of("greedy")]
    assert tried == [
        (None, None), ("undercut_bonus", 10), ("undercut_bonus", 20), ("gin_bonus", 20), ("undercut_tie", False),
    ]  # fmt: skip
    assert [(chart.option, chart.value) for chart in classic.of("equilibrium")] == tried


def test_another_value_of_ones_own_is_tried_against_all_usual_ones():
    tried = {(c.option, c.value) for c in charts(source="web", overrides={"undercut_bonus": 15}, games=300).charted}
    assert {value for option, value in tried if option == "undercut_bonus"} == {10, 20, 25}
    assert ("undercut_tie", True) in tried


@pytest.mark.parametrize("against", ["greedy", "equilibrium"])
def test_scored_again_is_as_good_as_played_again(classic, against):
    for charted in classic.of(against):
        changes = {} if charted.option is None else {charted.option: charted.value}
        alone = chart("gin", "knock", None, changes, against=against, games=GAMES)
        ours = [row for row in alone.rows if row.get("metric") != "exploitability"]
        assert [row for row in charted.result.rows if row.get("metric") != "exploitability"] == ours
        assert charted.result.tally == alone.tally


def test_replies_are_sought_where_they_are_told(classic):
    told = {
        (chart.option is None, chart.against): any(row.get("metric") == "exploitability" for row in chart.result.rows)
        for chart in classic.charted
    }
    assert told == {
        (True, "greedy"): True, (True, "equilibrium"): True, (False, "greedy"): False, (False, "equilibrium"): True,
    }  # fmt: skip


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_change_nothing(monkeypatch, threads):
    monkeypatch.setattr(paths, "BLOCK", 100)
    found = charts(games=900, threads=threads)
    assert found.tally == charts(games=900, threads=3).tally
    assert list(found.rows) == list(charts(games=900, threads=3).rows)


def test_the_tally_is_of_the_hands(classic):
    assert len(classic.tally) == 64
    assert classic.tally == charts(overrides={"undercut_bonus": 10}).tally
    assert classic.tally != charts(seed=2).tally
    assert classic.tally != charts(overrides={"stock_floor": 4}).tally


def test_the_others_policy_is_the_opponent():
    found = charts("greedy", "greedy:knock=5", games=300)
    assert found.opponents == ("greedy:knock=5", "equilibrium")
    assert {row["against"] for row in found.rows} == set(found.opponents)


def test_fewer_hands_than_a_chart_takes_are_made_up_for():
    assert charts(games=1).games == FEWEST_GAMES


def test_progress_is_told_chart_by_chart():
    heard = []
    charts(games=300, progress=lambda done, total: heard.append((done, total)))
    assert heard == [(done, 10) for done in range(10)]


class TestNoChart:
    @pytest.mark.parametrize(
        ("texts", "overrides", "why"),
        [
            (("greedy",), {}, ""),
            (("greedy", "greedy:knock_by_turn=10/5/0"), {}, ""),
            (("greedy",), {"knock_limit": 0}, "only with deadwood 0"),
            (("greedy",), {"oklahoma": True, "knock_limit": 0}, ""),
            (("random", "greedy"), {}, "cannot be found for random"),
            (("greedy", "simple"), {}, "cannot be found for simple"),
        ],
    )
    def test_says_why(self, texts, overrides, why):
        said = no_chart(load_rules("gin", None, overrides), "knock", policies(*texts))
        assert (why in said) if why else said == ""

    def test_a_question_that_is_none_is_told(self):
        assert "no chart 'bid'" in no_chart(load_rules("gin"), "bid", policies("greedy"))


def test_what_has_no_chart_is_refused():
    with pytest.raises(InputError, match="cannot be found for simple"):
        charts("greedy", "simple", games=300)
