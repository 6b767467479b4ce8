"""Stage 3: hands played in blocks on threads, counted in integers that no number of threads can change."""

from __future__ import annotations

import math
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simcards import registry
from simcards.compile import Policy, compile_policies, compile_rule_sets, new_record, parse_policies
from simcards.counts import Counts
from simcards.errors import InputError
from simcards.game import Engine, Game
from simcards.kernels.rng import STREAM_VERSION
from simcards.limits import MOST_GAMES, MOST_SEED, MOST_THREADS, check_range, processors
from simcards.result import Result
from simcards.rules import GameRules, load_rules
from simcards.runs.names import RESULTS
from simcards.runs.store import Store, new_store
from simcards.stats import sequence_half_width

BLOCK = 20_000
"""Games that are counted together."""

SLICE_SECONDS = 0.05
"""What one kernel call aims at; a running kernel sees no Ctrl-C."""

FIRST_SLICE = 64

FIRST_LOOK = 10_000
LOOK_GROWTH = 5, 4
"""With `precision`, the run is looked at after FIRST_LOOK games and then each time it has grown by a quarter."""

Progress = Callable[[int, int], None]
"""Called with games done and games in all."""


@dataclass(frozen=True)
class Run:
    """What to play: everything that the counts of a game number depend on."""

    game: Game
    rules: GameRules
    policies: tuple[Policy, ...]
    seed: int
    rescored: tuple[GameRules, ...] = ()
    """Rule sets that the same hands are counted under too; they differ in the engine's `rescored` options only."""

    @property
    def rule_sets(self) -> tuple[GameRules, ...]:
        """The rules that hands are played under, and those that they are counted under too."""
        return (self.rules, *self.rescored)

    @property
    def engine(self) -> Engine:
        """The game's kernels."""
        return self.game.load_engine()

    @property
    def same_policy(self) -> bool:
        """Whether all seats play the same policy."""
        return len({str(policy) for policy in self.policies}) == 1


def no_counts(run: Run) -> Counts:
    """Return the counts of no hands."""
    return Counts.zero(run.engine.count_shapes(run.rule_sets), run.engine.count_axes)


def play_block(run: Run, first: int, games: int, stop: threading.Event) -> tuple[Counts, ...] | None:
    """Return the counts of `games` games from number `first` on under each rule set of the run.

    None if `stop` was set before the end.
    """
    engine = run.engine
    params, policies = compile_rule_sets(run.game, run.rule_sets), compile_policies(run.policies)
    state, scratch = new_record(engine.state), new_record(engine.scratch)
    shapes = engine.count_shapes(run.rule_sets)
    counts = tuple(np.zeros((len(params), *shapes[name]), np.int64) for name in engine.count_axes)
    scratch.seed_low, scratch.seed_high = run.seed & 0xFFFFFFFF, run.seed >> 32
    at, size = first, FIRST_SLICE
    engine.run_slice(params, policies, at, 0, state, scratch, counts)
    while at < first + games:
        if stop.is_set():
            return None
        size = min(size, first + games - at)
        start = time.perf_counter()
        engine.run_slice(params, policies, at, size, state, scratch, counts)
        took = time.perf_counter() - start
        at += size
        size = max(1, min(2 * size, int(size * SLICE_SECONDS / took) if took else 2 * size))
    return tuple(Counts.of_arrays([array[i] for array in counts], engine.count_axes) for i in range(len(params)))


def compile_first(run: Run) -> None:
    """Compile in this thread, if nothing has yet, what others are to run: Ctrl-C cannot end a thread that compiles."""
    play_block(run, 0, 0, threading.Event())


def play_blocks(run: Run, blocks: Iterator[tuple[int, int]], threads: int) -> Generator[tuple[int, tuple[Counts, ...]]]:
    """Yield (games, counts by rule set) of blocks (first game, games) in order, playing up to `threads` at a time.

    When the caller closes the iterator, or an error or Ctrl-C passes through it, running slices end and the rest is
    left.
    """
    stop = threading.Event()
    waiting: deque[tuple[int, Future[tuple[Counts, ...] | None]]] = deque()
    with ThreadPoolExecutor(threads) as pool:
        try:
            while True:
                while len(waiting) < 2 * threads and (block := next(blocks, None)) is not None:
                    waiting.append((block[1], pool.submit(play_block, run, *block, stop)))
                if not waiting:
                    return
                games, future = waiting.popleft()
                while not future.done():  # short waits, so that Ctrl-C is seen at once on every system
                    wait([future], timeout=0.1)
                counts = future.result()
                if counts is not None:
                    yield games, counts
        finally:
            stop.set()


def block_plan(games: int, block: int, looks: Sequence[int] = (), done: int = 0) -> Iterator[tuple[int, int]]:
    """Yield (first game, games) of the blocks of a run of which `done` are played; none reaches across a look."""
    edges = [*looks, games]
    at = done
    for edge in edges:
        while at < min(edge, games):
            size = min(block, edge - at)
            yield at, size
            at += size


def look_plan(games: int) -> list[int]:
    """Return the numbers of games, up to `games`, after which a run with `precision` is looked at."""
    looks, look = [], FIRST_LOOK
    while look < games:
        looks.append(look)
        look = look * LOOK_GROWTH[0] // LOOK_GROWTH[1]
    return [*looks, games]


