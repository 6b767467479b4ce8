"""Tonk hands played with nobody dropping, with every chance to drop on the way noted.

Where draws, spreads, hits and discards do not depend on dropping, such a path holds what any rule for dropping would
have been paid. A point is packed into 64 bits: a chance to drop with all counts, or how the hand ended in the end.

A chance has a column, in the order of time: of each own turn first those where one is asked out of turn (`any_time`),
then the one before the draw, then the one before the discard (`own_turn`, `any_time`). Row 0 and column 0 are for the
ends of hands; a count c has row c + 1. Players are told by position, 0 being the first to act. The side bet on spades,
which is settled before play, is left out.
"""

from __future__ import annotations

from simcards.games.tonk.kernel import apply_action, deal, may_drop
from simcards.games.tonk.params import KIND, MAX_PLAYERS, MAX_TURNS, UNIT, Act, DropTiming, Ending, Outcome, Phase
from simcards.games.tonk.policies import choose_action
from simcards.games.tonk.showdown import all_pay, count_of, end_hand, losers_share_out, most_due, settle
from simcards.kernels.bits import lowest, popcount
from simcards.kernels.deadwood import points as points_of
from simcards.kernels.deck import shuffle_deck
from simcards.kernels.jit import kernel
from simcards.kernels.rng import place_stream

ENDED, WHO, COLUMN, COUNTS, WINNERS, DUE = 0, 1, 4, 12, 4, 54
"""First bits of the fields: whether the hand ended here; of a chance whose (3 bits) and its column (8), of an end how
(3) and the winners (6); all counts by position (7 each); of a deal win the stakes due (7)."""

SEVEN, SIX, EIGHT, THREE = 127, 63, 255, 7
MOST_POINTS_A_HAND = (MAX_TURNS + 1) * (MAX_PLAYERS + 2)
"""Everybody asked before each turn, a chance before its draw and one after it; and the end."""


@kernel
def kinds_of_chance(timing, players):
    """Return how many chances to drop a player has from one of his turns to the next."""
    if timing == DropTiming.ANY_TIME:
        return players + 2
    return 2 if timing == DropTiming.OWN_TURN else 1


@kernel
def column_of(timing, players, own_turn, kind):
    """Return the column of a chance in own turn `own_turn` (from 1), the `kind`-th (from 0) of that turn."""
    return (own_turn - 1) * kinds_of_chance(timing, players) + kind + 1


@kernel
def record_paths(rules, policies, first, games, states, scratch, lengths, points):
    """Play games `first` … `first + games - 1`, nobody dropping; note all chances; return how many points there are.

    Parameters
    ----------
    rules, policies
        PARAMS[2], the rules and the same with dropping never allowed, and POLICY[players].
    states, scratch
        STATE[1], at least, and a scratch record at the seed.
    lengths, points
        uint16[games] and int64[games × MOST_POINTS_A_HAND], at least, to fill: points a hand, and packed points.
    """
    used = 0
    state = states[0]
    for i in range(games):
        game = first + i
        place_stream(game, scratch)
        shuffle_deck(scratch, state.deck)
        deal(rules[1], game % rules[1].players, state)
        length = record_hand(rules[0], rules[1], policies, state, scratch, points[used:])
        lengths[i] = length
        used += length
    return used


@kernel
def record_hand(params, never, policies, state, scratch, points):
    """Play the dealt hand to its end without drops; write its points and return their number."""
    length, asked_after = 0, -1
    while state.phase != Phase.OVER:
        if state.phase == Phase.START and params.drop_timing == DropTiming.ANY_TIME and asked_after != state.turns:
            length = note_asked(params, state, points, length)
            asked_after = state.turns
        action = choose_action(never, policies[state.to_act], state, scratch)
        kind = kind_of_chance(params, state, action)
        if kind >= 0:
            points[length] = chance(params, state, state.to_act, kind)
            length += 1
        apply_action(never, state, action)
    points[length] = end(params, state)
    return length + 1


@kernel
def kind_of_chance(params, state, action):
    """Return which chance to drop passes with `action`, or -1 for none: who claims a deal win wants no other."""
    timing, phase, kind = params.drop_timing, state.phase, action >> KIND
    if timing == DropTiming.NEVER or kind == Act.CLAIM or not may_drop(params, state, state.to_act):
        return -1
    last = kinds_of_chance(timing, params.players) - 1
    if timing == DropTiming.BEFORE_DRAW:
        return last if phase == Phase.START else -1
    if phase == Phase.START:
        return last - 1
    return last if kind == Act.DISCARD else -1


@kernel
def note_asked(params, state, points, length):
    """Note the chances of all who are asked before a turn begins; return how many points there are then."""
    for step in range(params.players):
        seat = (state.to_act + step) % params.players
        if may_drop(params, state, seat):
            points[length] = chance(params, state, seat, times_asked(params, state, seat))
            length += 1
    return length


