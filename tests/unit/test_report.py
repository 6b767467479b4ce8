from __future__ import annotations

import base64
import hashlib
import re
import shlex
from itertools import pairwise

import pytest

from simcards.errors import InputError
from simcards.files import check_target
from simcards.reports.provenance import repeat_command, stem
from simcards.reports.report import GAMES, report
from simcards.rules import load_rules
from simcards.simulation import simulate
from tests.page import Page, without_pictures

NASTY = """<script>alert(1)</script> "&'{{ 7 * 7 }}"""


@pytest.fixture(scope="module")
def made():
    return report("gin", "web", {"knock_limit": 3, "gin_bonus": 20, "name": NASTY}, games=1000)


@pytest.fixture(scope="module")
def page(made):
    return Page(made.html)


class TestItAsksForNothing:
    def test_no_address_leaves_the_page(self, made, page):
        for element in page.elements:
            for name, value in element["attrs"].items():
                if name in ("href", "xlink:href"):
                    assert value.startswith("#"), element
                assert name not in ("src", "srcset", "action", "formaction", "poster", "data", "background", "ping")
                assert not name.startswith("on")
        assert set(re.findall(r"url\(\s*['\"]?(.)", made.html)) == {"#"}
        assert "@import" not in made.html
        assert "//" not in made.html.replace("</script>", "")

    def test_no_element_runs_or_loads_anything(self, page):
        assert not page.all("script", "link", "iframe", "object", "embed", "img", "image", "base", "form", "input")

    def test_the_policy_allows_its_own_style_alone(self, page):
        policies = [e["attrs"]["content"] for e in page.all("meta") if "http-equiv" in e["attrs"]]
        (style,) = page.all("style")
        digest = base64.b64encode(hashlib.sha256(style["text"].encode()).digest()).decode()
        assert policies == [f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"]
        assert not [e for e in page.elements if "style" in e["attrs"]]


class TestEverybodyCanReadIt:
    def test_has_a_language_a_title_and_a_viewport(self, page):
        assert page.elements[0] == {**page.elements[0], "tag": "html", "attrs": {"lang": "en"}}
        assert page.all("title")[0]["text"].startswith("Gin rummy for two: ")
        assert any(e["attrs"].get("name") == "viewport" for e in page.all("meta"))

    def test_headings_are_in_order(self, page):
        levels = [int(e["tag"][1]) for e in page.all("h1", "h2", "h3", "h4")]
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after - before <= 1 for before, after in pairwise(levels))

    def test_ids_are_unique_and_every_reference_meets_one(self, page):
        ids = [e["attrs"]["id"] for e in page.elements if "id" in e["attrs"]]
        assert len(ids) == len(set(ids))
        for element in page.elements:
            attrs = element["attrs"]
            referred = attrs.get("aria-labelledby", "").split()
            referred += [attrs["href"][1:]] if "href" in attrs else []
            referred += re.findall(r"url\(#([^)]*)\)", " ".join(filter(None, attrs.values())))
            assert set(referred) <= set(ids), element

    def test_every_picture_has_words_in_its_place(self, page):
        pictures = page.all("svg")
        assert len(pictures) == 2 * len(page.all("figure")) == 12
        for picture in pictures:
            assert picture["attrs"]["role"] == "img"
            words = [page.one(id_)["text"] for id_ in picture["attrs"]["aria-labelledby"].split()]
            assert len(words[0]) > 10
            assert len(words[1]) > 80
        assert all(e["text"].strip() for e in page.all("figcaption"))

    def test_every_table_has_a_caption_and_heads_with_scope(self, page):
        assert len(page.all("table")) == len(page.all("caption")) == 13
        assert all(e["attrs"].get("scope") in ("col", "row") for e in page.all("th"))

    def test_wide_tables_scroll_in_their_own_box_also_by_keyboard(self, page):
        boxes = [e["attrs"] for e in page.all("div") if e["attrs"].get("class") == "scroll"]
        assert len(boxes) == len(page.all("table"))
        assert all(box["tabindex"] == "0" and box["role"] == "region" for box in boxes)

    def test_prints_and_shows_dark(self, page):
        style = page.all("style")[0]["text"]
        assert "@media print" in style
        assert "prefers-color-scheme:dark" in style


