"""Random rule sets and random records of gin, for comparing implementations."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from tests.naive.cards import DECK, RANKS, SUITS, in_order
from tests.naive.gin import Hand, apply, legal, new_hand
from tests.naive.gin_policies import greedy_action, knock_text, simple_actions
from tests.naive.gin_records import next_dealer, replay
from tests.naive.gin_rules import PRESETS, Rules, read_rules
from tests.naive.melds import MELDS, Cards, deadwood, families, left

Player: TypeAlias = Callable[[Hand, random.Random], str]

OPTIONS: Mapping[str, Sequence[object]] = {
    "hand_size": tuple(range(3, 12)),
    "first_turn": ("offer", "free"),
    "knock_limit": (0, 1, 5, 10, 15, 25, 50, 99, 100),
    "oklahoma": (False, True),
    "oklahoma_ace_gin": (False, True),
    "oklahoma_spades_double": (False, True),
    "return_discard": (False, True),
    "gin_bonus": (0, 1, 20, 25, 1000),
    "undercut_bonus": (0, 1, 10, 25, 1000),
    "undercut_tie": (False, True),
    "big_gin_bonus": ("none", 0, 31, 50, 1000),
    "layoff": (False, True, True),
    "layoff_after_melds": (False, True),
    "stock_floor": tuple(range(11)),
    "next_dealer": ("winner", "loser", "alternate", "alternate_scored"),
    "target": (1, 50, 100, 250, 10000),
    "game_bonus": (0, 100, 1000),
    "box_bonus": (0, 20, 25, 1000),
    "shutout_double": (False, True),
    "hollywood": (False, True),
}
"""Values that are drawn for each option; the extreme ones of every range are among them."""

ILLEGAL = ("pass", "take", "stock", "pile", "big gin", "discard", "knock As Kd", "discard 1h", "knock Ah: KsKd", "fold")
"""Actions that are illegal most of the time, or always."""


def random_rules(rng: random.Random) -> dict[str, Any]:
    """Return rules as a record gives them: a preset, or none, and some options, or all."""
    rules: dict[str, Any] = {}
    if rng.random() < 0.8:
        rules["preset"] = rng.choice(list(PRESETS))
    share = rng.choice([0.1, 0.3, 1.0])
    for option, values in OPTIONS.items():
        if rng.random() < share:
            rules[option] = rng.choice(values)
    if rng.random() < 0.3:
        rules["knock_limit"] = rng.choice([20, 50, 100])
    if rng.random() < 0.6 and share < 1.0:
        rules.pop("hand_size", None)
    return rules


def random_record(rng: random.Random) -> dict[str, Any]:
    """Return the record of a hand, or now and then of a match, played by random players under random rules.

    One in ten stops early, one in twenty goes on with an action that is likely to be illegal.
    """
    given = random_rules(rng)
    if rng.random() < 0.1:
        return _random_match(rng, given)
    dealer = rng.randrange(2)
    played, _ = random_hand(rng, read_rules(given), dealer)
    record: dict[str, Any] = {"game": "gin", "rules": given, "dealer": dealer, **played}
    if rng.random() < 0.1:
        del record["actions"][rng.randrange(len(record["actions"]) + 1) :]
    if rng.random() < 0.05:
        record["actions"].append(rng.choice(ILLEGAL))
    if rng.random() < 0.3:
        record["players"] = 2
    return record


def _random_match(rng: random.Random, given: dict[str, Any]) -> dict[str, Any]:
    """Return a match of a few hands; one in ten stops in the middle of a hand, a few go on after the end."""
    given = given | {"target": rng.choice([1, 20, 50, 100, 150])}
    rules = read_rules(given)
    dealer = rng.randrange(2)
    record: dict[str, Any] = {"game": "gin", "rules": given, "dealer": dealer, "hands": []}
    for _ in range(rng.randint(1, 8)):
        played, hand = random_hand(rng, rules, dealer)
        record["hands"].append(played)
        dealer = next_dealer(rules, dealer, hand.endings[0]["winner"])
        result = replay(record)
        if not result["ok"] or (result["over"] and rng.random() < 0.95):
            break
    if rng.random() < 0.1:
        actions = record["hands"][-1]["actions"]
        del actions[rng.randrange(len(actions)) :]
    return record


def random_hand(rng: random.Random, rules: Rules, dealer: int) -> tuple[dict[str, Any], Hand]:
    """Play a hand to its end; return its deck and actions, and the hand."""
    deck = rng.choice([_shuffled, _rich, _rich, _crossed])(rng, rules["hand_size"])
    players = [rng.choice(PLAYERS)] * 2 if rng.random() < 0.2 else [rng.choice(PLAYERS) for _ in range(2)]
    hand = new_hand(rules, deck, dealer)
    actions: list[str] = []
    while not hand.over:
        action = players[hand.to_act](hand, rng)
        apply(hand, action)
        actions.append(action)
    return {"deck": " ".join(deck), "actions": actions}, hand


def _shuffled(rng: random.Random, hand_size: int) -> list[str]:
    return rng.sample(DECK, len(DECK))


def _rich(rng: random.Random, hand_size: int) -> list[str]:
    """Return a deck that deals many melds, and cards beside them, so that hands end early and lay-offs abound."""
    low = rng.randrange(0, 8)
    near = [rank + suit for suit in SUITS for rank in RANKS[low : low + 6]]
    melds = [meld for meld in rng.sample(MELDS, len(MELDS)) if meld <= set(near) or rng.random() < 0.1]
    most = rng.choice([3, 6, 6, 9])
    spare = rng.sample(near, len(near)) + [card for card in rng.sample(DECK, len(DECK)) if card not in near]
    return _dealt(rng, hand_size, ([], []), melds, most, spare)


def _crossed(rng: random.Random, hand_size: int) -> list[str]:
    """Return a deck that deals a run and a set through its middle, equal in deadwood, and turns up a card for one."""
    suits = rng.sample(SUITS, len(SUITS))
    low = rng.choice([0, 0, 10, rng.randrange(11)])
    run = [rank + suits[0] for rank in RANKS[low : low + 3]]
    same = [RANKS[low + 1] + suit for suit in suits[1:]]
    ends = [rank + suits[0] for rank in RANKS[max(low - 1, 0) : low + 4] if rank + suits[0] not in run]
    upcard = rng.choice([*ends, same[2]])
    crossed = [*run, *same[:2]] if hand_size >= 5 else []
    hands = (crossed, []) if rng.random() < 0.5 else ([], crossed)
    melds = [meld for meld in rng.sample(MELDS, len(MELDS)) if upcard not in meld]
    spare = [card for card in rng.sample(DECK, len(DECK)) if card != upcard]
    deck = _dealt(rng, hand_size, hands, melds, 9, spare)
    deck.insert(2 * hand_size, upcard)
    return deck


def _dealt(
    rng: random.Random,
    hand_size: int,
    hands: tuple[list[str], list[str]],
    melds: Iterable[Cards],
    most: int,
    spare: list[str],
) -> list[str]:
    """Return a deck that deals these cards with some of the melds, up to `most` cards, and then of the spare ones."""
    for held in hands:
        for meld in melds:
            used = {*hands[0], *hands[1]}
            if len(held) + len(meld) <= min(hand_size, most) and not used & meld:
                held.extend(in_order(meld))
    used = {*hands[0], *hands[1]}
    rest = [card for card in spare if card not in used]
    for held in hands:
        while len(held) < hand_size:
            held.append(rest.pop(0))
        rng.shuffle(held)
    return [card for pair in zip(*hands, strict=True) for card in pair] + rest


def _any_action(hand: Hand, rng: random.Random) -> str:
    """Choose uniformly among the legal actions."""
    return rng.choice(legal(hand))


def _likes_to_end(hand: Hand, rng: random.Random) -> str:
    """Knock or declare with half of the chances, often with melds of its own choice; else play at random."""
    actions = legal(hand)
    ends = [action for action in actions if action.startswith(("knock", "big"))]
    if not ends or rng.random() < 0.5:
        return rng.choice([action for action in actions if action not in ends])
    return _name_melds(hand, rng, rng.choice(ends))


def _greedy(hand: Hand, rng: random.Random) -> str:
    """Play greedy; knock with any split within the limit, in half of the cases."""
    return _name_melds(hand, rng, greedy_action(hand))


def _greedy_for_gin(hand: Hand, rng: random.Random) -> str:
    return greedy_action(hand, gin_from=1)


def _simple(hand: Hand, rng: random.Random) -> str:
    actions = simple_actions(hand)
    return rng.choices(list(actions), list(actions.values()))[0]


def _leaves_the_pile(hand: Hand, rng: random.Random) -> str:
    """Play greedy without the discard pile, so that equal splits last and the knocks name no melds."""
    action = greedy_action(hand)
    return {"take": "pass", "pile": "stock"}.get(action, action)


def _takes_the_pile(hand: Hand, rng: random.Random) -> str:
    """Take the face-up card whenever there is one, and never end the hand."""
    actions = legal(hand)
    return rng.choice([action for action in actions if action in ("take", "pile") or "discard" in action] or actions)


PLAYERS: tuple[Player, ...] = (
    _any_action,
    _likes_to_end,
    _likes_to_end,
    _greedy,
    _greedy,
    _greedy_for_gin,
    _simple,
    _leaves_the_pile,
    _leaves_the_pile,
    _takes_the_pile,
)


def _name_melds(hand: Hand, rng: random.Random, action: str) -> str:
    if not action.startswith("knock") or rng.random() < 0.5:
        return action
    card = action.split()[1]
    kept: Cards = hand.hands[hand.to_act] - {card}
    splits = [split for split in families(kept) if left(kept, split) <= hand.limit]
    if rng.random() < 0.5:
        splits = [split for split in splits if left(kept, split) == deadwood(kept)]
    return knock_text(card, rng.choice(sorted(splits, key=lambda split: knock_text(card, split))))
