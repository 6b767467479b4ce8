from __future__ import annotations

import re

import pytest

from simcards.formats import percent_plus_minus, plus_minus
from simcards.reports.matches import ONCE, TWICE
from simcards.reports.report import report
from simcards.rules import load_rules
from tests.page import Page, without_pictures

NASTY = """<script>alert(1)</script> "&'{{ 7 * 7 }}"""
CHANGED = {"target": 40, "box_bonus": 25, "knock_limit": 3, "name": NASTY}


def told(text):
    """The words of a page in one line."""
    return re.sub(r"\s+", " ", text.replace("\N{NO-BREAK SPACE}", " "))


@pytest.fixture(scope="module")
def made():
    return report("gin3", "gin20", CHANGED, games=2000)


@pytest.fixture(scope="module")
def page(made):
    return Page(made.html)


@pytest.fixture(scope="module")
def words(page):
    return told(page.all("main")[0]["text"])


def small(monkeypatch, *rules, games=200, policies=()):
    """Return the text of a report whose pictures are left out, and what was made."""
    without_pictures(monkeypatch)
    found = report("gin3", *rules, games=games, policies=policies)
    return told(Page(found.html).all("body")[0]["text"]), found


def row(found, section, metric, role):
    (one,) = [r for r in found.rows if r["section"] == section and r.get("metric") == metric and r.get("role") == role]
    return one


class TestWhatItSays:
    def test_each_section_is_there_and_none_of_other_limits(self, page):
        assert [e["text"] for e in page.all("h2")] == [
            "In short",
            "When to knock",
            "The rules",
            "The deal: exact odds",
            "How hands end, and when",
            "What hands pay",
            "Whole matches",
            "How this was made",
        ]

    def test_limits_are_nowhere(self, made, words):
        assert {r["section"] for r in made.rows} == {"odds", "simulate", "chart", "match"}
        assert "knock_limits_tally" not in made.manifest
        assert "best fixed limit" not in words

    def test_what_sitting_out_costs_is_in_short(self, made, words):
        won = {role: percent_plus_minus(row(made, "match", "chain_win", role)) for role in ("box", "captain", "out")}
        told = f"Who is in the box in the first hand wins {won['box']} of the matches, the captain {won['captain']}"
        assert f"{told}, who sits out {won['out']}." in words[: words.index("When to knock", 200)]

    def test_how_it_was_made_has_the_number_of_matches(self, words):
        assert re.search(r"\bmatches\s*200\b", words)

    def test_positions_are_called_by_their_roles(self, made, words):
        captain, box = (row(made, "simulate", "payoff", role) for role in ("captain", "box"))
        net = row(made, "simulate", "net", "captain")
        assert f"The captain scores {plus_minus(captain)} points a hand, the box {plus_minus(box)}." in words
        assert f"The net of the captain is {plus_minus(net, plus=True)}." in words
        before, after = words[: words.index("players = 3")].rindex("The rules"), words.rindex("The deal: exact odds")
        assert "dealer" not in words[:before] + words[after:]
        assert "The captain and the box are taken together" in words

    def test_matches_say_what_each_role_wins(self, made, words):
        for role in ("box", "captain", "out"):
            win = percent_plus_minus(row(made, "match", "win", role))
            who = "in the box" if role == "box" else role
            assert f"Who is {who} in the first hand wins {win} of the matches." in words
            assert f"matches won: {role} in the first hand{win}200 matches" in words

    def test_what_the_box_is_worth_is_told_twice(self, made, page, words):
        assert "What the box is worth" in [e["text"] for e in page.all("h3")]
        assert TWICE in words
        (table,) = [told(e["text"]) for e in page.all("table") if "What a role in the first hand" in e["text"]]
        for role in ("box", "captain", "out"):
            paid = "0" if role == "out" else plus_minus(row(made, "match", "payoff", role))
            win, chain_win = (percent_plus_minus(row(made, "match", metric, role)) for metric in ("win", "chain_win"))
            points, chained = (plus_minus(row(made, "match", metric, role)) for metric in ("points", "chain_points"))
            assert f"{role}{paid}{win}{chain_win}{points}{chained}" in table
        assert re.search(r"Matches and chain differ by \d\.\d standard errors at most", words)

    def test_tells_the_rules_of_a_match(self, page):
        items = [e for e in page.all("li") if e["text"].count(" = ") == 1]
        for option, sentence in load_rules("gin3", "gin20", CHANGED).sentences().items():
            (item,) = [e for e in items if f"\n{option} = " in e["text"]]
            assert item["text"].startswith(sentence)
            assert (item["attrs"].get("class") == "changed") == (option in CHANGED)

    def test_names_are_text_and_there_is_no_hole(self, made, page, words):
        assert NASTY in page.all("h1")[0]["text"]
        assert "<script" not in made.html
        assert not re.search(r"\bnan\b|\bNone\b|\binf\b", words)
        assert not re.search(r"20\d\d-\d\d-\d\d|\b20[23]\d\b", made.html)

    def test_every_picture_has_words_in_its_place(self, page):
        pictures = page.all("svg")
        assert len(pictures) == 2 * len(page.all("figure"))
        texts = [told(picture["text"]) for picture in pictures]
        assert sum("Policies: box greedy, captain greedy" in text for text in texts) == 2
        for picture in pictures:
            title, description = (page.one(id_)["text"] for id_ in picture["attrs"]["aria-labelledby"].split())
            assert len(title) > 10
            assert len(description) > 80

    def test_ids_are_unique_and_parts_have_names_of_their_own(self, page):
        ids = [e["attrs"]["id"] for e in page.elements if "id" in e["attrs"]]
        assert len(ids) == len(set(ids))
        names = [told(e["text"]).strip() for e in page.all("h2", "caption")]
        assert len(names) == len(set(names))


class TestEveryTable:
    def test_a_large_target_has_no_chain(self, monkeypatch):
        text, found = small(monkeypatch, None, {"target": 126, "knock_limit": 1})
        assert ONCE in text
        assert "by chain" not in text
        assert not [r for r in found.rows if str(r.get("metric")).startswith("chain_")]

    def test_roles_that_play_differently_are_named(self, monkeypatch):
        text, found = small(monkeypatch, None, {"target": 20}, policies=["simple", "random"])
        assert found.command.endswith("--policy simple --policy random --games 200 --seed 1")
        assert "There is no chart. A knock chart cannot be found for" in text
        assert "seat 0 (simple)" not in text
        assert {r["section"] for r in found.rows} == {"odds", "simulate", "match"}

    @pytest.mark.parametrize("games", [1, 2, 10])
    def test_few_hands_make_a_report_too(self, monkeypatch, games):
        text, _ = small(monkeypatch, None, {"target": 20, "knock_limit": 1}, games=games)
        assert not re.search(r"\bnan\b|\bNone\b|\binf\b", text)
        assert "1 matches" not in text

    def test_threads_change_nothing(self, monkeypatch):
        without_pictures(monkeypatch)
        one, two = (
            report("gin3", None, {"target": 20, "knock_limit": 1}, games=200, threads=threads) for threads in (1, 2)
        )
        assert one.html == two.html
