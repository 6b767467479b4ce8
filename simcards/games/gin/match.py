"""Gin's matches: the deal's moves, the target, bonuses, and three games at once (Hollywood)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simcards.games.gin.rules import GinRules

HOLLYWOOD_GAMES = 3


@dataclass
class GameScore:
    """One game of a match: totals and hands won of both seats."""

    totals: list[int] = field(default_factory=lambda: [0, 0])
    won: list[int] = field(default_factory=lambda: [0, 0])

    def over(self, rules: GinRules) -> bool:
        """Whether a total has reached the target."""
        return max(self.totals) >= rules.target

    def final(self, rules: GinRules) -> list[int]:
        """Return the final scores: totals, boxes, the game bonus, and the shutout's doubling of the winner's sum."""
        winner = 0 if self.totals[0] >= rules.target else 1
        scores = [total + rules.box_bonus * won for total, won in zip(self.totals, self.won, strict=True)]
        scores[winner] += rules.game_bonus
        if rules.shutout_double and self.won[1 - winner] == 0:
            scores[winner] *= 2
        return scores


@dataclass
class Match:
    """A match in progress."""

    rules: GinRules
    dealer: int
    won: list[int] = field(default_factory=lambda: [0, 0])
    games: list[GameScore] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.games = [GameScore() for _ in range(HOLLYWOOD_GAMES if self.rules.hollywood else 1)]

    @property
    def over(self) -> bool:
        """Whether all its games are over."""
        return all(game.over(self.rules) for game in self.games)

    def add_hand(self, winner: list[int], payoffs: list[int]) -> None:
        """Score a finished hand and move the deal."""
        for seat in winner:
            self.won[seat] += 1
            for game in self.games[: self.won[seat]]:
                if not game.over(self.rules):
                    game.totals[seat] += payoffs[seat]
                    game.won[seat] += 1
        self.dealer = self._next_dealer(winner)

    def _next_dealer(self, winner: list[int]) -> int:
        rule = self.rules.next_dealer
        if rule == "alternate" or (winner and rule == "alternate_scored"):
            return 1 - self.dealer
        if not winner or rule == "alternate_scored":
            return self.dealer
        return winner[0] if rule == "winner" else 1 - winner[0]

    def end(self) -> dict[str, Any]:
        """Return final scores and winner of a match that is over."""
        finals = [game.final(self.rules) for game in self.games]
        payoffs = [sum(final[seat] for final in finals) for seat in range(2)]
        if not self.rules.hollywood:
            winner = [0 if self.games[0].totals[0] >= self.rules.target else 1]
        else:
            winner = [] if payoffs[0] == payoffs[1] else [payoffs.index(max(payoffs))]
        return {"payoffs": payoffs, "winner": winner}
