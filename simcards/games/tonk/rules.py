"""Tonk: the options of the table, their ranges, and the sentence for each."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import comb
from typing import Annotated, ClassVar, Literal

from annotated_types import Interval, Len
from pydantic import BaseModel, BeforeValidator, ConfigDict

from simcards.rules import Contradiction, GameRules, Usual
from simcards.words import counted, listed

Stakes = Annotated[int, Interval(ge=0, le=100)]
Total = Annotated[int, Interval(ge=-1_000_000_000, le=1_000_000_000)]
"""Points; a range may reach beyond what can be dealt."""

AUTO_CARDS = {2: 9, 3: 7}
"""Cards dealt with `auto` by number of players; with more players five."""

MOST_DEAL_WINS = 8
MOST_COUNT = 110
"""Eleven tens."""

ORDINARY = 0.01
"""A deal win that more than this share of all hands holds is hardly meant."""


class DealWin(BaseModel):
    """Counts that win before play, or at the start of the holder's first turn."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    min: Total
    max: Total
    pays: Stakes
    when: Literal["deal", "own_turn"] = "deal"


def _entries(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


DealWins = Annotated[tuple[DealWin, ...], Len(0, MOST_DEAL_WINS), BeforeValidator(_entries)]


def _wins(*ranges: tuple[int, int, int]) -> tuple[DealWin, ...]:
    return tuple(DealWin(min=low, max=high, pays=pays) for low, high, pays in ranges)


USUAL_DEAL_WINS = (
    _wins(),
    _wins((50, 50, 2)),
    _wins((49, 50, 2)),
    _wins((49, 50, 2), (0, 13, 2)),
    _wins((49, 50, 2), (0, 13, 2), (0, 9, 3)),
    _wins((49, 50, 2), (0, 15, 2)),
)


class TonkRules(GameRules):
    """A rule set of Tonk; payments are in stakes."""

    game: ClassVar[str] = "tonk"
    presets: ClassVar[tuple[str, ...]] = (
        "wikipedia",
        "plain",
        "pagat",
        "texas",
        "speno",
        "low_hands",
        "fifty_forty_nine",
        "auto_deal",
        "fast",
        "double_double",
        "old_tunk",
    )

    players: Annotated[int, Interval(ge=2, le=6), Usual((2, 3, 4))]
    """Players at the table."""

    # The deal.
    cards_dealt: Annotated[Annotated[int, Interval(ge=3, le=10)] | Literal["auto"], Usual((5, 7, 9))]
    """Cards dealt to each player; auto: nine for two players, seven for three, five for more."""
    upcard: bool
    """Whether a card is turned up; if not, the first player must draw from the stock."""

    # The turn.
    return_discard: bool
    """Whether the card just taken from the discard pile may be discarded in the same turn."""
    ace_runs: Literal["low", "high_low"]
    """Whether the ace is the lowest card of a run only, or the highest too."""
    drop_timing: Literal["before_draw", "own_turn", "any_time", "never"]
    """When a player may drop."""
    caught_pays: Literal["wiki", "pagat", "lowest_double", "dropper_only", "each_double", "pot_split"]
    """Who pays whom when a dropper is caught."""
    tie_with_dropper: Literal["caught", "dropper_wins"]
    """Whether a count equal to the dropper's catches him."""
    tonk_pays: Annotated[Stakes, Usual((1, 2, 3))]
    """Stakes that everyone pays for a tonk."""
    out_pays: Annotated[Stakes, Usual((1, 2))]
    """Stakes that everyone pays for an out."""
    tonk_requires: Literal["no_discard", "one_turn", "own_spreads"]
    """What makes going out without a discard a tonk, and not an out."""
    double_double: bool
    """Whether a player who can at once place all his cards on the run that made a tonk wins double."""
    stock_end: Literal["after_last_draw", "on_need"]
    """When the empty stock ends the hand."""
    stock_tie: Literal["draw", "split", "each"]
    """What tied lowest counts are paid when the stock ends the hand."""

    # Spreads and hits.
    hit_own: bool
    """Whether players may hit their own spreads."""
    hit_others: bool
    """Whether players may hit the spreads of others."""
    hit_on: Literal["any", "runs"]
    """Whether books can be hit too, or only runs."""
    max_hits: Annotated[int, Interval(ge=0, le=10), Usual((0, 1))]
    """Hits allowed in a turn; 0: any number."""
    hit_freeze: Annotated[int, Interval(ge=0, le=10), Usual((0, 1, 2, 3))]
    """Turns for which the owner of a spread that another hits is frozen, for each card."""
    freeze_blocks: Literal["drop", "laying", "both"]
    """What a frozen player may not do."""
    spread_before_draw: bool
    """Whether spreads and hits are allowed before the draw too."""
    must_discard: bool
    """Whether a card must remain to be discarded."""
    held_spreads_count: bool
    """Whether spreads still in hand count; if not, a count leaves out the best of them."""
    retire_books: bool
    """Whether a book of four on the table is put away."""

    # Before play.
    deal_wins: Annotated[DealWins, Usual(USUAL_DEAL_WINS)]
    """Counts that win with the cards dealt."""
    deal_win_tie: Literal["draw", "split"]
    """What several players with the deal win that is due most are paid."""
    spades_bet: Annotated[Stakes, Usual((0, 1))]
    """Stakes of the side bet on the highest spade dealt; 0: none."""

    @property
    def hand_size(self) -> int:
        """Cards dealt to each player."""
        return AUTO_CARDS.get(self.players, 5) if self.cards_dealt == "auto" else self.cards_dealt

    def due(self, when: str) -> list[int]:
        """Return by count (0 to 110) the stakes that a deal win pays at this moment, the most of several; -1: none."""
        entries = [entry for entry in self.deal_wins if entry.when == when]
        return [
            max((entry.pays for entry in entries if entry.min <= count <= entry.max), default=-1)
            for count in range(MOST_COUNT + 1)
        ]

    @classmethod
    def allowed(cls, option: str) -> str:
        """Return in words what an option allows."""
        if option == "deal_wins":
            return (
                f"a list of at most {MOST_DEAL_WINS} entries, each with min and max (points, whole numbers), pays "
                "(stakes, a whole number from 0 to 100) and, if wanted, when ('deal' or 'own_turn'), as in "
                "[{min = 49, max = 50, pays = 2}], or [] for none"
            )
        return super().allowed(option)

    def contradictions(self) -> Iterator[Contradiction]:
        """Yield the combinations of options, each in its range, that cannot be played."""
        needed = self.players * self.hand_size + self.upcard
        if needed > 51:
            cards = f"{self.players} hands of {self.hand_size}" + (" and the upcard" if self.upcard else "")
            yield Contradiction(
                ("players", "cards_dealt", "upcard"),
                f"{cards} take {needed} of 52 cards; allowed: at most 51, so that a stock is left.",
            )
        low, high = dealt_range(self.hand_size)
        for number, entry in enumerate(self.deal_wins, start=1):
            if entry.min > entry.max:
                yield Contradiction(
                    ("deal_wins",), f"entry {number} has min {entry.min} over max {entry.max}; allowed: min up to max."
                )
            elif entry.max < low or entry.min > high:
                yield Contradiction(
                    ("deal_wins", "cards_dealt"),
                    f"entry {number} wants {_span(entry)} points; allowed: counts that {self.hand_size} cards can "
                    f"have, {low} to {high}.",
                )

    def warnings(self) -> Iterator[str]:
        """Yield what can be played, but is hardly meant."""
        counts = dealt_counts(self.hand_size)
        for entry in self.deal_wins:
            share = sum(counts[max(entry.min, 0) : entry.max + 1]) / comb(52, self.hand_size)
            if share > ORDINARY:
                yield (
                    f"deal_wins: {_span(entry)} points are ordinary with {self.hand_size} cards: "
                    f"{100 * share:.1f} % of all hands win at once."
                )

    def sentences(self) -> dict[str, str]:
        """Return for each option the sentence that tells it to a player at the table."""
        return {
            "players": f"{self.players} players are at the table.",
            **self._deal_sentences(),
            **self._turn_sentences(),
            **self._table_sentences(),
            "deal_wins": self._deal_win_sentence(),
            "deal_win_tie": {
                "draw": "If several players hold the deal win that is due most, nobody pays and the hand is drawn.",
                "split": "If several players hold the deal win that is due most, they share what the others pay.",
            }[self.deal_win_tie],
            "spades_bet": f"Who joins puts {counted(self.spades_bet, 'stake')} on having the highest spade dealt, "
            "ace high."
            if self.spades_bet
            else "There is no side bet on spades.",
        }

    def _deal_sentences(self) -> dict[str, str]:
        auto = " (nine for two players, seven for three, five for more)" if self.cards_dealt == "auto" else ""
        return {
            "cards_dealt": f"Each player is dealt {self.hand_size} cards{auto}.",
            "upcard": "A card is turned up and starts the discard pile."
            if self.upcard
            else "No card is turned up: the first player must draw from the stock.",
        }

    def _turn_sentences(self) -> dict[str, str]:
        caught = {
            "wiki": "A caught dropper pays one stake to each player below him, and everyone pays the winner one; if "
            "the lowest equals him, he pays the winner two and the others one.",
            "pagat": "A caught dropper pays two stakes to each player who is not above him; every other player pays "
            "the winner one.",
            "lowest_double": "A caught dropper pays the winner two stakes, every other player pays him one.",
            "dropper_only": "A caught dropper pays the winner two stakes, nobody else pays.",
            "each_double": "A caught dropper pays two stakes to each player who is not above him, nobody else pays.",
            "pot_split": "A caught dropper puts two stakes into a pot and every other loser one; the winners share it.",
        }
        return {
            "return_discard": "The card just taken from the discard pile may be discarded in the same turn."
            if self.return_discard
            else "The card just taken from the discard pile may be discarded in the same turn only as the last card.",
            "ace_runs": "A-2-3 is a run, Q-K-A is not."
            if self.ace_runs == "low"
            else "A-2-3 and Q-K-A are runs, K-A-2 is not.",
            "drop_timing": {
                "before_draw": "A player may drop at the start of his turn, before he draws.",
                "own_turn": "A player may drop in his own turn, before the draw or after it, until he discards.",
                "any_time": "A player may drop in his own turn until he discards; right after the deal and after "
                "every turn each player is asked too.",
                "never": "Nobody may drop.",
            }[self.drop_timing],
            "caught_pays": caught[self.caught_pays],
            "tie_with_dropper": "A count equal to the dropper's catches him."
            if self.tie_with_dropper == "caught"
            else "A count equal to the dropper's does not catch him.",
            "tonk_pays": f"Everyone pays {counted(self.tonk_pays, 'stake')} for a tonk.",
            "out_pays": f"Everyone pays {counted(self.out_pays, 'stake')} for an out.",
            "tonk_requires": {
                "no_discard": "Going out without a discard is a tonk.",
                "one_turn": f"Going out without a discard is a tonk only if all {self.hand_size + 1} cards are laid "
                "down in that turn; else it is an out.",
                "own_spreads": "Going out without a discard is a tonk only if all cards were laid in spreads of one's "
                "own, none as a hit; else it is an out.",
            }[self.tonk_requires],
            "double_double": "If a tonk's last turn laid a run, the next player who can at once place all his cards, "
            "at least one on it, wins twice the tonk instead."
            if self.double_double
            else "A tonk cannot be answered.",
            "stock_end": "The hand ends after the turn in which the last card of the stock was drawn."
            if self.stock_end == "after_last_draw"
            else "The hand ends when a player wants to draw from the empty stock.",
            "stock_tie": {
                "draw": "If the lowest counts are tied at the end of the stock, nobody pays.",
                "split": "If the lowest counts are tied at the end of the stock, they share one stake from each other "
                "player.",
                "each": "If the lowest counts are tied at the end of the stock, each other player pays each of them "
                "one stake.",
            }[self.stock_tie],
        }

    def _table_sentences(self) -> dict[str, str]:
        frozen = {
            "drop": "A frozen player may not drop.",
            "laying": "A frozen player may not lay spreads.",
            "both": "A frozen player may neither drop nor lay spreads.",
        }
        return {
            "hit_own": _may(self.hit_own, "Players", "hit their own spreads"),
            "hit_others": _may(self.hit_others, "Players", "hit the spreads of others"),
            "hit_on": "Books of three and runs can be hit."
            if self.hit_on == "any"
            else "Only runs can be hit (the Speno rule).",
            "max_hits": f"A player may hit {counted(self.max_hits, 'card')} in a turn."
            if self.max_hits
            else "A player may hit any number of cards in a turn.",
            "hit_freeze": "The owner of a spread that another player hits is frozen for "
            f"{counted(self.hit_freeze, 'turn')} for each card."
            if self.hit_freeze
            else "A hit freezes nobody.",
            "freeze_blocks": frozen[self.freeze_blocks],
            "spread_before_draw": "Spreads and hits are allowed before the draw too."
            if self.spread_before_draw
            else "Spreads and hits are allowed only after the draw.",
            "must_discard": "Nobody may go out by spreads and hits alone: one card must remain to be discarded."
            if self.must_discard
            else "A player may go out by spreads and hits alone.",
            "held_spreads_count": "All cards in hand count, spreads too."
            if self.held_spreads_count
            else "A count leaves out the best spreads in hand.",
            "retire_books": "A book of four on the table is put away under the discard pile."
            if self.retire_books
            else "A book of four stays on the table.",
        }

    def _deal_win_sentence(self) -> str:
        if not self.deal_wins:
            return "No count wins with the cards dealt."
        told = [
            f"{_span(entry)} points pays {counted(entry.pays, 'stake')}"
            + (", if it is claimed at the start of the first turn" if entry.when == "own_turn" else "")
            for entry in self.deal_wins
        ]
        return f"A dealt hand of {listed([told[0], *(f'of {one}' for one in told[1:])], 'and')}."


def _may(allowed: bool, who: str, what: str) -> str:
    return f"{who} may {what}." if allowed else f"{who} may not {what}."


def _span(entry: DealWin) -> str:
    return str(entry.min) if entry.min == entry.max else f"{entry.min} to {entry.max}"


@cache
def dealt_counts(cards: int) -> tuple[int, ...]:
    """Return how many hands of so many cards have 0, 1, … points."""
    ways = [[0] * (10 * cards + 1) for _ in range(cards + 1)]
    ways[0][0] = 1
    for points in range(1, 11):
        of_class = 16 if points == 10 else 4
        for held in range(cards, 0, -1):
            for more in range(1, min(held, of_class) + 1):
                times = comb(of_class, more)
                for total in range(more * points, 10 * cards + 1):
                    ways[held][total] += times * ways[held - more][total - more * points]
    return tuple(ways[cards])


def dealt_range(cards: int) -> tuple[int, int]:
    """Return the fewest and the most points of a hand of so many cards; every number between them can be dealt."""
    counts = dealt_counts(cards)
    return next(total for total, ways in enumerate(counts) if ways), len(counts) - 1
