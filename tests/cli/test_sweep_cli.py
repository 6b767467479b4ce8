from __future__ import annotations

import csv
import json
from importlib import import_module

import pytest
from click.testing import CliRunner

from simcards.answers.sweeping import GAMES
from simcards.cli import cli
from simcards.cli.sweep import DEFAULT_GAMES

ROUNDS = import_module("simcards.answers.rounds")
FEW = ("tonk", "--games", "600")
ROW = {"metric", "seat", "position", "estimate", "se", "low", "high", "n"}
DIFFERENCE = {"difference", "difference_se", "difference_low", "difference_high"}


def run(*words, columns="80"):
    return CliRunner(env={"COLUMNS": columns}).invoke(cli, ["sweep", *words])


def answer(*words):
    result = run(*words, "--json", "-q")
    assert (result.exit_code, result.stderr, result.stdout.count("\n")) == (0, "", 1)
    return json.loads(result.stdout)


class TestText:
    def test_a_line_for_each_rule_set_in_two_tables(self):
        lines = run(*FEW, "--vary", "rules=pagat,texas", "-q").stdout.splitlines()
        heads = [line.split("  ")[0] for line in lines if line]
        assert heads == ["rules", "rules=pagat (base)", "rules=texas"] * 2
        assert lines[0].split() == ["rules", "moved", "change", "turns", "swing"]
        assert lines[4].split() == "rules first to act its change best to drop endings".split()

    def test_a_long_name_goes_on_below(self):
        lines = run(*FEW, "--vary", "caught_pays=lowest_double", "-q").stdout.splitlines()
        assert lines[2].startswith("caught_pays=  ")
        assert lines[3] == "lowest_double"

    @pytest.mark.parametrize("columns", ["40", "60", "80", "150"])
    @pytest.mark.parametrize("vary", ["hit_freeze=0,2", "deal_wins=[],[{min=49,max=50,pays=2},{min=0,max=13,pays=2}]"])
    def test_fits(self, columns, vary):
        result = run(*FEW, "--vary", vary, "-q", columns=columns)
        assert result.exit_code == 0
        assert max(map(len, result.stdout.splitlines())) <= int(columns)

    def test_a_wide_terminal_has_one_table(self):
        lines = run(*FEW, "--vary", "rules=pagat,texas", "-q", columns="150").stdout.splitlines()
        assert len(lines) == 3
        assert lines[0].split()[-6:] == "its change best to drop endings".split()

    def test_rules_that_are_no_corner_have_a_line_of_their_own(self):
        lines = run(*FEW, "--vary", "hit_freeze=0,2", "-q").stdout.splitlines()
        assert [line.split("  ")[0] for line in lines[:4]] == ["rules", "(as given)", "hit_freeze=0", "hit_freeze=2"]

    def test_where_policies_differ_it_tells_of_seat_0(self):
        words = ("--policy", "cautious", "--policy", "simple", "--policy", "simple")
        result = run(*FEW, *words, "--vary", "hit_freeze=0")
        assert "seat 0" in result.stdout
        assert "Seats 0 to 2 play cautious, simple, simple, in the same way under all rules." in result.stderr
        assert "payoff of seat 0" in result.stderr

    def test_notes_name_the_opponents_the_hands_and_the_base(self):
        result = run(*FEW, "--vary", "hit_freeze=0,2", "--seed", "3", "--rules", "pagat")
        for words in (
            "All seats play simple, in the same way under all rules.",
            "600 hands under each of 2 rule sets, on the same deals, seed 3;",
            "changes are against 'Tonk (Pagat)'.",
            "moved: stakes that change hands in a hand",
            "± is at 95 %.",
        ):
            assert words in result.stderr


class TestAll:
    def test_names_the_rule_that_matters_most_and_those_that_do_not(self):
        result = run("tonk", "--vary", "all", "--games", "1000")
        assert max(map(len, result.stdout.splitlines())) <= 80
        words = " ".join(result.stdout.split())
        assert "Of the house rules, drop_timing=never matters most: 0." in words
        assert "stakes more change hands in a hand (all 88 comparisons together at 95 %). Nobody may drop." in words
        assert "Not told apart from no effect: " in words
        assert "± is at 95 %, of the changes for all 88 together." in result.stderr

    def test_what_is_left_out_is_named_on_a_line(self):
        result = run("gin", "--vary", "all", "--games", "200")
        (line,) = [line for line in result.stderr.splitlines() if line.startswith("Left out: ")]
        assert line.startswith("Left out: next_dealer=winner, ")
        assert line.endswith("shutout_double=false and hollywood=true: changes nothing in a hand under these rules.")
        result = run("tonk", "--vary", "all", "--players", "6", "--games", "100")
        assert "Left out: cards_dealt=9: players = 6, cards_dealt = 9 and upcard = true: 6 hands" in result.stderr

    def test_of_very_few_hands_it_names_no_rule(self):
        result = run("tonk", "--vary", "all", "--games", "2", "--players", "2")
        assert "No house rule's effect can be told apart from nothing." in result.stdout


