"""Three-hand gin's options and presets as plain data, and which rules a record may give."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.naive.gin_rules import ALLOWED as GIN_ALLOWED
from tests.naive.gin_rules import CLASSIC, Rules, RulesFault

PLAYERS = 3
NO_OPTIONS = ("next_dealer", "hollywood")
"""Options of gin that have no meaning here."""


def is_order(roles: object) -> bool:
    """Whether these are the three seats in some order."""
    return isinstance(roles, list) and all(type(seat) is int for seat in roles) and sorted(roles) == [0, 1, 2]


CAPTAIN: Rules = {option: value for option, value in CLASSIC.items() if option not in NO_OPTIONS} | {
    "players": PLAYERS,
    "first_turn": "offer",
    "knock_limit": 10,
    "undercut_bonus": 10,
    "undercut_tie": True,
    "gin_bonus": 25,
    "big_gin_bonus": "none",
    "stock_floor": 2,
    "target": 100,
    "game_bonus": 0,
    "box_bonus": 0,
    "shutout_double": False,
    "first_roles": "draw",
}
PRESETS: dict[str, Rules] = {"captain": CAPTAIN, "gin20": CAPTAIN | {"gin_bonus": 20}}
ALLOWED: dict[str, Callable[[object], bool]] = {
    **{option: allowed for option, allowed in GIN_ALLOWED.items() if option not in NO_OPTIONS},
    "players": lambda value: type(value) is int and value == PLAYERS,
    "first_roles": lambda value: value == "draw" or is_order(value),
}


def read_rules(given: object) -> Rules:
    """Return all options of a record's `rules`: a preset's name, or the keys of a rule file."""
    if isinstance(given, str):
        given = {"preset": given}
    if not isinstance(given, Mapping):
        raise RulesFault(f"rules are a preset's name or options, not {given!r}")
    if given.get("game", "gin3") != "gin3":
        raise RulesFault(f"rules of another game: {given['game']!r}")
    if not isinstance(given.get("name", ""), str):
        raise RulesFault(f"a name is a text, not {given['name']!r}")
    preset = given.get("preset", "captain")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise RulesFault(f"no preset {preset!r}")
    options = {key: value for key, value in given.items() if key not in ("game", "preset", "name")}
    for option, value in options.items():
        if option not in ALLOWED:
            raise RulesFault(f"no option {option!r}")
        if not ALLOWED[option](value):
            raise RulesFault(f"{option} cannot be {value!r}")
    return PRESETS[preset] | options
