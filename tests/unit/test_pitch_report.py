from __future__ import annotations

import json
import re
import shlex
from itertools import pairwise

import pytest

from simcards import registry
from simcards.answers.odds import odds
from simcards.formats import percent, percent_plus_minus, plus_minus
from simcards.reports.pitch import findings, house_rules
from simcards.reports.report import GAMES, report
from simcards.rules import load_rules
from simcards.simulation import simulate
from simcards.stats import proportion
from tests.page import Page, without_pictures

NASTY = """<script>alert(1)</script> "&'{{ 7 * 7 }}"""
CHANGED = {"forced_bid": "redeal", "min_bid": 2, "target": 15, "name": NASTY}
PRESETS = load_rules("pitch").presets


def told(text):
    """The words of a page in one line."""
    return re.sub(r"\s+", " ", text.replace("\N{NO-BREAK SPACE}", " "))


@pytest.fixture(scope="module")
def made():
    return report("pitch", "holder", CHANGED, games=5000)


@pytest.fixture(scope="module")
def page(made):
    return Page(made.html)


@pytest.fixture(scope="module")
def words(page):
    return told(page.all("main")[0]["text"])


def small(monkeypatch, *rules, games=300, policies=()):
    """Return the text of a report whose pictures are left out, and what was made."""
    without_pictures(monkeypatch)
    found = report("pitch", *rules, games=games, policies=policies)
    return told(Page(found.html).all("body")[0]["text"]), found


def rows_of(found, section, **keys):
    return [r for r in found.rows if r["section"] == section and all(r.get(k) == v for k, v in keys.items())]


def cells(page, caption):
    """The rows of a table, each as a list of texts without its head."""
    (body,) = [told(e["text"]) for e in page.all("table") if told(e["text"]).strip().startswith(caption)]
    return body


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

    def test_no_two_parts_have_the_same_name(self, page):
        names = [told(e["text"]).strip() for e in page.all("h2", "caption")]
        assert len(names) == len(set(names))

    def test_headings_are_in_order(self, page):
        levels = [int(e["tag"][1]) for e in page.all("h1", "h2", "h3", "h4")]
        assert levels.count(1) == 1
        assert all(after - before <= 1 for before, after in pairwise(levels))

    def test_every_picture_has_words_in_its_place(self, page):
        pictures = page.all("svg")
        assert len(pictures) == 2 * len(page.all("figure")) == 10
        for picture in pictures:
            title, description = (page.one(id_)["text"] for id_ in picture["attrs"]["aria-labelledby"].split())
            assert len(title) > 10
            assert len(description) > 80

    def test_every_picture_of_played_hands_names_the_players(self, page):
        for picture in page.all("svg"):
            text = told(picture["text"])
            assert "no opponent is" in text or "play simple" in text

    def test_names_are_text(self, made, page):
        assert NASTY in page.all("h1")[0]["text"]
        assert "<script" not in made.html
        assert "{{ 7 * 7 }}" in page.all("title")[0]["text"]

    def test_has_no_date_and_no_hole(self, made, words):
        assert not re.search(r"20\d\d-\d\d-\d\d|\b20[23]\d\b", made.html)
        assert not re.search(r"\bnan\b|\bNone\b|\binf\b", words)


