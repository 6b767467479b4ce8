"""Pitch's scores: the points of a hand, and who has won the match with them.

Implements "Score" and the options `low_to`, `game_tie`, `target`, `win_on` and `smudge` of the rules.
"""

from __future__ import annotations

from simcards.cards import LANE
from simcards.games.pitch.params import HIGHEST_BID, NOBODY, Outcome, Phase, WinOn
from simcards.kernels.jit import kernel
from simcards.kernels.tricks import JACK, bottom_card, top_card, trick_points


@kernel
def holder(params, hands, card):
    """Return the seat in whose cards (``hands``: masks by seat) a card is, or NOBODY."""
    for seat in range(params.players):
        if hands[seat] >> card & 1:
            return seat
    return NOBODY


@kernel
def score_hand(params, state):
    """Score a hand whose tricks have all been played."""
    find_points(params, state)
    made = side_points(params, state, state.pitcher % params.sides) >= state.bid
    state.outcome = Outcome.MADE if made else Outcome.SET
    for seat in range(params.players):
        if not made and seat % params.sides == state.pitcher % params.sides:
            state.payoff[seat] = -state.bid
        else:
            state.payoff[seat] = side_points(params, state, seat % params.sides)
    find_winners(params, state)
    state.phase = Phase.OVER


@kernel
def find_points(params, state):
    """Find who has High, Low, Jack and Game."""
    in_play = 0
    for side in range(params.sides):
        state.trick_points[side] = 0
    for seat in range(params.players):
        in_play |= state.taken[seat]
        state.trick_points[seat % params.sides] += trick_points(state.taken[seat])
    low = bottom_card(in_play, state.trump)
    state.high = holder(params, state.taken, top_card(in_play, state.trump))
    state.low = holder(params, state.dealt if params.low_to_holder else state.taken, low)
    state.jack = holder(params, state.taken, LANE * state.trump + JACK)
    state.game = game_side(params, state)


@kernel
def game_side(params, state):
    """Return the side that has Game: the most trick points, or the pitcher's among tied ones if the rules say so."""
    best, tied = 0, False
    for side in range(1, params.sides):
        if state.trick_points[side] > state.trick_points[best]:
            best, tied = side, False
        elif state.trick_points[side] == state.trick_points[best]:
            tied = True
    if not tied:
        return best
    pitcher = state.pitcher % params.sides
    if params.tie_to_pitcher and state.trick_points[pitcher] == state.trick_points[best]:
        return pitcher
    return NOBODY


@kernel
def side_points(params, state, side):
    """Return the points that a side took."""
    return (
        int(state.high % params.sides == side)
        + int(state.low % params.sides == side)
        + int(state.jack != NOBODY and state.jack % params.sides == side)
        + int(state.game == side)
    )


@kernel
def find_winners(params, state):
    """Note the seats with the highest payoff."""
    most = -HIGHEST_BID
    for seat in range(params.players):
        most = max(most, state.payoff[seat])
    state.winners = 0
    for seat in range(params.players):
        if state.payoff[seat] == most:
            state.winners |= 1 << seat


@kernel
def throw_in(params, state):
    """End a hand that nobody has bid on: nobody scores."""
    state.outcome = Outcome.THROWN_IN
    state.pitcher = NOBODY
    for seat in range(params.players):
        state.payoff[seat] = state.trick_points[seat] = 0
    state.winners = 0
    state.phase = Phase.OVER


@kernel
def match_winner(params, totals, dealer, pitcher, bid, made):
    """Return the side that has won the match at the end of a hand, or NOBODY.

    Parameters
    ----------
    params
        The rules.
    totals
        int64[sides], the scores after the hand.
    dealer, pitcher
        Seats; the pitcher is NOBODY where the hand was thrown in.
    bid, made
        The pitcher's bid, and whether he made it.
    """
    if pitcher == NOBODY:
        return NOBODY
    side = pitcher % params.sides
    if params.smudge and made and bid == HIGHEST_BID:
        return side
    if params.win_on == WinOn.OWN_BID:
        return side if made and totals[side] >= params.target else NOBODY
    if params.win_on == WinOn.PITCHER_FIRST:
        return side if totals[side] >= params.target else first_of_the_highest(params, totals, dealer)
    return only_highest(params, totals)


@kernel
def first_of_the_highest(params, totals, dealer):
    """Return the side with the highest total, of several the first after the dealer; NOBODY if none has the target."""
    best = NOBODY
    for i in range(1, params.players + 1):
        side = (dealer + i) % params.players % params.sides
        if totals[side] >= params.target and (best == NOBODY or totals[side] > totals[best]):
            best = side
    return best


@kernel
def only_highest(params, totals):
    """Return the side with the highest total; NOBODY if several have it, or none is at the target."""
    best, tied = 0, False
    for side in range(1, params.sides):
        if totals[side] > totals[best]:
            best, tied = side, False
        elif totals[side] == totals[best]:
            tied = True
    return NOBODY if tied or totals[best] < params.target else best
