from __future__ import annotations

import re
import sys
from xml.etree import ElementTree as ET

import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.container import BarContainer, ErrorbarContainer

from simcards import registry
from simcards.answers.chart import chart
from simcards.answers.knocking import knock_limits
from simcards.answers.odds import odds
from simcards.answers.sweeping import sweep
from simcards.answers.swings import QUANTILES, swings
from simcards.errors import InputError
from simcards.formats import percent
from simcards.plots import PICTURES, plot
from simcards.plots import charts as chart_pictures
from simcards.plots.endings import looks
from simcards.plots.look import NARROW, WIDE
from simcards.registry import games
from simcards.reports.captions import CAPTIONS, caption
from simcards.reports.gin.captions import knock_limits as limits_caption
from simcards.reports.svg import inline_svg, to_svg
from simcards.result import Result
from simcards.rules import load_rules
from simcards.simulation import simulate
from simcards.tables import of_event
from tests.charts import chart_result


@pytest.fixture(scope="module")
def results():
    return {
        "odds": odds("gin", overrides={"hand_size": 5}),
        "simulate": simulate("gin", games=3000, policies=["greedy", "simple"]),
        "knock_limits": knock_limits(overrides={"knock_limit": 3}, games=300),
        "chart": chart("gin", "knock", games=3000),
        "swings": swings(simulate("tonk", games=3000, policies=["simple"]), 40, 9),
        "sweep": sweep("gin", vary={"undercut_bonus": [10, 20]}, games=3000),
    }


def words_of(figure):
    texts = [
        figure.get_supxlabel(),
        *(t for axes in figure.axes for t in (axes.get_title(loc="left"), axes.get_ylabel())),
    ]
    return " ".join(texts).replace("\n", " ").replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("shape", [WIDE, NARROW])
@pytest.mark.parametrize("command", PICTURES)
def test_every_picture_says_its_opponents_and_its_number(results, command, shape):
    words = words_of(plot(results[command], shape)).replace("The other", "the other")
    said = {
        "odds": ["no opponent is assumed", "all 2,598,960 hands"],
        "simulate": ["Seat 0 plays greedy, seat 1 simple", "3,000 hands", "95 % intervals"],
        "knock_limits": ["the other plays greedy", "300 hands for each limit", "95 % intervals"],
        "chart": ["other plays greedy", "3,000 hands", "hold together at 95 %", "undecided"],
        "swings": ["All seats play simple", "3,000 simulated hands", "95 % intervals", "position 3 at first"],
        "sweep": ["All seats play greedy", "3,000 hands under each rule set", "95 % intervals"],
    }
    for part in said[command]:
        assert part in words


def test_estimates_have_whiskers(results):
    for command in ("simulate", "knock_limits", "swings"):
        for axes in plot(results[command]).axes:
            assert any(isinstance(drawn, ErrorbarContainer) for drawn in axes.containers)


def test_bars_are_the_shares(results):
    (axes,) = plot(results["odds"]).axes
    bars = [bar for drawn in axes.containers if isinstance(drawn, BarContainer) for bar in drawn]
    assert sum(bar.get_height() for bar in bars) == pytest.approx(100)


@pytest.mark.parametrize("game", games())
def test_endings_differ_in_colour_and_in_hatch(game):
    drawn = looks(game)
    assert set(drawn) == set(registry.game(game).outcomes)
    assert len({colour for colour, _ in drawn.values()}) == len({hatch for _, hatch in drawn.values()}) == len(drawn)


