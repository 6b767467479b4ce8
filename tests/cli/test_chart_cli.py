from __future__ import annotations

import csv
import json

import pytest
from click.testing import CliRunner

from simcards.answers import study
from simcards.answers.advice import reading
from simcards.answers.chart import GAMES, chart
from simcards.cli import cli
from simcards.cli.chart import DEFAULT_GAMES, grid
from simcards.errors import InputError
from tests.charts import chart_result

FEW = ("gin", "knock", "--games", "1500")
ESTIMATE = {"estimate", "se", "low", "high", "n"}
CELL = {"deadwood", "turn", "cell", "p_knock", "now", "now_low", "now_high", "frequency", "cost"} | ESTIMATE
METRICS = ["value", "gain", "exploitability"]
SIGNS = set("K.~?")


def run(*words, columns="80"):
    return CliRunner(env={"COLUMNS": columns}).invoke(cli, ["chart", *words])


def answer(*words):
    result = run(*words, "--json", "-q")
    assert (result.exit_code, result.stderr, result.stdout.count("\n")) == (0, "", 1)
    return json.loads(result.stdout)


@pytest.fixture(scope="module")
def told():
    return answer(*FEW)


class TestText:
    @pytest.mark.parametrize("columns", ["60", "80"])
    def test_fits_and_has_a_row_for_each_deadwood(self, columns):
        result = run(*FEW, "-q", columns=columns)
        lines = result.stdout.splitlines()
        assert result.exit_code == 0
        assert result.stderr == ""
        assert max(map(len, lines)) <= int(columns)
        assert lines[0] == "deadwood (down) by own turn (across)"
        turns = lines[1].split()
        assert turns == [str(turn) for turn in range(1, len(turns) + 1)]
        heads = [line.split()[0] for line in lines[2:13]]
        assert heads == [str(row) for row in range(11)]
        assert {sign for line in lines[2:13] for sign in line.split()[1:]} <= SIGNS
        assert "K knock  . wait  ~ either  ? undecided" in lines
        assert [line.split()[0] for line in lines[-3:]] == METRICS

    def test_signs_stand_below_their_turn(self):
        lines = list(grid(reading(chart_result("KKKK\n ..K\nK~?.")), 80))
        assert lines[1:5] == ["     1  2  3  4", "  0  K  K  K  K", "  1     .  .  K", "  2  K  ~  ?  ."]

    def test_turns_that_do_not_fit_go_below(self):
        lines = list(grid(reading(chart_result("K" * 20 + "\n" + "." * 20)), 60))
        heads = [line for line in lines if line.startswith("    ")]
        assert [head.split()[0] for head in heads] == ["1", "20"]
        assert max(map(len, lines)) <= 60

    def test_says_in_words_what_to_do_and_what_is_undecided(self):
        words = run(*FEW).stdout
        assert "Knock with" in words or "In no turn is it shown" in words
        assert "Undecided: " in words

    def test_notes_name_the_opponent_the_hands_and_the_seed(self):
        result = run(*FEW, "--seed", "3", "--position", "2")
        note = result.stderr.splitlines()[-1]
        for words in ("opponents who play greedy", "position 2", "1,500 hands", "seed 3", "not fitted on"):
            assert words in note


class TestJson:
    def test_rows_are_cells_and_metrics(self, told):
        cells = [row for row in told["rows"] if "cell" in row]
        metrics = [row for row in told["rows"] if "metric" in row]
        assert all(set(row) == CELL for row in cells)
        assert {row["cell"] for row in cells} <= {"knock", "wait", "either", "undecided"}
        assert [row["metric"] for row in metrics] == METRICS
        assert all(set(row) == {"metric", "estimate", "se", "low", "high", "n"} for row in metrics)
        assert all(row["n"] == 500 for row in metrics)
        assert {row["deadwood"] for row in cells} == set(range(11))

    def test_a_cell_is_a_share_of_the_hands_with_what_a_mistake_costs(self, told):
        for row in told["rows"]:
            if row.get("deadwood"):
                assert row["cost"] == pytest.approx(abs(row["estimate"]) * row["frequency"])
                assert row["p_knock"] in (0, 1)
                assert 0 < row["frequency"] <= 1

    def test_gin_is_no_choice(self, told):
        gin = [row for row in told["rows"] if row.get("deadwood") == 0]
        assert gin
        assert all(
            (row["cell"], row["p_knock"], row["estimate"], row["cost"]) == ("knock", 1, None, None) for row in gin
        )

    def test_says_what_was_asked(self, told):
        assert (told["command"], told["game"], told["question"]) == ("chart", "gin", "knock")
        assert (told["games"], told["seed"], told["against"], told["position"]) == (1500, 1, "greedy", None)
        assert told["policies"] == ["greedy", "greedy"]
        assert len(told["tally"]) == 64
        assert 0 <= told["undecided"] <= 1

    def test_threads_change_nothing(self, told):
        assert answer(*FEW, "--threads", "1") == told

    def test_the_cells_are_of_the_rules(self):
        cells = [row for row in answer(*FEW, "--set", "knock_limit=4")["rows"] if "cell" in row]
        assert {row["deadwood"] for row in cells} == set(range(5))
        oklahoma = [row for row in answer(*FEW, "--rules", "oklahoma")["rows"] if "cell" in row]
        assert {row["deadwood"] for row in oklahoma} == set(range(11))


def metric(told, name):
    return next(row for row in told["rows"] if row.get("metric") == name)


