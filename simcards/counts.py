"""Stage 4, counts: integer arrays with named axes, merged by addition in any order."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcards.errors import InputError

Array = NDArray[np.int64]


class Counted(NamedTuple):
    """How often hands are counted in an array."""

    all_hands: bool
    """Whether each is, or only some are."""
    unit: int = 1
    """Parts that a hand is counted in."""
    each: str = ""
    """The axis at every place of which hands are counted anew, if there is one."""


@dataclass(frozen=True)
class Counts:
    """Counts by name, each an int64 array with the axes that `axes` names."""

    arrays: Mapping[str, Array]
    axes: Mapping[str, tuple[str, ...]]

    @classmethod
    def zero(cls, shapes: Mapping[str, tuple[int, ...]], axes: Mapping[str, tuple[str, ...]]) -> Counts:
        """Return the counts of no hands at all; `shapes` gives the size of each axis by name."""
        return cls({name: np.zeros(shapes[name], np.int64) for name in axes}, axes)

    @classmethod
    def of_arrays(cls, arrays: Sequence[Array], axes: Mapping[str, tuple[str, ...]]) -> Counts:
        """Return the counts that a kernel wrote into arrays, which stand in the order of the names."""
        return cls(dict(zip(axes, arrays, strict=True)), axes)

    def __getitem__(self, name: str) -> Array:
        """Return the array called `name`."""
        return self.arrays[name]

    def __add__(self, other: Counts) -> Counts:
        """Return the counts of both sets of hands together."""
        return Counts({name: array + other.arrays[name] for name, array in self.arrays.items()}, self.axes)

    @property
    def tally(self) -> str:
        """The SHA-256 (hex) of all counts: names, axes, shapes and little-endian values, in order of name."""
        digest = hashlib.sha256()
        for name in sorted(self.arrays):
            array = self.arrays[name]
            digest.update(f"{name}|{','.join(self.axes[name])}|{array.shape}|".encode())
            digest.update(array.astype("<i8").tobytes())
        return digest.hexdigest()


def check_counts(counts: Counts, counted: Mapping[str, Counted], hands: int) -> None:
    """Refuse counts that cannot be those of so many hands; none is negative.

    Raises
    ------
    InputError
        With the first array that is wrong, what it adds up to, and what is allowed.
    """
    for name, (all_hands, unit, each) in counted.items():
        array, most = counts[name], unit * hands
        apart = tuple(axis for axis, what in enumerate(counts.axes[name]) if what != each)
        # A single count that is too large is no term of a sum, which could overflow.
        sums = array.sum(axis=apart) if array.max() <= most else array.max()
        for total in np.ravel(sums).tolist():
            if total > most or total % unit or (all_hands and total < most):
                fewer, parts = "" if all_hands else "at most ", f", a multiple of {unit}" if unit > 1 else ""
                raise InputError(f"{name!r} counts {total:,} in {hands:,} hands; allowed: {fewer}{most:,}{parts}.")
