"""A folder of its own for every hostile input, and everything imported and compiled before the clock runs."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from simcards import odds, registry, simulate
from simcards.cli import COMMANDS, cli
from simcards.runs import folder as disk
from tests.hostile.checks import run
from tests.hostile.tampering import WORDS


@pytest.fixture(scope="session", autouse=True)
def everything_is_imported() -> None:
    for name in COMMANDS:
        cli.get_command(None, name)  # type: ignore[arg-type]
    for game in registry.games():
        simulate(game, games=10)
        odds(game)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current folder, an empty one, in which a results folder may come to stand."""
    folder = tmp_path / "table"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def lie(table: Path, runs: Path) -> Path:
    """Return the folder of a run, `lie`, to be tampered with; beside it there is one that nobody touches, `good`."""
    shutil.copytree(runs, table / "results")
    return table / "results" / "lie"


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kept")
    before = Path.cwd()
    os.chdir(folder)
    try:
        run(*WORDS, "lie")
        run(*WORDS, "good", "--first", "1000")
        run(*WORDS, "tonk", "--first", "1000")
    finally:
        os.chdir(before)
    for manifest in folder.rglob(disk.BEFORE):
        manifest.unlink()
    return folder / "results"
