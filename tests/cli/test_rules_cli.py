"""`simcards games`, `rules show`, `rules check`."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from simcards import registry
from simcards.cli import cli
from simcards.rules import load_rules, presets

FAULTY = 'game = "gin"\npreset = "webb"\nknock_limit = 101\nundercut_bonus = true\nknok = 5\n'


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments)


def test_games_names_every_game_with_presets_policies_and_parameters() -> None:
    document = json.loads(run("games", "--json").stdout)
    assert [game["name"] for game in document["games"]] == list(registry.games())
    for shown in document["games"]:
        game = registry.game(shown["name"])
        assert [preset["name"] for preset in shown["presets"]] == list(presets(game.name))
        assert [policy["name"] for policy in shown["policies"]] == [policy.name for policy in game.policies]
        assert shown["default_policy"] == game.default_policy


@pytest.mark.parametrize(("terminal", "width"), [(200, 60), (40, 40)])
def test_games_as_text_says_the_same_within_60_columns(
    terminal: int, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(terminal))
    text = run("games").stdout
    assert max(map(len, text.splitlines())) <= width
    for name in registry.games():
        game = registry.game(name)
        words = [name, *presets(name), *game.outcomes, *game.questions]
        words += [policy.name for policy in game.policies]
        words += [parameter.name for policy in game.policies for parameter in policy.parameters]
        assert [word for word in words if word not in text] == []


@pytest.mark.parametrize("preset", presets("gin"))
def test_show_prints_a_rule_file_that_loads_again(preset: str) -> None:
    result = run("rules", "show", "gin", "--rules", preset, "--set", "gin_bonus=20")
    assert result.exit_code == 0
    shown = load_rules("gin", tomllib.loads(result.stdout))
    assert shown == load_rules("gin", preset, ["gin_bonus=20"])


def test_show_says_every_option_in_words_and_what_differs() -> None:
    text = run("rules", "show", "gin", "--rules", "web", "--set", "knock_limit=5").stdout
    comments = " ".join(line.removeprefix("# ") for line in text.splitlines() if line.startswith("#"))
    rules = load_rules("gin", "web", ["knock_limit=5"])
    assert [sentence for sentence in rules.sentences().values() if sentence not in comments] == []
    assert "A knock needs at most 5 points of deadwood. (Differs from web: 10.)" in comments
    assert comments.endswith(f"Differs from web in 1 option. Hash: {rules.hash}")


def test_show_as_json() -> None:
    document = json.loads(run("rules", "show", "gin", "--set", "big_gin_bonus=none", "--json").stdout)
    rules = load_rules("gin", None, ["big_gin_bonus=none"])
    assert document["rules"] == rules.options()
    assert document["rules_hash"] == rules.hash
    assert document["differences"] == {"big_gin_bonus": {"preset": 31, "value": "none"}}
    assert document["sentences"] == rules.sentences()
    assert (document["game"], document["preset"], document["name"]) == ("gin", "classic", "Classic gin rummy, changed")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["chess"], "Unknown game 'chess'"),
        (["gin", "--rules", "clasic"], "Did you mean 'classic'?"),
        (["gin", "--rules", "nowhere.toml"], "nowhere.toml: there is no such file."),
        (["gin", "--set", "knock_limit=101"], "knock_limit: was given 101; allowed: a whole number from 0 to 100."),
        (["gin", "--set", "knok_limit=1"], "Did you mean 'knock_limit'?"),
        (["gin", "--set", "knock_limit"], "'knock_limit': allowed: option=value"),
        (["gin", "--players", "3"], "players: was given 3; allowed: only 2."),
        (["gin", "--players", "two"], "'--players': was given 'two'; allowed: a whole number"),
        ([], "Missing argument 'GAME'"),
    ],
)
def test_show_refuses_wrong_input(arguments: list[str], told: str) -> None:
    result = run("rules", "show", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("simcards: ")
    assert told in result.stderr


def test_show_tells_all_faults_of_file_and_overrides(tmp_path: Path) -> None:
    path = tmp_path / "ours.toml"
    path.write_text(FAULTY)
    result = run("rules", "show", "gin", "--rules", str(path), "--set", "target=0")
    assert result.exit_code == 2
    assert [
        word for word in ("preset:", "knock_limit:", "undercut_bonus:", "knok:", "target:") if word not in result.stderr
    ] == []


def test_check_tells_all_faults_of_all_files(tmp_path: Path) -> None:
    good, bad, none = tmp_path / "good.toml", tmp_path / "bad.toml", tmp_path / "none.toml"
    good.write_text('game = "gin"\nname = "Our kitchen table"\n')
    bad.write_text(FAULTY)
    result = run("rules", "check", str(good), str(bad), str(none))
    assert result.exit_code == 2
    assert "good.toml: gin, Our kitchen table: no faults" in result.stdout
    assert "bad.toml: 4 faults\n" in result.stderr
    assert "none.toml: 1 fault\n" in result.stderr
    assert run("rules", "check", str(good)).exit_code == 0


def test_check_as_json(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text('game = "gin"\nname = "<script>"\n')
    bad.write_text(FAULTY)
    result = run("rules", "check", "--json", str(good), str(bad))
    assert result.exit_code == 2
    first, second = json.loads(result.stdout)["files"]
    assert first == {
        "file": str(good),
        "ok": True,
        "faults": [],
        "game": "gin",
        "name": "<script>",
        "rules_hash": load_rules("gin").hash,
        "warnings": [],
    }
    assert (second["ok"], len(second["faults"])) == (False, 4)


@pytest.mark.parametrize("content", [b"# " + b"x" * 1_000_000, b"\xff\xfe\x00", b"once upon a time", b"a = [" * 10_000])
def test_check_refuses_what_is_no_rule_file(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "hostile.toml"
    path.write_bytes(content)
    result = run("rules", "check", str(path))
    assert result.exit_code == 2
    assert "hostile.toml: 1 fault\n" in result.stderr


def test_check_refuses_folders_and_missing_files(tmp_path: Path) -> None:
    assert "this is a folder" in run("rules", "check", str(tmp_path)).stderr
    assert "there is no such file" in run("rules", "check", "nowhere.toml").stderr
    assert run("rules", "check").exit_code == 2
