"""Gin rummy: the options of the table, their ranges, and the sentence for each.

The options of a hand are those of three-hand gin too; who deals and how a match is scored each game says for itself.
"""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from annotated_types import Interval

from simcards.rules import GameRules, Usual
from simcards.words import counted

Bonus = Annotated[int, Interval(ge=0, le=1000)]
"""Points."""

Target = Annotated[int, Interval(ge=1, le=10_000), Usual((100, 150, 200, 250))]
GameBonus = Annotated[Bonus, Usual((0, 100))]
BoxBonus = Annotated[Bonus, Usual((0, 20, 25))]


class GinHandRules(GameRules):
    """What two players of gin rummy agree on for a hand between them."""

    hand_size: Annotated[int, Interval(ge=3, le=11), Usual((7, 10))]
    """Cards dealt to each player."""
    first_turn: Literal["offer", "free"]
    """Whether the upcard is offered to both players before the first turn, or the first turn is like any other."""
    knock_limit: Annotated[int, Interval(ge=0, le=100), Usual((0, 5, 7, 10))]
    """Most deadwood to knock with; 0: gin only."""
    oklahoma: bool
    """Whether the upcard's points are the knock limit of the hand, in place of `knock_limit`."""
    oklahoma_ace_gin: bool
    """With `oklahoma`, whether an ace upcard means gin only (else limit 1)."""
    oklahoma_spades_double: bool
    """With `oklahoma`, whether a spade upcard doubles the hand's score, bonuses included."""
    return_discard: bool
    """Whether the card just taken from the discard pile may be discarded, or knocked with, in the same turn."""
    gin_bonus: Annotated[Bonus, Usual((20, 25))]
    """Points for gin, besides the defender's deadwood."""
    undercut_bonus: Annotated[Bonus, Usual((10, 20, 25))]
    """Points for an undercut, besides the difference."""
    undercut_tie: bool
    """Whether equal deadwood is an undercut; if not, it scores nothing for both."""
    big_gin_bonus: Annotated[Bonus | None, Usual((None, 31, 50))]
    """The whole bonus for big gin, in place of the gin bonus; none: big gin is not allowed."""
    layoff: bool
    """Whether the defender may lay off cards on the knocker's melds."""
    layoff_after_melds: bool
    """With `layoff`, whether the defender first splits his own hand for the least deadwood, then lays off the rest."""
    stock_floor: Annotated[int, Interval(ge=0, le=10), Usual((0, 2))]
    """Cards left in the stock with which a hand is drawn after a discard."""

    def hand_sentences(self) -> dict[str, str]:
        """Return for each option of the hand the sentence that tells it to a player at the table."""
        left = counted(self.stock_floor, "card")
        return {
            "hand_size": f"Each player is dealt {self.hand_size} cards.",
            "first_turn": {
                "offer": "The player after the dealer may take the upcard or pass, then the dealer may; if both pass, "
                "the player after the dealer draws from the stock.",
                "free": "The player after the dealer starts with an ordinary turn, and may draw the upcard.",
            }[self.first_turn],
            "knock_limit": self._knock_sentence(),
            "oklahoma": "The upcard's points are the knock limit of the hand."
            if self.oklahoma
            else "The knock limit is the same in every hand, whatever the upcard.",
            "oklahoma_ace_gin": self._with_oklahoma(
                "When the upcard is an ace, nobody may knock without gin."
                if self.oklahoma_ace_gin
                else "When the upcard is an ace, a knock needs at most 1 point of deadwood."
            ),
            "oklahoma_spades_double": self._with_oklahoma(
                "When the upcard is a spade, the score of the hand doubles, bonuses included."
                if self.oklahoma_spades_double
                else "A spade as the upcard doubles nothing."
            ),
            "return_discard": "The card just taken from the discard pile may be discarded in the same turn."
            if self.return_discard
            else "The card just taken from the discard pile may not be discarded in the same turn.",
            "gin_bonus": f"Gin scores {_points(self.gin_bonus)} and the defender's deadwood.",
            "undercut_bonus": f"An undercut scores {_points(self.undercut_bonus)} and the difference.",
            "undercut_tie": "Equal deadwood is an undercut."
            if self.undercut_tie
            else "Equal deadwood is no undercut and scores nothing for either player.",
            "big_gin_bonus": "Big gin is not allowed."
            if self.big_gin_bonus is None
            else f"Big gin scores {_points(self.big_gin_bonus)} and the other player's deadwood.",
            "layoff": "The defender may lay off cards on the knocker's melds, but not after gin."
            if self.layoff
            else "The defender may not lay off cards on the knocker's melds.",
            "layoff_after_melds": self._layoff_sentence(),
            "stock_floor": f"The hand is drawn after a discard that leaves {left} in the stock.",
        }

    def _knock_sentence(self) -> str:
        if self.oklahoma:
            return f"The limit of {self.knock_limit} has no effect, since the upcard sets the limit of each hand."
        if self.knock_limit == 0:
            return "Nobody may knock without gin."
        return f"A knock needs at most {_points(self.knock_limit)} of deadwood."

    def _with_oklahoma(self, sentence: str) -> str:
        return sentence if self.oklahoma else f"Without Oklahoma this has no effect: {_inner(sentence)}"

    def _layoff_sentence(self) -> str:
        sentence = (
            "The defender first melds for the least deadwood of his own, then lays off what is left over."
            if self.layoff_after_melds
            else "The defender chooses melds and lay-offs together, so that the least deadwood is left."
        )
        return sentence if self.layoff else f"Without lay-offs this has no effect: {_inner(sentence)}"


