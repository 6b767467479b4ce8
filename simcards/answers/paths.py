"""Stored paths: hands played once with nobody stopping, scored again and again under other payments and charts."""

from __future__ import annotations

import hashlib
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from simcards.compile import compile_policies, compile_rule_sets, compile_rules, new_record
from simcards.errors import InputError
from simcards.game import StoppingQuestion
from simcards.playing import Run
from simcards.rules import GameRules
from simcards.runs.kinds import Kind

BLOCK = 25_000
"""Hands of a block: what a thread plays and scores at a time. Sums are taken block by block, in order."""

SLICE = 1_000
"""Hands of one kernel call; a running kernel sees no Ctrl-C."""

KEPT_BYTES = 160_000_000
"""Packed points of a path set kept in memory; later blocks are played again when asked for."""

FIT_POINTS = 20_000_000
"""Points of a scored set kept for fitting (320 MB for two players)."""

DIGEST = hashlib.sha256().digest_size
DIGESTS = Kind(np.uint8, (None, DIGEST), 0, 255)
"""Those of some blocks."""

Answer = TypeVar("Answer")


class RawPaths(NamedTuple):
    """Packed paths of a block of hands."""

    lengths: NDArray[np.uint16]
    points: NDArray[Any]


class Paths(NamedTuple):
    """Scored paths, as `simcards.kernels.stopping` reads them."""

    lengths: NDArray[np.uint16]
    player: NDArray[np.int16]
    row: NDArray[np.int16]
    turn: NDArray[np.int16]
    forced: NDArray[np.int16]
    value: NDArray[np.int32]

    @property
    def hands(self) -> int:
        """Number of hands."""
        return len(self.lengths)


