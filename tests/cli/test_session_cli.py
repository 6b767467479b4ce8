"""`simulate --session K --bring B`: swings in the table, in JSON and CSV, and what is refused."""

from __future__ import annotations

import csv
import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from simcards.answers.swings import swings
from simcards.cli import cli
from simcards.cli.simulate import told
from simcards.simulation import simulate

FEW = ("tonk", "--games", "6000", "--session", "50", "--bring", "12")


def run(*words: str, columns: str = "80") -> Result:
    return CliRunner(env={"COLUMNS": columns}).invoke(cli, ["simulate", *words])


def answer(*words: str) -> dict[str, Any]:
    result = run(*words, "--json", "-q")
    assert (result.exit_code, result.stderr, result.stdout.count("\n")) == (0, "", 1)
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_json_has_the_rows_of_both() -> None:
    found, played = answer(*FEW), simulate("tonk", games=6000)
    assert found["command"] == "simulate"
    assert (found["session"], found["bring"], found["tally"]) == (50, 12, played.tally)
    assert found["rows"] == [*played.rows, *swings(played, 50, 12).rows]
    assert found == {**played.to_dict(), "session": 50, "bring": 12, "rows": found["rows"]}


def test_without_a_session_nothing_changes() -> None:
    assert answer("tonk", "--games", "500") == simulate("tonk", games=500).to_dict()


def test_without_a_purse_there_is_no_ruin() -> None:
    found = answer(*FEW[:5])
    metrics = [row["metric"] for row in found["rows"]]
    assert found["bring"] is None
    assert "ruin" not in metrics
    assert metrics[-2:] == ["bring", "bring"]


@pytest.mark.parametrize("columns", ["60", "100"])
def test_the_table_names_hands_and_units(columns: str) -> None:
    result = run(*FEW, columns=columns)
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= int(columns)
    for words in ("session_mean, seat 0", "session_quantile:95, seat 0", "bring, seat 0, 50 hands", "0, 100 hands"):
        assert words in result.stdout
    note = result.stderr.splitlines()[-1]
    for words in ("Sessions of 50 hands, in stakes", "seat 0 deals the first", "12 stakes lost at some time", "5 %"):
        assert words in note
    assert "ruin" not in run(*FEW[:5]).stderr
    assert run(*FEW, "-q").stderr == ""


def test_each_seat_where_policies_differ() -> None:
    result = run("gin", "--games", "2000", "--session", "1", "--policy", "greedy", "--policy", "simple")
    assert "session_ahead, seat 1" in result.stdout
    assert "bring, seat 1, 1 hand " in result.stdout
    assert "Sessions of 1 hand, in points" in result.stderr


def test_chances_are_in_percent_and_totals_have_signs() -> None:
    known = {"estimate": 0.25, "low": 0.24, "high": 0.26}
    assert told({"metric": "ruin", **known}) == told({"metric": "session_even", **known}) == "25.0 ± 1.0 %"
    assert told({"metric": "session_mean", **known}) == "+0.250 ± 0.010"
    whole = {"estimate": -29.0, "low": -29.0, "high": -29.0}
    assert told({"metric": "session_quantile:5", **whole}) == "−29"
    assert told({"metric": "session_quantile:5", **whole, "estimate": -2.5, "low": -2.5, "high": -2.5}) == "−2.50"
    assert told({"metric": "bring", "estimate": 34, "low": 34, "high": 34}) == "34"
    assert told({"metric": "bring", "estimate": 34, "low": 33, "high": None}) == "34.00"


def test_csv_has_all_columns(tmp_path: Any) -> None:
    path = tmp_path / "rows.csv"
    assert run(*FEW, "-q", "--csv", str(path)).exit_code == 0
    with path.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    (ruin,) = [row for row in rows if row["metric"] == "ruin"]
    assert (ruin["hands"], ruin["purse"], ruin["position"]) == ("50", "12", "3")
    assert rows[0]["hands"] == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--bring", "10"), "--bring was given 10 without --session; give the hands too, as in --session 100."),
        (("--session", "0"), "'--session': was given '0'; allowed: a whole number from 1 to 10000."),
        (("--session", "10001"), "'--session': was given '10001'"),
        (("--session", "1.5"), "'--session': was given '1.5'"),
        (("--session", "ten"), "'--session': was given 'ten'"),
        (("--session", "9" * 5000), "allowed: a whole number from 1 to 10000"),
        (("--session", "10", "--bring", "0"), "'--bring': was given '0'; allowed: a whole number from 1 to 1000000."),
        (("--session", "10", "--bring", "-3"), "'--bring': was given '-3'"),
        (("--session", "10", "--bring", "1000001"), "'--bring': was given '1000001'"),
        (("--session", "10", "--games", "3"), "--games was given 3; allowed with --session: 6 or more"),
    ],
)
def test_wrong_input(words: tuple[str, ...], said: str) -> None:
    result = run("tonk", *words)
    assert result.exit_code != 0
    assert result.stdout == ""
    assert said in (result.stderr or str(result.exception))


def test_a_session_with_precision() -> None:
    found = answer("tonk", "--precision", "0.05", "--session", "10")
    assert found["precision"] == 0.05
    assert found["rows"][-1]["n"] == found["games"]


def test_help_tells_the_options() -> None:
    words = run("--help").stdout
    for part in ("--session K", "--bring B", "simcards simulate tonk --session 100 --bring 30"):
        assert part in words
