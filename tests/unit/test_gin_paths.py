"""Gin's stored paths score what direct play scores, hand for hand, under every payment and knocking rule they allow."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from hashlib import sha256
from threading import Event
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from simcards.answers import paths as path_module
from simcards.answers.chart import open_study
from simcards.answers.paths import Paths, PathSet
from simcards.answers.stopping import LONGEST_PATH, combine
from simcards.answers.study import Study
from simcards.cards import card_text
from simcards.compile import compile_rules
from simcards.errors import InputError
from simcards.games.gin import paths as gin_paths
from simcards.games.gin.params import ACT_SHIFT, MAX_TURNS, MOST_POINTS, Act, Phase
from simcards.games.gin.questions import KNOCK
from simcards.kernels.stopping import hand_values
from simcards.referee import replay_record
from simcards.rules import load_rules
from simcards.simulation import simulate
from tests.gin_table import Table, table, written

HANDS = 100_000
FEWER = 20_000
PRESETS = ["classic", "web", "oklahoma", "eaai"]
SPLIT = "greedy:knock_by_turn=10/10/7/4/0"

CLASSIC = "f3c4cc72ca880de7954b52ddbbf396b7695d5c334987845829eb213ec925c691"
OKLAHOMA = "4def97744eba88006ac31112386595ea57b2673c9a671f286d8d25dbb068aaa0"
"""Digests of 60 hands' packed and scored points; all that these hands hold is checked above."""

Net = NDArray[np.int64]
"""Hands by dealer and net points of seat 0, as `simulate` counts them."""

Changes = Mapping[str, object]


@functools.cache
def study(preset: str, overrides: tuple[str, ...] = (), policy: str = "greedy") -> Study:
    return open_study("gin", "knock", load_rules("gin", preset, overrides), policy=policy, seed=3, threads=2)


@functools.cache
def path_set(preset: str, overrides: tuple[str, ...] = (), hands: int = HANDS) -> PathSet:
    made = study(preset, overrides)
    return PathSet(made.run, made.question, 0, hands, threads=2)


def net_on(stored: PathSet, rules: Any, charts: tuple[NDArray[np.float64], NDArray[np.float64]]) -> Net:
    """Return `simulate`'s counts of net points if seats 0 and 1 knock by these charts."""

    def ask(paths: Paths) -> NDArray[np.float64]:
        found = np.zeros((paths.hands, 2))
        out = np.zeros((paths.hands, 2))
        for position in range(2):  # in which seat 0 acts
            hand_values(*paths, combine(charts[0], charts[1], position), out)
            found[:, position] = out[:, position]
        return found

    worth = np.concatenate(list(stored.map(rules, ask)))
    assert np.array_equal(worth, worth.astype(np.int64))
    net = np.zeros((2, 2 * MOST_POINTS + 1), np.int64)
    for dealer in range(2):
        points = worth[dealer::2, 1 - dealer].astype(np.int64)
        net[dealer] = np.bincount(points + MOST_POINTS, minlength=net.shape[1])
    return net


def net_of_play(rules: Any, hands: int, *policies: str) -> Net:
    counts = simulate("gin", rules, policies=policies, games=hands, seed=3, threads=2).counts
    assert counts is not None
    return counts["net"]


def at_once(preset: str, overrides: tuple[str, ...] = (), changes: Changes | None = None, hands: int = HANDS) -> bool:
    """Whether one rule set's paths, scored under changed rules as knock at once, equal play under the changed rules."""
    stored = path_set(preset, overrides, hands)
    rules = load_rules("gin", stored.run.rules.options() | {"game": "gin"} | dict(changes or {}))
    charts = (study(preset, overrides).at_once(rules),) * 2
    return np.array_equal(net_on(stored, rules, charts), net_of_play(rules, hands, "greedy"))


@pytest.mark.parametrize("preset", PRESETS)
def test_knock_at_once_is_direct_play(preset: str) -> None:
    assert at_once(preset)


PAYMENTS: list[Changes] = [
    {"undercut_bonus": 10},
    {"undercut_bonus": 20, "gin_bonus": 20},
    {"undercut_tie": False},
    {"big_gin_bonus": 50},
    {"big_gin_bonus": "none"},
    {"layoff": False},
    {"knock_limit": 5},
    {"knock_limit": 0},
    {"knock_limit": 7, "undercut_bonus": 0, "undercut_tie": False, "gin_bonus": 0, "layoff": False},
]


@pytest.mark.parametrize("changes", PAYMENTS, ids=str)
def test_one_set_of_paths_scored_under_other_rules_is_direct_play_under_them(changes: Changes) -> None:
    assert at_once("classic", changes=changes)


@pytest.mark.parametrize(
    ("preset", "changes"),
    [
        ("web", {"undercut_tie": True, "undercut_bonus": 10, "layoff": False}),
        ("web", {"knock_limit": 3}),
        ("oklahoma", {"undercut_bonus": 10, "undercut_tie": False, "gin_bonus": 20}),
        ("eaai", {"undercut_bonus": 15, "layoff": False}),
    ],
    ids=str,
)
def test_other_presets_paths_can_be_scored_under_other_rules(preset: str, changes: Changes) -> None:
    assert at_once(preset, changes=changes)


