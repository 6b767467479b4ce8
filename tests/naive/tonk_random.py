"""Random rule sets and random records of TONK, for comparing implementations."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tests.naive.cards import DECK
from tests.naive.tonk import apply, new_hand
from tests.naive.tonk_decks import random_deck
from tests.naive.tonk_legal import legal
from tests.naive.tonk_players import PLAYERS
from tests.naive.tonk_records import Result, result_of
from tests.naive.tonk_rules import PRESETS, cards_dealt, counts_dealt, read_rules

OPTIONS: Mapping[str, Sequence[object]] = {
    "upcard": (False, True, True),
    "return_discard": (False, True),
    "ace_runs": ("low", "high_low", "high_low"),
    "drop_timing": ("before_draw", "own_turn", "any_time", "never"),
    "caught_pays": ("wiki", "pagat", "lowest_double", "dropper_only", "each_double", "pot_split"),
    "tie_with_dropper": ("caught", "dropper_wins"),
    "tonk_pays": (0, 1, 2, 3, 100),
    "out_pays": (0, 1, 2, 100),
    "tonk_requires": ("no_discard", "no_discard", "one_turn", "own_spreads"),
    "double_double": (False, True, True),
    "stock_end": ("after_last_draw", "on_need"),
    "stock_tie": ("draw", "split", "each"),
    "hit_own": (False, True, True),
    "hit_others": (False, True, True),
    "hit_on": ("any", "any", "runs"),
    "max_hits": (0, 0, 1, 2, 3, 10),
    "hit_freeze": (0, 1, 1, 2, 3, 10),
    "freeze_blocks": ("drop", "laying", "both"),
    "spread_before_draw": (False, True),
    "must_discard": (False, False, False, True),
    "held_spreads_count": (False, True),
    "retire_books": (False, True),
    "deal_win_tie": ("draw", "split"),
    "spades_bet": (0, 0, 0, 1, 2, 100),
}
"""Values that are drawn for each option; the extreme ones of every range are among them."""

ILLEGAL = (
    *("drop", "claim", "wait", "stock", "pile", "spades in", "spades out", "discard", "hit", "spread", "fold", ""),
    *("discard As", "discard 1h", "hit 7c on 8c", "hit As on 2s", "spread As 2s 3s", "spread 7c 7d 7h 7h"),
)
"""Actions that are illegal most of the time, or always."""


class Played(NamedTuple):
    """A random hand."""

    record: dict[str, Any]
    legal: list[list[str]]
    """What was legal before each action."""
    result: Result


def random_rules(rng: random.Random) -> dict[str, Any]:
    """Return rules as a record gives them, that can be played: a preset, or none, and some options, or all."""
    rules: dict[str, Any] = {}
    if rng.random() < 0.6:
        rules["preset"] = rng.choice(list(PRESETS))
    share = rng.choice([0.1, 0.4, 1.0])
    for option, values in OPTIONS.items():
        if rng.random() < share:
            rules[option] = rng.choice(values)
    if rng.random() < 0.3:
        rules["double_double"] = True
    rules["players"] = rng.choice([2, 2, 3, 3, 4, 5, 6])
    rules["cards_dealt"] = rng.choice(
        [each for each in (3, 3, 4, 4, 5, 5, 6, 7, 8, 9, 10) if rules["players"] * each < len(DECK) - 1] + ["auto"]
    )
    each = cards_dealt(rules)
    rules["deal_wins"] = [_deal_win(rng, each) for _ in range(rng.choice([0, 0, 0, 1, 2, 8]))]
    if each == 5 and "preset" in rules and rng.random() < 0.5:
        del rules["deal_wins"]
    if each == 5 and rng.random() < 0.3:
        del rules["cards_dealt"]
        rules |= {"deal_wins": []} if PRESETS[rules.get("preset", "wikipedia")]["cards_dealt"] == "auto" else {}
    return rules


def _deal_win(rng: random.Random, each: int) -> dict[str, Any]:
    """Return a deal win; those at the deal are for counts that are rare, so that most hands are played."""
    counts = sorted(counts_dealt(each))
    tails = counts[: len(counts) // 4] + counts[-len(counts) // 5 :]
    when = rng.choice([None, "deal", "own_turn", "own_turn"])
    low = rng.choice(counts if when == "own_turn" else tails)
    win = {"min": low, "max": low + rng.choice([0, 0, 1, 4]), "pays": rng.choice([0, 1, 1, 2, 2, 3, 100])}
    return win if when is None else win | {"when": when}


def random_hand(rng: random.Random, given: Mapping[str, Any]) -> Played:
    """Play a hand under these rules to its end, with players of one kind or of several."""
    rules = read_rules(given)
    deck = random_deck(rng, rules)
    dealer = rng.randrange(rules["players"])
    kinds = [rng.choice(PLAYERS) for _ in range(rng.choice([1, 1, rules["players"]]))]
    hand = new_hand(rules, deck, dealer)
    seen: list[list[str]] = []
    actions: list[str] = []
    while not hand.over:
        seen.append(legal(hand))
        action = kinds[hand.to_act % len(kinds)](hand, seen[-1], rng)
        apply(hand, action)
        actions.append(action)
    record = {"game": "tonk", "rules": dict(given), "dealer": dealer, "deck": " ".join(deck), "actions": actions}
    return Played(record, seen, result_of(hand))


def random_record(rng: random.Random) -> dict[str, Any]:
    """Return the record of a hand under random rules.

    One in ten stops early, one in ten goes on with an action that is likely to be illegal.
    """
    record = random_hand(rng, random_rules(rng)).record
    if rng.random() < 0.1:
        del record["actions"][rng.randrange(len(record["actions"]) + 1) :]
    if rng.random() < 0.1:
        if rng.random() < 0.7 and record["actions"]:
            record["actions"].pop()
        record["actions"].append(rng.choice(ILLEGAL))
    if rng.random() < 0.3 and "players" in record["rules"]:
        record["players"] = record["rules"]["players"]
    return record
