"""Hands and matches played from records: action by action, hand by hand, to the first that is illegal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from simcards.cards import mask_of, parse_cards
from simcards.errors import InputError, shorten

if TYPE_CHECKING:
    from simcards.game import HandReplay, MatchReplay
    from simcards.rules import GameRules

DECK_SIZE = 52
DECK_TEXT = 1000
"""Characters of a deck, at most; 52 cards need 208."""

Result = dict[str, Any]


class IllegalRecord(InputError):  # noqa: N818 (named for what it is)
    """A record that is wrong before its first action; `at` says where, for a match."""

    def __init__(self, message: str, at: object = None) -> None:
        super().__init__(message)
        self.at = at


def illegal(error: str, at: object = None) -> Result:
    """Return the result of an illegal record."""
    return {"ok": False, "at": at, "error": error}


def text_of(record: Mapping[str, object], key: str) -> str:
    """Return a record's text.

    Raises
    ------
    IllegalRecord
        If it is missing, or none.
    """
    value = record.get(key)
    if not isinstance(value, str):
        raise IllegalRecord(f'"{key}" must be a text; given: {shorten(value)}.')
    return value


def whole_of(record: Mapping[str, object], key: str, low: int, high: int) -> int:
    """Return a record's whole number.

    Raises
    ------
    IllegalRecord
        If it is none, or out of its range.
    """
    value = record[key]
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        allowed = f"a whole number from {low} to {high}" if low < high else str(low)
        raise IllegalRecord(f'"{key}" must be {allowed}; given: {shorten(value)}.')
    return value


def dealer_of(rules: GameRules, record: Mapping[str, object]) -> int:
    """Return who deals the first hand of a record; without a word seat 0."""
    return whole_of(record, "dealer", 0, rules.players - 1) if "dealer" in record else 0


def read_hand(hand: Mapping[str, object]) -> tuple[list[int], list[object]]:
    """Return the deck (card numbers, top first) and the actions of a record's hand.

    Raises
    ------
    InputError
        If the deck is not the 52 cards, each once, or the actions are no list.
    """
    text = text_of(hand, "deck")
    if len(text) > DECK_TEXT:
        raise IllegalRecord(f'"deck" must hold the 52 cards, top first; given: {len(text):,} characters.')
    deck = parse_cards(text)
    mask_of(deck)
    if len(deck) != DECK_SIZE:
        raise IllegalRecord(f'"deck" must hold the 52 cards, top first; given: {len(deck)} cards.')
    actions = hand["actions"]
    if not isinstance(actions, list):
        raise IllegalRecord(f'"actions" must be a list of texts; given: {shorten(actions)}.')
    return deck, actions


def replay_hand(hand: HandReplay, actions: list[object]) -> Result:
    """Return the result of a hand; `ok` is false at the first illegal action."""
    for at, action in enumerate(actions):
        try:
            hand.apply(action)
        except InputError as error:
            return illegal(str(error), at)
    return hand.result()


def replay_match(match: MatchReplay, hands: list[object]) -> Result:
    """Return the result of a match; there has to be a hand."""
    hand: HandReplay | None = None
    for index, record in enumerate(hands):
        at: int | None = None
        try:
            if hand is not None and not hand.over:
                raise IllegalRecord(f"Hand {index - 1} did not end, but hand {index} follows.")
            if match.over:
                raise IllegalRecord(f"The match ended with hand {index - 1}, but hand {index} follows.")
            deck, actions = _read_match_hand(record)
            hand = match.new_hand(deck)
            for at, action in enumerate(actions):  # noqa: B007 (where the fault is, if there is one)
                hand.apply(action)
        except InputError as error:
            return illegal(str(error), [index, at])
        if hand.over:
            match.add_hand()
    return match.result()


def _read_match_hand(record: object) -> tuple[list[int], list[object]]:
    if not isinstance(record, dict) or record.keys() != {"deck", "actions"}:
        raise IllegalRecord(f'Each of "hands" is an object with "deck" and "actions"; given: {shorten(record)}.')
    return read_hand(record)
