"""What arrays of a run have to be, checked before any number of them is believed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcards.errors import InputError, shorten

Arrays = Mapping[str, NDArray[Any]]


class Kind(NamedTuple):
    """The type and shape of an array, None for any length, and the range of its numbers.

    Examples
    --------
    >>> Kind(np.int64, (None,), 0, 5).check("turns", np.array([3, 7]))
    Traceback (most recent call last):
    simcards.errors.InputError: 'turns' has 7; allowed: 0 to 5.
    """

    dtype: type[np.generic]
    shape: tuple[int | None, ...]
    low: float
    high: float

    def check(self, name: str, array: NDArray[Any]) -> None:
        """Refuse an array of another kind.

        Raises
        ------
        InputError
            With what was found and what is allowed.
        """
        wanted = np.dtype(self.dtype)
        alike = len(array.shape) == len(self.shape) and all(
            want in (None, have) for want, have in zip(self.shape, array.shape, strict=True)
        )
        if array.dtype != wanted or not alike:
            sizes = " × ".join("any" if size is None else str(size) for size in self.shape) or "one number"
            raise InputError(
                f"{shorten(name)!r} is {array.dtype} of shape {shorten(array.shape)}; allowed: {wanted}, {sizes}."
            )
        # So written that a NaN is outside too.
        outside = ~((array >= self.low) & (array <= self.high))
        if outside.any():
            raise InputError(
                f"{shorten(name)!r} has {array[outside].item(0)}; allowed: {_told(self.low)} to {_told(self.high)}."
            )


def _told(limit: float) -> str:
    return f"{limit:,}" if isinstance(limit, int) else f"{limit:g}"


def check_kinds(found: Arrays, kinds: Mapping[str, Kind]) -> None:
    """Refuse arrays that are not of these names and kinds.

    Raises
    ------
    InputError
        With what was found and what is allowed.
    """
    if found.keys() != kinds.keys():
        raise InputError(
            f"there are arrays {shorten(', '.join(sorted(found)))!r}; allowed: {', '.join(sorted(kinds))}."
        )
    for name, kind in kinds.items():
        kind.check(name, found[name])
