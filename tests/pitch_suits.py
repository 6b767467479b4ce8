"""Hands of pitch played twice in compiled code: as they are dealt, and with their suits renamed."""

from __future__ import annotations

from typing import Any

import numba

from simcards.cards import LANE
from simcards.games.pitch.kernel import apply_action, deal, playable
from simcards.games.pitch.params import BYTE, HAND_SIZE, KIND, NOBODY, Act, Phase
from simcards.games.pitch.policies import choose_action
from simcards.kernels.bits import lowest
from simcards.kernels.deck import shuffle_deck
from simcards.kernels.rng import place_stream

compiled: Any = numba.njit(error_model="numpy")


@compiled
def play_twice(params: Any, policies: Any, game: int, names: Any, state: Any, other: Any, scratch: Any) -> bool:
    """Play a game in `state`, and in `other` the same with suit s called ``names[s]``; return whether they agree.

    Before each choice the same cards must be playable, and at the end the same seats must have taken and scored the
    same.
    """
    place_stream(game, scratch)
    shuffle_deck(scratch, state.deck)
    for place in range(len(state.deck)):
        other.deck[place] = renamed(state.deck[place], names)
    dealer = game % params.players
    deal(params, dealer, state)
    deal(params, dealer, other)
    same = True
    while state.phase != Phase.OVER:
        action = choose_action(params, policies[state.to_act], state, scratch)
        if action >> KIND == Act.PLAY:
            same &= renamed_mask(playable(params, state), names) == playable(params, other)
            apply_action(params, other, (Act.PLAY << KIND) | renamed(action & BYTE, names))
        else:
            apply_action(params, other, action)
        apply_action(params, state, action)
    return same and agree(params, names, state, other)


@compiled
def renamed(card: int, names: Any) -> Any:
    """Return the number of a card with its suit renamed."""
    return LANE * names[card // LANE] + card % LANE


@compiled
def renamed_mask(cards: int, names: Any) -> int:
    """Return a mask of cards with their suits renamed."""
    found, rest = 0, cards
    while rest != 0:
        found |= 1 << renamed(lowest(rest), names)
        rest &= rest - 1
    return found


@compiled
def agree(params: Any, names: Any, state: Any, other: Any) -> Any:
    """Return whether two hands that are over are the same but for the names of the suits."""
    same = state.phase == other.phase and state.outcome == other.outcome and state.winners == other.winners
    same &= state.pitcher == other.pitcher and state.bid == other.bid and state.turns == other.turns
    same &= other.trump == (NOBODY if state.trump == NOBODY else names[state.trump])
    same &= state.high == other.high and state.low == other.low
    same &= state.jack == other.jack and state.game == other.game
    for seat in range(params.players):
        same &= state.payoff[seat] == other.payoff[seat]
        same &= renamed_mask(state.taken[seat], names) == other.taken[seat]
    for side in range(params.sides):
        same &= state.trick_points[side] == other.trick_points[side]
    if state.tricks == HAND_SIZE:
        for trick in range(HAND_SIZE):
            same &= state.trick_winner[trick] == other.trick_winner[trick]
    return same and state.tricks == other.tricks
