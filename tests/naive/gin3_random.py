"""Random rule sets and random records of three-hand gin, for comparing implementations."""

from __future__ import annotations

import random
from typing import Any

from tests.naive.gin3 import BOX, Roles
from tests.naive.gin3_records import replay
from tests.naive.gin3_rules import NO_OPTIONS, PRESETS, read_rules
from tests.naive.random_rules import ILLEGAL, OPTIONS, random_hand


def random_rules(rng: random.Random) -> dict[str, Any]:
    """Return rules as a record gives them: a preset, or none, and some options, or all."""
    rules: dict[str, Any] = {}
    if rng.random() < 0.8:
        rules["preset"] = rng.choice(list(PRESETS))
    share = rng.choice([0.1, 0.3, 1.0])
    for option, values in OPTIONS.items():
        if option not in NO_OPTIONS and rng.random() < share:
            rules[option] = rng.choice(values)
    if rng.random() < 0.3:
        rules["knock_limit"] = rng.choice([20, 50, 100])
    if rng.random() < 0.6 and share < 1.0:
        rules.pop("hand_size", None)
    if rng.random() < 0.3:
        rules["first_roles"] = rng.choice(["draw", random_roles(rng)])
    return rules


def random_roles(rng: random.Random) -> Roles:
    """Return the three seats in any order."""
    return rng.sample(range(3), 3)


def random_record(rng: random.Random) -> dict[str, Any]:
    """Return the record of a hand, or now and then of a match, played by random players under random rules.

    One in ten stops early, one in twenty goes on with an action that is likely to be illegal.
    """
    given = random_rules(rng)
    if rng.random() < 0.15:
        return _random_match(rng, given)
    played, _ = random_hand(rng, read_rules(given), BOX)
    record: dict[str, Any] = {"game": "gin3", "rules": given, "roles": random_roles(rng), **played}
    if rng.random() < 0.1:
        del record["actions"][rng.randrange(len(record["actions"]) + 1) :]
    if rng.random() < 0.05:
        record["actions"].append(rng.choice(ILLEGAL))
    if rng.random() < 0.3:
        record["players"] = 3
    return record


def _random_match(rng: random.Random, given: dict[str, Any]) -> dict[str, Any]:
    """Return a match of a few hands; one in ten stops in the middle of a hand, a few go on after the end."""
    given = given | {"target": rng.choice([1, 20, 50, 100, 150])}
    rules = read_rules(given)
    record: dict[str, Any] = {"game": "gin3", "rules": given, "roles": random_roles(rng), "hands": []}
    for _ in range(rng.randint(1, 8)):
        played, _ = random_hand(rng, rules, BOX)
        record["hands"].append(played)
        result = replay(record)
        if not result["ok"] or (result["over"] and rng.random() < 0.95):
            break
    if rng.random() < 0.1:
        actions = rng.choice([record["hands"][-1], rng.choice(record["hands"])])["actions"]
        del actions[rng.randrange(len(actions)) :]
    return record
