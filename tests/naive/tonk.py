"""One hand of TONK, played straight from the rules."""

from __future__ import annotations

from collections.abc import Sequence

from tests.naive.cards import CardError, in_order, parse_card, parse_cards, rank_of
from tests.naive.tonk_answers import can_answer
from tests.naive.tonk_hand import Ending, Hand, Spread, Turn
from tests.naive.tonk_legal import due, legal, may_drop
from tests.naive.tonk_payments import (
    Payments,
    Purses,
    dropped,
    everyone_pays,
    losers_pay_each,
    losers_share_out,
    lowest_of,
)
from tests.naive.tonk_rules import Rules, cards_dealt
from tests.naive.tonk_spreads import Cards, is_book

TURNS_TO_THE_END = 100


class Illegal(ValueError):
    """An action that the rules do not allow now."""


# The deal


def new_hand(rules: Rules, deck: Sequence[str], dealer: int) -> Hand:
    """Deal one card at a time, first to the player after the dealer, and turn the next one up if there is an upcard."""
    players, each = rules["players"], cards_dealt(rules)
    first = (dealer + 1) % players
    dealt: list[Cards] = [
        frozenset(deck[(seat - first) % players : players * each : players]) for seat in range(players)
    ]
    rest = list(deck[players * each :])
    hand = Hand(
        rules=rules,
        dealt=dealt,
        hands=list(dealt),
        pile=[rest.pop(0)] if rules["upcard"] else [],
        stock=rest,
        turn=Turn(first),
        betting=[],
        frozen=[0] * players,
        own_turns=[0] * players,
        spades=Purses(players).payments,
    )
    if rules["spades_bet"]:
        hand.betting = hand.turn_order(first)
    else:
        _begin(hand)
    return hand


def _settle_spades(hand: Hand) -> None:
    """The highest spade among those who joined takes the pot, the ace the highest of all."""
    shown = [
        ((rank_of(card) - 1) % 13, seat) for seat in hand.joined for card in hand.dealt[seat] if card.endswith("s")
    ]
    if shown:
        _, winner = max(shown)
        purses = Purses(len(hand.seats))
        for seat in hand.joined:
            purses.pay(seat, winner, hand.rules["spades_bet"])
        hand.spades = purses.payments


def _begin(hand: Hand) -> None:
    """Look at the deal wins; without any the play begins."""
    paid = {seat: pays for seat in hand.seats if (pays := due(hand, seat, "deal")) is not None}
    if not paid:
        _ask(hand)
        return
    most = max(paid.values())
    winners = [seat for seat, pays in paid.items() if pays == most]
    if len(winners) > 1 and hand.rules["deal_win_tie"] == "draw":
        _end(hand, "draw", [], Purses(len(hand.seats)).payments)
    else:
        _end(hand, "deal_win", winners, losers_share_out(len(hand.seats), winners, most))


def _ask(hand: Hand) -> None:
    """With `any_time` everyone is asked before a turn, but for those who may not drop."""
    if hand.rules["drop_timing"] == "any_time":
        hand.asking = [seat for seat in hand.turn_order(hand.turn.seat) if may_drop(hand, seat)]


# What an action does


def read_action(hand: Hand, text: object) -> str:
    """Return the action as `legal` writes it."""
    if not isinstance(text, str):
        raise Illegal(f"an action is a text, not {text!r}")
    words = text.split()
    try:
        if words[:1] == ["spread"]:
            cards = parse_cards(" ".join(words[1:]))
            return f"spread {' '.join(in_order(cards))}"
        if words[:1] == ["discard"] and len(words) == 2:
            return f"discard {parse_card(words[1])}"
        if words[:1] == ["hit"] and words[2:3] == ["on"] and len(words) == 4:
            card, on = parse_card(words[1]), parse_card(words[3])
            names = [spread.name for spread in hand.table if on in spread.cards]
            return f"hit {card} on {(names or [on])[0]}"
    except CardError as error:
        raise Illegal(str(error)) from error
    return " ".join(words)


def apply(hand: Hand, text: object) -> None:
    """Carry out one action, or raise `Illegal`."""
    action = read_action(hand, text)
    if action not in legal(hand):
        raise Illegal(f"{text!r} is not among {legal(hand)}")
    word, *cards = action.replace(" on ", " ").split()
    if word == "spades":
        _bet(hand, joins=cards == ["in"])
    elif word == "wait":
        hand.asking.pop(0)
    elif word == "drop":
        _drop(hand)
    elif word == "claim":
        _claim(hand)
    elif word in ("stock", "pile"):
        _draw(hand, word)
    elif word == "spread":
        _lay(hand, frozenset(cards))
    elif word == "hit":
        _hit(hand, *cards)
    else:
        _discard(hand, *cards)


