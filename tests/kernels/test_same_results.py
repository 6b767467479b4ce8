"""Compiled, bounds-checked and interpreted runs give the same counts, each held to the same literals.

`scripts/test` runs what is marked `kernels` three times: as it is, with NUMBA_BOUNDSCHECK=1 and NUMBA_DISABLE_JIT=1.
"""

from __future__ import annotations

import os
import threading
from typing import Any

import numpy as np
import pytest

from simcards import registry
from simcards.cards import card_text
from simcards.compile import parse_policies
from simcards.kernels.deadwood import best_discard, least_deadwood
from simcards.kernels.jit import INTERPRETED
from simcards.kernels.matches import End
from simcards.playing import Run, play_block
from simcards.rules import load_rules
from simcards.simulation import simulate
from tests.gin_table import mask

GAMES = 300
SEED = 2**33 + 7

CASES: dict[str, tuple[str, str, list[str], list[str], str, list[int]]] = {
    "gin: classic": (
        "gin",
        "classic",
        [],
        ["greedy", "simple"],
        "6ab3a38caa773a18b2be8e4f598bacf21cb538b0875c9d14fa7b73918e8c8870",
        [2, 0, 281, 17, 0],
    ),
    "gin: web": (
        "gin",
        "web",
        [],
        ["greedy:knock_by_turn=10/10/7/4/0"],
        "46e99c62455a5de7a88e2ebc433ff5b0ede23b5934541a91f303cbd11f7d37d0",
        [242, 26, 24, 0, 8],
    ),
    "gin: oklahoma": (
        "gin",
        "oklahoma",
        ["return_discard=true"],
        ["simple", "greedy:gin_from=3"],
        "7600ae1b4b719056ca4bb2a0b89f52b8e22a871b683125a528fce0fb0c891eec",
        [76, 1, 153, 65, 5],
    ),
    "gin: eaai": (
        "gin",
        "eaai",
        ["layoff_after_melds=true"],
        ["simple"],
        "051b6d418fac954f1a5b87414805483fa08ec081f54a5c24f29f27473e6f2307",
        [4, 0, 277, 17, 2],
    ),
    "gin: eleven cards": (
        "gin",
        "classic",
        ["hand_size=11", "knock_limit=40", "undercut_tie=false", "big_gin_bonus=50"],
        ["greedy:knock=40", "simple:knock=40"],
        "de9ad719825d68e041d4fd78950c8eb570063076fd80eba807fb85d987139294",
        [0, 0, 279, 21, 0],
    ),
    "gin: three cards": (
        "gin",
        "classic",
        ["hand_size=3", "stock_floor=0", "layoff=false"],
        ["random", "greedy:knock=0"],
        "372a8e1d9a2d1ffa71306a0a770858fd9d4ea7419d8fb241b33f70ecea8d96bd",
        [233, 0, 19, 48, 0],
    ),
    "gin: random": (
        "gin",
        "classic",
        ["big_gin_bonus=none", "knock_limit=60"],
        ["random"],
        "646db020cdd6781033ece3a0d10961d40ab77d8e2923b349d19955399c268471",
        [0, 0, 212, 88, 0],
    ),
    "gin3: captain": (
        "gin3",
        "captain",
        [],
        ["greedy", "simple"],
        "f3d8ff429e53fc71f7a6d8de79667dda33c302c31e3467141fd2f8f7fe276949",
        [5, 0, 280, 15, 0],
    ),
    "gin3: free": (
        "gin3",
        "gin20",
        ["first_turn=free", "oklahoma=true", "big_gin_bonus=50"],
        ["random", "greedy:gin_from=3"],
        "70def221b16f96848703b6c56b652c1cfe2d4c072ba4303c7a1fae040ae3e025",
        [257, 32, 3, 0, 8],
    ),
    "tonk: three kinds": (
        "tonk",
        "wikipedia",
        [],
        ["simple:drop=9", "cautious:each=4,low=2", "random"],
        "0d132bb692dd49b8eca3427bf127d94957da0fdae3f1556fcf2139b6f7ca3066",
        [3, 116, 177, 4, 0, 0, 0, 0],
    ),
    "tonk: two": (
        "tonk",
        "pagat",
        ["players=2", "cards_dealt=auto", "drop_timing=own_turn", "hit_freeze=2", "freeze_blocks=both"],
        ["simple:drop_by_turn=30/20/10,hit=own", "cautious:each=3,low=5"],
        "02b48d287ceaa198af15b865b97c23e0a4b9ccbc3520836e10f5ea0ab7d1e31c",
        [33, 237, 17, 12, 1, 0, 0, 0],
    ),
    "tonk: six": (
        "tonk",
        "low_hands",
        ["players=6", "drop_timing=any_time", "spades_bet=3", "held_spreads_count=false", "caught_pays=pot_split"],
        ["simple:drop=25,spade=9"],
        "e1115ce3203645328dfba4d7dd89503bd3ab1c2ef0d0cdf308334040a42a2edb",
        [17, 231, 52, 0, 0, 0, 0, 0],
    ),
    "tonk: answers": (
        "tonk",
        "auto_deal",
        ["double_double=true", "cards_dealt=3", "max_hits=2", "spread_before_draw=true", "upcard=false"],
        ["simple:drop=0,hold=true", "simple:drop=0", "cautious:each=0,low=9"],
        "e26abbed403270ff5fe3ff0a3e1f814b0f2ca0bd1b320a8194e84b11a7ef7fcc",
        [0, 0, 0, 12, 285, 0, 2, 1],
    ),
    "tonk: drawn": (
        "tonk",
        "speno",
        ["players=4", "drop_timing=never", "must_discard=true", "return_discard=false", "stock_tie=split"],
        ["random"],
        "93fad6e1bdd1c798ee83e7e9da45a263e959834ded65eb3b3012da79ae6608b2",
        [7, 0, 0, 0, 8, 0, 285, 0],
    ),
}


