from __future__ import annotations

import itertools
from importlib import import_module

import pytest

import simcards
from simcards import registry
from simcards.answers.grid import NO_EFFECT, grid_of, label, written
from simcards.answers.sweeping import FOR_ONE_SEAT, sweep
from simcards.answers.varying import MOST_CORNERS, split_values
from simcards.errors import InputError, RulesError
from simcards.formats import MINUS
from simcards.plots import plot
from simcards.plots.look import NARROW, WIDE
from simcards.plots.sweeps import MOST
from simcards.rules import load_rules
from tests.sweeps import corners, rows_of

GAMES = pytest.mark.parametrize("game", registry.games())


class TestGrid:
    def test_corners_are_in_order_the_last_option_changing_fastest(self):
        result = sweep("gin", vary=["layoff=true,false", "undercut_bonus=20,10"], games=100)
        assert corners(result, "layoff", "undercut_bonus") == [(True, 20), (True, 10), (False, 20), (False, 10)]
        assert result.extra["varied"] == {"layoff": [True, False], "undercut_bonus": [20, 10]}

    def test_a_mapping_and_texts_say_the_same(self):
        said = sweep("tonk", vary={"deal_wins": [[], [{"min": 50, "max": 50, "pays": 2}]]}, games=100)
        text = sweep("tonk", vary="deal_wins=[],[{min=50,max=50,pays=2}]", games=100)
        assert said.rows == text.rows
        assert corners(text, "deal_wins") == [("[]",), ('[{min=50,max=50,pays=2,when="deal"}]',)]

    @GAMES
    def test_what_rows_say_can_be_varied_again(self, game):
        base = load_rules(game)
        for option in base.option_names():
            values = [load_rules(game, None, {option: value}).options()[option] for value in base.usual(option)]
            if values and option != "players":
                texts = [str(told).lower() if isinstance(told, bool) else told for told in map(written, values)]
                grid = grid_of(game, None, (), [f"{option}={','.join(map(str, texts))}"])
                assert [corner.rules.options()[option] for corner in grid.corners] == values

    @pytest.mark.parametrize(
        ("text", "pieces"),
        [
            ("1", ["1"]),
            (" a , b ", ["a", "b"]),
            ("[], [{min=50, max=50, pays=2}],x", ["[]", "[{min=50, max=50, pays=2}]", "x"]),
            ('\'a,b\',"c,\\",d",e', ["'a,b'", '"c,\\",d"', "e"]),
            ("a,,b,", ["a", "", "b", ""]),
            ("],1", ["]", "1"]),
            ("[1,2", ["[1,2"]),
        ],
    )
    def test_commas_within_brackets_and_quotes_do_not_separate(self, text, pieces):
        assert split_values(text) == pieces

    def test_whole_rule_sets(self, tmp_path):
        ours = tmp_path / "ours, too.toml"
        ours.write_text('game = "tonk"\npreset = "texas"\nhit_freeze = 0\n')
        result = sweep("tonk", overrides={"tonk_pays": 3}, vary=[f"rules=texas,'{ours}'", "players=2,3"], games=100)
        assert corners(result, "rules", "players") == [("texas", 2), ("texas", 3), (str(ours), 2), (str(ours), 3)]
        assert result.rules.options() == load_rules("tonk", "texas", {"tonk_pays": 3}).options()
        assert result.extra["base"]["corner"] == {"rules": "texas", "players": 3}

    def test_rules_that_are_given_are_what_rule_sets_are_compared_with(self):
        result = sweep("tonk", "pagat", vary={"rules": ["texas"]}, games=100)
        assert (result.rules.preset, result.extra["base"]["corner"]) == ("pagat", None)
        given = sweep("tonk", load_rules("tonk", "speno"), vary={"hit_freeze": [0]}, games=100)
        assert given.rules == load_rules("tonk", "speno")

    @pytest.mark.parametrize(
        ("keys", "told"),
        [
            ({"hit_freeze": 0, "upcard": False}, "hit_freeze=0, upcard=false"),
            ({"option": "deal_wins", "value": '[{min=49,max=50,pays=2,when="deal"}]'}, "deal_wins=[{49,50,2,deal}]"),
            ({"rules": "x" * 90}, f"rules={'x' * 59}…"),
        ],
    )
    def test_labels(self, keys, told):
        assert label(keys) == told

    def test_another_number_of_players_is_compared_in_what_both_have(self):
        result = sweep("tonk", vary={"players": [2, 4]}, games=300)
        assert {row["seat"] for row in result.rows if row["players"] == 2} == {None, 0, 1}
        for row in rows_of(result, "net", players=4):
            both = (row["seat"] or 0) < 3 and (row["position"] or 1) <= 3
            assert (row["difference"] is not None) == both
            assert row["estimate"] is not None


