"""The referee: results of game records, whatever the game.

Reads a record (see docs/records.md), checks its own fields, lets the game's kernels play it, and compares the result
with what the record expects.
"""

from __future__ import annotations

import codecs
import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from simcards import __version__, registry
from simcards.errors import InputError, did_you_mean, shorten
from simcards.files import parse_json, read_bytes, read_text, short_path
from simcards.game import Game
from simcards.replaying import IllegalRecord, Result, illegal, read_hand, replay_hand, replay_match, text_of, whole_of
from simcards.rules import GameRules, load_rules

if TYPE_CHECKING:
    import pandas as pd

    from simcards.game import MatchReferee

RECORD_KEYS = ("game", "rules", "players", "deck", "actions", "hands", "expect", "note")
"""Keys of the records of all games; where a hand stands is told by each game's own (`Game.place_keys`)."""

TOLERANCE = 1e-9
"""Two numbers that differ by at most this agree."""

MOST_NUMBER = 1e15
"""No result has a larger number; much larger ones are no floats at all."""

FILE_CAP = 256 << 20
"""Bytes of a file with a record a line."""

RECORD_CAP = 4 << 20
"""Bytes of such a line, and of a `.json` file, which is read as a whole: a match of a hundred hands needs 100,000."""

FAULTS = 5
"""Faults of its rules that a record's error tells."""


@dataclass(frozen=True)
class Replay:
    """The results of some records."""

    results: list[Result]

    @property
    def ok(self) -> bool:
        """Whether every result is as its record expects; a record that expects nothing has to be legal."""
        return not any(failed(result) for result in self.results)

    @property
    def table(self) -> pd.DataFrame:
        """The results as a frame, a row a record."""
        import pandas as pd

        return pd.DataFrame(self.results)

    def to_dict(self) -> dict[str, Any]:
        """Return the results with the version that found them."""
        return {"simcards": __version__, "command": "replay", "results": self.results}


def failed(result: Result) -> bool:
    """Return whether a result differs from what was expected, or nothing was and the record is illegal."""
    return not result.get("agrees", result["ok"])


def replay_record(record: object) -> Result:
    """Return the result of a game record, of a hand or a match.

    A record that is illegal, from its keys to its last action, gives ``ok`` false with ``at`` and ``error``; nothing
    is raised.
    """
    try:
        return _replay(record)
    except InputError as error:
        return illegal(_on_one_line(error), getattr(error, "at", None))


def _on_one_line(error: InputError) -> str:
    faults = str(error).split("\n")
    more = len(faults) - FAULTS
    return " ".join([*faults[:FAULTS], *([f"And {more:,} faults more."] if more > 0 else [])])


def _replay(record: object) -> Result:
    if not isinstance(record, dict):
        raise IllegalRecord(f"A record is a JSON object; this is {shorten(record)}.")
    named = [record["game"]] if record.get("game") in registry.games() else registry.games()
    places = {key for name in named for key in registry.game(str(name)).place_keys}
    _refuse_unknown(record, {*RECORD_KEYS, *places}, "record")
    game = registry.game(text_of(record, "game"))
    is_match = "hands" in record
    _refuse_wrong_parts(game, record, is_match)
    rules = _rules(game, record)
    referee = game.load_engine().referee
    place = referee.place(rules, record)
    _check_expect(game, record)
    if is_match:
        hands = record["hands"]
        if not isinstance(hands, list) or not hands:
            raise IllegalRecord('"hands" must be a list of objects with "deck" and "actions", at least one.')
        return replay_match(cast("MatchReferee", referee).new_match(rules, place), hands)
    deck, actions = read_hand(record)
    return replay_hand(referee.new_hand(rules, place, deck), actions)


def _refuse_unknown(given: Mapping[str, object], known: Collection[str], where: str) -> None:
    for key in given:
        if key not in known:
            allowed = ", ".join(sorted(known))
            raise IllegalRecord(
                f"Unknown key {shorten(key)!r} in the {where}; known are: {allowed}.{did_you_mean(key, known)}"
            )


def _refuse_wrong_parts(game: Game, record: Mapping[str, object], is_match: bool) -> None:
    needed, other = (("hands",), ("deck", "actions")) if is_match else (("deck", "actions"), ())
    if is_match and not game.match_records:
        raise IllegalRecord(f"Records of whole matches are not known in {game.name}.")
    for key in needed:
        if key not in record:
            raise IllegalRecord(f'The record has no "{key}".')
    for key in other:
        if key in record:
            raise IllegalRecord(f'A match record has "hands" in place of "{key}".')


