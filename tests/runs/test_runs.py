"""Runs that last: any way of getting to the same games gives the same tally."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from simcards import registry
from simcards.answers import stored
from simcards.cli import cli
from simcards.errors import InputError
from simcards.runs import folder as disk
from simcards.runs import store as store_module
from simcards.simulation import simulate

GAMES = pytest.mark.parametrize("game", registry.games())
MAIN = [sys.executable, "-c", "from simcards.cli import main; main()"]
LONG = ["simulate", "gin", "--policy", "random", "--games", "1e9", "--name", "long", "--threads", "2"]


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run(*words: str) -> Any:
    return CliRunner().invoke(cli, words)


def tally(*words: str) -> str:
    result = run(*words, "--json", "-q")
    assert result.exit_code == 0, result.stderr
    return str(json.loads(result.stdout)["tally"])


@GAMES
class TestSameTally:
    def test_stored_or_not_by_any_threads_and_blocks(self, game: str) -> None:
        plain = simulate(game, games=9_000).tally
        for number, (threads, block) in enumerate([(1, 1_000), (2, 777), (4, 100_000)]):
            name = f"run{number}"
            assert simulate(game, games=9_000, threads=threads, block=block, name=name).tally == plain
            assert stored.result_of(name)[0].tally == plain

    def test_extended(self, game: str) -> None:
        simulate(game, games=2_000, name="few")
        longer = stored.resume("few", games=5_000)
        assert (longer.tally, longer.games) == (simulate(game, games=5_000).tally, 5_000)

    def test_merged_in_any_order(self, game: str) -> None:
        parts = {"a": (0, 3_000), "b": (3_000, 1_000), "c": (4_000, 2_000)}
        for name, (first, games) in parts.items():
            simulate(game, games=games, first=first, name=name)
        whole = simulate(game, games=6_000).tally
        assert stored.merge(["c", "a", "b"], "all").tally == whole
        assert stored.merge(["b", "c"], "later").tally == simulate(game, games=3_000, first=3_000).tally
        assert stored.merge(["a", "later"], "again").tally == whole
        assert stored.resume("all", games=7_000).tally == simulate(game, games=7_000).tally

    def test_interrupted_and_resumed(self, game: str) -> None:
        def interrupt(done: int, _total: int) -> None:
            if done >= 2_000:
                raise KeyboardInterrupt

        cut = simulate(game, games=8_000, block=1_000, threads=1, progress=interrupt, name="cut")
        assert cut.extra["interrupted"]
        assert cut.games is not None
        assert 2_000 <= cut.games < 8_000
        assert stored.result_of("cut")[0].tally == cut.tally
        assert stored.resume("cut").tally == simulate(game, games=8_000).tally


class TestKept:
    @pytest.mark.parametrize("error", [OSError("The terminal is gone."), InputError("A worker has other code.")])
    def test_whatever_ends_a_run_what_was_counted_is_kept(self, error: Exception) -> None:
        def fail(done: int, _total: int) -> None:
            if done >= 2_000:
                raise error

        with pytest.raises(type(error)):
            simulate("gin", games=10_000, block=1_000, progress=fail, name="failed")
        assert stored.result_of("failed")[0].games == 2_000
        assert stored.resume("failed").tally == simulate("gin", games=10_000).tally

    def test_of_a_merge_that_is_cut_short_nothing_is_left(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Were it half written, it could be resumed, to play other games than those merged."""
        simulate("gin", games=100, name="one")
        simulate("gin", games=100, first=300, name="two")
        write = disk.write
        with monkeypatch.context() as patched:

            def once(folder: Path, generation: disk.Generation) -> None:
                write(folder, generation)
                raise KeyboardInterrupt

            patched.setattr(disk, "write", once)
            with pytest.raises(KeyboardInterrupt):
                stored.merge(["one", "two"], "both")
        assert stored.result_of("both")[0].games == 200
        monkeypatch.setattr(stored, "MOST_GAMES", 199)
        with pytest.raises(InputError, match="200; allowed: a whole number from 1 to 199"):
            stored.merge(["one", "two"], "more")
        assert not Path("results/more").exists()


