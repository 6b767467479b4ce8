"""Jobs that take turns, so that whatever else the machine does meets them all alike."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import median


class DisagreementError(Exception):
    """What was measured gave a wrong answer; its speed means nothing."""


@dataclass(frozen=True)
class Job:
    """Something to time: `run` does `units` of work and returns an answer that depends on all of it."""

    name: str
    run: Callable[[], object]
    units: int


@dataclass(frozen=True)
class Timed:
    """The seconds of a job's rounds, by the clock and of the processor (all threads of this process)."""

    job: Job
    answer: object
    wall: list[float]
    processor: list[float]

    @property
    def rate(self) -> float:
        """Units a second of one processor: the median of the rounds."""
        return self.job.units / median(self.processor)

    @property
    def wall_rate(self) -> float:
        """Units a second by the clock: the best of the rounds, since waiting for a processor is not the job's own."""
        return self.job.units / min(self.wall)

    def cost_in(self, other: Timed) -> float:
        """Return what a unit costs in units of `other`, by processor time: the median of the ratios of each round."""
        ratios = (mine / theirs for mine, theirs in zip(self.processor, other.processor, strict=True))
        return median(ratios) * other.job.units / self.job.units

    def speed_over(self, other: Timed) -> float:
        """Return how many times as fast as `other` it is by the clock: the ratio of the best rounds."""
        return self.wall_rate / other.wall_rate


@dataclass(frozen=True)
class Row:
    """A line of the answer; without a `ratio` there is nothing to compare with."""

    what: str
    rate: float
    unit: str
    against: str | None = None
    ratio: float | None = None
    target: str | None = None

    def to_dict(self) -> dict[str, object]:
        """Return the row with four significant digits."""
        ratio = None if self.ratio is None else _short(self.ratio)
        return asdict(self) | {"rate": _short(self.rate), "ratio": ratio}


def _short(value: float) -> float:
    digits = float(f"{value:.4g}")
    return int(digits) if digits >= 1000 else digits


def scaled(units: int, scale: float) -> int:
    """Return that share of a round's usual work, at least one unit."""
    return max(1, round(units * scale))


def take_turns(jobs: Sequence[Job], rounds: int) -> list[Timed]:
    """Run every job once unmeasured, then all of them in turn `rounds` times.

    Raises
    ------
    DisagreementError
        If a job's answer changes.
    """
    timed = [Timed(job, job.run(), [], []) for job in jobs]
    for _ in range(rounds):
        for one in timed:
            wall, processor = time.perf_counter(), time.process_time()
            answer = one.job.run()
            one.processor.append(time.process_time() - processor)
            one.wall.append(time.perf_counter() - wall)
            if answer != one.answer:
                raise DisagreementError(f"{one.job.name}: {answer} in one round, {one.answer} in the first.")
    return timed


def must_agree(timed: Sequence[Timed]) -> None:
    """Refuse jobs on the same input whose answers differ.

    Raises
    ------
    DisagreementError
        With the answers.
    """
    if any(one.answer != timed[0].answer for one in timed):
        raise DisagreementError("; ".join(f"{one.job.name}: {one.answer}" for one in timed))
