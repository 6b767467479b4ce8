"""Charts made by hand, for tests of what is told about them."""

from __future__ import annotations

from simcards.answers.payments import Charted, PaymentCharts
from simcards.result import Result
from simcards.rules import load_rules

CELLS = {"K": "knock", ".": "wait", "~": "either", "?": "undecided", "r": "wait"}
D = {"K": 2.0, ".": -3.0, "~": 0.0, "?": 0.5, "r": -3.0}
HALF = {"K": 0.5, ".": 0.5, "~": 0.05, "?": 1.5, "r": 0.5}


def estimate(value, half, n=1000):
    return {"estimate": value, "se": half / 2, "low": value - half, "high": value + half, "n": n}


def chart_result(grid, against="greedy", *, gain=(3.77, 0.03), value=None, reply=(1.5, 0.03), rules=None, p=None):
    """Return a chart drawn in characters: a line a row from 0 on, a character a turn; blank: nobody got there.

    `r` is a rare cell that waits; `p` are chances to knock by (row, turn).
    """
    rows = []
    for deadwood, line in enumerate(grid.strip("\n").split("\n")):
        for turn, sign in enumerate(line.rstrip(), start=1):
            if sign == " ":
                continue
            forced = deadwood == 0
            knock = 1.0 if sign == "K" else (p or {}).get((deadwood, turn), 0.0)
            d = {"estimate": None, "se": None, "low": None, "high": None, "n": 9} if forced else None
            rows.append(
                {
                    "deadwood": deadwood,
                    "turn": turn,
                    "cell": CELLS[sign],
                    "p_knock": knock,
                    **(d or estimate(D[sign], HALF[sign])),
                    "frequency": 0.0001 if sign == "r" else 0.01,
                    "cost": None if forced else abs(D[sign]) * 0.01,
                }
            )
    metrics = {"value": value or gain, "gain": gain, "exploitability": reply}
    rows += [{"metric": name, **estimate(*told)} for name, told in metrics.items() if told is not None]
    return Result(
        "chart",
        rules or load_rules("gin"),
        rows,
        seed=1,
        games=3000,
        policies=["greedy", against],
        tally="a" * 64,
        extra={"question": "knock", "against": against, "position": None, "undecided": 0.02},
    )


def payment_charts(*charted, against="greedy", rules=None):
    """Return charts by payments from (option, value, against, result)."""
    rules = rules or load_rules("gin")
    return PaymentCharts(
        rules, against, ("undercut_bonus", "gin_bonus", "undercut_tie"), [Charted(*chart) for chart in charted]
    )
