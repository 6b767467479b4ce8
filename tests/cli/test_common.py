"""What all commands share: how options are read, what is printed, what wrong input and a closed pipe do."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner, Result

from simcards import __version__
from simcards.cli import COMMANDS, LazyGroup, cli, common, output
from simcards.errors import InputError
from simcards.limits import MOST_GAMES, MOST_THREADS, processors

HEAVY = ("numba", "numpy", "pandas", "pydantic", "matplotlib", "rich")
START = "import sys; from simcards.cli import main; main()"


def shell(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", START, *arguments],
        capture_output=True,
        text=True,
        env=os.environ | environment,
        check=False,
    )


# Numbers


@pytest.mark.parametrize(
    ("text", "games"),
    [
        ("1", 1),
        ("250000", 250_000),
        ("1_000_000", 10**6),
        ("1e6", 10**6),
        ("1E+6", 10**6),
        ("10M", 10**7),
        ("250k", 250_000),
        ("2.5M", 2_500_000),
        (" 7 ", 7),
        ("1e12", MOST_GAMES),
    ],
)
def test_games_are_read(text: str, games: int) -> None:
    assert common.parse_games(text) == games


def test_a_first_game_is_written_as_games_are() -> None:
    assert [common.parse_first(text) for text in ("0", "1e9", "2.5M", "7")] == [0, 10**9, 2_500_000, 7]
    with pytest.raises(InputError, match="a whole number from 0 to 1,000,000,000,000"):
        common.parse_first("-1")


@pytest.mark.parametrize(
    "text",
    [
        "0",
        "-5",
        "1e30",
        "nan",
        "inf",
        "1.5",
        "",
        "k",
        "1e999",
        "1e9999999",
        "1e-3",
        "1,000",
        "1__0",
        "0x10",
        "1e12k",
        "ten",
        "9" * 5000,
    ],
)
def test_games_out_of_range_are_refused(text: str) -> None:
    with pytest.raises(InputError, match=f"allowed: a whole number from 1 to {MOST_GAMES:,}"):
        common.parse_games(text)


def test_seeds() -> None:
    assert [common.parse_seed(text) for text in ("0", "1", str(2**64 - 1))] == [0, 1, 2**64 - 1]
    for text in ("-1", str(2**64), "1.0", "", "one", "1e3", "9" * 5000):
        with pytest.raises(InputError, match="allowed: a whole number from 0 to 18446744073709551615"):
            common.parse_seed(text)


def test_threads() -> None:
    assert 1 <= processors() <= MOST_THREADS
    assert common.parse_threads("2") == 2
    for text in ("0", "-1", "1000000", "all"):
        with pytest.raises(InputError, match=f"allowed: a whole number from 1 to {MOST_THREADS}"):
            common.parse_threads(text)


def test_precision() -> None:
    assert common.parse_precision("0.05") == 0.05
    for text in ("0", "-0.05", "nan", "inf", "1e999", "small"):
        with pytest.raises(InputError, match="allowed: a number over 0"):
            common.parse_precision(text)


def test_an_option_out_of_range_is_told_with_its_name() -> None:
    @click.command()
    @common.games_option(100_000, "Hands.")
    @common.seed_option
    @common.threads_option
    def play(games: int, seed: int, threads: int) -> None:
        click.echo(f"{games} {seed} {threads}")

    assert CliRunner().invoke(play, []).stdout == f"100000 1 {processors()}\n"
    refused = CliRunner().invoke(play, ["--games", "0"])
    assert refused.exit_code == 2
    assert "'--games': was given '0'; allowed: a whole number from 1" in refused.stderr


# Help


def modules_after(*arguments: str) -> tuple[list[str], list[str]]:
    """The lines that a command prints, and the heavy modules that it has imported at its end."""
    code = f"{START.replace('main()', '')}\ntry: main()\nfinally: print(*[m for m in {HEAVY} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    *lines, heavy = done.stdout.splitlines()
    return lines, heavy.split()


def test_help_lists_all_commands_and_imports_nothing_heavy() -> None:
    lines, heavy = modules_after("--help")
    assert heavy == []
    assert [name for name in COMMANDS if not any(line.startswith(f"  {name} ") for line in lines)] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command_does_not_wait_for_numba(name: str) -> None:
    assert not {"numba", "pandas", "matplotlib"} & set(modules_after(name, "--help")[1])


def help_of(*path: str) -> list[str]:
    result = CliRunner().invoke(cli, [*path, "--help"], prog_name="simcards")
    assert result.exit_code == 0, result.output
    return result.stdout.rstrip().splitlines()


@pytest.mark.parametrize(
    "path", [[], *([name] for name in COMMANDS), ["rules", "show"], ["rules", "check"]], ids=" ".join
)
def test_every_help_text_ends_in_an_example(path: list[str]) -> None:
    lines = help_of(*path)
    assert "  Example:" in lines
    assert lines[-1].strip().startswith(" ".join(["simcards", *path]))
    assert max(map(len, lines[: lines.index("  Example:")])) <= 80


@pytest.mark.parametrize("path", [[], ["rules"]], ids=" ".join)
def test_without_a_command_the_help_is_shown(path: list[str]) -> None:
    result = CliRunner().invoke(cli, path, prog_name="simcards")
    assert result.exit_code == 2
    assert result.stderr.rstrip().splitlines() == help_of(*path)


def test_version() -> None:
    assert CliRunner().invoke(cli, ["--version"]).stdout == f"simcards {__version__}\n"


# Wrong input and endings


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["game"], "was given the command 'game'; allowed: games, rules,"),
        (["game"], "Did you mean 'games'?"),
        (["games", "--jsn"], "Did you mean '--json'?"),
        (["rules", "shw", "gin"], "No such command 'shw'"),
        (["--nonsense"], "No such option '--nonsense'"),
        (["\x1b[31m"], "\\x1b[31m"),
    ],
)
def test_wrong_usage_is_one_message_and_2(arguments: list[str], told: str) -> None:
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("simcards: ")
    assert told in result.stderr
    assert "Traceback" not in result.stderr


def invoke_raising(raised: BaseException) -> Result:
    @click.command()
    def fails() -> None:
        raise raised

    class Only(LazyGroup):
        def get_command(self, *_: object) -> click.Command:
            return fails

    return CliRunner().invoke(Only(), ["games"])


@pytest.mark.parametrize(
    ("raised", "code", "told"),
    [
        (InputError("was given 1; allowed: 2."), 2, "simcards: was given 1; allowed: 2.\n"),
        (click.exceptions.Exit(1), 1, ""),
        (KeyboardInterrupt(), 130, "\nsimcards: interrupted.\n"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_ending(raised: BaseException, code: int, told: str) -> None:
    result = invoke_raising(raised)
    assert (result.exit_code, result.stderr, result.stdout) == (code, told, "")


def test_a_bug_is_no_wrong_input() -> None:
    assert isinstance(invoke_raising(ZeroDivisionError()).exception, ZeroDivisionError)


def test_a_closed_pipe_is_quiet() -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-c", START, "games"], stdout=write, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.parametrize("arguments", [["games"], ["rules", "show", "gin"], ["--help"], ["rules", "show", "ü±"]])
def test_terminals_without_utf8(arguments: list[str]) -> None:
    for environment in ({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}, {"NO_COLOR": "1"}):
        done = shell(*arguments, **environment)
        assert done.returncode == (2 if "ü±" in arguments else 0)
        assert "Traceback" not in done.stderr


# Output


class Answer:
    def __init__(self, rows: list[dict[str, Any]]) -> None:
        self.rows = rows

    def to_dict(self) -> dict[str, Any]:
        return {"rows": self.rows}


ROWS: list[dict[str, Any]] = [
    {"metric": "payoff", "seat": 0, "role": None, "estimate": 12.3456789, "n": 100_000},
    {"metric": "win", "seat": None, "role": None, "estimate": 0.00012, "n": 7},
    {"metric": "[red]|=x", "seat": None, "estimate": None, "n": 7},
]


def test_a_table_is_aligned_text_without_empty_columns(capsys: pytest.CaptureFixture[str]) -> None:
    output.emit(Answer(ROWS))
    assert capsys.readouterr().out == (
        "metric    seat  estimate        n\n"
        "payoff       0   12.3457  100,000\n"
        "win              0.00012        7\n"
        "[red]|=x                        7\n"
    )


def test_other_rows_can_be_shown(capsys: pytest.CaptureFixture[str]) -> None:
    output.emit(Answer(ROWS), shown=[{"estimate": ROWS[0]["estimate"], "metric": ROWS[0]["metric"]}])
    assert capsys.readouterr().out == "estimate  metric\n 12.3457  payoff\n"


def test_a_table_too_wide_for_the_terminal_becomes_paragraphs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    output.emit(Answer([{"metric": "payoff", "seat": None} | {f"figure_{letter}": 0.5 for letter in "abcdefgh"}]))
    assert capsys.readouterr().out == (
        "payoff, figure a 0.5000, figure b 0.5000, figure c 0.5000,\n"
        "    figure d 0.5000, figure e 0.5000, figure f 0.5000,\n"
        "    figure g 0.5000, figure h 0.5000\n"
    )


def test_json_is_one_object_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    output.emit(Answer(ROWS), as_json=True, notes=["a note"])
    printed = capsys.readouterr()
    assert json.loads(printed.out) == {"rows": ROWS}
    assert printed.err == "a note\n"
    with pytest.raises(ValueError, match="not JSON compliant"):
        output.emit(Answer([{"estimate": float("nan")}]), as_json=True)


def test_quiet_leaves_notes_out(capsys: pytest.CaptureFixture[str]) -> None:
    output.emit(Answer(ROWS), quiet=True, notes=["a note"])
    assert capsys.readouterr().err == ""


def test_csv_has_every_column(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    output.emit(Answer(ROWS), csv_file=str(path), shown=[{"metric": ROWS[0]["metric"]}])
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0]) == ["metric", "seat", "role", "estimate", "n"]
    assert rows[0] == {"metric": "payoff", "seat": "0", "role": "", "estimate": "12.3456789", "n": "100000"}
    assert list(tmp_path.iterdir()) == [path]


def test_csv_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing" / "rows.csv", Path("/dev/null"), Path("a\0b")):
        with pytest.raises(InputError, match=r"no ordinary file|cannot be written"):
            output.write_csv(ROWS, str(path))
    assert list(tmp_path.iterdir()) == []


def test_csv_replaces_a_file_whole_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("old")
    path.chmod(0o600)
    link = tmp_path / "link.csv"
    link.symlink_to(path)
    output.write_csv(ROWS, str(link))
    assert link.is_symlink()
    assert path.read_text().startswith("metric,seat,")
    assert path.stat().st_mode & 0o777 == 0o600
