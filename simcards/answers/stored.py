"""Stored runs: going on with them, putting them together, and comparing them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import NormalDist
from typing import Any

from simcards.counts import Counts
from simcards.errors import InputError, shorten
from simcards.files import short_path
from simcards.limits import MOST_GAMES, MOST_MATCHES, check_range
from simcards.playing import no_counts, run_about
from simcards.result import Result
from simcards.runs.about import check_stream
from simcards.runs.names import RESULTS
from simcards.runs.store import Store, about_of, joined, new_folder, open_store, state_of, stored
from simcards.simulation import Plan, Progress, collect, told
from simcards.stats import LEVEL, Z
from simcards.workers.ordered import Workers
from simcards.workers.threads import chosen_workers

Row = Mapping[str, Any]


def resume(
    name: str,
    *,
    games: int | None = None,
    threads: int | None = None,
    results: str | Path = RESULTS,
    progress: Progress | None = None,
    workers: Workers | None = None,
) -> Result:
    """Go on with a stored run to its end, and return its result.

    Parameters
    ----------
    name
        The run's name.
    games
        Games that are wanted now, at least as many as are counted; by default those that were wanted before.
    threads, progress, workers
        As for `simulate`.
    results
        The folder of all runs.

    Raises
    ------
    InputError
        If there is no such run, it is of another version of the deals, another process is at it, or it is damaged.
    """
    about = _about(name, results)
    workers = chosen_workers(threads, workers)
    with open_store(name, run_about(about).counting.count_axes, results) as store:
        if len(store.ranges) > 1:
            raise InputError(f"Run {name!r} is of games with gaps between them; allowed: runs of consecutive games.")
        if games is not None:
            games = check_range(
                "--games", games, max(store.done, 1), MOST_MATCHES if about.get("match") else MOST_GAMES
            )
            store.target = games
        first = store.ranges[0][0] if store.ranges else int(about["first"])
        plan = _plan(about, first, store.target)
        _check_counts(plan, store)
        return collect(plan, workers, progress=progress, store=store)


def _about(name: str, results: str | Path) -> dict[str, Any]:
    """Return what a stored run of `simulate` is; runs of other commands, and of other deals, are refused."""
    about = about_of(name, results)
    if about.get("command") != "simulate":
        command = shorten(about.get("command"))
        raise InputError(f"Run {name!r} is one of {command!r}; allowed: runs of simulate.")
    check_stream(name, about)
    return about


def _plan(about: Row, first: int, games: int) -> Plan:
    """Return the plan of a stored run, its rules checked like any other."""
    return Plan(run_about(about), first, games, about["precision"])


def _check_counts(plan: Plan, store: Store) -> None:
    """Refuse counts that cannot be those of the run's games, whatever their hash."""
    if store.counts is None:
        return
    shapes = {name: array.shape for name, array in no_counts(plan.run).arrays.items()}
    found = {name: array.shape for name, array in store.counts.arrays.items()}
    where = short_path(store.folder)
    if found != shapes:
        name = next(name for name in shapes if found[name] != shapes[name])
        raise InputError(f"{where}: the counts {name!r} have the shape {found[name]}; allowed: {shapes[name]}.")
    try:
        plan.run.counting.check(store.counts, store.done)
    except InputError as error:
        raise InputError(f"{where}: the counts are not those of the {store.done:,} games told: {error}") from None


def result_of(name: str, results: str | Path = RESULTS) -> tuple[Result, Store]:
    """Return what a stored run has found so far, and the store.

    Raises
    ------
    InputError
        If there is no such run, it has counted nothing yet, or it is damaged.
    """
    about = _about(name, results)
    store = stored(name, run_about(about).counting.count_axes, results)
    if store.counts is None:
        raise InputError(f"Run {name!r} has counted nothing yet; allowed: 'simcards runs resume {name}'.")
    plan = _plan(about, store.ranges[0][0], store.done)
    _check_counts(plan, store)
    return told(plan, store.counts, store.done, interrupted=store.done < store.target), store


