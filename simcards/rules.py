"""Stage 1, rules: what the rule sets of all games share.

A rule set is a preset, with what a rule file or a mapping says instead, with overrides on top. It is checked as a
whole, and everything that is wrong with it is told at once.
"""

from __future__ import annotations

import hashlib
import inspect
import json
import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import NoneType
from typing import Annotated, ClassVar, Literal, NamedTuple, TypeAlias, TypeVar, get_args, get_origin

import tomli_w
from annotated_types import Len, Predicate
from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import to_jsonable_python

from simcards import registry
from simcards.errors import InputError, RulesError, did_you_mean, shorten
from simcards.rulefile import parse_overrides, read_rule_file
from simcards.words import allowed_by, listed, shown

NONE = "none"
"""How "none" is written in TOML and JSON; the model has Python's `None`."""

_HEAD = ("game", "preset")
"""Keys of a rule file that choose what the options start from."""

_CHANGED = ", changed"
_LONGEST_NAME = 80

_HINTS = 20
"""Unknown keys that get a "did you mean": the search is slow, and a file of nonsense has thousands."""


class Usual(NamedTuple):
    """Values of an option that are usual at the table, for sweeps; they stand in its annotation."""

    values: tuple[object, ...]


class Contradiction(NamedTuple):
    """A combination that cannot be played: the options that make it, and why, in words."""

    options: tuple[str, ...]
    reason: str


class GameRules(BaseModel, ABC):
    """The rule set of a game: a frozen record of its options, made by `load_rules`.

    A subclass declares the game's options as fields, each with its range in the annotation and followed by its
    docstring.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", use_attribute_docstrings=True)

    game: ClassVar[str]
    """The game's name in the registry."""
    presets: ClassVar[tuple[str, ...]]
    """The game's presets; the first holds where none is named."""

    preset: str
    """The preset that the rules start from; no option, and not part of the hash."""
    name: Annotated[str, Len(1, _LONGEST_NAME), Predicate(str.isprintable)]
    """What the rule set is called; no option, and not part of the hash."""
    players: int
    """Players at the table."""

    @abstractmethod
    def sentences(self) -> dict[str, str]:
        """Return for each option the sentence that tells it to a player at the table."""

    def contradictions(self) -> Iterator[Contradiction]:
        """Yield the combinations of options, each in its range, that cannot be played."""
        yield from ()

    def warnings(self) -> Iterator[str]:
        """Yield what can be played, but is hardly meant."""
        yield from ()

    @classmethod
    def option_names(cls) -> tuple[str, ...]:
        """Return the names of the options, in the order they are told."""
        return tuple(field for field in cls.model_fields if field not in ("preset", "name"))

    @classmethod
    def allowed(cls, option: str) -> str:
        """Return in words what an option allows."""
        field = cls.model_fields[option]
        return allowed_by(field.annotation, field.metadata)

    def options(self) -> dict[str, object]:
        """Return every option as a rule file and JSON have it."""
        dumped = self.model_dump(mode="json", include=set(self.option_names()))
        return {option: _written(value) for option, value in dumped.items()}

    @property
    def hash(self) -> str:
        """The SHA-256 (hex) of the game and its options: equal for rule sets that play the same."""
        document = {"game": self.game, "options": self.options()}
        text = json.dumps(document, sort_keys=True, separators=(",", ":"), allow_nan=False)
        return hashlib.sha256(text.encode()).hexdigest()

    def to_toml(self) -> str:
        """Return a rule file that states every option."""
        return tomli_w.dumps({"game": self.game, "preset": self.preset, "name": self.name, **self.options()})

    def differences(self, preset: str | None = None) -> dict[str, tuple[object, object]]:
        """Return the options that differ from a preset (by default its own), each with (preset's value, value)."""
        base = _preset(type(self), preset or self.preset).options()
        return {option: (base[option], value) for option, value in self.options().items() if base[option] != value}

    def usual(self, option: str) -> tuple[object, ...]:
        """Return an option's other usual values, as a rule file has them."""
        field = type(self).model_fields[option]
        stated = next((limit.values for limit in field.metadata if isinstance(limit, Usual)), None)
        values = _choices(field.annotation) if stated is None else stated
        return tuple(_plain(value) for value in values if value != getattr(self, option))


