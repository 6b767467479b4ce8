"""Rule files: what is read, and what is refused at once, with its faults in words."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from simcards.errors import RulesError
from simcards.rules import load_rule_file, load_rules
from tests.unit.faults import faults_of, only_fault


def test_a_file_names_its_game(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('game = "gin"\npreset = "web"\nname = "Our kitchen table"\nundercut_bonus = 10\n')
    rules = load_rules("gin", path)
    assert rules == load_rules("gin", str(path)) == load_rule_file(path)
    assert (rules.preset, rules.name) == ("web", "Our kitchen table")
    assert rules.differences() == {"undercut_bonus": (25, 10)}


def test_a_file_without_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text("undercut_bonus = 1001\n")
    faults = faults_of(path)
    assert [fault.split(";")[0] for fault in faults] == ["game: was not given", "undercut_bonus: was given 1001"]
    with pytest.raises(RulesError, match="game: was not given; allowed: 'gin'"):
        load_rule_file(path)


def test_a_file_of_an_unknown_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text('game = "gim"\n')
    with pytest.raises(
        RulesError, match=r"game: was given 'gim'; allowed: 'gin', 'gin3', 'tonk' or 'pitch'\. Did you mean 'gin'\?"
    ):
        load_rule_file(path)


def test_a_preset_wins_over_a_file_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("web").write_text("nonsense")
    Path("mine").write_text('game = "gin"\ntarget = 7\n')
    assert load_rules("gin", "web").preset == "web"
    assert load_rules("gin", "mine").options()["target"] == 7


def test_neither_preset_nor_file() -> None:
    assert only_fault("clasic") == (
        "rules: was given 'clasic'; allowed: 'classic', 'web', 'oklahoma' or 'eaai', or a rule file (.toml). "
        "Did you mean 'classic'?"
    )


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\x00\xff\xfe" * 100, "not UTF-8"),
        (b"\x00" * 100, "not TOML"),
        (b"once upon a time", "not TOML"),
        (b"<html>", "not TOML"),
        (b'game = "gin"\ntarget = 7\ntarget = 8\n', "Cannot overwrite a value (at line 3, column 11)"),
        (b"a = " + b"[\n" * 30_000 + b"]" * 30, "nested too deep"),
        (b"target = " + b"9" * 900, "target: was given a whole number of about 900 digits"),
        (b"target = 0x" + b"f" * 900, "target: was given a whole number of about 10"),
        (b"target = " + b"9" * 60_000, "line 1 has 60,009 characters; allowed: at most 1,000"),
        (b".".join([b"a"] * 32_000) + b" = 1", "line 1 has 64,003 characters"),
        (b"[" + b".".join([b"a"] * 400) + b"]\n" + b".".join([b"b"] * 400) + b" = 1", "a: was given {a = {a = "),
        (b"# " + b"x" * 1_000_000, "the file has 1,000,002 bytes; allowed: at most 65,536"),
        (b"target = nan", "target: was given nan"),
        (b"target = -inf", "target: was given -inf"),
        (b"target = 1979-05-27T07:32:00Z", "target: was given 1979-05-27 07:32:00+00:00"),
        (b"[[target]]\nmin = 1", "target: was given [{min = 1}]"),
        (b'"kn\\u001b" = 1', "kn\\x1b: was given 1"),
    ],
)  # fmt: skip
def test_hostile_file_is_refused_at_once(tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "hostile.toml"
    path.write_bytes(content)
    start = time.perf_counter()
    faults = faults_of(path)
    assert time.perf_counter() - start < 1
    assert told in "\n".join(faults)
    assert "\n".join(faults).replace("\n", "").isprintable()


def test_a_file_of_ten_thousand_faults_is_refused_within_a_second(tmp_path: Path) -> None:
    path = tmp_path / "long.toml"
    path.write_text("\n".join(f"a{n}=1" for n in range(8000)))
    start = time.perf_counter()
    assert len(faults_of(path)) == 8001
    assert time.perf_counter() - start < 1


def test_missing_file() -> None:
    assert only_fault("nowhere.toml") == "nowhere.toml: there is no such file."
    assert only_fault(Path("nowhere")) == "nowhere: there is no such file."


def test_folder_and_bad_names(tmp_path: Path) -> None:
    assert "this is a folder; allowed: a text file" in only_fault(tmp_path)
    assert "embedded null byte" in only_fault("a\0.toml")
    assert "cannot be read" in only_fault("a" * 5000 + ".toml")


@pytest.mark.parametrize("name", ["pipe", "/dev/zero", "/dev/null"])
def test_pipes_and_devices_are_not_even_opened(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if not path.exists():
        os.mkfifo(path)
    assert "this is a pipe or a device" in only_fault(path)
