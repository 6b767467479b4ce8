"""Sessions really played: consecutive hands of a run, one after the other, and what became of a seat's purse.

Used by `tests/unit/test_swings.py` with 20,000 sessions and by `scripts/session_check.py` with a million.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

import numpy as np

from simcards import registry
from simcards.answers.session import Totals, open_sessions
from simcards.answers.swings import ruin_curve, swings
from simcards.compile import compile_policies, compile_rules, new_record, parse_policies
from simcards.games.gin import kernel as gin
from simcards.games.gin import play as gin_play
from simcards.games.pitch import kernel as pitch
from simcards.games.pitch import play as pitch_play
from simcards.games.tonk import kernel as tonk
from simcards.games.tonk import play as tonk_play
from simcards.kernels.deck import shuffle_deck
from simcards.kernels.jit import kernel
from simcards.kernels.rng import place_stream
from simcards.rules import load_rules
from simcards.simulation import simulate

CHUNK = 5_000
"""Sessions that are played and summed up together."""

MARGIN = 5.0
"""Standard errors between what was played and what was computed that pass: 6 in ten million fall out by chance."""


@kernel
def gin_hands(params, policies, first, state, scratch, paid):
    """Play games from `first` on and write what each pays: int64[games, 2], net points."""
    for game in range(paid.shape[0]):
        place_stream(first + game, scratch)
        shuffle_deck(scratch, state.deck)
        gin.deal(params, (first + game) % 2, state)
        gin_play.play_hand(params, policies, state, scratch)
        paid[game, 0] = state.payoff[0] - state.payoff[1]
        paid[game, 1] = -paid[game, 0]


@kernel
def gin3_hands(params, policies, first, state, scratch, paid):
    """Play games from `first` on and write what each pays: int64[games, 3], net points, none for who sits out."""
    for game in range(paid.shape[0]):
        place_stream(first + game, scratch)
        shuffle_deck(scratch, state.deck)
        gin.deal(params, 0, state)
        gin_play.play_hand(params, policies, state, scratch)
        box = (first + game) % 3
        paid[game, box] = state.payoff[0] - state.payoff[1]
        paid[game, (box + 1) % 3] = -paid[game, box]
        paid[game, (box + 2) % 3] = 0


@kernel
def tonk_hands(params, policies, first, state, scratch, paid):
    """Play games from `first` on and write what each pays: int64[games, players], sixtieths of a stake."""
    for game in range(paid.shape[0]):
        place_stream(first + game, scratch)
        shuffle_deck(scratch, state.deck)
        tonk.deal(params, (first + game) % params.players, state)
        tonk_play.play_hand(params, policies, state, scratch)
        for seat in range(params.players):
            paid[game, seat] = state.payoff[seat]


@kernel
def pitch_hands(params, policies, first, state, scratch, paid):
    """Play games from `first` on and write what each pays: int64[games, players], net in sixtieths of a point."""
    for game in range(paid.shape[0]):
        place_stream(first + game, scratch)
        shuffle_deck(scratch, state.deck)
        pitch.deal(params, (first + game) % params.players, state)
        pitch_play.play_hand(params, policies, state, scratch)
        for seat in range(params.players):
            paid[game, seat] = pitch_play.net_points(params, state, seat) * (60 // (params.players - 1))


KERNELS = {"gin": gin_hands, "gin3": gin3_hands, "tonk": tonk_hands, "pitch": pitch_hands}


@dataclass(frozen=True)
class Case:
    """A session to play and to compute."""

    game: str
    hands: int
    purse: int
    overrides: Sequence[str] = ()
    policies: Sequence[str] = field(default=())
    seat: int = 0
    hands_known: int = 1_000_000
    """Hands from which the session is computed."""


def paid_by_hand(case: Case, sessions: int, seed: int) -> Iterator[np.ndarray]:
    """Yield what hands pay each seat: int64[sessions, hands, players], some sessions at a time.

    Each session begins with seat 0's deal, so between two of them the rest of the round is left out.
    """
    game, rules = registry.game(case.game), load_rules(case.game, None, case.overrides)
    engine = game.load_engine()
    params = compile_rules(game, rules)
    policies = compile_policies(parse_policies(game, case.policies, rules.players))
    state, scratch = new_record(engine.state), new_record(engine.scratch)
    scratch.seed_low, scratch.seed_high = seed, 0
    games = -(-case.hands // rules.players) * rules.players
    for first in range(0, sessions, CHUNK):
        paid = np.zeros((min(CHUNK, sessions - first) * games, rules.players), np.int64)
        KERNELS[case.game](params, policies, first * games, state, scratch, paid)
        yield paid.reshape(-1, games, rules.players)[:, : case.hands]


def ended(case: Case, sessions: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return of each session the total at its end and the least at any time, in stakes or points."""
    unit = registry.game(case.game).load_engine().purse.unit
    totals, least = [], []
    for paid in paid_by_hand(case, sessions, seed):
        standing = paid[:, :, case.seat].cumsum(axis=1)
        totals.append(standing[:, -1] / unit)
        least.append(standing.min(axis=1) / unit)
    return np.concatenate(totals), np.concatenate(least)


def computed(case: Case, seed: int) -> Iterator[tuple[str, float, Mapping[str, Any]]]:
    """Yield each metric of the seat's sessions, its value, and the row that sessions are compared with.

    They are computed from hands of another seed. A quantile is compared by the chance of at most it, a purse to bring
    by the chance to lose it.
    """
    played = simulate(
        case.game, None, case.overrides, policies=case.policies, games=case.hands_known, seed=seed, threads=2
    )
    session = next(session for session in open_sessions(played) if session.seat == case.seat)
    totals, (_, purses) = Totals(session, case.hands), ruin_curve(session, case.hands, None, case.hands_known)
    for row in swings(played, case.hands, case.purse).rows:
        metric, value = row["metric"], row["estimate"]
        if row["seat"] != case.seat or row["hands"] != case.hands:
            continue
        if metric.startswith("session_quantile"):
            figure = totals.at_most(round(value / session.step))
            yield metric, value, {"estimate": figure.value, "se": session.error(figure.slopes)}
        else:
            yield metric, value, purses[value].to_dict() if metric == "bring" else row


def distances(case: Case, sessions: int, seed: int) -> Iterator[tuple[str, float, float, float]]:
    """Yield each metric, as computed and as played, and their distance in standard errors of the difference."""
    totals, least = ended(case, sessions, seed)
    for metric, value, row in computed(case, seed + 1):
        happened = {
            "session_ahead": totals > 0,
            "session_behind": totals < 0,
            "session_even": totals == 0,
            "ruin": least <= -case.purse,
            "bring": least <= -value,
        }.get(metric, totals <= value + 1e-9)
        if metric == "session_mean":
            found, se = totals.mean(), totals.std() / sqrt(sessions)
        elif metric == "session_sd":
            fourth = ((totals - totals.mean()) ** 4).mean()
            found, se = totals.std(), sqrt((fourth - totals.var() ** 2) / sessions) / (2 * totals.std())
        else:
            found = happened.mean()
            se = sqrt(found * (1 - found) / sessions)
        yield metric, row["estimate"], float(found), float(abs(found - row["estimate"]) / sqrt(se**2 + row["se"] ** 2))
