"""What a stored run is, in plain values, and its rules from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from simcards.errors import InputError
from simcards.kernels.rng import STREAM_VERSION
from simcards.rules import GameRules, load_rules


def rules_about(about: Mapping[str, Any]) -> GameRules:
    """Return the rules that a run tells of, checked like any other.

    Raises
    ------
    InputError
        If they are none that can be played, or others than their hash tells.
    """
    rules = load_rules(about["game"], {"preset": about["preset"], "name": about["name"], **about["rules"]})
    if rules.hash != about["rules_hash"]:
        raise InputError("The rules of this run are not those that its hash tells; allowed: runs of this version.")
    return rules


def check_stream(name: str, about: Mapping[str, Any]) -> None:
    """Refuse a run whose seed means other cards here."""
    if about["stream"] != STREAM_VERSION:
        raise InputError(
            f"Run {name!r} has deals of stream version {about['stream']}; allowed: {STREAM_VERSION}, since the same "
            "seed would mean other cards."
        )


def about_rules(rules: GameRules) -> dict[str, Any]:
    """Return what `rules_about` reads."""
    return {
        "game": rules.game,
        "preset": rules.preset,
        "name": rules.name,
        "rules": rules.options(),
        "rules_hash": rules.hash,
    }


def about_parts(
    command: str, rules: GameRules, policies: Sequence[str], seed: int, options: Mapping[str, Any]
) -> dict[str, Any]:
    """Return what a run of many parts is: who plays what, and the command's own options."""
    return {
        "command": command,
        **about_rules(rules),
        "policies": list(policies),
        "seed": seed,
        "stream": STREAM_VERSION,
        "options": dict(options),
    }
