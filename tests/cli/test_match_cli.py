"""`simulate --match`: whole matches in the table, in JSON and CSV, and what is refused."""

from __future__ import annotations

import csv
import json
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from simcards.cli import cli
from simcards.simulation import simulate

FEW = {
    "gin": ("gin", "--match", "--games", "600"),
    "gin3": ("gin3", "--match", "--games", "600"),
    "pitch": ("pitch", "--match", "--games", "600", "--rules", "partners"),
}
GAMES = pytest.mark.parametrize("game", FEW)
ROW = ["metric", "seat", "position", "estimate", "se", "low", "high", "n"]
SEATS = {"gin": 2, "gin3": 3, "pitch": 4}


def run(*words: str, columns: str = "80") -> Result:
    return CliRunner(env={"COLUMNS": columns}).invoke(cli, ["simulate", *words])


def answer(*words: str) -> dict[str, Any]:
    result = run(*words, "--json", "-q")
    assert (result.exit_code, result.stderr, result.stdout.count("\n")) == (0, "", 1)
    found: dict[str, Any] = json.loads(result.stdout)
    return found


@GAMES
def test_json_is_what_the_function_returns(game: str) -> None:
    found = answer(*FEW[game])
    result = simulate(game, "partners" if game == "pitch" else None, games=600, match=True)
    assert found == result.to_dict()
    assert (found["command"], found["match"], found["games"], found["tally"]) == ("simulate", True, 600, result.tally)


@GAMES
def test_rows_have_these_keys_and_figures(game: str) -> None:
    rows = answer(*FEW[game])["rows"]
    keys = [*ROW[:3], "role", *ROW[3:]] if game == "gin3" else ROW
    assert all(list(row) == keys for row in rows)
    each = ["win", "score"] * 2 * SEATS[game]
    sides = ["side_win"] * 2 if game == "pitch" else []
    ends = ["outcome:won", "outcome:tied", "outcome:undecided"]
    wanted = [*each, *sides, *ends, "hands", "hands_sd", "margin"]
    metrics = [row["metric"] for row in rows]
    assert metrics[: len(wanted)] == wanted
    assert (len(metrics) > len(wanted)) == (game == "gin3")
    assert all(row["seat"] is None or row["position"] is None for row in rows)


def test_roles_are_those_of_the_first_hand() -> None:
    rows = [row for row in answer(*FEW["gin3"])["rows"] if row["role"] and row["metric"] in ("win", "score")]
    told = [(row["metric"], row["role"], row["position"]) for row in rows]
    assert told == [(m, role, place) for role, place in ROLES.items() for m in ("win", "score")]
    fixed = answer(*FEW["gin3"], "--set", "first_roles=[2, 0, 1]")["rows"]
    wins = {(row["seat"], row["role"]): row["estimate"] for row in fixed if row["metric"] == "win"}
    assert [wins[seat, None] for seat in (2, 0, 1)] == [wins[None, role] for role in ("box", "captain", "out")]


ROLES = {"captain": 1, "box": 2, "out": None}


@GAMES
@pytest.mark.parametrize("columns", ["60", "100"])
def test_the_table_fits_and_has_a_line_a_row(game: str, columns: str) -> None:
    result = run(*FEW[game], columns=columns)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert max(map(len, lines)) <= int(columns)
    assert len(lines) == 1 + len(answer(*FEW[game])["rows"])
    for figure in ("win, seat 0", "score, seat 1", "outcome:undecided", "hands_sd", "margin"):
        assert any(line.startswith(f"{figure} ") for line in lines)
    [won] = [line for line in lines if line.startswith("outcome:won")]
    assert won.endswith(" 600")
    assert "%" in won


@GAMES
def test_notes_say_what_the_figures_mean(game: str) -> None:
    lines = run(*FEW[game]).stderr.splitlines()
    [at] = [number for number, line in enumerate(lines) if line.startswith("Whole matches: ")]
    first, note = lines[at - 1 : at + 1]
    assert first.startswith(f"600 matches of {game} under ")
    assert "hands" not in first
    places = "roles are" if game == "gin3" else "positions are"
    for words in (f"Whole matches: {places} those of the first hand", "undecided after 1,000 hands", "never look at"):
        assert words in note
    assert run(*FEW[game], "-q").stderr == ""
    assert "Whole matches" not in run(game, "--games", "100").stderr


