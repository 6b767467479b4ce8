"""The faults of a rule set that is refused."""

from __future__ import annotations

from typing import Any

import pytest

from simcards.errors import RulesError
from simcards.rules import load_rules


def faults_of(source: Any = None, overrides: Any = (), game: str = "gin") -> tuple[str, ...]:
    with pytest.raises(RulesError) as caught:
        load_rules(game, source, overrides)
    assert str(caught.value) == "\n".join(caught.value.faults)
    return caught.value.faults


def only_fault(source: Any = None, overrides: Any = (), game: str = "gin") -> str:
    (fault,) = faults_of(source, overrides, game)
    return fault
