"""`simcards games`: what there is to play."""

from __future__ import annotations

import dataclasses
import textwrap
from collections.abc import Iterator

import click

from simcards import __version__, registry
from simcards.cli.common import example, json_option
from simcards.cli.output import print_json
from simcards.game import Game, Parameter
from simcards.rules import load_rules, presets
from simcards.words import listed

WIDTH = 60


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
        click.echo("\n\n".join("\n".join(_lines(game)) for game in games))


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
    few, many = game.seats
    yield f"{game.name}: {game.title}, {few if few == many else f'{few} to {many}'} players"
    yield "  presets"
    for preset in presets(game.name):
        first = " (where none is named)" if preset == presets(game.name)[0] else ""
        yield from _entry(preset, load_rules(game.name, preset).name + first, 4)
    yield "  policies"
    for policy in game.policies:
        default = " (where none is named)" if policy.name == game.default_policy else ""
        yield from _entry(policy.name, policy.summary + default, 4)
        for parameter in policy.parameters:
            yield from _entry(parameter.name, _parameter(parameter), 8)
    yield from _entry("outcomes", ", ".join(game.outcomes), 2)
    yield from _entry("questions", ", ".join(game.questions), 2)


def _parameter(parameter: Parameter) -> str:
    default = "" if parameter.default is None else f", default {parameter.written(parameter.default)}"
    entries = ", as in 10/10/7/4" if parameter.table else ""
    allowed = listed(parameter.words) if parameter.words else f"{parameter.low} to {parameter.high}"
    return f"{parameter.meaning}; {allowed}{default}{entries}"


def _entry(word: str, text: str, indent: int) -> list[str]:
    line = f"{word}: {text}"
    return textwrap.wrap(line, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * (indent + 4))
