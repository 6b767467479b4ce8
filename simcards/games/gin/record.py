"""Gin's records: action texts to kernel codes and back, and the result of a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, cast

import numpy as np

from simcards.cards import card_text, cards_text, mask_of, parse_card, parse_cards
from simcards.compile import Record, compile_rules, new_record
from simcards.errors import InputError, shorten
from simcards.games.gin import GAME, params
from simcards.games.gin.kernel import apply_action, deal, legal_actions, stock_left
from simcards.games.gin.match import GAMES, NOBODY, add_hand, end_match, match_over, next_dealer
from simcards.games.gin.params import ACT_SHIFT, Act, Outcome, Phase
from simcards.kernels.deadwood import points
from simcards.replaying import dealer_of
from simcards.splits import melds_text, runs_of, sets_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from simcards.game import Game
    from simcards.games.gin.rules import GinRules
    from simcards.rules import GameRules

Meld = list[str]
Value = TypeVar("Value")

WORDS = {
    "take": Act.TAKE,
    "pass": Act.PASS,
    "stock": Act.STOCK,
    "pile": Act.PILE,
    "big gin": Act.BIG_GIN,
}
CARD_WORDS = {"discard": Act.DISCARD, "knock": Act.KNOCK}
SMALLEST_MELD = 3
CARD_MASK = (1 << ACT_SHIFT) - 1


class IllegalAction(InputError):  # noqa: N818 (named for what it is)
    """An action that the rules do not allow now."""


def action_text(code: int) -> str:
    """Return the text of an action's code, such as `discard 7h`."""
    kind = Act(code >> ACT_SHIFT)
    for word, act in CARD_WORDS.items():
        if kind == act:
            return f"{word} {card_text(code & CARD_MASK)}"
    return next(word for word, act in WORDS.items() if kind == act)


def parse_action(text: object) -> tuple[int, list[list[int]] | None]:
    """Return an action's code, and the melds that a knock names (None: none named).

    Raises
    ------
    InputError
        If the text is no action.
    """
    if not isinstance(text, str):
        raise IllegalAction(f"An action is a text; given: {shorten(text)}.")
    head, colon, melds = text.partition(":")
    words = head.split()
    if not colon and " ".join(words) in WORDS:
        return WORDS[" ".join(words)] << ACT_SHIFT, None
    if len(words) != 2 or words[0] not in CARD_WORDS or (colon and words[0] != "knock"):
        raise IllegalAction(
            f"{shorten(text)!r} is no action; gin has: take, pass, stock, pile, discard CARD, knock CARD, "
            "knock CARD: MELDS, big gin."
        )
    code = CARD_WORDS[words[0]] << ACT_SHIFT | parse_card(words[1])
    return code, [parse_cards(meld) for meld in melds.split()] if colon else None