def test_csv_has_all_columns(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    assert run(*FEW["gin"], "-q", "--csv", str(path)).exit_code == 0
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ROW
    assert [row["n"] for row in rows if row["metric"] == "hands"] == ["600"]


def test_a_precision_is_that_of_the_chance_to_win() -> None:
    """Where all play alike the main figure is that of the first to act, else of seat 0."""
    words = ("gin", "--match", "--precision", "0.02")
    for policies, place in (((), ("position", 1)), (("--policy", "greedy", "--policy", "simple"), ("seat", 0))):
        found = answer(*words, *policies)
        [row] = [row for row in found["rows"] if row["metric"] == "win" and row[place[0]] == place[1]]
        assert found["half_width"] <= found["precision"] == 0.02
        assert row["high"] - row["low"] == pytest.approx(2 * found["half_width"])
        assert found["half_width"] > 1.96 * row["se"]
        assert found["games"] in looks(10**9)
        result = run(*words, *policies)
        assert f"--games {found['games']} plays these matches again." in result.stderr
        assert answer(*words[:2], *policies, "--games", str(found["games"]))["tally"] == found["tally"]


def test_a_precision_that_partners_share() -> None:
    """A partner has half of each match that his side wins: what varies is half as large as for single players."""
    found = answer("pitch", "--match", "--rules", "partners", "--precision", "0.01")
    [row] = [row for row in found["rows"] if row["metric"] == "win" and row["position"] == 1]
    assert row["high"] - row["low"] == pytest.approx(2 * found["half_width"])
    spread = found["half_width"] / row["se"]
    [alone] = [row for row in answer("gin", "--match", "--precision", "0.02")["rows"] if row["position"] == 1][:1]
    assert spread == pytest.approx((alone["high"] - alone["low"]) / 2 / alone["se"], rel=0.2)
    assert row["se"] == pytest.approx(0.25 / row["n"] ** 0.5, rel=0.01)


def looks(most: int) -> list[int]:
    from simcards.simulation import look_plan

    found = look_plan(most)
    assert all(one < other for one, other in pairwise(found))
    return found


def test_an_interval_is_none_where_nothing_varied() -> None:
    found = answer("pitch", "--match", "--players", "3", "--set", "target=100", "--policy", "random", "--games", "3")
    rows = {row["metric"]: row for row in found["rows"]}
    assert rows["outcome:undecided"]["estimate"] == 1
    assert [rows[metric]["estimate"] for metric in ("win", "score", "hands", "margin")] == [None] * 4
    result = run(*"pitch --match --players 3 --set target=100 --policy random --games 3 --precision 0.1".split())
    assert result.exit_code == 0
    assert "nothing is known of its precision" in result.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("tonk", "--match"), "tonk has no matches; allowed: hands, and sessions of them, as in 'simcards simulate"),
        (("gin", "--match", "--session", "10"), "--match and --session were given; allowed: one of the two."),
        (("gin", "--match", "--session", "10", "--bring", "5"), "--match and --session were given"),
        (("gin", "--match", "--bring", "5"), "--bring was given 5 without --session"),
        (
            ("gin", "--match", "--games", "1000000001"),
            "--games was given 1000000001; allowed: a whole number from 1 to",
        ),
        (("gin", "--match", "--games", "1e12"), "--games was given 1000000000000; allowed: a whole number from 1 to"),
        (("gin", "--match", "--precision", "0"), "--precision"),
        (("gin3", "--match", "--set", "first_roles=[0, 0, 1]"), "first_roles"),
        (("gin3", "--match", "--set", "hollywood=true"), "hollywood"),
    ],
)
def test_wrong_input(words: tuple[str, ...], said: str) -> None:
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert said in result.stderr


def test_nothing_is_stored_of_what_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("tonk", "--match", "--name", "none").exit_code == 2
    assert not list(tmp_path.iterdir())


def test_without_the_option_nothing_changes() -> None:
    found = answer("gin", "--games", "500")
    assert found == simulate("gin", games=500).to_dict()
    assert "match" not in found
    assert "payoff" in {row["metric"] for row in found["rows"]}


def test_help_tells_the_option() -> None:
    words = run("--help").stdout
    for part in ("--match", "simcards simulate gin --match --rules eaai"):
        assert part in words
