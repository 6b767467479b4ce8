"""What the Python functions are given that they do not know: refused in words, never misread."""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import simcards as typed
from simcards.errors import InputError
from simcards.rules import GameRules, load_rules

GIN, PITCH = load_rules("gin"), load_rules("pitch")
FEW: dict[str, Any] = {"games": 300}

simcards: Any = typed
"""Whose types these tests do not keep to."""


@pytest.mark.parametrize(
    "call",
    [
        lambda rules: simcards.simulate("gin3", rules, **FEW),
        lambda rules: simcards.simulate("gin3", rules, match=True, **FEW),
        lambda rules: simcards.sweep("gin3", rules, vary={"gin_bonus": [20]}, **FEW),
        lambda rules: simcards.chart("gin3", "knock", rules, **FEW),
        lambda rules: simcards.report("gin3", rules, **FEW),
        lambda rules: simcards.odds("gin3", rules),
        lambda rules: simcards.load_rules("gin3", rules),
    ],
)
def test_a_rule_set_of_another_game_is_refused(call: Callable[[GameRules], object]) -> None:
    with pytest.raises(InputError, match=r"^rules: was given a rule set of gin; allowed: one of gin3\.$"):
        call(GIN)


def test_overrides_hold_on_a_rule_set_too() -> None:
    rules = load_rules("gin3", "gin20")
    assert simcards.simulate("gin3", rules, ["knock_limit=4"], **FEW).rules.options()["knock_limit"] == 4
    assert simcards.chart("gin3", "knock", rules, {"knock_limit": 4}, **FEW).rules.options()["knock_limit"] == 4
    swept = simcards.sweep("gin3", rules, ["knock_limit=4"], vary={"gin_bonus": [20]}, **FEW)
    assert (swept.rules.options()["knock_limit"], swept.rules.options()["gin_bonus"]) == (4, 20)
    assert simcards.odds("gin3", rules, ["hand_size=3"]).rules.options()["hand_size"] == 3


def test_a_rule_set_changed_twice_says_so_once() -> None:
    once = load_rules("pitch", None, ["target=11"])
    twice = load_rules("pitch", once, ["steal=false"])
    assert (once.name, twice.name) == ("Auction pitch, changed", "Auction pitch, changed")
    assert twice.differences() == {"target": (7, 11), "steal": (True, False)}
    assert load_rules("pitch", once) is once


def test_one_text_is_one_policy_and_one_override() -> None:
    result = simcards.simulate("pitch", "solo", "target=11", policies="random", **FEW)
    assert result.policies == ["random"] * 4
    assert result.rules.differences() == {"target": (7, 11)}


@pytest.mark.parametrize("games", [300, np.int64(300), 3e2])
def test_a_whole_number_is_one_in_any_type(games: int) -> None:
    result = simcards.simulate("pitch", games=games, seed=np.uint64(3))
    told = json.loads(json.dumps(result.to_dict()))
    assert (told["games"], told["seed"]) == (300, 3)
    assert told["tally"] == simcards.simulate("pitch", games=300, seed=3).to_dict()["tally"]


@pytest.mark.parametrize("value", [1500.5, True, "1e3", None, math.nan, math.inf, [5]])
@pytest.mark.parametrize("option", ["games", "seed", "first"])
def test_what_is_no_whole_number_is_refused(option: str, value: object) -> None:
    with pytest.raises(InputError, match=rf"^--{option} was given .*; allowed: a whole number from \d"):
        simcards.simulate("pitch", **{option: value})


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: simcards.simulate("pitch", policies=[1]), "A policy is a text, as in 'simple'; given: 1."),
        (lambda: simcards.simulate("pitch", overrides=[1]), "'1': allowed: a text option=value"),
        (lambda: simcards.simulate("pitch", precision="1"), "--precision was given '1'; allowed: a number above 0."),
        (lambda: simcards.simulate("pitch", precision=True), "--precision was given true; allowed: a number above 0."),
        (lambda: simcards.simulate("pitch", threads="2"), "--threads was given '2'; allowed: a whole number"),
        (lambda: simcards.simulate("pitch", workers=3), "workers was given 3; allowed: Threads, Processes or"),
        (lambda: simcards.simulate("pitch", name=3), "--name was given '3'; allowed: 1 to 64 of"),
        (lambda: simcards.simulate(3), "Unknown game '3'; the games are: gin"),
        (lambda: simcards.simulate(None), "Unknown game 'None'; the games are: gin"),
        (lambda: simcards.simulate(["gin"]), "the games are: gin"),
        (lambda: simcards.Cluster(3), "--cluster was given '3'; allowed: local:N"),
        (lambda: simcards.sweep("pitch", vary=3), "--vary was given 3; allowed: texts option=value,value"),
        (lambda: simcards.sweep("pitch", vary=[3]), "--vary was given [3]; allowed: texts option=value,value"),
        (
            lambda: simcards.sweep("pitch", vary={"rules": [PITCH]}),
            "; allowed: presets' names, and rule files.",
        ),
        (lambda: simcards.replay(3), "replay was given 3; allowed: a file's name, a record, or several."),
        (lambda: simcards.replay(b"{}"), "replay was given b'{}'; allowed: a file's name, a record, or several."),
        (lambda: simcards.melds(3), "The hand is a text, as in 5c 6c 7c; given: 3."),
        (lambda: simcards.melds("AsAdAh", "high"), "aces was given 'high'; allowed: 'low' or 'high_low'."),
        (
            lambda: simcards.swings(simcards.simulate("pitch", match=True, games=50), 10),
            "The result is of whole matches; allowed with sessions: one of hands, without `match`.",
        ),
        (lambda: simcards.swings(simcards.simulate("pitch", games=50), 1.5), "--session was given 1.5; allowed:"),
    ],
)
def test_what_is_no_input_is_refused_in_words(call: Callable[[], object], told: str) -> None:
    with pytest.raises(InputError) as caught:
        call()
    assert told in str(caught.value)