@pytest.fixture(scope="module")
def tonk():
    return sweep("tonk", vary="all", games=2000)


class TestAll:
    def test_every_option_is_tried_at_its_other_usual_values(self, tonk):
        base = load_rules("tonk")
        tried = [(option, base.usual(option)) for option in base.option_names()]
        left = [skipped["option"] for skipped in tonk.extra["skipped"]]
        assert len(corners(tonk, "option", "value")) + len(left) == sum(len(values) for _, values in tried)
        assert {row["option"] for row in tonk.rows} | set(left) == {option for option, values in tried if values}

    def test_the_largest_change_comes_first(self, tonk):
        sizes = []
        for _, rows in itertools.groupby(tonk.rows, lambda row: (row["option"], row["value"])):
            main = [r for r in rows if r["metric"] == "moved" or (r["metric"] == "net" and r["position"] == 1)]
            sizes.append(max(abs(row["difference"]) for row in main))
        assert sizes == sorted(sizes, reverse=True)

    def test_names_the_rule_that_matters_most(self, tonk):
        most = tonk.extra["matters_most"]
        assert (most["option"], most["value"], most["metric"]) == ("drop_timing", "never", "moved")
        assert (most["shown"], most["rule"]) == (True, "Nobody may drop.")
        (row,) = rows_of(tonk, "moved", option="drop_timing", value="never")
        assert (most["difference"], most["difference_low"]) == (row["difference"], row["difference_low"])

    def test_says_what_cannot_be_told_from_nothing(self, tonk):
        undecided, unchanged = tonk.extra["undecided"], tonk.extra["unchanged"]
        assert "deal_win_tie=split" in undecided
        assert "tonk_pays=3" not in undecided
        assert set(unchanged) <= set(undecided)

    def test_intervals_of_the_main_figures_hold_together(self, tonk):
        alone = sweep("tonk", vary={"tonk_pays": [3]}, games=2000)
        assert tonk.extra["comparisons"] == 2 * len(corners(tonk, "option", "value"))
        for metric, position, wider in (("moved", None, 1.5), ("net", 1, 1.5), ("turns", None, 1), ("net", 2, 1)):
            (one,) = rows_of(alone, metric, seat=None, position=position)
            (many,) = rows_of(tonk, metric, seat=None, position=position, option="tonk_pays", value=3)
            assert (many["difference"], many["difference_se"]) == (one["difference"], one["difference_se"])
            widths = [row["difference_high"] - row["difference_low"] for row in (many, one)]
            assert widths[0] > wider * widths[1] if wider > 1 else widths[0] == widths[1]

    @pytest.mark.parametrize(
        ("game", "options"),
        [
            ("gin", {"next_dealer", "target", "game_bonus", "box_bonus", "shutout_double", "hollywood"}),
            ("gin3", {"target", "game_bonus", "box_bonus", "shutout_double"}),
            ("pitch", {"target", "win_on", "smudge"}),
        ],
    )
    def test_options_of_a_match_change_no_hand(self, game, options):
        result = sweep(game, vary="all", games=200)
        left = {skipped["option"] for skipped in result.extra["skipped"] if skipped["why"] == NO_EFFECT}
        assert left == options
        assert not left & {row["option"] for row in result.rows}
        played = sweep(game, vary={option: [result.rules.usual(option)[-1]] for option in sorted(options)}, games=200)
        assert {row["difference"] for row in played.rows} <= {0, None}

    def test_options_without_effect_on_a_hand_are_played_all_the_same(self):
        assert "oklahoma_ace_gin=false" in sweep("gin", vary="all", games=200).extra["unchanged"]

    def test_what_cannot_be_played_is_skipped_and_named(self):
        result = sweep("tonk", overrides={"players": 6}, vary="all", games=100)
        (why,) = [
            skip["why"] for skip in result.extra["skipped"] if (skip["option"], skip["value"]) == ("cards_dealt", 9)
        ]
        assert why.startswith("players = 6, cards_dealt = 9 and upcard = true: 6 hands of 9")

    def test_policies_seat_by_seat_keep_their_seats(self):
        result = sweep("tonk", vary="all", policies=["simple", "simple", "cautious"], games=100)
        left = [(skip["option"], skip["value"]) for skip in result.extra["skipped"] if skip["why"] == FOR_ONE_SEAT]
        assert left == [("players", 2), ("players", 4)]
        assert result.extra["main"] == {"metric": "net", "seat": 0, "position": None}

    def test_of_very_few_hands_nothing_is_said_to_matter(self):
        result = sweep("tonk", overrides={"players": 2}, vary="all", games=2)
        assert result.extra["matters_most"] is None