def simulate(  # noqa: PLR0913 (all but the rules have defaults and go by name)
    game: str,
    rules: GameRules | str | Path | Mapping[str, object] | None = None,
    overrides: Mapping[str, object] | Sequence[str] = (),
    *,
    policies: Sequence[str] = (),
    games: int = 100_000,
    seed: int = 1,
    precision: float | None = None,
    threads: int | None = None,
    block: int = BLOCK,
    progress: Progress | None = None,
    first: int = 0,
    name: str | None = None,
    results: str | Path = RESULTS,
) -> Result:
    """Play hands of a game and return how they end and what they pay, with intervals.

    Parameters
    ----------
    game
        Name of the game.
    rules, overrides
        What `simcards.load_rules` takes, or a rule set.
    policies
        One policy for all seats, one a seat, or none: the game's default.
    games
        Hands to play; with `precision`, the most.
    seed
        0 to 2⁶⁴ − 1. Same seed, same cards, whatever the rules and policies.
    precision
        Go on until the half-width of the main figure (points or stakes) is at most this. Its interval is then that of
        a confidence sequence, which holds although the end was chosen by looking.
    threads
        Default: one a processor. The result does not depend on it, nor on `block`, the games counted together.
    progress
        Called with (games done, games in all) now and then.
    first
        Number of the first game: runs of different games of one seed can be merged.
    name
        Keep the run in the folder of this name in `results` while it goes on, so that it can be resumed and extended
        (`simcards.answers.stored`).
    results
        The folder of all runs.

    Returns
    -------
    Result
        After Ctrl-C, of the games done until then, if there are any, with `extra["interrupted"]` true.

    Raises
    ------
    InputError
        If something is out of its range.
    """
    found = registry.game(game)
    rule_set = rules if isinstance(rules, GameRules) else load_rules(game, rules, overrides)
    chosen = parse_policies(found, policies, rule_set.players)
    threads = processors() if threads is None else threads
    check_range("--games", games, 1, MOST_GAMES)
    check_range("--first", first, 0, MOST_GAMES)
    check_range("--seed", seed, 0, MOST_SEED)
    check_range("--threads", threads, 1, MOST_THREADS)
    check_range("--block", block, 1, MOST_GAMES)
    if precision is not None and not 0 < precision < float("inf"):
        raise InputError(f"--precision was given {precision}; allowed: a number above 0.")
    plan = Plan(Run(found, rule_set, tuple(chosen), seed), first, games, precision)
    if name is None:
        return collect(plan, threads, block, progress)
    with new_store(name, plan.about(), games, results) as store:
        return collect(plan, threads, block, progress, store)


@dataclass(frozen=True)
class Plan:
    """A run and how many of its games are to be counted."""

    run: Run
    first: int
    games: int
    precision: float | None

    def about(self) -> dict[str, Any]:
        """Return all that the numbers depend on, as a stored run keeps it."""
        rules = self.run.rules
        return {
            "command": "simulate",
            "game": rules.game,
            "preset": rules.preset,
            "name": rules.name,
            "rules": rules.options(),
            "rules_hash": rules.hash,
            "policies": [str(policy) for policy in self.run.policies],
            "seed": self.run.seed,
            "first": self.first,
            "stream": STREAM_VERSION,
            "precision": self.precision,
        }

    def precise(self, counts: Counts) -> bool:
        """Return whether the main figure is known as well as was asked for."""
        half = sequence_half_width(*self.run.engine.main_moments(counts, self.run.same_policy))
        return half <= (self.precision or 0)


def collect(
    plan: Plan, threads: int, block: int = BLOCK, progress: Progress | None = None, store: Store | None = None
) -> Result:
    """Play what is left of a plan and return the result; with a store, what is in it counts as played.

    Games are counted from the first on. After Ctrl-C the result has those counted until then, if there are any.

    Raises
    ------
    InputError
        If the store cannot be written; the checkpoint before can still be read.
    """
    run, games = plan.run, plan.games
    looks = look_plan(games) if plan.precision is not None else []
    total, done = no_counts(run), 0
    if store is not None and store.counts is not None:
        total, done = store.counts, store.done
    blocks = ((plan.first + at, size) for at, size in block_plan(games, block, looks, done))
    played = play_blocks(run, blocks, min(threads, -(-games // block)))
    try:
        compile_first(run)
        for size, (counts,) in played:
            total, done = total + counts, done + size  # at once: Ctrl-C must not come between the two
            if store is not None:
                store.keep(plan.first, total, done)
            if progress is not None:
                progress(done, games)
            if done in looks and plan.precise(total):
                break
    except KeyboardInterrupt:
        if store is not None:
            store.keep(plan.first, total, done, now=True)
        if done == 0:
            raise
        return told(plan, total, done, interrupted=True)
    finally:
        played.close()
    if store is not None:
        store.keep(plan.first, total, done, now=True)
    return told(plan, total, done, interrupted=False)


def told(plan: Plan, counts: Counts, games: int, *, interrupted: bool) -> Result:
    """Return the counts of a plan's games as a result."""
    run, precision, engine = plan.run, plan.precision, plan.run.engine
    rows: list[dict[str, Any]] = engine.rows(counts)
    extra: dict[str, Any] = {"stream": STREAM_VERSION, "interrupted": interrupted}
    if plan.first:
        extra["first"] = plan.first
    if precision is not None:
        half = sequence_half_width(*engine.main_moments(counts, run.same_policy))
        known = half < math.inf
        extra |= {"precision": precision, "half_width": half if known else None}
        for row in rows:
            if row["metric"] == "net" and (row["position"] == 1 if run.same_policy else row["seat"] == 0):
                row["low"], row["high"] = (row["estimate"] - half, row["estimate"] + half) if known else (None, None)
    return Result(
        command="simulate",
        rules=run.rules,
        rows=rows,
        seed=run.seed,
        games=games,
        policies=[str(policy) for policy in run.policies],
        tally=counts.tally,
        extra=extra,
        counts=counts,
    )
