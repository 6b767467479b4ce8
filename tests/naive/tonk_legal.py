"""What is legal in a hand of TONK."""

from __future__ import annotations

from tests.naive.cards import in_order, total
from tests.naive.tonk_hand import Hand, Spread
from tests.naive.tonk_spreads import extends, is_book, spreads_in


def freeze_forbids(hand: Hand, seat: int, what: str) -> bool:
    """Whether this seat is frozen, and may therefore not drop, or not lay spreads (`laying`)."""
    return hand.frozen[seat] > 0 and hand.rules["freeze_blocks"] in (what, "both")


def may_drop(hand: Hand, seat: int) -> bool:
    """Whether this seat may drop when the time for it has come."""
    return hand.rules["drop_timing"] != "never" and not freeze_forbids(hand, seat, "drop")


def may_be_hit(hand: Hand, spread: Spread, seat: int) -> bool:
    """Whether this seat may hit this spread at all."""
    if hand.rules["hit_on"] == "runs" and is_book(spread.cards):
        return False
    return bool(hand.rules["hit_own"] if spread.owner == seat else hand.rules["hit_others"])


def legal(hand: Hand) -> list[str]:
    """Every legal action, sorted as plain text."""
    if hand.over:
        return []
    if hand.betting:
        return ["spades in", "spades out"]
    if hand.asking:
        return ["drop", "wait"]
    turn = hand.turn
    actions = [] if turn.drawn else _before_the_draw(hand)
    if turn.drawn or hand.rules["spread_before_draw"]:
        actions += _spreads(hand) + _hits(hand)
    if turn.drawn:
        actions += [f"discard {card}" for card in _discards(hand)]
        if hand.rules["drop_timing"] in ("own_turn", "any_time") and may_drop(hand, turn.seat):
            actions.append("drop")
    return sorted(actions)


def due(hand: Hand, seat: int, when: str) -> int | None:
    """What a deal win pays this seat, None if it has none."""
    count = total(hand.dealt[seat])
    wins = [win for win in hand.rules["deal_wins"] if win.get("when", "deal") == when]
    return max((win["pays"] for win in wins if win["min"] <= count <= win["max"]), default=None)


def _before_the_draw(hand: Hand) -> list[str]:
    seat = hand.turn.seat
    actions = ["stock"]
    if hand.pile:
        actions.append("pile")
    if hand.turn.laid == 0:
        if may_drop(hand, seat):
            actions.append("drop")
        if hand.own_turns[seat] == 0 and due(hand, seat, "own_turn") is not None:
            actions.append("claim")
    return actions


def _spreads(hand: Hand) -> list[str]:
    seat = hand.turn.seat
    held = hand.hands[seat]
    if freeze_forbids(hand, seat, "laying"):
        return []
    return [
        f"spread {' '.join(in_order(spread))}"
        for spread in spreads_in(held, hand.rules["ace_runs"])
        if not (hand.rules["must_discard"] and spread == held)
    ]


def _hits(hand: Hand) -> list[str]:
    seat = hand.turn.seat
    held = hand.hands[seat]
    if hand.rules["max_hits"] and hand.turn.hits == hand.rules["max_hits"]:
        return []
    if hand.rules["must_discard"] and len(held) == 1:
        return []
    return [
        f"hit {card} on {spread.name}"
        for spread in hand.table
        if may_be_hit(hand, spread, seat)
        for card in held
        if extends(card, spread.cards, hand.rules["ace_runs"])
    ]


def _discards(hand: Hand) -> list[str]:
    held = hand.hands[hand.turn.seat]
    if hand.rules["return_discard"] or len(held) == 1:
        return in_order(held)
    return [card for card in in_order(held) if card != hand.turn.taken]
