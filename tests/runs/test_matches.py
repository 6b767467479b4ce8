"""Runs of whole matches that last: any way of getting to the same matches gives the same tally."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from simcards import registry
from simcards.answers import stored
from simcards.cli import cli
from simcards.errors import InputError
from simcards.playing import run_about
from simcards.runs import folder as disk
from simcards.simulation import simulate
from simcards.workers import orders
from simcards.workers.processes import Processes
from tests.matches import Match
from tests.runs.ways import Unruly, started

MATCHED = [game for game in registry.games() if registry.game(game).load_engine().match is not None]
GAMES = pytest.mark.parametrize("game", MATCHED)
N = 900


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*words: str, columns: str = "80") -> Any:
    return CliRunner(env={"COLUMNS": columns}).invoke(cli, words)


def answer(*words: str) -> dict[str, Any]:
    result = run(*words, "--json", "-q")
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def matches(game: str, games: int = N, **others: Any) -> Any:
    """Return matches; those of three players are short, since their chain takes its time."""
    return simulate(game, overrides={"target": 30} if game == "gin3" else (), games=games, match=True, **others)


def test_three_games_have_matches() -> None:
    assert MATCHED == ["gin", "gin3", "pitch"]


@GAMES
class TestSameTally:
    def test_stored_or_not_by_any_threads_and_blocks(self, game: str) -> None:
        plain = matches(game).tally
        for number, (threads, block) in enumerate([(1, 100), (2, 77), (4, 10_000), (1, 1)]):
            name = f"run{number}"
            assert matches(game, threads=threads, block=block, name=name).tally == plain
            assert stored.result_of(name)[0].tally == plain

    def test_processes_and_workers_that_lose_and_repeat(self, game: str) -> None:
        plain = matches(game).tally
        assert matches(game, block=70, workers=Processes(2)).tally == plain
        assert matches(game, block=30, workers=Unruly(1)).tally == plain

    def test_extended_and_merged(self, game: str) -> None:
        parts = {"a": (0, 300), "b": (300, 100), "c": (400, 200)}
        for name, (first, games) in parts.items():
            matches(game, games, first=first, name=name)
        assert stored.merge(["c", "a", "b"], "all").tally == matches(game, 600).tally
        longer = stored.resume("all", games=N)
        assert (longer.tally, longer.games, longer.extra["match"]) == (matches(game).tally, N, True)

    def test_interrupted_and_resumed(self, game: str) -> None:
        def interrupt(done: int, _total: int) -> None:
            if done >= 300:
                raise KeyboardInterrupt

        cut = matches(game, block=50, threads=1, progress=interrupt, name="cut")
        assert cut.extra["interrupted"]
        assert 300 <= cut.games < N
        assert stored.result_of("cut")[0].rows == cut.rows
        assert stored.resume("cut").rows == matches(game).rows

    def test_a_run_comes_back_from_its_texts(self, game: str) -> None:
        plain = Match(game, {}, ["random"], 2**64 - 1, 0).run
        for again in (orders.run_of(orders.order_of(plain)), run_about(plain.about())):
            assert (again.match, again.about()) == (True, plain.about())


class TestKilled:
    def test_killed_twice_it_ends_as_if_it_had_not_been(self) -> None:
        words = ["simulate", "gin", "--match", "--games", "1e9", "--threads", "2", "--name", "long"]
        for done in (1, random.Random(3).randrange(20_000, 60_000)):
            with started(*words, games=done) as process:
                process.kill()
            words = ["runs", "resume", "--threads", "2", "long"]
        kept = stored.result_of("long")[0]
        assert kept.games is not None
        assert kept.games >= done
        assert kept.tally == matches("gin", kept.games).tally


class TestPrecision:
    def test_a_resumed_run_ends_where_it_would_have_ended(self) -> None:
        whole = matches("pitch", 10**6, precision=0.02)

        def interrupt(done: int, _total: int) -> None:
            if done >= 5_000:
                raise KeyboardInterrupt

        matches("pitch", 10**6, precision=0.02, progress=interrupt, name="precise")
        again = stored.resume("precise")
        assert (again.tally, again.games, again.rows) == (whole.tally, whole.games, whole.rows)
        assert again.games is not None
        assert again.games < 10**6


class TestRefused:
    def test_matches_and_hands_are_not_merged(self) -> None:
        simulate("gin", games=100, name="hands")
        matches("gin", 100, first=100, name="matches")
        with pytest.raises(InputError, match="Run 'hands' is of hands, run 'matches' of matches; allowed: runs of the"):
            stored.merge(["hands", "matches"], "both")
        assert not Path("results/both").exists()

    def test_more_matches_than_a_run_may_have(self) -> None:
        with pytest.raises(InputError, match="--games was given 1000000001; allowed: a whole number from 1 to 1,000,"):
            matches("gin", 10**9 + 1)
        matches("gin", 50, name="few")
        with pytest.raises(InputError, match="--games was given 1000000001"):
            stored.resume("few", games=10**9 + 1)

    def test_counts_of_hands_are_not_those_of_matches(self) -> None:
        """A stored run of hands whose manifest is made to say that they were matches."""
        simulate("gin", games=100, name="hands")
        generation = disk.read(Path("results/hands"))[0]
        about = {**generation.about, "match": True}
        disk.write(Path("results/hands"), disk.Generation(about, generation.state, generation.chunks))
        with pytest.raises(InputError):
            stored.result_of("hands")


class TestCommands:
    def test_resume_and_extend_end_as_the_runs_own_command_would(self) -> None:
        words = ["simulate", "pitch", "--match", "--rules", "partners", "--policy", "random", "--seed", "9"]
        assert run(*words, "--games", "100", "--name", "own").exit_code == 0
        extended, plain = run("runs", "extend", "own", "--games", "300"), run(*words, "--games", "300")
        assert (extended.stdout, extended.stderr) == (plain.stdout, plain.stderr)
        assert "300 matches of pitch" in plain.stderr
        assert run("runs", "resume", "own").stdout == plain.stdout == run("runs", "show", "own").stdout
        assert answer("runs", "show", "own") == answer(*words, "--games", "300")

    def test_compare_is_about_the_chance_to_win(self) -> None:
        run("simulate", "gin", "--match", "--games", "2000", "--name", "one")
        run("simulate", "gin", "--match", "--games", "2000", "--seed", "2", "--name", "two")
        [line] = answer_of_compare("one", "two")
        rows = [stored.main_row(stored.result_of(name)[0], "win", None, 1) for name in ("one", "two")]
        assert (line["metric"], line["position"]) == ("win", 1)
        assert line["difference"] == pytest.approx(rows[0]["estimate"] - rows[1]["estimate"])
        assert "share deals" not in run("runs", "compare", "one", "two").stdout
        [far] = answer_of_compare("one", "--value", "0.9")
        assert far["verdict"].startswith("differs from the published figure")

    def test_matches_are_not_compared_with_hands(self) -> None:
        run("simulate", "gin", "--match", "--games", "200", "--name", "matches")
        run("simulate", "gin", "--games", "200", "--name", "hands")
        for names in (("matches", "hands"), ("hands", "matches")):
            for metric in ((), ("--metric", "win", "--position", "1")):
                result = run("runs", "compare", *names, *metric)
                assert (result.exit_code, result.stdout) == (2, "")
                assert f"Run {names[0]!r} is of {names[0]}, run {names[1]!r} of {names[1]}" in result.stderr


def answer_of_compare(*words: str) -> list[dict[str, Any]]:
    result = run("runs", "compare", *words, "--json")
    assert result.exit_code == 0, result.stderr
    rows: list[dict[str, Any]] = json.loads(result.stdout)["rows"]
    return rows