class TestPrecision:
    def test_a_resumed_run_ends_where_it_would_have_ended(self) -> None:
        whole = simulate("tonk", games=10**6, precision=0.02)

        def interrupt(done: int, _total: int) -> None:
            if done >= 15_000:
                raise KeyboardInterrupt

        simulate("tonk", games=10**6, precision=0.02, progress=interrupt, name="precise")
        again = stored.resume("precise")
        assert (again.tally, again.games) == (whole.tally, whole.games)

    def test_cut_short_when_it_is_precise_it_plays_no_more(self) -> None:
        whole = simulate("gin", games=10**6, precision=1.0)

        def interrupt(done: int, _total: int) -> None:
            if done == whole.games:
                raise KeyboardInterrupt

        simulate("gin", games=10**6, precision=1.0, progress=interrupt, name="precise")
        for _ in range(2):
            again = stored.resume("precise")
            assert (again.tally, again.games) == (whole.tally, whole.games)

    def test_one_that_is_precise_is_finished(self) -> None:
        whole = simulate("gin", games=10**6, precision=1.0, name="precise")
        shown = run("runs", "show", "precise")
        assert "Interrupted" not in shown.stderr
        assert f"--games {whole.games} plays these hands again." in shown.stderr
        line = json.loads(run("runs", "list", "--json").stdout)["runs"][0]
        assert (line["games"], line["of"], line["finished"]) == (whole.games, whole.games, True)
        assert stored.resume("precise", games=10**7).tally == whole.tally

    def test_ctrl_c_while_the_last_counts_are_written(self, monkeypatch: pytest.MonkeyPatch) -> None:
        write = disk.write

        def interrupted(folder: Path, generation: disk.Generation) -> None:
            if generation.state["ranges"]:
                monkeypatch.setattr(disk, "write", write)
                raise KeyboardInterrupt
            write(folder, generation)

        monkeypatch.setattr(disk, "write", interrupted)
        result = simulate("gin", games=1000, name="last")
        assert (result.games, result.extra["interrupted"]) == (1000, True)
        assert stored.result_of("last")[0].tally == result.tally


class TestRefused:
    def test_a_name_that_is_taken(self) -> None:
        simulate("gin", games=100, name="taken")
        with pytest.raises(InputError, match="which is a run already; allowed: another name"):
            simulate("gin", games=100, name="taken")

    def test_a_run_that_is_not_there(self) -> None:
        for words in (["resume"], ["show"], ["extend", "--games", "100"], ["export", "--out", "x.csv"]):
            result = run("runs", words[0], "nobody", *words[1:])
            assert (result.exit_code, result.stdout) == (2, "")
            assert "there is no run of this name" in result.stderr

    def test_games_that_overlap(self) -> None:
        simulate("gin", games=100, name="a")
        simulate("gin", games=100, first=99, name="b")
        with pytest.raises(InputError, match="games 0 to 99 and games 99 to 198 overlap"):
            stored.merge(["a", "b"], "c")

    @pytest.mark.parametrize(
        ("other", "told"),
        [
            ({"seed": 2}, "seed: a has 1, b has 2"),
            ({"policies": ["simple"]}, r"policies: a has \['greedy', 'greedy'\], b has \['simple', 'simple'\]"),
            ({"overrides": {"gin_bonus": 7}}, r"rules: a has \{'gin_bonus': 25\}, b has \{'gin_bonus': 7\}"),
        ],
    )
    def test_runs_that_differ_with_both_values(self, other: dict[str, Any], told: str) -> None:
        simulate("gin", games=100, name="a")
        simulate("gin", games=100, first=100, name="b", **other)
        with pytest.raises(InputError, match=told):
            stored.merge(["a", "b"], "c")
        assert not Path("results/c").exists()

    def test_fewer_games_than_are_counted(self) -> None:
        simulate("gin", games=500, name="a")
        with pytest.raises(InputError, match="--games was given 400"):
            stored.resume("a", games=400)

    def test_a_run_with_gaps_goes_no_further(self) -> None:
        simulate("gin", games=100, name="a")
        simulate("gin", games=100, first=500, name="b")
        stored.merge(["a", "b"], "gap")
        with pytest.raises(InputError, match="gaps between them"):
            stored.resume("gap")

    def test_counts_that_are_not_the_manifests(self) -> None:
        simulate("gin", games=100, name="a")
        simulate("gin", games=200, name="b")
        chunk = disk.read(Path("results/b"))[0].chunks
        for path in Path("results/b").glob("chunk-*"):
            (Path("results/a") / path.name).write_bytes(path.read_bytes())
        generation = disk.read(Path("results/a"))[0]
        disk.write(Path("results/a"), disk.Generation(generation.about, generation.state, chunk))
        with pytest.raises(InputError, match="not those that the manifest tells"):
            stored.result_of("a")