class TestWhatItSays:
    def test_each_section_is_there(self, page):
        assert [e["text"] for e in page.all("h2")] == [
            "In short",
            "What becomes of bids",
            "The rules",
            "The deal: exact odds",
            "How hands end, over all bids",
            "What seats are worth",
            "What house rules change",
            "Whole matches",
            "How this was made",
        ]

    def test_tells_every_rule_and_those_of_a_match_apart(self, page):
        items = [e for e in page.all("li") if e["text"].count(" = ") == 1]
        for option, sentence in load_rules("pitch", "holder", CHANGED).sentences().items():
            (item,) = [e for e in items if f"\n{option} = " in e["text"]]
            assert item["text"].startswith(sentence)
            assert (item["attrs"].get("class") == "changed") == (option in CHANGED)
        whole = page.all("main")[0]["text"]
        of_match = whole[whole.index("The match\n") : whole.index("The deal: exact odds")]
        assert {o for o in CHANGED | {"win_on": 0, "smudge": 0, "low_to": 0} if f"\n{o} = " in of_match} == {
            "target", "win_on", "smudge"
        }  # fmt: skip

    def test_shows_the_exact_odds(self, words):
        for text in (
            "the jack of trumps, which I do not hold, is in play 39.1 %",
            "my best trump is the king: it is High 60.9 %",
            "my least trump is the 4: it is Low 36.5 %",
            "36.92 trick points are in play on average",
            "18 in 46, 39.1 % at most",
        ):
            assert text in re.sub(r"(?<=[a-z])(?=\d\d\.\d %)", " ", words)

    def test_odds_are_told_for_every_number_of_players(self, page):
        table = cells(page, "The same by number of players")
        for players in range(2, 8):
            chance = {
                (r["event"], r["value"]): r.get("probability") for r in odds("pitch", None, {"players": players}).rows
            }
            shown = "".join(percent(chance["high", rank]) for rank in (13, 12, 11, 10))
            assert f"{percent(chance['jack', None])}{shown}" in table
        assert "4 (as here)" in table

    def test_the_numbers_in_sentences_are_those_of_the_rows(self, made, words):
        for position, who in (
            (1, "the first to act"),
            (2, "the second to act"),
            (3, "the third to act"),
            (4, "the dealer"),
        ):
            (net,) = rows_of(made, "simulate", metric="net", position=position)
            assert f"{who} {plus_minus(net, plus=True)}" in words
        for bid in (2, 3, 4):
            (won,) = rows_of(made, "simulate", metric=f"bid:{bid}")
            (kept,) = rows_of(made, "simulate", metric=f"made:{bid}")
            (no_jack,) = rows_of(made, "simulate", metric=f"set_no_jack:{bid}")
            assert f"{bid} in {percent_plus_minus(won)}" in words
            assert f"a bid of {bid} in {percent_plus_minus(kept)}" in words
            assert f"of {bid} in {percent_plus_minus(no_jack)}" in words
        (thrown,) = rows_of(made, "simulate", metric="outcome:thrown_in")
        assert f"{percent_plus_minus(thrown)} are thrown in" in words

    def test_the_table_of_bids_has_every_number_of_hands(self, made, page):
        table = cells(page, "Bids that win the auction")
        for bid in (2, 3, 4):
            (won,) = rows_of(made, "simulate", metric=f"bid:{bid}")
            (kept,) = rows_of(made, "simulate", metric=f"made:{bid}")
            (no_jack,) = rows_of(made, "simulate", metric=f"set_no_jack:{bid}")
            was_set = proportion(no_jack["n"], kept["n"]).to_dict()
            shares = f"{percent_plus_minus(kept)}{percent_plus_minus(was_set)}"
            assert f" {bid}{percent_plus_minus(won)}{kept['n']:,}{shares}{no_jack['n']:,}" in table
            assert f"{no_jack['n']:,}{percent_plus_minus(no_jack)} " in table

    def test_house_rules_are_told_in_words_with_their_price(self, page):
        tables = [e["text"].strip() for e in page.all("table") if "points that change hands" in e["text"]]
        assert [text.partition("\n")[0] for text in tables] == ["Rules that tables argue about", "Who sits down"]
        for sentence in (
            "Low scores for who takes it in a trick.",
            "The least bid is 3.",
            "To take a bid of 1, 2 or 3, the dealer has to bid more.",
            "If all others pass, the dealer must bid 2 or more.",
        ):
            assert sentence in tables[0]
        for sentence in ("3 players are at the table.", "Seats 0 and 2 play together against 1 and 3"):
            assert sentence in tables[1]
        (change,) = [e["text"] for e in page.all("tr") if "Low scores for who takes it in a trick." in e["text"]]
        assert "+" in change

    def test_options_of_a_match_are_not_tried(self, made):
        tried = {row["option"] for row in rows_of(made, "sweep")}
        assert tried == set(load_rules("pitch").option_names()) - registry.game("pitch").load_engine().match_options
        assert {c.keys["option"] for c in house_rules(load_rules("pitch")).corners} == tried

    def test_says_how_it_was_made(self, made, page, words):
        for part in ("tally", "sweep_tally", "rules_hash"):
            assert str(made.manifest[part]) in page.all("body")[0]["text"]
        assert made.command in words
        assert "simple: bids what its best suit can be expected to take" in words
        assert "hands for each house rule 500" in re.sub(r"rule(?=\d)", "rule ", words)


