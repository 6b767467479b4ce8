"""Surroundings that differ: the same tallies, and reports equal to the byte."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from matplotlib import rc_context

from simcards import simulate
from simcards.plots import save
from tests.hostile.checks import run

MAIN = [sys.executable, "-c", "from simcards.cli import main; main()"]
ROOT = Path(__file__).resolve().parents[2]

SURROUNDINGS: dict[str, dict[str, str]] = {
    "far east": {"TZ": "Pacific/Kiritimati", "LANG": "de_DE.UTF-8", "LC_ALL": "tr_TR.UTF-8", "PYTHONHASHSEED": "1"},
    "bare": {
        "TZ": "nonsense",
        "LC_ALL": "C",
        "PYTHONIOENCODING": "ascii",
        "PYTHONHASHSEED": "4294967295",
        "TERM": "dumb",
    },
    "narrow": {
        "COLUMNS": "1",
        "LINES": "1",
        "NO_COLOR": "1",
        "PYTHONUTF8": "0",
        "LC_ALL": "POSIX",
        "PYTHONHASHSEED": "7",
    },
    "wide": {
        "COLUMNS": "9" * 5_000,
        "FORCE_COLOR": "1",
        "PYTHONOPTIMIZE": "1",
        "MPLBACKEND": "nonsense",
        "HOME": "/nowhere",
    },
}


def started(words: list[str], folder: Path, surroundings: dict[str, str]) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **surroundings}
    pipe = subprocess.PIPE
    return subprocess.Popen(
        [*MAIN, *words], cwd=folder, env=environment, stdout=pipe, stderr=pipe, text=True, umask=0o077
    )


@pytest.fixture(scope="module")
def tally() -> str | None:
    return simulate("tonk", games=200, seed=3).tally


@pytest.mark.parametrize("case", SURROUNDINGS)
def test_a_run_in(tmp_path: Path, tally: str | None, case: str) -> None:
    """Another time zone, language, encoding, hash seed, width, mask, current folder: a run has one tally."""
    words = ["simulate", "tonk", "--games", "200", "--seed", "3", "--csv", "rows.csv", "--name", "kept", "--json"]
    (tmp_path / "matplotlibrc").write_text("nonsense: [")
    process = started(words, tmp_path, SURROUNDINGS[case])
    out, err = process.communicate(timeout=120)
    assert (process.returncode, "Traceback" in err) == (0, False), err
    assert json.loads(out)["tally"] == tally
    assert {path.name for path in tmp_path.iterdir()} == {"matplotlibrc", "rows.csv", "results"}
    assert (tmp_path / "results/kept/manifest.json").stat().st_mode & 0o077 == 0


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Return reports of one rule set, made at the same time in the two surroundings that have least in common."""
    processes = {}
    for case in ("bare", "wide"):
        folder = tmp_path_factory.mktemp("report")
        (folder / "matplotlibrc").write_text("axes.facecolor: red\nfont.size: 40\n")
        (folder / "ours.toml").write_text('game = "gin"\nname = "Ünsere Küche <b>"\n', "utf-8")
        words = ["report", "gin", "--games", "300", "--rules", "ours.toml", "--out", "r.html", "-q"]
        processes[case] = folder, started(words, folder, SURROUNDINGS[case])
    pages = {}
    for case, (folder, process) in processes.items():
        _, err = process.communicate(timeout=240)
        assert process.returncode == 0, err
        pages[case] = (folder / "r.html").read_bytes()
    return pages


def test_reports_are_equal_to_the_byte(reports: dict[str, bytes]) -> None:
    assert len(set(reports.values())) == 1
    assert "Ünsere Küche &lt;b&gt;".encode() in reports["bare"]


def test_a_current_folder_that_is_gone(tmp_path: Path) -> None:
    words = [sys.executable, "-c", "import os, sys; os.rmdir(os.getcwd()); from simcards.cli import main; main()"]
    for more, code in ((["simulate", "gin", "--games", "10"], 0), (["odds", "gin", "--csv", "x.csv"], 2)):
        (tmp_path / "gone").mkdir()
        environment = {**os.environ, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            [*words, *more], cwd=tmp_path / "gone", env=environment, capture_output=True, text=True, check=False
        )
        assert (done.returncode, "Traceback" in done.stderr) == (code, False), done.stderr


@pytest.mark.parametrize("columns", ["1", "2", "7", "9999", "99999", "9" * 5_000, "1e3", "-1", "\x1b"])
def test_any_width(table: Path, monkeypatch: pytest.MonkeyPatch, columns: str) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for words in (
        ["simulate", "gin", "--games", "10"],
        ["sweep", "gin", "--games", "10", "--vary", "target=50,60"],
        ["rules", "show", "tonk"],
        ["games"],
        ["--help"],
        ["runs", "list"],
        ["odds", "gin"],
        ["chart", "gin", "knock", "--games", "300"],
    ):
        assert run(*words).code == 0


@pytest.mark.parametrize("ending", ["png", "svg"])
def test_somebodys_matplotlibrc_changes_no_picture(tmp_path: Path, ending: str) -> None:
    """It may lie in the current folder."""
    result = simulate("gin", games=100)
    plain, odd = tmp_path / f"plain.{ending}", tmp_path / f"odd.{ending}"
    save(result.plot(), plain)
    with rc_context(
        {"text.usetex": True, "font.size": 40, "svg.fonttype": "none", "savefig.dpi": 7, "path.snap": False}
    ):
        save(result.plot(), odd)
    assert plain.read_bytes() == odd.read_bytes()
