"""Whole hands against the naive twin of the tests, which first has to score every deck as the kernels do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from scripts.timing.hands import Table
from scripts.timing.rounds import DisagreementError, Job, Row, take_turns
from simcards.cards import card_text

Payoffs = Sequence[float]


class Contest(NamedTuple):
    """Hands that both can play."""

    what: str
    table: Table
    naive: Callable[[list[str], int], Sequence[Payoffs]]
    """What the twin may pay in a game, given its deck and number; a policy's open choices can leave more than one."""
    paid: Callable[[Any], Payoffs]
    """What the kernels have paid, given the state of a hand that is over."""


def naive_row(contest: Contest, hands: int, passes: int, rounds: int) -> Row:
    """Return how many times as fast the kernels are, which play `passes` times as many hands, the twin's first."""
    decks = [_checked_deck(contest, game) for game in range(hands)]
    jobs = [
        contest.table.job(passes * hands),
        Job("naive twin", lambda: [*map(contest.naive, decks, range(hands))], hands),
    ]
    ours, naive = take_turns(jobs, rounds)
    against = f"speed of the tests' naive twin ({naive.rate:,.0f})"
    return Row(contest.what, ours.rate, "hands/s", against, naive.cost_in(ours))


def _checked_deck(contest: Contest, game: int) -> list[str]:
    """Return the deck of a game, having checked that the twin pays it as the kernels do."""
    contest.table.play(1, game)
    deck = [card_text(int(card)) for card in contest.table.state.deck]
    ours, naive = contest.paid(contest.table.state), contest.naive(deck, game)
    if ours not in naive:
        raise DisagreementError(f"game {game}: simcards pays {ours}, the naive twin {naive}.")
    return deck
