"""What is to be varied, as it is given: options or whole rule sets with lists of values."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from simcards import registry
from simcards.errors import InputError, did_you_mean, shorten
from simcards.rulefile import parse_overrides

ALL = "all"
RULES = "rules"
"""What stands in an option's place for whole rule sets."""

MOST_CORNERS = 1000
"""Rule sets of a sweep."""

Vary: TypeAlias = str | Sequence[str] | Mapping[str, Sequence[object]]
"""`"all"`, texts `option=v1,v2`, or values by option."""


def values_of(game: str, vary: Vary) -> dict[str, Sequence[object]] | None:
    """Return the values by option, or None for `"all"`.

    Raises
    ------
    InputError
        If `vary` cannot be read, names no option, or spans too many rule sets.
    """
    if isinstance(vary, Mapping):
        return _checked(game, dict(vary))
    texts: object = [vary] if isinstance(vary, str) else vary
    if not isinstance(texts, Sequence) or not all(isinstance(text, str) for text in texts):
        raise InputError(f"--vary was given {shorten(vary)}; allowed: texts option=value,value, or values by option.")
    if ALL not in texts:
        return _checked(game, _read(game, texts))
    if len(texts) > 1:
        raise InputError(f"--vary was given {ALL!r} and more; allowed: {ALL!r} alone, or options with their values.")
    return None


def _read(game: str, texts: Sequence[str]) -> dict[str, Sequence[object]]:
    """Return the values by option that texts `option=v1,v2` give."""
    varied: dict[str, Sequence[object]] = {}
    for text in texts:
        option, equals, listed = (part.strip() for part in text.partition("="))
        if not equals or not option:
            raise InputError(
                f"--vary was given '{shorten(text)}'; allowed: option=value,value, as in "
                f"{_options(game)[1]}=…, or {RULES}=…, or {ALL}."
                + ("" if text in _options(game) else did_you_mean(text, [*_options(game), ALL]))
            )
        if option in varied:
            raise InputError(f"--vary was given '{shorten(option)}' twice; give all its values at once.")
        pieces = split_values(listed)
        if not all(pieces):
            raise InputError(f"--vary was given '{shorten(text)}'; allowed: a value between any two commas.")
        varied[option] = [_value(option, piece) for piece in pieces]
    return varied


def _value(option: str, piece: str) -> object:
    """Return one value: TOML, bare words being strings; of `rules` a preset or a file, in quotes or not."""
    if option == RULES and not piece.startswith(("'", '"')):
        return piece
    read, faults = parse_overrides([f"{option}={piece}"])
    if faults:
        raise InputError(f"--vary: {faults[0]}")
    return read[option]


def split_values(text: str) -> list[str]:
    """Return the parts between commas that are in no brackets, braces or quotes.

    Examples
    --------
    >>> split_values("[], [{min=50, max=50, pays=2}],'a,b'")
    ['[]', '[{min=50, max=50, pays=2}]', "'a,b'"]
    """
    pieces, depth, quote, skip = [""], 0, "", False
    for sign in text:
        if sign == "," and depth == 0 and not quote:
            pieces.append("")
            continue
        pieces[-1] += sign
        if skip:
            skip = False
        elif quote:
            skip = quote == '"' and sign == "\\"
            quote = "" if sign == quote else quote
        elif sign in "'\"":
            quote = sign
        else:
            depth = max(depth + (sign in "[{") - (sign in "]}"), 0)
    return [piece.strip() for piece in pieces]


def _options(game: str) -> tuple[str, ...]:
    return registry.game(game).load_rules().option_names()


def _checked(game: str, varied: dict[str, Sequence[object]]) -> dict[str, Sequence[object]]:
    """Refuse what is no option, has no values, or spans too much."""
    if not varied:
        raise InputError(f"--vary was not given; allowed: option=value,value, {RULES}=…, or {ALL}.")
    for option, values in varied.items():
        if option not in (*_options(game), RULES):
            hint = did_you_mean(option, [*_options(game), RULES, ALL])
            choice = f"an option of {game}, {RULES} or {ALL}" if hint else ", ".join([*_options(game), RULES, ALL])
            raise InputError(f"--vary was given '{shorten(option)}'; allowed: {choice}.{hint}")
        if not isinstance(values, list | tuple) or not values:
            raise InputError(f"--vary was given {option} with no list of values; allowed: one value or more.")
        if option == RULES and not all(isinstance(value, str | Path) for value in values):
            raise InputError(
                f"--vary was given {RULES} with {shorten(values)}; allowed: presets' names, and rule files."
            )
    corners = math.prod(len(values) for values in varied.values())
    if corners > MOST_CORNERS:
        raise InputError(f"--vary spans {corners:,} rule sets; allowed: at most {MOST_CORNERS:,}.")
    return varied
