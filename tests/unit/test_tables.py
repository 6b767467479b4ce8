from __future__ import annotations

import pytest

from simcards import sheets, tables
from simcards.answers.knocking import knock_limits
from simcards.answers.odds import odds
from simcards.errors import InputError
from simcards.sheets import gin as gin_sheets
from simcards.sheets import pitch as pitch_sheets
from simcards.simulation import simulate


@pytest.fixture(scope="module")
def played():
    return simulate("gin", games=4000)


@pytest.fixture(scope="module")
def exact():
    return odds("gin", overrides={"hand_size": 4})


@pytest.fixture(scope="module")
def study():
    return knock_limits(overrides={"knock_limit": 2}, games=400)


@pytest.fixture(scope="module")
def five():
    return simulate("tonk", None, {"players": 5}, games=2000, policies=["simple"])


@pytest.fixture(scope="module")
def bid():
    return simulate("pitch", None, {"players": 5, "forced_bid": "redeal"}, games=2000)


class TestFrames:
    def test_each_estimate_has_its_error_interval_and_n(self, played, study):
        for frame in (tables.scores(played), tables.endings(played), tables.knock_limits(study, "one")):
            assert set(tables.ESTIMATE) <= set(frame.columns)
            known = frame[frame["low"].notna()]
            assert len(known) > 0
            assert (known["low"] <= known["estimate"]).all()
            assert (known["estimate"] <= known["high"]).all()

    def test_scores_are_by_seat_and_by_position(self, played):
        frame = tables.scores(played)
        assert len(frame) == 4 * len(tables.SCORES)
        assert frame["seat"].notna().sum() == frame["position"].notna().sum() == 2 * len(tables.SCORES)

    def test_endings_are_all_hands(self, played):
        frame = tables.endings(played)
        assert frame["hands"].sum() == 4000
        assert frame["estimate"].sum() == pytest.approx(1)
        turns = tables.row_of(played, "turns")["estimate"]
        assert (frame["hands"] * frame["turns"].fillna(0)).sum() / 4000 == pytest.approx(turns)

    def test_endings_by_turn_add_up_to_endings(self, played):
        by_turn = tables.endings_by_turn(played).groupby("outcome")["hands"].sum()
        assert by_turn.to_dict() == tables.endings(played).set_index("outcome")["hands"].to_dict()

    def test_over_by_turn_rises_to_all(self, played):
        frame = tables.over_by_turn(played)
        assert frame["hands"].is_monotonic_increasing
        assert frame["estimate"].iloc[-1] == 1
        half = tables.turn_by_which(played, 0.5)
        assert (
            frame.set_index("turns").loc[half, "estimate"] >= 0.5 > frame.set_index("turns").loc[half - 1, "estimate"]
        )

    def test_deadwood_is_a_distribution(self, exact):
        frame = tables.distribution(exact, "deadwood")
        assert frame["count"].sum() == frame["total"].iloc[0] == 270_725
        assert frame["at_most"].iloc[-1] == 1
        assert tables.events(exact).set_index("event").loc["gin", "count"] == frame["count"].iloc[0]

    def test_what_was_not_counted_is_refused(self, exact):
        with pytest.raises(InputError, match="no counts"):
            tables.endings(exact)


class TestSheets:
    def test_every_row_has_a_cell_for_each_column(self, played, exact, study):
        made = [
            sheets.positions(played),
            sheets.endings(played),
            sheets.endings_by_turn(played),
            sheets.odds(exact),
            sheets.dealt(exact),
            gin_sheets.knock_limits_alone(study),
            gin_sheets.knock_limits_both(study),
        ]
        for sheet in made:
            assert sheet is not None
            assert sheet.rows
            assert {len(row) for row in sheet.rows} == {len(sheet.columns)}
            assert all(cell for row in sheet.rows for cell in row)

    def test_seats_are_told_where_they_play_differently(self, played):
        mixed = simulate("gin", games=50, policies=["greedy", "simple"])
        names = [row[0] for row in sheets.positions(mixed).rows]
        assert names == ["first to act", "dealer", "seat 0: greedy", "seat 1: simple"]
        assert len(sheets.positions(played).rows) == 2

    def test_endings_that_never_came_are_left_out(self):
        always = simulate("gin", games=50, overrides={"knock_limit": 100, "big_gin_bonus": "none"})
        assert {row[0] for row in sheets.endings(always).rows} <= {"knock", "undercut", "gin", "all hands"}

    def test_deadwood_by_tens_adds_up(self, exact):
        counts = [int(row[2].replace(",", "")) for row in sheets.dealt(exact).rows]
        assert sum(counts) == 270_725
        assert sheets.dealt(exact).rows[-1][-1] == "100 %"

    def test_the_limit_of_now_is_marked_and_earns_nothing_by_symmetry(self, study):
        marked = [row for row in gin_sheets.knock_limits_alone(study).rows if "as now" in row[0]]
        assert [row[:2] for row in marked] == [("2 (as now)", "0 by symmetry")]

    def test_oklahoma_names_the_upcard(self):
        made = sheets.odds(odds("gin", "oklahoma", {"hand_size": 3}))
        assert "a dealt hand has at most the upcard’s points" in [row[0] for row in made.rows]


