"""What every computing command and function returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from simcards import __version__

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure

    from simcards.counts import Counts
    from simcards.rules import GameRules


@dataclass(frozen=True)
class Result:
    """An answer: flat rows of estimates or exact numbers, and all that is needed to make it again."""

    command: str
    rules: GameRules
    rows: list[dict[str, Any]]
    seed: int | None = None
    games: int | None = None
    policies: list[str] = field(default_factory=list)
    tally: str | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Further keys of the JSON object, such as `interrupted`."""
    counts: Counts | None = field(default=None, repr=False)
    """The integers behind the rows, where hands were played."""

    @property
    def game(self) -> str:
        """The game's name."""
        return self.rules.game

    @property
    def unit(self) -> str:
        """What was played: `hands` or `matches`, or one of them."""
        if self.extra.get("match"):
            return "match" if self.games == 1 else "matches"
        return "hand" if self.games == 1 else "hands"

    @property
    def table(self) -> pd.DataFrame:
        """The rows as a frame."""
        import pandas as pd

        return pd.DataFrame(self.rows)

    @property
    def manifest(self) -> dict[str, Any]:
        """All but the rows: version, command, rules and their hash, seed, number of games, policies, tally."""
        return {
            "simcards": __version__,
            "command": self.command,
            "game": self.game,
            "rules": self.rules.options(),
            "rules_hash": self.rules.hash,
            "seed": self.seed,
            "games": self.games,
            "policies": self.policies,
            "tally": self.tally,
            **self.extra,
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the object that `--json` prints."""
        return {**self.manifest, "rows": self.rows}

    def plot(self) -> Figure:
        """Return the answer's picture."""
        from simcards.plots import plot

        return plot(self)
