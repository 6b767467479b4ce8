"""What a sweep varies, options with lists of values, whole rule sets or every option once, and each corner's rules.

A corner is a choice of one value for everything that is varied. One that cannot be played is refused by its name.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from pydantic_core import to_jsonable_python

from simcards import registry
from simcards.answers.varying import RULES, Vary, values_of
from simcards.compile import compile_rules
from simcards.errors import InputError, RulesError, shorten
from simcards.rulefile import parse_overrides
from simcards.rules import GameRules, Overrides, Source, load_rules
from simcards.runs.about import about_rules, rules_about
from simcards.runs.manifest import SweepOptions, check

NAMED = 5
"""Reasons against corners that a message gives."""

Load: TypeAlias = Callable[[Mapping[str, Any]], GameRules]
"""Loads the rules of a corner, given its choices."""

NO_EFFECT = "changes nothing in a hand under these rules"


@dataclass(frozen=True)
class Corner:
    """A rule set of the grid, and how it is told."""

    keys: Mapping[str, object]
    """What its rows are about: the varied options, or `option` and `value`."""
    rules: GameRules

    @property
    def label(self) -> str:
        """The same in a word or two."""
        return label(self.keys)


@dataclass(frozen=True)
class Grid:
    """The rules that all is compared with, and the corners in order."""

    base: GameRules
    corners: tuple[Corner, ...]
    varied: Mapping[str, Sequence[object]]
    """The values of each option."""
    one_at_a_time: bool = False
    skipped: tuple[Mapping[str, object], ...] = ()
    """`option`, `value` and `why` of what `all` left out."""

    def plain(self) -> dict[str, Any]:
        """Return what `of` reads, in plain values."""
        corners = [{"keys": dict(corner.keys), **about_rules(corner.rules)} for corner in self.corners]
        return {
            "corners": corners,
            "varied": {option: list(values) for option, values in self.varied.items()},
            "one_at_a_time": self.one_at_a_time,
            "skipped": [dict(skipped) for skipped in self.skipped],
        }

    @classmethod
    def of(cls, base: GameRules, told: Mapping[str, Any]) -> Grid:
        """Return the grid that `plain` told of.

        Raises
        ------
        InputError
            If it is none.
        """
        kept = check(SweepOptions, told, "This is no sweep")
        corners = tuple(Corner(corner.keys, rules_about(corner.model_dump())) for corner in kept.corners)
        if any(corner.rules.game != base.game for corner in corners):
            raise InputError("This is no sweep: its rule sets are of several games.")
        grid = cls(base, corners, kept.varied, kept.one_at_a_time, tuple(dict(skipped) for skipped in kept.skipped))
        grid.check_keys()
        return grid

    def check_keys(self) -> None:
        """Refuse corners that are not told by what their rules are, or two that are told alike.

        Raises
        ------
        InputError
            With the first that is wrong.
        """
        seen: set[str] = set()
        for corner in self.corners:
            options = corner.rules.options()
            if self.one_at_a_time:
                right = corner.keys.keys() == {"option", "value"} and corner.keys["option"] in options
            else:
                right = corner.keys.keys() == self.varied.keys() and all(
                    option == RULES or (option in options and repr(value) == repr(written(options[option])))
                    for option, value in corner.keys.items()
                )
            if not right or repr(corner.keys) in seen:
                raise InputError(
                    f"This is no sweep: it has a rule set called {shorten(corner.label)!r}; allowed: each option that "
                    "is varied with the value that it has there, and each rule set once."
                )
            seen.add(repr(corner.keys))
        if not self.corners and not self.one_at_a_time:
            raise InputError("This is no sweep: it has no rule sets; allowed: one or more.")


def grid_of(game: str, rules: GameRules | Source, overrides: Overrides, vary: Vary) -> Grid:
    """Return the grid that `vary` spans.

    Raises
    ------
    InputError
        If `vary` cannot be read, names no option, or spans too many corners.
    RulesError
        If the rules or a corner cannot be played, with the corner's name.
    """
    values = values_of(game, vary)
    if values is None:
        return _every_option(load_rules(game, rules, overrides))
    if RULES in values and rules is None:
        base = load_rules(game, str(values[RULES][0]), overrides)
    else:
        base = load_rules(game, rules, overrides)
    corners = _corners(values, _loader(game, base, overrides))
    varied = {option: list(dict.fromkeys(corner.keys[option] for corner in corners)) for option in values}
    return Grid(base, corners, varied)


def _loader(game: str, base: GameRules, overrides: Overrides) -> Load:
    """Return what loads the rules of a corner: another rule set, or the base, with the corner's options."""
    given = parse_overrides(overrides)[0]

    def load(chosen: Mapping[str, Any]) -> GameRules:
        options = {option: value for option, value in chosen.items() if option != RULES}
        if RULES in chosen:
            return load_rules(game, chosen[RULES], {**given, **options})
        return load_rules(game, base, options)

    return load


