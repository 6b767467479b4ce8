"""Random rule sets and random records of pitch, for comparing implementations."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

from tests.naive.cards import DECK, RANKS, SUITS
from tests.naive.pitch import apply, legal, new_hand
from tests.naive.pitch_hand import Hand, height
from tests.naive.pitch_records import Result, hand_result, replay
from tests.naive.pitch_rules import ALLOWED, PRESETS, Rules, read_rules, sides

Player: TypeAlias = Callable[[Hand, Sequence[str], random.Random], str]

TARGETS = (1, 2, 7, 7, 11, 21, 99, 100)
ILLEGAL = (
    *("pass", "bid 1", "bid 2", "bid 3", "bid 4", "bid 0", "bid 5", "bid", "bid two", "steal", "fold", "", "play"),
    *("play As", "play 7h", "play 1h", "play As Ks", "discard As", "Pass", "bid 2 3"),
)
"""Actions that are illegal most of the time, or always."""


class Played(NamedTuple):
    """A random hand."""

    record: dict[str, Any]
    result: Result


def random_rules(rng: random.Random) -> dict[str, Any]:
    """Return rules as a record gives them, that can be played: a preset, or none, and some options, or all."""
    rules: dict[str, Any] = {}
    if rng.random() < 0.6:
        rules["preset"] = rng.choice(list(PRESETS))
    share = rng.choice([0.1, 0.4, 1.0])
    for option, values in ALLOWED.items():
        if rng.random() < share:
            rules[option] = rng.choice(TARGETS if option == "target" else values)
    if rng.random() < 0.5:
        rules["players"] = rng.choice(ALLOWED["players"])
    if PRESETS[rules.get("preset", "solo")]["partners"] or rules.get("partners"):
        rules["players"] = 4
        rules["partners"] = rng.random() < 0.7
    return rules


def random_record(rng: random.Random) -> dict[str, Any]:
    """Return the record of a hand, or now and then of a match, played by random players under random rules.

    One in ten stops early, one in ten goes on with an action that is likely to be illegal.
    """
    given = random_rules(rng)
    record = _random_match(rng, given) if rng.random() < 0.2 else random_hand(rng, given).record
    actions = rng.choice(record.get("hands", [record]))["actions"]
    if rng.random() < 0.1:
        del actions[rng.randrange(len(actions) + 1) :]
    if rng.random() < 0.1:
        del actions[rng.randrange(len(actions) + 1) :]
        actions.append(rng.choice(ILLEGAL))
    if rng.random() < 0.3:
        record["players"] = read_rules(given)["players"]
    return record


def random_hand(rng: random.Random, given: Mapping[str, Any]) -> Played:
    """Play a hand under these rules to its end."""
    rules = read_rules(given)
    dealer = rng.randrange(rules["players"])
    scores = _scores(rng, rules)
    hand, deck, actions = _play(rng, rules, dealer)
    record = {"game": "pitch", "rules": dict(given), "dealer": dealer, "deck": " ".join(deck), "actions": actions}
    if any(scores) or rng.random() < 0.5:
        record["scores"] = scores
    return Played(record, hand_result(hand, scores))


def _random_match(rng: random.Random, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return a match of a few hands; a few go on after the end."""
    rules = read_rules(given)
    dealer = rng.randrange(rules["players"])
    record: dict[str, Any] = {"game": "pitch", "rules": dict(given), "dealer": dealer, "hands": []}
    if rng.random() < 0.7:
        record["scores"] = _scores(rng, rules)
    for number in range(rng.randint(1, 8)):
        _, deck, actions = _play(rng, rules, (dealer + number) % rules["players"])
        record["hands"].append({"deck": " ".join(deck), "actions": actions})
        result = replay(record)
        if not result["ok"] or (result["over"] and rng.random() < 0.95):
            break
    return record


def _scores(rng: random.Random, rules: Rules) -> list[int]:
    """Return totals before a hand: none, some near the target, or the same for all."""
    target, count = rules["target"], len(sides(rules))
    near = [target + rng.choice([-12, -4, -3, -2, -2, -1, -1, 0, 1, 5]) for _ in range(count)]
    return rng.choice([[0] * count, near, near, [near[0]] * count])


