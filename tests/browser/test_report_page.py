"""The report in a real browser: nothing is asked for, nothing complains, nothing sticks out."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from simcards.reports.report import report

pytestmark = pytest.mark.browser

CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
]  # fmt: skip

WIDTHS = [360, 768, 1200]


NAME = "<script>alert(1)</script> " + "W" * 40
OF = {
    "gin": (("web", {"knock_limit": 7, "name": NAME}), 6),
    "gin3": (("gin20", {"knock_limit": 7, "target": 60, "name": NAME}), 5),
    "tonk": (("speno", {"players": 6, "drop_timing": "own_turn", "spades_bet": 1, "name": NAME}), 6),
    "pitch": (("bicycle", {"players": 7, "forced_bid": "redeal", "name": NAME}), 5),
}
"""Rules and number of pictures of each game's report."""


@pytest.fixture(scope="module", params=OF)
def file(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("report") / f"{request.param}.html"
    report(request.param, *OF[request.param][0], games=2000).write(path)
    return path


@pytest.fixture(scope="module")
def browser():
    sync_api = pytest.importorskip("playwright.sync_api")
    assert Path(CHROMIUM).exists(), f"There is no browser at {CHROMIUM}: install chromium, or name one as CHROMIUM."
    with sync_api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium
        chromium.close()


@pytest.fixture(params=[(width, scheme) for width in WIDTHS for scheme in ("light", "dark")], ids=str)
def page(request, browser, file):
    width, scheme = request.param
    page = browser.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    page.heard = []
    page.on("console", lambda message: page.heard.append(message.text))
    page.on("pageerror", lambda error: page.heard.append(str(error)))
    page.on("request", lambda asked: page.heard.append(asked.url))
    page.goto(file.as_uri())
    yield page
    page.close()


def test_it_asks_for_nothing_and_nothing_complains(page, file):
    assert page.heard == [file.as_uri()]


def test_it_does_not_scroll_sideways(page):
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_one_picture_of_each_pair_shows_and_can_be_read(page, file):
    sizes = page.eval_on_selector_all(
        "figure svg",
        """all => all.filter(svg => svg.getClientRects().length).map(svg => {
            const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
            const texts = [...svg.querySelectorAll('text')];
            return scale * Math.min(...texts.map(text => parseFloat(getComputedStyle(text).fontSize)));
        })""",
    )
    assert len(sizes) == OF[file.stem][1]
    assert min(sizes) >= 9  # pixels


def test_the_charts_are_side_by_side_where_there_is_room(page, file):
    tops = page.eval_on_selector_all(".pair figure", "all => all.map(one => one.getBoundingClientRect().top)")
    assert len(tops) == {"gin": 2, "gin3": 2}.get(file.stem, 0)
    assert len(set(tops)) == len(tops) // (2 if page.viewport_size["width"] == 1200 else 1)


def test_words_in_pictures_stay_inside(page):
    outside = page.eval_on_selector_all(
        "figure svg",
        """all => all.flatMap(svg => {
            const box = svg.getBoundingClientRect();
            return [...svg.querySelectorAll('text')].filter(text => {
                const own = text.getBoundingClientRect();
                return box.width && (own.left < box.left - 1 || own.right > box.right + 1);
            }).map(text => text.textContent);
        })""",
    )
    assert outside == []


def test_axe_finds_nothing(page):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    results = axe.Axe().run(page)
    assert results.violations_count == 0, results.generate_report()


def test_it_prints(browser, file, tmp_path):
    page = browser.new_page()
    page.goto(file.as_uri())
    printed = page.pdf(path=str(tmp_path / "printed.pdf"), format="A4")
    assert printed.startswith(b"%PDF")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 672, "height": 900})  # A4 less its margins
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.close()
