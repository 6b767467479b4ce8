"""How many deals give every player a hand whose points are among some totals, counted without visiting a deal.

Only the points of the cards matter: there are four cards each of ace to nine, and sixteen tens. With a variable for
each of the ten, let G be the sum of ∏ x_v^h_v / h_v! over all hands h whose total is allowed. As the hands come from
one deck, the deals are 4!⁹ 16! times the coefficient of x_1⁴ … x_9⁴ x_10¹⁶ in G^players · (x_1 + … + x_10)^r / r!, for
r cards that nobody is dealt.

This coefficient is found as in a discrete Fourier transform. G is evaluated with fifth roots of unity for x_1 to x_9;
x_10 stays a variable. The mean of (product of the nine roots) · (coefficient of x_10¹⁶) over all choices of roots keeps
the terms whose nine exponents leave 4 when divided by 5. As they sum up to 36, all are 4. Turning the nine roots by the
same angle changes nothing, so x_9 can be 1. The roots are taken modulo primes, and the residues put together by the
Chinese remainder theorem.
"""

from __future__ import annotations

import functools
from collections.abc import Collection, Sequence
from math import comb, factorial, prod
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

ROOTS = 5
"""How many roots of unity are needed: one more than the cards of a kind."""
PRIMES = (4194301, 4194271, 4194191, 4194181, 4194131, 4194011)
"""The largest primes below 2²² that leave 1 when divided by `ROOTS`; their product exceeds the deals of any table.

With 22 bits, sums of up to 512 products are whole numbers below 2⁵³, so that floating-point arithmetic is exact.
"""
TENS = 16
"""Cards that count ten."""
BLOCK = 5
"""Nodes of the low half that are worked on at a time: what belongs to them stays in the cache."""

Whole: TypeAlias = NDArray[np.float64]
"""Whole numbers as floating-point numbers."""


class Half(NamedTuple):
    """What about half of the small cards contribute at each node, a choice of roots for their variables."""

    hands: Whole
    """Their part of G: [node, cards, points]."""
    sums: Whole
    """Sum of the variables, by node."""
    products: Whole
    """Product of the variables, by node."""


@functools.cache
def all_deals(players: int, cards: int) -> int:
    """Return how many deals there are; players count as different, the order of a hand's cards does not."""
    return prod(comb(52 - cards * player, cards) for player in range(players))


def deals_within(players: int, cards: int, allowed: Collection[int]) -> int:
    """Return in how many deals every player's total is one of those `allowed`.

    Parameters
    ----------
    players, cards
        Size of the table and of each hand, in all at most 52 cards.
    allowed
        The totals, in points.

    Examples
    --------
    >>> all_deals(2, 5) - deals_within(2, 5, range(49))  # somebody has 49 or 50
    35710282608
    """
    count, modulus = 0, 1
    for prime in PRIMES:
        residue = _deals_modulo(prime, players, cards, allowed)
        count += modulus * ((residue - count) * pow(modulus, -1, prime) % prime)
        modulus *= prime
        if modulus > all_deals(players, cards):
            break
    return count


def _deals_modulo(prime: int, players: int, cards: int, allowed: Collection[int]) -> int:
    """Return the number of deals modulo a prime."""
    root = next(root for base in range(2, prime) if (root := pow(base, (prime - 1) // ROOTS, prime)) != 1)
    roots = [pow(root, i, prime) for i in range(ROOTS)]
    low = _half([(points, roots) for points in range(1, 5)], cards, prime)
    high = _half([*((points, roots) for points in range(5, 9)), (9, [1])], cards, prime)
    factors = [_factors(low.hands, high.hands, tens, allowed, prime) for tens in range(cards + 1)]
    total = 0
    for first in range(0, len(low.hands), BLOCK):
        nodes = slice(first, first + BLOCK)
        one = np.stack([_reduced(left[nodes] @ right, prime) for left, right in factors])
        every = functools.reduce(functools.partial(_product, prime=prime), [one] * players)
        sums = _reduced(low.sums[nodes, None] + high.sums, prime)
        found = _tens_coefficient(every, sums, 52 - players * cards, prime)
        weights = _reduced(low.products[nodes, None] * high.products, prime)
        total += int(_reduced(weights * found, prime).sum())
    mean = total * pow(ROOTS**8, -1, prime)
    return mean * factorial(4) ** 9 * factorial(TENS) % prime


def _half(kinds: Sequence[tuple[int, list[int]]], cards: int, prime: int) -> Half:
    """Return the nodes of some small cards, given by their points and the roots that their variable takes."""
    width = kinds[-1][0] * cards + 1
    half = Half(np.zeros((1, cards + 1, width)), np.zeros(1), np.ones(1))
    half.hands[0, 0, 0] = 1
    for points, roots in kinds:
        grown = np.zeros((len(half.hands), len(roots), cards + 1, width))
        for taken in range(min(cards, (width - 1) // points) + 1):
            terms = np.array([pow(root, taken, prime) * pow(factorial(taken), -1, prime) % prime for root in roots])
            fewer = half.hands[:, None, : cards + 1 - taken, : width - taken * points]
            grown[:, :, taken:, taken * points :] += terms[:, None, None] * fewer
        sums = np.add.outer(half.sums, roots)
        products = np.multiply.outer(half.products, roots)
        half = Half(
            _reduced(grown, prime).reshape(-1, cards + 1, width),
            _reduced(sums, prime).ravel(),
            _reduced(products, prime).ravel(),
        )
    return half


def _factors(low: Whole, high: Whole, tens: int, allowed: Collection[int], prime: int) -> tuple[Whole, Whole]:
    """Return two matrices whose product is the coefficient of so many tens in G: [low node, high node]."""
    cards = low.shape[1] - 1
    good = np.array([total in allowed for total in range(10 * cards + 1)], dtype=np.float64)
    left, right = [], []
    for few in range(cards - tens + 1):
        others = cards - tens - few
        low_points = np.arange(few, 4 * few + 1)
        high_points = np.arange(5 * others, 9 * others + 1)
        fits = good[10 * tens + low_points[:, None] + high_points]
        left.append(low[:, few, low_points])
        right.append(fits @ high[:, others, high_points].T)
    times = pow(factorial(tens), -1, prime)
    return np.concatenate(left, axis=1), _reduced(times * _reduced(np.concatenate(right), prime), prime)


def _product(one: Whole, other: Whole, prime: int) -> Whole:
    """Return the product of two polynomials in the variable of the tens, as far as it is needed."""
    product = np.zeros((min(len(one) + len(other) - 1, TENS + 1), *one.shape[1:]))
    for tens, terms in enumerate(other[: len(product)]):
        product[tens : tens + len(one)] += terms * one[: len(product) - tens]
    return _reduced(product, prime)


def _tens_coefficient(every: Whole, sums: Whole, rest: int, prime: int) -> Whole:
    """Return the coefficient of all tens in `every` hand's polynomial × (tens' variable + `sums`)^rest / rest!."""
    least = max(TENS - rest, 0)
    found = np.zeros_like(sums)
    for tens in range(len(every) - 1, least - 1, -1):
        left = TENS - tens
        times = pow(factorial(left) * factorial(rest - left), -1, prime)
        found = _reduced(found * sums + times * every[tens], prime)
    for _ in range(rest - TENS + least):
        found = _reduced(found * sums, prime)
    return found


def _reduced(numbers: Whole, prime: int) -> Whole:
    """Return whole numbers modulo a prime, from -1 up to the prime: rounding may make a quotient one too large."""
    quotients: Whole = np.floor(numbers / prime)
    return numbers - prime * quotients