def merge(names: Sequence[str], name: str, results: str | Path = RESULTS) -> Result:
    """Put runs of different games together as a new run, and return its result.

    Raises
    ------
    InputError
        If they differ in anything but their games, or share games; both values are told.
    """
    if len(names) < 2:
        raise InputError("merge was given fewer than two runs; allowed: two or more.")
    abouts = [_about(each, results) for each in names]
    for each, about in zip(names, abouts, strict=True):
        _check_same(names[0], abouts[0], each, about)
    axes = run_about(abouts[0]).counting.count_axes
    stores = [stored(each, axes, results) for each in names]
    for store in stores:
        _check_counts(_plan(store.about, 0, store.target), store)
    try:
        ranges = joined([part for store in stores for part in store.ranges])
    except InputError as error:
        raise InputError(f"These runs cannot be merged: {error}") from None
    counted = [store.counts for store in stores if store.counts is not None]
    if not counted:
        raise InputError("These runs have counted nothing yet; allowed: runs with games.")
    done = sum(games for _, games in ranges)
    check_range("The runs together have games:", done, 1, MOST_MATCHES if abouts[0].get("match") else MOST_GAMES)
    with new_folder(name, results) as folder:
        # Written once: of a merge that is cut short nothing is left that could be taken for a run.
        Store(folder, {**abouts[0], "first": ranges[0][0]}, done, ranges, _sum(counted)).save()
    return result_of(name, results)[0]


def _sum(counted: Sequence[Counts]) -> Counts:
    total, *others = counted
    for counts in others:
        total = total + counts
    return total


def check_units(units: Sequence[tuple[str, str]]) -> None:
    """Refuse runs of hands together with runs of matches: ``units`` tells of each its name and what its games are."""
    for name, unit in units[1:]:
        if unit != units[0][1]:
            first = f"Run {units[0][0]!r} is of {units[0][1]}"
            raise InputError(f"{first}, run {name!r} of {unit}; allowed: runs of the same.")


def _check_same(one: str, about: Row, other: str, theirs: Row) -> None:
    check_units([(name, "matches" if each.get("match") else "hands") for name, each in ((one, about), (other, theirs))])
    for key in sorted(about.keys() | theirs.keys()):
        if key not in ("first", "name", "preset") and about.get(key) != theirs.get(key):
            mine, yours = _differing(about.get(key), theirs.get(key))
            raise InputError(f"{key}: {one} has {mine}, {other} has {yours}; allowed: runs that differ in games only.")


def _differing(one: object, other: object) -> tuple[object, object]:
    """Return two values, of two mappings only what differs."""
    if isinstance(one, dict) and isinstance(other, dict):
        keys = [key for key in one if one[key] != other.get(key)]
        return {key: one[key] for key in keys}, {key: other.get(key) for key in keys}
    return one, other


def main_row(result: Result, metric: str, seat: int | None, position: int | None) -> Row:
    """Return the row of a result that a comparison is about.

    Raises
    ------
    InputError
        If there is none.
    """
    for row in result.rows:
        if (row.get("metric"), row.get("seat"), row.get("position")) == (metric, seat, position):
            return row
    known = ", ".join(dict.fromkeys(str(row["metric"]) for row in result.rows if "metric" in row))
    place = f" of seat {seat}" if seat is not None else f" of position {position}" if position is not None else ""
    raise InputError(f"There is no figure {metric!r}{place}; the figures are: {known}.")


def share_deals(one: str, other: str, results: str | Path = RESULTS) -> bool:
    """Return whether two runs have counted some of the same deals."""
    states = [state_of(name, results) for name in (one, other)]
    mine, theirs = (state.about for state in states)
    if any(mine.get(key) != theirs.get(key) for key in ("game", "seed", "stream", "match")):
        return False
    try:
        joined([tuple(part) for each in states for part in each.state.get("ranges", [(0, each.state["target"])])])
    except InputError:
        return True
    return False


def compare(one: Row, value: float, se: float, *, published: bool) -> dict[str, Any]:
    """Return how an estimate differs from another, or from a published figure, with z and a verdict in words."""
    difference = one["estimate"] - value
    joint = math.hypot(one["se"] or 0.0, se)
    # Without any error the two are the same, or they are not.
    z = difference / joint if joint else None
    p = 2 * NormalDist().cdf(-abs(z)) if z is not None else float(difference == 0)
    other = "the published figure" if published else "the other run"
    if p > 1 - LEVEL:
        verdict = f"agrees with {other}: a difference this large comes by chance in {100 * p:.0f} % of comparisons"
    elif p > RARE:
        verdict = f"may differ from {other}: by chance a difference this large comes in {100 * p:.1f} % of comparisons"
    else:
        verdict = f"differs from {other}: by chance a difference this large comes in fewer than 1 of 1,000 comparisons"
    return {
        "difference": difference,
        "se": joint,
        "low": difference - Z * joint,
        "high": difference + Z * joint,
        "z": z,
        "p": p,
        "level": LEVEL,
        "verdict": verdict,
    }


RARE = 0.001
