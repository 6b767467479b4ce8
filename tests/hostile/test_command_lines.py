"""Command lines that lie: numbers, policies, values to vary, files to write."""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path

import pytest

from simcards import load_rules, simulate
from simcards.reports.provenance import repeat_command
from tests.hostile.checks import refused, run, standing

NINES = "9" * 5_000

WRONG_NUMBERS: dict[str, list[str]] = {
    "simulate gin --games": ["0", "-5", "1e30", "1e13", "1e999", "1e-3", "0.5", "1e1e1", "nan", "inf", "", " ", "1 000",
                             "0x10", "1__0", "\uff11\uff10", "²", "10e", "k", NINES, "0." + NINES,
                              "1e+" + NINES, "\x1b[2J"],
    "simulate gin --games 10 --threads": ["0", "-1", "1000000", "1.5", "1e3", "", NINES, "nan", "257"],
    "simulate gin --games 10 --seed": ["-1", "18446744073709551616", "1e3", "1.0", "", NINES, "x", "0x1"],
    "simulate gin --games 10 --precision": ["0", "-1", "nan", "inf", "-inf", "1e999", "1e-999", "", "x", NINES, "-0.0"],
    "simulate gin --games 10 --first": ["-1", "1000000000001", "1e30", "0.5", "", NINES],
    "simulate gin --games 10 --session": ["0", "-1", "10001", "1e3", "", NINES],
    "simulate gin --games 10 --session 3 --bring": ["0", "-1", "1000001", "0.5", "", NINES],
    "simulate gin --games 10 --bring": ["5"],
    "simulate tonk --games 10 --players": ["0", "1", "7", "-2", "1e9", "2.0", NINES],
    "chart gin knock --games 10 --position": ["0", "3", "-1", "1.0", "x", NINES, ""],
    "runs extend x --games": ["0", "-5", "1e30", NINES],
    "runs compare x --value": ["nan", "inf", "-inf", "1e999", "1e308", "-1e16", "x", "", NINES],
    "runs compare x --value 1 --se": ["nan", "inf", "-1", "1e999", "1e308", "x", NINES],
    "runs compare x --value 1 --seat": ["-1", "1e3", "x", NINES, "1.0"],
    "runs compare x --value 1 --position": ["-1", "x", NINES],
    "odds gin --observed": ["", "=", "50", "50=", "50=1", "50=1/0", "50=-1/5", "50=6/5", "50=nan/5", "50=1/1e999",
                            "50=0.5/3", f"50={NINES}/{NINES}", f"{NINES}=1/2", "x=1/2", "deadwood:-1=1/2", "50=1/2/3",
                            "\x1b[2J=1/2", "gin=1/" + "9" * 400],
}  # fmt: skip


@pytest.mark.parametrize("line", WRONG_NUMBERS)
def test_numbers_out_of_range(table: Path, line: str) -> None:
    for value in WRONG_NUMBERS[line]:
        refused(*line.split(), value)


EXTREMES = [
    "simulate gin --games 1",
    "simulate gin --games 1e0 --threads 256 --seed 18446744073709551615",
    "simulate gin --games 200 --first 1000000000000",
    "simulate gin --games 200 --precision 1e-300",
    "simulate gin --games 200 --precision 5e-324",
    "simulate gin --games 1e12 --precision 1e300",
    "simulate gin --games 1 --session 1 --bring 1",
    "simulate gin --games 1 --session 1 --bring 1000000",
    "simulate tonk --games 1 --players 6 --session 50",
    "simulate tonk --games 1 --set tonk_pays=0 --set out_pays=0",
    "sweep gin --games 1 --vary gin_bonus=0,1000",
    "sweep tonk --games 1 --vary all",
    "sweep gin --games 1 --vary rules=classic,web",
    "chart gin knock --games 3",
    "chart tonk drop --games 3 --players 6",
    "odds gin --observed 50=0/1000000000000",
]


@pytest.mark.parametrize("line", EXTREMES)
def test_numbers_at_the_ends_of_their_range(table: Path, line: str) -> None:
    """What is allowed has a result, or is refused in words; a rate of nothing is no reason to break."""
    done = run(*line.split())
    assert done.code in (0, 2)
    assert bool(done.out) == (done.code == 0)
    assert "Traceback" not in done.err
    assert "nan" not in done.out
    assert done.code == 0 or done.err.startswith("simcards: ")


