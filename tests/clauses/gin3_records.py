"""Short records of three-hand gin: only the cards that matter are named, the rest of the deck is filled up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any

from tests.clauses.records import MATCH_RULES, Hand, Record, deal, match_hand
from tests.naive.cards import DECK, parse_cards

ROLES = [list(order) for order in permutations(range(3))]
"""Every order of box, captain and who sits out."""

BOX, CAPTAIN = 0, 1
"""Who wins a hand of a match, as its seat among the two who play."""


def record(
    box: str,
    captain: str,
    actions: Sequence[str] = (),
    *,
    roles: Sequence[int] = (0, 1, 2),
    upcard: str = "",
    stock: str = "",
    **options: Any,
) -> Record:
    """Return a record with these two hands in which, if nothing else is said, the captain begins with a turn."""
    size = len(parse_cards(box))
    return {
        "game": "gin3",
        "rules": {"first_turn": "free", "hand_size": size, **options},
        "roles": list(roles),
        "deck": " ".join(deal((box, captain), upcard, stock, dealer=BOX)),
        "actions": list(actions),
    }


def dealt(**options: Any) -> Record:
    """Return a record that only deals, with these rules alone."""
    return {"game": "gin3", "rules": options, "roles": [0, 1, 2], "deck": " ".join(DECK), "actions": []}


def match(hands: Sequence[Hand], roles: Sequence[int] = (0, 1, 2), gin_bonus: int = 10, **options: Any) -> Record:
    """Return a match in which the hands end as told: who wins, box or captain, and by how many points."""
    return {
        "game": "gin3",
        "rules": {**MATCH_RULES, "gin_bonus": gin_bonus, **options},
        "roles": list(roles),
        "hands": [match_hand(hand, BOX, gin_bonus) for hand in hands],
    }
