"""The section of a report about whole matches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from simcards import registry, tables
from simcards.answers.roles import chained
from simcards.formats import percent_plus_minus, plus_minus
from simcards.kernels.matches import MOST_HANDS
from simcards.reports import page
from simcards.reports.blocks import Block, Heading, Section, Text, items
from simcards.reports.captions import lengths
from simcards.sheets import matches as sheets

if TYPE_CHECKING:
    from simcards.result import Result


TWICE = (
    "The same twice: from the matches themselves, and by the Markov chain over roles and scores, which takes from them "
    "only how single hands ended, and is sharper for it."
)
ONCE = (
    "From the matches themselves; the Markov chain over roles and scores is solved for small targets only, and where "
    "somebody scores."
)


def section(matched: Result) -> Section:
    """Return who wins matches, and how long they last."""
    blocks: list[Block] = [
        Text(
            f"{sheets.how_many(matched.games or 0)} played to the end by the same players, under the options of the "
            "match too. Nobody looks at the score."
        ),
        items(sentences(matched)),
    ]
    if tables.row_of(matched, "hands")["n"]:
        blocks += [
            sheets.chances(matched),
            page.picture(matched, lengths(matched), "matches"),
            sheets.lengths(matched),
            *_roles(matched),
        ]
    return Section("match", "Whole matches", "Whole matches", blocks)


def _roles(matched: Result) -> Iterator[Block]:
    """Yield what roles are worth, where the game has them."""
    if registry.game(matched.game).roles:
        yield Heading("What the box is worth")
        yield Text(TWICE if chained(matched) else ONCE)
        yield sheets.roles(matched)


def main_figures(matched: Result) -> Iterator[tuple[str, str, str]]:
    """Yield what the table of a report's main figures has of matches."""
    n = sheets.how_many(matched.games or 0)
    yield "hands a match", plus_minus(tables.row_of(matched, "hands")), n
    for name, keys in sheets.places(matched):
        yield f"matches won: {name} in the first hand", percent_plus_minus(tables.row_of(matched, "win", **keys)), n


def in_short(matched: Result) -> Iterator[str]:
    """Yield what a report says of matches first: where the game has roles, what they are worth."""
    if not registry.game(matched.game).roles or not tables.row_of(matched, "hands")["n"]:
        return
    metric = "chain_win" if chained(matched) else "win"
    won = {role: percent_plus_minus(tables.row_of(matched, metric, **keys)) for role, keys in sheets.places(matched)}
    yield (
        f"Who is in the box in the first hand wins {won['box']} of the matches, the captain {won['captain']}, who sits "
        f"out {won[sheets.OUT]}."
    )


def sentences(matched: Result) -> Iterator[str]:
    """Yield what matches come to."""
    hands = tables.row_of(matched, "hands")
    if not hands["n"]:
        yield f"No match came to an end within {MOST_HANDS:,} hands."
        return
    half, most = (sheets.hand_by_which(matched, share) for share in (0.5, sheets.NINE_IN_TEN))
    yield (f"A match takes {plus_minus(hands)} hands; half of all are over by hand {half}, nine of ten by hand {most}.")
    for name, keys in [*sheets.places(matched), *sheets.seats(matched)]:
        win = tables.row_of(matched, "win", **keys)
        if win["estimate"] is not None:
            who = name if "seat" in name else f"Who is {'in the box' if name == 'box' else name} in the first hand"
            yield f"{who[0].upper()}{who[1:]} wins {percent_plus_minus(win)} of the matches."
