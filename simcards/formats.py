"""Numbers as people read them: one place for all tables, charts and sentences.

An estimate is shown with as many digits as its interval gives a meaning to: the half-width keeps one digit, or two if
the first is a 1, and the estimate ends at the same place. Exact numbers keep three digits or all.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, TypeAlias

Row: TypeAlias = Mapping[str, Any]
"""A row with `estimate`, `low` and `high`, each None where it is not known."""

MINUS = "−"
NOTHING = "–"
"""Stands where nothing was observed."""

MOST_DECIMALS = 6

SMALL = 0.1
"""Chances up to this are told as `1 in N`."""


def signed(value: float, decimals: int, *, plus: bool = False) -> str:
    """Return a number with a true minus sign, and with a plus sign if asked; a rounded zero has neither.

    Examples
    --------
    >>> signed(-0.5, 1), signed(1234.5, 1, plus=True), signed(-0.001, 2)
    ('−0.5', '+1,234.5', '0.00')
    """
    text = f"{abs(value):,.{decimals}f}"
    if not any(digit in text for digit in "123456789"):
        return text
    return (MINUS if value < 0 else "+" if plus else "") + text


def half_width(row: Row, scale: float = 1.0) -> float | None:
    """Return half of a row's interval, of the longer side if it is not symmetric; None without an interval."""
    if row["low"] is None or row["high"] is None:
        return None
    return scale * float(max(row["high"] - row["estimate"], row["estimate"] - row["low"]))


def decimals_for(half: float) -> int:
    """Return the decimals that a half-width gives a meaning to.

    Examples
    --------
    >>> decimals_for(0.034), decimals_for(0.014), decimals_for(25.0)
    (2, 3, 0)
    """
    if half <= 0:
        return 2
    place = math.floor(math.log10(half))
    keep = 1 if half / 10**place < 2 else 0
    return min(max(keep - place, 0), MOST_DECIMALS)


def plus_minus(row: Row, *, scale: float = 1.0, plus: bool = False) -> str:
    """Return an estimate with its half-width, as in `8.30 ± 0.03`; alone if its interval is not known.

    Examples
    --------
    >>> plus_minus({"estimate": 8.3016, "low": 8.2696, "high": 8.3336})
    '8.30 ± 0.03'
    """
    if row["estimate"] is None:
        return NOTHING
    value, half = scale * row["estimate"], half_width(row, scale)
    if half is None:
        return signed(value, 2, plus=plus)
    if half == 0:
        return signed(value, 2, plus=plus) if value else "0"
    decimals = decimals_for(half)
    return f"{signed(value, decimals, plus=plus)} ± {half:.{decimals}f}"


def percent_plus_minus(row: Row) -> str:
    """Return a share in percent with its half-width.

    Examples
    --------
    >>> percent_plus_minus({"estimate": 0.0389, "low": 0.0381, "high": 0.0397})
    '3.89 ± 0.08 %'
    """
    text = plus_minus(row, scale=100)
    return text if text == NOTHING else f"{text} %"


def percent(share: float, digits: int = 3) -> str:
    """Return a share in percent to a number of significant digits.

    Examples
    --------
    >>> percent(0.5), percent(0.00064553), percent(8.64057e-06), percent(1.0)
    ('50.0 %', '0.0646 %', '0.000864 %', '100 %')
    >>> percent(0.99965)
    '99.97 %'
    """
    if share in (0, 1):
        return f"{100 * share:.0f} %"
    decimals = max(digits - 1 - math.floor(math.log10(100 * share)), 0)
    # What is not everything shall not be rounded to everything.
    return f"{100 * share:.{max(decimals, -math.floor(math.log10(100 * (1 - share))))}f} %"


def one_in(probability: float) -> str:
    """Return a chance as `1 in N`, or in percent where it is not small.

    Examples
    --------
    >>> one_in(8.640568313870761e-06), one_in(0.4), one_in(0)
    ('1 in 115,733', '40.0 %', 'none')
    """
    if probability <= 0:
        return "none"
    return f"1 in {1 / probability:,.0f}" if probability <= SMALL else percent(probability)


def thousands(number: int) -> str:
    """Return a whole number with commas between the thousands."""
    return f"{number:,}"
