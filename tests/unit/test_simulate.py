"""Runs: the same counts for any threads, blocks and interruptions."""

from __future__ import annotations

import itertools
import json
import math
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from importlib import import_module
from types import FrameType
from typing import Any

import pytest

from simcards import registry
from simcards.compile import parse_policies
from simcards.errors import InputError
from simcards.games.gin.params import MAX_TURNS
from simcards.result import Result
from simcards.rules import load_rules
from simcards.simulation import FIRST_LOOK, Run, block_plan, look_plan, play_block, play_blocks, simulate
from simcards.stats import sequence_half_width

SIMULATION = import_module("simcards.simulation")
PAIR = ["greedy:knock=5", "simple"]
WAIT = 150
"""Seconds within which a subprocess has surely done its part."""


def run_of(policies: Sequence[str] = PAIR, seed: int = 1) -> Run:
    game = registry.game("gin")
    return Run(game, load_rules("gin"), tuple(parse_policies(game, policies, 2)), seed)


def estimates(result: Result, metric: str) -> dict[tuple[Any, Any], dict[str, Any]]:
    return {(row["seat"], row["position"]): row for row in result.rows if row["metric"] == metric}


PINNED = {
    ("random",): "e515ea3370faf21632d8154a2eeaf83e71b39b94c5caa0af649cc906f48ddf13",
    ("greedy",): "2183180eeda43d72b0002058ec6e29e47892edcaf2587da8d0f7c7872e289d7e",
    ("simple",): "e2b07e6f73865b7d0938372a99f6c09f82f2fd7bfc0fd4a3d9aced27ab1a93b8",
    ("greedy", "simple"): "5003210c4c27cfd426115b3ce4aa25553051cfb4a84359382fe2ce0f289e39bf",
}


@pytest.mark.parametrize("policies", PINNED)
def test_tallies_of_a_thousand_classic_hands(policies: tuple[str, ...]) -> None:
    """Whoever changes one of these changes what a seed means: say so in CHANGELOG.md."""
    result = simulate("gin", policies=policies, games=1000)
    assert result.tally == PINNED[policies]
    assert result.counts is not None
    assert result.counts.tally == result.tally


@pytest.mark.parametrize("threads", [1, 2, 4])
@pytest.mark.parametrize("block", [1000, 7777, 100_000])
def test_the_tally_hangs_on_neither_threads_nor_blocks(threads: int, block: int) -> None:
    result = simulate("gin", policies=PAIR, games=20_000, threads=threads, block=block)
    assert result.tally == simulate("gin", policies=PAIR, games=20_000, threads=1).tally
    assert result.games == 20_000


def test_blocks_of_one_game() -> None:
    assert simulate("gin", policies=PAIR, games=150, threads=4, block=1).tally == (
        simulate("gin", policies=PAIR, games=150, threads=1).tally
    )


def test_slices_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = simulate("gin", policies=PAIR, games=300).tally
    for first, seconds in ((1, 0.0), (7, 1e-9), (300, 10.0)):
        monkeypatch.setattr(SIMULATION, "FIRST_SLICE", first)
        monkeypatch.setattr(SIMULATION, "SLICE_SECONDS", seconds)
        assert simulate("gin", policies=PAIR, games=300).tally == expected


def test_the_first_games_of_a_run_are_a_shorter_run() -> None:
    stop = threading.Event()
    head, tail = play_block(run_of(), 0, 700, stop), play_block(run_of(), 700, 300, stop)
    assert head is not None
    assert tail is not None
    assert head[0].tally == simulate("gin", policies=PAIR, games=700).tally
    assert (head[0] + tail[0]).tally == (tail[0] + head[0]).tally == simulate("gin", policies=PAIR, games=1000).tally


def test_blocks_come_in_order_each_as_if_alone() -> None:
    plan = [*block_plan(1000, 90)]
    played = [*play_blocks(run_of(), iter(plan), 4)]
    assert [games for games, _ in played] == [games for _, games in plan]
    for (_, counts), (first, games) in zip(played, plan, strict=True):
        alone = play_block(run_of(), first, games, threading.Event())
        assert alone is not None
        assert [c.tally for c in counts] == [c.tally for c in alone]