Rules = TypeVar("Rules", bound=GameRules)

Source: TypeAlias = GameRules | str | Path | Mapping[str, object] | None
"""Where rules come from: a rule set, a preset's name, a TOML rule file, a mapping with its keys, or None for the first
preset."""

Overrides: TypeAlias = Mapping[str, object] | Sequence[str]
"""Options that hold instead: a mapping, or one or more texts `option=value` as on the command line."""


def _written(value: object) -> object:
    return NONE if value is None else value


def _plain(value: object) -> object:
    """Return an option's value as a rule file has it."""
    return _written(to_jsonable_python(value))


def _choices(kind: object) -> tuple[object, ...]:
    if kind is bool:
        return (False, True)
    return get_args(kind) if get_origin(kind) is Literal else ()


def presets(game: str) -> tuple[str, ...]:
    """Return the names of a game's presets; the first holds where none is named."""
    return registry.game(game).load_rules().presets


def load_rules(game: str, source: Source = None, overrides: Overrides = ()) -> GameRules:
    """Return the rules of a game.

    Parameters
    ----------
    game
        The game's name.
    source
        A rule set of the game, a preset's name, a TOML rule file, a mapping with the keys of a rule file (which need
        not name the game), or None for the first preset. A text is a file if it is no preset and has a `/`, ends in
        `.toml`, or exists.
    overrides
        Options that hold instead: a mapping, or a text `option=value` or several, the value in TOML syntax (bare words
        are strings).

    Raises
    ------
    RulesError
        With all that is wrong, each fault as `option: was given X; allowed: Y`.
    InputError
        If there is no such game.

    Examples
    --------
    >>> load_rules("gin", "web", ["knock_limit=5"]).differences("web")
    {'knock_limit': (10, 5)}
    """
    model = registry.game(game).load_rules()
    if isinstance(source, GameRules):
        if source.game != game:
            raise RulesError([f"rules: was given a rule set of {source.game}; allowed: one of {game}."])
        if not overrides:
            return source
    try:
        given, faults = _source(model, source), []
    except InputError as error:
        given, faults = {"game": game}, [str(error)]
    return _load(model, given, overrides, faults)


def load_rule_file(path: str | Path) -> GameRules:
    """Return the rules of a rule file, whichever game it names.

    Raises
    ------
    RulesError
        With all that is wrong.
    """
    try:
        given = read_rule_file(path)
    except InputError as error:
        raise RulesError([str(error)]) from None
    game = given.get("game")
    if game not in registry.games():
        raise RulesError([_game_fault(given, registry.games())])
    return _load(registry.game(str(game)).load_rules(), given, (), [])


def _source(model: type[Rules], source: Source) -> dict[str, object]:
    """Return the keys of a rule file that `source` stands for; only a file has to name its game itself."""
    if isinstance(source, GameRules):
        return {"game": source.game, "preset": source.preset, "name": source.name, **source.options()}
    if isinstance(source, Mapping):
        return {"game": model.game, **source}
    if source is None or source in model.presets:
        return {"game": model.game, "preset": source or model.presets[0]}
    text = str(source)
    if isinstance(source, Path) or "/" in text or os.sep in text or text.endswith(".toml") or os.path.lexists(text):
        return read_rule_file(source)
    choices = listed(map(shown, model.presets))
    hint = did_you_mean(text, model.presets)
    raise InputError(f"rules: was given {shown(text)}; allowed: {choices}, or a rule file (.toml).{hint}")