class TestAnyTable:
    @pytest.mark.parametrize("shape", [WIDE, NARROW])
    @pytest.mark.parametrize(
        ("players", "policies", "who"),
        [
            (2, ["simple"], "Both players play simple"),
            (6, ["cautious"], "All 6 players play cautious"),
            (3, ["simple", "random", "cautious"], "Seat 0 plays simple, seat 1 random, seat 2 cautious"),
        ],
    )
    def test_endings_of_tonk(self, players, policies, who, shape):
        figure = plot(simulate("tonk", None, {"players": players}, games=300, policies=policies), shape)
        for part in (who, "300 hands", "95 % intervals"):
            assert part in words_of(figure)
        assert figure.axes[0].get_xlabel().endswith("players together")

    @pytest.mark.parametrize(
        ("rules", "parts"),
        [
            ("plain", ["wins nothing: 100 %"]),
            ("low_hands", ["wins nothing: 99.3 %", "wins at the deal: 0.672 %"]),
            (
                "fifty_forty_nine",
                ["wins nothing: 99.6 %", "wins at the deal: 0.168 %", "wins at the first turn: 0.280 %"],
            ),
        ],
    )
    def test_odds_of_tonk_set_deal_wins_apart(self, rules, parts):
        figure = plot(odds("tonk", rules))
        (axes,) = figure.axes
        assert [text.get_text() for text in axes.get_legend().get_texts()] == parts
        bars = [bar for drawn in axes.containers if isinstance(drawn, BarContainer) for bar in drawn]
        assert sum(bar.get_height() for bar in bars) == pytest.approx(100)
        assert "all 2,598,960 hands of 5 cards" in words_of(figure)


class TestPitch:
    @pytest.mark.parametrize("shape", [WIDE, NARROW])
    def test_odds_are_of_the_cards_of_a_suit(self, shape):
        figure = plot(odds("pitch"), shape)
        (axes,) = figure.axes
        assert axes.get_title(loc="left") == "Number of cards of one suit in a hand"
        assert axes.get_xlabel() == "cards of the suit"
        assert [text.get_text() for text in axes.get_legend().get_texts()] == [
            "two or fewer: 84.3 %", "three or more: 15.7 %"
        ]  # fmt: skip
        assert "all 20,358,520 hands of 6 cards" in words_of(figure)

    @pytest.mark.parametrize(
        ("players", "sets"), [(4, "4.26 × 10^14 sets of 24 cards"), (2, "206,379,406,870 sets of 12")]
    )
    def test_trick_points_are_those_of_all_players(self, players, sets):
        figure = plot(of_event(odds("pitch", None, {"players": players}), "points"))
        (axes,) = figure.axes
        assert axes.get_title(loc="left") == "Number of trick points in play"
        assert axes.get_xlabel() == "trick points of all cards dealt"
        assert axes.get_legend() is None
        assert f"all {sets}" in words_of(figure)
        bars = [bar for drawn in axes.containers if isinstance(drawn, BarContainer) for bar in drawn]
        assert sum(bar.get_height() for bar in bars) == pytest.approx(100)
        assert len(bars) == len(of_event(odds("pitch", None, {"players": players}), "points").rows) - 1

    @pytest.mark.parametrize("shape", [WIDE, NARROW])
    @pytest.mark.parametrize("command", ["odds", "simulate"])
    def test_legends_hide_nothing(self, command, shape):
        figure = plot(odds("pitch") if command == "odds" else simulate("pitch", games=900), shape)
        FigureCanvasAgg(figure).draw()
        axes = figure.axes[-1]
        legend = axes.get_legend().get_window_extent()
        drawn = [bar for part in axes.containers if isinstance(part, BarContainer) for bar in part if bar.get_height()]
        assert drawn
        for thing in (*drawn, *axes.texts):
            assert not legend.overlaps(thing.get_window_extent()), thing

    def test_captions_say_what_is_counted(self):
        exact = odds("pitch")
        trumps, points = caption(exact), caption(of_event(exact, "points"))
        assert trumps.title == "Chance of each number of cards of one suit in a hand"
        assert "16.0 % for 0 cards, highest for 1 with 36.8 %" in trumps.description
        assert "The mean is 1.50 cards." in trumps.description
        assert points.title == "Chance of each number of trick points in play"
        assert points.description.endswith("The mean is 36.92 trick points.")

    @pytest.mark.parametrize("shape", [WIDE, NARROW])
    @pytest.mark.parametrize(
        ("players", "policies", "who"),
        [
            (2, ["simple"], "Both players play simple"),
            (3, ["simple", "random", "simple"], "seat 1 random, seat 2 simple"),
        ],
    )
    def test_bids_stand_in_place_of_endings(self, players, policies, who, shape):
        played = simulate("pitch", None, {"players": players}, games=900, policies=policies)
        figure = plot(played, shape)
        wins, becomes = figure.axes
        for part in (who, "900 hands", "95 % intervals"):
            assert part in words_of(figure)
        shares = {row["metric"]: row["estimate"] for row in played.rows}
        heights = [bar.get_height() for bar in next(c for c in wins.containers if isinstance(c, BarContainer))]
        assert heights == pytest.approx([100 * shares[f"bid:{bid}"] for bid in range(1, 5)])
        made, *_ = (c for c in becomes.containers if isinstance(c, BarContainer))
        assert [bar.get_height() for bar in made] == pytest.approx(
            [100 * shares[f"made:{bid}"] for bid in range(1, 5) if shares[f"bid:{bid}"]]
        )
        for axes in figure.axes:
            assert any(isinstance(drawn, ErrorbarContainer) for drawn in axes.containers)
        assert "How often each bid wins" in caption(played).title
        assert who in caption(played).description
        won, kept = percent(shares["bid:2"]), percent(shares["made:2"])
        assert f"2 wins {won} of the auctions and is made in {kept}" in caption(played).description

    def test_what_becomes_of_a_bid_adds_up_and_its_hands_stand_below(self):
        played = simulate("pitch", games=900)
        becomes = plot(played).axes[1]
        parts = [c for c in becomes.containers if isinstance(c, BarContainer)]
        tops = [bar.get_y() + bar.get_height() for bar in parts[-1]]
        assert tops == pytest.approx([100] * len(tops))
        assert len({bar[0].get_facecolor() for bar in parts}) == len({bar[0].get_hatch() for bar in parts}) == 3
        numbers = [label.get_text().split("\n") for label in becomes.get_xticklabels()]
        assert [bid for bid, _ in numbers] == ["1", "2", "3", "4"]
        assert sum(int(hands) for _, hands in numbers) == 900