def test_what_shapes_the_counts() -> None:
    """Seed (both words), order of seats, rules: each changes the tally; a rule set's name does not."""
    tallies = [
        simulate("gin", rules, overrides, policies=policies, games=200, seed=seed).tally
        for rules, overrides, policies, seed in [
            (None, [], PAIR, 1),
            (None, [], PAIR, 1 + 2**32),
            (None, [], PAIR, 2),
            (None, [], PAIR[::-1], 1),
            ("web", [], PAIR, 1),
            (None, ["gin_bonus=26"], PAIR, 1),
        ]
    ]
    assert len(set(tallies)) == len(tallies)
    assert simulate("gin", None, ["name=Ours"], policies=PAIR, games=200).tally == tallies[0]
    assert simulate("gin", load_rules("gin"), policies=PAIR, games=200).tally == tallies[0]


def test_the_deal_goes_round() -> None:
    """Game g is dealt by seat g mod 2: seat 0 has one hand more of an odd number."""
    counts = simulate("gin", games=101).counts
    assert counts is not None
    assert counts["outcome"].sum(axis=1).tolist() == [51, 50]


def test_looks_are_set_beforehand() -> None:
    assert look_plan(1_000_000)[:5] == [10_000, 12_500, 15_625, 19_531, 24_413]
    assert look_plan(1_000_000)[-1] == 1_000_000
    assert look_plan(500) == [500]
    assert look_plan(FIRST_LOOK) == [FIRST_LOOK]
    for block in (1_000, 7_777, 20_000):
        plan = [*block_plan(50_000, block, look_plan(50_000))]
        ends = [first + games for first, games in plan]
        assert [first for first, _ in plan] == [0, *ends[:-1]]
        assert set(look_plan(50_000)) <= set(ends)
        assert max(games for _, games in plan) <= block


@pytest.mark.parametrize("policies", [["greedy"], PAIR])
def test_precision_is_reached_at_a_preset_look_and_not_before(policies: list[str]) -> None:
    run = run_of(policies if len(policies) == 2 else policies * 2)

    def half(games: int) -> float:
        counts = simulate("gin", policies=policies, games=games).counts
        assert counts is not None
        return sequence_half_width(*run.engine.main_moments(counts, run.same_policy))

    result = simulate("gin", policies=policies, games=10**6, precision=0.4)
    looks = look_plan(10**6)
    assert result.games in looks
    assert result.extra["half_width"] == half(result.games) <= 0.4 < half(looks[looks.index(result.games) - 1])
    again = [
        simulate("gin", policies=policies, games=10**6, precision=0.4, threads=threads, block=block)
        for threads, block in ((1, 20_000), (4, 3_333))
    ]
    plain = simulate("gin", policies=policies, games=result.games)
    assert {(other.games, other.tally) for other in [*again, plain]} == {(result.games, result.tally)}


@pytest.mark.parametrize(("policies", "place"), [(["greedy"], (None, 1)), (PAIR, (0, None))])
def test_the_main_figure_has_the_interval_that_may_be_looked_at(policies: list[str], place: tuple[Any, Any]) -> None:
    looked = estimates(simulate("gin", policies=policies, games=20_000, precision=1.0), "net")
    games = simulate("gin", policies=policies, games=20_000, precision=1.0).games
    plain = estimates(simulate("gin", policies=policies, games=games or 0), "net")
    for key, row in looked.items():
        if key == place:
            assert row["high"] - row["estimate"] == pytest.approx(row["estimate"] - row["low"])
            assert row["high"] - row["low"] > 1.2 * (plain[key]["high"] - plain[key]["low"])
            assert row["estimate"] == plain[key]["estimate"]
        else:
            assert row == plain[key]


