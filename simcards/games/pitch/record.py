"""Pitch's records: action texts to kernel codes and back, the result of a hand and of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

import numpy as np

from simcards.cards import SUITS, card_text, cards_text, parse_card
from simcards.compile import Record, compile_rules, new_record
from simcards.errors import InputError, shorten
from simcards.games.pitch import GAME, params
from simcards.games.pitch.kernel import apply_action, deal, legal_actions
from simcards.games.pitch.params import BYTE, HIGHEST_BID, KIND, NOBODY, Act, Outcome, Phase
from simcards.games.pitch.scoring import match_winner
from simcards.replaying import IllegalRecord, dealer_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from simcards.games.pitch.rules import PitchRules
    from simcards.rules import GameRules

FORMS = "bid N (1 to 4), pass, play CARD"
MOST_SCORE = 1_000_000_000
"""Points that a record can say a side has had before it, above or below zero."""


class IllegalAction(InputError):  # noqa: N818 (named for what it is)
    """An action that the rules do not allow now."""


class Place(NamedTuple):
    """Where a record's hand, or its first, stands."""

    dealer: int
    scores: list[int]
    """Totals of the sides before it."""


def action_text(code: int) -> str:
    """Return the text of an action's code, such as `play 7h`."""
    kind, of = Act(code >> KIND), code & BYTE
    if kind == Act.PASS:
        return "pass"
    return f"bid {of}" if kind == Act.BID else f"play {card_text(of)}"


def parse_action(text: object) -> int:
    """Return an action's code.

    Raises
    ------
    InputError
        If the text is no action.
    """
    if not isinstance(text, str):
        raise IllegalAction(f"An action is a text; given: {shorten(text)}.")
    match text.split():
        case ["pass"]:
            return Act.PASS << KIND
        case ["bid", number] if number in map(str, range(1, HIGHEST_BID + 1)):
            return Act.BID << KIND | int(number)
        case ["play", card]:
            return Act.PLAY << KIND | parse_card(card)
    raise IllegalAction(f"{shorten(text)!r} is no action; pitch has: {FORMS}.")


class HandReplay:
    """A hand being replayed, and the totals before it."""

    def __init__(self, rules: GameRules, dealer: int, scores: list[int], deck: list[int]) -> None:
        self.players = rules.players
        self.scores = scores
        self.params: Record = compile_rules(GAME, rules)
        self.state: Record = new_record(params.STATE)
        self.scratch: Record = new_record(params.SCRATCH)
        self.state.deck[:] = deck
        deal(self.params, dealer, self.state)

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return bool(self.state.phase == Phase.OVER)

    @property
    def pitcher(self) -> int | None:
        """Who has won the auction; None while it is going on, and if the hand was thrown in."""
        return None if self.state.phase == Phase.AUCTION else somebody(self.state.pitcher)

    @property
    def thrown_in(self) -> bool:
        """Whether the hand ended without a bid."""
        return self.over and self.pitcher is None

    def legal(self) -> list[int]:
        """Return the codes of the legal actions."""
        n = legal_actions(self.params, self.state, self.scratch.actions)
        return [int(code) for code in self.scratch.actions[:n]]

    def apply(self, text: object) -> None:
        """Carry out an action.

        Raises
        ------
        InputError
            If the action is illegal; the state is then as before.
        """
        code = parse_action(text)
        if self.over:
            raise IllegalAction(f"{action_text(code)!r} comes after the end of the hand.")
        legal = self.legal()
        if code not in legal:
            allowed = ", ".join(sorted(map(action_text, legal)))
            raise IllegalAction(
                f"{action_text(code)!r} is illegal for seat {self.state.to_act} here; allowed: {allowed}."
            )
        apply_action(self.params, self.state, code)

    def totals(self) -> list[int]:
        """Return the totals of the sides after the hand, which is over."""
        return [score + int(self.state.payoff[side]) for side, score in enumerate(self.scores)]

    def match_winner(self) -> int | None:
        """Return the side that has won the match with this hand, which is over: its lower seat; None if none has."""
        state, totals = self.state, np.array(self.totals(), np.int64)
        made = state.outcome == Outcome.MADE
        return somebody(match_winner(self.params, totals, state.dealer, state.pitcher, state.bid, made))

    def result(self) -> dict[str, Any]:
        """Return the result of the hand as it stands."""
        result: dict[str, Any] = {"ok": True, "over": self.over}
        result |= self._end() if self.over else self.open_end()
        return result | {"hands": self.hands()}

    def open_end(self) -> dict[str, Any]:
        """Return who is to act, and the legal actions, of a hand that is not over."""
        return {"to_act": int(self.state.to_act), "legal": sorted(map(action_text, self.legal()))}

    def hands(self) -> list[list[str]]:
        """Return what each seat holds."""
        return [cards_text(int(self.state.hand[seat])) for seat in range(self.players)]

    def _end(self) -> dict[str, Any]:
        state, seats = self.state, range(self.players)
        return {
            "payoffs": [int(state.payoff[seat]) for seat in seats],
            "outcome": Outcome(state.outcome).name.lower(),
            "winner": [seat for seat in seats if state.winners >> seat & 1],
            "pitcher": self.pitcher,
            "bid": None if self.thrown_in else int(state.bid),
            "trump": None if self.thrown_in else SUITS[state.trump],
            "high": somebody(state.high),
            "low": somebody(state.low),
            "jack": somebody(state.jack),
            "game": somebody(state.game),
            "trick_points": [int(state.trick_points[side]) for side in range(len(self.scores))],
            "tricks": [int(seat) for seat in state.trick_winner[: state.tricks]],
            "match_winner": self.match_winner(),
        }


