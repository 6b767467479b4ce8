"""What the page of a report is made of: sections, and the blocks in them.

The template draws each kind of block by the name of its class; tables are `simcards.sheets.Sheet`, pictures
`simcards.reports.page.Picture`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from simcards.reports.page import Picture
    from simcards.reports.provenance import Rule
    from simcards.sheets import Sheet


class Heading(NamedTuple):
    """The title of a part of a section."""

    text: str


class Text(NamedTuple):
    """A paragraph."""

    text: str


class Items(NamedTuple):
    """Sentences, each an item of a list."""

    sentences: Sequence[str]


class Pair(NamedTuple):
    """Pictures that stand side by side where there is room."""

    pictures: Sequence[Picture]


class RuleList(NamedTuple):
    """Options in sentences, those marked that differ from the preset."""

    rules: Sequence[Rule]
    preset: str


class Command(NamedTuple):
    """A command to be typed; lines end before its options."""

    words: Sequence[str]


class Code(NamedTuple):
    """A file as it is."""

    name: str
    """Read aloud."""
    text: str


class Facts(NamedTuple):
    """What identifies something: names, each with its value."""

    facts: Sequence[tuple[str, str]]


Block: TypeAlias = "Heading | Text | Items | Pair | RuleList | Command | Code | Facts | Sheet | Picture"


class Section(NamedTuple):
    """A part of the page with a title of its own."""

    anchor: str
    """Its id, to which the contents lead."""
    link: str
    """Its name in the contents."""
    title: str
    blocks: Sequence[Block]


def items(sentences: Iterable[str]) -> Items:
    """Return sentences as a list."""
    return Items(list(sentences))