def test_precision_out_of_reach_ends_with_the_games() -> None:
    result = simulate("gin", games=11_000, precision=1e-6)
    assert result.games == 11_000
    assert result.extra["half_width"] > 1e-6
    assert result.tally == simulate("gin", games=11_000).tally
    assert simulate("gin", games=1, precision=0.5).games == 1


@pytest.mark.parametrize("calls", [1, 3])
def test_an_interrupted_run_is_a_shorter_run(calls: int) -> None:
    seen: list[tuple[int, int]] = []

    def interrupt(done: int, games: int) -> None:
        seen.append((done, games))
        if len(seen) == calls:
            raise KeyboardInterrupt

    result = simulate("gin", policies=PAIR, games=10_000, threads=2, block=500, progress=interrupt)
    assert seen == [(500 * (i + 1), 10_000) for i in range(calls)]
    assert result.games == 500 * calls
    assert result.extra["interrupted"] is True
    assert result.tally == simulate("gin", policies=PAIR, games=500 * calls).tally
    assert simulate("gin", policies=PAIR, games=500).extra["interrupted"] is False


def test_interrupted_before_anything_was_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(SIMULATION, "wait", interrupt)
    with pytest.raises(KeyboardInterrupt):
        simulate("gin", games=10**9, threads=2, block=10**6)


def test_ctrl_c_at_any_line_leaves_whole_blocks() -> None:
    """Interrupted before each line in turn of the loops that collect, a run has the counts of the games it names."""
    expected = {games: simulate("gin", games=games, threads=1).tally or "" for games in range(20, 101, 20)}
    functions = {SIMULATION.collect.__code__, play_blocks.__code__}
    ended: Counter[int | str] = Counter()

    def interrupt_at(countdown: int) -> Callable[..., Any]:
        def trace(frame: FrameType, event: str, _: object) -> Any:
            nonlocal countdown
            if frame.f_code not in functions:
                return None
            countdown -= event == "line"
            if event == "line" and countdown == 0:
                raise KeyboardInterrupt
            return trace

        return trace

    for line in itertools.count(1):
        before = sys.gettrace()
        sys.settrace(interrupt_at(line))
        try:
            result = simulate("gin", games=100, threads=1, block=20)
        except KeyboardInterrupt:
            ended["not caught"] += 1
            continue
        finally:
            sys.settrace(before)
        assert result.games is not None
        assert result.tally == expected[result.games], f"line {line}"
        if not result.extra["interrupted"]:
            break
        ended[result.games] += 1
    assert ended.keys() >= {20, 40, 60, 80}
    assert ended["not caught"] < 40  # before anything was counted, and while the loop is left


def test_progress_is_told() -> None:
    seen: list[tuple[int, int]] = []
    simulate("gin", games=2_500, block=1_000, progress=lambda done, games: seen.append((done, games)))
    assert seen == [(1_000, 2_500), (2_000, 2_500), (2_500, 2_500)]


def test_an_error_in_a_thread_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(run: Run, first: int, games: int, stop: threading.Event) -> Any:
        if first == 2_000:
            raise ZeroDivisionError("block 2")
        return play_block(run, first, games, stop)

    monkeypatch.setattr(SIMULATION, "play_block", fail)
    with pytest.raises(ZeroDivisionError, match="block 2"):
        simulate("gin", games=10_000, block=1_000, threads=2)


def test_a_stopped_block_counts_nothing() -> None:
    stop = threading.Event()
    stop.set()
    assert play_block(run_of(), 0, 100, stop) is None


ENDLESS = """
import json, sys
from simcards.simulation import simulate
tell = lambda done, games: print(done, flush=True)
result = simulate("gin", policies=["greedy:knock=5", "simple"], games=10**11, block=2_000, threads=2, progress=tell)
print(json.dumps({"games": result.games, "tally": result.tally, "extra": dict(result.extra)}), flush=True)
"""


