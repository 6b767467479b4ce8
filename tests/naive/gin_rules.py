"""Gin's options and presets as plain data, and which rules a record may give."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

Rules: TypeAlias = dict[str, Any]
"""Every option with its value."""

CLASSIC: Rules = {
    "players": 2,
    "hand_size": 10,
    "first_turn": "offer",
    "knock_limit": 10,
    "oklahoma": False,
    "oklahoma_ace_gin": True,
    "oklahoma_spades_double": False,
    "return_discard": False,
    "gin_bonus": 25,
    "undercut_bonus": 25,
    "undercut_tie": True,
    "big_gin_bonus": 31,
    "layoff": True,
    "layoff_after_melds": False,
    "stock_floor": 2,
    "next_dealer": "loser",
    "target": 100,
    "game_bonus": 100,
    "box_bonus": 25,
    "shutout_double": True,
    "hollywood": False,
}
WEB: Rules = {
    "players": 2,
    "hand_size": 10,
    "first_turn": "free",
    "knock_limit": 10,
    "oklahoma": False,
    "oklahoma_ace_gin": True,
    "oklahoma_spades_double": False,
    "return_discard": False,
    "gin_bonus": 25,
    "undercut_bonus": 25,
    "undercut_tie": False,
    "big_gin_bonus": 31,
    "layoff": True,
    "layoff_after_melds": False,
    "stock_floor": 2,
    "next_dealer": "alternate",
    "target": 100,
    "game_bonus": 0,
    "box_bonus": 0,
    "shutout_double": False,
    "hollywood": False,
}
OKLAHOMA: Rules = CLASSIC | {"oklahoma": True, "oklahoma_spades_double": True}
EAAI: Rules = CLASSIC | {
    "big_gin_bonus": "none",
    "game_bonus": 0,
    "box_bonus": 0,
    "shutout_double": False,
    "next_dealer": "alternate_scored",
}
PRESETS: dict[str, Rules] = {"classic": CLASSIC, "web": WEB, "oklahoma": OKLAHOMA, "eaai": EAAI}


class RulesFault(ValueError):
    """Rules that are refused."""


def _whole(low: int, high: int) -> Callable[[object], bool]:
    return lambda value: type(value) is int and low <= value <= high


def _yes_or_no(value: object) -> bool:
    return type(value) is bool


def _one_of(*words: str) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and value in words


def _bonus_or_none(value: object) -> bool:
    return value == "none" or _whole(0, 1000)(value)


ALLOWED: dict[str, Callable[[object], bool]] = {
    "players": _whole(2, 2),
    "hand_size": _whole(3, 11),
    "first_turn": _one_of("offer", "free"),
    "knock_limit": _whole(0, 100),
    "oklahoma": _yes_or_no,
    "oklahoma_ace_gin": _yes_or_no,
    "oklahoma_spades_double": _yes_or_no,
    "return_discard": _yes_or_no,
    "gin_bonus": _whole(0, 1000),
    "undercut_bonus": _whole(0, 1000),
    "undercut_tie": _yes_or_no,
    "big_gin_bonus": _bonus_or_none,
    "layoff": _yes_or_no,
    "layoff_after_melds": _yes_or_no,
    "stock_floor": _whole(0, 10),
    "next_dealer": _one_of("winner", "loser", "alternate", "alternate_scored"),
    "target": _whole(1, 10000),
    "game_bonus": _whole(0, 1000),
    "box_bonus": _whole(0, 1000),
    "shutout_double": _yes_or_no,
    "hollywood": _yes_or_no,
}


def read_rules(given: object) -> Rules:
    """Return all options of a record's `rules`: a preset's name, or the keys of a rule file."""
    if isinstance(given, str):
        given = {"preset": given}
    if not isinstance(given, Mapping):
        raise RulesFault(f"rules are a preset's name or options, not {given!r}")
    if given.get("game", "gin") != "gin":
        raise RulesFault(f"rules of another game: {given['game']!r}")
    if not isinstance(given.get("name", ""), str):
        raise RulesFault(f"a name is a text, not {given['name']!r}")
    preset = given.get("preset", "classic")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise RulesFault(f"no preset {preset!r}")
    options = {key: value for key, value in given.items() if key not in ("game", "preset", "name")}
    for option, value in options.items():
        if option not in ALLOWED:
            raise RulesFault(f"no option {option!r}")
        if not ALLOWED[option](value):
            raise RulesFault(f"{option} cannot be {value!r}")
    return PRESETS[preset] | options
