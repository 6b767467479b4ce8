from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys

import pytest
from click.testing import CliRunner

from simcards.cli import cli
from simcards.cli.report import DEFAULT_GAMES
from simcards.reports import report
from tests.page import without_pictures

SMALL = ("gin", "--games", "200", "--set", "knock_limit=1")
COMMAND = [sys.executable, "-c", "from simcards.cli import main; main()", "report"]


def run(*words):
    return CliRunner().invoke(cli, ["report", *words])


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    without_pictures(monkeypatch)  # the tests of processes draw them


def test_prints_the_path_and_the_main_figures(tmp_path):
    result = run(*SMALL, "--out", "friday.html")
    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert lines[0] == "friday.html"
    assert "net of the first to act, points a hand" in result.stdout
    assert "exact" in lines[-1]
    assert (tmp_path / "friday.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


def test_tells_each_step_on_standard_error():
    steps = [line for line in run(*SMALL, "--out", "x.html").stderr.splitlines() if line.endswith("…")]
    assert steps == [
        "playing hands …",
        "counting the exact odds …",
        "finding when to knock …",
        "playing at other knock limits …",
        "playing matches …",
        "drawing the pictures …",
    ]


def test_tonk_has_one_too():
    result = run("tonk", "--players", "2", "--games", "300", "--rules", "texas", "--json")
    answer = json.loads(result.stdout)
    assert re.fullmatch(r"results.tonk-texas-tonk-[0-9a-f]{8}\.html", answer["path"])
    assert {row["section"] for row in answer["rows"]} == {"odds", "simulate", "chart", "off_deal", "sweep", "swings"}
    assert [line for line in result.stderr.splitlines() if line.endswith("…")] == [
        "playing hands …",
        "counting the exact odds …",
        "finding when to drop …",
        "dropping off the deal …",
        "trying house rules …",
        "reckoning swings …",
        "drawing the pictures …",
    ]


def test_quiet_says_nothing_more():
    assert run(*SMALL, "--out", "x.html", "-q").stderr == ""


def test_json_is_one_object():
    result = run(*SMALL, "--json", "-q", "--out", "a/b.html")
    answer = json.loads(result.stdout)
    assert (result.stderr, result.stdout.count("\n")) == ("", 1)
    assert answer["path"] == os.path.join("a", "b.html")  # noqa: PTH118 (as the system writes it)
    assert (answer["command"], answer["games"], answer["rules"]["knock_limit"]) == ("report", 200, 1)
    assert {row["section"] for row in answer["rows"]} == {"odds", "simulate", "knock_limits", "chart", "match"}


def test_csv_has_the_rows(tmp_path):
    assert run(*SMALL, "--csv", "rows.csv", "-q", "--out", "x.html").exit_code == 0
    assert (tmp_path / "rows.csv").read_text().startswith("section,event,")


@pytest.mark.parametrize(
    ("words", "name"),
    [((), "gin.html"), (("--rules", "web"), "gin-web.html"), (("--rules", "oklahoma"), "gin-oklahoma.html")],
)
def test_goes_to_results_without_a_name(tmp_path, words, name):
    assert run("gin", "--games", "2", *words, "-q").exit_code == 0
    assert [path.name for path in (tmp_path / "results").iterdir()] == [name]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("gin", "--out", "."), "no ordinary file"),
        (("gin", "--out", ""), "no ordinary file"),
        (("gin", "--games", "0"), "allowed: a whole number from 1"),
        (("gin", "--policy", "gredy"), "Did you mean 'greedy'?"),
        (("gin", "--policy", "greedy", "--policy", "greedy", "--policy", "greedy"), "given 3 times"),
        (("gin", "--rules", "nowhere.toml"), "there is no such file"),
        (("gin", "--set", "knock_limit=101"), "knock_limit: was given 101"),
        (("whist",), "Unknown game 'whist'"),
    ],
)
def test_wrong_input_gives_a_message_and_2(tmp_path, words, message):
    result = run(*words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_played_for_a_file_that_cannot_be_written(tmp_path, monkeypatch):
    def never(*_words, **_options):
        raise AssertionError

    monkeypatch.setattr(report, "report", never)
    (tmp_path / "file").write_text("mine")
    assert run("gin", "--out", "file/x.html").exit_code == 2
    assert (tmp_path / "file").read_text() == "mine"


def test_the_default_is_the_functions():
    assert DEFAULT_GAMES == report.GAMES


class TestProcesses:
    """Whole processes in other surroundings."""

    def bytes_of(self, tmp_path, name, *words, **surroundings):
        target = tmp_path / name
        subprocess.run(
            [*COMMAND, *SMALL, "-q", "--out", str(target), *words],
            env=os.environ | surroundings,
            check=True,
            capture_output=True,
        )
        return target.read_bytes()

    def test_surroundings_change_no_byte(self, tmp_path):
        style = tmp_path / "matplotlibrc"
        style.write_text("font.size: 20\naxes.facecolor: red\nsvg.fonttype: path\nsavefig.bbox: tight\n")
        plain = self.bytes_of(tmp_path, "plain.html", TZ="UTC", PYTHONHASHSEED="1")
        odd = self.bytes_of(
            tmp_path, "odd.html", "--threads", "1", TZ="Asia/Tokyo", PYTHONHASHSEED="2", LC_ALL="C", NO_COLOR="1",
            COLUMNS="30", MATPLOTLIBRC=str(style),
        )  # fmt: skip
        assert plain == odd

    @pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
    def test_ctrl_c_leaves_no_file(self, tmp_path):
        with subprocess.Popen(
            [*COMMAND, "gin", "--games", "1e9", "--out", "new/x.html"], cwd=tmp_path, stderr=subprocess.PIPE, text=True
        ) as process:
            assert process.stderr is not None
            assert process.stderr.readline().startswith("playing hands")
            process.send_signal(signal.SIGINT)
            assert process.wait(20) == 130
            assert "Traceback" not in process.stderr.read()
        assert list(tmp_path.iterdir()) == []
