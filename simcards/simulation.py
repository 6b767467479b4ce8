"""Stage 3: hands played in blocks by workers, counted in integers that neither their number nor kind can change."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from simcards import registry
from simcards.compile import parse_policies
from simcards.counts import Counts
from simcards.errors import InputError, WorkersLost
from simcards.kernels.rng import STREAM_VERSION
from simcards.limits import MOST_GAMES, MOST_MATCHES, MOST_SEED, check_precision, check_range
from simcards.playing import Run, compile_first, no_counts
from simcards.result import Result
from simcards.rules import GameRules, load_rules
from simcards.runs.names import RESULTS
from simcards.runs.store import new_store
from simcards.stats import sequence_half_width
from simcards.workers.ordered import Workers, play
from simcards.workers.threads import chosen_workers

FIRST_LOOK = 10_000
LOOK_GROWTH = 5, 4
"""With `precision`, the run is looked at after FIRST_LOOK games and then each time it has grown by a quarter."""

HANDS_OF_MATCH = 100
"""What a match is reckoned at when a block's size is chosen: many are shorter, and few reach ten times as many."""

Progress = Callable[[int, int], None]
"""Called with games done and games in all."""


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
    match: bool = False,
    threads: int | None = None,
    block: int | None = None,
    progress: Progress | None = None,
    first: int = 0,
    name: str | None = None,
    results: str | Path = RESULTS,
    workers: Workers | None = None,
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
        Go on until the half-width of the main figure (points, stakes, a share of matches) is at most this. Its interval
        is then that of a confidence sequence, which holds although the end was chosen by looking.
    match
        Play whole matches; `games` is then their number. One that is undecided after 1,000 hands ends so.
    threads
        Default: one a processor. The result does not depend on it, nor on `block`, the games counted together, of which
        each kind of workers has its own number.
    progress
        Called with (games done, games in all) now and then.
    first
        Number of the first game: runs of different games of one seed can be merged.
    name
        Keep the run in the folder of this name in `results` while it goes on, so that it can be resumed and extended
        (`simcards.answers.stored`).
    results
        The folder of all runs.
    workers
        Who plays, in place of threads: `simcards.Processes(4)`, `simcards.Cluster("tcp://host:8786")`.

    Returns
    -------
    Result
        After Ctrl-C, of the games done until then, if there are any, with `extra["interrupted"]` true; so too if the
        workers were lost, and `extra["lost"]` then says how.

    Raises
    ------
    InputError
        If something is out of its range.
    WorkersLost
        If the workers were lost before anything was counted.
    """
    found = registry.game(game)
    rule_set = load_rules(game, rules, overrides)
    chosen = parse_policies(found, policies, rule_set.players)
    workers = chosen_workers(threads, workers)
    games = check_range("--games", games, 1, MOST_MATCHES if match else MOST_GAMES)
    first = check_range("--first", first, 0, MOST_GAMES)
    seed = check_range("--seed", seed, 0, MOST_SEED)
    if block is not None:
        block = check_range("--block", block, 1, MOST_GAMES)
    if precision is not None:
        check_precision(precision)
    plan = Plan(Run(found, rule_set, tuple(chosen), seed, match=match), first, games, precision)
    if name is None:
        return collect(plan, workers, block, progress)
    with new_store(name, plan.about(), games, results) as store:
        return collect(plan, workers, block, progress, store)


class Keeper(Protocol):
    """Where the counts of a plan's games are kept while it goes on."""

    counts: Counts | None
    """Of the games that were counted before; None of no games."""

    @property
    def done(self) -> int:
        """How many they are."""

    def keep(self, first: int, counts: Counts, done: int, *, now: bool = False, ended: bool = False) -> None:
        """Note that games `first` … `first + done - 1` are counted; write it if it is time to, or `now`.

        A plan that has `ended` with them wants no more of them.
        """


@dataclass(frozen=True)
class Plan:
    """A run and how many of its games are to be counted."""

    run: Run
    first: int
    games: int
    precision: float | None

    def about(self) -> dict[str, Any]:
        """Return all that the numbers depend on, as a stored run keeps it."""
        return {"command": "simulate", **self.run.about(), "first": self.first, "precision": self.precision}

    @property
    def looks(self) -> list[int]:
        """Numbers of games after which it is looked at."""
        return look_plan(self.games) if self.precision is not None else []

    def precise(self, counts: Counts) -> bool:
        """Return whether the main figure is known as well as was asked for."""
        half = sequence_half_width(*self.run.counting.main_moments(counts, self.run.alike))
        return half <= (self.precision or 0)


def collect(
    plan: Plan,
    workers: Workers,
    block: int | None = None,
    progress: Progress | None = None,
    store: Keeper | None = None,
) -> Result:
    """Play what is left of a plan and return the result; with a store, what is in it counts as played.

    Games are counted from the first on. After Ctrl-C, or if the workers are lost, the result has those counted until
    then, if there are any.

    Raises
    ------
    InputError
        If the store cannot be written; the checkpoint before can still be read.
    WorkersLost
        If the workers are lost before anything was counted.
    """
    run, games, looks = plan.run, plan.games, plan.looks
    total, done = no_counts(run), 0
    if store is not None and store.counts is not None:
        total, done = store.counts, store.done
    usual = max(workers.block // HANDS_OF_MATCH, 1) if run.match else workers.block
    # What was cut short where it was precise ends there.
    precise = done in looks and plan.precise(total)
    blocks = block_plan(done if precise else games, block or usual, looks, done)
    played = play(((run, plan.first + at, size) for at, size in blocks), workers)
    try:
        compile_first(run)
        for (_, _, size), (counts,) in played:
            total, done = total + counts, done + size  # at once: Ctrl-C must not come between the two
            if store is not None:
                store.keep(plan.first, total, done)
            if progress is not None:
                progress(done, games)
            if done in looks and plan.precise(total):
                break
        if store is not None:
            store.keep(plan.first, total, done, now=True, ended=True)
    except (KeyboardInterrupt, WorkersLost) as ended:
        if store is not None:
            store.keep(plan.first, total, done, now=True)
        if done == 0:
            raise
        lost = "" if isinstance(ended, KeyboardInterrupt) else str(ended)
        return told(plan, total, done, interrupted=True, lost=lost)
    except BaseException:
        if store is not None:
            with contextlib.suppress(InputError):  # of a full disk, which may be what it was
                store.keep(plan.first, total, done, now=True)
        raise
    finally:
        played.close()
    return told(plan, total, done, interrupted=False)


def told(plan: Plan, counts: Counts, games: int, *, interrupted: bool, lost: str = "") -> Result:
    """Return the counts of a plan's games as a result; `lost` says how the workers were lost, if they were."""
    run, precision, counting = plan.run, plan.precision, plan.run.counting
    rows: list[dict[str, Any]] = counting.rows(counts)
    if counting.slow_rows is not None:
        try:
            rows += counting.slow_rows(counts, run.rules)
        except KeyboardInterrupt:  # what was played is shown all the same
            interrupted = True
    extra: dict[str, Any] = {"stream": STREAM_VERSION, "interrupted": interrupted}
    if run.match:
        extra["match"] = True
    if lost:
        extra["lost"] = lost
    if plan.first:
        extra["first"] = plan.first
    if precision is not None:
        half = sequence_half_width(*counting.main_moments(counts, run.alike))
        known = half < math.inf
        extra |= {"precision": precision, "half_width": half if known else None}
        for row in rows:
            if row["metric"] == counting.main_metric and (row["position"] == 1 if run.alike else row["seat"] == 0):
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
