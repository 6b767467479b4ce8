"""Where a report comes from: the rules in words, the command that makes it again, versions and tallies, a file name."""

from __future__ import annotations

import json
import platform
import re
import shlex
from collections.abc import Iterator, Mapping
from importlib import metadata
from typing import TYPE_CHECKING, NamedTuple

from simcards import __version__, registry
from simcards.answers.grid import written
from simcards.formats import thousands
from simcards.rules import load_rules

if TYPE_CHECKING:
    from simcards.result import Result
    from simcards.rules import GameRules

PACKAGES = ("numpy", "numba", "pandas", "scipy", "matplotlib")
"""Packages on whose versions the last digits or the pictures could depend."""

SLUG = 40
"""Characters of a rule set's name that go into a file's name."""


class Rule(NamedTuple):
    """An option as the report tells it."""

    sentence: str
    option: str
    value: str
    changed_from: str
    """The preset's value where it differs, else empty."""
    match: bool


def repeat_command(played: Result) -> str:
    """Return the command that makes the same report again, whatever the rules came from."""
    rules = played.rules
    words = ["simcards", "report", played.game, "--rules", rules.preset]
    changed = {option: value for option, (_, value) in rules.differences().items()}
    for option, value in changed.items():
        words += ["--set", f"{option}={_in_toml(value)}"]
    if rules.name != load_rules(rules.game, rules.preset, changed).name:
        words += ["--set", f"name={json.dumps(rules.name, ensure_ascii=False)}"]
    for policy in dict.fromkeys(played.policies) if len(set(played.policies)) == 1 else played.policies:
        words += ["--policy", policy]
    words += ["--games", str(played.games), "--seed", str(played.seed)]
    return shlex.join(words)


def rules_told(rules: GameRules) -> Iterator[Rule]:
    """Yield every option as a sentence, with what the preset has where it differs."""
    changed, options = rules.differences(), rules.options()
    of_match = registry.game(rules.game).load_engine().match_options
    for option, sentence in rules.sentences().items():
        before = _in_toml(changed[option][0]) if option in changed else ""
        yield Rule(sentence, option, _in_toml(options[option]), before, option in of_match)


def _in_toml(value: object) -> str:
    """Return an option's value as `--set` and a rule file take it; words are bare."""
    return str(value).lower() if isinstance(value, bool) else str(written(value))


def facts(
    played: Result,
    more_hands: Mapping[str, int],
    more_tallies: Mapping[str, str | None],
    matched: Result | None = None,
) -> Iterator[tuple[str, str]]:
    """Yield what identifies a report's numbers, each with its name.

    Parameters
    ----------
    played
        The main run.
    more_hands, more_tallies
        Hands that were played for more than it, and their tallies, by what they were for.
    matched
        Whole matches, if any were played.
    """
    yield "seed", str(played.seed)
    yield "hands", thousands(played.games or 0)
    for what, hands in more_hands.items():
        yield f"hands for {what}", thousands(hands)
    if matched is not None:
        yield "matches", thousands(matched.games or 0)
    places = registry.game(played.game).roles or [f"seat {seat}" for seat in range(len(played.policies))]
    yield "policies", ", ".join(f"{place}: {policy}" for place, policy in zip(places, played.policies, strict=True))
    yield "hash of the rules", played.rules.hash
    yield "tally of the hands", str(played.tally)
    for what, tally in more_tallies.items():
        yield f"tally of {what}", str(tally)
    yield "random stream", f"Philox4x32-10, version {played.extra['stream']}"
    versions = [f"{package} {metadata.version(package)}" for package in PACKAGES]
    yield "versions", ", ".join([f"simcards {__version__}", f"Python {platform.python_version()}", *versions])


def stem(rules: GameRules) -> str:
    """Return a file name without its ending: the game for its first preset, else with the rules' name.

    Rules that are no preset have a part of their hash in it.
    """
    if rules.hash == load_rules(rules.game).hash:
        return rules.game
    if not rules.differences():
        return f"{rules.game}-{rules.preset}"
    slug = re.sub(r"[^a-z0-9]+", "-", rules.name.lower())[:SLUG].strip("-")
    return "-".join(part for part in (rules.game, slug, rules.hash[:8]) if part)
