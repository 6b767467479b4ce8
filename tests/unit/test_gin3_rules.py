"""Three-hand gin's options: those of gin for a hand, its own for roles and matches."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from simcards import registry
from simcards.compile import compile_rules
from simcards.games.gin.rules import GinHandRules, GinRules
from simcards.games.gin3.rules import Gin3Rules
from simcards.rules import load_rules
from tests.unit.faults import faults_of, only_fault

CAPTAIN = {
    "players": 3,
    "hand_size": 10,
    "first_turn": "offer",
    "knock_limit": 10,
    "oklahoma": False,
    "oklahoma_ace_gin": True,
    "oklahoma_spades_double": False,
    "return_discard": False,
    "gin_bonus": 25,
    "undercut_bonus": 10,
    "undercut_tie": True,
    "big_gin_bonus": "none",
    "layoff": True,
    "layoff_after_melds": False,
    "stock_floor": 2,
    "first_roles": "draw",
    "target": 100,
    "game_bonus": 0,
    "box_bonus": 0,
    "shutout_double": False,
}


def test_presets() -> None:
    assert load_rules("gin3").options() == load_rules("gin3", "captain").options() == CAPTAIN
    assert load_rules("gin3", "gin20").options() == CAPTAIN | {"gin_bonus": 20}


def test_options_are_those_of_gin_but_for_who_deals_and_hollywood() -> None:
    two, three = set(GinRules.option_names()), set(Gin3Rules.option_names())
    assert two - three == {"next_dealer", "hollywood"}
    assert three - two == {"first_roles"}
    for option in (two & three) - {"players"}:
        assert GinRules.allowed(option) == Gin3Rules.allowed(option)
        assert GinRules.model_fields[option].metadata == Gin3Rules.model_fields[option].metadata
    assert set(GinHandRules.option_names()) < two & three


@pytest.mark.parametrize("option", ["next_dealer", "hollywood", "dealer"])
def test_what_is_no_option(option: str) -> None:
    assert "allowed: " in only_fault({option: "loser"}, game="gin3")


@pytest.mark.parametrize("roles", [[0, 1, 2], [2, 0, 1], [1, 0, 2], "draw"])
def test_first_roles(roles: object, tmp_path: Path) -> None:
    rules = load_rules("gin3", {"first_roles": roles})
    assert rules.options()["first_roles"] == roles
    assert load_rules("gin3", None, [f"first_roles={json.dumps(roles)}"]).hash == rules.hash
    path = tmp_path / "ours.toml"
    path.write_text(rules.to_toml(), "utf-8")
    assert load_rules("gin3", path) == rules


WRONG: tuple[object, ...] = (
    [0, 1],
    [0, 0, 1],
    [0, 1, 3],
    [-1, 0, 1],
    [0, 1, 2, 2],
    [],
    ["0", "1", "2"],
    [False, True, 2],
    [0.0, 1, 2],
    "none",
    3,
    True,
)


@pytest.mark.parametrize("roles", WRONG, ids=str)
def test_first_roles_that_are_no_order_of_the_seats(roles: object) -> None:
    fault = only_fault({"first_roles": roles}, game="gin3")
    assert fault.startswith("first_roles: was given ")
    assert fault.endswith("; allowed: 'draw', or an order of the seats 0, 1 and 2, as in [2, 0, 1].")


def test_all_faults_are_told() -> None:
    faults = faults_of({"first_roles": [0, 1], "players": 2, "hand_size": 12}, game="gin3")
    assert sorted(fault.partition(":")[0] for fault in faults) == ["first_roles", "hand_size", "players"]


def test_sentences_tell_the_roles() -> None:
    told = load_rules("gin3").sentences()["first_roles"]
    assert told == "Each player draws a card: the highest is in the box at first, the middle one is captain."
    told = load_rules("gin3", {"first_roles": [2, 0, 1]}).sentences()["first_roles"]
    assert told == "At first seat 2 is in the box, seat 0 is captain and seat 1 sits out."


def test_kernels_get_a_hand_of_gin() -> None:
    """Equal options of a hand are equal numbers, whichever of the two games they are of."""
    shared = {option: value for option, value in CAPTAIN.items() if option in GinHandRules.option_names()}
    del shared["players"]
    two = compile_rules(registry.game("gin"), load_rules("gin", shared))
    three = compile_rules(registry.game("gin3"), load_rules("gin3"))
    of_hand = two.dtype.names[: two.dtype.names.index("target")]
    assert [two[name] for name in of_hand] == [three[name] for name in of_hand]
