"""Plain words for messages: a value as it was given, and what an option allows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from types import NoneType, UnionType
from typing import Annotated, Literal, Union, get_args, get_origin

from simcards.errors import shorten

_LONG_BITS = 200
"""Whole numbers of more bits are told by their length: Python refuses to write the longest ones out."""
_DEPTH = 3
_ENTRIES = 4


def listed(words: Iterable[str], last: str = "or") -> str:
    """Return the words as a sentence lists them.

    Examples
    --------
    >>> listed(["take", "pass", "knock"])
    'take, pass or knock'
    """
    *before, end = words
    return f"{', '.join(before)} {last} {end}" if before else end


def counted(number: int, unit: str) -> str:
    """Return a number of units, as in `no cards`, `1 card`, `2 cards`."""
    return f"{number or 'no'} {unit}{'' if number == 1 else 's'}"


def shown(value: object) -> str:
    """Return a value as a rule file has it, as one short printable line.

    Examples
    --------
    >>> shown(True), shown("captain"), shown([1, 2]), shown(None)
    ('true', "'captain'", '[1, 2]', "'none'")
    """
    return shorten(_plain(value, _DEPTH))


def _plain(value: object, depth: int) -> str:
    match value:
        case None:
            return "'none'"
        case bool():
            return str(value).lower()
        case int() if value.bit_length() > _LONG_BITS:
            return f"a whole number of about {round(value.bit_length() * 0.30103)} digits"
        case str():
            return f"'{shorten(value)}'"
        case Mapping():
            return "{" + _entries((f"{k} = {_plain(v, depth - 1)}" for k, v in value.items()), depth) + "}"
        case list() | tuple():
            return "[" + _entries((_plain(v, depth - 1) for v in value), depth) + "]"
        case _:
            return str(value)


def _entries(entries: Iterable[str], depth: int) -> str:
    if depth == 0:
        return "…"
    first = list(islice(entries, _ENTRIES + 1))
    return ", ".join(first[:_ENTRIES] + ["…"] * (len(first) > _ENTRIES))


def allowed_by(kind: object, limits: Iterable[object] = ()) -> str:
    """Return what a type with its limits (`annotated_types`) allows, in words.

    Examples
    --------
    >>> allowed_by(bool), allowed_by(Literal["offer", "free"])
    ('true or false', "'offer' or 'free'")
    """
    origin = get_origin(kind)
    if origin is Annotated:
        inner, *more = get_args(kind)
        return allowed_by(inner, more)
    if origin in (Union, UnionType):
        return listed(allowed_by(part) for part in get_args(kind))
    if origin is Literal:
        return listed(shown(choice) for choice in get_args(kind))
    if kind is int:
        return _range(list(limits))
    return _SIMPLE[kind]


_SIMPLE: dict[object, str] = {
    bool: "true or false",
    NoneType: "'none'",
    str: "text of 1 to 80 printable characters",
}


def _range(limits: list[object]) -> str:
    low = next(low for limit in limits if (low := getattr(limit, "ge", None)) is not None)
    high = next(high for limit in limits if (high := getattr(limit, "le", None)) is not None)
    return f"only {low}" if low == high else f"a whole number from {low} to {high}"