@pytest.mark.kernels
@pytest.mark.parametrize("name", CASES)
def test_pinned_counts(name: str) -> None:
    game, preset, overrides, policies, tally, ended = CASES[name]
    result = simulate(game, preset, overrides, policies=policies, games=GAMES, seed=SEED)
    assert result.counts is not None
    assert result.counts["ended"].sum(axis=1).tolist() == ended
    assert result.tally == tally


MATCHES = 25

MATCH_CASES: dict[str, tuple[str, dict[str, Any], list[str], str, int]] = {
    "gin: classic": (
        "gin",
        {},
        ["greedy", "simple"],
        "50f1f1ad5235adbb7edb97f91fb494e4d223a52b86e149bfd723b1805760e546",
        251,
    ),
    "gin: three at once": (
        "gin",
        {"preset": "web", "hollywood": True, "target": 5},
        ["greedy"],
        "e0d996a9a6a3dda9d36ebb1a5f1e287537f45622c023dcb6e6c0ccc30aec90f1",
        113,
    ),
    "gin3: drawn": (
        "gin3",
        {"box_bonus": 25, "shutout_double": True, "target": 60},
        ["greedy", "simple"],
        "6b5859823a9a99ec284cf7b556efd1a85d0f4d21e0ebb8c338fafa19ae725a8a",
        151,
    ),
    "gin3: fixed": (
        "gin3",
        {"first_roles": [2, 0, 1], "gin_bonus": 99},
        ["greedy:knock=0", "simple"],
        "0af18a1e44a3449be16ccaeda340443aecdc9c4981c984ab3dea042c00bbd61e",
        172,
    ),
    "pitch: five": (
        "pitch",
        {"players": 5, "win_on": "pitcher_first", "smudge": True, "forced_bid": "redeal"},
        ["simple"],
        "22cbc489aae767bf6bf3c76a04780574194f2bd63b6c7a636e38cd8d44b60f4a",
        146,
    ),
    "pitch: partners": (
        "pitch",
        {"preset": "partners", "win_on": "most_points"},
        ["simple"],
        "4ab0af042487c820ebe03a8deda484be367660546339291d02c4bacd29b8b0a5",
        133,
    ),
}


@pytest.mark.kernels
@pytest.mark.parametrize("name", MATCH_CASES)
def test_pinned_counts_of_matches(name: str) -> None:
    name_of_game, options, texts, tally, hands = MATCH_CASES[name]
    game, rules = registry.game(name_of_game), load_rules(name_of_game, options)
    run = Run(game, rules, tuple(parse_policies(game, texts, rules.players)), SEED, match=True)
    (counts,) = play_block(run, 0, MATCHES, threading.Event()) or ()
    of_lengths = counts["ended"][End.WON]
    assert (of_lengths.sum(), of_lengths @ np.arange(len(of_lengths))) == (MATCHES, hands)
    assert counts.tally == tally


@pytest.mark.kernels
def test_an_undecided_match_counts_as_such_alone() -> None:
    result = simulate("pitch", {"players": 3, "target": 100}, policies=["random"], games=1, match=True)
    assert result.counts is not None
    assert np.argwhere(result.counts["ended"]).tolist() == [[End.UNDECIDED, 1000]]
    assert not any(result.counts[name].any() for name in ("won", "side_won", "score", "margin"))


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
