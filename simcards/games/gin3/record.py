"""Three-hand gin's records: gin's hands between two of three seats, and the roles that move from hand to hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import numpy as np
from numpy.typing import NDArray

from simcards.compile import compile_rules
from simcards.errors import shorten
from simcards.games.gin.match import NOBODY, add_final_scores, at_target
from simcards.games.gin.record import GinReferee
from simcards.games.gin.record import HandReplay as GinHandReplay
from simcards.games.gin3 import GAME
from simcards.games.gin3.kernel import add_hand, next_roles
from simcards.games.gin3.params import PLAYERS, Role
from simcards.games.gin3.rules import ORDER, order_of_seats
from simcards.replaying import IllegalRecord

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from simcards.games.gin3.rules import Gin3Rules
    from simcards.rules import GameRules

Roles = tuple[int, ...]
"""The seats of the box, of the captain and of who sits out."""


class HandReplay(GinHandReplay):
    """A hand being replayed."""

    game = GAME

    def __init__(self, rules: GameRules, roles: Roles, deck: list[int]) -> None:
        super().__init__(rules, Role.BOX, deck, roles)

    @property
    def winning_role(self) -> int:
        """The role that has won, or -1."""
        return int(self.state.winner)

    def result(self) -> dict[str, Any]:
        """Return the result of the hand as it stands."""
        if not self.over:
            return super().result()
        roles = whole(self.seats)
        next_roles(self.winning_role, roles)
        return super().result() | {"next_roles": roles.tolist()}


class MatchReplay:
    """A match being replayed."""

    def __init__(self, rules: Gin3Rules, roles: Roles) -> None:
        self.rules = rules
        self.params = compile_rules(GAME, rules)
        self.roles, self.totals, self.won = whole(roles), whole([0] * PLAYERS), whole([0] * PLAYERS)
        self.role_history: list[list[int]] = []
        self.hand: HandReplay

    @property
    def winner(self) -> int:
        """The seat that has won the match, or NOBODY."""
        return int(at_target(self.params, self.totals))

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.winner != NOBODY

    def new_hand(self, deck: list[int]) -> HandReplay:
        """Deal the next hand."""
        roles = self.roles.tolist()
        self.hand = HandReplay(self.rules, tuple(roles), deck)
        self.role_history.append(roles)
        return self.hand

    def add_hand(self) -> None:
        """Score the last hand, which is over, and change the roles."""
        add_hand(self.hand.winning_role, sum(self.hand.payoffs), self.roles, self.totals, self.won)

    def result(self) -> dict[str, Any]:
        """Return the match's result so far."""
        result: dict[str, Any] = {
            "ok": True,
            "over": self.over,
            "scores": self.totals.tolist(),
            "role_history": self.role_history,
            "hands": self.hand.cards,
        }
        if not self.hand.over:
            result |= self.hand.open_end()
        return result | self._end() if self.over else result

    def _end(self) -> dict[str, Any]:
        finals = np.zeros_like(self.totals)
        add_final_scores(self.params, self.totals, self.won, finals)
        return {"payoffs": finals.tolist(), "winner": [self.winner]}


def whole(numbers: Sequence[int]) -> NDArray[np.int64]:
    """Return a number a seat, or a seat a role, as kernels read them."""
    return np.array(numbers, np.int64)


class Gin3Referee:
    """Three-hand gin's part of the referee."""

    result_keys = GinReferee.result_keys - {"dealers"} | {"next_roles", "role_history"}

    def place(self, rules: GameRules, record: Mapping[str, object]) -> Roles:  # noqa: ARG002 (the same for all rules)
        """Return the roles of the first hand."""
        if "roles" not in record:
            raise IllegalRecord(f'The record has no "roles"; allowed: {ORDER}, for box, captain and who sits out.')
        try:
            return order_of_seats(record["roles"])
        except ValueError:
            raise IllegalRecord(f'"roles" must be {ORDER}; given: {shorten(record["roles"])}.') from None

    def new_hand(self, rules: GameRules, place: Roles, deck: list[int]) -> HandReplay:
        """Deal a hand."""
        return HandReplay(rules, place, deck)

    def new_match(self, rules: GameRules, place: Roles) -> MatchReplay:
        """Begin a match."""
        return MatchReplay(cast("Gin3Rules", rules), place)
