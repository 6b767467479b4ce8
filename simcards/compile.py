"""Stage 2: rules and policies as the records of numbers that kernels read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simcards.errors import InputError, did_you_mean, shorten
from simcards.game import Game, Parameter, PolicySpec
from simcards.rules import GameRules
from simcards.words import listed

Record = Any
"""An element of a structured array viewed as a recarray; kernels read and write its fields."""


def new_record(dtype: np.dtype[Any]) -> Record:
    """Return a zeroed record of `dtype`, the same type for compiled and interpreted kernels."""
    return np.zeros(1, dtype).view(np.recarray)[0]


def compile_rules(game: Game, rules: GameRules) -> Record:
    """Return the PARAMS record of a rule set."""
    engine = game.load_engine()
    params = new_record(engine.params)
    numbers = engine.params_of(rules)
    for name in params.dtype.names:
        params[name] = numbers[name]
    return params


def compile_rule_sets(game: Game, rule_sets: Sequence[GameRules]) -> Any:
    """Return rule sets of a game as PARAMS[n]."""
    records = np.zeros(len(rule_sets), game.load_engine().params).view(np.recarray)
    for place, rules in enumerate(rule_sets):
        records[place] = compile_rules(game, rules)
    return records


@dataclass(frozen=True)
class Policy:
    """A policy with its parameters: whole numbers, or a tuple of them for a by-turn table; None where by default."""

    spec: PolicySpec
    values: dict[str, int | tuple[int, ...] | None]

    def __str__(self) -> str:
        """Return the policy as `parse_policy` reads it, parameters at their default left out."""
        changed = [
            f"{parameter.name}={parameter.written(value)}"
            for parameter in self.spec.parameters
            if (value := self.values[parameter.name]) != parameter.default and value is not None
        ]
        return self.spec.name + (":" + ",".join(changed) if changed else "")


def parse_policy(game: Game, text: str) -> Policy:
    """Return the policy written as ``NAME[:param=value,…]``.

    Raises
    ------
    InputError
        If the policy, a parameter or a value is unknown or out of range.
    """
    if not isinstance(text, str):
        raise InputError(f"A policy is a text, as in {game.default_policy!r}; given: {shorten(text)}.")
    name, _, rest = text.strip().partition(":")
    specs = {spec.name: spec for spec in game.policies}
    if name not in specs:
        known = ", ".join(specs)
        raise InputError(
            f"Unknown policy {shorten(name)!r} for {game.name}; the policies are: {known}.{did_you_mean(name, specs)}"
        )
    spec = specs[name]
    parameters = {parameter.name: parameter for parameter in spec.parameters}
    values: dict[str, int | tuple[int, ...] | None] = {p.name: p.default for p in spec.parameters}
    given: set[str] = set()
    for part in rest.split(",") if rest.strip() else []:
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if key in given:
            raise InputError(f"Policy {name} was given {shorten(key)!r} twice; allowed: each parameter once.")
        given.add(key)
        if key not in parameters:
            known = ", ".join(parameters) or "none"
            raise InputError(
                f"Policy {name} has no parameter {shorten(key)!r}; it has: {known}.{did_you_mean(key, parameters)}"
            )
        if not equals:
            raise InputError(f"Parameter {key} of policy {name} needs a value, as in {name}:{key}=5.")
        values[key] = _value(name, parameters[key], value)
    return Policy(spec, values)


def _value(policy: str, parameter: Parameter, text: str) -> int | tuple[int, ...]:
    if parameter.words:
        if text not in parameter.words:
            allowed = listed(parameter.words)
            raise InputError(f"{policy}:{parameter.name} was given {shorten(text)!r}; allowed: {allowed}.")
        return parameter.low + parameter.words.index(text)
    entries = text.split("/") if parameter.table else [text]
    allowed = f"a whole number from {parameter.low} to {parameter.high}"
    if parameter.table:
        allowed += f", or up to {MAX_ENTRIES} of them joined by /, one for each own turn"
    numbers = [int(e) if e.isascii() and e.isdigit() and len(e) < MAX_DIGITS else -1 for e in entries]
    if len(numbers) > MAX_ENTRIES or not all(parameter.low <= number <= parameter.high for number in numbers):
        raise InputError(f"{policy}:{parameter.name} was given {shorten(text)!r}; allowed: {allowed}.")
    return tuple(numbers) if parameter.table else numbers[0]


MAX_ENTRIES = 32
MAX_DIGITS = 10


def parse_policies(game: Game, texts: Sequence[str], players: int) -> list[Policy]:
    """Return the policy of each seat: `texts` names one for all seats, one a seat, or none (the game's default).

    A text alone is one for all seats.

    Where a game has roles, policies are those of its roles, and not of the seats.

    Raises
    ------
    InputError
        If a policy cannot be read, or their number fits neither.
    """
    named = [texts] if isinstance(texts, str) else texts
    policies = [parse_policy(game, text) for text in named or [game.default_policy]]
    needed = game.active(players)
    if len(policies) == 1:
        policies *= needed
    if len(policies) != needed:
        each = f"for {listed(game.roles, 'and')}" if game.roles else "once a seat"
        raise InputError(
            f"--policy was given {len(policies)} times; give it once for all seats, or {needed} times, {each}."
        )
    return policies


def compile_policies(policies: Sequence[Policy]) -> Any:
    """Return the policies as POLICY[n]; a parameter left to its default None is -1."""
    from simcards.kernels.policy import POLICY

    records = np.zeros(len(policies), POLICY).view(np.recarray)
    for record, policy in zip(records, policies, strict=True):
        record.number = policy.spec.number
        for parameter in policy.spec.parameters:
            value = policy.values[parameter.name]
            if isinstance(value, tuple):
                record.table[: len(value)] = value
                record.table_size = len(value)
            elif not parameter.table:
                record.value[parameter.place] = -1 if value is None else value
    return records
