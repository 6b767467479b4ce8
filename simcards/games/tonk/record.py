"""Tonk's records: action texts to kernel codes and back, and the result of a hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from simcards.cards import card_text, cards_text, mask_of, parse_card, parse_cards
from simcards.compile import Record, compile_rules, new_record
from simcards.errors import InputError, shorten
from simcards.games.tonk import GAME, params
from simcards.games.tonk.kernel import apply_action, deal, legal_actions, stock_left
from simcards.games.tonk.params import BYTE, FIRST, KIND, UNIT, Act, Outcome, Phase
from simcards.games.tonk.table import book_mask
from simcards.kernels.melds import aces_low
from simcards.replaying import dealer_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from simcards.games.tonk.rules import TonkRules
    from simcards.rules import GameRules

WORDS = {
    "drop": Act.DROP,
    "claim": Act.CLAIM,
    "wait": Act.WAIT,
    "stock": Act.STOCK,
    "pile": Act.PILE,
    "spades in": Act.SPADES_IN,
    "spades out": Act.SPADES_OUT,
}
NAMES = {act: word for word, act in WORDS.items()}
SUITS_IN_A_BOOK = 4
FORMS = "drop, claim, wait, stock, pile, spread CARDS, hit CARD on CARD, discard CARD, spades in, spades out"


class IllegalAction(InputError):  # noqa: N818 (named for what it is)
    """An action that the rules do not allow now."""


def spread_mask(code: int) -> int:
    """Return the cards (aces low) that the code of laying a spread lays down."""
    a, b = code >> FIRST & BYTE, code & BYTE
    return int(book_mask(a, b) if code >> KIND == Act.BOOK else aces_low(((1 << b) - 1) << a))


class HandReplay:
    """A hand being replayed."""

    def __init__(self, rules: GameRules, dealer: int, deck: list[int]) -> None:
        self.players = rules.players
        self.retires_books = cast("TonkRules", rules).retire_books
        self.params: Record = compile_rules(GAME, rules)
        self.state: Record = new_record(params.STATE)
        self.scratch: Record = new_record(params.SCRATCH)
        self.state.deck[:] = deck
        deal(self.params, dealer, self.state)

    @property
    def over(self) -> bool:
        """Whether the hand is over."""
        return bool(self.state.phase == Phase.OVER)

    def legal(self) -> dict[str, int]:
        """Return the legal actions as texts, each with its code, sorted."""
        n = legal_actions(self.params, self.state, self.scratch.actions)
        return dict(sorted((self.text(int(code)), int(code)) for code in self.scratch.actions[:n]))

    def text(self, code: int) -> str:
        """Return the text of an action's code, such as `hit 4c on 5c`."""
        kind, card = Act(code >> KIND), code >> FIRST & BYTE
        if kind in NAMES:
            return NAMES[kind]
        if kind == Act.DISCARD:
            return f"discard {card_text(card)}"
        if kind == Act.HIT:
            return f"hit {card_text(card)} on {cards_text(self.on_table(code & BYTE))[0]}"
        return f"spread {' '.join(cards_text(spread_mask(code)))}"

    def on_table(self, place: int) -> int:
        """Return the cards (aces low) of a spread on the table."""
        return int(aces_low(int(self.state.spread[place])))

    def apply(self, text: object) -> None:
        """Carry out an action.

        Raises
        ------
        InputError
            If the action is illegal; the state is then as before.
        """
        wanted = self.written(text)
        if self.over:
            raise IllegalAction(f"{wanted!r} comes after the end of the hand.")
        legal = self.legal()
        if wanted not in legal:
            allowed = ", ".join(legal)
            raise IllegalAction(f"{wanted!r} is illegal for seat {self.state.to_act} here; allowed: {allowed}.")
        apply_action(self.params, self.state, legal[wanted])

    def written(self, text: object) -> str:
        """Return an action as `legal` writes it, whatever way its cards are written.

        Raises
        ------
        InputError
            If the text is no action.
        """
        if not isinstance(text, str):
            raise IllegalAction(f"An action is a text; given: {shorten(text)}.")
        word, *rest = text.split() or [""]
        if " ".join([word, *rest]) in WORDS:
            return " ".join([word, *rest])
        if word == "spread" and rest:
            return f"spread {' '.join(cards_text(mask_of(parse_cards(' '.join(rest)))))}"
        if word == "discard" and len(rest) == 1:
            return f"discard {card_text(parse_card(rest[0]))}"
        if word == "hit" and len(rest) == 3 and rest[1] == "on":
            return f"hit {card_text(parse_card(rest[0]))} on {self.spread_with(parse_card(rest[2]))}"
        raise IllegalAction(f"{shorten(text)!r} is no action; tonk has: {FORMS}.")

    def spread_with(self, card: int) -> str:
        """Return the first card of the spread on the table that holds a card; the card itself if none does."""
        spreads = [self.on_table(place) for place in range(self.state.spreads)]
        found = next((spread for spread in spreads if spread >> card & 1), 1 << card)
        return cards_text(found)[0]

    def result(self) -> dict[str, Any]:
        """Return the result of the hand as it stands."""
        state, seats = self.state, range(self.players)
        result: dict[str, Any] = {"ok": True, "over": self.over}
        result |= self._end() if self.over else {"to_act": int(state.to_act), "legal": list(self.legal())}
        return result | {
            "hands": [cards_text(int(state.hand[seat])) for seat in seats],
            "spreads": self.spreads(retired=False),
            "retired": self.spreads(retired=True),
            "frozen": [int(state.frozen[seat]) for seat in seats],
            "turns": int(state.turns),
            "stock": int(stock_left(state)),
            "spades": [int(state.spades[seat]) for seat in seats],
        }

    def spreads(self, *, retired: bool) -> list[dict[str, Any]]:
        """Return the spreads on the table, or the books that have been put away, in the order laid."""
        return [
            {"owner": int(self.state.owner[place]), "cards": cards_text(self.on_table(place))}
            for place in range(self.state.spreads)
            if self.is_retired(place) == retired
        ]

    def is_retired(self, place: int) -> bool:
        """Return whether a spread has been put away: books of four are, if the rules say so."""
        full = self.on_table(place).bit_count() == SUITS_IN_A_BOOK
        return bool(self.retires_books and self.state.is_book[place] and full)

    def _end(self) -> dict[str, Any]:
        state, seats = self.state, range(self.players)
        return {
            "payoffs": [in_stakes(int(state.payoff[seat])) for seat in seats],
            "outcome": Outcome(state.outcome).name.lower(),
            "winner": [seat for seat in seats if state.winners >> seat & 1],
            "counts": [int(state.count[seat]) for seat in seats],
        }


def in_stakes(payoff: int) -> int | float:
    """Return a payoff in stakes, given in sixtieths: a whole number where it is one."""
    stakes, share = divmod(payoff, UNIT)
    return stakes if share == 0 else payoff / UNIT


class TonkReferee:
    """Tonk's part of the referee."""

    result_keys = frozenset(
        "ok over payoffs outcome winner to_act legal hands error at "
        "counts spreads frozen turns stock retired spades".split()
    )

    def place(self, rules: GameRules, record: Mapping[str, object]) -> int:
        """Return who deals."""
        return dealer_of(rules, record)

    def new_hand(self, rules: GameRules, place: int, deck: list[int]) -> HandReplay:
        """Deal a hand."""
        return HandReplay(rules, place, deck)
