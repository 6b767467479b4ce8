"""Ways of playing: whoever plays, in whatever order, however often, whatever befalls them: the tally is the same."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import simcards
from simcards import registry
from simcards.answers import stored
from simcards.cli import cli
from simcards.compile import parse_policies
from simcards.errors import InputError, WorkersLost
from simcards.playing import Run, play_block
from simcards.rules import load_rules
from simcards.simulation import simulate
from simcards.workers import orders, processes
from simcards.workers.ordered import WINDOW, Task, play
from simcards.workers.processes import Processes
from simcards.workers.threads import Threads
from tests.runs.ways import Later, Unruly, counted, gone, players, started, tally, wait_for

GAMES = pytest.mark.parametrize("game", registry.games())
LINUX = pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes in /proc")


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def run_of(game: str, seed: int = 1) -> Run:
    found, rules = registry.game(game), load_rules(game)
    return Run(found, rules, tuple(parse_policies(found, (), rules.players)), seed)


def tasks_of(run: Run, blocks: int, games: int = 50) -> Iterator[Task]:
    return ((run, number * games, games) for number in range(blocks))


@GAMES
class TestSameTally:
    def test_processes(self, game: str) -> None:
        plain = simulate(game, games=9_000).tally
        assert simulate(game, games=9_000, block=700, workers=Processes(2)).tally == plain
        assert simulate(game, games=9_000, block=700, workers=Threads(3), name="kept").tally == plain
        assert stored.resume("kept", games=12_000, workers=Processes(2)).tally == simulate(game, games=12_000).tally

    @pytest.mark.parametrize("seed", range(3))
    def test_shuffled_lost_and_delivered_twice(self, game: str, seed: int) -> None:
        workers = Unruly(seed)
        found = simulate(game, games=3_000, block=100, workers=workers)
        assert (found.tally, found.games) == (simulate(game, games=3_000).tally, 3_000)
        assert len(workers.delivered) > len(set(workers.delivered)) == 30
        assert workers.delivered != sorted(workers.delivered)
        assert workers.lost


class TestOrder:
    def test_each_task_once_and_in_order(self) -> None:
        tasks = [*tasks_of(run_of("gin"), 40)]
        assert [task for task, _ in play(iter(tasks), Unruly(7))] == tasks

    def test_never_more_are_out_than_the_window_holds(self) -> None:
        workers, taken = Unruly(3), 0

        def told() -> Iterator[Task]:
            nonlocal taken
            for taken, task in enumerate(tasks_of(run_of("gin"), 60), 1):  # noqa: B007 (read outside)
                yield task

        for done, _ in enumerate(play(told(), workers), 1):
            assert taken - done < WINDOW * workers.at_once

    def test_a_closed_run_takes_no_more_tasks(self) -> None:
        tasks = tasks_of(run_of("gin"), 1000)
        played = play(tasks, Threads(2))
        next(played)
        played.close()
        assert next(tasks)[1] < 20 * 50


class TestOrders:
    @GAMES
    def test_a_run_comes_back_from_its_text(self, game: str) -> None:
        run = run_of(game, seed=2**64 - 1)
        again = orders.run_of(orders.order_of(run))
        assert (again.rules, again.seed, again.about()) == (run.rules, run.seed, run.about())

    @GAMES
    def test_so_do_the_counts_under_several_rule_sets(self, game: str) -> None:
        run = run_of(game)
        option = min(option for option in run.engine.rescored if run.rules.usual(option))
        others = [load_rules(game, None, {option: value}) for value in run.rules.usual(option)]
        run = replace(run, rescored=tuple(others))
        here = play_block(run, 5, 300, orders.NEVER)
        packed = orders.play_order(orders.order_of(run), 5, 300)
        assert here is not None
        assert packed is not None
        assert [counts.tally for counts in orders.counts_in(run, packed)] == [counts.tally for counts in here]

    @pytest.mark.parametrize(("key", "value"), [("code", "0" * 20), ("simcards", "0.0.1")])
    def test_another_simcards_is_refused_with_both(self, key: str, value: str) -> None:
        text = orders.order_of(run_of("gin"))
        mine = orders.code_hash() if key == "code" else simcards.__version__
        with pytest.raises(InputError, match=f"(?s){mine}.*{value}"):
            orders.run_of(text.replace(mine, value))

    def test_a_task_and_its_counts_are_small(self) -> None:
        for game in registry.games():
            packed = orders.play_order(orders.order_of(run_of(game)), 0, 20_000)
            assert packed is not None
            assert len(packed) < 10_000


class TestKilled:
    @LINUX
    def test_a_killed_process_is_replaced_and_the_tally_the_same(self) -> None:
        killed: list[int] = []

        def kill(done: int, _total: int) -> None:
            if len(killed) < 2 and done >= 2_000 * (len(killed) + 1):
                victim = players(os.getpid())[0]
                killed.append(victim)
                os.kill(victim, signal.SIGKILL)

        found = simulate("gin", games=20_000, block=500, workers=Processes(2), progress=kill)
        assert len(killed) == 2
        assert (found.tally, found.games) == (simulate("gin", games=20_000).tally, 20_000)
        assert not found.extra["interrupted"]

    def test_processes_that_never_last_end_the_run(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(processes, "play_here", ending)
        with pytest.raises(WorkersLost, match="end as soon as they are started"):
            simulate("gin", games=1_000, block=100, workers=Processes(1))

    def test_workers_lost_on_the_way_leave_what_was_counted(self) -> None:
        cut = simulate("gin", games=2_000, block=100, workers=Lost(5), name="cut")
        assert (cut.games, cut.extra["interrupted"], cut.extra["lost"]) == (500, True, "They are gone.")
        assert cut.tally == simulate("gin", games=500).tally == stored.result_of("cut")[0].tally
        assert stored.resume("cut").tally == simulate("gin", games=2_000).tally

    @LINUX
    def test_processes_go_with_their_parent(self) -> None:
        words = ["simulate", "gin", "--games", "1e9", "--processes", "2", "--name", "orphans"]
        with started(*words) as process:
            workers = players(process.pid)
            assert len(workers) == 2
            process.kill()
            process.communicate()
            wait_for(lambda: gone(workers))
        assert stored.resume("orphans", games=counted("orphans") + 1000).games


class Lost(Unruly):
    """Workers that are gone after some tasks, which come in order until then."""

    def counts(self, task: Task, future: Later) -> Any:  # noqa: ARG002 (a pool's signature)
        if task[1] >= 100 * self.seed:
            raise WorkersLost("They are gone.")
        return play_block(*task, orders.NEVER)

    def deliver(self, stop: threading.Event) -> None:
        while not stop.wait(0.001):
            if self.held:
                letter = self.held.pop(0)
                letter[0](letter[1])


def ending(*_: object) -> None:
    os._exit(3)


class TestInterrupted:
    @LINUX
    @pytest.mark.parametrize("whole_group", [True, False])
    def test_ctrl_c_shows_what_was_done_and_leaves_nobody(self, whole_group: bool) -> None:
        """As in a terminal, where Ctrl-C goes to all processes of the command, and as from another program."""
        words = ["simulate", "gin", "--games", "1e9", "--processes", "2", "--name", "stopped"]
        with started(*words, start_new_session=True) as process:
            workers = players(process.pid)
            assert len(workers) == 2
            start = time.monotonic()
            (os.killpg if whole_group else os.kill)(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=60)
            assert time.monotonic() - start < 20
            wait_for(lambda: gone(workers))
        assert process.returncode == 130
        assert "payoff" in out
        assert "Interrupted, and kept: 'simcards runs resume stopped' goes on." in err
        assert "Traceback" not in err
        assert f"{counted('stopped'):,} hands of gin" in err

    @LINUX
    @pytest.mark.parametrize("twice", [False, True])
    def test_ctrl_c_while_processes_start_is_quiet(self, twice: bool) -> None:
        """They import for a second; each that sees the signal then would tell of it at length, and the end hang."""
        words = ["simulate", "gin", "--games", "1e9", "--processes", "2", "--name", "early"]
        with started(*words, games=0, start_new_session=True) as process:
            wait_for(lambda: len(players(process.pid)) == 2)
            os.killpg(process.pid, signal.SIGINT)
            if twice:
                time.sleep(0.05)
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGINT)
            _, err = process.communicate(timeout=20)
        assert process.returncode in {130, -signal.SIGINT}
        assert err in {"", "\nsimcards: interrupted.\n"}


class TestCommands:
    def test_processes_by_the_command_line(self) -> None:
        words = ["simulate", "tonk", "--games", "30000"]
        assert tally(*words, "--processes", "2") == simulate("tonk", games=30_000).tally

    @pytest.mark.parametrize(
        ("words", "told"),
        [
            (["--processes", "0"], "a whole number from 1 to 256"),
            (["--processes", "257"], "a whole number from 1 to 256"),
            (["--processes", "2", "--threads", "2"], "--threads and --processes were given; allowed: one of them."),
            (["--processes", "2", "--cluster", "local:2"], "--processes and --cluster were given; allowed: one"),
            *[
                (["--cluster", address], "allowed: local:N for N processes on this machine, 1 to 256, or the address")
                for address in ("local", "local:", "local:0", "local:257", "local:x", "http://a:1", "tcp://", "tcp://a")
            ],
        ],
    )
    @pytest.mark.parametrize("command", [["simulate", "gin"], ["runs", "resume", "x"], ["runs", "extend", "x"]])
    def test_refused(self, command: list[str], words: list[str], told: str) -> None:
        games = ["--games", "10"] if command[1] != "resume" else []
        result = CliRunner().invoke(cli, [*command, *games, *words])
        assert isinstance(result.exception, InputError) or result.exit_code == 2
        assert told in (result.stderr + str(result.exception))

    def test_threads_and_workers(self) -> None:
        with pytest.raises(InputError, match="threads and workers were both given"):
            simulate("gin", games=10, threads=2, workers=Threads(2))

    def test_without_dask_it_says_what_to_install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "distributed", None)
        result = CliRunner().invoke(cli, ["simulate", "gin", "--games", "10", "--cluster", "local:1"])
        assert result.exit_code == 2
        assert "pip install simcards[cluster]" in result.stderr

    def test_workers_lost_at_once_are_no_fault_of_the_input(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(processes, "play_here", ending)
        result = CliRunner().invoke(cli, ["simulate", "gin", "--games", "10", "--processes", "1"])
        assert result.exit_code == 1
        assert "The processes end as soon as they are started" in result.stderr
