"""A page taken apart, for tests."""

from __future__ import annotations

from html.parser import HTMLParser

from markupsafe import Markup

from simcards.reports import page

VOID = {"meta", "link", "br", "img", "hr", "input"}


class Page(HTMLParser):
    """The elements of a page in order, each with its attributes and all the text in it."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.elements = []
        self._open = []
        self.feed(html)
        self.close()
        assert not self._open, f"never closed: {self._open}"

    def handle_starttag(self, tag, attrs):
        element = {"tag": tag, "attrs": dict(attrs), "text": "", "parents": [e["tag"] for e in self._open]}
        self.elements.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag):
        assert self._open
        assert self._open.pop()["tag"] == tag

    def handle_data(self, data):
        for element in self._open:
            element["text"] += data

    def all(self, *tags):
        """Return the elements with one of these tags."""
        return [element for element in self.elements if element["tag"] in tags]

    def one(self, id_):
        """Return the element with this id."""
        (element,) = [e for e in self.elements if e["attrs"].get("id") == id_]
        return element


def without_pictures(monkeypatch):
    """Leave the pictures of reports out, where a test is about something else and drawing would take its time."""
    nothing = page.Picture(Markup(), Markup(), "")
    monkeypatch.setattr(page, "picture", lambda _result, _caption, _name="": nothing)