def _play(rng: random.Random, rules: Rules, dealer: int) -> tuple[Hand, list[str], list[str]]:
    """Return a hand that is over, its deck and its actions."""
    deck = random_deck(rng, rules["players"], dealer)
    kinds = [rng.choice(PLAYERS) for _ in range(rng.choice([1, rules["players"]]))]
    hand = new_hand(rules, deck, dealer)
    actions: list[str] = []
    while not hand.over:
        actions.append(kinds[hand.to_act % len(kinds)](hand, legal(hand), rng))
        apply(hand, actions[-1])
    return hand, deck, actions


# Decks


def random_deck(rng: random.Random, players: int, dealer: int) -> list[str]:
    """Return a deck, most of them such as are rarely dealt."""
    return rng.choice([_shuffled, _long_suits, _long_suits, _poor, _few_trumps])(rng, players, dealer)


def _shuffled(rng: random.Random, players: int, dealer: int) -> list[str]:
    return rng.sample(DECK, len(DECK))


def _long_suits(rng: random.Random, players: int, dealer: int) -> list[str]:
    """Return a deck whose first cards are of one suit or two, so that trumps abound and a bid of 4 may be made."""
    suits = rng.sample(SUITS, 2)
    first = [card for card in DECK if card[1] in suits[: rng.choice([1, 2])] and rng.random() < 0.9]
    rest = [card for card in rng.sample(DECK, len(DECK)) if card not in first]
    rng.shuffle(first)
    return first + rest if rng.random() < 0.5 else _cut_in(rng, first, rest)


def _cut_in(rng: random.Random, first: list[str], rest: list[str]) -> list[str]:
    """Return the cards of the first list packet-wise among the others."""
    deck = list(rest)
    while first:
        packet, first = first[:3], first[3:]
        place = 3 * rng.randrange(8)
        deck[place:place] = packet
    return deck


def _poor(rng: random.Random, players: int, dealer: int) -> list[str]:
    """Return a deck that deals hardly any trick points, so that Game is often tied, also with nothing taken."""
    poor = [card for card in rng.sample(DECK, len(DECK)) if card[0] in RANKS[1:9]]
    few = rng.sample([card for card in DECK if card not in poor], rng.choice([0, 0, 2, 4]))
    dealt = few + poor[: 6 * players - len(few)]
    rng.shuffle(dealt)
    return dealt + [card for card in rng.sample(DECK, len(DECK)) if card not in dealt]


def _few_trumps(rng: random.Random, players: int, dealer: int) -> list[str]:
    """Return a deck in which each player's cards are of few suits, so that trumps are rare or alone."""
    hands: list[list[str]] = []
    left = rng.sample(DECK, len(DECK))
    for _ in range(players):
        suits = rng.sample(SUITS, rng.choice([1, 2, 2, 3]))
        hands.append(sorted(left, key=lambda card: card[1] not in suits)[:6])
        left = [card for card in left if card not in hands[-1]]
        rng.shuffle(hands[-1])
    return [card for half in (0, 3) for held in hands for card in held[half : half + 3]] + left


# Players


def _any_action(hand: Hand, actions: Sequence[str], rng: random.Random) -> str:
    return rng.choice(actions)


def _shy(hand: Hand, actions: Sequence[str], rng: random.Random) -> str:
    """Pass whenever it is allowed, seldom not; play any card."""
    return "pass" if "pass" in actions and rng.random() < 0.9 else rng.choice(actions)


def _bidder(hand: Hand, actions: Sequence[str], rng: random.Random) -> str:
    """Bid as little as is allowed, or steal; lead from the longest suit, and play high or low."""
    if hand.pitcher is None:
        calls = sorted(action for action in actions if action != "pass")
        return calls[0] if calls and rng.random() < 0.3 else _shy(hand, actions, rng)
    held = hand.hands[hand.to_act]
    cards = sorted((action.split()[1] for action in actions), key=height)
    if hand.trump is None:
        longest = max(cards, key=lambda card: (sum(other[1] == card[1] for other in held), height(card)))
        return f"play {longest}"
    return f"play {rng.choice([cards[0], cards[-1]])}"


def _bold(hand: Hand, actions: Sequence[str], rng: random.Random) -> str:
    """Bid 4 if it is allowed; play high."""
    if "bid 4" in actions:
        return "bid 4"
    if hand.pitcher is None:
        return actions[-1]
    return _bidder(hand, [max(actions, key=lambda action: height(action.split()[1]))], rng)


PLAYERS: tuple[Player, ...] = (_any_action, _shy, _shy, _shy, _bidder, _bidder, _bidder, _bidder, _bold)
