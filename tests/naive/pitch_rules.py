"""Pitch's options and presets as plain data, and which rules a record may give."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

Rules: TypeAlias = dict[str, Any]
"""Every option with its value."""

SOLO: Rules = {
    "players": 4,
    "partners": False,
    "min_bid": 1,
    "forced_bid": "dealer_2",
    "steal": True,
    "steal_four": False,
    "follow": "suit_or_trump",
    "low_to": "taker",
    "game_tie": "nobody",
    "target": 7,
    "win_on": "own_bid",
    "smudge": False,
}
PRESETS: dict[str, Rules] = {
    "solo": SOLO,
    "holder": SOLO | {"low_to": "holder"},
    "eleven": SOLO | {"target": 11},
    "twenty_one": SOLO | {"target": 21},
    "partners": SOLO | {"partners": True, "target": 11},
    "bicycle": SOLO | {"min_bid": 2, "low_to": "holder", "win_on": "pitcher_first", "steal": False},
    "smudge": SOLO | {"smudge": True},
}
ALLOWED: dict[str, Sequence[object]] = {
    "players": range(2, 8),
    "partners": (False, True),
    "min_bid": (1, 2, 3),
    "forced_bid": ("dealer_2", "dealer_min", "redeal"),
    "steal": (False, True),
    "steal_four": (False, True),
    "follow": ("suit_or_trump", "strict", "must_trump"),
    "low_to": ("taker", "holder"),
    "game_tie": ("nobody", "pitcher"),
    "target": range(1, 101),
    "win_on": ("own_bid", "pitcher_first", "most_points"),
    "smudge": (False, True),
}


class RulesFault(ValueError):
    """Rules that are refused."""


def sides(rules: Rules) -> list[list[int]]:
    """Return the seats of each side: two partnerships, or everyone for himself."""
    if rules["partners"]:
        return [[0, 2], [1, 3]]
    return [[seat] for seat in range(rules["players"])]


def read_rules(given: object, players: object = None) -> Rules:
    """Return all options of a record's `rules`: a preset's name, or the keys of a rule file.

    The record's own number of players, if there is one, replaces that of the rules.
    """
    if isinstance(given, str):
        given = {"preset": given}
    if not isinstance(given, Mapping):
        raise RulesFault(f"rules are a preset's name or options, not {given!r}")
    if given.get("game", "pitch") != "pitch":
        raise RulesFault(f"rules of another game: {given['game']!r}")
    if not isinstance(given.get("name", ""), str):
        raise RulesFault(f"a name is a text, not {given['name']!r}")
    preset = given.get("preset", "solo")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise RulesFault(f"no preset {preset!r}")
    options = {key: value for key, value in given.items() if key not in ("game", "preset", "name")}
    if players is not None:
        options["players"] = players
    for option, value in options.items():
        if option not in ALLOWED:
            raise RulesFault(f"no option {option!r}")
        if not any(type(value) is type(one) and value == one for one in ALLOWED[option]):
            raise RulesFault(f"{option} cannot be {value!r}")
    rules = PRESETS[preset] | options
    if rules["partners"] and rules["players"] != 4:
        raise RulesFault(f"partners are four, not {rules['players']}")
    return rules