@pytest.mark.parametrize(
    "overrides",
    [
        ("hand_size=3",),
        ("hand_size=7", "knock_limit=7"),
        ("hand_size=11", "knock_limit=100"),
        ("return_discard=true",),
        ("layoff_after_melds=true",),
        ("stock_floor=0",),
        ("stock_floor=10",),
        ("oklahoma=true", "oklahoma_ace_gin=false", "knock_limit=3"),
    ],
    ids=",".join,
)
def test_paths_under_other_rules(overrides: tuple[str, ...]) -> None:
    assert at_once("classic", overrides, hands=FEWER)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    "policies",
    [
        ("greedy:knock=5",),
        ("greedy:knock=0",),
        (SPLIT,),
        ("greedy:gin_from=4",),
        ("greedy:knock=7,gin_from=6",),
        (f"{SPLIT},gin_from=3",),
        ("greedy:gin_from=4", "greedy"),
        (SPLIT, "greedy:knock=3"),
    ],
    ids=" ".join,
)
def test_policies_as_charts_are_direct_play(preset: str, policies: tuple[str, ...]) -> None:
    stored = path_set(preset, (), FEWER)
    rules, known = stored.run.rules, study(preset)
    charts = known.chart_of(policies[0], rules), known.chart_of(policies[-1], rules)
    assert np.array_equal(net_on(stored, rules, charts), net_of_play(rules, FEWER, *policies))


class TestFaults:
    """What would be wrong with paths or their score does not go unnoticed by the checks above."""

    def test_undercut_on_ties_reversed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        assert at_once("classic", hands=FEWER)
        reverse_ties(monkeypatch)
        assert not at_once("classic", hands=FEWER)

    @pytest.mark.parametrize("floor", [1, 3])
    def test_last_stock_card_off_by_one(self, floor: int) -> None:
        assert not at_once("classic", (f"stock_floor={floor}",), {"stock_floor": 2}, hands=FEWER)

    def test_lay_offs_forgotten(self) -> None:
        stored = path_set("classic", (), FEWER)
        plain = load_rules("gin", "classic", ["layoff=false"])
        charts = (study("classic").at_once(plain),) * 2
        assert not np.array_equal(net_on(stored, plain, charts), net_of_play(stored.run.rules, FEWER, "greedy"))


def reverse_ties(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have paths scored as if the rules said the contrary of ties."""

    def reversed_ties(game: Any, rules: Any) -> Any:
        params = compile_rules(game, rules)
        params.undercut_tie = 1 - params.undercut_tie
        return params

    monkeypatch.setattr(path_module, "compile_rules", reversed_ties)


def field(point: int, first_bit: int, mask: int) -> int:
    return point >> first_bit & mask


def recorded(playing: Table) -> tuple[list[str], list[tuple[int, list[str], int]]]:
    """Play a hand to the first gin; return its actions, and each point with what was done before and what is thrown."""
    states = np.zeros(2, playing.state.dtype).view(np.recarray)
    done: list[str] = []
    points = []
    while not playing.over:
        code = playing.choose()
        if playing.state.phase == Phase.DISCARD:
            states[0] = playing.state
            point = int(gin_paths.point_of(playing.params, states, playing.scratch, code))
            if point >= 0 and code >> ACT_SHIFT != Act.BIG_GIN:
                points.append((point, list(done), code & gin_paths.CARD_BITS))
        done.append(playing.text(code))
        playing.apply(code)
    return done, points


@pytest.mark.kernels
@pytest.mark.parametrize("preset", PRESETS)
def test_points_are_what_the_referee_says_of_a_knock_there(preset: str) -> None:
    playing = table(preset, policies=["greedy:knock=0"], seed=5)
    compared = laid_off = 0
    for game in range(10):
        playing.shuffle(game)
        deck, dealer = written(playing.state.deck), game % 2
        playing.deal(dealer)
        _, points = recorded(playing)
        for point, done, card in points:
            knocker = 1 - dealer if field(point, gin_paths.PLAYER, 1) == 0 else dealer
            for layoff, first_bit in [(True, gin_paths.LAID), (False, gin_paths.PLAIN)]:
                rules = {"preset": preset, "layoff": layoff}
                actions = [*done, f"knock {card_text(card)}"]
                record = {"game": "gin", "rules": rules, "dealer": dealer, "deck": deck, "actions": actions}
                result = replay_record(record)
                assert result["ok"], result
                assert result["deadwood"][knocker] == field(point, gin_paths.OWN, gin_paths.SEVEN)
                assert result["deadwood"][1 - knocker] == field(point, first_bit, gin_paths.SEVEN)
                assert (result["turns"] + 1) // 2 == field(point, gin_paths.TURN, gin_paths.SIX)
                assert (result["outcome"] == "gin") == field(point, gin_paths.GIN, 1)
                compared += 1
                laid_off += bool(result["layoffs"])
    assert compared > 100
    assert laid_off > 0


@pytest.mark.kernels
@pytest.mark.parametrize(("preset", "digest"), [("classic", CLASSIC), ("oklahoma", OKLAHOMA)])
def test_same_points_compiled_and_interpreted(preset: str, digest: str) -> None:
    made = study(preset)
    raw = PathSet(made.run, made.question, 0, 60, 1)._play(0, 60, Event())
    scored = path_module.score(made.run, made.question, made.run.rules, raw)
    columns: list[NDArray[Any]] = [*raw, *scored]
    assert sha256(b"".join(column.astype("<i8").tobytes() for column in columns)).hexdigest() == digest


@pytest.mark.parametrize("policy", ["simple", "random"])
def test_policies_whose_play_depends_on_knocking_are_refused(policy: str) -> None:
    with pytest.raises(InputError, match=policy):
        study("classic", policy=policy)


def test_no_hand_has_more_points_than_there_is_room_for() -> None:
    assert np.iinfo(np.uint16).max >= MAX_TURNS
    assert LONGEST_PATH >= MAX_TURNS
    assert KNOCK.columns(load_rules("gin")) - 1 <= np.iinfo(np.int16).max
