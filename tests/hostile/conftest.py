"""A folder of its own for every hostile input, and everything imported and compiled before the clock runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from simcards import odds, registry, simulate
from simcards.cli import COMMANDS, cli


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