class TestTonk:
    def test_every_row_has_a_cell_for_each_column(self, five):
        exact = odds("tonk", "fifty_forty_nine", {"spades_bet": 1})
        for sheet in (
            sheets.positions(five),
            sheets.endings(five),
            sheets.endings_by_turn(five),
            sheets.odds(exact),
            sheets.dealt(exact),
        ):
            assert sheet.rows
            assert {len(row) for row in sheet.rows} == {len(sheet.columns)}
            assert all(cell for row in sheet.rows for cell in row)

    def test_positions_go_round_the_table(self, five):
        names = [row[0] for row in sheets.positions(five).rows]
        assert names == ["first to act", "second to act", "third to act", "fourth to act", "dealer"]

    def test_turns_are_told_by_rounds_and_deal_wins_before_them(self, five):
        sheet = sheets.endings_by_turn(five)
        assert [row[0] for row in sheet.rows][:3] == ["0", "1–5", "6–10"]
        assert sheet.note.startswith("Five turns are one of each player.")

    def test_odds_name_what_wins_and_spades_only_with_a_bet(self):
        told = [row[0] for row in sheets.odds(odds("tonk", "fifty_forty_nine", {"spades_bet": 1})).rows]
        assert "a dealt hand has 50 points, which pays 2 stakes" in told
        assert "a dealt hand has 49 points, which pays 2 stakes at the first turn" in told
        assert told[-13:][0] == "my best spade is the ace: it is the highest dealt"
        plain = [row[0] for row in sheets.odds(odds("tonk", "plain")).rows]
        assert not any("spade" in name or "pays" in name or "wins" in name for name in plain)

    def test_counts_by_tens_add_up(self):
        rows = sheets.dealt(odds("tonk")).rows
        assert sum(int(row[2].replace(",", "")) for row in rows) == 2_598_960
        assert rows[-1][0] == "50"


class TestPitch:
    def test_every_row_has_a_cell_for_each_column(self, bid):
        exact = odds("pitch")
        for sheet in (
            sheets.positions(bid),
            sheets.endings(bid),
            sheets.odds(exact),
            sheets.dealt(exact),
            sheets.dealt(tables.of_event(exact, "points")),
            pitch_sheets.bids(bid),
            pitch_sheets.by_players(5),
        ):
            assert sheet.rows
            assert {len(row) for row in sheet.rows} == {len(sheet.columns)}
            assert all(cell for row in sheet.rows for cell in row)

    def test_trumps_are_told_card_by_card(self):
        sheet = sheets.dealt(odds("pitch"))
        assert sheet.columns == ("cards", "chance", "hands", "this or less")
        assert [row[0] for row in sheet.rows] == [str(cards) for cards in range(7)]
        assert sum(int(row[2].replace(",", "")) for row in sheet.rows) == 20_358_520

    def test_trick_points_are_told_by_tens_of_all_deals(self):
        sheet = sheets.dealt(tables.of_event(odds("pitch", None, {"players": 7}), "points"))
        assert (sheet.caption, sheet.columns[:3]) == (
            "Number of trick points in play",
            ("trick points", "chance", "deals"),
        )
        assert sheet.rows[-1][0] == "80"
        assert sum(int(row[2].replace(",", "")) for row in sheet.rows) == 15_820_024_220

    def test_bids_are_all_hands_that_are_not_thrown_in(self, bid):
        frame, thrown = tables.bids(bid), tables.row_of(bid, "outcome:thrown_in")["estimate"]
        assert frame["hands"].sum() == pytest.approx(2000 * (1 - thrown))
        of_bid = frame.groupby("bid")["hands"].sum()
        assert {f"bid:{n}": hands / 2000 for n, hands in of_bid.items()} == {
            row["metric"]: row["estimate"] for row in bid.rows if row["metric"].startswith("bid:")
        }
        set_no_jack = frame[frame["end"] == "set_no_jack"].set_index("bid")["hands"]
        for n in range(1, 5):
            row = tables.row_of(bid, f"set_no_jack:{n}")
            assert set_no_jack[n] == pytest.approx((row["estimate"] or 0) * row["n"])

    @pytest.mark.parametrize(
        ("options", "lowest"),
        [
            ({}, 1),
            ({"min_bid": 2}, 2),
            ({"min_bid": 3}, 2),
            ({"min_bid": 3, "forced_bid": "dealer_min"}, 3),
            ({"min_bid": 3, "forced_bid": "redeal"}, 3),
        ],
    )
    def test_bids_that_no_rule_allows_are_left_out(self, options, lowest):
        forced = simulate("pitch", None, options, games=400, policies=["simple:bold=0,steal=0"])
        frame = tables.bids(forced)
        assert sorted(set(frame["bid"])) == list(range(lowest, 5))
        thrown_in = tables.row_of(forced, "outcome:thrown_in")["estimate"]
        assert frame["hands"].sum() == pytest.approx(400 * (1 - thrown_in))
        assert frame[frame["bid"] == lowest]["hands"].sum() > 0

    def test_all_bids_together_are_certain_but_where_all_may_pass(self, bid):
        assert "±" in pitch_sheets.bids(bid).rows[-1][1]
        assert pitch_sheets.bids(simulate("pitch", games=50)).rows[-1][:2] == ("any", "100 %")

    def test_this_table_is_marked_among_the_numbers_of_players(self):
        assert [row[0] for row in pitch_sheets.by_players(3).rows] == ["2", "3 (as here)", "4", "5", "6", "7"]