def _corners(varied: Mapping[str, Sequence[object]], load: Load) -> tuple[Corner, ...]:
    """Return the corners in order, the last option's values changing fastest."""
    corners: dict[str, Corner] = {}
    faults: dict[str, list[str]] = {}
    for values in itertools.product(*varied.values()):
        chosen = dict(zip(varied, values, strict=True))
        try:
            rules = load(chosen)
        except RulesError as error:
            name = label({option: plain(value) for option, value in chosen.items()})
            faults.setdefault(" ".join(error.faults), []).append(name)
            continue
        options = {**rules.options(), RULES: str(chosen.get(RULES))}
        corner = Corner({option: written(options[option]) for option in varied}, rules)
        if repr(corner.keys) in corners:
            raise InputError(f"--vary was given {corner.label} twice; allowed: each value once.")
        corners[repr(corner.keys)] = corner
    if faults:
        raise RulesError(_told(faults))
    return tuple(corners.values())


def _told(faults: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Yield why corners cannot be played, each reason with the first of its corners."""
    for why, names in itertools.islice(faults.items(), NAMED):
        more = f" (and {len(names) - 1} more)" if len(names) > 1 else ""
        yield f"The corner {names[0]}{more} cannot be played: {why}"
    if len(faults) > NAMED:
        yield f"Others cannot be played for {len(faults) - NAMED} reasons more."


def _every_option(base: GameRules) -> Grid:
    """Return each option at each of its other usual values, all else as in the base; what cannot be is skipped."""
    game = registry.game(base.game)
    as_given, idle = compile_rules(game, base).tobytes(), game.load_engine().match_options
    corners: list[Corner] = []
    skipped: list[Mapping[str, object]] = []
    varied: dict[str, list[object]] = {}
    for option, value in [(name, usual) for name in base.option_names() for usual in base.usual(name)]:
        keys = {"option": option, "value": written(plain(value))}
        try:
            rules = load_rules(base.game, base, {option: value})
        except RulesError as error:
            skipped.append({**keys, "why": " ".join(error.faults)})
            continue
        if option in idle or compile_rules(game, rules).tobytes() == as_given:
            skipped.append({**keys, "why": NO_EFFECT})
            continue
        varied.setdefault(option, []).append(keys["value"])
        corners.append(Corner(keys, rules))
    return Grid(base, tuple(corners), varied, one_at_a_time=True, skipped=tuple(skipped))


def written(value: object) -> object:
    """Return an option's value as a row has it: a number, a word, true or false; a list as TOML writes it.

    Examples
    --------
    >>> written(5), written("low"), written([{"min": 50, "max": 50, "pays": 2}])
    (5, 'low', '[{min=50,max=50,pays=2}]')
    """
    return _inline(value) if isinstance(value, list | dict) else value


def _inline(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return json.dumps(value, ensure_ascii=False)
        case list():
            return f"[{','.join(map(_inline, value))}]"
        case dict():
            return f"{{{','.join(f'{key}={_inline(entry)}' for key, entry in value.items())}}}"
        case _:
            return str(value)


def plain(value: object) -> object:
    """Return a value as JSON has it; what cannot be an option's value stays."""
    return to_jsonable_python(value, fallback=lambda other: other)


def label(keys: Mapping[str, object]) -> str:
    """Return what rows are about, as people read it: of tables in a list only what is in them.

    Examples
    --------
    >>> label({"hit_freeze": 0, "upcard": False}), label({"option": "deal_wins", "value": "[{min=49,max=50,pays=2}]"})
    ('hit_freeze=0, upcard=false', 'deal_wins=[{49,50,2}]')
    """
    told = {keys["option"]: keys["value"]} if {"option", "value"} == keys.keys() else keys
    return ", ".join(f"{option}={_brief(value)}" for option, value in told.items())


def _brief(value: object) -> str:
    text = value if isinstance(value, str) else _inline(value)
    return shorten(re.sub(r'\w+=|"', "", text).replace("},{", "}, {") if text.startswith("[") else text)