class TestWhatItSays:
    def test_the_answer_comes_first(self, page):
        assert [e["text"] for e in page.all("h2")] == [
            "In short",
            "When to knock",
            "The rules",
            "The deal: exact odds",
            "How hands end, and when",
            "What hands pay",
            "Knocking at other limits",
            "Whole matches",
            "How this was made",
        ]

    def test_names_are_text(self, made, page):
        assert NASTY in page.all("h1")[0]["text"]
        assert "<script" not in made.html
        assert "{{ 7 * 7 }}" in page.all("title")[0]["text"]

    def test_tells_every_rule_and_marks_what_differs(self, page):
        rules = load_rules("gin", "web", {"knock_limit": 3, "gin_bonus": 20})
        items = [e for e in page.all("li") if "ul" in e["parents"] and e["text"].count(" = ") == 1]
        for option, sentence in rules.sentences().items():
            (item,) = [e for e in items if f"\n{option} = " in e["text"]]
            assert item["text"].startswith(sentence)
            differs = {"knock_limit": "differs: 10 in web", "gin_bonus": "differs: 25 in web"}.get(option)
            assert (item["attrs"].get("class") == "changed") == (differs is not None)
            assert differs is None or differs in item["text"]

    def test_an_unchanged_preset_is_said_to_be_so(self, monkeypatch):
        without_pictures(monkeypatch)
        text = Page(report("gin", "eaai", games=50).html).all("body")[0]["text"]
        assert "rules of the preset eaai (EAAI gin rummy), unchanged" in text
        assert "differs:" not in text

    def test_shows_the_exact_odds(self, page):
        text = page.all("body")[0]["text"]
        for number in ("136,694", "15,820,024,220", "5,379,372", "147,204", "60,403,728,840", "1 in 115,733"):
            assert number in text

    def test_says_how_it_was_made(self, made, page):
        text = page.all("body")[0]["text"]
        assert made.manifest["tally"] in text
        assert made.manifest["knock_limits_tally"] in text
        assert made.manifest["chart_tally"] in text
        assert made.manifest["rules_hash"] in text
        assert made.command in re.sub(r"\s+", " ", text)
        for words in ("version 1", "Python 3.", "greedy: towards the least deadwood", "Wilson"):
            assert words in text

    def test_has_no_date(self, made):
        assert not re.search(r"20\d\d-\d\d-\d\d|\b20[23]\d\b", made.html)

    def test_a_policy_without_a_limit_leaves_limits_and_chart_out(self, monkeypatch):
        without_pictures(monkeypatch)
        made = report("gin", policies=["random"], games=20)
        text = Page(made.html).all("body")[0]["text"]
        assert "Left out. The policy random has no parameter knock" in text
        assert "There is no chart. A knock chart cannot be found for random" in text
        assert {row["section"] for row in made.rows} == {"odds", "simulate", "match"}
        assert "chart_tally" not in made.manifest

    def test_an_opponent_without_a_chart_leaves_the_chart_out(self, monkeypatch):
        without_pictures(monkeypatch)
        made = report("gin", overrides={"knock_limit": 1}, policies=["greedy", "simple"], games=20)
        text = Page(made.html).all("body")[0]["text"]
        assert "There is no chart. A knock chart cannot be found for simple" in text
        assert "A limit that falls from turn to turn" in text
        assert {row["section"] for row in made.rows} == {"odds", "simulate", "knock_limits", "match"}

    def test_gin_only_has_no_other_limit_and_no_chart(self, monkeypatch):
        without_pictures(monkeypatch)
        text = Page(report("gin", overrides={"knock_limit": 0}, games=20).html).all("body")[0]["text"]
        assert "there is no other limit to try" in text
        assert "There is no chart. Under these rules one may knock only with deadwood 0" in text

    def test_the_chart_is_told_once_more_than_the_limits(self, page):
        text = page.all("body")[0]["text"]
        for words in ("What to do", "If other points are paid", "What not to conclude", "The chart above"):
            assert words in text
        assert "A limit that falls from turn to turn" not in text

    def test_when_to_knock_is_the_first_sentence(self, page):
        first = next(e for e in page.all("li") if "section" in e["parents"])
        assert first["text"].startswith("When to knock, by your own turns, against an opponent who plays greedy")

    @pytest.mark.parametrize("games", [1, 2, 3])
    def test_few_hands_make_a_report_too(self, games):
        text = Page(report("gin", overrides={"knock_limit": 1}, games=games).html).all("body")[0]["text"]
        assert "nan" not in text.lower().replace("finance", "")