def started(*words: str) -> subprocess.Popen[str]:
    """Start a command that stores a run, and wait until it has counted something."""
    process = subprocess.Popen([*MAIN, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    name = words[words.index("--name") + 1]
    for _ in range(1200):
        try:
            if disk.read(Path("results") / name)[0].state["ranges"]:
                return process
        except InputError:
            pass
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    raise AssertionError("nothing was counted in a minute")


class TestProcesses:
    def test_killed_at_random_moments_it_ends_as_if_it_had_not_been(self) -> None:
        """Two kills here, twenty in scripts/kills.py."""
        from scripts.kills import killed_and_resumed

        rng = random.Random(5)
        assert killed_and_resumed(rng, kills=2, games=3_000_000) == simulate("gin", games=3_000_000).tally

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    def test_a_signal_keeps_and_shows_what_was_done(self, number: signal.Signals) -> None:
        process = started(*LONG)
        process.send_signal(number)
        start = time.monotonic()
        out, err = process.communicate(timeout=60)
        assert time.monotonic() - start < 20
        assert process.returncode == 130
        assert "payoff" in out
        assert "Interrupted, and kept: 'simcards runs resume long' goes on." in err
        result, store = stored.result_of("long")
        assert f"{result.games:,} hands of gin" in err
        assert store.target == 10**9

    def test_a_second_process_is_refused(self) -> None:
        process = started(*LONG)
        try:
            words = [*MAIN, "runs", "resume", "long"]
            second = subprocess.run(words, check=False, capture_output=True, text=True, timeout=60)
            assert second.returncode == 2
            assert f"process {process.pid} has been at work in this run" in second.stderr
        finally:
            process.kill()
            process.communicate()
        assert stored.result_of("long")[0].games

    def test_where_nothing_can_be_written_any_more_the_last_checkpoint_stays(self) -> None:
        """As on a full disk: files may not grow beyond a kilobyte from some moment on."""
        simulate("gin", games=40_000, name="full")
        before = stored.result_of("full")[0].tally

        def no_more() -> None:
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (1024, 1024))

        words = [*MAIN, "runs", "extend", "full", "--games", "80000"]
        environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            words, check=False, capture_output=True, text=True, preexec_fn=no_more, env=environment, timeout=120
        )
        assert done.returncode == 2
        assert "cannot be written (File too large)" in done.stderr
        assert "Traceback" not in done.stderr
        assert stored.result_of("full")[0].tally == before
        assert stored.resume("full", games=80_000).tally == simulate("gin", games=80_000).tally