def _load(model: type[Rules], given: dict[str, object], overrides: Overrides, faults: list[str]) -> Rules:
    """Return the checked rules, or raise with `faults` and all that is found here."""
    settings, unread = parse_overrides(overrides)
    found = [*_head_faults(model, given, settings), *_unknown_faults(model, [*given.items(), *settings.items()])]
    start = given.get("preset")
    base = dict(_preset(model, str(start) if start in model.presets else model.presets[0]))
    stated = base | _known(model, given)
    values = stated | _known(model, settings)
    rules, wrong = _validated(model, base, values)
    if all_faults := [*faults, *found, *wrong, *unread]:
        raise RulesError(all_faults)
    titled = stated if "name" in given else base
    # Who only says how many are at the table has changed no rule.
    changed = any(values[option] != titled[option] for option in model.option_names() if option != "players")
    if changed and "name" not in settings:
        rules = rules.model_copy(update={"name": _changed(str(titled["name"]))})
    return rules


def _changed(name: str) -> str:
    """Return a name that says that options were changed, itself a name."""
    if name.endswith(_CHANGED):
        return name
    room = _LONGEST_NAME - len(_CHANGED)
    return (name if len(name) <= room else f"{name[: room - 1]}…") + _CHANGED


@cache
def _preset(model: type[Rules], name: str) -> Rules:
    given = read_rule_file(Path(inspect.getfile(model)).parent / "presets" / f"{name}.toml")
    base = dict(_preset(model, str(given["preset"]))) if "preset" in given else {}
    return model.model_validate(base | _known(model, given) | {"preset": name})


def _known(model: type[GameRules], given: Mapping[str, object]) -> dict[str, object]:
    """Return what is given for the name and the options, with the word `none` read where an option has it."""
    fields = {key: field for key, field in model.model_fields.items() if key in given and key != "preset"}
    return {
        key: None if given[key] == NONE and NoneType in get_args(field.annotation) else given[key]
        for key, field in fields.items()
    }


def _validated(model: type[Rules], base: dict[str, object], values: dict[str, object]) -> tuple[Rules, list[str]]:
    """Return the rules, and what is wrong with `values`; options out of range are then those of `base`."""
    wrong: list[str] = []
    try:
        rules = model.model_validate(values)
    except ValidationError as error:
        wrong = list(dict.fromkeys(str(fault["loc"][0]) for fault in error.errors(include_url=False)))
        rules = model.model_validate(values | {option: base[option] for option in wrong})
    faults = [f"{option}: was given {shown(values[option])}; allowed: {model.allowed(option)}." for option in wrong]
    for options, reason in rules.contradictions():
        if not set(options) & set(wrong):
            combination = listed([f"{option} = {shown(_plain(values[option]))}" for option in options], "and")
            faults.append(f"{combination}: {reason}")
    return rules, faults


def _game_fault(given: Mapping[str, object], games: Sequence[str]) -> str:
    said = f"was given {shown(given['game'])}" if "game" in given else "was not given"
    hint = did_you_mean(str(given.get("game")), games)
    return f"game: {said}; allowed: {listed(map(shown, games))}.{hint}"


def _head_faults(model: type[GameRules], given: Mapping[str, object], settings: Mapping[str, object]) -> Iterator[str]:
    if given.get("game") != model.game:
        yield _game_fault(given, [model.game])
    if "preset" in given and given["preset"] not in model.presets:
        hint = did_you_mean(str(given["preset"]), model.presets)
        yield f"preset: was given {shown(given['preset'])}; allowed: {listed(map(shown, model.presets))}.{hint}"
    for key in _HEAD:
        if key in settings:
            yield f"{key}: was given {shown(settings[key])}; allowed: only options and the name. Choose with --rules."


def _unknown_faults(model: type[GameRules], given: Iterable[tuple[object, object]]) -> Iterator[str]:
    options = model.option_names()
    unknown = [(key, value) for key, value in given if key not in model.model_fields and key not in _HEAD]
    for number, (key, value) in enumerate(unknown):
        hint = did_you_mean(str(key), options) if number < _HINTS else ""
        choice = f"an option of {model.game}" if hint or number else ", ".join(options)
        yield f"{shorten(str(key))}: was given {shown(value)}; allowed: {choice}.{hint}"