def somebody(seat: int) -> int | None:
    """Return a seat or side as results have it: None for nobody."""
    return None if seat == NOBODY else int(seat)


class PitchReferee:
    """Pitch's part of the referee."""

    result_keys = frozenset(
        "ok over payoffs outcome winner to_act legal hands error at "
        "pitcher bid trump high low jack game trick_points tricks match_winner scores dealers pitchers".split()
    )

    def place(self, rules: GameRules, record: Mapping[str, object]) -> Place:
        """Return who deals the first hand, and the totals before it."""
        return Place(dealer_of(rules, record), scores_of(cast("PitchRules", rules), record))

    def new_hand(self, rules: GameRules, place: Place, deck: list[int]) -> HandReplay:
        """Deal a hand."""
        return HandReplay(rules, place.dealer, place.scores, deck)

    def new_match(self, rules: GameRules, place: Place) -> MatchReplay:
        """Begin a match."""
        return MatchReplay(rules, place)


def scores_of(rules: PitchRules, record: Mapping[str, object]) -> list[int]:
    """Return the totals of the sides before a record's first hand; without a word 0 each.

    Raises
    ------
    IllegalRecord
        If they are no list of whole numbers, one a side.
    """
    scores = record.get("scores", [0] * rules.sides)
    if not isinstance(scores, list) or len(scores) != rules.sides or not all(map(_is_score, scores)):
        raise IllegalRecord(
            f'"scores" must be a list of {rules.sides} whole numbers from {-MOST_SCORE} to {MOST_SCORE}, one a '
            f"{'side' if rules.partners else 'seat'}; given: {shorten(scores)}."
        )
    return scores


def _is_score(score: object) -> bool:
    return isinstance(score, int) and not isinstance(score, bool) and abs(score) <= MOST_SCORE


class MatchReplay:
    """A match being replayed."""

    def __init__(self, rules: GameRules, place: Place) -> None:
        self.rules = rules
        self.dealer, self.scores = place
        self.replayed: list[tuple[int, HandReplay]] = []
        self.winner: int | None = None

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return self.winner is not None

    def new_hand(self, deck: list[int]) -> HandReplay:
        """Deal the next hand."""
        hand = HandReplay(self.rules, self.dealer, self.scores, deck)
        self.replayed.append((self.dealer, hand))
        return hand

    def add_hand(self) -> None:
        """Score the last hand, which is over, and move the deal."""
        hand = self.replayed[-1][1]
        self.scores, self.winner = hand.totals(), hand.match_winner()
        self.dealer = (self.dealer + 1) % self.rules.players

    def result(self) -> dict[str, Any]:
        """Return the match's result so far."""
        last = self.replayed[-1][1]
        result: dict[str, Any] = {
            "ok": True,
            "over": self.over,
            "scores": self.scores,
            "dealers": [dealer for dealer, _ in self.replayed],
            "pitchers": [hand.pitcher for _, hand in self.replayed],
            "hands": last.hands(),
        }
        if not last.over:
            result |= last.open_end()
        if self.winner is not None:
            result["winner"] = [*range(self.winner, self.rules.players, len(self.scores))]
        return result
