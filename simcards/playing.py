"""Hands played in blocks, each counted in integers by itself, whoever plays it and whenever."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from simcards import registry
from simcards.compile import Policy, compile_policies, compile_rule_sets, new_record, parse_policies
from simcards.counts import Array, Counts
from simcards.errors import InputError
from simcards.game import Counting, Engine, Game
from simcards.kernels.rng import STREAM_VERSION
from simcards.rules import GameRules
from simcards.runs.about import about_rules, rules_about

SLICE_SECONDS = 0.05
"""What one kernel call aims at; a running kernel sees no Ctrl-C."""

FIRST_SLICE = 64


class Stop(Protocol):
    """What tells a block that is being played to end: an event of threads, or what stands for it elsewhere."""

    def is_set(self) -> bool:
        """Return whether to end."""


@dataclass(frozen=True)
class Run:
    """What to play: everything that the counts of a game number depend on."""

    game: Game
    rules: GameRules
    policies: tuple[Policy, ...]
    seed: int
    rescored: tuple[GameRules, ...] = ()
    """Rule sets that the same games are counted under too; they differ in the `rescored` options only."""
    match: bool = False
    """Whether games are whole matches, and not hands."""

    def __post_init__(self) -> None:
        """Refuse matches of a game that has none."""
        if self.match and self.engine.match is None:
            raise InputError(
                f"{self.game.name} has no matches; allowed: hands, and sessions of them, as in "
                f"'simcards simulate {self.game.name} --session 100 --bring 30'."
            )

    @property
    def rule_sets(self) -> tuple[GameRules, ...]:
        """The rules that hands are played under, and those that they are counted under too."""
        return (self.rules, *self.rescored)

    @property
    def engine(self) -> Engine:
        """The game's kernels."""
        return self.game.load_engine()

    @property
    def counting(self) -> Counting:
        """How games are played and counted."""
        engine = self.engine
        return engine.match if self.match and engine.match is not None else engine

    @property
    def same_policy(self) -> bool:
        """Whether all seats play the same policy."""
        return len({str(policy) for policy in self.policies}) == 1

    @property
    def alike(self) -> bool:
        """Whether every position is always played alike: by the same policy in all seats, or by that of its role."""
        return self.same_policy or bool(self.game.roles)

    def about(self) -> dict[str, Any]:
        """Return in plain values all that the numbers under the first rule set depend on."""
        return {
            **about_rules(self.rules),
            "policies": [str(policy) for policy in self.policies],
            "seed": self.seed,
            "stream": STREAM_VERSION,
            **({"match": True} if self.match else {}),
        }


def run_about(about: Mapping[str, Any], rescored: Sequence[GameRules] = ()) -> Run:
    """Return the run that `Run.about` tells of, its rules and policies checked like any other.

    Raises
    ------
    InputError
        If they are none that can be played.
    """
    game, rules = registry.game(about["game"]), rules_about(about)
    policies = tuple(parse_policies(game, about["policies"], rules.players))
    return Run(game, rules, policies, int(about["seed"]), tuple(rescored), bool(about.get("match")))


def no_counts(run: Run) -> Counts:
    """Return the counts of no hands."""
    return Counts.zero(run.counting.count_shapes(run.rule_sets), run.counting.count_axes)


def all_shapes(run: Run) -> dict[str, tuple[int, ...]]:
    """Return the shapes of what a run counts, the first axis being the rule set."""
    shapes = run.counting.count_shapes(run.rule_sets)
    return {name: (len(run.rule_sets), *shapes[name]) for name in run.counting.count_axes}


def play_arrays(run: Run, first: int, games: int, stop: Stop) -> tuple[Array, ...] | None:
    """Return what `games` games from number `first` on count, as arrays whose first axis is the rule set.

    None if `stop` was set before the end.
    """
    engine, run_slice = run.engine, run.counting.run_slice
    params, policies = compile_rule_sets(run.game, run.rule_sets), compile_policies(run.policies)
    state, scratch = new_record(engine.state), new_record(engine.scratch)
    counts = tuple(np.zeros(shape, np.int64) for shape in all_shapes(run).values())
    scratch.seed_low, scratch.seed_high = run.seed & 0xFFFFFFFF, run.seed >> 32
    at, size = first, FIRST_SLICE
    run_slice(params, policies, at, 0, state, scratch, counts)
    while at < first + games:
        if stop.is_set():
            return None
        size = min(size, first + games - at)
        start = time.perf_counter()
        run_slice(params, policies, at, size, state, scratch, counts)
        took = time.perf_counter() - start
        at += size
        size = max(1, min(2 * size, int(size * SLICE_SECONDS / took) if took else 2 * size))
    return counts


def counts_of(run: Run, arrays: Sequence[Array]) -> tuple[Counts, ...]:
    """Return the counts under each rule set of a run from what `play_arrays` returned."""
    sets = range(len(run.rule_sets))
    return tuple(Counts.of_arrays([array[i] for array in arrays], run.counting.count_axes) for i in sets)


def play_block(run: Run, first: int, games: int, stop: Stop) -> tuple[Counts, ...] | None:
    """Return the counts of `games` games from number `first` on under each rule set of the run.

    None if `stop` was set before the end.
    """
    arrays = play_arrays(run, first, games, stop)
    return None if arrays is None else counts_of(run, arrays)


def compile_first(run: Run) -> None:
    """Compile in this thread, if nothing has yet, what others are to run: Ctrl-C cannot end a thread that compiles."""
    play_block(run, 0, 0, threading.Event())
