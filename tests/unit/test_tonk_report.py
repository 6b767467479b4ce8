from __future__ import annotations

import json
import re
import shlex
from itertools import pairwise

import pytest

from simcards import registry
from simcards.answers import thresholds
from simcards.answers.advice import limit_words
from simcards.errors import InputError
from simcards.formats import percent_plus_minus, plus_minus
from simcards.reports.asked import finder
from simcards.reports.report import GAMES, report
from simcards.rules import load_rules
from simcards.sheets.sessions import stakes
from simcards.simulation import simulate
from tests.page import Page, without_pictures

NASTY = """<script>alert(1)</script> "&'{{ 7 * 7 }}"""
DEAL_WINS = [{"min": 49, "max": 50, "pays": 3, "when": "own_turn"}, {"min": 0, "max": 13, "pays": 2}]
CHANGED = {"hit_freeze": 2, "deal_wins": DEAL_WINS, "spades_bet": 1, "name": NASTY}


@pytest.fixture(autouse=True, scope="module")
def _few_hands():
    """Make do with few hands where many take time and prove nothing here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thresholds, "FEWEST_VISITS", 5)
        yield


@pytest.fixture(scope="module")
def made():
    return report("tonk", "texas", CHANGED, games=4000)


@pytest.fixture(scope="module")
def page(made):
    return Page(made.html)


def small(monkeypatch, *rules, games=400, policies=()):
    """Return the text of a report whose pictures are left out, and its rows."""
    without_pictures(monkeypatch)
    found = report("tonk", *rules, games=games, policies=policies)
    return re.sub(r"\s+", " ", Page(found.html).all("body")[0]["text"].replace("\N{NO-BREAK SPACE}", " ")), found


class TestItIsAPageLikeEveryOther:
    def test_asks_for_nothing(self, made, page):
        assert not page.all("script", "link", "iframe", "object", "embed", "img", "image", "base", "form", "input")
        assert set(re.findall(r"url\(\s*['\"]?(.)", made.html)) <= {"#"}
        assert "//" not in made.html.replace("</script>", "")
        assert all(e["attrs"]["href"].startswith("#") for e in page.elements if "href" in e["attrs"])

    def test_ids_are_unique_and_every_reference_meets_one(self, page):
        ids = [e["attrs"]["id"] for e in page.elements if "id" in e["attrs"]]
        assert len(ids) == len(set(ids))
        for element in page.elements:
            attrs = element["attrs"]
            referred = attrs.get("aria-labelledby", "").split() + re.findall(r"#(\S+)", attrs.get("href", ""))
            assert set(referred) <= set(ids), element

    def test_headings_are_in_order(self, page):
        levels = [int(e["tag"][1]) for e in page.all("h1", "h2", "h3", "h4")]
        assert levels.count(1) == 1
        assert all(after - before <= 1 for before, after in pairwise(levels))

    def test_every_picture_has_words_in_its_place(self, page):
        pictures = page.all("svg")
        assert len(pictures) == 2 * len(page.all("figure")) == 12
        for picture in pictures:
            title, description = (page.one(id_)["text"] for id_ in picture["attrs"]["aria-labelledby"].split())
            assert len(title) > 10
            assert len(description) > 80

    def test_names_are_text(self, made, page):
        assert NASTY in page.all("h1")[0]["text"]
        assert "<script" not in made.html
        assert "{{ 7 * 7 }}" in page.all("title")[0]["text"]

    def test_has_no_date_and_no_hole(self, made, page):
        assert not re.search(r"20\d\d-\d\d-\d\d|\b20[23]\d\b", made.html)
        words = page.all("main")[0]["text"]
        assert not re.search(r"\bnan\b|\bNone\b|\binf\b", words)


class TestWhatItSays:
    def test_each_section_is_there(self, page):
        assert [e["text"] for e in page.all("h2")] == [
            "In short",
            "When to drop",
            "The rules",
            "The deal: exact odds",
            "How hands end, and when",
            "What seats are worth",
            "What house rules cost",
            "Swings",
            "How this was made",
        ]

    def test_when_to_drop_is_the_first_sentence_and_names_the_opponents(self, page):
        first = next(e for e in page.all("li") if "section" in e["parents"])
        assert first["text"].startswith(
            "When to drop, by your own turns, against opponents who all play simple, dropping"
        )

    def test_tells_every_rule_and_marks_what_differs(self, page):
        items = [e for e in page.all("li") if e["text"].count(" = ") == 1]
        changed = {"hit_freeze": "differs: 1 in texas", "spades_bet": "differs: 0 in texas", "deal_wins": "min=50"}
        for option, sentence in load_rules("tonk", "texas", CHANGED).sentences().items():
            (item,) = [e for e in items if f"\n{option} = " in e["text"]]
            assert item["text"].startswith(sentence)
            assert (item["attrs"].get("class") == "changed") == (option in changed)
            assert changed.get(option, "") in item["text"]

    def test_shows_the_exact_odds(self, page):
        text = page.all("body")[0]["text"]
        for words in ("113,180", "11,648", "5,812", "my best spade is the ace", "1 in 23", "32.69"):
            assert words in text

    def test_the_numbers_in_sentences_are_those_of_the_rows(self, made, page):
        text = page.all("main")[0]["text"].replace("\N{NO-BREAK SPACE}", " ")
        rows = [row for row in made.rows if row["section"] == "simulate"]
        for row in rows:
            if row["metric"] == "payoff" and row["position"]:
                assert plus_minus(row, plus=True) in text
            if row["metric"].startswith("outcome:") and row["estimate"]:
                assert f"{percent_plus_minus(row)} with" in text or row["metric"] == "outcome:draw"
        (gain,) = [r for r in made.rows if r.get("metric") == "gain" and r["caught_pays"] == "dropper_only"]
        assert f"This earns {plus_minus(gain, plus=True)} stakes a hand more than" in text
        (bring,) = [r for r in made.rows if r.get("metric") == "bring"]
        assert f"Bring {stakes(bring, plus=False)} stakes for 100 hands" in text

    def test_limits_by_turn_are_those_of_the_rows(self, made, page):
        rows = {
            (row["metric"], row["turn"]): row
            for row in made.rows
            if row.get("metric") in ("best_threshold", "break_even") and row.get("caught_pays") == "dropper_only"
        }
        (table,) = [e for e in page.all("table") if e["text"].strip().startswith("Limits by own turn, before the draw")]
        best = rows["best_threshold", 1]
        assert re.search(rf"\n1{limit_words(best)}{limit_words(rows['break_even', 1])}", table["text"])

    def test_all_six_schedules_are_compared_on_the_same_hands(self, made, page):
        schedules = {"wiki", "pagat", "lowest_double", "dropper_only", "each_double", "pot_split"}
        charted = [row for row in made.rows if row["section"] == "chart"]
        assert {row["caught_pays"] for row in charted} == schedules
        assert {row["n"] for row in charted if row.get("metric") == "plain_limit"} == {334}
        text = page.all("body")[0]["text"]
        assert "dropper_only (as now)" in text
        for name in schedules:
            assert load_rules("tonk", None, {"caught_pays": name}).sentences()["caught_pays"] in text

    def test_house_rules_are_told_in_words_with_their_price(self, page):
        tables = [e for e in page.all("table") if "stakes that change hands" in e["text"]]
        assert [e["text"].strip().partition("\n")[0] for e in tables] == [
            "Rules that tables argue about",
            "Every other option",
        ]
        for words in (
            "No count wins with the cards dealt.",
            "A hit freezes nobody.",
            "Only runs can be hit (the Speno rule).",
            "Everyone pays 3 stakes for a tonk.",
            "No card is turned up",
            "Each player is dealt 7 cards.",
        ):
            assert words in tables[0]["text"]
        assert "Nobody may drop." in tables[1]["text"]
        assert "cards_dealt = 9: entry 2 wants 0 to 13 points" in page.all("main")[0]["text"]

    def test_says_how_it_was_made(self, made, page):
        text = page.all("body")[0]["text"]
        for part in ("tally", "chart_tally", "sweep_tally", "rules_hash"):
            assert str(made.manifest[part]) in text
        assert made.command in re.sub(r"\s+", " ", text)
        assert "simple: lays spreads and hits at once" in text


class TestEveryTable:
    @pytest.mark.parametrize(
        ("players", "more"),
        [
            (2, {"cards_dealt": "auto"}),
            (4, {"drop_timing": "any_time"}),
            (6, {"held_spreads_count": False}),
            (3, {"drop_timing": "own_turn", "hit_own": False, "hit_others": False, "deal_wins": []}),
        ],
    )
    def test_numbers_of_players_and_options(self, monkeypatch, players, more):
        text, found = small(monkeypatch, None, {"players": players, **more})
        assert f"for {players} players" in text
        assert {row["position"] for row in found.rows if row.get("metric") == "payoff"} >= {*range(1, players + 1)}
        assert "Limits by own turn, before the draw" in text
        assert ("Limits by own turn, after the draw" in text) == ("drop_timing" in more)
        assert ("pays the other two stakes under every schedule" in text) == (players == 2)

    def test_warnings_stand_with_the_rules(self, monkeypatch):
        text, _ = small(monkeypatch, None, {"cards_dealt": 9})
        assert "Perhaps not meant: deal_wins: 49 to 50 points are ordinary with 9 cards" in text

    def test_where_nobody_may_drop_the_reason_stands_there(self, monkeypatch):
        text, found = small(monkeypatch, None, {"drop_timing": "never"})
        assert "There is no chart. Under these rules nobody may drop" in text
        assert not {row["section"] for row in found.rows} & {"chart", "off_deal"}
        assert "chart_tally" not in found.manifest

    @pytest.mark.parametrize("policy", ["random", "cautious"])
    def test_policies_without_a_chart(self, monkeypatch, policy):
        text, _ = small(monkeypatch, policies=[policy])
        assert f"There is no chart. A drop chart cannot be found for {policy}" in text
        assert "Straight off the deal" in text
        assert f"{policy}: " in text

    def test_opponents_who_play_differently(self, monkeypatch):
        text, found = small(monkeypatch, policies=["simple", "cautious", "random"])
        assert "There is no chart. The others do not all play alike" in text
        assert "The seats play differently. Over all positions: seat 0 (simple)" in text
        assert "seat 2: random" in text
        assert not [row for row in found.rows if row.get("option") == "players"]

    def test_everybody_wins_at_the_deal(self, monkeypatch):
        text, _ = small(monkeypatch, None, {"deal_wins": [{"min": 0, "max": 50, "pays": 1}]})
        assert "There is no chart. Nobody could drop in any of" in text

    @pytest.mark.parametrize("games", [1, 2])
    def test_few_hands_make_a_report_too(self, monkeypatch, games):
        text, _ = small(monkeypatch, games=games)
        assert "Left out. --games was given" in text
        assert not re.search(r"\bnan\b", text)


class TestSameInputSamePage:
    def test_threads_change_nothing(self):
        one, two = (report("tonk", "plain", games=300, threads=threads) for threads in (1, 2))
        assert one.html == two.html

    def test_the_command_on_it_makes_it_again(self, monkeypatch):
        without_pictures(monkeypatch)
        made = report("tonk", "texas", CHANGED, games=300, policies=["simple:drop=12"])
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

    def test_lists_are_written_as_the_shell_takes_them(self, made):
        settings = [word for word in shlex.split(made.command) if word.startswith("deal_wins=")]
        assert settings == ['deal_wins=[{min=49,max=50,pays=3,when="own_turn"},{min=0,max=13,pays=2,when="deal"}]']

    def test_rows_are_flat_and_say_their_section(self, made):
        assert {row["section"] for row in made.rows} == {"odds", "simulate", "chart", "off_deal", "sweep", "swings"}
        assert all(not isinstance(value, dict | list) for row in made.rows for value in row.values())
        json.dumps(made.to_dict(), allow_nan=False)

    def test_default_games_are_enough_for_a_fiftieth_of_a_stake(self):
        payoffs = [r for r in simulate("tonk", games=4000).rows if r["metric"] == "payoff" and r["position"]]
        assert all(1.96 * row["se"] * (4000 / GAMES) ** 0.5 < 0.02 for row in payoffs)


@pytest.mark.parametrize("game", registry.games())
def test_a_game_has_a_report(game):
    assert callable(finder(game))


def test_a_game_without_a_report_is_refused():
    with pytest.raises(InputError, match="There is no report of whist; allowed: gin, gin3, tonk or pitch"):
        finder("whist")


@pytest.mark.parametrize("step", ["playing hands", "finding when to drop", "trying house rules"])
def test_ctrl_c_ends_the_report(step):
    def interrupt(told, done, _total):
        if told == step and done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        report("tonk", games=1200, progress=interrupt)