SWEEPING = import_module("simcards.answers.sweeping")


@pytest.mark.parametrize(
    ("game", "vary", "told"),
    [
        ("tonk", "hit_frezze=1", "'hit_frezze'; allowed: an option of tonk, rules or all. Did you mean 'hit_freeze'?"),
        ("tonk", {"name": ["x"]}, "--vary was given 'name'; allowed: players, cards_dealt"),
        (
            "tonk",
            "hit_freeze=11",
            "The corner hit_freeze=11 cannot be played: hit_freeze: was given 11; allowed:",
        ),
        ("tonk", "upcard=perhaps", "upcard: was given 'perhaps'; allowed: true or false."),
        (
            "tonk",
            ["players=5,6", "cards_dealt=5,9"],
            "The corner players=6, cards_dealt=9 cannot be played: players =",
        ),
        ("gin", "players=2,3,4", "The corner players=3 cannot be played: players: was given 3; allowed: only 2."),
        ("gin", ["gin_bonus=1001", "layoff=true,false"], "gin_bonus=1001, layoff=true (and 1 more) cannot be played"),
        ("tonk", ["hit_freeze=1", "hit_freeze=2"], "'hit_freeze' twice; give all its values at once."),
        ("tonk", "hit_freeze=1,1", "--vary was given hit_freeze=1 twice; allowed: each value once."),
        ("tonk", "hit_freeze=", "allowed: a value between any two commas"),
        ("tonk", "hit_freeze=1,,2", "allowed: a value between any two commas"),
        ("tonk", "hit_freeze", "allowed: option=value,value, as in cards_dealt=…"),
        ("tonk", "al", "Did you mean 'all'?"),
        ("tonk", "hit_freeze=[1", "'hit_freeze=[1': this is not TOML"),
        ("tonk", {}, "--vary was not given; allowed: option=value,value, rules=…, or all."),
        ("tonk", [], "--vary was not given"),
        ("tonk", {"hit_freeze": []}, "hit_freeze with no list of values; allowed: one value or more."),
        ("tonk", {"hit_freeze": 1}, "hit_freeze with no list of values"),
        ("tonk", {"ace_runs": "low"}, "ace_runs with no list of values"),
        ("tonk", ["all", "upcard=true"], "'all' and more; allowed: 'all' alone"),
        ("tonk", ["tonk_pays=" + ",".join(map(str, range(101))), "out_pays=0,1,2,3,4,5,6,7,8,9"], "1,010 rule sets"),
        ("tonk", "rules=texas,txas", "corner rules=txas cannot be played: rules: was given 'txas'"),
        ("tonk", "rules=nowhere.toml", "nowhere.toml: there is no such file."),
        ("whist", "all", "Unknown game 'whist'"),
    ],
)
def test_wrong_input_is_refused_before_anything_is_played(monkeypatch, game, vary, told):
    monkeypatch.setattr(SWEEPING, "play_rounds", lambda *_: pytest.fail("played"))
    with pytest.raises(InputError) as refused:
        sweep(game, vary=vary)
    assert told in str(refused.value)
    assert len(str(refused.value)) < 700


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"games": 0}, "--games was given 0"),
        ({"seed": -1}, "--seed was given -1"),
        ({"threads": 0}, "--threads was given 0"),
        ({"policies": ["smple"]}, "Did you mean 'simple'?"),
        ({"policies": ["simple"] * 4}, "--policy was given 4 times"),
        ({"policies": ["simple"] * 3}, "The corner players=2 cannot be played: --policy was given 3 times"),
        ({"rules": "txas"}, "Did you mean 'texas'?"),
        ({"overrides": ["hit_freeze=12"]}, "hit_freeze: was given 12"),
    ],
)
def test_options_out_of_range_are_refused(options, told):
    with pytest.raises(InputError) as refused:
        sweep("tonk", vary={"players": [2, 3]}, **options)
    assert told in str(refused.value)


