"""Does an app or a dealer deal fairly? What was seen against the exact odds.

The test is exact: its p-value is twice the smaller binomial tail (at most 1), so that it agrees with the interval of
Clopper and Pearson ("The use of confidence or fiducial limits illustrated in the case of the binomial", Biometrika 26,
1934). Of several observations each p-value is corrected by Holm's method ("A simple sequentially rejective multiple
test procedure", Scandinavian Journal of Statistics 6, 1979), which needs no independence between them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias

from simcards.errors import InputError, did_you_mean, shorten
from simcards.limits import MOST_GAMES
from simcards.words import listed

Row: TypeAlias = Mapping[str, Any]

LEVEL = 0.95
DOUBT, REJECT = 0.05, 0.001
"""p-values below which a fair deal is called doubtful, and out of the question."""

_WRITTEN = re.compile(r"(?:(?P<event>[a-z]\w*)(?::(?P<of>\d+))?|(?P<value>\d+))=(?P<seen>\d+)/(?P<hands>\d+)", re.ASCII)
_FORM = "EVENT=K/N, EVENT:VALUE=K/N or VALUE=K/N, seen in K of N hands, as in gin=2/3000 or 50=12/3000"


class Observation(NamedTuple):
    """An event that was seen in some of the hands dealt."""

    event: str | None
    """None: the quantity that the odds begin with."""
    value: int | None
    seen: int
    hands: int


def parse_observation(text: str) -> Observation:
    """Return what `gin=2/3000`, `deadwood:50=12/3000` or `50=12/3000` stands for.

    Examples
    --------
    >>> parse_observation("50=12/3000")
    Observation(event=None, value=50, seen=12, hands=3000)
    """
    match = _WRITTEN.fullmatch(text.strip().replace(" ", ""))
    if match is None:
        raise InputError(f"observed: was given '{shorten(text)}'; allowed: {_FORM}.")
    value = match["of"] or match["value"]
    numbers = [number for number in (value, match["seen"], match["hands"]) if number]
    if any(len(number) > len(str(MOST_GAMES)) for number in numbers):
        raise InputError(f"observed: was given '{shorten(text)}'; allowed: numbers up to {MOST_GAMES:,}.")
    seen, hands = int(match["seen"]), int(match["hands"])
    if not 1 <= hands <= MOST_GAMES:
        raise InputError(f"observed: was given '{shorten(text)}'; allowed: from 1 to {MOST_GAMES:,} hands.")
    if seen > hands:
        raise InputError(f"observed: was given '{shorten(text)}'; allowed: seen in at most all {hands:,} hands.")
    return Observation(match["event"], int(value) if value else None, seen, hands)


def fairness(rows: Sequence[Row], observations: Sequence[Observation | str]) -> list[dict[str, Any]]:
    """Test observations against the exact odds.

    Parameters
    ----------
    rows
        The rows of `odds`.
    observations
        What was seen, each from hands of different deals (the hands of one deal are not independent).

    Returns
    -------
    list of dict
        A row for each observation: `event`, `value`, `seen`, `hands`, `expected` (hands), `probability` (exact),
        `estimate`, `low`, `high` (the share seen, with its 95 % interval), `p_value`, `p_holm`, `verdict`.

    Raises
    ------
    InputError
        If an observation cannot be read, or the odds have no such event.
    """
    read = [parse_observation(seen) if isinstance(seen, str) else seen for seen in observations]
    tested = [_tested(_row_of(rows, observation), observation) for observation in read]
    ascending = sorted(tested, key=lambda row: float(row["p_value"]))
    stepped = (min(1.0, (len(ascending) - rank) * row["p_value"]) for rank, row in enumerate(ascending))
    for row, p_holm in zip(ascending, accumulate(stepped, max), strict=True):
        row["p_holm"] = p_holm
        row["verdict"] = _verdict(p_holm)
    return tested


def binomial_test(seen: int, hands: int, probability: float) -> float:
    """Return the two-sided exact p-value of `seen` successes in `hands` tries: twice the smaller tail, at most 1."""
    from scipy.special import betainc, betaincc

    at_most = 1.0 if seen == hands else float(betaincc(seen + 1, hands - seen, probability))
    at_least = 1.0 if seen == 0 else float(betainc(seen, hands - seen + 1, probability))
    return min(1.0, 2 * min(at_most, at_least))


def clopper_pearson(seen: int, hands: int, level: float = LEVEL) -> tuple[float, float]:
    """Return the exact interval of a share: the probabilities that the two-sided test does not reject."""
    from scipy.special import betainccinv, betaincinv

    tail = (1 - level) / 2
    low = 0.0 if seen == 0 else float(betaincinv(seen, hands - seen + 1, tail))
    high = 1.0 if seen == hands else float(betainccinv(seen + 1, hands - seen, tail))
    return low, high


def sentence(row: Row, *, corrected: bool = False) -> str:
    """Return a row of `fairness` in words, with the p-value `corrected` for the other observations."""
    name = str(row["event"]) if row["value"] is None else f"{row['event']} {row['value']}"
    p_value, which = (row["p_holm"], " (corrected for the other observations)") if corrected else (row["p_value"], "")
    return (
        f"{name}: seen in {row['seen']:,} of {row['hands']:,} hands, {percent(row['estimate'])} "
        f"(95 % interval {percent(row['low'])} to {percent(row['high'])}); "
        f"a fair deal gives {percent(row['probability'])}, {row['expected']:,.4g} hands. "
        f"p = {p_value:.2g}{which}: {row['verdict']}."
    )


def percent(share: Any) -> str:
    """Return a share in percent, to three digits.

    Examples
    --------
    >>> percent(0.0264), percent(8.64e-6)
    ('2.64 %', '0.000864 %')
    """
    return f"{float(f'{100 * share:.3g}'):.12f}".rstrip("0").rstrip(".") + " %"


def _row_of(rows: Sequence[Row], observation: Observation) -> Row:
    events = list(dict.fromkeys(str(row["event"]) for row in rows))
    event, value = observation.event or events[0], observation.value
    if event not in events:
        raise InputError(
            f"observed: was given the event '{shorten(event)}'; allowed: {listed(events)}.{did_you_mean(event, events)}"
        )
    cases = {row["value"]: row for row in rows if row["event"] == event and "probability" in row}
    if value in cases:
        return cases[value]
    if None in cases:
        raise InputError(f"observed: was given {event}:{value}; allowed: {event} without a value.")
    values = [case for case in cases if isinstance(case, int)]
    given = event if value is None else f"{event}:{value}"
    raise InputError(
        f"observed: was given {given}; allowed: {event}:VALUE with a value that can be dealt, "
        f"from {min(values)} to {max(values)}."
    )


def _tested(case: Row, observation: Observation) -> dict[str, Any]:
    seen, hands, probability = observation.seen, observation.hands, case["probability"]
    low, high = clopper_pearson(seen, hands)
    return {
        "event": case["event"],
        "value": case["value"],
        "seen": seen,
        "hands": hands,
        "expected": hands * probability,
        "probability": probability,
        "estimate": seen / hands,
        "low": low,
        "high": high,
        "p_value": binomial_test(seen, hands, probability),
    }


def _verdict(p_value: float) -> str:
    if p_value < REJECT:
        return "a fair deal hardly ever gives this"
    if p_value < DOUBT:
        return "a fair deal gives this seldom; look at more hands"
    return "this agrees with a fair deal"