class TestOpponents:
    def test_an_equilibrium_is_worth_nothing_to_both_together(self):
        told = answer(*FEW, "--against", "equilibrium")
        assert (told["against"], metric(told, "value")["estimate"]) == ("equilibrium", 0)
        assert all(0 <= row["p_knock"] <= 1 for row in told["rows"] if "cell" in row)

    def test_who_knocks_at_once_gains_what_the_chart_is_worth(self, told):
        assert metric(told, "gain")["estimate"] == metric(told, "value")["estimate"]

    def test_a_limit_of_the_opponents_is_his_whole_play(self, told):
        other = answer(*FEW, "--against", "greedy:knock=5")
        assert other["policies"] == ["greedy", "greedy:knock=5"]
        assert metric(other, "gain")["estimate"] != metric(other, "value")["estimate"]
        assert other["tally"] == told["tally"]

    def test_ones_own_limit_changes_no_draw(self, told):
        assert answer(*FEW, "--policy", "greedy:knock=3")["rows"] == told["rows"]

    def test_a_role_stands_for_its_position(self):
        of_role = answer("gin3", *FEW[1:], "--position", "box")
        assert (of_role["position"], of_role["role"]) == (2, "box")
        assert of_role["rows"] == answer("gin3", *FEW[1:], "--position", "2")["rows"]
        result = run("gin3", *FEW[1:], "--position", "box")
        assert "opponents who play greedy; for box; " in result.stderr

    @pytest.mark.parametrize("position", [1, 2])
    def test_a_position_alone(self, told, position):
        alone = answer(*FEW, "--position", str(position))
        assert alone["position"] == position
        assert alone["rows"] != told["rows"]
        assert sum(row["n"] for row in alone["rows"] if "cell" in row) < sum(
            row["n"] for row in told["rows"] if "cell" in row
        )


class TestFiles:
    @pytest.mark.parametrize("ending", ["png", "svg"])
    def test_draws_the_same_picture_each_time(self, tmp_path, ending):
        one, two = (tmp_path / f"{name}.{ending}" for name in "ab")
        for path in (one, two):
            assert run(*FEW, "--out", str(path), "-q").exit_code == 0
        assert one.read_bytes() == two.read_bytes()
        assert one.read_bytes()[:8] == {"png": b"\x89PNG\r\n\x1a\n", "svg": b"<?xml ve"}[ending]

    def test_csv_has_every_cell(self, tmp_path, told):
        assert run(*FEW, "--csv", str(tmp_path / "rows.csv"), "-q").exit_code == 0
        with (tmp_path / "rows.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        assert len(rows) == len(told["rows"])
        assert set(rows[0]) == CELL | {"metric"}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("gin", "knok"), "gin has no chart 'knok'; its charts: knock. Did you mean 'knock'?"),
        (("whist", "knock"), "Unknown game 'whist'"),
        (("gin",), "Missing argument 'QUESTION'"),
        (("gin", "knock", "--policy", "random"), "cannot be found for random: what it draws"),
        (("gin", "knock", "--policy", "simple"), "Allowed: greedy, with any knocking parameters"),
        (("gin", "knock", "--policy", "equilibrium"), "Unknown policy 'equilibrium'"),
        (("gin", "knock", "--against", "random"), "cannot be found for random"),
        (("gin", "knock", "--against", "gredy"), "--against was given 'gredy'; allowed: equilibrium, random, greedy"),
        (("gin", "knock", "--against", "equilibrum"), "Did you mean 'equilibrium'?"),
        (("gin", "knock", "--against", "greedy:knock=x"), "greedy:knock was given 'x'"),
        (("gin", "knock", "--position", "0"), "--position was given 0; allowed: a whole number from 1 to 2"),
        (("gin", "knock", "--position", "3"), "--position was given 3; allowed: a whole number from 1 to 2"),
        (
            ("gin3", "knock", "--position", "bix"),
            "was given 'bix'; allowed: a whole number from 1 to 2, box, captain. Did",
        ),
        (("gin", "knock", "--position", "first"), "was given 'first'; allowed: a whole number"),
        (("gin", "knock", "--games", "299"), "--games was given 299; allowed: a whole number from 300"),
        (("gin", "knock", "--out", "chart.pdf"), "allowed: a file ending in .png or .svg"),
        (("gin", "knock", "--out", "chart"), "allowed: a file ending in .png or .svg"),
        (("gin", "knock", "--out", "nowhere/chart.png"), "there is no folder 'nowhere'"),
        (("gin", "knock", "--set", "knock_limit=0"), "only with deadwood 0, which is always right"),
        (("gin", "knock", "--set", "knock_limit=x"), "knock_limit: was given"),
        (("gin", "knock", "--rules", "clasic"), "Did you mean 'classic'?"),
    ],
)
def test_wrong_input_gives_a_message_and_2_before_anything_is_played(monkeypatch, tmp_path, words, message):
    def never(*_words, **_options):
        raise AssertionError

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(study.Study, "answer", never)
    result = run(*words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_fewest_hands_give_a_chart():
    assert run("gin", "knock", "--games", "300", "-q").exit_code == 0


def test_hands_in_which_nobody_can_knock_give_no_chart(monkeypatch):
    monkeypatch.setattr(study, "verdicts", lambda *_words: [])
    with pytest.raises(InputError, match="Nobody could knock in any of 100 hands"):
        chart("gin", "knock", games=300)


def test_help_has_examples():
    words = run("--help").stdout
    assert "simcards chart gin knock --against equilibrium" in words
    assert "~ is either" in words


def test_the_command_and_the_function_have_one_default():
    assert DEFAULT_GAMES == GAMES
