"""`simple`: the beginner of the rule books.

Bids as many points as its best suit can be expected to take and `bold` hundredths more; with a partner, who is thought
to bring `partner` hundredths, never against him. As the dealer it takes the bid for as little as it can, a steal if the
hand lacks at most `steal` hundredths. With `stick` it passes what is worth no more than the dealer's forced bid, while
nobody has bid. As pitcher it draws trumps with the top one. It leads aces, kings and tens that are high, takes tricks
that are worth something if no card of its own suit can beat the one it takes with, saves the jack and what may be Low,
gives points to its partner's tricks and with `defend=set` to those of any other defender, and throws what is worth
least. Each step is told in `docs/rules/pitch.md`.

Source: the advice to beginners in the usual rule books; its numbers are those of hands against itself.
"""

from __future__ import annotations

from simcards.games.pitch.params import KIND, Act, Phase
from simcards.games.pitch.policies.bidding import PASS, bid_of
from simcards.games.pitch.policies.cards import follow, lead
from simcards.kernels.jit import kernel


@kernel
def simple_action(params, policy, state):
    """Return simple's action for the seat to act."""
    if state.phase == Phase.AUCTION:
        bid = bid_of(params, policy, state)
        return (Act.PASS << KIND) if bid == PASS else (Act.BID << KIND) | bid
    card = lead(params, state) if state.trick_size == 0 else follow(params, policy, state)
    return (Act.PLAY << KIND) | card
