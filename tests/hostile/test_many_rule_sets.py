"""Many rule sets in one process: nothing is compiled for one of them, and memory stays. A thousand: scripts/soak.py."""

from __future__ import annotations

import pytest

from scripts.soak import main, play_rule_sets


def test_fifty_rule_sets_of_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert list(play_rule_sets(50, seed=1)) == []
    assert "50 rule sets" in capsys.readouterr().out


def test_the_script_tells_how_it_went(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--rule-sets", "3"]) == 0
    assert "Nothing was compiled" in capsys.readouterr().out