class HandReplay:
    """A hand being replayed: the kernels' state, and the melds a knock named.

    Parameters
    ----------
    rules
        The options of a hand of gin.
    dealer
        The player who deals, 0 or 1.
    deck
        Card numbers, top first.
    seats
        The seats at the table of players 0 and 1, then of those who sit out.
    """

    game: ClassVar[Game] = GAME

    def __init__(self, rules: GameRules, dealer: int, deck: list[int], seats: Sequence[int] = (0, 1)) -> None:
        self.seats = seats
        self.params: Record = compile_rules(self.game, rules)
        self.state: Record = new_record(params.STATE)
        self.scratch: Record = new_record(params.SCRATCH)
        self.named: list[Meld] | None = None
        self.state.deck[:] = deck
        deal(self.params, dealer, self.state)

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return bool(self.state.phase == Phase.OVER)

    @property
    def winner(self) -> list[int]:
        """The winning seat, in a list; empty for a draw."""
        return [] if self.state.winner < 0 else [self.seats[self.state.winner]]

    @property
    def payoffs(self) -> list[int]:
        """What each seat has scored."""
        return self._by_seat([int(points) for points in self.state.payoff], 0)

    @property
    def cards(self) -> list[list[str]]:
        """What each seat holds."""
        return self._by_seat([cards_text(int(mask)) for mask in self.state.hand], [])

    def _by_seat(self, of_players: Sequence[Value], out: Value) -> list[Value]:
        """Return what the two players have, and whoever sits out, in the order of the seats."""
        told = [out] * len(self.seats)
        for seat, value in zip(self.seats, of_players, strict=False):
            told[seat] = value
        return told

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
        code, melds = parse_action(text)
        if self.over:
            raise IllegalAction(f"{shorten(text)!r} comes after the end of the hand.")
        legal = self.legal()
        if code not in legal:
            allowed = ", ".join(sorted(map(action_text, legal)))
            raise IllegalAction(
                f"{action_text(code)!r} is illegal for seat {self.seats[self.state.to_act]} here; allowed: {allowed}."
            )
        self.scratch.named = 0
        if melds is not None:
            self._name_melds(code & CARD_MASK, melds)
        apply_action(self.params, self.state, self.scratch, code)

    def _name_melds(self, discard: int, melds: list[list[int]]) -> None:
        hand = int(self.state.hand[self.state.to_act]) & ~(1 << discard)
        sets = runs = 0
        for meld in melds:
            mask = mask_of(meld)
            if mask & ~hand or mask & (sets | runs):
                raise IllegalAction(f"{''.join(map(card_text, meld))} is not held, or lies in two melds.")
            if len(meld) < SMALLEST_MELD or (sets_of(mask) != [mask] and runs_of(mask) != [mask]):
                raise IllegalAction(f"{''.join(map(card_text, meld))} is no meld: neither a set nor a run of three.")
            if runs_of(mask) == [mask]:
                runs |= mask
            else:
                sets |= mask
        left = int(points(hand & ~sets & ~runs))
        if left > self.state.limit:
            raise IllegalAction(f"The melds named leave {left} of deadwood; the limit is {self.state.limit}.")
        self.named = [cards_text(mask_of(meld)) for meld in sorted(melds, key=min)]
        self.scratch.named, self.scratch.named_sets, self.scratch.named_runs = 1, sets, runs

    def result(self) -> dict[str, Any]:
        """Return the result of the hand as it stands."""
        result: dict[str, Any] = {"ok": True, "over": self.over}
        result |= self._end() if self.over else self.open_end()
        result["hands"] = self.cards
        return result | {"turns": int(self.state.turns), "stock": int(stock_left(self.state))}

    def open_end(self) -> dict[str, Any]:
        """Return who is to act, and the legal actions, of a hand that is not over."""
        return {"to_act": self.seats[self.state.to_act], "legal": sorted(map(action_text, self.legal()))}

    def _end(self) -> dict[str, Any]:
        state = self.state
        melds = [melds_text(int(state.sets[player]), int(state.runs[player])) for player in range(2)]
        if self.named is not None:
            melds[state.knocker] = self.named
        return {
            "payoffs": self.payoffs,
            "outcome": Outcome(state.outcome).name.lower(),
            "winner": self.winner,
            "deadwood": self._by_seat([int(left) for left in state.deadwood], 0),
            "knocker": None if state.knocker < 0 else self.seats[state.knocker],
            "melds": self._by_seat(melds, []),
            "layoffs": cards_text(int(state.laid_off)),
        }


class GinReferee:
    """Gin's part of the referee."""

    result_keys = frozenset(
        "ok over payoffs outcome winner to_act legal hands error at "
        "deadwood knocker melds layoffs turns stock scores dealers".split()
    )

    def place(self, rules: GameRules, record: Mapping[str, object]) -> int:
        """Return who deals the first hand."""
        return dealer_of(rules, record)

    def new_hand(self, rules: GameRules, place: int, deck: list[int]) -> HandReplay:
        """Deal a hand."""
        return HandReplay(rules, place, deck)

    def new_match(self, rules: GameRules, place: int) -> MatchReplay:
        """Begin a match."""
        return MatchReplay(cast("GinRules", rules), place)


class MatchReplay:
    """A match being replayed."""

    def __init__(self, rules: GinRules, dealer: int) -> None:
        self.rules = rules
        self.params: Record = compile_rules(GAME, rules)
        self.totals, self.won = np.zeros((GAMES, 2), np.int64), np.zeros((GAMES, 2), np.int64)
        self.wins = np.zeros(2, np.int64)
        self.dealer = dealer
        self.dealers: list[int] = []
        self.hand: HandReplay

    @property
    def over(self) -> bool:
        """Whether the match is over."""
        return bool(match_over(self.params, self.totals))

    def new_hand(self, deck: list[int]) -> HandReplay:
        """Deal the next hand."""
        self.hand = HandReplay(self.rules, self.dealer, deck)
        self.dealers.append(self.dealer)
        return self.hand

    def add_hand(self) -> None:
        """Score the last hand, which is over, and move the deal."""
        winner = int(self.hand.state.winner)
        add_hand(self.params, winner, sum(self.hand.payoffs), self.totals, self.won, self.wins)
        self.dealer = int(next_dealer(self.params, self.dealer, winner))

    def result(self) -> dict[str, Any]:
        """Return the match's result so far."""
        scores = self.totals.tolist()
        result: dict[str, Any] = {
            "ok": True,
            "over": self.over,
            "scores": scores if self.rules.hollywood else scores[0],
            "dealers": self.dealers,
            "hands": self.hand.cards,
        }
        if not self.hand.over:
            result |= self.hand.open_end()
        return result | self._end() if self.over else result

    def _end(self) -> dict[str, Any]:
        finals = np.zeros_like(self.wins)
        winner = int(end_match(self.params, self.totals, self.won, finals))
        return {"payoffs": finals.tolist(), "winner": [] if winner == NOBODY else [winner]}
