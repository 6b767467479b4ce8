"""TONK's options and presets as plain data, and which rules a record may give."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, TypeAlias

from tests.naive.cards import DECK, points

Rules: TypeAlias = dict[str, Any]
"""Every option with its value."""


def _win(low: int, high: int, pays: int, when: str = "deal") -> dict[str, Any]:
    return {"min": low, "max": high, "pays": pays, "when": when}


WIKIPEDIA: Rules = {
    "players": 3,
    "cards_dealt": 5,
    "upcard": True,
    "return_discard": True,
    "ace_runs": "high_low",
    "drop_timing": "before_draw",
    "caught_pays": "wiki",
    "tie_with_dropper": "caught",
    "tonk_pays": 2,
    "out_pays": 1,
    "tonk_requires": "no_discard",
    "double_double": False,
    "stock_end": "after_last_draw",
    "stock_tie": "draw",
    "hit_own": True,
    "hit_others": True,
    "hit_on": "any",
    "max_hits": 0,
    "hit_freeze": 1,
    "freeze_blocks": "drop",
    "spread_before_draw": False,
    "must_discard": False,
    "held_spreads_count": True,
    "retire_books": False,
    "deal_wins": [_win(49, 50, 2)],
    "deal_win_tie": "draw",
    "spades_bet": 0,
}
PRESETS: dict[str, Rules] = {
    "wikipedia": WIKIPEDIA,
    "plain": WIKIPEDIA | {"hit_freeze": 0, "deal_wins": []},
    "pagat": WIKIPEDIA | {"ace_runs": "low", "hit_freeze": 0, "caught_pays": "pagat", "stock_end": "on_need"},
    "texas": WIKIPEDIA
    | {
        "caught_pays": "dropper_only",
        "tie_with_dropper": "dropper_wins",
        "deal_wins": [_win(50, 50, 2), _win(49, 49, 1)],
    },
    "speno": WIKIPEDIA
    | {"hit_on": "runs", "caught_pays": "each_double", "deal_wins": [_win(0, 15, 2), _win(49, 50, 2)]},
    "low_hands": WIKIPEDIA | {"deal_wins": [_win(49, 50, 2), _win(0, 13, 2), _win(0, 9, 3)]},
    "fifty_forty_nine": WIKIPEDIA | {"deal_wins": [_win(50, 50, 2), _win(49, 49, 2, "own_turn")]},
    "auto_deal": WIKIPEDIA | {"cards_dealt": "auto", "deal_wins": []},
    "fast": WIKIPEDIA | {"upcard": False, "hit_freeze": 0},
    "double_double": WIKIPEDIA | {"players": 2, "double_double": True},
    "old_tunk": WIKIPEDIA | {"hit_freeze": 3},
}
MOST_DEAL_WINS = 8


class RulesFault(ValueError):
    """Rules that are refused."""


def _whole(low: int, high: int) -> Callable[[object], bool]:
    return lambda value: type(value) is int and low <= value <= high


def _yes_or_no(value: object) -> bool:
    return type(value) is bool


def _one_of(*words: str) -> Callable[[object], bool]:
    return lambda value: isinstance(value, str) and value in words


def _cards_dealt(value: object) -> bool:
    return value == "auto" or _whole(3, 10)(value)


def _deal_win(value: object) -> bool:
    return (
        isinstance(value, Mapping)
        and {"min", "max", "pays"} <= value.keys() <= {"min", "max", "pays", "when"}
        and type(value["min"]) is int
        and type(value["max"]) is int
        and _whole(0, 100)(value["pays"])
        and value.get("when", "deal") in ("deal", "own_turn")
    )


def _deal_wins(value: object) -> bool:
    return isinstance(value, list) and len(value) <= MOST_DEAL_WINS and all(_deal_win(entry) for entry in value)


ALLOWED: dict[str, Callable[[object], bool]] = {
    "players": _whole(2, 6),
    "cards_dealt": _cards_dealt,
    "upcard": _yes_or_no,
    "return_discard": _yes_or_no,
    "ace_runs": _one_of("low", "high_low"),
    "drop_timing": _one_of("before_draw", "own_turn", "any_time", "never"),
    "caught_pays": _one_of("wiki", "pagat", "lowest_double", "dropper_only", "each_double", "pot_split"),
    "tie_with_dropper": _one_of("caught", "dropper_wins"),
    "tonk_pays": _whole(0, 100),
    "out_pays": _whole(0, 100),
    "tonk_requires": _one_of("no_discard", "one_turn", "own_spreads"),
    "double_double": _yes_or_no,
    "stock_end": _one_of("after_last_draw", "on_need"),
    "stock_tie": _one_of("draw", "split", "each"),
    "hit_own": _yes_or_no,
    "hit_others": _yes_or_no,
    "hit_on": _one_of("any", "runs"),
    "max_hits": _whole(0, 10),
    "hit_freeze": _whole(0, 10),
    "freeze_blocks": _one_of("drop", "laying", "both"),
    "spread_before_draw": _yes_or_no,
    "must_discard": _yes_or_no,
    "held_spreads_count": _yes_or_no,
    "retire_books": _yes_or_no,
    "deal_wins": _deal_wins,
    "deal_win_tie": _one_of("draw", "split"),
    "spades_bet": _whole(0, 100),
}


def cards_dealt(rules: Rules) -> int:
    """Cards that each player is dealt."""
    if rules["cards_dealt"] == "auto":
        return {2: 9, 3: 7}.get(rules["players"], 5)
    dealt: int = rules["cards_dealt"]
    return dealt


@cache
def counts_dealt(cards: int) -> frozenset[int]:
    """Every count that so many cards of the deck can have."""
    reached: list[set[int]] = [{0}, *(set() for _ in range(cards))]
    for card in DECK:
        for more in range(cards, 0, -1):
            reached[more] |= {count + points(card) for count in reached[more - 1]}
    return frozenset(reached[cards])


def read_rules(given: object, players: object = None) -> Rules:
    """Return all options of a record's `rules`: a preset's name, or the keys of a rule file.

    The record's own number of players, if there is one, replaces that of the rules.
    """
    if isinstance(given, str):
        given = {"preset": given}
    if not isinstance(given, Mapping):
        raise RulesFault(f"rules are a preset's name or options, not {given!r}")
    if given.get("game", "tonk") != "tonk":
        raise RulesFault(f"rules of another game: {given['game']!r}")
    if not isinstance(given.get("name", ""), str):
        raise RulesFault(f"a name is a text, not {given['name']!r}")
    preset = given.get("preset", "wikipedia")
    if not isinstance(preset, str) or preset not in PRESETS:
        raise RulesFault(f"no preset {preset!r}")
    options = {key: value for key, value in given.items() if key not in ("game", "preset", "name")}
    if players is not None:
        options["players"] = players
    for option, value in options.items():
        if option not in ALLOWED:
            raise RulesFault(f"no option {option!r}")
        if not ALLOWED[option](value):
            raise RulesFault(f"{option} cannot be {value!r}")
    rules = PRESETS[preset] | options
    _refuse_unplayable(rules)
    return rules


def _refuse_unplayable(rules: Rules) -> None:
    each = cards_dealt(rules)
    if rules["players"] * each + rules["upcard"] >= len(DECK):
        raise RulesFault(f"{rules['players']} times {each} cards leave no stock")
    possible = counts_dealt(each)
    for win in rules["deal_wins"]:
        if not any(win["min"] <= count <= win["max"] for count in possible):
            raise RulesFault(f"no {each} cards count {win['min']} to {win['max']}")
