"""Swings: what a session of many hands does to a purse, and how large a purse it takes.

From what simulated hands pay in each position, a session's total is found by convolution, and the chance to have lost a
purse at some time on the way by a walk with an absorbing barrier: both exact, up to rounding, given the payments. How
well these are known is in the intervals (`simcards.answers.session`). Hands are independent of each other, since no
policy remembers the hands before.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from simcards.answers.ruin import ruin
from simcards.answers.session import Figure, Session, Totals, deviation, mean, open_sessions
from simcards.answers.slopes import slopes
from simcards.answers.sums import NOTHING, ROUNDING, Floats, Rising, plus
from simcards.limits import MOST_PURSE, MOST_SESSION, check_range
from simcards.result import Result
from simcards.stats import Estimate, Z, proportion, scaled

QUANTILES = (1, 5, 25, 50, 75, 95, 99)
"""Percentages; a quantile is the least total that at least so many sessions do not exceed."""

RISK = 0.05
"""The chance of ruin that a purse to bring may have."""

USUAL_HANDS = 100
"""Hands for which a purse to bring is told whatever the session."""


def swings(played: Result, hands: int, purse: int | None = None) -> Result:
    """Return what a session does to a seat's purse, from hands that `simulate` has played.

    The first hand of a session is dealt by seat 0, and the deal goes round.

    Parameters
    ----------
    played
        What `simulate` has returned.
    hands
        Hands of the session, 1 to 10,000.
    purse
        Stakes (gin: points) brought, 1 to 1,000,000: how likely are they lost on the way?

    Returns
    -------
    Result
        Rows of each seat, or of seat 0 alone where all play the same policy; `position` is that of the first hand,
        and results are in stakes (gin: net points). `session_mean`, `session_sd`, `session_quantile:<percent>`,
        `session_ahead`, `session_behind` and `session_even` are of the end; `ruin` is the chance to have lost the
        purse or more at some time; `bring` is the least purse with a `ruin` of at most 5 %, for this many hands and
        for 100. `n` are the simulated hands.

    Raises
    ------
    InputError
        If something is out of its range, or too few hands were played.
    """
    hands = check_range("--session", hands, 1, MOST_SESSION)
    if purse is not None:
        purse = check_range("--bring", purse, 1, MOST_PURSE)
    rows = [row for session in open_sessions(played) for row in _rows(session, hands, purse, played.games or 0)]
    extra = {**played.extra, "session": hands, "bring": purse}
    return replace(played, command="swings", rows=rows, extra=extra)


def _rows(session: Session, hands: int, purse: int | None, n: int) -> Iterator[dict[str, Any]]:
    totals, scale = Totals(session, hands), float(session.step)
    told: list[tuple[str, Estimate]] = [
        ("session_mean", scaled(_normal(session, mean(session, hands)), scale)),
        ("session_sd", scaled(_normal(session, deviation(session, hands), least=0.0), scale)),
        *((f"session_quantile:{q}", scaled(_quantile(session, totals, q / 100), scale)) for q in QUANTILES),
        *((f"session_{name}", _chance(session, figure, n / hands)) for name, figure in _endings(totals)),
    ]
    rows: list[tuple[str, Estimate, int, int | None]] = [(metric, value, hands, None) for metric, value in told]
    ruined = {of: ruin(session.cycle, of) for of in dict.fromkeys((hands, USUAL_HANDS))}
    if purse is not None:
        figure = _ruin(session, hands, ruined[hands], purse)
        rows.append(("ruin", _chance(session, figure, n / hands), hands, purse))
    rows += [("bring", _bring(session, of, chances), of, None) for of, chances in ruined.items()]
    place = {"seat": session.seat, "position": session.position}
    for metric, value, of, brought in rows:
        yield {"metric": metric, **place, "hands": of, "purse": brought, **replace(value, n=n).to_dict()}


def _normal(session: Session, figure: Figure, least: float = -math.inf) -> Estimate:
    se = session.error(figure.slopes)
    return Estimate(figure.value, se, max(figure.value - Z * se, least), figure.value + Z * se, 0)


def _chance(session: Session, figure: Figure, sessions: float) -> Estimate:
    """Return a chance with Wilson's interval for so many observations as its standard error is worth.

    Of what is never or always seen, that is the number of sessions that the simulated hands are.
    """
    chance = figure.value if ROUNDING < figure.value < 1 - ROUNDING else float(round(figure.value))
    se = session.error(figure.slopes) if 0 < chance < 1 else 0.0
    worth = max(round(chance * (1 - chance) / se**2 if se else sessions), 1)
    return replace(proportion(chance * worth, worth), estimate=chance, se=se)


def _endings(totals: Totals) -> Iterator[tuple[str, Figure]]:
    """Yield the chances that a session ends ahead, behind, and even."""
    (behind, below), (not_ahead, up_to) = totals.at_most(-1), totals.at_most(0)
    yield "ahead", Figure(1 - not_ahead, [-slope for slope in up_to])
    yield "behind", Figure(behind, below)
    yield "even", Figure(not_ahead - behind, [high - low for high, low in zip(up_to, below, strict=True)])


def _quantile(session: Session, totals: Totals, share: float) -> Estimate:
    """Return a quantile; its interval holds each total whose chance of not being exceeded may be this share."""
    rising = totals.rising

    def bound(errors: float) -> int:
        def reached(last: int) -> float:
            figure = totals.at_most(last)
            return figure.value + errors * session.error(figure.slopes)

        found = bisect_left(range(rising.low, rising.high), share - ROUNDING, key=reached)
        return rising.low + found

    low, high = bound(Z), bound(-Z)
    return Estimate(rising.quantile(share), (high - low) / (2 * Z), low, high, 0)


def _ruin(session: Session, hands: int, ruined: Floats, purse: int) -> Figure:
    units = session.units(purse)
    if units >= len(ruined):
        return Figure(0.0, [np.zeros(len(won.mass)) for won in session.cycle])
    return Figure(float(ruined[units]), slopes(session.cycle, hands, units))


def _bring(session: Session, hands: int, ruined: Floats) -> Estimate:
    """Return the least purse with at most RISK; its interval holds each that may be it.

    There is no upper end if RISK is not told from nothing.
    """
    chances = ruin_by_purse(session, ruined)
    purse = _least(chances, RISK)
    nearest = min((p for p in (purse, purse - 1) if p), key=lambda p: abs(chances[p] - RISK))
    error = Z * session.error(_ruin(session, hands, ruined, nearest).slopes)
    low, high = _least(chances, RISK + error), _least(chances, RISK - error) if error < RISK else None
    return Estimate(purse, None if high is None else (high - low) / (2 * Z), low, high, 0)


def ruin_by_purse(session: Session, ruined: Floats) -> Floats:
    """Return the chances of ruin by whole stakes, 0 on to the first that is not told from 0."""
    last = math.ceil(len(ruined) * session.step)
    units = [session.units(purse) for purse in range(last + 1)]
    return np.append(ruined, np.zeros(units[-1] + 1 - len(ruined)))[units]


def _least(chances: Floats, risk: float) -> int:
    """Return the least purse, of 1 at least, that is lost with at most this chance."""
    return max(int(np.argmax(chances <= risk)), 1)


FAN_POINTS = 60
"""About how many lengths of a session a fan has beyond those of a few rounds of the table."""


def fan(session: Session, hands: int) -> Iterator[tuple[int, list[float]]]:
    """Yield hands played, from 0 on to `hands`, and the QUANTILES of the total after them."""
    players = len(session.places)
    stride = hands // FAN_POINTS // players * players or 1
    total, played = NOTHING, 0
    yield 0, [0.0] * len(QUANTILES)
    stretch = cache(session.total)
    while played < hands:
        size = min(stride, hands - played)
        total, played = plus(total, stretch(played % players, size)), played + size
        rising = Rising(total)
        yield played, [rising.quantile(q / 100) * float(session.step) for q in QUANTILES]


RISKS = (0.5, 0.2, RISK, 0.01)
"""Chances of ruin at whose purses a curve has intervals."""


def ruin_curve(session: Session, hands: int, purse: int | None, n: int) -> tuple[Floats, dict[int, Estimate]]:
    """Return the chance of ruin by purse, 0 on, and its estimates at some purses, the one asked for among them."""
    ruined = ruin(session.cycle, hands)
    chances = ruin_by_purse(session, ruined)
    chosen = {_least(chances, risk) for risk in RISKS} | ({purse} if purse and purse < len(chances) else set())
    estimates = {p: _chance(session, _ruin(session, hands, ruined, p), n / hands) for p in sorted(chosen)}
    return chances, {p: replace(estimate, n=n) for p, estimate in estimates.items()}
