"""Path sets: how much they keep, what they play again, and that threads and blocks make no difference."""

from __future__ import annotations

from threading import Event

import numpy as np
import pytest
from numpy.typing import NDArray

from simcards.answers import paths as path_module
from simcards.answers.chart import open_study
from simcards.answers.paths import PathSet
from simcards.rules import load_rules
from tests.unit.test_gin_paths import FEWER, PRESETS, study


def test_at_most_60_megabytes_a_million_hands() -> None:
    for preset in PRESETS:
        made = study(preset)
        raw = PathSet(made.run, made.question, 0, FEWER, 2)._play(0, FEWER, Event())
        assert raw.lengths.nbytes + raw.points.nbytes <= 60 * FEWER


def test_threads_and_blocks_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    made = study("classic")
    alike = []
    for threads, block, first in [(1, 25_000, 0), (2, 25_000, 0), (2, 700, 0)]:
        monkeypatch.setattr(path_module, "BLOCK", block)
        stored = PathSet(made.run, made.question, first, 3000, threads)
        columns = zip(*stored.map(made.run.rules, lambda paths: paths), strict=True)
        alike.append([np.concatenate(column) for column in columns])
    for other in alike[1:]:
        assert all(np.array_equal(one, two) for one, two in zip(alike[0], other, strict=True))


def test_what_is_not_kept_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    made = study("classic")
    stored = PathSet(made.run, made.question, 0, 3000, 2)
    monkeypatch.setattr(path_module, "BLOCK", 1000)
    once = [paths.value.sum() for paths in stored.map(made.run.rules, lambda paths: paths)]
    kept = set(stored._kept)
    monkeypatch.setattr(path_module, "KEPT_BYTES", 0)
    again = PathSet(made.run, made.question, 0, 3000, 2)
    for _ in range(2):
        assert [paths.value.sum() for paths in again.map(made.run.rules, lambda paths: paths)] == once
    assert kept == {0, 1000, 2000}
    assert again._kept == {}


def test_fits_take_the_first_blocks_up_to_the_cap(monkeypatch: pytest.MonkeyPatch) -> None:
    made = study("classic")
    monkeypatch.setattr(path_module, "BLOCK", 1000)
    monkeypatch.setattr(path_module, "FIT_POINTS", 25_000)
    taken = list(PathSet(made.run, made.question, 0, 5000, 2).scored_blocks(made.run.rules))
    assert len(taken) == 2
    assert sum(len(paths.player) for paths in taken) <= 25_000
    whole = next(PathSet(made.run, made.question, 0, 1000, 1).map(made.run.rules, lambda paths: paths))
    assert np.array_equal(taken[0].value, whole.value)


def test_a_later_set_goes_on_where_the_one_before_it_ends() -> None:
    made = study("classic")
    rules = made.run.rules

    def points(first: int, hands: int) -> NDArray[np.int32]:
        stored = PathSet(made.run, made.question, first, hands, 1)
        return np.concatenate([paths.value for paths in stored.map(rules, lambda paths: paths)])

    assert np.array_equal(points(0, 2000), np.concatenate([points(0, 1200), points(1200, 800)]))


@pytest.mark.parametrize("games", [300, 3001, 100_000])
def test_no_hand_of_a_study_serves_two_purposes(games: int) -> None:
    made = open_study("gin", "knock", load_rules("gin"), games=games, threads=1)
    sets = [made.fitting, made.judging, made.valuing]
    played = [set(range(first, first + hands)) for each in sets for first, hands in each.blocks()]
    assert sum(map(len, played)) == games
    assert set.union(*played) == set(range(games))
    assert min(each.hands for each in sets) >= games // 3