def test_ctrl_c_ends_a_run_at_once_with_what_was_done() -> None:
    command = [sys.executable, "-W", "error", "-c", ENDLESS]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        watch = threading.Timer(WAIT, process.kill)
        watch.start()
        assert process.stdout is not None
        assert process.stdout.readline()
        assert process.stdout.readline()
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        out, err = process.communicate()
        took = time.monotonic() - sent
        watch.cancel()
    assert (process.returncode, err) == (0, "")
    result = json.loads(out.splitlines()[-1])
    assert took < 10
    assert result["extra"]["interrupted"] is True
    assert result["games"] % 2_000 == 0
    assert result["games"] >= 4_000
    assert result["tally"] == simulate("gin", policies=PAIR, games=result["games"]).tally


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: simulate("gim"), "Unknown game 'gim'; the games are: .*Did you mean 'gin'"),
        (lambda: simulate("gin", games=0), "games was given 0; allowed: a whole number from 1 to "),
        (lambda: simulate("gin", games=-5), "games was given -5"),
        (lambda: simulate("gin", games=10**12 + 1), "games was given 1000000000001"),
        (lambda: simulate("gin", seed=-1), "seed was given -1; allowed: a whole number from 0 to "),
        (lambda: simulate("gin", seed=2**64), "seed was given 18446744073709551616"),
        (lambda: simulate("gin", threads=0), "threads was given 0"),
        (lambda: simulate("gin", threads=257), "threads was given 257"),
        (lambda: simulate("gin", block=0), "block was given 0"),
        (lambda: simulate("gin", precision=0), "precision was given 0; allowed: a number above 0"),
        (lambda: simulate("gin", precision=-0.5), "precision was given -0.5"),
        (lambda: simulate("gin", precision=math.inf), "precision was given inf"),
        (lambda: simulate("gin", precision=math.nan), "precision was given nan"),
        (lambda: simulate("gin", policies=["gredy"]), "Unknown policy 'gredy' for gin.*Did you mean 'greedy'"),
        (lambda: simulate("gin", policies=["greedy"] * 3), "policy was given 3 times; give it once .* or 2 times"),
        (lambda: simulate("gin", policies=["greedy:knok=3"]), "no parameter 'knok'.*Did you mean 'knock'"),
        (lambda: simulate("gin", policies=["greedy:knock"]), "needs a value"),
        (lambda: simulate("gin", policies=["greedy:knock=101"]), "'101'; allowed: a whole number from 0 to 100"),
        (lambda: simulate("gin", policies=["greedy:knock=-1"]), "'-1'; allowed"),
        (lambda: simulate("gin", policies=["greedy:knock=1/2"]), "'1/2'; allowed"),
        (lambda: simulate("gin", policies=["greedy:knock_by_turn=10//5"]), "'10//5'; allowed"),
        (lambda: simulate("gin", policies=["greedy:knock_by_turn=" + "/".join(["1"] * 33)]), "up to 32 of them"),
        (lambda: simulate("gin", policies=["random:knock=3"]), "it has: none"),
        (lambda: simulate("gin", None, ["knock_limit=101"]), "knock_limit: was given 101"),
    ],
)
def test_wrong_input_is_refused_in_one_sentence(call: Callable[[], Result], message: str) -> None:
    with pytest.raises(InputError, match=message) as refused:
        call()
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 400


def test_no_hand_lasts_longer_than_the_rules_let_it() -> None:
    counts = simulate("gin", None, ["knock_limit=0", "big_gin_bonus=none"], policies=["random"], games=300).counts
    assert counts is not None
    assert counts["ended"].shape[1] == MAX_TURNS + 1
    assert counts["ended"][4].sum() > 250


def test_a_figure_that_never_varied_is_not_called_precise() -> None:
    """All of these hands are drawn: the run goes on to its end, and its main figure has no interval."""
    never = {"knock_limit": 0, "hand_size": 11, "stock_floor": 10}
    result = simulate("gin", "eaai", never, policies=["random"], games=300, precision=0.5)
    main = next(row for row in result.rows if row["metric"] == "net" and row["position"] == 1)
    assert (result.games, result.extra["half_width"]) == (300, None)
    assert (main["estimate"], main["low"], main["high"]) == (0, None, None)
