"""What the reports of all games have in common: sections and sentences."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from simcards import registry
from simcards.answers.effects import SEATS, verdict
from simcards.answers.grid import label
from simcards.compile import parse_policy
from simcards.reports import page
from simcards.reports.blocks import Block, Code, Command, Facts, Heading, Items, RuleList, Section, Text, items
from simcards.reports.captions import caption
from simcards.reports.provenance import rules_told
from simcards.rules import load_rules

if TYPE_CHECKING:
    from simcards.reports.page import Picture
    from simcards.result import Result
    from simcards.rules import GameRules
    from simcards.sheets import Sheet


def picture(result: Result, name: str = "") -> Picture:
    """Return the picture of a result that any game can have; `name` is unique in the page."""
    return page.picture(result, caption(result), name)


def assumptions(played: Result) -> Iterator[str]:
    """Yield whom the simulated numbers are about."""
    for text in dict.fromkeys(played.policies):
        policy = parse_policy(registry.game(played.game), text)
        yield f"{text}: {policy.spec.summary}. Source: {policy.spec.source}."


def short_section(played: Result, sentences: Iterable[str], main: Sheet) -> Section:
    """Return the first section: the answers, whom they hold for, and the main figures."""
    return Section(
        "short",
        "In short",
        "In short",
        [
            items(sentences),
            Text("All but the odds of the deal hold for these players under these rules, and for nobody else:"),
            items(assumptions(played)),
            Text(
                "A value ± a half-width is a 95 % interval: of twenty such intervals about one misses the true value. "
                "It covers the luck of the simulated cards, not the choice of players."
            ),
            main,
        ],
    )


def rules_section(rules: GameRules, warnings: Sequence[str] = ()) -> Section:
    """Return the rules in words, with what differs from the preset; options of a match apart."""
    told = list(rules_told(rules))
    hand, match = ([rule for rule in told if rule.match == of_match] for of_match in (False, True))
    blocks: list[Block] = [Text(_from_preset(rules, len(told)))]
    if warnings:
        blocks += [Text("Perhaps not meant:"), Items(warnings)]
    if match:
        blocks.append(Heading("The hand"))
    blocks.append(RuleList(hand, rules.preset))
    if match:
        blocks += [
            Heading("The match"),
            Text("Only the numbers of whole matches depend on these options."),
            RuleList(match, rules.preset),
        ]
    return Section("rules", "The rules", "The rules", blocks)


def _from_preset(rules: GameRules, options: int) -> str:
    of = f"These are the rules of the preset {rules.preset} ({load_rules(rules.game, rules.preset).name})"
    if changed := len(rules.differences()):
        return f"{of}, but for {changed} of {options} options. What differs is marked."
    return f"{of}, unchanged."


def about_houses(house: Result) -> Iterator[str]:
    """Yield what may be concluded from the tables of house rules."""
    yield from verdict(house)
    skipped = [entry for entry in house.extra["skipped"] if entry["option"] not in SEATS]
    if skipped:
        told = dict.fromkeys(
            f"{label({'option': entry['option'], 'value': entry['value']})}: {entry['why']}" for entry in skipped
        )
        yield f"Left out: {'; '.join(text.rstrip('.') for text in told)}."


def made_section(
    rules: GameRules, command: str, facts: Iterable[tuple[str, str]], assumed: Sequence[str], misleading: Sequence[str]
) -> Section:
    """Return the last section: how the report was made, what was assumed, and where its numbers can mislead."""
    first, *options = command.split(" --")
    return Section(
        "made",
        "How it was made",
        "How this was made",
        [
            Text("This command makes the same file again, byte for byte on the same versions:"),
            Command([first, *(f"--{option}" for option in options)]),
            Facts(list(facts)),
            Heading("What was assumed"),
            Items([f"Cards are shuffled well: {SHUFFLED}", *assumed]),
            Heading("Where the numbers can mislead"),
            Items(
                [
                    OTHERS,
                    *misleading,
                ]
            ),
            Heading("The rule file"),
            Code("Rule file", rules.to_toml()),
        ],
    )


OTHERS = "Other players give other numbers. People play in their own ways, and this report does not know them."
SHUFFLED = "every order is as likely, to about one part in a hundred million."
