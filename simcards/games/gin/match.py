"""Gin's matches: the deal's moves, the target, bonuses, and three games at once (Hollywood).

Implements "Matches" of the rules. `totals` and `won` (int64[GAMES, 2]) hold for each game of the match the points and
the won hands of both seats, `wins` (int64[2]) the hands that each has won in the whole match.
"""

from __future__ import annotations

from simcards.games.gin.params import NextDealer
from simcards.kernels.jit import kernel

GAMES = 3
"""Games at once in Hollywood; without it the first of them is the match."""

NOBODY = -1


@kernel
def games_at_once(params):
    """Return how many games are scored."""
    return GAMES if params.hollywood else 1


@kernel
def at_target(params, totals):
    """Return the seat whose total (int64[seats]) has reached the target, or NOBODY: only one scores in a hand."""
    for seat in range(totals.shape[0]):
        if totals[seat] >= params.target:
            return seat
    return NOBODY


@kernel
def match_over(params, totals):
    """Return whether all games of the match are over."""
    for game in range(games_at_once(params)):
        if at_target(params, totals[game]) == NOBODY:
            return False
    return True


@kernel
def add_hand(params, winner, points, totals, won, wins):
    """Give a hand's points to the seat that has won it (or NOBODY): its nth win counts in the first n open games."""
    if winner == NOBODY:
        return
    wins[winner] += 1
    for game in range(min(games_at_once(params), wins[winner])):
        if at_target(params, totals[game]) == NOBODY:
            totals[game, winner] += points
            won[game, winner] += 1


@kernel
def next_dealer(params, dealer, winner):
    """Return who deals after a hand that `dealer` has dealt and `winner` (or NOBODY) has won."""
    rule = params.next_dealer
    if rule == NextDealer.ALTERNATE or (rule == NextDealer.ALTERNATE_SCORED and winner != NOBODY):
        return 1 - dealer
    if rule == NextDealer.ALTERNATE_SCORED or winner == NOBODY:
        return dealer
    return winner if rule == NextDealer.WINNER else 1 - winner


@kernel
def add_final_scores(params, totals, won, finals):
    """Add the final scores of a game that is over to `finals` (int64[seats]).

    They are the total and the boxes of each, the winner's game bonus, and the doubling of his sum for a shutout.

    Parameters
    ----------
    params
        The rules.
    totals, won
        int64[seats], points and won hands of the game.
    finals
        What is added to.
    """
    winner, others_won = at_target(params, totals), 0
    for seat in range(totals.shape[0]):
        if seat != winner:
            others_won += won[seat]
    for seat in range(totals.shape[0]):
        score = totals[seat] + params.box_bonus * won[seat]
        if seat == winner:
            score += params.game_bonus
            if params.shutout_double and others_won == 0:
                score *= 2
        finals[seat] += score


@kernel
def end_match(params, totals, won, finals):
    """Write the final scores of a match that is over into `finals` (int64[2]), and return who has won it, or NOBODY."""
    finals[:] = 0
    for game in range(games_at_once(params)):
        add_final_scores(params, totals[game], won[game], finals)
    if not params.hollywood:
        return at_target(params, totals[0])
    if finals[0] == finals[1]:
        return NOBODY
    return 0 if finals[0] > finals[1] else 1
