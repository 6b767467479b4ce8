"""What broke once: hostile input, files and surroundings give one message and a code, never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from simcards.cli import cli
from simcards.files import check_target, write_atomic
from simcards.referee import replay_record

SHELL = f"{sys.executable} -c 'from simcards.cli import main; main()'"


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    words = ["bash", "-c", line.replace("simcards", SHELL)]
    return subprocess.run(words, capture_output=True, text=True, env={**os.environ, **environment}, check=False)


def deck_record(**more: Any) -> dict[str, Any]:
    deck = " ".join(rank + suit for suit in "cdhs" for rank in "A23456789TJQK")
    return {"game": "gin", "deck": deck, "actions": [], **more}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("simcards melds 5c >&-", "standard output is closed"),
        ("simcards melds - <&-", "Standard input is closed"),
        ("simcards --help > /dev/full", "standard output cannot be written"),
        ("simcards melds 5c > /dev/full", "standard output cannot be written"),
    ],
)
def test_a_closed_or_full_stream_is_told(line: str, says: str) -> None:
    done = shell(line)
    assert (done.returncode, "Traceback" in done.stderr) == (2, False)
    assert says in done.stderr


@pytest.mark.parametrize("columns", ["0", "²", "-3", "wide"])
def test_a_width_that_is_none_is_passed_over(columns: str) -> None:
    done = shell("simcards simulate gin --games 10 -q", COLUMNS=columns)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_line_that_is_too_long_is_an_error_in_its_place() -> None:
    long = "5c6c7c" + " " * 2000 + "GARBAGE"
    result = CliRunner().invoke(cli, ["melds", "-", "--json"], input=f"{long}\n\n5c 6c 7c\n")
    first, second = map(json.loads, result.stdout.splitlines())
    assert (result.exit_code, list(first), second["deadwood"]) == (2, ["error"], 0)


def test_lines_are_counted_with_the_blank_ones(tmp_path: Path) -> None:
    assert "line 3" in CliRunner().invoke(cli, ["melds", "-"], input="\n\nzz\n").stderr
    records = tmp_path / "records.jsonl"
    records.write_text(f"\n\n{json.dumps(deck_record())}\n")
    assert "records.jsonl:3:" in CliRunner().invoke(cli, ["replay", str(records)]).stdout


def test_numbers_that_are_no_floats_differ(tmp_path: Path) -> None:
    records = tmp_path / "records.jsonl"
    records.write_text("\n".join(json.dumps(deck_record(expect={"turns": n})) for n in (10**400, 0, 0.0, 1e300)))
    results = map(json.loads, CliRunner().invoke(cli, ["replay", "--json", str(records)]).stdout.splitlines())
    assert [result["agrees"] for result in results] == [False, True, True, False]


def test_a_deck_of_millions_is_refused_unread() -> None:
    assert "10,000,000 characters" in replay_record(deck_record(deck="As" * 5_000_000))["error"]


def test_one_key_twice_among_many_is_found(tmp_path: Path) -> None:
    records = tmp_path / "records.jsonl"
    records.write_text("{" + ",".join(f'"k{i}":1' for i in range(100_000)) + ',"k7":1}')
    result = CliRunner().invoke(cli, ["replay", "--json", str(records)])
    assert "'k7' stands twice" in json.loads(result.stdout)["error"]


def test_notes_cannot_steer_the_terminal(tmp_path: Path) -> None:
    records = tmp_path / "records.jsonl"
    records.write_text(json.dumps(deck_record(note="\x1b[31m" + "x" * 500, expect={"outcome": "y" * 500})))
    shown = CliRunner().invoke(cli, ["replay", str(records)]).stdout
    assert "\x1b" not in shown
    assert max(map(len, shown.splitlines())) < 300


def test_a_broken_json_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "bad.json").write_text("{")
    assert "bad.json" in CliRunner().invoke(cli, ["replay", str(tmp_path / "bad.json")]).stderr


@pytest.mark.parametrize("command", ["simulate gin --games 1e11", "odds gin", "chart gin knock"])
def test_a_csv_file_is_looked_at_before_anything_is_computed(command: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = CliRunner().invoke(cli, [*command.split(), "--csv", str(tmp_path / "file" / "x.csv")])
    assert (result.exit_code, result.stdout) == (2, "")
    assert "nothing can be written" in result.stderr or "cannot be written" in result.stderr


def test_one_file_for_two_things_is_refused(tmp_path: Path) -> None:
    target = str(tmp_path / "x.png")
    result = CliRunner().invoke(cli, ["chart", "gin", "knock", "--out", target, "--csv", target])
    assert (result.exit_code, list(tmp_path.iterdir())) == (2, [])


def test_a_loop_of_links_is_told(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    for check in (check_target, lambda path: write_atomic(path, "x")):
        with pytest.raises(ValueError, match="cannot be written"):
            check(tmp_path / "loop")


def test_ctrl_c_while_writing_leaves_no_temporary_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_file: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomic(tmp_path / "x.csv", "x")
    assert list(tmp_path.iterdir()) == []
