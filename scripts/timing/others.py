"""Other programs' gin: those installed here, measured in turn with ours, and figures from elsewhere."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from typing import Any, NamedTuple

from scripts.timing.deadwood import LEAST_DEADWOOD, random_hands, sum_least_deadwood
from scripts.timing.hands import Table, hand_title
from scripts.timing.rounds import Job, Row, Timed, must_agree, scaled, take_turns
from simcards.cards import cards_text

MODULES = {"open_spiel": "pyspiel", "rlcard": "rlcard"}
"""Packages and the modules they are imported as."""

HANDS = {"open_spiel": 200, "rlcard": 40}
DEADWOODS = {"open_spiel": 20_000, "rlcard": 5_000}
OUR_HANDS = 20_000
OUR_PASSES = 100

WITHOUT_BIG_GIN = {"big_gin_bonus": "none"}
"""The nearest rules to both. RLCard moreover has no first offer and no lay-offs; in OpenSpiel melds and lay-offs are
actions, so random players meld and lay off at random."""

ELSEWHERE = "measured elsewhere"
NOTE = f"'{ELSEWHERE}': on one core of a machine like the one this was written on, not in this run."


class Published(NamedTuple):
    """What another program was seen to do in a second."""

    program: str
    policy: str
    hands: int
    deadwoods: int


PUBLISHED = (
    Published("a Rust engine", "greedy", 9_500, 6_000_000),
    Published("a Java framework", "simple", 4_700, 1_400_000),
    Published("OpenSpiel", "random", 470, 1_600_000),
    Published("RLCard", "random", 110, 68_000),
)


def installed() -> list[str]:
    """Return the packages that can be measured here."""
    return [package for package, module in MODULES.items() if find_spec(module) is not None]


def measured_rows(rounds: int, scale: float) -> tuple[list[Row], list[str]]:
    """Return random playouts and least deadwoods against every package that is installed, and notes."""
    there = installed()
    notes = [NOTE] + [
        f"{package} is not installed, so its rows are left out." for package in MODULES if package not in there
    ]
    if not there:
        return [], notes
    hands = {package: scaled(HANDS[package], scale) for package in there}
    jobs = [Job(package, partial(PLAYOUTS[package], count), count) for package, count in hands.items()]
    ours = Table("random", WITHOUT_BIG_GIN).job(scaled(OUR_HANDS, scale))
    table = _against(hand_title("random"), take_turns([ours, *jobs], rounds))
    for package in there:
        table += _against(LEAST_DEADWOOD, _searches(package, rounds, scale))
    return table, notes


def _against(what: str, timed: list[Timed]) -> list[Row]:
    """Return a row for each other program; the first job is ours."""
    ours, *others = timed
    return [
        Row(
            what,
            ours.rate,
            "hands/s",
            f"speed of {other.job.name} {version(other.job.name)} ({other.rate:,.0f})",
            other.cost_in(ours),
        )
        for other in others
    ]


def _searches(package: str, rounds: int, scale: float) -> list[Timed]:
    """Return our search and the package's on the same hands, with the same sum."""
    masks = random_hands(10, scaled(DEADWOODS[package], scale))
    search, hands = SEARCHES[package]([cards_text(int(mask)) for mask in masks])
    jobs = [
        Job("simcards", lambda: {int(sum_least_deadwood(masks)) for _ in range(OUR_PASSES)}, OUR_PASSES * len(masks)),
        Job(package, lambda: {sum(map(search, hands))}, len(hands)),
    ]
    timed = take_turns(jobs, rounds)
    must_agree(timed)
    return timed


def _playouts_open_spiel(hands: int) -> list[list[float]]:
    """Return the returns of random playouts, looped over in C++ as far as the package allows."""
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game("gin_rummy")
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(2)]
    return [pyspiel.evaluate_bots(game.new_initial_state(), bots, hand) for hand in range(hands)]


def _searches_open_spiel(texts: list[list[str]]) -> tuple[Callable[[Any], int], list[Any]]:
    """Return the least deadwood as a function, and the hands as it takes them."""
    utils = import_module("pyspiel").gin_rummy.GinRummyUtils(13, 4, 10)
    return utils.min_deadwood, [utils.card_strings_to_card_ints(cards) for cards in texts]


class _Uniform:
    """An agent of RLCard that picks among the legal actions."""

    use_raw = False

    def __init__(self) -> None:
        self.random = random.Random(1)

    def step(self, state: dict[str, Any]) -> int:
        actions: list[int] = list(state["legal_actions"])
        return self.random.choice(actions)

    def eval_step(self, state: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        return self.step(state), {}


def _playouts_rlcard(hands: int) -> list[list[float]]:
    env = import_module("rlcard").make("gin-rummy", config={"seed": 1})
    env.set_agents([_Uniform(), _Uniform()])
    return [list(map(float, env.run(is_training=False)[1])) for _ in range(hands)]


def _searches_rlcard(texts: list[list[str]]) -> tuple[Callable[[Any], int], list[Any]]:
    melding = import_module("rlcard.games.gin_rummy.utils.melding")
    utils = import_module("rlcard.games.gin_rummy.utils.utils")

    def least(hand: list[Any]) -> int:
        splits = [*melding.get_meld_clusters(hand), []]
        return min(int(utils.get_deadwood_count(hand, split)) for split in splits)

    return least, [[utils.card_from_text(card.upper()) for card in cards] for cards in texts]


PLAYOUTS: dict[str, Callable[[int], list[list[float]]]] = {
    "open_spiel": _playouts_open_spiel,
    "rlcard": _playouts_rlcard,
}
SEARCHES: dict[str, Callable[[list[list[str]]], tuple[Callable[[Any], int], list[Any]]]] = {
    "open_spiel": _searches_open_spiel,
    "rlcard": _searches_rlcard,
}


def published_rows(deadwoods: float, hands: dict[str, float]) -> list[Row]:
    """Return our rates against figures known for others, for orientation only.

    Parameters
    ----------
    deadwoods
        Least deadwoods a second.
    hands
        Whole hands a second by policy.
    """
    return [
        row
        for other in PUBLISHED
        for row in (
            _orientation(hand_title(other.policy), hands[other.policy], other, other.hands),
            _orientation(LEAST_DEADWOOD, deadwoods, other, other.deadwoods),
        )
    ]


def _orientation(what: str, ours: float, other: Published, theirs: int) -> Row:
    return Row(what, ours, "hands/s", f"speed of {other.program}, {ELSEWHERE} ({theirs:,})", ours / theirs)
