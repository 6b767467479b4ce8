"""`simcards doctor` and `simcards warm`."""

from __future__ import annotations

import json
from importlib import metadata
from pathlib import Path

import pytest
from click.testing import CliRunner

from simcards import registry
from simcards.cli import cli, doctor


def test_a_sound_installation() -> None:
    result = CliRunner().invoke(cli, ["doctor", "--json"])
    document = json.loads(result.stdout)
    assert result.exit_code == 0, document["problems"]
    assert document["libraries"] == {name: metadata.version(name) for name in doctor.LIBRARIES}
    assert document["processors"] >= 1
    assert Path(document["cache"]["folder"]).is_dir()
    assert CliRunner().invoke(cli, ["doctor"]).stdout.endswith("All is well.\n")


def test_every_problem_is_told_and_gives_1(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "LIBRARIES", ("numba", "no_such_library"))
    monkeypatch.setattr(doctor, "_disk_free", lambda: 1_000_000)
    monkeypatch.setattr(doctor, "_cache", lambda: doctor.Cache("/x", writable=True, kept=False, entries=0, bytes=0))
    result = CliRunner().invoke(cli, ["doctor"])
    assert result.exit_code == 1
    problems = [line for line in result.stdout.splitlines() if line.startswith("problem")]
    assert [word for word in ("no_such_library", "cache", "1.0 MB") if not any(word in line for line in problems)] == []
    assert len(problems) == 3


def test_warm_compiles_every_game_and_says_how_long_it_took() -> None:
    result = CliRunner().invoke(cli, ["warm", "--json"])
    assert result.exit_code == 0
    rows = json.loads(result.stdout)["rows"]
    assert [row["game"] for row in rows] == list(registry.games())
    assert all(row["seconds"] >= 0 for row in rows)


def test_warm_refuses_an_unknown_game() -> None:
    result = CliRunner().invoke(cli, ["warm", "chess"])
    assert result.exit_code == 2
    assert "Unknown game 'chess'" in result.stderr
