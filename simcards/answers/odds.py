"""Exact odds of the deal: no hand is played, and nothing is estimated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import cast

from simcards.result import Result
from simcards.rules import GameRules, load_rules


def odds(
    game: str,
    rules: GameRules | str | Path | Mapping[str, object] | None = None,
    overrides: Mapping[str, object] | Sequence[str] = (),
) -> Result:
    """Return the exact odds of the deal.

    Parameters
    ----------
    game
        The game's name.
    rules, overrides
        The rule set, as for `simcards.load_rules`.

    Returns
    -------
    Result
        Rows with `event`, `value` (None where the event has none), `count`, `total` (not reduced) and `probability`;
        for a quantity one more row with `mean` and `sd`. `games`, `seed` and `tally` are None.

    Raises
    ------
    InputError
        If there is no such game, or with all that is wrong with the rules.

    Examples
    --------
    >>> rows = odds("gin", overrides={"hand_size": 3}).rows
    >>> next(row for row in rows if row["event"] == "gin")["count"]
    96
    """
    return odds_under(load_rules(game, rules, overrides))


def given(game: str) -> Mapping[str, str]:
    """Return in words which hands events are of, by event, where these are not all hands."""
    return cast("Mapping[str, str]", getattr(import_module(f"simcards.games.{game}.odds"), "GIVEN", {}))


def odds_under(rules: GameRules) -> Result:
    """Return the exact odds of the deal under rules that are loaded already."""
    rows = import_module(f"simcards.games.{rules.game}.odds").odds_rows(rules)
    return Result(command="odds", rules=rules, rows=rows)
