"""A figure as SVG inside a page: no style attributes, no ids of other figures, a name and a description.

A page with a content security policy without `unsafe-inline` applies no style attributes, so matplotlib's become
presentation attributes; the ink becomes the page's text colour; text stays text, in the page's font. Places are told to
a hundredth of a point, which keeps pages small.
"""

from __future__ import annotations

import io
import re
from html import escape
from typing import TYPE_CHECKING

from matplotlib import style

from simcards.plots.look import INK, STYLE

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_STYLE = re.compile(r' style="([^"]*)"')
_ID = re.compile(r' id="([^"]*)"')
_REFERENCE = re.compile(r'xlink:href="#([^"]*)"|url\(#([^)]*)\)')
_PLACES = re.compile(r' (?:d|x|y|transform)="[^"]*"')
_FINE = re.compile(r"(\d\.\d\d)\d+")
_UNTURNED = re.compile(r' transform="rotate\(-0 [^"]*"')
_DROPPED = re.compile(r"<metadata>.*?</metadata>|<style.*?</style>|<defs>\s*</defs>", re.DOTALL)
_HEAD = re.compile(r"<svg [^>]*?viewBox=\"([^\"]*)\"[^>]*>")


def to_svg(figure: Figure, salt: str) -> str:
    """Return a figure as an SVG file: the same bytes for the same figure and salt, no date, text as text."""
    text = io.StringIO()
    with style.context(["default", STYLE, {"svg.hashsalt": salt, "svg.fonttype": "none"}]):
        figure.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    return text.getvalue()


def inline_svg(figure: Figure, name: str, title: str, description: str) -> str:
    """Return a figure as an `svg` element for a page.

    Parameters
    ----------
    figure
        What to show.
    name
        Unique in the page; every id begins with it.
    title, description
        What is read aloud instead of the picture.
    """
    text = to_svg(figure, name)
    text = _DROPPED.sub("", text[text.index("<svg ") :])
    text = _DROPPED.sub("", text)  # the definitions that held nothing but the style
    referred = {a or b for a, b in _REFERENCE.findall(text)}
    text = _ID.sub(lambda found: f' id="{name}-{found[1]}"' if found[1] in referred else "", text)
    text = _REFERENCE.sub(lambda found: f'href="#{name}-{found[1]}"' if found[1] else f"url(#{name}-{found[2]})", text)
    text = _STYLE.sub(lambda found: _attributes(found[1]), text).replace(INK, "currentColor")
    text = _PLACES.sub(lambda found: _FINE.sub(r"\1", found[0]), _UNTURNED.sub("", text))
    text = re.sub(r"\s*\n\s*", "\n", text)
    head = (
        f'<svg viewBox="\\1" role="img" aria-labelledby="{name}-title {name}-desc">'
        f'<title id="{name}-title">{{}}</title><desc id="{name}-desc">{{}}</desc>'
    )
    start = _HEAD.match(text)
    assert start is not None
    return start.expand(head).format(escape(title), escape(description)) + text[start.end() :].strip()


def _attributes(style: str) -> str:
    """Return a style as presentation attributes; the font is left to the page."""
    pairs = (part.partition(":") for part in style.split(";") if part.strip())
    kept = ((name.strip(), value.strip()) for name, _, value in pairs)
    return "".join(f' {name}="{value}"' for name, value in kept if name != "font-family")
