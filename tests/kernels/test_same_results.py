"""Compiled, bounds-checked and interpreted runs give the same counts, each held to the same literals.

`scripts/test` runs what is marked `kernels` three times: as it is, with NUMBA_BOUNDSCHECK=1 and NUMBA_DISABLE_JIT=1.
"""

from __future__ import annotations

import os

import pytest

from simcards.cards import card_text
from simcards.kernels.deadwood import best_discard, least_deadwood
from simcards.kernels.jit import INTERPRETED
from simcards.simulation import simulate
from tests.gin_table import mask

GAMES = 300
SEED = 2**33 + 7

CASES: dict[str, tuple[str, list[str], list[str], str, list[int]]] = {
    "classic": (
        "classic",
        [],
        ["greedy", "simple"],
        "6ab3a38caa773a18b2be8e4f598bacf21cb538b0875c9d14fa7b73918e8c8870",
        [2, 0, 281, 17, 0],
    ),
    "web": (
        "web",
        [],
        ["greedy:knock_by_turn=10/10/7/4/0"],
        "46e99c62455a5de7a88e2ebc433ff5b0ede23b5934541a91f303cbd11f7d37d0",
        [242, 26, 24, 0, 8],
    ),
    "oklahoma": (
        "oklahoma",
        ["return_discard=true"],
        ["simple", "greedy:gin_from=3"],
        "7600ae1b4b719056ca4bb2a0b89f52b8e22a871b683125a528fce0fb0c891eec",
        [76, 1, 153, 65, 5],
    ),
    "eaai": (
        "eaai",
        ["layoff_after_melds=true"],
        ["simple"],
        "051b6d418fac954f1a5b87414805483fa08ec081f54a5c24f29f27473e6f2307",
        [4, 0, 277, 17, 2],
    ),
    "eleven cards": (
        "classic",
        ["hand_size=11", "knock_limit=40", "undercut_tie=false", "big_gin_bonus=50"],
        ["greedy:knock=40", "simple:knock=40"],
        "de9ad719825d68e041d4fd78950c8eb570063076fd80eba807fb85d987139294",
        [0, 0, 279, 21, 0],
    ),
    "three cards": (
        "classic",
        ["hand_size=3", "stock_floor=0", "layoff=false"],
        ["random", "greedy:knock=0"],
        "372a8e1d9a2d1ffa71306a0a770858fd9d4ea7419d8fb241b33f70ecea8d96bd",
        [233, 0, 19, 48, 0],
    ),
    "random": (
        "classic",
        ["big_gin_bonus=none", "knock_limit=60"],
        ["random"],
        "646db020cdd6781033ece3a0d10961d40ab77d8e2923b349d19955399c268471",
        [0, 0, 212, 88, 0],
    ),
}


@pytest.mark.kernels
@pytest.mark.parametrize("name", CASES)
def test_pinned_counts(name: str) -> None:
    preset, overrides, policies, tally, ended = CASES[name]
    result = simulate("gin", preset, overrides, policies=policies, games=GAMES, seed=SEED)
    assert result.counts is not None
    assert result.counts["outcome"].sum(axis=0).tolist() == ended
    assert result.tally == tally


@pytest.mark.kernels
def test_numbers_stay_whole() -> None:
    """What kernels return, and what they write, is never a float, in any way of running."""
    left, card = best_discard(mask("7c 7d 7h Ks 2c"), 0)
    assert (card_text(int(card)), int(left)) == ("Ks", 2)
    for value in (left, card, least_deadwood(mask("Ks"))):
        assert isinstance(value, int) or value.dtype.kind == "i"


@pytest.mark.kernels
def test_runs_are_what_they_say() -> None:
    """The second and third run would prove nothing if the switches were ignored."""
    assert (os.environ.get("NUMBA_DISABLE_JIT", "0") == "1") == INTERPRETED
    assert hasattr(least_deadwood, "py_func") != INTERPRETED
