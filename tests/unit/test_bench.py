"""What scripts/bench.py says and refuses; how fast anything is, no test says."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from scripts.timing import cluster, commands, deadwood, others, pitch, tonk
from scripts.timing.rounds import DisagreementError, Job, must_agree, take_turns
from scripts.timing.twins import Contest, naive_row
from simcards.cards import card_text
from simcards.kernels.deadwood import best_discard, least_deadwood
from simcards.limits import processors

BENCH = Path(__file__).parents[2] / "scripts" / "bench.py"
COLUMNS = {"what", "rate", "unit", "against", "ratio", "target"}


def bench(*options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the script in an environment that has no other switch of Numba's."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    command = [sys.executable, str(BENCH), *options]
    return subprocess.run(command, env=kept | environment, capture_output=True, text=True, check=False)


def has_compiler() -> bool:
    return any(shutil.which(name) for name in deadwood.COMPILERS)


def has_dask() -> bool:
    return find_spec("distributed") is not None


def test_every_answer_is_checked_and_every_row_has_all_columns() -> None:
    done = bench("--json", "--quick", "--scale", "0.002", "--rounds", "1")
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    rows = answer["rows"]
    assert all(set(row) == COLUMNS and row["rate"] > 0 for row in rows)
    against = [row["against"] or "" for row in rows]
    assert sum("in C" in text for text in against) == (2 if has_compiler() else 0)
    assert sum("time of a least deadwood" in text for text in against) == 11
    assert sum(others.ELSEWHERE in text for text in against) == 8
    assert {row["target"] for row in rows} >= {"at most 750", "at most 1,500", "at most 3,000"}
    for package in others.MODULES:
        measured = any(package in text for text in against)
        assert measured != any(note.startswith(package) for note in answer["notes"])
    of_cluster = [row for row in rows if "Dask" in row["what"] or "scheduler" in row["what"]]
    assert len(of_cluster) == (2 if has_dask() and processors() > 1 else 0)
    assert (cluster.MISSING in answer["notes"]) == (not has_dask() and processors() > 1)


@pytest.mark.parametrize("switch", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
def test_it_refuses_kernels_that_users_do_not_run(switch: str) -> None:
    done = bench("--quick", **{switch: "1"})
    assert done.returncode == 2
    assert not done.stdout
    assert switch in done.stderr


@pytest.mark.parametrize("option", ["--rounds=0", "--rounds=x", "--scale=0", "--scale=nan", "--scale=-1"])
def test_it_refuses_work_out_of_range(option: str) -> None:
    done = bench(option)
    assert done.returncode == 2
    assert "allowed" in done.stderr


def test_c_and_simcards_find_the_same() -> None:
    if not has_compiler():
        with pytest.raises(deadwood.NoTwinError):
            deadwood.c_twin()
        return
    twin = deadwood.c_twin()
    tens, elevens = deadwood.random_hands(10, 500), deadwood.random_hands(11, 500)
    assert twin["sum_least_deadwood"](tens) == sum(int(least_deadwood(int(hand))) for hand in tens)
    found = [best_discard(int(hand), 0) for hand in elevens]
    assert twin["sum_best_discard"](elevens) == sum(int(left) + 1000 * int(card) for left, card in found)


def test_without_a_compiler_the_rows_against_c_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    rows, notes = deadwood.rows(1, 0.001)
    assert [row.ratio for row in rows] == [None, None]
    assert "no C compiler" in notes[0]


def test_a_hand_has_its_number_of_cards() -> None:
    hands = deadwood.random_hands(10, 100)
    assert {int(hand).bit_count() for hand in hands} == {10}
    assert len(set(hands.tolist())) == 100


def test_an_answer_that_changes_is_refused() -> None:
    numbers = itertools.count()
    with pytest.raises(DisagreementError, match="counter: 1 in one round, 0 in the first"):
        take_turns([Job("counter", lambda: next(numbers), 1)], 1)


def test_two_answers_to_one_question_are_refused() -> None:
    timed = take_turns([Job("one", lambda: 1, 1), Job("two", lambda: 2, 1)], 1)
    with pytest.raises(DisagreementError, match="one: 1; two: 2"):
        must_agree(timed)


@pytest.mark.parametrize("contest_of", [tonk.contest, pitch.contest], ids=["tonk", "pitch"])
def test_the_twin_pays_what_the_kernels_pay(contest_of: Callable[[], Contest]) -> None:
    """In game 19 of tonk simple may choose between two hits, so that two endings are right."""
    contest, games = contest_of(), 20
    assert naive_row(contest, games, 1, 1).rate > 0
    with pytest.raises(DisagreementError, match="game 0: simcards pays"):
        naive_row(contest._replace(naive=lambda *_: [[9] * 4]), games, 1, 1)


def test_tonks_twin_tells_every_ending_that_simple_may_choose() -> None:
    contest, game = tonk.contest(), 19
    contest.table.play(1, game)
    deck = [card_text(int(card)) for card in contest.table.state.deck]
    assert len({tuple(payoffs) for payoffs in contest.naive(deck, game)}) == 2


def test_a_command_is_timed_the_first_time_and_later() -> None:
    first, later = commands.command_rows(commands.Command("--help", 0.25))
    assert first.ratio == first.rate / 20
    assert later.ratio == later.rate / 0.25


def test_a_command_that_fails_is_no_measurement() -> None:
    with pytest.raises(DisagreementError, match="ended with 2"):
        commands.command_rows(commands.Command("fly", 1))