class TestSameInputSamePage:
    def test_threads_change_nothing(self):
        one, two = (report("gin", overrides={"knock_limit": 1}, games=300, threads=threads) for threads in (1, 2))
        assert one.html == two.html

    def test_seeds_and_games_do(self, monkeypatch):
        without_pictures(monkeypatch)
        pages = {
            report("gin", overrides={"knock_limit": 1}, games=games, seed=seed).html
            for games, seed in ((50, 1), (50, 2), (60, 1))
        }
        assert len(pages) == 3

    def test_the_command_on_it_makes_it_again(self, made):
        words = iter(shlex.split(made.command)[2:])
        game, options = next(words), list(zip(words, words, strict=True))
        given = {name: value for name, value in options if name not in ("--set", "--policy")}
        again = report(
            game,
            given["--rules"],
            [value for name, value in options if name == "--set"],
            policies=[value for name, value in options if name == "--policy"],
            games=int(given["--games"]),
            seed=int(given["--seed"]),
        )
        assert again.html == made.html


def test_the_command_names_both_policies_and_no_name_that_rules_have_anyway():
    played = simulate("gin", "web", {"knock_limit": 3}, policies=["greedy", "simple"], games=10, seed=7)
    assert repeat_command(played) == (
        "simcards report gin --rules web --set knock_limit=3 --policy greedy --policy simple --games 10 --seed 7"
    )


@pytest.mark.parametrize(
    ("source", "overrides", "name"),
    [
        (None, {}, "gin"),
        ("web", {}, "gin-web"),
        ("web", {"name": "x"}, "gin-web"),
        ("classic", {"knock_limit": 3, "name": "Тест"}, r"gin-[0-9a-f]{8}"),
        ("web", {"knock_limit": 3, "name": "../Ho Ho/../" + "x" * 60}, r"gin-ho-ho-x{33}-[0-9a-f]{8}"),
    ],
)
def test_files_are_named_after_the_rules(source, overrides, name):
    assert re.fullmatch(name, stem(load_rules("gin", source, overrides)))


class TestRows:
    def test_of_the_charts_say_their_opponent_and_payments(self, made):
        rows = [row for row in made.rows if row["section"] == "chart"]
        kinds = {(r["against"], r["undercut_bonus"], r["gin_bonus"], r["undercut_tie"]) for r in rows}
        paid = {(25, 20, False), (10, 20, False), (20, 20, False), (25, 25, False), (25, 20, True)}
        assert kinds == {(against, *p) for against in ("greedy", "equilibrium") for p in paid}
        assert {row["metric"] for row in rows if "metric" in row} == {"value", "gain", "exploitability"}
        assert all(row["deadwood"] <= 3 for row in rows if "cell" in row)

    def test_are_flat_and_say_their_section(self, made):
        assert {row["section"] for row in made.rows} == {"odds", "simulate", "knock_limits", "chart", "match"}
        assert all(not isinstance(value, dict | list) for row in made.rows for value in row.values())

    def test_the_object_has_the_path_and_the_manifest(self, made, tmp_path):
        written = made.write(tmp_path / "deep" / "er" / "x.html").to_dict()
        assert written["path"] == str(tmp_path / "deep" / "er" / "x.html")
        assert (written["command"], written["games"], written["seed"]) == ("report", 1000, 1)
        assert (tmp_path / "deep" / "er" / "x.html").read_text(encoding="utf-8") == made.html
        assert [p.name for p in (tmp_path / "deep" / "er").iterdir()] == ["x.html"]

    def test_default_games_are_enough_for_a_twentieth_of_a_point(self, made):
        (net,) = [row for row in made.rows if row.get("metric") == "net" and row.get("position") == 1]
        assert 1.96 * net["se"] * (1000 / GAMES) ** 0.5 < 0.05


class TestTarget:
    def test_folders_are_refused(self, tmp_path, made):
        for path in (tmp_path, tmp_path / ".."):
            with pytest.raises(InputError, match="no ordinary file"):
                made.write(path)

    def test_files_are_no_folders(self, tmp_path):
        (tmp_path / "file").write_text("")
        with pytest.raises(InputError, match="nothing can be written in"):
            check_target(tmp_path / "file" / "x" / "y.html")

    def test_odd_names_are_refused(self):
        with pytest.raises(InputError):
            check_target("a\0b")
        with pytest.raises(InputError):
            check_target("x" * 5000)


def test_ctrl_c_ends_the_report(monkeypatch):
    def interrupt(_step, _done, _total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        report("gin", games=100, progress=interrupt)
