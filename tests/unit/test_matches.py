"""What is told of whole matches: tables, picture, words; and counts of matches that cannot be."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from matplotlib.container import BarContainer, ErrorbarContainer
from matplotlib.figure import Figure

from simcards import registry
from simcards.counts import Counts
from simcards.errors import InputError
from simcards.formats import percent_plus_minus, plus_minus
from simcards.kernels.matches import SUMS, WIN_UNIT, End, add_sum
from simcards.matches import check_sums, hands_of
from simcards.plots import plot
from simcards.plots.look import NARROW, WIDE, Shape
from simcards.reports import matches as reported
from simcards.reports.blocks import Heading, Text
from simcards.reports.captions import lengths
from simcards.result import Result
from simcards.sheets import matches as sheets
from simcards.simulation import simulate
from tests.page import without_pictures

CASES: dict[str, tuple[str, dict[str, Any], list[str]]] = {
    "alike": ("gin", {}, ["greedy"]),
    "by seat": ("gin", {}, ["greedy", "simple"]),
    "tied": ("gin", {"preset": "web", "hollywood": True, "target": 5}, ["greedy"]),
    "partners": ("pitch", {"preset": "partners"}, ["simple", "random", "simple", "random"]),
    "four": ("pitch", {}, ["simple"]),
    "roles": ("gin3", {"target": 30}, ["greedy", "simple"]),
    "no chain": ("gin3", {"target": 126}, ["greedy"]),
    "nobody": ("pitch", {"players": 3, "target": 100}, ["random"]),
    "nobody, roles": ("gin3", {"target": 30, "knock_limit": 0, "stock_floor": 10}, ["random"]),
}
ANY = pytest.mark.parametrize("case", CASES)
DECIDED = pytest.mark.parametrize("case", [case for case in CASES if not case.startswith("nobody")])
SHAPES = pytest.mark.parametrize("shape", [WIDE, NARROW])


def played(case: str, games: int = 300) -> Result:
    game, rules, policies = CASES[case]
    few = min(games, 2) if case.startswith("nobody") else games
    return simulate(game, rules, policies=policies, games=few, seed=1, match=True)


def row(result: Result, metric: str, **keys: Any) -> dict[str, Any]:
    [found] = [one for one in result.rows if one["metric"] == metric and all(one[k] == v for k, v in keys.items())]
    return found


def said(figure: Figure) -> str:
    return figure.get_supxlabel().replace("\n", " ").replace("\N{NO-BREAK SPACE}", " ")


class TestTables:
    def test_who_wins_is_told_by_place_then_by_seat_then_by_side(self) -> None:
        names = {
            "alike": ["first to act", "dealer"],
            "by seat": ["first to act", "dealer", "seat 0: greedy", "seat 1: simple"],
            "roles": ["box", "captain", "out"],
            "four": ["first to act", "second to act", "third to act", "dealer"],
        }
        for case, told in names.items():
            assert [name for name, *_ in sheets.chances(played(case, 20)).rows] == told
        partners = [name for name, *_ in sheets.chances(played("partners", 20)).rows]
        assert partners[4:6] == ["seat 0: simple", "seat 1: random"]
        assert partners[8:] == ["seat 0 and partner", "seat 1 and partner"]

    @pytest.mark.parametrize(
        ("case", "keys"), [("by seat", ("seat", 0)), ("four", ("position", 3)), ("roles", ("role", "out"))]
    )
    def test_wins_and_scores_are_those_of_the_rows(self, case: str, keys: tuple[str, Any]) -> None:
        result = played(case)
        names = {"seat": "seat 0: greedy", "position": "third to act", "role": "out"}
        wins, score = (row(result, metric, **dict([keys])) for metric in ("win", "score"))
        told = (names[keys[0]], percent_plus_minus(wins), plus_minus(score))
        assert told in sheets.chances(result).rows

    def test_partners_share_a_win(self) -> None:
        result = played("partners")
        sheet = sheets.chances(result)
        assert ("seat 1 and partner", percent_plus_minus(row(result, "side_win", seat=1)), "") in sheet.rows
        assert "Partners share a win." in (sheet.note or "")
        assert "Partners" not in (sheets.chances(played("four", 20)).note or "")

    @DECIDED
    @pytest.mark.parametrize("share", [0.05, 0.5, 0.9, 1])
    def test_so_many_are_over_by_then_and_not_before(self, case: str, share: float) -> None:
        result = played(case, 41)
        assert result.counts is not None
        lasting = [hands for hands, times in hands_of(result.counts).items() for _ in range(times)]
        by = sheets.hand_by_which(result, share)
        assert sum(hands <= by for hands in lasting) >= share * len(lasting) > sum(hands < by for hands in lasting)

    def test_ends_without_a_winner_have_a_line_where_there_are_any(self) -> None:
        lines = {}
        for case in ("alike", "tied", "nobody"):
            lines[case] = {line[0]: line[1] for line in sheets.lengths(played(case)).rows}
        tied, open_ = "end with equal scores", "undecided after 1,000 hands"
        assert tied in lines["tied"]
        assert open_ in lines["nobody"]
        assert not {tied, open_} & lines["alike"].keys()
        assert [told for name, told in lines["nobody"].items() if name != open_] == ["–"] * 5

    def test_roles_have_the_chain_beside_the_matches(self) -> None:
        result = played("roles")
        sheet = sheets.roles(result)
        assert sheet.columns[2:] == ("wins", "wins, by chain", "points", "points, by chain")
        for role, *told in sheet.rows:
            metrics = ("win", "chain_win", "points", "chain_points")
            win, chain_win, points, chain_points = (row(result, metric, role=role) for metric in metrics)
            paid = "0" if role == "out" else plus_minus(row(result, "payoff", role=role))
            assert told == [
                paid, percent_plus_minus(win), percent_plus_minus(chain_win), plus_minus(points),
                plus_minus(chain_points),
            ]  # fmt: skip
        assert re.search(r"Matches and chain differ by \d\.\d standard errors at most\.", sheet.note or "")

    @pytest.mark.parametrize("case", ["no chain", "nobody, roles"])
    def test_where_there_is_no_chain_none_is_told(self, case: str) -> None:
        sheet = sheets.roles(played(case, 20))
        assert sheet.columns == ("role", "points in that hand", "wins", "points")
        assert "chain" not in (sheet.note or "")

    @pytest.mark.parametrize("games", [1, 2])
    def test_few_matches_have_a_chain_and_no_distance(self, games: int) -> None:
        """Both are won by the same role, so nothing is known of how matches spread."""
        sheet = sheets.roles(played("roles", games))
        assert len(sheet.columns) == 6
        assert "differ" not in (sheet.note or "")


class TestPicture:
    @SHAPES
    @DECIDED
    def test_bars_are_the_shares_of_matches(self, case: str, shape: Shape) -> None:
        result = played(case)
        assert result.counts is not None
        lasting = hands_of(result.counts)
        (axes,) = plot(result, shape).axes
        bars = [bar for part in axes.containers if isinstance(part, BarContainer) for bar in part]
        heights = {round(bar.get_x() + bar.get_width() / 2): bar.get_height() for bar in bars}
        last = sheets.hand_by_which(result, 0.995)
        wanted = {hands: 100 * times / sum(lasting.values()) for hands, times in lasting.items() if hands <= last}
        assert heights == pytest.approx(wanted)
        assert any(isinstance(part, ErrorbarContainer) for part in axes.containers)
        assert [text.get_text() for text in axes.texts] == [
            f"half are over\nby hand {sheets.hand_by_which(result, 0.5)}"
        ]

    @SHAPES
    @pytest.mark.parametrize(
        ("case", "who"),
        [
            ("alike", "Both players play greedy. 300 matches with an end."),
            ("by seat", "Seat 0 plays greedy, seat 1 simple. 300"),
            ("roles", "Policies: box greedy, captain simple. 300"),
            ("partners", "Seat 0 plays simple, seat 1 random, seat 2 simple, seat 3 random. 300"),
        ],
    )
    def test_it_says_who_plays(self, case: str, who: str, shape: Shape) -> None:
        result = played(case)
        assert who in said(plot(result, shape))
        assert who.split(". ", maxsplit=1)[0] in lengths(result).description

    def test_it_says_how_many_last_longer(self) -> None:
        result = played("four", 2000)
        assert result.counts is not None
        later = sum(t for hands, t in hands_of(result.counts).items() if hands > sheets.hand_by_which(result, 0.995))
        assert later
        assert f"{later / 20:.2f} % last longer." in said(plot(result))

    @SHAPES
    @pytest.mark.parametrize("case", ["nobody", "nobody, roles"])
    def test_where_no_match_ends_there_is_nothing_to_mark(self, case: str, shape: Shape) -> None:
        figure = plot(played(case), shape)
        assert not figure.axes[0].texts
        assert said(figure).endswith("2 matches undecided after 1,000 hands.")
        assert "Whiskers" not in said(figure)
        assert lengths(played(case)).description.endswith("No match came to an end.")

    def test_the_caption_has_the_numbers(self) -> None:
        result = played("alike")
        by = [sheets.hand_by_which(result, share) for share in (0.05, 0.5, 0.95)]
        assert lengths(result).description.endswith(
            f"The mean is {plus_minus(row(result, 'hands'))} hands; one match in twenty is over by hand {by[0]}, half "
            f"by hand {by[1]}, nineteen of twenty by hand {by[2]}."
        )


class TestSection:
    @ANY
    @pytest.mark.parametrize("games", [1, 2, 50])
    def test_any_matches_can_be_told(self, monkeypatch: pytest.MonkeyPatch, case: str, games: int) -> None:
        without_pictures(monkeypatch)
        result = played(case, games)
        section = reported.section(result)
        words = " ".join([str(section), *map(str, reported.main_figures(result)), said(plot(result))])
        assert not re.search(r"\b(nan|None|inf)\b", words.replace("note=None", "").replace("style=None", ""))
        assert "1 matches" not in words
        assert "by hand 0" not in words

    def test_sentences_have_the_chances(self) -> None:
        result = played("by seat")
        told = list(reported.sentences(result))
        assert told[0].startswith(
            f"A match takes {plus_minus(row(result, 'hands'))} hands; half of all are over by hand "
        )
        assert f"Seat 1: simple wins {percent_plus_minus(row(result, 'win', seat=1))} of the matches." in told
        first = percent_plus_minus(row(result, "win", position=1))
        assert f"Who is first to act in the first hand wins {first} of the matches." in told
        assert len(told) == 5
        assert list(reported.sentences(played("nobody"))) == ["No match came to an end within 1,000 hands."]

    def test_main_figures_are_by_place(self) -> None:
        result = played("roles")
        box = percent_plus_minus(row(result, "win", role="box"))
        figures = list(reported.main_figures(result))
        assert ("matches won: box in the first hand", box, "300 matches") in figures
        assert [name for name, *_ in figures][1:] == [f"matches won: {role} in the first hand" for role in ROLES]

    @pytest.mark.parametrize(("case", "words"), [("roles", reported.TWICE), ("no chain", reported.ONCE), ("alike", "")])
    def test_the_chain_is_told_where_there_is_one(self, monkeypatch: pytest.MonkeyPatch, case: str, words: str) -> None:
        without_pictures(monkeypatch)
        blocks = reported.section(played(case, 30)).blocks
        assert (Heading("What the box is worth") in blocks) == bool(words)
        assert [block for block in blocks if isinstance(block, Text)][1:] == ([Text(words)] if words else [])


ROLES = ["box", "captain", "out"]


# Counts that lie

Arrays = dict[str, Any]
Change = Callable[[Arrays], None]


def more(name: str, by: int, *place: int) -> Change:
    """Return what adds to a number of an array."""

    def change(arrays: Arrays) -> None:
        arrays[name][place] += by

    return change


def together(*changes: Change) -> Change:
    def change(arrays: Arrays) -> None:
        for one in changes:
            one(arrays)

    return change


LIES: dict[str, tuple[Change, str]] = {
    "a match more": (more("ended", 1, End.WON, 7), "'ended' counts 41 in 40 hands; allowed: 40"),
    "a match less": (more("ended", -40, End.UNDECIDED, 7), "'ended' counts 0 in 40"),
    "a win more": (more("won", WIN_UNIT, 0, 0), "'won' counts"),
    "a part of a win": (more("won", 1, 0, 0), "'won' counts"),
    "a win of a side more": (more("side_won", WIN_UNIT, 0), "'side_won' counts"),
    "undecided though won": (
        together(more("ended", 1, End.UNDECIDED, 9), lambda arrays: one_less(arrays["ended"][End.WON])),
        "'won' counts",
    ),
    "tied though won": (
        together(more("ended", 1, End.TIED, 9), lambda arrays: one_less(arrays["ended"][End.WON])),
        "'won' counts",
    ),
    "a win of the other side": (
        together(more("side_won", -WIN_UNIT, 0), more("side_won", WIN_UNIT, 1)),
        "'side_won' counts",
    ),
    "more wins than matches at a place": (lambda arrays: gather(arrays["won"]), "'won' counts"),
    "a place that was not held": (
        together(more("score", 1, 0, 0, 0), more("score", -1, 0, 1, 0)),
        "'score' counts .*, as 'ended' tells",
    ),
    "a score more": (more("score", 1, 0, 0, 0), "'score' counts"),
    "a score of another seat": (together(more("score", 1, 0, 0, 0), more("score", -1, 1, 0, 0)), "'score' counts"),
    "scores without squares": (lambda arrays: arrays["score"][..., 3:].fill(0), "'score' has sums that no"),
    "scores far beyond their squares": (more("score", 10**9, 1, 0, 1), "'score' has sums that no"),
    "a margin more": (more("margin", 1, 0), "'margin' counts"),
    "margins beyond their squares": (more("margin", 10**9, 1), "'margin' has sums that no"),
    "a margin whose squares are too small": (more("margin", 1 - 2**20, 4), "'margin' has sums that no"),
}
OF_ROLES: dict[str, tuple[Change, str]] = {
    "a hand more": (more("hand_won", 1, 0, 25), "'hand_won' counts"),
    "points that nobody won": (
        together(more("hand_won", 1, 2, 25), lambda arrays: one_less(arrays["hand_won"][0])),
        "'hand_won' has 1 hand without a winner that pays",
    ),
    "hands less": (lambda arrays: arrays["hand_won"].fill(0), "'hand_won' counts 0;"),
    "a match longer": (
        together(more("ended", 1, End.WON, 999), lambda arrays: one_less(arrays["ended"][End.WON])),
        "'hand_won' counts",
    ),
    "points of a match more": (more("points", 1, 2, 0), "'points' counts"),
    "points without squares": (lambda arrays: arrays["points"][:, 3:].fill(0), "'points' has sums that no"),
}
CHECKED = ["alike", "tied", "partners", "roles"]


def one_less(lasting: Any) -> None:
    """Take one from the most frequent number of hands."""
    lasting[lasting.argmax()] -= 1


def gather(won: Any) -> None:
    """Give each seat all its wins at the one place."""
    won[:, 0] = won.sum(axis=1)
    won[:, 1:] = 0


def lying(case: str, change: Change) -> None:
    """Have counts of 40 matches checked that are changed."""
    result = played(case, 40)
    assert result.counts is not None
    arrays = {name: array.copy() for name, array in result.counts.arrays.items()}
    change(arrays)
    counting = registry.game(result.game).load_engine().match
    assert counting is not None
    counting.check(Counts(arrays, result.counts.axes), 40)


@pytest.mark.parametrize("case", CHECKED)
def test_counts_that_were_counted_pass(case: str) -> None:
    lying(case, lambda _: None)


@pytest.mark.parametrize("lie", LIES)
@pytest.mark.parametrize("case", CHECKED)
def test_counts_that_lie_are_refused(case: str, lie: str) -> None:
    change, words = LIES[lie]
    with pytest.raises(InputError, match=words) as refused:
        lying(case, change)
    assert "; allowed: " in str(refused.value)


@pytest.mark.parametrize("lie", OF_ROLES)
def test_so_are_those_of_roles(lie: str) -> None:
    change, words = OF_ROLES[lie]
    with pytest.raises(InputError, match=words):
        lying("roles", change)


@pytest.mark.parametrize("numbers", [[], [7], [5, 5, 5], [-4, -4], [3, -4, 5], [1 - 2**31, 2**31 - 1]])
def test_sums_of_numbers_pass(numbers: list[int]) -> None:
    check_sums("x", sums_of(numbers))


@pytest.mark.parametrize(("numbers", "squares"), [([], 1), ([7], -1), ([5, 5, 5], -1), ([-4, -4], -1)])
def test_the_least_that_squares_can_come_to(numbers: list[int], squares: int) -> None:
    """That of numbers that are all alike; a square less there are none, nor are there squares of no numbers."""
    sums = sums_of(numbers)
    sums[3] += squares
    with pytest.raises(InputError, match=f"'x' has sums that no {len(numbers)} numbers have; allowed: those that were"):
        check_sums("x", sums)


def sums_of(numbers: list[int]) -> Any:
    sums = np.zeros(SUMS, np.int64)
    for number in numbers:
        add_sum(np.int64(number), sums)
    return sums
