"""Monte Carlo strategy simulator and analysis toolkit for card games.

The functions here are the command line's in Python: each takes the game's name and rules and returns an object with
``.table`` (a DataFrame), ``.plot()``, ``.to_dict()`` and ``.manifest``.

Examples
--------
>>> import simcards
>>> simcards.melds("5c 6c 7c 7d 7h 8s 9s Ts 2d 3h").deadwood
16
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

_HOMES = {
    "Cluster": "workers.cluster",
    "InputError": "errors",
    "Processes": "workers.processes",
    "RulesError": "errors",
    "Threads": "workers.threads",
    "WorkersLost": "errors",
    "load_rules": "rules",
    "chart": "answers.chart",
    "melds": "splits",
    "odds": "answers.odds",
    "replay": "referee",
    "report": "reports.report",
    "simulate": "simulation",
    "sweep": "answers.sweeping",
    "swings": "answers.swings",
}
"""Public names and the modules they live in, imported when they are first used. No module has the name of a function:
importing it would put the module in the function's place."""

__all__ = [
    "Cluster",
    "InputError",
    "Processes",
    "RulesError",
    "Threads",
    "WorkersLost",
    "__version__",
    "chart",
    "load_rules",
    "melds",
    "odds",
    "replay",
    "report",
    "simulate",
    "sweep",
    "swings",
]

if TYPE_CHECKING:
    from simcards.answers.chart import chart
    from simcards.answers.odds import odds
    from simcards.answers.sweeping import sweep
    from simcards.answers.swings import swings
    from simcards.errors import InputError, RulesError, WorkersLost
    from simcards.referee import replay
    from simcards.reports.report import report
    from simcards.rules import load_rules
    from simcards.simulation import simulate
    from simcards.splits import melds
    from simcards.workers.cluster import Cluster
    from simcards.workers.processes import Processes
    from simcards.workers.threads import Threads


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import simcards` is light."""
    if name in _HOMES:
        return getattr(import_module(f"simcards.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'simcards' has no attribute {name!r}")