class GinRules(GinHandRules):
    """A rule set of two-player gin rummy."""

    game: ClassVar[str] = "gin"
    presets: ClassVar[tuple[str, ...]] = ("classic", "web", "oklahoma", "eaai")

    players: Annotated[int, Interval(ge=2, le=2)]
    """Players at the table."""

    next_dealer: Literal["winner", "loser", "alternate", "alternate_scored"]
    """Who deals the next hand."""
    target: Target
    """Points with which a player wins the match."""
    game_bonus: GameBonus
    """Points for winning the match."""
    box_bonus: BoxBonus
    """Points at the end of the match for each hand won."""
    shutout_double: bool
    """Whether the winner's whole score doubles if the other won no hand."""
    hollywood: bool
    """Whether three games are scored at once."""

    def sentences(self) -> dict[str, str]:
        """Return for each option the sentence that tells it to a player at the table."""
        dealer = {
            "winner": "The winner of a hand deals the next; after a hand without a winner the same player deals again.",
            "loser": "The loser of a hand deals the next; after a hand without a winner the same player deals again.",
            "alternate": "The players deal in turn.",
            "alternate_scored": "The players deal in turn; after a hand without a winner the same player deals again.",
        }
        return {
            "players": "Two players are at the table.",
            **self.hand_sentences(),
            "next_dealer": dealer[self.next_dealer],
            **match_sentences(self.target, self.game_bonus, self.box_bonus),
            "shutout_double": "The winner's whole score doubles if the other player won no hand."
            if self.shutout_double
            else "The winner's score does not double, even if the other player won no hand.",
            "hollywood": "Three games are scored at once: a player's first win counts in game 1, the second in 1 and "
            "2, later ones in all three; the match ends when all three are over."
            if self.hollywood
            else "One game is scored at a time.",
        }


def match_sentences(target: int, game_bonus: int, box_bonus: int) -> dict[str, str]:
    """Return the sentences for the options of a match that any number of players can agree on."""
    return {
        "target": f"The first player whose hands add up to {_points(target)} wins the match.",
        "game_bonus": f"The winner of the match scores {_points(game_bonus)} more at its end.",
        "box_bonus": f"Each player scores {_points(box_bonus)} at the end of the match for each hand won.",
    }


def _inner(sentence: str) -> str:
    return sentence[0].lower() + sentence[1:]


def _points(number: int) -> str:
    return counted(number, "point")