def _rules(game: Game, record: Mapping[str, object]) -> GameRules:
    source = record.get("rules")
    if "rules" in record and not isinstance(source, str | dict):
        raise IllegalRecord(f'"rules" must be a preset\'s name or an object of options; given: {shorten(source)}.')
    if isinstance(source, dict) and None in source.values():
        raise IllegalRecord('null is no value of an option; where an option may be none, write "none".')
    if isinstance(source, str) and source not in game.load_rules().presets:
        known = ", ".join(game.load_rules().presets)
        raise IllegalRecord(f"Unknown preset {shorten(source)!r}; {game.name} has: {known}.")
    low, high = game.seats
    overrides = {"players": whole_of(record, "players", low, high)} if "players" in record else {}
    return load_rules(game.name, source, overrides)  # type: ignore[arg-type]  # text or mapping, as checked above


def _check_expect(game: Game, record: Mapping[str, object]) -> None:
    expect = record.get("expect", {})
    if not isinstance(expect, dict):
        raise IllegalRecord(f'"expect" must be an object; given: {shorten(expect)}.')
    _refuse_unknown(expect, game.load_engine().referee.result_keys, '"expect"')


def differences(result: Result, expect: Mapping[str, object]) -> list[str]:
    """Return the keys of `expect` whose values the result does not have (numbers to 1e-9)."""
    missing = object()
    return [key for key, value in expect.items() if not _equal(result.get(key, missing), value)]


def _equal(one: object, other: object) -> bool:
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, int) and isinstance(other, int):
        return one == other
    if isinstance(one, int | float) and isinstance(other, int | float):
        if max(abs(one), abs(other)) > MOST_NUMBER:
            return False
        return math.isclose(one, other, rel_tol=0.0, abs_tol=TOLERANCE)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_equal, one, other))
    return one == other


def compare(record: object, result: Result) -> Result:
    """Return the result with `agrees` and `differs` added, where the record is one that expects something."""
    expect = record.get("expect") if isinstance(record, dict) else None
    if not isinstance(expect, dict):
        return result
    differs = differences(result, expect)
    return {**result, "agrees": not differs, "differs": differs}


def replay(source: str | Path | Mapping[str, object] | Iterable[object]) -> Replay:
    """Replay the records of a file, or one record, or several, and compare them with what they expect.

    Raises
    ------
    InputError
        If a file cannot be read, or `source` is none of these. An illegal record, or a line that is no JSON, gives a
        result with `ok` false.
    """
    if isinstance(source, str | Path):
        return Replay([result_of(record) for _, record in read_records(source)])
    if isinstance(source, bytes) or not isinstance(source, Iterable):
        raise InputError(f"replay was given {shorten(source)}; allowed: a file's name, a record, or several.")
    return Replay([result_of(record) for record in ([source] if isinstance(source, Mapping) else source)])


def result_of(record: object) -> Result:
    """Return a record's result, compared with what it expects; an InputError in its place says why there is none."""
    return illegal(str(record)) if isinstance(record, InputError) else compare(record, replay_record(record))


def read_records(path: str | Path) -> Iterator[tuple[int, object]]:
    """Yield the records of a `.jsonl` or `.json` file, each with its line (or its number in a `.json` list).

    In place of a line that is no JSON there is an InputError.

    Raises
    ------
    InputError
        If the file cannot be read, or a `.json` file is no JSON.
    """
    if str(path).endswith(".json"):
        try:
            whole = parse_json(read_text(path, RECORD_CAP))
        except InputError as error:
            raise InputError(
                f"{short_path(path)}: {error}" if short_path(path) not in str(error) else str(error)
            ) from None
        yield from enumerate(whole if isinstance(whole, list) else [whole], start=1)
        return
    lines = read_bytes(path, FILE_CAP).removeprefix(codecs.BOM_UTF8).split(b"\n")
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                yield number, _parse_line(line)
            except UnicodeDecodeError as error:
                yield number, InputError(f"Byte {error.start} of this line is not UTF-8.")
            except InputError as error:
                yield number, error


def _parse_line(line: bytes) -> object:
    if len(line) > RECORD_CAP:
        raise InputError(f"This line has {len(line):,} bytes; allowed: at most {RECORD_CAP:,}.")
    return parse_json(line.decode())
