"""Stage 4, counts: integer arrays with named axes, merged by addition in any order."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.int64]


@dataclass(frozen=True)
class Counts:
    """Counts by name, each an int64 array with the axes that `axes` names."""

    arrays: Mapping[str, Array]
    axes: Mapping[str, tuple[str, ...]]

    @classmethod
    def of_record(cls, record: Any, axes: Mapping[str, tuple[str, ...]]) -> Counts:
        """Return a copy of what a kernel wrote into a record of the game's COUNTS dtype."""
        return cls({name: np.array(record[name], dtype=np.int64) for name in axes}, axes)

    @classmethod
    def zero(cls, dtype: np.dtype[Any], axes: Mapping[str, tuple[str, ...]]) -> Counts:
        """Return the counts of no hands at all."""
        return cls.of_record(np.zeros(1, dtype)[0], axes)

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
