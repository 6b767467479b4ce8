"""Many rule sets in one process: nothing is compiled for one of them, and memory stays. A thousand: scripts/soak.py."""

from __future__ import annotations

import pytest

from scripts import soak
from scripts.soak import main, play_on, play_rule_sets, slowed


def test_fifty_rule_sets_of_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(play_rule_sets(50, seed=1)) == []
    assert "50 rule sets" in capsys.readouterr().out


def test_the_script_tells_how_it_went(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--rule-sets", "3"]) == 0
    assert "Nothing was compiled" in capsys.readouterr().out


def test_one_run_for_so_many_minutes(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "MINUTE", 0.01)
    monkeypatch.setattr(soak, "MINUTE_PART", 1_000)
    grown = [wrong for wrong in play_on("gin", 3, seed=1, threads=1) if "memory" in wrong]
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["minute 1", "minute 2", "minute 3"]
    assert all("of processor time" in line and "by the clock" in line for line in lines)
    assert grown == []


@pytest.mark.parametrize(
    ("last", "slow"), [([100.0, 100.0], False), ([50.0, 91.0], False), ([50.0, 89.0], True), ([89.0, 50.0], True)]
)
def test_one_good_minute_shows_that_it_is_not_slower(last: list[float], slow: bool) -> None:
    assert bool([*slowed("gin", [70.0, 100.0, *[10.0] * 6, *last])]) == slow
