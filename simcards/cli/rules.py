"""`simcards rules`: the effective rules of a game, and what is wrong with rule files."""

from __future__ import annotations

import textwrap
from typing import NamedTuple

import click
import tomli_w

from simcards import __version__
from simcards.cli.common import effective_rules, example, game_argument, json_option, rules_options
from simcards.cli.output import print_json
from simcards.errors import RulesError
from simcards.files import short_path
from simcards.rules import GameRules, load_rule_file
from simcards.words import counted, shown

WIDTH = 60


@click.group(epilog=example("simcards rules show gin --rules web", "simcards rules check kitchen.toml"))
def command() -> None:
    """Show the rules of a game, or check rule files."""


@command.command(epilog=example("simcards rules show gin --set knock_limit=5", "simcards rules show gin > mine.toml"))
@game_argument
@rules_options
@json_option
def show(game: str, rules: str | None, settings: tuple[str, ...], players: int | None, *, as_json: bool) -> None:
    """Show the effective rules of GAME as a rule file: every option, what it means, what differs from the preset."""
    effective = effective_rules(game, rules, settings, players)
    if as_json:
        print_json(_document(effective))
    else:
        click.echo("\n".join(_commented(effective)))


def _document(rules: GameRules) -> dict[str, object]:
    return {
        "simcards": __version__,
        "command": "rules show",
        "game": rules.game,
        "preset": rules.preset,
        "name": rules.name,
        "rules": rules.options(),
        "rules_hash": rules.hash,
        "differences": {
            option: {"preset": before, "value": value} for option, (before, value) in rules.differences().items()
        },
        "sentences": rules.sentences(),
        "warnings": list(rules.warnings()),
    }


def _commented(rules: GameRules) -> list[str]:
    """Return the lines of a rule file that says what its options mean."""
    sentences, differences = rules.sentences(), rules.differences()
    lines = [tomli_w.dumps({"game": rules.game, "preset": rules.preset, "name": rules.name})]
    for option, value in rules.options().items():
        comment = sentences[option]
        if option in differences:
            comment += f" (Differs from {rules.preset}: {shown(differences[option][0])}.)"
        lines += textwrap.wrap(comment, WIDTH, initial_indent="# ", subsequent_indent="# ")
        lines.append(tomli_w.dumps({option: value}))
    summary = f"# Differs from {rules.preset} in {counted(len(differences), 'option')}."
    return [*lines, summary, f"# Hash: {rules.hash}"]


@command.command(epilog=example("simcards rules check kitchen.toml", "simcards rules check --json *.toml"))
@click.argument("files", nargs=-1, required=True, metavar="FILE…")
@json_option
@click.pass_context
def check(ctx: click.Context, files: tuple[str, ...], *, as_json: bool) -> None:
    """Check rule files: tell all that is wrong with each, and exit with 2 if anything is."""
    checked = [_check(file) for file in files]
    if as_json:
        documents = [_check_document(result) for result in checked]
        print_json({"simcards": __version__, "command": "rules check", "files": documents})
    else:
        for result in checked:
            _tell(result)
    ctx.exit(2 if any(result.faults for result in checked) else 0)


class Checked(NamedTuple):
    """A rule file with its rules, or with all that is wrong."""

    file: str
    rules: GameRules | None
    faults: tuple[str, ...]


def _check(file: str) -> Checked:
    try:
        return Checked(file, load_rule_file(file), ())
    except RulesError as error:
        return Checked(file, None, error.faults)


def _check_document(result: Checked) -> dict[str, object]:
    document: dict[str, object] = {"file": result.file, "ok": not result.faults, "faults": list(result.faults)}
    if result.rules is not None:
        document |= {"game": result.rules.game, "name": result.rules.name, "rules_hash": result.rules.hash}
        document["warnings"] = list(result.rules.warnings())
    return document


def _tell(result: Checked) -> None:
    file = short_path(result.file)
    if result.rules is not None:
        click.echo(f"{file}: {result.rules.game}, {result.rules.name}: no faults")
        for warning in result.rules.warnings():
            click.echo(f"  Warning: {warning}", err=True)
        return
    heading = f"simcards: {file}: {counted(len(result.faults), 'fault')}"
    click.echo("\n".join([heading, *(f"  {fault}" for fault in result.faults)]), err=True)
