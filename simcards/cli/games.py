"""`simcards games`: what there is to play."""

from __future__ import annotations

import dataclasses
import textwrap
from collections.abc import Iterator

import click

from simcards import __version__, registry
from simcards.cli.common import example, json_option
from simcards.cli.output import print_json, terminal
from simcards.game import Game, Parameter
from simcards.rules import load_rules, presets
from simcards.words import listed

WIDTH = 60
"""Characters of a line on a terminal that has as many."""


@click.command(epilog=example("simcards games", "simcards games --json"))
@json_option
def command(*, as_json: bool) -> None:
    """List the games with their presets, their policies and the parameters of these, and their questions.

    The questions are `odds`, and those that `simcards chart` answers.
    """
    games = [registry.game(name) for name in registry.games()]
    if as_json:
        print_json({"simcards": __version__, "command": "games", "games": [_document(game) for game in games]})
    else:
        width = min(WIDTH, terminal().width)
        told = ("\n".join(part for line in _lines(game) for part in _wrapped(line, width)) for game in games)
        click.echo("\n\n".join(told))


def _document(game: Game) -> dict[str, object]:
    policies = [dataclasses.asdict(policy) for policy in game.policies]
    for policy in policies:
        del policy["number"]
        for parameter in policy["parameters"]:
            del parameter["place"]
    return {
        "name": game.name,
        "title": game.title,
        "players": list(game.seats),
        "presets": [{"name": preset, "title": load_rules(game.name, preset).name} for preset in presets(game.name)],
        "policies": policies,
        "default_policy": game.default_policy,
        "outcomes": list(game.outcomes),
        "questions": list(game.questions),
    }


def _lines(game: Game) -> Iterator[str]:
    """Yield the lines about a game, not wrapped yet."""
    few, many = game.seats
    yield f"{game.name}: {game.title}, {few if few == many else f'{few} to {many}'} players"
    yield "  presets"
    for preset in presets(game.name):
        first = " (where none is named)" if preset == presets(game.name)[0] else ""
        yield _entry(preset, load_rules(game.name, preset).name + first, 4)
    yield "  policies"
    for policy in game.policies:
        default = " (where none is named)" if policy.name == game.default_policy else ""
        yield _entry(policy.name, policy.summary + default, 4)
        for parameter in policy.parameters:
            yield _entry(parameter.name, _parameter(parameter), 8)
    yield _entry("outcomes", ", ".join(game.outcomes), 2)
    yield _entry("questions", ", ".join(game.questions), 2)


def _parameter(parameter: Parameter) -> str:
    default = "" if parameter.default is None else f", default {parameter.written(parameter.default)}"
    entries = ", as in 10/10/7/4" if parameter.table else ""
    allowed = listed(parameter.words) if parameter.words else f"{parameter.low} to {parameter.high}"
    return f"{parameter.meaning}; {allowed}{default}{entries}"


def _entry(word: str, text: str, indent: int) -> str:
    return f"{' ' * indent}{word}: {text}"


def _wrapped(line: str, width: int) -> list[str]:
    """Return a line in lines of at most so many characters; those that go on stand further in."""
    margin = " " * (len(line) - len(line.lstrip()))
    return textwrap.wrap(line.strip(), width, initial_indent=margin, subsequent_indent=f"{margin}    ")