class TestEveryTable:
    @pytest.mark.parametrize("players", range(2, 8))
    def test_any_number_of_players(self, monkeypatch, players):
        text, found = small(monkeypatch, None, {"players": players})
        assert f"for {players} players: 300 simulated hands" in text
        positions = {row["position"] for row in rows_of(found, "simulate", metric="net") if row["position"]}
        assert positions == {*range(1, players + 1)}
        jack = 6 * (players - 1)
        assert f"{jack} in 46, {percent(jack / 46)} at most" in text

    @pytest.mark.parametrize("preset", PRESETS)
    def test_every_preset(self, monkeypatch, preset):
        text, found = small(monkeypatch, preset)
        assert f"the rules of the preset {preset} " in text
        assert found.manifest["rules_hash"] == load_rules("pitch", preset).hash

    def test_partners_are_told_as_sides(self, monkeypatch):
        text, found = small(monkeypatch, "partners", games=2000)
        (first,) = rows_of(found, "simulate", metric="net", position=1)
        shares = [rows_of(found, "simulate", metric="win", position=position)[0] for position in (2, 4)]
        wins = proportion(sum(row["estimate"] * row["n"] for row in shares), shares[0]["n"])
        assert 0.55 < wins.estimate < 0.7
        assert "for 4 players in two partnerships" in text
        assert f"the side that acts first {plus_minus(first, plus=True)} and the dealer’s side" in text
        assert f"the dealer’s side wins {percent_plus_minus(wins.to_dict())}; a hand that both win" in text
        assert "Each player plays for himself." in text
        assert not [row for row in rows_of(found, "sweep") if row["option"] == "players"]

    def test_sides_that_play_differently(self, monkeypatch):
        text, found = small(monkeypatch, "partners", policies=["simple", "random", "simple", "random"])
        (side,) = rows_of(found, "simulate", metric="side_win", seat=1)
        assert f"and seats 1 and 3 win {percent_plus_minus(side)}; a hand that both win" in text

    def test_players_who_play_differently(self, monkeypatch):
        text, found = small(monkeypatch, None, {"players": 3}, policies=["simple", "random", "simple:bold=100"])
        (net,) = rows_of(found, "simulate", metric="net", seat=1)
        assert "The seats play differently. Net points over all positions: seat 0 (simple)" in text
        assert f"seat 1 (random) {plus_minus(net, plus=True)}" in text
        assert "the hands on which simple, random and simple:bold=100 won with it" in text
        assert not [row for row in rows_of(found, "sweep") if row["option"] == "players"]
        assert "Who sits down" not in text

    def test_bids_that_nobody_made_have_no_share(self, monkeypatch):
        text, found = small(monkeypatch, None, {"min_bid": 3, "forced_bid": "dealer_min"})
        assert rows_of(found, "simulate", metric="made:1")[0]["n"] == 0
        assert "bids of 1 that are made" not in text
        assert "The bid that wins the auction is 3 in" in text
        assert "The pitcher makes a bid of 3 in" in text

    def test_where_all_may_pass_all_can_be_thrown_in(self, monkeypatch):
        stiff = ["simple:bold=0,steal=0"]
        text, found = small(monkeypatch, None, {"min_bid": 3, "forced_bid": "redeal"}, games=400, policies=stiff)
        (thrown,) = rows_of(found, "simulate", metric="outcome:thrown_in")
        assert thrown["estimate"] > 0.2
        assert f"{percent_plus_minus(thrown)} are thrown in." in text
        assert "had to bid on whatever cards" not in text
        assert "had to bid on whatever cards" in small(monkeypatch)[0]

    def test_warnings_stand_with_the_rules(self, monkeypatch):
        text, _ = small(monkeypatch, None, {"min_bid": 3})
        assert "Perhaps not meant: forced_bid: a dealer whom all others leave the bid may bid 2" in text

    @pytest.mark.parametrize("games", [1, 2])
    def test_few_hands_make_a_report_too(self, monkeypatch, games):
        text, _ = small(monkeypatch, games=games)
        assert not re.search(r"\bnan\b|\bNone\b", text)


class TestSameInputSamePage:
    def test_threads_change_nothing(self):
        one, two = (report("pitch", "bicycle", games=300, threads=threads) for threads in (1, 2))
        assert one.html == two.html

    def test_the_command_on_it_makes_it_again(self, monkeypatch):
        without_pictures(monkeypatch)
        made = report("pitch", "holder", CHANGED, games=300, policies=["simple:bold=50"])
        written = iter(shlex.split(made.command)[2:])
        game, options = next(written), list(zip(written, written, strict=True))
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

    def test_rows_are_flat_and_say_their_section(self, made):
        assert {row["section"] for row in made.rows} == {"odds", "simulate", "sweep", "match"}
        assert all(not isinstance(value, dict | list) for row in made.rows for value in row.values())
        json.dumps(made.to_dict(), allow_nan=False)

    def test_default_games_are_enough_for_a_twentieth_of_a_point(self, made):
        nets = [r for r in rows_of(made, "simulate", metric="net") if r["position"]]
        assert all(1.96 * row["se"] * (5000 / GAMES) ** 0.5 < 0.05 for row in nets)


def net_of(*bounds):
    """The rows of two players whose nets have the given intervals."""
    played = simulate("pitch", None, {"players": 2}, games=10)
    nets = {position: dict(zip(("low", "high"), pair, strict=True)) for position, pair in enumerate(bounds, 1)}
    for row in played.rows:
        if row["metric"] == "net" and row["position"]:
            row.update(nets[row["position"]], estimate=sum(nets[row["position"]].values()) / 2, n=777)
    return played


@pytest.mark.parametrize(
    ("bounds", "words"),
    [
        (((-2.0, -1.0), (1.0, 2.0)), "So it is better to deal than to act first."),
        (((1.0, 2.0), (-2.0, -1.0)), "So it is better to act first than to deal."),
        (((-1.0, 0.5), (0.0, 1.0)), "777 hands cannot tell whose seat is better."),
        (((0.5, 2.0), (0.0, 1.0)), "777 hands cannot tell whose seat is better."),
    ],
)
def test_a_seat_is_called_better_only_where_the_intervals_say_so(bounds, words):
    assert findings.pays(net_of(*bounds)).endswith(words)


@pytest.mark.parametrize("step", ["playing hands", "trying house rules"])
def test_ctrl_c_ends_the_report(step):
    def interrupt(told, done, _total):
        if told == step and done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        report("pitch", games=1200, progress=interrupt)


def test_a_game_under_its_own_name_is_called_once(page):
    assert Page(report("pitch", games=1).html).all("h1")[0]["text"] == "Auction pitch"
    assert page.all("h1")[0]["text"] == f"Auction pitch: {NASTY}"
