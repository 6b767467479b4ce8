"""The end of a hand of tonk: counts, who wins, who pays whom. Payments are sixtieths of a stake.

Implements "Drop payments", the payments of the other endings, and `double_double`.
"""

from __future__ import annotations

from simcards.games.tonk.params import UNIT, CaughtPays, Ending, Outcome, Phase, StockTie, TonkRequires
from simcards.games.tonk.table import fitting, grown_by, may_hit, may_lay
from simcards.kernels.bits import popcount
from simcards.kernels.deadwood import best_split, points
from simcards.kernels.jit import kernel
from simcards.kernels.melds import COLUMN


@kernel
def count_of(params, hand):
    """Return the count of a hand: all its points, or those outside its best spreads."""
    if params.held_spreads_count or hand == 0:
        return points(hand)
    return best_split(hand, params.aces_both != 0)[2]


@kernel
def end_hand(params, state, ending, ender):
    """End the hand by what `ender` did: count all hands, and settle."""
    state.phase = Phase.OVER
    state.ending = ending
    state.ender = ender
    for seat in range(params.players):
        state.count[seat] = count_of(params, state.hand[seat])
    settle(params, state)


@kernel
def settle(params, state):
    """Write outcome, winners and payoffs of a hand that has ended, the side bet's included."""
    ending, ender = state.ending, state.ender
    for seat in range(params.players):
        state.payoff[seat] = state.spades[seat] * UNIT
    state.winners = 1 << ender
    if ending == Ending.DROPPED:
        settle_drop(params, state, ender)
    elif ending == Ending.STOCK_OUT:
        settle_stock(params, state)
    elif ending == Ending.LAID and is_tonk(params, state, ender):
        settle_tonk(params, state, ender)
    elif ending == Ending.DEALT:
        settle_deal(params, state)
    elif ending == Ending.CLAIMED:
        state.outcome = Outcome.DEAL_WIN
        all_pay(params, state, ender, params.own_due[points(state.hand[ender])] * UNIT)
    else:
        state.outcome = Outcome.OUT
        all_pay(params, state, ender, params.out_pays * UNIT)


@kernel
def pay(state, payer, payee, amount):
    """Move an amount from one seat to another."""
    state.payoff[payer] -= amount
    state.payoff[payee] += amount


@kernel
def all_pay(params, state, winner, amount):
    """Let everyone pay one winner."""
    for seat in range(params.players):
        if seat != winner:
            pay(state, seat, winner, amount)


@kernel
def losers_share_out(params, state, winners, amount):
    """Let each loser put in an amount, and the winners (a bit a seat) share it."""
    share = amount // popcount(winners)
    for loser in range(params.players):
        if winners >> loser & 1 == 0:
            for winner in range(params.players):
                if winners >> winner & 1:
                    pay(state, loser, winner, share)


@kernel
def losers_pay_each(params, state, winners, amount):
    """Let each loser pay an amount to each winner (a bit a seat)."""
    losers_share_out(params, state, winners, amount * popcount(winners))


@kernel
def lowest_rivals(params, state, seat):
    """Return the lowest count of all but `seat` (-1: of all), and a bit for each seat that has it."""
    least, holders = -1, 0
    for rival in range(params.players):
        if rival != seat:
            count = state.count[rival]
            if least < 0 or count < least:
                least, holders = count, 0
            if count == least:
                holders |= 1 << rival
    return least, holders


@kernel
def settle_drop(params, state, dropper):
    """Pay a drop: the dropper wins, or is caught."""
    count = state.count[dropper]
    least, winners = lowest_rivals(params, state, dropper)
    if least > count or (least == count and not params.tie_catches):
        state.outcome = Outcome.DROP
        all_pay(params, state, dropper, UNIT)
        return
    state.outcome = Outcome.CAUGHT
    state.winners = winners
    if params.caught_pays == CaughtPays.POT_SPLIT:
        share_pot(params, state, dropper, winners)
    else:
        pay_caught(params, state, dropper, winners, least)