def test_lines_of_limits_differ_in_more_than_colour(results):
    drawn = plot(results["knock_limits"]).axes[1].containers
    assert len({(line.get_marker(), line.get_linestyle()) for line, *_ in drawn}) == len(drawn) == 4


class TestCharts:
    GRID = "KKKKK\n....r\n?~...\nKKK?."

    def cells(self, figure):
        """Return the words in the cells by (row, turn)."""
        return {(round(t.get_position()[1]), round(t.get_position()[0])): t.get_text() for t in figure.axes[0].texts}

    def test_cells_say_their_verdict_and_d(self):
        said = self.cells(plot(chart_result(self.GRID)))
        assert [said[row, 1] for row in range(4)] == ["gin", "−3.0", "+0.5?", "+2.0"]
        assert said[2, 2] == "0.0"

    def test_a_narrow_one_says_them_by_signs(self):
        said = self.cells(plot(chart_result(self.GRID), NARROW))
        assert [said.get((row, 1), "") for row in range(4)] == ["G", "", "?", "K"]
        assert said[2, 2] == "~"

    def test_mixed_cells_say_how_often(self):
        figure = plot(chart_result(self.GRID, "equilibrium", p={(2, 1): 0.4}))
        assert self.cells(figure)[2, 1] == "40%"
        assert "Percentages: knock so often" in words_of(figure)
        assert "Percentages" not in words_of(plot(chart_result(self.GRID, "equilibrium")))

    def test_verdicts_differ_in_more_than_colour(self):
        looks = {(look["facecolor"], look.get("hatch")) for look in chart_pictures.LOOKS.values()}
        assert len(looks) == len(chart_pictures.LOOKS)
        (legend,) = [axes.get_legend() for axes in plot(chart_result(self.GRID)).axes]
        assert [text.get_text() for text in legend.get_texts()] == ["knock", "wait", "either", "undecided"]

    def test_cells_that_nobody_gets_to_and_the_tail_are_empty(self):
        said = self.cells(plot(chart_result("KKKK\n ..r\n...r" + "\n...." * 20)))
        assert (1, 1) not in said
        assert (2, 4) in said
        assert max(turn for _, turn in self.cells(plot(chart_result("KKK\n...rr")))) == 3

    def test_a_taller_chart_is_a_taller_picture(self):
        low, high = (plot(chart_result("\n".join(["KK"] * rows))).get_figheight() for rows in (4, 30))
        assert high - low == pytest.approx(26 * chart_pictures.ROW)