@dataclass
class PathSet:
    """The paths of consecutive games of a run, in blocks, played on threads when they are first asked for."""

    run: Run
    question: StoppingQuestion
    first: int
    hands: int
    threads: int
    _kept: dict[int, RawPaths] = field(default_factory=dict)
    _kept_bytes: int = 0
    _digests: dict[int, bytes] = field(default_factory=dict)

    def blocks(self) -> list[tuple[int, int]]:
        """Return (first game, hands) of each block."""
        end = self.first + self.hands
        return [(at, min(BLOCK, end - at)) for at in range(self.first, end, BLOCK)]

    def tally(self, blocks: int) -> bytes:
        """Return the SHA-256 of the packed paths of the first blocks, which have been played."""
        return hashlib.sha256(b"".join(self._digests[first] for first, _ in self.blocks()[:blocks])).digest()

    def digests(self, blocks: int) -> NDArray[np.uint8]:
        """Return the SHA-256 of the packed paths of each of the first blocks, which have been played."""
        whole = b"".join(self._digests[first] for first, _ in self.blocks()[:blocks])
        return np.frombuffer(whole, np.uint8).reshape(blocks, DIGEST)

    def check_digests(self, digests: NDArray[np.uint8]) -> None:
        """Refuse digests of no blocks, or of more than there are.

        Raises
        ------
        InputError
            With how many there are.
        """
        if not 0 < len(digests) <= len(self.blocks()):
            raise InputError(f"it has {len(digests):,} blocks of hands; allowed: 1 to {len(self.blocks()):,}.")

    def remember(self, digests: NDArray[np.uint8]) -> None:
        """Take what `digests` has returned elsewhere for blocks that need not be played again."""
        for (first, _), digest in zip(self.blocks(), digests, strict=False):
            self._digests[first] = digest.tobytes()

    def map(self, rules: GameRules, ask: Callable[[Paths], Answer], start: int = 0) -> Iterator[Answer]:
        """Yield what `ask` says of each block's paths under the payments of `rules`, in order, from a block on."""
        stop = threading.Event()
        # Compiled in this thread, if nothing has yet: Ctrl-C cannot end another one that compiles.
        score(self.run, self.question, rules, self._play(self.first, 0, stop))
        blocks = deque(self.blocks()[start:])
        waiting: deque[Future[Answer]] = deque()
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                while blocks or waiting:
                    while blocks and len(waiting) < 2 * self.threads:
                        waiting.append(pool.submit(self._ask, blocks.popleft(), rules, ask, stop))
                    yield wait_for(waiting.popleft())
            finally:
                stop.set()

    def scored_blocks(self, rules: GameRules) -> Iterator[Paths]:
        """Yield the scored paths of as many blocks as FIT_POINTS allows."""
        points = 0
        for paths in self.map(rules, lambda paths: paths):
            if points and points + len(paths.player) > FIT_POINTS:
                return
            points += len(paths.player)
            yield paths

    def _ask(
        self, block: tuple[int, int], rules: GameRules, ask: Callable[[Paths], Answer], stop: threading.Event
    ) -> Answer:
        first, hands = block
        raw = self._kept.get(first) or self._play(first, hands, stop)
        if first not in self._kept and self._kept_bytes + raw.points.nbytes <= KEPT_BYTES:
            self._kept_bytes += raw.points.nbytes
            self._kept[first] = raw
        return ask(score(self.run, self.question, rules, raw))

    def _play(self, first: int, hands: int, stop: threading.Event) -> RawPaths:
        engine, question = self.run.engine, self.question
        rules = compile_rule_sets(self.run.game, question.path_rules(self.run.rules))
        policies = compile_policies(self.run.policies)
        states = np.zeros(2, engine.state).view(np.recarray)
        scratch = new_record(engine.scratch)
        scratch.seed_low, scratch.seed_high = self.run.seed & 0xFFFFFFFF, self.run.seed >> 32
        lengths = np.zeros(SLICE, np.uint16)
        points = np.zeros(SLICE * question.most_points, question.point_type)
        parts: list[RawPaths] = []
        for at in range(first, first + max(hands, 1), SLICE):
            if stop.is_set():
                raise KeyboardInterrupt
            size = min(SLICE, first + hands - at)
            used = question.record_paths(rules, policies, at, size, states, scratch, lengths, points)
            parts.append(RawPaths(lengths[:size].copy(), points[:used].copy()))
        raw = RawPaths(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))
        if hands:
            self._digests[first] = hashlib.sha256(little_endian(raw.lengths) + little_endian(raw.points)).digest()
        return raw


def little_endian(array: NDArray[Any]) -> bytes:
    """Return the bytes of an array, the same on every machine."""
    return array.astype(array.dtype.newbyteorder("<")).tobytes()


def score(run: Run, question: StoppingQuestion, rules: GameRules, raw: RawPaths) -> Paths:
    """Return packed paths scored under the payments of `rules`."""
    n, players = len(raw.points), run.game.active(run.rules.players)
    player, row, turn, forced = (np.zeros(n, np.int16) for _ in range(4))
    paths = Paths(raw.lengths, player, row, turn, forced, np.zeros((n, players), np.int32))
    question.score_points(compile_rules(run.game, rules), raw.points, new_record(run.engine.state), *paths[1:])
    return paths if question.rows(rules) == question.rows(run.rules) else within(paths, question.rows(rules))


def within(paths: Paths, rows: int) -> Paths:
    """Return paths without the points whose row a lower limit does not allow."""
    allowed = paths.row < rows
    hand = np.repeat(np.arange(paths.hands), paths.lengths)
    lengths = np.bincount(hand[allowed], minlength=paths.hands).astype(np.uint16)
    columns = (paths.player, paths.row, paths.turn, paths.forced)
    player, row, turn, forced = (column[allowed] for column in columns)
    return Paths(lengths, player, row, turn, forced, paths.value[allowed])


def wait_for(future: Future[Any]) -> Any:
    """Return a future's result, waiting in short steps so that Ctrl-C is seen at once on every system."""
    while True:
        try:
            return future.result(timeout=0.1)
        except TimeoutError:
            if future.done():
                raise
