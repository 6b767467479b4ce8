"""Sweeps, charts and reports that are kept: cut short at any moment, they go on to what they would have found."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from simcards import registry
from simcards.cli import cli
from simcards.errors import InputError
from simcards.runs import folder as disk
from simcards.runs import parts as parts_module
from simcards.runs.kinds import Kind
from simcards.runs.parts import KeptParts, Unfinished, kept_parts, label_of, new_parts, open_parts
from tests.runs.ways import MAIN, wait_for

GAMES = pytest.mark.parametrize("game", registry.games())
SWEEPS = {
    "gin": "undercut_bonus=10,25",
    "tonk": "hit_freeze=0,1",
    "gin3": "undercut_bonus=10,25",
    "pitch": "low_to=taker,holder",
}
CHARTS = {"gin": "knock", "gin3": "knock", "tonk": "drop"}
COMMANDS = {
    **{f"sweep {game}": ["sweep", game, "--vary", SWEEPS[game], "--games", "1000"] for game in registry.games()},
    **{
        f"chart {game}": ["chart", game, CHARTS[game], "--games", "30000"]
        for game in registry.games()
        if game in CHARTS
    },
    "equilibrium": ["chart", "gin", "knock", "--against", "equilibrium", "--position", "1", "--games", "30000"],
    "off the deal": ["chart", "tonk", "drop", "--when", "deal", "--players", "3", "--games", "60000"],
}
COMMAND = pytest.mark.parametrize("words", COMMANDS.values(), ids=COMMANDS.keys())


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*words: str) -> Any:
    return CliRunner().invoke(cli, words)


def found(*words: str) -> dict[str, Any]:
    result = run(*words, "--json", "-q")
    assert result.exit_code == 0, (result.stderr, result.exception)
    return dict(json.loads(result.stdout))


def cut_short(monkeypatch: pytest.MonkeyPatch, after: int) -> Callable[[], None]:
    """Have Ctrl-C come after so many parts were kept; return what takes it back."""
    put, seen = KeptParts.put, 0

    def counted(self: KeptParts, label: str, make: Callable[[], Any]) -> None:
        nonlocal seen
        put(self, label, make)
        seen += 1
        if seen > after:
            raise KeyboardInterrupt

    monkeypatch.setattr(KeptParts, "put", counted)
    return lambda: monkeypatch.setattr(KeptParts, "put", put)


@COMMAND
def test_kept_or_not_cut_short_or_not_the_answer_is_the_same(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    whole = found(*words)
    assert found(*words, "--name", "whole") == whole
    for after in (0, 7):
        name = f"cut{after}"
        undo = cut_short(monkeypatch, after)
        run(*words, "--name", name, "-q")
        undo()
        assert found("runs", "resume", name) == whole
    # Shown without work: what would have to be found again cannot be shown.
    assert found("runs", "show", "whole") == whole


@pytest.mark.parametrize("game", ["tonk", "pitch"])
def test_a_report_goes_on_to_the_same_page(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ["report", game, "--games", "1200"]
    whole = found(*words, "--out", "whole.html")
    undo = cut_short(monkeypatch, 9)
    assert run(*words, "--name", "cut").exit_code == 130
    undo()
    assert found("runs", "resume", "cut", "--out", "cut.html") == {**whole, "path": "cut.html"}
    assert Path("cut.html").read_text() == Path("whole.html").read_text()
    rows = json.loads(run("runs", "list", "--json").stdout)["runs"]
    assert [(row["run"], row["command"], row["finished"]) for row in rows] == [("cut", "report", True)]


@GAMES
def test_an_extended_sweep_is_that_of_more_games(game: str) -> None:
    few, many = COMMANDS[f"sweep {game}"], [*COMMANDS[f"sweep {game}"][:-1], "1500"]
    found(*few, "--name", "few")
    assert found("runs", "extend", "few", "--games", "1500") == found(*many)
    assert "from 1,500 to" in run("runs", "extend", "few", "--games", "300").stderr


def test_processes_find_the_same() -> None:
    words = COMMANDS["sweep tonk"]
    assert found(*words, "--processes", "2") == found(*words)


def test_a_sweep_is_shown_as_far_as_all_have_played(monkeypatch: pytest.MonkeyPatch) -> None:
    words = COMMANDS["sweep tonk"]
    undo = cut_short(monkeypatch, 40)
    assert run(*words, "--name", "cut").exit_code == 130
    undo()
    shown = found("runs", "show", "cut")
    assert shown["interrupted"]
    assert 0 < shown["games"] < 1000
    moved = next(row for row in shown["rows"] if row["metric"] == "moved")
    assert moved["n"] == shown["games"]
    assert "Interrupted, and kept: 'simcards runs resume cut' goes on." in run("runs", "show", "cut").stderr


def test_a_chart_cannot_be_shown_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    undo = cut_short(monkeypatch, 1)
    cut = run(*COMMANDS["chart gin"], "--name", "cut")
    undo()
    assert "What was found is kept: 'simcards runs resume cut' goes on." in cut.stderr
    shown = run("runs", "show", "cut")
    assert shown.exit_code == 2
    assert "This chart is not found yet, and a part of it cannot be shown: 'simcards runs resume cut'" in shown.stderr


def test_a_report_cannot_be_shown_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    undo = cut_short(monkeypatch, 400)
    assert run("report", "tonk", "--games", "300", "--out", "page.html", "--name", "cut").exit_code == 130
    undo()
    shown = run("runs", "show", "cut")
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert "This report is not found yet, and a part of it cannot be shown: 'simcards runs resume cut'" in shown.stderr


def test_ctrl_c_while_a_run_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    found(*COMMANDS["chart gin"], "--name", "whole")
    monkeypatch.setattr(KeptParts, "get", interrupt)
    assert run("runs", "show", "whole").exit_code == 130


def interrupt(*_: object) -> None:
    raise KeyboardInterrupt


class TestKilled:
    @pytest.mark.parametrize("kind", ["sweep gin", "chart gin"])
    def test_a_killed_command_goes_on(self, kind: str) -> None:
        words = [*COMMANDS[kind][:-1], "400000"]
        process = subprocess.Popen(
            [*MAIN, *words, "--name", "killed"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait_for(lambda: process.poll() is not None or list(Path("results/killed").glob("chunk-*")))
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert found("runs", "resume", "killed") == found(*words)


class TestOutput:
    def test_runs_are_listed_and_go_into_files(self) -> None:
        found(*COMMANDS["sweep tonk"], "--name", "sweep")
        found(*COMMANDS["chart gin"], "--name", "chart")
        rows = json.loads(run("runs", "list", "--json").stdout)["runs"]
        assert [(row["run"], row["command"], row["finished"]) for row in rows] == [
            (name, name, True) for name in ("chart", "sweep")
        ]
        for name in ("sweep", "chart"):
            assert run("runs", "export", name, "--out", f"{name}.csv").exit_code == 0
            assert len(Path(f"{name}.csv").read_text().splitlines()) > 10
        assert run("runs", "resume", "chart", "--out", "chart.png").exit_code == 0
        assert Path("chart.png").read_bytes().startswith(b"\x89PNG")
        assert "allowed: of a run of chart or report" in run("runs", "resume", "sweep", "--out", "x.png").stderr

    def test_charts_are_compared_by_their_value(self) -> None:
        found(*COMMANDS["chart gin"], "--name", "one")
        found(*COMMANDS["chart gin"], "--seed", "2", "--name", "two")
        done = json.loads(run("runs", "compare", "one", "two", "--json").stdout)
        assert done["rows"][0]["metric"] == "value"
        assert "share deals" in run("runs", "compare", "one", "one").stdout
        assert "share deals" not in run("runs", "compare", "one", "two").stdout

    def test_merging_them_is_refused(self) -> None:
        found(*COMMANDS["chart gin"], "--name", "one")
        refused = run("runs", "merge", "one", "one", "--name", "both")
        assert (refused.exit_code, "allowed: runs of simulate" in refused.stderr) == (2, True)


class TestFolder:
    @pytest.fixture(autouse=True)
    def at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(parts_module, "SECONDS", 0.0)
        found(*COMMANDS["sweep gin"][:-1], "200", "--name", "sweep")

    def test_many_small_parts_are_few_files(self) -> None:
        kept = {label_of(number): np.arange(number % 7) for number in range(300)}
        with open_parts("sweep", "results") as parts:
            for label, array in kept.items():
                parts.put(label, partial(dict, x=array))
                parts.put(label, partial(dict, x=array + 1))
        assert len(list(Path("results/sweep").glob("chunk-*"))) < 20
        again = kept_parts("sweep", "results")
        for label, array in kept.items():
            assert (again.get(label, {"x": Kind(np.int64, (None,), 0, 7)}) or {})["x"].tolist() == (array + 1).tolist()

    def test_only_reading_does_no_work(self) -> None:
        with pytest.raises(Unfinished):
            kept_parts("sweep", "results").work()

    def test_a_file_that_was_altered_is_noticed(self) -> None:
        for path in Path("results/sweep").glob("chunk-*"):
            data = bytearray(path.read_bytes())
            data[len(data) // 2] ^= 1
            path.write_bytes(data)
        refused = run("runs", "resume", "sweep")
        assert (refused.exit_code, "its hash differs" in refused.stderr) == (2, True)

    def test_the_state_before_is_used(self) -> None:
        whole = found(*COMMANDS["sweep gin"][:-1], "200")
        Path("results/sweep/manifest.json").write_text("{")
        assert "The state before it is used." in run("runs", "show", "sweep").stderr
        assert found("runs", "resume", "sweep") == whole

    def test_what_was_found_before_an_error_is_kept(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(parts_module, "SECONDS", 1000.0)

        def refuse() -> None:
            with open_parts("sweep", "results") as parts:
                parts.put(label_of(1), partial(dict, x=np.arange(3)))
                raise InputError("A worker has another simcards.")

        with pytest.raises(InputError, match="worker"):
            refuse()
        assert kept_parts("sweep", "results").get(label_of(1), {"x": Kind(np.int64, (3,), 0, 2)})

    def test_a_name_that_is_taken(self) -> None:
        with pytest.raises(InputError, match="which is a run already"), new_parts("sweep", {}, 1, "results"):
            pass


def resealed(change: Callable[[dict[str, Any]], object], name: str = "lie") -> None:
    path = Path("results") / name / disk.MANIFEST
    whole = json.loads(path.read_text())
    del whole["sha256"]
    change(whole)
    path.write_text(json.dumps({**whole, "sha256": disk._seal(whole)}))


LIES: dict[str, Callable[[dict[str, Any]], object]] = {
    "another command": lambda whole: whole["about"].update(command="chart"),
    "no options": lambda whole: whole["about"].update(options={}),
    "no rules": lambda whole: whole["about"]["options"]["corners"][0].update(rules={}),
    "rules of another hash": lambda whole: whole["about"]["options"]["corners"][0]["rules"].update(gin_bonus=1),
    "a game that is none": lambda whole: whole["about"]["options"]["corners"][0].update(game="../x"),
    "policies": lambda whole: whole["about"].update(policies=["nobody"]),
    "another stream": lambda whole: whole["about"].update(stream=99),
    "no games": lambda whole: whole["state"].update(target=0),
    "finished is a word": lambda whole: whole["state"].update(finished="yes"),
    "a file elsewhere": lambda whole: whole["chunks"]["0"].update(file="../../x.npz"),
}


class TestLies:
    @pytest.fixture(autouse=True)
    def sweep(self) -> None:
        found(*COMMANDS["sweep gin"][:-1], "200", "--name", "lie")
        for path in Path("results/lie").glob(disk.BEFORE):
            path.unlink()

    @pytest.mark.parametrize("lie", LIES)
    def test_a_manifest_that_lies_is_refused(self, lie: str) -> None:
        resealed(LIES[lie])
        for words in (["show", "lie"], ["resume", "lie"], ["extend", "lie", "--games", "900"]):
            refused = run("runs", *words)
            assert (refused.exit_code, refused.stdout) == (2, ""), (refused.exception, refused.stderr)

    @pytest.mark.parametrize(
        "arrays",
        [
            {"done": np.array(2), "counts": np.zeros(9, np.uint8)},
            {"done": np.array(10**9), "counts": np.zeros(9, np.uint8)},
            {"done": np.array(2)},
            {"done": np.array(-1), "counts": np.zeros(9, np.uint8)},
            {"done": np.array(2.0), "counts": np.zeros(9, np.uint8)},
            {"done": np.array([2]), "counts": np.zeros((3, 3), np.uint8)},
        ],
        ids=["no counts", "too many games", "missing", "negative", "no whole number", "shapes"],
    )
    def test_counts_that_lie_are_refused(self, arrays: dict[str, Any]) -> None:
        parts = kept_parts("lie", "results")
        members = {f"{label}.{name}": array for label in parts._parts for name, array in arrays.items()}
        chunk = disk.save(Path("results/lie"), members)
        resealed(lambda whole: whole.update(chunks={"0": chunk}))
        refused = run("runs", "resume", "lie")
        assert (refused.exit_code, refused.stdout) == (2, ""), (refused.exception, refused.stderr)