class TestSwings:
    def test_bands_are_quantiles_and_the_line_the_median(self, results):
        fan, _ = plot(results["swings"]).axes
        last = [line.get_ydata()[-1] for line in fan.lines if len(line.get_xdata()) > 2][:7]
        rows = {row["metric"]: row["estimate"] for row in results["swings"].rows if row["hands"] == 40}
        assert sorted(last) == [rows[f"session_quantile:{q}"] for q in QUANTILES]

    def test_the_curve_falls_from_certainty_and_marks_what_to_bring(self, results):
        _, purses = plot(results["swings"]).axes
        chances = purses.lines[0].get_ydata()
        assert chances[0] == 100
        assert chances[-1] < 1
        bring = next(row["estimate"] for row in results["swings"].rows if row["metric"] == "bring")
        assert [text.get_text() for text in purses.texts] == [f"{bring} to bring\nfor 5 %"]
        assert chances[bring] <= 5 < chances[bring - 1]

    @pytest.mark.parametrize(("hands", "purse"), [(1, None), (3, 10**6), (400, 1)])
    def test_any_session_can_be_drawn(self, hands, purse):
        played = simulate("tonk", games=600, policies=["simple", "random", "random"])
        words = words_of(plot(swings(played, hands, purse)))
        assert "Seats 0 to 2 play simple, random, random" in words
        assert f"Lost within {hands} hand" in words


def test_a_result_shows_itself(results):
    assert results["simulate"].plot().axes


def test_what_has_no_picture_is_refused():
    with pytest.raises(InputError, match="no picture of 'melds'"):
        plot(Result(command="melds", rules=load_rules("gin"), rows=[]))


def test_pyplot_is_left_alone(results):
    plot(results["odds"])
    assert "matplotlib.pyplot" not in sys.modules


def test_one_hand_can_be_drawn():
    assert plot(simulate("gin", games=1)).axes


class TestSvg:
    def test_is_the_same_bytes_each_time(self, results):
        for result in results.values():
            assert to_svg(plot(result), "a") == to_svg(plot(result), "a")

    def test_has_no_date(self, results):
        assert "date" not in to_svg(plot(results["odds"]), "a").lower().replace("updated", "")

    @pytest.fixture
    def pieces(self, results):
        captions = {**CAPTIONS, "knock_limits": limits_caption}
        return {
            command: inline_svg(plot(result), command, *captions[command](result)[:2])
            for command, result in results.items()
        }

    def test_inline_it_is_well_formed_and_named(self, pieces):
        for text in pieces.values():
            root = ET.fromstring(text)
            title, description = root[0], root[1]
            assert (title.tag, description.tag) == ("title", "desc")
            assert root.attrib["aria-labelledby"].split() == [title.attrib["id"], description.attrib["id"]]
            assert root.attrib["role"] == "img"
            assert len(title.text) > 10
            assert len(description.text) > 80
            assert "width" not in root.attrib

    def test_inline_it_has_no_styles_and_asks_for_nothing(self, pieces):
        for text in pieces.values():
            assert "style" not in text
            assert not re.search(r"https?:|<image|<script|<foreignObject|@import", text)

    def test_inline_every_id_is_its_own_and_every_reference_meets_one(self, pieces):
        ids = [name for text in pieces.values() for name in re.findall(r' id="([^"]*)"', text)]
        assert len(ids) == len(set(ids))
        for command, text in pieces.items():
            referred = re.findall(r'href="#([^"]*)"|url\(#([^)]*)\)', text)
            assert referred
            for pair in referred:
                assert "".join(pair) in ids
                assert "".join(pair).startswith(command)

    def test_titles_are_escaped(self, results):
        text = inline_svg(plot(results["odds"]), "x", "<b>", 'a & "b" {0}')
        root = ET.fromstring(text)
        assert (root[0].text, root[1].text) == ("<b>", 'a & "b" {0}')