class TestJson:
    def test_rows_are_the_varied_options_and_figures(self):
        told = answer(*FEW, "--vary", "hit_freeze=0,1", "--vary", "upcard=true,false")
        assert all(row.keys() == ROW | DIFFERENCE | {"hit_freeze", "upcard"} for row in told["rows"])
        assert list(dict.fromkeys((row["hit_freeze"], row["upcard"]) for row in told["rows"])) == [
            (0, True),
            (0, False),
            (1, True),
            (1, False),
        ]
        assert (told["command"], told["game"], told["games"], told["seed"]) == ("sweep", "tonk", 600, 1)
        assert told["main"] == {"metric": "net", "seat": None, "position": 1}
        assert told["base"]["corner"] == {"hit_freeze": 1, "upcard": True}
        assert all(row.keys() == ROW for row in told["base"]["rows"])
        assert len(told["tally"]) == 64
        assert told["interrupted"] is False

    def test_of_all_rows_are_option_and_value(self):
        told = answer(*FEW, "--vary", "all")
        assert all(row.keys() == ROW | DIFFERENCE | {"option", "value"} for row in told["rows"])
        assert told["matters_most"]["option"] == "drop_timing"
        assert {"option", "value", "why"} == told["skipped"][0].keys()
        assert told["varied"]["tonk_pays"] == [1, 3]

    def test_threads_change_nothing(self):
        words = (*FEW, "--vary", "hit_freeze=0,2")
        assert answer(*words, "--threads", "1") == answer(*words, "--threads", "2")

    def test_csv_has_every_row(self, tmp_path):
        words = (*FEW, "--vary", "hit_freeze=0,2")
        assert run(*words, "--csv", str(tmp_path / "rows.csv"), "-q").exit_code == 0
        with (tmp_path / "rows.csv").open(newline="") as file:
            rows = list(csv.DictReader(file))
        assert len(rows) == len(answer(*words)["rows"])
        assert set(rows[0]) == ROW | DIFFERENCE | {"hit_freeze"}


def interrupt_after(monkeypatch, batches):
    whole = ROUNDS.play_kept

    def interrupted(tasks, workers, parts):
        for number, played in enumerate(whole(tasks, workers, parts)):
            if number == batches:
                raise KeyboardInterrupt
            yield played

    monkeypatch.setattr(ROUNDS, "play_kept", interrupted)


class TestInterrupted:
    def test_it_shows_what_all_have_played_and_how_to_play_it_again(self, monkeypatch):
        interrupt_after(monkeypatch, 25)
        result = run("tonk", "--games", "1000", "--vary", "hit_freeze=0,1")
        assert result.exit_code == 130
        assert "hit_freeze=0" in result.stdout
        assert "Interrupted: --games 120 plays these hands again." in result.stderr

    def test_before_the_first_batch_it_says_so(self, monkeypatch):
        interrupt_after(monkeypatch, 1)
        result = run("tonk", "--games", "1000", "--vary", "hit_freeze=0,1")
        assert (result.exit_code, result.stdout) == (130, "")
        assert "simcards: interrupted." in result.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("tonk",), "Missing option '--vary'"),
        (("tonk", "--vary", "hit_frezze=1"), "Did you mean 'hit_freeze'?"),
        (("tonk", "--vary", "hit_freeze=11"), "The corner hit_freeze=11 cannot be played"),
        (("tonk", "--vary", "players=6", "--vary", "cards_dealt=9"), "The corner players=6, cards_dealt=9 cannot"),
        (("tonk", "--vary", "all", "--vary", "upcard=true"), "allowed: 'all' alone"),
        (("tonk", "--vary", "hit_freeze=0", "--games", "0"), "'--games': was given '0'"),
        (("tonk", "--vary", "hit_freeze=0", "--set", "hit_freeze=12"), "hit_freeze: was given 12"),
        (("tonk", "--vary", "hit_freeze=0", "--players", "7"), "players: was given 7"),
        (("tonk", "--vary", "\x1b[31m=1"), "\\x1b[31m"),
        (("whist", "--vary", "all"), "Unknown game 'whist'"),
    ],
)
def test_wrong_input_gives_a_message_and_2(words, message):
    result = run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_the_command_and_the_function_have_one_default():
    assert DEFAULT_GAMES == GAMES