def _bet(hand: Hand, *, joins: bool) -> None:
    seat = hand.betting.pop(0)
    if joins:
        hand.joined.append(seat)
    if not hand.betting:
        _settle_spades(hand)
        _begin(hand)


def _drop(hand: Hand) -> None:
    dropper = hand.to_act
    hand.asking = []
    rules = hand.rules
    winners, payments = dropped(hand.counts, dropper, rules["caught_pays"], rules["tie_with_dropper"])
    _end(hand, "drop" if winners == [dropper] else "caught", winners, payments)


def _claim(hand: Hand) -> None:
    seat = hand.turn.seat
    pays = due(hand, seat, "own_turn")
    assert pays is not None
    _end(hand, "deal_win", [seat], everyone_pays(len(hand.seats), seat, pays))


def _draw(hand: Hand, source: str) -> None:
    turn = hand.turn
    if source == "stock" and not hand.stock:
        _stock_out(hand)
        return
    card = hand.stock.pop(0) if source == "stock" else hand.pile.pop()
    turn.taken = card if source == "pile" else None
    turn.drawn = True
    hand.hands[turn.seat] |= {card}


def _lay(hand: Hand, cards: Cards) -> None:
    turn = hand.turn
    spread = Spread(turn.seat, cards)
    hand.laid.append(spread)
    if not is_book(cards):
        turn.runs.append(spread)
    _leave_hand(hand, cards)


def _hit(hand: Hand, card: str, on: str) -> None:
    turn = hand.turn
    spread = next(spread for spread in hand.table if on in spread.cards)
    spread.cards |= {card}
    if spread.owner != turn.seat:
        hand.frozen[spread.owner] += hand.rules["hit_freeze"]
    hand.has_hit.add(turn.seat)
    turn.hits += 1
    _leave_hand(hand, frozenset({card}))


def _leave_hand(hand: Hand, cards: Cards) -> None:
    """Take cards laid down out of the hand; who has none left has gone out without a discard."""
    turn = hand.turn
    hand.hands[turn.seat] -= cards
    turn.laid += len(cards)
    if hand.hands[turn.seat]:
        return
    if not _is_tonk(hand):
        _end(hand, "out", [turn.seat], everyone_pays(len(hand.seats), turn.seat, hand.rules["out_pays"]))
        return
    pays = hand.rules["tonk_pays"]
    if hand.rules["double_double"]:
        for seat in hand.turn_order(turn.seat)[1:]:
            if can_answer(hand, seat):
                _end(hand, "double_double", [seat], everyone_pays(len(hand.seats), seat, 2 * pays))
                return
    _end(hand, "tonk", [turn.seat], everyone_pays(len(hand.seats), turn.seat, pays))


def _is_tonk(hand: Hand) -> bool:
    requires = hand.rules["tonk_requires"]
    if requires == "one_turn":
        return hand.turn.laid == cards_dealt(hand.rules) + 1
    return requires == "no_discard" or hand.turn.seat not in hand.has_hit


def _discard(hand: Hand, card: str) -> None:
    """Discard, which completes the turn."""
    seat = hand.turn.seat
    hand.hands[seat] -= {card}
    hand.pile.append(card)
    hand.turns += 1
    hand.own_turns[seat] += 1
    hand.frozen[seat] = max(hand.frozen[seat] - 1, 0)
    if not hand.hands[seat]:
        _end(hand, "out", [seat], everyone_pays(len(hand.seats), seat, hand.rules["out_pays"]))
    elif hand.turns == TURNS_TO_THE_END or (not hand.stock and hand.rules["stock_end"] == "after_last_draw"):
        _stock_out(hand)
    else:
        hand.turn = Turn((seat + 1) % len(hand.seats))
        _ask(hand)


# Endings


def _stock_out(hand: Hand) -> None:
    """The lowest count wins one stake from everyone."""
    winners = lowest_of(hand.counts, hand.seats)
    players, tie = len(hand.seats), hand.rules["stock_tie"]
    if len(winners) > 1 and tie == "draw":
        _end(hand, "draw", [], Purses(players).payments)
    else:
        shares = losers_pay_each if tie == "each" else losers_share_out
        _end(hand, "stock", winners, shares(players, winners, 1))


def _end(hand: Hand, outcome: str, winner: list[int], payments: Payments) -> None:
    hand.ending = Ending(outcome, winner, payments)
