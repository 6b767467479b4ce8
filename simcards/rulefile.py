"""Rule files and overrides as they are written: TOML in, plain mappings out, every fault told in words.

Nothing here knows a game. What a file says is believed only after `simcards.rules` has checked it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from simcards.errors import InputError, shorten
from simcards.files import read_text, short_path

FILE_CAP = 64 * 1024
"""Bytes of the longest rule file that is read."""

LINE_CAP = 1000
"""Characters of the longest line: the time to read a dotted key grows with the square of its length."""

_BARE_WORDS = re.compile(r"(?!(?:true|false|nan|inf)$)[^\W\d][\w .-]*")


def read_rule_file(path: str | Path) -> dict[str, object]:
    """Return the keys of a TOML rule file.

    Raises
    ------
    InputError
        If the file cannot be read, is too big, or is no TOML.
    """
    return _parse(read_text(path, FILE_CAP), short_path(path))


def _parse(text: str, where: str) -> dict[str, object]:
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LINE_CAP:
            raise InputError(f"{where}: line {number} has {len(line):,} characters; allowed: at most {LINE_CAP:,}.")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{where}: this is not TOML: {error}.") from None
    except RecursionError:
        raise InputError(f"{where}: tables or lists are nested too deep; allowed: options of plain values.") from None
    except ValueError:
        # tomllib lets Python's own limit on the digits of a number through.
        raise InputError(f"{where}: a number in it is far too long; allowed: numbers in an option's range.") from None


def parse_overrides(overrides: Mapping[str, object] | Sequence[str]) -> tuple[dict[str, object], list[str]]:
    """Return the options that overrides set, and what is wrong with those that cannot be read.

    Parameters
    ----------
    overrides
        A mapping, or a text `option=value` or several: the value in TOML syntax, bare words being strings. The last
        one holds.

    Examples
    --------
    >>> parse_overrides(["knock_limit = 5", "big_gin_bonus=none", "layoff=false"])
    ({'knock_limit': 5, 'big_gin_bonus': 'none', 'layoff': False}, [])
    """
    if isinstance(overrides, Mapping):
        return dict(overrides), []
    settings: dict[str, object] = {}
    faults: list[str] = []
    for text in [overrides] if isinstance(overrides, str) else overrides:
        try:
            settings |= _parse_override(text)
        except InputError as error:
            faults.append(str(error))
    return settings, faults


def _parse_override(text: object) -> dict[str, object]:
    if not isinstance(text, str):
        raise InputError(f"'{shorten(text)}': allowed: a text option=value, as in knock_limit=10.")
    option, _, value = (part.strip() for part in text.partition("="))
    if not (option and value):
        raise InputError(f"'{shorten(text)}': allowed: option=value, as in knock_limit=10.")
    if _BARE_WORDS.fullmatch(value):
        return {option: value}
    document = _parse(f"value = {value}", f"'{shorten(text)}'")
    if len(document) != 1:
        raise InputError(f"'{shorten(text)}': allowed: one value for one option.")
    return {option: document["value"]}
