"""Matches, counted by any game's kernel, as rows: who wins, after how many hands, with what final scores."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from simcards.counts import Counted
from simcards.errors import InputError
from simcards.kernels.matches import COUNT_AXES, LOW_BITS, SUMS, WIN_UNIT, End, count_shapes
from simcards.stats import Estimate, deviation_of, mean, mean_of, proportion, scaled

if TYPE_CHECKING:
    from simcards.counts import Array, Counts

__all__ = ["COUNTED", "COUNT_AXES", "End", "consistent", "count_shapes", "hands_of", "main_moments", "rows"]


COUNTED = {
    "ended": Counted(all_hands=True),
    "won": Counted(all_hands=False, unit=WIN_UNIT),
    "side_won": Counted(all_hands=False, unit=WIN_UNIT),
}
"""A match has winners of one side, who share it, or none; the other arrays are sums."""


def consistent(counts: Counts) -> None:
    """Refuse counts whose wins and sums are not those of as many matches as ended so.

    Raises
    ------
    InputError
        With what is wrong, and what is allowed.
    """
    ended = counts["ended"].sum(axis=1)
    won, decided = int(ended[End.WON]), int(ended[End.WON] + ended[End.TIED])
    for name in ("won", "side_won"):
        expect(name, int(counts[name].sum()), WIN_UNIT * won)
    sides, held = len(counts["side_won"]), counts["score"][..., 0]
    for side, parts in enumerate(counts["side_won"].tolist()):
        expect("side_won", parts, int(counts["won"][side::sides].sum()), "won")
    for by_place_or_seat in (held.sum(axis=0), held.sum(axis=1)):
        for number in by_place_or_seat.tolist():
            expect("score", number, decided)
    of_each = WIN_UNIT * sides // len(held)
    for parts, number in zip(np.ravel(counts["won"]).tolist(), np.ravel(held).tolist(), strict=True):
        expect("won", parts, min(parts, of_each * number), "score")
    expect("margin", int(counts["margin"][0]), won)
    for name in ("score", "margin"):
        check_sums(name, counts[name])


def expect(name: str, found: int, allowed: int, teller: str = "ended") -> None:
    """Refuse an array that counts another number than others do."""
    if found != allowed:
        raise InputError(f"{name!r} counts {found:,}; allowed: {allowed:,}, as {teller!r} tells.")


def check_sums(name: str, array: Array) -> None:
    """Refuse sums that no numbers have: the mean square is at least the square of the mean."""
    for n, total, squares in map(moments_of, array.reshape(-1, SUMS)):
        if n * squares < total * total or (n == 0 and squares > 0):
            raise InputError(f"{name!r} has sums that no {n:,} numbers have; allowed: those that were counted.")


def row(metric: str, value: Estimate, seat: int | None = None, position: int | None = None) -> dict[str, Any]:
    """Return one flat row of `simulate --match`."""
    return {"metric": metric, "seat": seat, "position": position, **value.to_dict()}


def rows(counts: Counts) -> list[dict[str, Any]]:
    """Return the rows of `simulate --match`; positions are those in the first hand, from 1."""
    return [*_seat_rows(counts), *_side_rows(counts), *_match_rows(counts)]


def _seat_rows(counts: Counts) -> Iterator[dict[str, Any]]:
    won, won_by_all = counts["won"], int(counts["won"].sum()) // WIN_UNIT
    partners = len(won) // len(counts["side_won"])
    for axis, name in enumerate(("seat", "position")):
        for place in range(len(won)):
            who = {name: place + axis}
            times = int(np.take(won, place, axis).sum()) * partners // WIN_UNIT
            score = moments_of(np.take(counts["score"], place, axis).sum(axis=0))
            yield row("win", scaled(proportion(times, won_by_all), 1 / partners), **who)
            yield row("score", mean(*score), **who)


def _side_rows(counts: Counts) -> Iterator[dict[str, Any]]:
    """Yield the wins of partnerships, each under its lower seat."""
    of_sides = counts["side_won"]
    if len(of_sides) < len(counts["won"]):
        for side, parts in enumerate(of_sides.tolist()):
            yield row("side_win", proportion(parts // WIN_UNIT, int(of_sides.sum()) // WIN_UNIT), seat=side)


def _match_rows(counts: Counts) -> Iterator[dict[str, Any]]:
    ended = counts["ended"].sum(axis=1)
    matches = int(ended.sum())
    for end in End:
        yield row(f"outcome:{end.name.lower()}", proportion(int(ended[end]), matches))
    hands = hands_of(counts)
    yield row("hands", mean_of(hands))
    yield row("hands_sd", deviation_of(hands))
    yield row("margin", mean(*moments_of(counts["margin"])))


def main_moments(counts: Counts, alike: bool) -> tuple[int, float, float]:
    """Return n, sum and sum of squares of the main figure: the share of matches that are won.

    It is that of the first to act in the first hand where every position is played alike, else of seat 0; a partner has
    his part of each match that his side wins.
    """
    won, partners = counts["won"], len(counts["won"]) // len(counts["side_won"])
    parts = int((won[:, 0] if alike else won[0]).sum())
    return int(won.sum()) // WIN_UNIT, parts / WIN_UNIT, parts / WIN_UNIT / partners


def hands_of(counts: Counts) -> dict[int, int]:
    """Return decided matches by their number of hands."""
    decided = counts["ended"][End.WON] + counts["ended"][End.TIED]
    return {int(hands): int(decided[hands]) for hands in np.flatnonzero(decided)}


def moments_of(sums: Array) -> tuple[int, int, int]:
    """Return n, sum and sum of squares, as Python integers, of what a kernel summed (int64[SUMS])."""
    n, gained, lost, low, high = (int(part) for part in sums)
    return n, gained - lost, low + (high << LOW_BITS)
