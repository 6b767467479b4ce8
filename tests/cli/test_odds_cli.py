from __future__ import annotations

import csv
import json

import pytest
from click.testing import CliRunner

from simcards.answers.odds import given, odds
from simcards.cli import cli
from simcards.registry import games


def run(*words):
    return CliRunner().invoke(cli, ["odds", *words])


SMALL = ("gin", "--set", "hand_size=3")


def test_json_is_one_object_with_exact_rows():
    result = run("gin", "--json")
    answer = json.loads(result.stdout)
    rows = {row["event"]: row for row in answer["rows"] if row["event"] != "deadwood"}
    assert (result.exit_code, result.stderr, result.stdout.count("\n")) == (0, "", 1)
    assert (rows["gin"]["count"], rows["gin"]["total"]) == (136_694, 15_820_024_220)
    assert (rows["first_draw_knock"]["count"], rows["first_draw_knock"]["total"]) == (249_005_188, 60_403_728_840)
    assert [row["mean"] for row in answer["rows"] if "mean" in row] == [56.569434028590884]
    assert (answer["command"], answer["game"], answer["rules"]["knock_limit"]) == ("odds", "gin", 10)
    assert (answer["games"], answer["seed"], answer["tally"], answer["policies"]) == (None, None, None, [])


def test_table_names_the_events_and_shows_the_deadwood_by_tens():
    lines = run("gin").stdout.splitlines()
    assert lines[0].split() == ["event", "value", "chance", "odds", "count", "of"]
    assert lines[1].split() == ["gin", "0.000864", "%", "1", "in", "115,733", "136,694", "15,820,024,220"]
    assert [line.split()[1] for line in lines if line.startswith("deadwood ")] == [
        f"{first}–{first + 9}" for first in range(0, 100, 10)
    ]
    assert lines[-1] == "deadwood: 56.5694 on average, standard deviation 13.7912."


def test_csv_has_every_row(tmp_path):
    file = tmp_path / "odds.csv"
    result = run(*SMALL, "--csv", str(file), "--json")
    with file.open(newline="") as text:
        rows = list(csv.DictReader(text))
    assert [row["event"] for row in rows] == [row["event"] for row in json.loads(result.stdout)["rows"]]


class TestObserved:
    def test_says_whether_the_deal_is_fair(self):
        result = run(*SMALL, "--observed", "30=12/3000")
        assert result.exit_code == 0
        assert "deadwood 30: seen in 12 of 3,000 hands" in result.stdout
        assert result.stdout.endswith("a fair deal hardly ever gives this.\n")
        assert "of one deal, count one hand" in result.stderr

    def test_quiet_leaves_the_note_out(self):
        assert run(*SMALL, "--observed", "gin=12/3000", "-q").stderr == ""

    def test_json_has_the_tests_beside_the_rows(self):
        result = run(*SMALL, "--observed", "30=70/3000", "--observed", "gin=1/3000", "--json")
        observed = json.loads(result.stdout)["observed"]
        assert [(row["event"], row["value"], row["seen"]) for row in observed] == [
            ("deadwood", 30, 70),
            ("gin", None, 1),
        ]

    @pytest.mark.parametrize("text", ["50=13/12", "50=1/0", "nonsense", "gni=1/2", "gin:4=1/2", ""])
    def test_nonsense_is_one_message_and_exit_code_2(self, text):
        result = run(*SMALL, "--observed", text)
        assert (result.exit_code, result.stdout) == (2, "")
        assert result.stderr.startswith("simcards: observed: was given ")
        assert "allowed: " in result.stderr
        assert "Traceback" not in result.stderr


class TestGiven:
    """Events that are of some hands only: of those in which something holds already."""

    def test_which_hands_they_are_of_is_said(self):
        result = run("pitch", "--players", "3", "--observed", "high:13=310/420")
        assert "high: of the hands in which my best trump has this rank (11 jack, 12 queen, 13 king" in result.stderr
        assert "jack: of the hands in which I lack the jack of trumps" in result.stderr
        assert "high 13: seen in 310 of 420 hands, 73.8 %" in result.stdout
        assert result.stdout.endswith("a fair deal gives 73.9 %, 310.4 hands. p = 1: this agrees with a fair deal.\n")

    def test_quiet_leaves_it_out(self):
        assert run("pitch", "-q").stderr == ""

    @pytest.mark.parametrize("game", games())
    def test_every_event_that_is_named_is_there(self, game):
        events = {row["event"] for row in odds(game).rows}
        assert set(given(game)) <= events
        assert set(given(game)) == {"pitch": {"in_play", "high", "low", "jack"}, "tonk": {"spade"}}.get(game, set())

    @pytest.mark.parametrize(
        ("text", "allowed"),
        [
            ("high=3/4", "high:VALUE with a value that can be dealt, from 2 to 14"),
            ("low:1=3/4", "low:VALUE with a value that can be dealt, from 2 to 14"),
            ("jack:11=3/4", "jack without a value"),
            ("7=3/4", "trumps:VALUE with a value that can be dealt, from 0 to 6"),
            ("hihg:13=3/4", "trumps, in_play, high, low, jack or points. Did you mean 'high'?"),
        ],
    )
    def test_wrong_values_are_one_message(self, text, allowed):
        result = run("pitch", "-q", "--observed", text)
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"allowed: {allowed}" in result.stderr

    @pytest.mark.parametrize("columns", [60, 120])
    def test_no_line_is_wider_than_the_terminal(self, columns, monkeypatch):
        monkeypatch.setenv("COLUMNS", str(columns))
        lines = run("pitch").stdout.splitlines()
        assert max(map(len, lines)) <= columns
        assert any(line.startswith("points") for line in lines)


@pytest.mark.parametrize("words", [("gni",), ("gin", "--set", "hand_size=12"), ("gin", "--rules", "nowhere.toml"), ()])
def test_wrong_input_is_exit_code_2(words):
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("simcards: ")
