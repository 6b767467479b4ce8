"""Three-hand gin rummy: the options of the table, their ranges, and the sentence for each."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from annotated_types import Interval
from pydantic import BeforeValidator

from simcards.games.gin.rules import BoxBonus, GameBonus, GinHandRules, Target, match_sentences

SEATS = (0, 1, 2)


def order_of_seats(value: object) -> tuple[int, ...]:
    """Return the seats of the box, of the captain and of who sits out, given as a list.

    Raises
    ------
    ValueError
        If they are not the three seats, each once.
    """
    given = list(value) if isinstance(value, list | tuple) else []
    seats = tuple(seat for seat in given if type(seat) is int)
    if len(seats) != len(given) or tuple(sorted(seats)) != SEATS:
        raise ValueError(ORDER)
    return seats


ORDER = "an order of the seats 0, 1 and 2, as in [2, 0, 1]"

FirstRoles = Literal["draw"] | Annotated[tuple[int, ...], BeforeValidator(order_of_seats)]


class Gin3Rules(GinHandRules):
    """A rule set of three-hand gin rummy."""

    game: ClassVar[str] = "gin3"
    presets: ClassVar[tuple[str, ...]] = ("captain", "gin20")

    players: Annotated[int, Interval(ge=3, le=3)]
    """Players at the table."""

    first_roles: FirstRoles
    """Who is in the box, who is captain and who sits out at first: drawn for, or the three seats."""
    target: Target
    """Points with which a player wins the match."""
    game_bonus: GameBonus
    """Points for winning the match."""
    box_bonus: BoxBonus
    """Points at the end of the match for each hand won."""
    shutout_double: bool
    """Whether the winner's whole score doubles if neither other player won a hand."""

    @classmethod
    def allowed(cls, option: str) -> str:
        """Return in words what an option allows."""
        return f"'draw', or {ORDER}" if option == "first_roles" else super().allowed(option)

    def sentences(self) -> dict[str, str]:
        """Return for each option the sentence that tells it to a player at the table."""
        return {
            "players": "Three players are at the table: the one in the box deals and plays against the captain, who "
            "counts as the player after the dealer; the third sits out.",
            **self.hand_sentences(),
            "hand_size": f"The box and the captain are dealt {self.hand_size} cards each.",
            "first_roles": self._roles_sentence(),
            **match_sentences(self.target, self.game_bonus, self.box_bonus),
            "shutout_double": "The winner's whole score doubles if neither other player won a hand."
            if self.shutout_double
            else "The winner's score does not double, even if neither other player won a hand.",
        }

    def _roles_sentence(self) -> str:
        if isinstance(self.first_roles, str):
            return "Each player draws a card: the highest is in the box at first, the middle one is captain."
        box, captain, out = self.first_roles
        return f"At first seat {box} is in the box, seat {captain} is captain and seat {out} sits out."