class TestCommands:
    def test_resume_and_extend_end_as_the_runs_own_command_would(self) -> None:
        words = ["simulate", "tonk", "--policy", "cautious", "--seed", "9"]
        assert run(*words, "--games", "1000", "--name", "own").exit_code == 0
        extended = run("runs", "extend", "own", "--games", "3000")
        plain = run(*words, "--games", "3000")
        assert (extended.stdout, extended.stderr) == (plain.stdout, plain.stderr)
        assert run("runs", "resume", "own").stdout == plain.stdout
        assert tally("runs", "show", "own") == tally(*words, "--games", "3000")

    def test_list_names_each_run_and_what_is_wrong_with_it(self) -> None:
        assert "There are no runs" in run("runs", "list").stdout
        run("simulate", "gin", "--games", "200", "--name", "good")
        run("simulate", "gin", "--games", "200", "--name", "bad")
        Path("results/bad/manifest.json").write_text("{}")
        Path("results/bad/manifest.previous.json").unlink()
        rows = json.loads(run("runs", "list", "--json").stdout)["runs"]
        assert [(row["run"], row.get("games")) for row in rows] == [("bad", None), ("good", 200)]
        assert "no state of this run is whole" in rows[0]["fault"]

    def test_show_says_when_the_state_before_is_used(self) -> None:
        run("simulate", "gin", "--games", "200", "--name", "one")
        run("runs", "extend", "one", "--games", "300")
        Path("results/one/manifest.json").write_text("{")
        shown = run("runs", "show", "one")
        assert shown.exit_code == 0
        assert "The state before it is used." in shown.stderr

    @pytest.mark.parametrize("kind", ["csv", "json"])
    def test_export(self, kind: str) -> None:
        run("simulate", "gin", "--games", "200", "--name", "one")
        assert run("runs", "export", "one", "--out", f"rows.{kind}").stdout == f"rows.{kind}\n"
        assert "payoff_sd" in Path(f"rows.{kind}").read_text()
        assert run("runs", "export", "one", "--out", "rows.xls").exit_code == 2

    def test_compare_two_runs_and_a_published_figure(self) -> None:
        run("simulate", "tonk", "--games", "20000", "--name", "one")
        run("simulate", "tonk", "--games", "20000", "--seed", "2", "--name", "two")
        [line] = json.loads(run("runs", "compare", "one", "two", "--json").stdout)["rows"]
        rows = [stored.main_row(stored.result_of(name)[0], "payoff", None, 1) for name in ("one", "two")]
        assert line["difference"] == pytest.approx(rows[0]["estimate"] - rows[1]["estimate"])
        assert line["z"] == pytest.approx(line["difference"] / line["se"])
        far = run("runs", "compare", "one", "--value", "3", "--se", "0.01", "--metric", "turns")
        assert "differs from the published figure" in far.stdout
        assert run("runs", "compare", "one").exit_code == 2
        assert run("runs", "compare", "one", "--value", "nan").exit_code == 2
        unknown = run("runs", "compare", "one", "two", "--metric", "payof")
        assert "There is no figure 'payof'; the figures are: payoff, net" in unknown.stderr

    def test_runs_that_share_deals_are_told_so(self) -> None:
        run("simulate", "tonk", "--games", "500", "--name", "one")
        run("simulate", "tonk", "--games", "800", "--name", "two")
        assert "share deals" in run("runs", "compare", "one", "two").stdout

    def test_a_checkpoint_is_written_every_few_seconds(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(store_module, "SECONDS", 0.0)
        saved: list[int] = []
        save = store_module.Store.save

        def noted(store: store_module.Store) -> None:
            saved.append(store.done)
            save(store)

        monkeypatch.setattr(store_module.Store, "save", noted)
        simulate("gin", games=5_000, block=1_000, threads=1, name="often")
        assert saved == [0, 1000, 2000, 3000, 4000, 5000, 5000]


def test_at_most_ten_seconds_of_work_are_lost_by_a_kill() -> None:
    assert store_module.SECONDS <= 5