@kernel
def times_asked(params, state, seat):
    """Return how often `seat` has been asked since his last turn, or since the deal."""
    own = state.own_turns[seat]
    if own == 0:
        return state.turns
    return state.turns - (position_of(params, state, seat) + params.players * (own - 1) + 1)


@kernel
def position_of(params, state, seat):
    """Return the position of a seat, 0 for the first to act."""
    return (seat - state.dealer - 1 + params.players) % params.players


@kernel
def packed_counts(params, state):
    """Return all counts, packed by position."""
    packed = 0
    for seat in range(params.players):
        packed |= count_of(params, state.hand[seat]) << (COUNTS + 7 * position_of(params, state, seat))
    return packed


@kernel
def chance(params, state, seat, kind):
    """Return the packed chance of `seat` to drop now."""
    column = column_of(params.drop_timing, params.players, state.own_turns[seat] + 1, kind)
    return (position_of(params, state, seat) << WHO) | (column << COLUMN) | packed_counts(params, state)


@kernel
def end(params, state):
    """Return the packed end of the hand."""
    how, due, winners = state.outcome, 0, state.winners
    if state.ending == Ending.STOCK_OUT:
        how = Outcome.STOCK
    elif state.ending == Ending.DEALT:
        how = Outcome.DEAL_WIN
        due, winners = most_due(params, state)
    elif state.ending == Ending.CLAIMED:
        due = params.own_due[points_of(state.hand[state.ender])]
    by_position = 0
    for seat in range(params.players):
        by_position |= (winners >> seat & 1) << position_of(params, state, seat)
    return (1 << ENDED) | (how << WHO) | (by_position << WINNERS) | packed_counts(params, state) | (due << DUE)


@kernel
def score_points(params, points, state, player, row, turn, forced, value):
    """Unpack points, and pay each: a chance as if its player dropped there, an end as it was.

    Parameters
    ----------
    params
        Rules; only what a drop, the stock, a tonk and an out pay, and how ties are settled, matters.
    points
        int64[n].
    state
        An empty state record to work on; its seats stand for positions.
    player, row, turn, forced
        int16[n] to fill: position, count + 1, column; 0, 0 and 1 for an end.
    value
        int32[n, players] to fill: payoffs in sixtieths of a stake, by position.
    """
    for i in range(points.shape[0]):
        point = points[i]
        for seat in range(params.players):
            state.count[seat] = (point >> (COUNTS + 7 * seat)) & SEVEN
        forced[i] = point >> ENDED & 1
        if forced[i]:
            player[i] = row[i] = turn[i] = 0
            pay_end(params, state, point)
        else:
            player[i] = point >> WHO & THREE
            row[i] = state.count[player[i]] + 1
            turn[i] = point >> COLUMN & EIGHT
            state.ending = Ending.DROPPED
            state.ender = player[i]
            settle(params, state)
        for seat in range(params.players):
            value[i, seat] = state.payoff[seat]


@kernel
def pay_end(params, state, point):
    """Write the payoffs of a packed end, with its counts in `state`."""
    how, winners, due = point >> WHO & THREE, point >> WINNERS & SIX, point >> DUE & SEVEN
    if how == Outcome.STOCK:
        state.ending = Ending.STOCK_OUT
        state.ender = 0
        settle(params, state)
        return
    for seat in range(params.players):
        state.payoff[seat] = 0
    if how == Outcome.DEAL_WIN:
        if popcount(winners) == 1 or params.split_deal_tie:
            losers_share_out(params, state, winners, due * UNIT)
    elif how == Outcome.OUT:
        all_pay(params, state, lowest(winners), params.out_pays * UNIT)
    elif how == Outcome.TONK:
        all_pay(params, state, lowest(winners), params.tonk_pays * UNIT)
    else:
        all_pay(params, state, lowest(winners), 2 * params.tonk_pays * UNIT)


@kernel
def drop_off_deal(params, first, games, state, scratch, sums):
    """Deal games `first` … `first + games - 1` and let the first to act drop at once, where the hand is still on.

    Parameters
    ----------
    params, state, scratch
        Rules without a side bet, a state record, and a scratch record at the seed.
    sums
        int64[COUNTS_SIZE, 3] to add to, by the dropper's count: hands, payoffs in sixtieths of a stake, their squares.
    """
    for game in range(first, first + games):
        place_stream(game, scratch)
        shuffle_deck(scratch, state.deck)
        deal(params, game % params.players, state)
        if state.phase != Phase.OVER:
            seat = (state.dealer + 1) % params.players
            end_hand(params, state, Ending.DROPPED, seat)
            payoff = state.payoff[seat]
            line = sums[state.count[seat]]
            line[0] += 1
            line[1] += payoff
            line[2] += payoff * payoff
