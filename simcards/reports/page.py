"""The page of a report: templates with autoescape, a content security policy that allows nothing, pictures inline."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from simcards.plots import plot
from simcards.plots.look import NARROW, NO_BREAK, WIDE
from simcards.reports.svg import inline_svg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from simcards.reports.blocks import Block, Section
    from simcards.reports.captions import Caption
    from simcards.result import Result

_GLUED = re.compile(r" (?=[±%])|(?<=±) ")
"""Blanks inside a number with its half-width and its unit."""


class Picture(NamedTuple):
    """A figure of the page, drawn once for a wide page and for print, once for a telephone."""

    wide: Markup
    narrow: Markup
    caption: str


def picture(result: Result, caption: Caption, name: str = "") -> Picture:
    """Return a result's picture with what is read aloud in its place; `name` is unique in the page."""
    name = name or result.command.replace("_", "-")
    wide, narrow = (
        # The SVG is ours: matplotlib escapes every text in it, and `inline_svg` those that it adds.
        Markup(inline_svg(plot(result, shape), f"{name}-{suffix}", caption.title, caption.description))  # noqa: S704
        for suffix, shape in (("wide", WIDE), ("narrow", NARROW))
    )
    return Picture(wide, narrow, caption.reading)


def render(title: str, lead: str, sections: Sequence[Section]) -> str:
    """Return a page of sections, every text in it escaped."""
    style = _environment().get_template("report.css").render()
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return (
        _environment()
        .get_template("report.html.j2")
        .render(
            # The style sheet is ours and holds nothing from outside.
            style=Markup(style),  # noqa: S704
            policy=policy,
            title=title,
            lead=lead,
            sections=sections,
        )
    )


def kind(block: Block) -> str:
    """Return what the template calls a block."""
    return type(block).__name__


def unbroken(text: str) -> str:
    """Return a text in which a number, its half-width and its unit stay on one line."""
    return _GLUED.sub(NO_BREAK, text)


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("simcards.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["unbroken"] = unbroken
    environment.filters["kind"] = kind
    return environment
