"""Counts as a row of bytes: all arrays one after another, packed, since most is zeros."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence

import numpy as np

from simcards.counts import Array
from simcards.errors import InputError

LEVEL = 1
"""Of packing: the quickest, which makes a tenth of it."""


def pack(arrays: Sequence[Array]) -> bytes:
    """Return arrays of int64 as bytes."""
    return zlib.compress(np.concatenate([array.ravel() for array in arrays]).astype("<i8").tobytes(), LEVEL)


def unpack(packed: bytes, shapes: Mapping[str, tuple[int, ...]]) -> list[Array]:
    """Return the arrays of these shapes that `pack` made bytes of.

    Raises
    ------
    InputError
        If they are those of no such arrays; no more is unpacked than such arrays have.
    """
    sizes = [int(np.prod(shape)) for shape in shapes.values()]
    wanted = 8 * sum(sizes)
    opened = zlib.decompressobj()
    try:
        data = opened.decompress(packed, wanted + 1)
    except zlib.error:
        data = b""
    if len(data) != wanted:
        raise InputError("Packed counts are not of the size that they should have.")
    row = np.frombuffer(data, "<i8").astype(np.int64)
    parts = np.split(row, np.cumsum(sizes)[:-1])
    return [part.reshape(shape) for part, shape in zip(parts, shapes.values(), strict=True)]