def test_many_faulty_corners_are_told_briefly():
    with pytest.raises(RulesError) as refused:
        sweep("tonk", vary={"hit_freeze": list(range(11, 500))})
    assert len(refused.value.faults) == 6
    assert refused.value.faults[-1] == "Others cannot be played for 484 reasons more."
    assert MOST_CORNERS == 1000


@pytest.fixture(scope="module")
def result():
    return simcards.sweep("tonk", vary={"hit_freeze": [0, 1]}, games=300)


class TestResult:
    def test_rows_are_flat_and_whole(self, result):
        columns = ["hit_freeze", "metric", "seat", "position", "estimate", "se", "low", "high", "n"]
        assert list(result.table) == [
            *columns,
            "difference",
            "difference_se",
            "difference_low",
            "difference_high",
        ]
        assert not [row for row in result.rows if any(isinstance(value, list | dict) for value in row.values())]
        assert (result.command, result.games, result.policies) == ("sweep", 300, ["simple"] * 3)
        assert result.extra.keys() == {"stream", "base", "varied", "main", "comparisons", "skipped", "interrupted"}

    @pytest.mark.parametrize("shape", [WIDE, NARROW])
    def test_has_a_picture(self, result, shape):
        figure = plot(result, shape)
        words = figure.get_supxlabel().replace("\n", " ").replace("\N{NO-BREAK SPACE}", " ")
        for part in ("All seats play simple", "300 hands under each rule set", "95 % intervals", "Tonk (Wikipedia)"):
            assert part in words
        assert [axes.get_title(loc="left") for axes in figure.axes] == ["What changes hands", "Net of the first to act"]
        assert [tick.get_text() for tick in figure.axes[0].get_yticklabels()] == ["hit_freeze=0", "hit_freeze=1"]
        assert MINUS not in words

    def test_a_picture_of_all_shows_the_largest_changes(self, tonk):
        figure = tonk.plot()
        assert len(figure.axes[0].get_yticklabels()) == MOST
        assert f"The first {MOST} of" in figure.get_supxlabel().replace("\n", " ")
        assert "hold together" in figure.get_supxlabel().replace("\n", " ")

    def test_one_hand_can_be_drawn(self):
        assert simcards.sweep("gin", vary={"layoff": [True]}, games=1).plot().axes
