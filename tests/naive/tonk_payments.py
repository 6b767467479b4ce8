"""What is paid in TONK, in whole stakes and fractions of them; every list has one number per seat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TypeAlias

Payments: TypeAlias = list[Fraction]


class Purses:
    """What each seat has won or lost so far."""

    def __init__(self, players: int) -> None:
        self.payments: Payments = [Fraction(0)] * players

    def pay(self, payer: int, receiver: int, stakes: int | Fraction) -> None:
        """Move stakes from one seat to another."""
        self.payments[payer] -= stakes
        self.payments[receiver] += stakes


def everyone_pays(players: int, winner: int, stakes: int) -> Payments:
    """Every other seat pays the winner."""
    purses = Purses(players)
    for seat in range(players):
        purses.pay(seat, winner, stakes)
    return purses.payments


def losers_share_out(players: int, winners: Sequence[int], stakes: int) -> Payments:
    """Every other seat pays the stakes once, and the winners share them equally."""
    purses = Purses(players)
    for loser in set(range(players)).difference(winners):
        for winner in winners:
            purses.pay(loser, winner, Fraction(stakes, len(winners)))
    return purses.payments


def losers_pay_each(players: int, winners: Sequence[int], stakes: int) -> Payments:
    """Every other seat pays the stakes to each winner."""
    purses = Purses(players)
    for loser in set(range(players)).difference(winners):
        for winner in winners:
            purses.pay(loser, winner, stakes)
    return purses.payments


def lowest_of(counts: Sequence[int], seats: Iterable[int]) -> list[int]:
    """Those of the seats whose count is the lowest."""
    among = list(seats)
    least = min(counts[seat] for seat in among)
    return [seat for seat in among if counts[seat] == least]


CAUGHT = {
    "wiki": (1, 1, 0, 1),
    "wiki, lowest equal": (2, 0, 0, 1),
    "pagat": (0, 0, 2, 1),
    "lowest_double": (2, 0, 0, 1),
    "dropper_only": (2, 0, 0, 0),
    "each_double": (0, 0, 2, 0),
    "pot_split": (2, 0, 0, 1),
}
"""The dropper pays each winner, each player strictly below him, each who catches him; every other pays each winner."""


def dropped(counts: Sequence[int], dropper: int, caught_pays: str, tie_with_dropper: str) -> tuple[list[int], Payments]:
    """Return the winners and the payments of a drop."""
    players, d = len(counts), counts[dropper]
    rivals = [seat for seat in range(players) if seat != dropper]
    below = [seat for seat in rivals if counts[seat] < d]
    catchers = below if tie_with_dropper == "dropper_wins" else [seat for seat in rivals if counts[seat] <= d]
    if not catchers:
        return [dropper], everyone_pays(players, dropper, 1)
    winners = lowest_of(counts, rivals)
    schedule = "wiki, lowest equal" if caught_pays == "wiki" and not below else caught_pays
    to_winner, to_below, to_catcher, from_other = CAUGHT[schedule]
    shared_by = len(winners) if caught_pays == "pot_split" else 1
    purses = Purses(players)
    for seat in below:
        purses.pay(dropper, seat, to_below)
    for seat in catchers:
        purses.pay(dropper, seat, to_catcher)
    for winner in winners:
        purses.pay(dropper, winner, Fraction(to_winner, shared_by))
        for other in set(rivals).difference(winners):
            purses.pay(other, winner, Fraction(from_other, shared_by))
    return winners, purses.payments