WRONG_WORDS: dict[str, list[str]] = {
    "simulate": ["", "chess", "../gin", "GIN", "\x1b[2J", "\udcff", "g" * 10_000, "gin\0"],
    "simulate gin --policy": ["", ":", "greedy:knock", "greedy:knock=", "greedy:knock=-1", "greedy:knock=nan",
                              "greedy:knock=" + NINES, "greedy:knock=" + "/".join(["1"] * 5_000),
                              "greedy:knock=5,,",
                              "greedy:" + "knock=5," * 5_000 + "x", "__import__('os')", "\x1b[2J",
                              "greedy:knock=\uff15"],
    "simulate gin --set": ["", "=", "a", "gin_bonus", "gin_bonus=", "gin_bonus=[", "gin_bonus=" + NINES,
                              "gin_bonus=nan",
                           "gin_bonus=1e999", "gin_bonus=1\ntarget=2", "gin_bonus=" + "[" * 900, "name=\x1b[2J",
                           "name=\udcff", "preset=web", "game=tonk", "\x1b=1", "gin_bonus={a=" * 100, "__class__=1"],
    "sweep gin --games 10 --vary": ["", "=", "all=1", "gin_bonus", "gin_bonus=", "gin_bonus=,", "gin_bonus=1,,2",
                                    "gin_bonus=1,1", "gin_bonus=" + ",".join(map(str, range(1_001))), "rules=/dev/zero",
                                    "rules=nowhere.toml", "rules=" + "," * 10_000, "gin_bonus=" + "[" * 50_000,
                                    "gin_bonus=" + "'" * 50_001, "gin_bonus=nan", "gin_bonus=" + NINES, "\x1b[2J=1",
                                    "name=a,b", "preset=web", "gin_bonus=" + "x," * 900 + "x", "game=tonk"],
    "chart gin": ["", "drop", "../knock", "\x1b[2J", "k" * 10_000],
    "chart gin knock --against": ["", "x", "equilibrium:knock=5", "\udcff", "greedy:knock=" + NINES],
    "chart gin knock --when": ["", "never", "\x1b[2J"],
    "runs compare x y --metric": ["", "\x1b[2J", NINES],
    "melds --aces low": ["", "-" * 9, "5c" * 40_000, "\udcff"],
    "": ["chess", "--\x1b[2J", "-" + "x" * 10_000, "\udcff", "--games"],
    "rules": ["", "x" * 10_000, "\x1b[2J"],
}  # fmt: skip


@pytest.mark.parametrize("line", WRONG_WORDS)
def test_words_that_mean_nothing(table: Path, line: str) -> None:
    for word in WRONG_WORDS[line]:
        refused(*line.split(), word)


def test_a_grid_of_too_many_rule_sets(table: Path) -> None:
    values = ",".join(map(str, range(900)))
    options = ["gin_bonus", "undercut_bonus", "game_bonus", "box_bonus", "target"]
    varied = [word for option in options for word in ("--vary", f"{option}={values}")]
    refused("sweep", "gin", *varied, says="spans 590,490,000,000,000 rule sets")


def test_thousands_of_options(table: Path) -> None:
    refused("simulate", "gin", *["--set", "zebra=1"] * 5_000, says="zebra: was given 1")
    refused("simulate", "gin", *["--policy", "greedy"] * 5_000, says="--policy was given 5000 times")
    refused("sweep", "gin", *[word for i in range(2_000) for word in ("--vary", f"k{i}=1")], says="was given 'k0'")


TARGETS = ["", ".", "/", "/dev/null", "/dev/full", "/dev/zero", "pipe", "folder", "folder/", "file/x.csv", "loop",
           "\0.csv", "x" * 300 + ".csv", "/proc/x.csv", "/proc/self/mem",
           "folder/../folder", "nowhere/" * 900, "\x1b[2J/../pipe"]  # fmt: skip
WRITERS = [
    "simulate gin --games 1e11 --csv",
    "sweep gin --games 1e11 --vary all --csv",
    "chart gin knock --games 1e11 --out",
    "chart gin knock --games 1e11 --csv",
    "report gin --games 1e11 --out",
    "odds gin --csv",
    "runs export lie --out",
]


@pytest.mark.parametrize("line", WRITERS)
def test_targets_that_are_no_files(table: Path, line: str) -> None:
    """They are refused before a hand is played."""
    os.mkfifo("pipe")
    Path("folder").mkdir()
    Path("file").touch()
    Path("loop").symlink_to("loop")
    for target in TARGETS:
        refused(*line.split(), target)


def test_one_file_for_two_things(table: Path) -> None:
    Path("link.png").symlink_to("x.png")
    for one, other in (
        ("x.png", "x.png"),
        ("x.png", "./x.png"),
        ("x.png", "link.png"),
        ("x.png", str(Path("x.png").absolute())),
    ):
        refused("chart", "gin", "knock", "--out", one, "--csv", other, says="allowed: two files")
    refused("report", "gin", "--out", "x.html", "--csv", "x.html", says="allowed: two files")


def test_a_file_that_is_written_is_whole_or_as_it_was(table: Path) -> None:
    Path("rows.csv").write_text("precious")
    refused("simulate", "gin", "--games", "0", "--csv", "rows.csv")
    refused("simulate", "gin", "--rules", "rows.csv", "--csv", "rows.csv")
    assert run("simulate", "gin", "--games", "10", "--csv", "rows.csv").code == 0
    assert list(standing(table)) == ["rows.csv"]


def test_what_a_rule_set_is_called_is_no_command(table: Path) -> None:
    """The command that a report tells starts nothing when it is pasted."""
    name = "'; $(touch x) `touch x` \" && touch x #"
    played = simulate("gin", None, {"name": name, "gin_bonus": 24}, games=10)
    words = shlex.split(repeat_command(played))
    assert "name=" + json.dumps(name) in words
    assert load_rules("gin", None, [words[i + 1] for i, word in enumerate(words) if word == "--set"]) == played.rules


def test_a_long_name_survives_being_kept(table: Path) -> None:
    words = ["--set", "name=" + "x" * 80, "--set", "gin_bonus=24"]
    Path("long.toml").write_text('game = "gin"\nname = "' + "x" * 80 + '"\n')
    assert run("simulate", "gin", "--games", "10", "--name", "named", *words).code == 0
    words = ["--rules", "long.toml", "--set", "gin_bonus=24"]
    assert run("simulate", "gin", "--games", "10", "--name", "changed", *words).code == 0
    for name in ("named", "changed"):
        assert run("runs", "show", name).code == 0
        assert run("runs", "extend", name, "--games", "20").code == 0
    assert run("sweep", "gin", "--games", "10", "--vary", "target=50,60", *words).code == 0
