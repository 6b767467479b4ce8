"""Stage 6, pictures: what a result says, with its intervals, its opponents and its number of hands in the picture."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from matplotlib import style

from simcards.errors import InputError, shorten
from simcards.files import check_target, write_atomic
from simcards.plots import bids, charts, deal, endings, limits, matches, sweeps, swings
from simcards.plots.look import STYLE, WIDE, Shape

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from simcards.result import Result

PICTURES: dict[str, Callable[[Result, Shape], Figure]] = {
    "odds": deal.dealt,
    "simulate": endings.endings,
    "knock_limits": limits.knock_limits,
    "chart": charts.chart,
    "sweep": sweeps.sweep,
    "swings": swings.swings,
}
"""The picture of each command's result."""

OF_GAMES: dict[tuple[str, str], Callable[[Result, Shape], Figure]] = {("pitch", "simulate"): bids.bids}
"""What stands in its place in a game, by game and command."""

FORMATS: dict[str, dict[str, Any]] = {
    ".png": {"dpi": 200, "metadata": {"Software": None}},
    ".svg": {"metadata": {"Date": None, "Creator": None}},
}
"""File endings of pictures, and how each is written so that the same picture gives the same bytes."""


def plot(result: Result, shape: Shape = WIDE) -> Figure:
    """Return the picture of a result of `odds`, `simulate`, `chart`, `sweep`, `swings` or `knock_limits`.

    Raises
    ------
    InputError
        If there is no picture of this command's results.
    """
    if result.command not in PICTURES:
        known = ", ".join(PICTURES)
        raise InputError(f"There is no picture of {result.command!r}; allowed: a result of {known}.")
    with style.context(["default", STYLE]):
        if "match" in result.extra:
            return matches.lengths(result, shape)
        return OF_GAMES.get((result.game, result.command), PICTURES[result.command])(result, shape)


def check_picture(path: Path) -> None:
    """Refuse a file name that no picture can have, before anything is computed.

    Raises
    ------
    InputError
        If the ending is unknown, or the folder is missing.
    """
    if path.suffix.lower() not in FORMATS:
        raise InputError(f"--out was given {shorten(str(path))!r}; allowed: a file ending in {' or '.join(FORMATS)}.")
    check_target(path)
    if not path.parent.is_dir():
        raise InputError(f"--out was given {shorten(str(path))!r}; there is no folder {shorten(str(path.parent))!r}.")


def save(figure: Figure, path: Path) -> None:
    """Write a figure as PNG or SVG, by the name's ending, whole or not at all."""
    ending = path.suffix.lower()
    drawn = io.BytesIO()
    # A user's matplotlibrc, which may lie in the current folder, changes no picture.
    with style.context(["default", {"svg.hashsalt": "simcards"}]):
        figure.savefig(drawn, format=ending[1:], **FORMATS[ending])
    write_atomic(path, drawn.getvalue())
