"""What simcards says when its input is wrong."""

from __future__ import annotations

import difflib
import reprlib
from collections.abc import Iterable

SHOWN = 60
"""Characters of a given value that a message repeats."""


_BRIEF = reprlib.Repr()
_BRIEF.fillvalue = "…"
_BRIEF.maxlevel = 4
_BRIEF.maxlist = _BRIEF.maxtuple = _BRIEF.maxdict = _BRIEF.maxset = 8
_BRIEF.maxlong = _BRIEF.maxother = _BRIEF.maxstring = 2 * SHOWN


class InputError(ValueError):
    """Wrong input: the text says what was given, what is allowed, and what to do."""


class RulesError(InputError):
    """A rule set that cannot be played; `faults` lists everything that is wrong with it."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(self.faults))


class WorkersLost(Exception):  # noqa: N818 (named for what happened)
    """Those who play are gone, through no fault of the input."""


def shorten(value: object, most: int = SHOWN) -> str:
    """Return `value` as one short printable line, so that a message cannot flood or steer a terminal.

    Of what is long or deep, no more is looked at than is shown.
    """
    text = value if isinstance(value, str) else _BRIEF.repr(value)
    text = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text[: most + 1])
    return text if len(text) <= most else text[: most - 1] + "…"


def did_you_mean(word: str, allowed: Iterable[str]) -> str:
    """Return ` Did you mean 'x'?` for the allowed word nearest to `word`, or an empty string."""
    near = difflib.get_close_matches(word[:SHOWN], list(allowed), n=1, cutoff=0.6)
    return f" Did you mean {near[0]!r}?" if near else ""