@kernel
def share_pot(params, state, dropper, winners):
    """Let the winners share a pot of two stakes from the dropper and one from every other loser."""
    losers_share_out(params, state, winners, UNIT)
    for winner in range(params.players):
        if winners >> winner & 1:
            pay(state, dropper, winner, UNIT // popcount(winners))


@kernel
def pay_caught(params, state, dropper, winners, least):
    """Pay for a caught dropper, the lowest rivals' count being `least`, by any schedule but `pot_split`.

    Equal to a dropper whom a tie does not catch counts as above him.
    """
    schedule, count = params.caught_pays, state.count[dropper]
    tied = least == count
    for seat in range(params.players):
        if seat == dropper:
            continue
        wins = winners >> seat & 1
        rival = state.count[seat]
        not_above = rival < count or (rival == count and params.tie_catches)
        if wins or ((schedule == CaughtPays.PAGAT or schedule == CaughtPays.EACH_DOUBLE) and not_above):
            pay(state, dropper, seat, 2 * UNIT)
        elif schedule == CaughtPays.WIKI and not tied and rival < count:
            pay(state, dropper, seat, UNIT)
        if not wins and schedule != CaughtPays.DROPPER_ONLY and schedule != CaughtPays.EACH_DOUBLE:
            for winner in range(params.players):
                if winners >> winner & 1:
                    pay(state, seat, winner, UNIT)


@kernel
def settle_stock(params, state):
    """Pay the end of the stock: the lowest count wins a stake from everyone."""
    winners = lowest_rivals(params, state, -1)[1]
    if popcount(winners) > 1 and params.stock_tie == StockTie.DRAW:
        settle_draw(state)
        return
    state.outcome = Outcome.STOCK
    state.winners = winners
    if params.stock_tie == StockTie.SPLIT:
        losers_share_out(params, state, winners, UNIT)
    else:
        losers_pay_each(params, state, winners, UNIT)


@kernel
def settle_draw(state):
    """Note that nobody wins."""
    state.outcome = Outcome.DRAW
    state.winners = 0


@kernel
def settle_deal(params, state):
    """Pay a deal win."""
    due, holders = most_due(params, state)
    if popcount(holders) > 1 and not params.split_deal_tie:
        settle_draw(state)
        return
    state.outcome = Outcome.DEAL_WIN
    state.winners = holders
    losers_share_out(params, state, holders, due * UNIT)


@kernel
def most_due(params, state):
    """Return the most stakes due at the deal (-1: none), and a bit for each seat that they are due to."""
    due, holders = -1, 0
    for seat in range(params.players):
        pays = params.deal_due[points(state.hand[seat])]
        if pays > due:
            due, holders = pays, 0
        if pays >= 0 and pays == due:
            holders |= 1 << seat
    return due, holders


@kernel
def settle_tonk(params, state, seat):
    """Pay a tonk, or the first player after it who can answer it."""
    if params.double_double:
        for step in range(1, params.players):
            rival = (seat + step) % params.players
            if can_answer(params, state, rival):
                state.outcome = Outcome.DOUBLE_DOUBLE
                state.winners = 1 << rival
                all_pay(params, state, rival, 2 * params.tonk_pays * UNIT)
                return
    state.outcome = Outcome.TONK
    all_pay(params, state, seat, params.tonk_pays * UNIT)


@kernel
def is_tonk(params, state, seat):
    """Return whether going out without a discard is a tonk."""
    if params.tonk_requires == TonkRequires.ONE_TURN:
        return state.laid == params.hand_size + 1
    if params.tonk_requires == TonkRequires.OWN_SPREADS:
        return state.has_hit[seat] == 0
    return True


@kernel
def can_answer(params, state, seat):
    """Return whether `seat` can place all his cards at once, at least one on a run laid in the turn that ends.

    Every choice of cards to hit with is tried; the others have to be spreads of his own.
    """
    new_ends, runs, on_books = 0, 0, 0
    for k in range(state.spreads):
        if may_hit(params, state, seat, k):
            if state.is_book[k]:
                on_books |= fitting(params, state, k)
            else:
                runs |= state.spread[k]
                if state.is_new[k]:
                    new_ends |= fitting(params, state, k)
    hand = state.hand[seat]
    hits = hand
    while hits != 0:
        rest = hand & ~hits
        if (
            hits & new_ends != 0
            and (params.max_hits == 0 or popcount(hits) <= params.max_hits)
            and hits & ~on_books & ~reached(params, runs, hits) == 0
            and (rest == 0 or (may_lay(params, state, seat) and best_split(rest, params.aces_both != 0)[2] == 0))
        ):
            return True
        hits = (hits - 1) & hand
    return False


@kernel
def reached(params, runs, cards):
    """Return those of `cards` (aces low) that can be added to `runs` one after another; nothing follows an ace."""
    found = 0
    more = grown_by(params, runs) & cards
    while more != 0:
        found |= more
        runs |= more & ~COLUMN
        more = grown_by(params, runs) & cards & ~found
    return found
