"""A match of a run, told twice: by what the run has counted, and as a record that is played again hand by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Any

import numpy as np

from simcards import registry
from simcards.compile import parse_policies
from simcards.counts import Counts
from simcards.games.gin3.params import PLACES, Role
from simcards.kernels.matches import SUMS, WIN_UNIT, End
from simcards.playing import Run, play_block
from simcards.rules import load_rules
from tests.gin_table import table, written
from tests.naive.gin3 import next_roles
from tests.naive.gin_records import next_dealer
from tests.naive.gin_rules import read_rules
from tests.pitch_hands import Table as PitchTable
from tests.pitch_hands import put, shuffled

Result = dict[str, Any]


@dataclass(frozen=True)
class Match:
    """Match `number` of a seed under these rules, each seat (in gin3 each role) with its policy."""

    game: str
    rules: Mapping[str, Any]
    policies: Sequence[str]
    seed: int
    number: int

    @property
    def run(self) -> Run:
        """The run that the match is of."""
        game, rules = registry.game(self.game), load_rules(self.game, self.rules)
        return Run(game, rules, tuple(parse_policies(game, self.policies, rules.players)), self.seed, match=True)

    def counts(self) -> Counts:
        """Play it alone."""
        return counts_of(self.run, self.number, 1)


def counts_of(run: Run, first: int, games: int) -> Counts:
    """Return the counts of matches `first` … `first + games - 1`."""
    counted = play_block(run, first, games, Event())
    assert counted is not None
    return counted[0]


@dataclass(frozen=True)
class Told:
    """How a match ended."""

    end: End
    hands: int
    winners: list[int]
    finals: list[int]
    """Scores by seat; zeros if it was undecided."""


def told(counts: Counts) -> Told:
    """Return what the counts of a single match say of it; they must not contradict each other."""
    [[end, hands]] = np.argwhere(counts["ended"]).tolist()
    seats = range(len(counts["won"]))
    sums = counts["score"].sum(axis=1)
    assert counts["ended"][end, hands] == 1
    assert counts["score"][:, :, 0].sum() == (0 if end == End.UNDECIDED else len(seats))
    finals = [int(gained - lost) for _, gained, lost, _, _ in sums]
    winners = [seat for seat in seats if counts["won"][seat].any()]
    assert {int(counts["won"][seat].sum()) for seat in winners} <= {WIN_UNIT // max(len(winners), 1)}
    assert counts["margin"].tolist() == margin(winners, finals)
    return Told(End(end), hands, winners, finals)


def margin(winners: Sequence[int], finals: Sequence[int]) -> list[int]:
    """Return the sums of the winners' lead over the best of the others; zeros if nobody has won."""
    if not winners:
        return [0] * SUMS
    lead = finals[winners[0]] - max(score for seat, score in enumerate(finals) if seat not in winners)
    square = lead * lead
    return [1, max(lead, 0), max(-lead, 0), square % 2**22, square // 2**22]


def places(counts: Counts) -> list[int]:
    """Return the place of each seat in the first hand of a single match that was decided."""
    return [int(place) for _, place in np.argwhere(counts["score"][:, :, 0])]


def first_roles(counts: Counts) -> list[int]:
    """Return the seats of the box, of the captain and of who sits out in the first hand of such a match of gin3."""
    of_seats = places(counts)
    return [of_seats.index(PLACES[role]) for role in Role]


def record_of(match: Match, counts: Counts) -> Result:
    """Return a match as a record of as many hands as were counted, the deal or the roles moving by the twin's rules."""
    return RECORDS[match.game](match, counts, told(counts).hands)


def _gin_record(match: Match, _counts: Counts, hands: int) -> Result:
    one, rules = table(match.rules, policies=match.policies, seed=match.seed), read_rules(match.rules)
    dealer, played = match.number % 2, []
    for number in range(1, hands + 1):
        one.shuffle(match.number, number)
        deck = written(one.state.deck)
        one.deal(dealer)
        played.append({"deck": deck, "actions": list(one.play())})
        winner = int(one.state.winner)
        dealer = next_dealer(rules, dealer, [] if winner < 0 else [winner])
    return {"game": "gin", "rules": dict(match.rules), "dealer": match.number % 2, "hands": played}


def _gin3_record(match: Match, counts: Counts, hands: int) -> Result:
    one = table(match.rules, policies=match.policies, seed=match.seed, game="gin3")
    roles, played = first_roles(counts), []
    won: Counter[tuple[int, int]] = Counter()
    for number in range(1, hands + 1):
        one.shuffle(match.number, number)
        deck = written(one.state.deck)
        one.deal(Role.BOX)
        played.append({"deck": deck, "actions": list(one.play())})
        winner = int(one.state.winner)
        won[Role.OUT if winner < 0 else winner, max(one.state.payoff.tolist())] += 1
        roles = next_roles(roles, [] if winner < 0 else [roles[winner]])
    found = {(role, points): int(counts["hand_won"][role, points]) for role, points in np.argwhere(counts["hand_won"])}
    assert found == won
    return {"game": "gin3", "rules": dict(match.rules), "roles": first_roles(counts), "hands": played}


def _pitch_record(match: Match, _counts: Counts, hands: int) -> Result:
    rules = load_rules("pitch", match.rules)
    first, played = match.number % rules.players, []
    for number in range(1, hands + 1):
        deck = shuffled(match.seed, match.number, number)
        one = PitchTable(rules, match.policies, (first + number - 1) % rules.players, deck)
        put(one.scratch, match.seed, match.number, number)
        played.append({"deck": written(one.deck), "actions": one.play().actions})
    return {"game": "pitch", "rules": dict(match.rules), "dealer": first, "hands": played}


RECORDS: Mapping[str, Callable[[Match, Counts, int], Result]] = {
    "gin": _gin_record,
    "gin3": _gin3_record,
    "pitch": _pitch_record,
}
