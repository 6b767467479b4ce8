"""Auction Pitch: the options of the table, their ranges, and the sentence for each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from annotated_types import Interval

from simcards.rules import Contradiction, GameRules, Usual
from simcards.words import counted

MOST_POINTS = 4
"""High, Low, Jack and Game: what a hand can give at most, and the highest bid."""

PARTNERS_PLAYERS = 4
FORCED_BID = 2
"""What a dealer whom all others leave the bid must bid at least, where it is not the least bid."""


class PitchRules(GameRules):
    """A rule set of Auction Pitch."""

    game: ClassVar[str] = "pitch"
    presets: ClassVar[tuple[str, ...]] = ("solo", "holder", "eleven", "twenty_one", "partners", "bicycle", "smudge")

    players: Annotated[int, Interval(ge=2, le=7), Usual((3, 4, 5, 6))]
    """Players at the table."""
    partners: bool
    """Whether four players are two partnerships."""

    # The auction.
    min_bid: Annotated[int, Interval(ge=1, le=3), Usual((1, 2, 3))]
    """The least bid."""
    forced_bid: Literal["dealer_2", "dealer_min", "redeal"]
    """What the dealer must do when all others have passed."""
    steal: bool
    """Whether the dealer may take a bid of 1 to 3 at the same number."""
    steal_four: bool
    """Whether the dealer may take a bid of 4 too, whatever `steal` says."""

    # The play.
    follow: Literal["suit_or_trump", "strict", "must_trump"]
    """Which cards may be played to a trick."""

    # The score.
    low_to: Literal["taker", "holder"]
    """Who scores Low: who takes it, or who was dealt it."""
    game_tie: Literal["nobody", "pitcher"]
    """Who scores Game when the most trick points are tied."""

    # The match.
    target: Annotated[int, Interval(ge=1, le=100), Usual((7, 11, 15, 21))]
    """Points with which the match can be won."""
    win_on: Literal["own_bid", "pitcher_first", "most_points"]
    """Who of those at the target wins the match."""
    smudge: bool
    """Whether a bid of 4 that is made wins the match."""

    @property
    def sides(self) -> int:
        """Who scores for himself: the partnerships, or the players."""
        return 2 if self.partners else self.players

    @property
    def lowest_bid(self) -> int:
        """The lowest bid with which an auction can be won."""
        return min(self.min_bid, FORCED_BID) if self.forced_bid == "dealer_2" else self.min_bid

    def contradictions(self) -> Iterator[Contradiction]:
        """Yield the combinations of options, each in its range, that cannot be played."""
        if self.partners and self.players != PARTNERS_PLAYERS:
            yield Contradiction(
                ("partners", "players"),
                f"partnerships are made of {PARTNERS_PLAYERS} players; allowed: players = {PARTNERS_PLAYERS}, or "
                "partners = false.",
            )

    def warnings(self) -> Iterator[str]:
        """Yield what can be played, but is hardly meant."""
        if self.target <= MOST_POINTS:
            yield f"target: {counted(self.target, 'point')} can be made in one hand, so the first may end the match."
        if self.forced_bid == "dealer_2" and self.min_bid > FORCED_BID:
            yield (
                f"forced_bid: a dealer whom all others leave the bid may bid {FORCED_BID}, less than the least bid of "
                f"{self.min_bid}; 'dealer_min' holds him to it."
            )

    def sentences(self) -> dict[str, str]:
        """Return for each option the sentence that tells it to a player at the table."""
        return {
            "players": f"{self.players} players are at the table.",
            "partners": "Seats 0 and 2 play together against 1 and 3: points, bids, Game and the target belong to the "
            "side."
            if self.partners
            else "Each player plays for himself.",
            **self._auction_sentences(),
            **self._score_sentences(),
            **self._match_sentences(),
        }

    def _auction_sentences(self) -> dict[str, str]:
        forced = {
            "dealer_2": f"If all others pass, the dealer must bid {FORCED_BID} or more.",
            "dealer_min": f"If all others pass, the dealer must bid {self.min_bid} or more.",
            "redeal": "If all others pass, the dealer may pass too: the hand is thrown in and the next player deals.",
        }
        four = (
            "The dealer may take a bid of 4 too, so that it ends the auction only when he has spoken."
            if self.steal_four
            else "A bid of 4 ends the auction at once."
        )
        return {
            "min_bid": f"The least bid is {self.min_bid}.",
            "forced_bid": forced[self.forced_bid],
            "steal": "The dealer may take a bid of 1, 2 or 3 at the same number."
            if self.steal
            else "To take a bid of 1, 2 or 3, the dealer has to bid more.",
            "steal_four": four,
        }

    def _score_sentences(self) -> dict[str, str]:
        return {
            "follow": {
                "suit_or_trump": "Who has a card of the suit led plays one of them or a trump; who has none plays any "
                "card.",
                "strict": "Who has a card of the suit led must play one of them; who has none plays any card.",
                "must_trump": "Who has a card of the suit led plays one of them or a trump; who has none must play a "
                "trump if he can.",
            }[self.follow],
            "low_to": "Low scores for who takes it in a trick."
            if self.low_to == "taker"
            else "Low scores for who was dealt it.",
            "game_tie": "If the most trick points are tied, nobody scores Game."
            if self.game_tie == "nobody"
            else "If the most trick points are tied, Game goes to the pitcher if he is one of them, else to nobody.",
        }

    def _match_sentences(self) -> dict[str, str]:
        who = "side" if self.partners else "player"
        points = counted(self.target, "point")
        return {
            "target": f"The match is played to {points}.",
            "win_on": {
                "own_bid": f"The first {who} at the target at the end of a hand in which it made its own bid wins."
                if self.partners
                else "The first player at the target at the end of a hand in which he made his own bid wins.",
                "pitcher_first": f"Any {who} at the target wins, the pitcher's before the other."
                if self.partners
                else "Any player at the target wins: the pitcher before others, then the highest score, then who sits "
                "first after the dealer.",
                "most_points": f"The {who} with the highest score at or over the target wins; a tie plays on.",
            }[self.win_on],
            "smudge": "A bid of 4 that is made wins the match at once, whatever the scores."
            if self.smudge
            else "A bid of 4 that is made scores like any other.",
        }
