"""Dask's workers on this machine against threads, and what a block costs the command that gives it out."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from importlib.util import find_spec
from statistics import median

from scripts.timing.hands import hand_title
from scripts.timing.rounds import Job, Row, must_agree, scaled, take_turns
from simcards.simulation import simulate
from simcards.workers.cluster import Cluster
from simcards.workers.ordered import Pool, Workers
from simcards.workers.threads import Threads

LOCAL = "local:2"
HANDS = 10_000_000
"""Forty blocks, some five seconds of two idle cores."""
ROUNDS = 3
MISSING = "Dask is not installed, so the rows of a cluster are left out (pip install 'simcards[cluster]')."


def measured_rows(scale: float) -> tuple[list[Row], list[str]]:
    """Return the rows of a cluster where Dask is installed, and notes."""
    if find_spec("distributed") is None:
        return [], [MISSING]
    hands = scaled(HANDS, scale)
    with Cluster(LOCAL).pool() as pool:
        jobs = [_job("2 threads", hands, Threads(2)), _job(LOCAL, hands, _Started(pool))]
        threads, dask = take_turns(jobs, ROUNDS)
    must_agree([threads, dask])
    spent, blocks = median(dask.processor), -(-hands // Cluster.block)
    shares = (busy / took for busy, took in zip(dask.processor, dask.wall, strict=True))
    title = hand_title("greedy")
    return [
        Row(
            f"{title}, simulate() on Dask's {LOCAL}",
            dask.wall_rate,
            "hands/s",
            "speed of 2 threads",
            dask.speed_over(threads),
        ),
        Row(
            f"a block of {Cluster.block:,} hands, for the command and its scheduler",
            1000 * spent / blocks,
            "ms",
            "a core at that speed",
            median(shares),
        ),
    ], []


@dataclass(frozen=True)
class _Started:
    """Workers that wait already: what starting them takes is no matter of speed."""

    started: Pool
    block: int = Cluster.block

    def pool(self) -> AbstractContextManager[Pool]:
        """Return the workers."""
        return nullcontext(self.started)


def _job(name: str, hands: int, workers: Workers) -> Job:
    """Return the job of so many hands, in blocks of the same size whoever plays."""

    def run() -> object:
        return simulate("gin", "classic", policies=["greedy"], games=hands, workers=workers, block=Cluster.block).tally

    return Job(name, run, hands)
