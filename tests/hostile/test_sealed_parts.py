"""Sweeps, charts and reports whose parts were made up, and sealed with the right hash."""

from __future__ import annotations

import json
import os
import random
import shutil
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simcards import registry
from simcards.counts import Counts
from simcards.runs import folder as disk
from tests.hostile.checks import refused, run, told
from tests.hostile.tampering import sealed

COMMANDS = {
    "sweep": ["sweep", "tonk", "--vary", "hit_freeze=0,1", "--games", "120"],
    "all": ["sweep", "pitch", "--vary", "all", "--games", "4"],
    "chart": ["chart", "gin", "knock", "--games", "3000"],
    "drops": ["chart", "tonk", "drop", "--games", "1500"],
    "deal": ["chart", "tonk", "drop", "--when", "deal", "--players", "3", "--games", "50000"],
    "report": ["report", "gin", "--games", "300", "--out", "page.html"],
    "hands": ["simulate", "pitch", "--games", "200"],
}
Array = Any
Change = Callable[[Array], Array]


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("kept")
    before = Path.cwd()
    os.chdir(folder)
    try:
        for name, words in COMMANDS.items():
            assert run(*words, "--name", name, "-q").code == 0
    finally:
        os.chdir(before)
    for manifest in folder.rglob(disk.BEFORE):
        manifest.unlink()
    return folder / "results"


def lie(kept: Path, name: str) -> Path:
    """Return the folder of a run called `lie`, which is one of those that are kept."""
    folder = Path("results", "lie")
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(kept / name, folder)
    return folder


def changed(folder: Path, name: str, change: Change, shape: tuple[int, ...] | None = None) -> None:
    """Change the arrays of one name, of one shape if it is given, wherever a run has them, and seal it again."""
    chunks = disk.read(folder)[0].chunks
    found = 0
    for number, chunk in chunks.items():
        arrays = disk.load(folder, chunk)
        mine = [key for key, array in arrays.items() if key.endswith(f".{name}") and shape in (None, array.shape)]
        found += len(mine)
        chunks[number] = disk.save(folder, arrays | {key: np.asarray(change(arrays[key].copy())) for key in mine})
    assert found
    sealed(folder, lambda whole: whole.update(chunks=chunks))


def set_to(value: float, place: Any = 0) -> Change:
    """Return what sets a number of an array."""

    def change(array: Array) -> Array:
        if isinstance(place, int):
            array.flat[place] = value
        else:
            array[place] = value
        return array

    return change


def unpacked(change: Change) -> Change:
    """Return what changes packed counts."""

    def changed(packed: Array) -> Array:
        row = np.frombuffer(zlib.decompress(packed.tobytes()), "<i8")
        return np.frombuffer(zlib.compress(np.asarray(change(row.copy())).tobytes()), np.uint8)

    return changed


def first_more(by: int) -> Change:
    """Return what adds to the first number that is not nothing."""

    def change(array: Array) -> Array:
        array.flat[np.flatnonzero(array)[0]] += by
        return array

    return change


def with_cells(change: Change) -> Change:
    """Return what changes sums if they are those of a chart's cells."""
    return lambda sums: change(sums) if sums.ndim == 3 else sums


VISITS = (slice(None), slice(None), 0)
SIZE = "not of the size that they should have"
Lies = dict[str, tuple[str, Change, str]]

OF_A_SWEEP: Lies = {
    "games as a float": ("done", lambda done: done * 1.0, "'done' is float64 of shape (); allowed: int64"),
    "games as a list": ("done", lambda done: done[None], "'done' is int64 of shape (1,); allowed: int64"),
    "no games": ("done", lambda done: done * 0, "'done' has 0; allowed: 1 to"),
    "too many games": ("done", lambda done: done + 1, "allowed: 1 to"),
    "other games": ("counts", unpacked(first_more(1)), "hands; allowed: "),
    "a count below nothing": ("counts", unpacked(set_to(-1)), "'ended' has -1; allowed: 0 to"),
    "a giant count": ("counts", unpacked(set_to(2**63 - 1)), "has 9223372036854775807; allowed: 0 to 100,0"),
    "a part of a win": ("counts", unpacked(lambda row: row + (row == row.max())), "allowed:"),
    "counts of another size": ("counts", unpacked(lambda row: row[1:]), SIZE),
    "counts that are not packed": ("counts", lambda packed: packed[::-1], SIZE),
    "counts of another type": ("counts", lambda packed: packed.astype(np.int64), "allowed: uint8, any"),
    "a limit beyond all": ("best", set_to(10**6), "'best' has 1000000; allowed: -1 to"),
    "a limit outside its range": ("best", lambda best: best[[0, 2, 1, 3]] + [0, 9, 0, 0], "the best limit is"),
    "a limit of other hands": ("best", set_to(7, 3), "of 7 hands; allowed:"),
}
OF_A_CHART: Lies = {
    "sums that are none": ("sums", set_to(np.nan), "'sums' has nan; allowed: -"),
    "sums without end": ("sums", set_to(np.inf), "'sums' has inf; allowed: -"),
    "sums of another type": ("sums", lambda sums: sums.astype(np.float32), "'sums' is float32"),
    "sums of another shape": ("sums", lambda sums: sums[..., None], "; allowed: float64,"),
    "visits of a half": ("sums", with_cells(set_to(0.5, VISITS)), "the cell of row 0 and turn 0"),
    "visits below nothing": ("sums", with_cells(set_to(-1, VISITS)), "the cell of row 0 and turn 0"),
    "more visits than hands": ("sums", with_cells(set_to(10**6, VISITS)), "over visits of 1,000 hands"),
    "sums larger than their weight": ("sums", with_cells(set_to(1e18, (2, 3, 2))), "the cell of row 2 and turn 3"),
    "no blocks": ("digests", lambda digests: digests[:0], "it has 0 blocks of hands; allowed: 1 to 1."),
    "too many blocks": ("digests", lambda digests: np.tile(digests, (2, 1)), "it has 2 blocks of hands; allowed: 1"),
    "digests of another length": ("digests", lambda digests: digests[:, 1:], "; allowed: uint8, any × 32."),
    "a chance above 1": ("fitted", set_to(1.5), "'fitted' has 1.5; allowed: 0 to 1."),
    "a chance that is none": ("fitted", set_to(np.nan), "'fitted' has nan; allowed: 0 to 1."),
}
OF_THE_DEAL: Lies = {
    "no slices": ("slices", lambda done: done * 0, "'slices' has 0; allowed: 1 to 3."),
    "slices beyond the last": ("slices", lambda done: done + 1, "'slices' has 4; allowed: 1 to 3."),
    "hands below nothing": ("sums", set_to(-1), "of one value -1, and squares"),
    "more hands than were dealt": ("sums", set_to(60_000), "allowed: up to 50,000 hands"),
    "squares below nothing": ("sums", set_to(-1, (0, 2)), "nothing below 0"),
    "a sum too large": ("sums", set_to(10**17 + 1, (0, 1)), "allowed: -100,000,000,000,000,000 to"),
}
LIES = {
    **{f"sweep: {case}": ("sweep", *lie) for case, lie in OF_A_SWEEP.items()},
    **{f"chart: {case}": ("chart", *lie) for case, lie in OF_A_CHART.items()},
    **{f"deal: {case}": ("deal", *lie) for case, lie in OF_THE_DEAL.items()},
    "all: other games": ("all", *OF_A_SWEEP["other games"]),
    "drops: a chance that is none": ("drops", *OF_A_CHART["a chance that is none"]),
    "report: other games": ("report", *OF_A_SWEEP["other games"]),
}


@pytest.mark.parametrize("case", LIES)
def test_parts_that_were_made_up(table: Path, kept: Path, case: str) -> None:
    run_of, name, change, says = LIES[case]
    changed(lie(kept, run_of), name, change)
    for words in (["show", "lie"], ["show", "lie", "--json"], ["resume", "lie"]):
        done = refused("runs", *words, says=says)
        assert f"results{os.sep}lie: a part that this run has kept" in done.err
        assert "another --name" in done.err
    assert run("runs", "list").code == 0


def test_arrays_of_other_names(table: Path, kept: Path) -> None:
    folder = lie(kept, "deal")
    [chunk] = disk.read(folder)[0].chunks.values()
    arrays = {key.replace("slices", "pieces"): array for key, array in disk.load(folder, chunk).items()}
    sealed(folder, lambda whole: whole.update(chunks={"0": disk.save(folder, arrays)}))
    refused("runs", "show", "lie", says="there are arrays 'pieces, sums'; allowed: slices, sums.")


def test_files_that_are_not_counted_on(table: Path, kept: Path) -> None:
    folder = lie(kept, "deal")
    sealed(folder, lambda whole: whole.update(chunks={"1": whole["chunks"]["0"]}))
    refused("runs", "show", "lie", says="names the files '1'; allowed: numbers from 0 on")


GRIDS: dict[str, tuple[str, Callable[[dict[str, Any]], object]]] = {
    "a rule set called another": ("sweep", lambda told: told["corners"][0]["keys"].update(hit_freeze=1)),
    "a rule set called like another": ("sweep", lambda told: told["corners"].append(told["corners"][0])),
    "a number as a truth value": ("sweep", lambda told: told["corners"][0]["keys"].update(hit_freeze=False)),
    "a rule set without a name": ("sweep", lambda told: told["corners"][0].update(keys={})),
    "a rule set with a row's name": ("sweep", lambda told: told["corners"][0]["keys"].update(metric="net")),
    "nothing varied": ("sweep", lambda told: told.update(varied={})),
    "no rule sets": ("sweep", lambda told: told.update(corners=[])),
    "an option that is none": ("all", lambda told: told["corners"][0]["keys"].update(option="x")),
    "an option without a value": ("all", lambda told: told["corners"][0]["keys"].pop("value")),
    "left out without a reason": ("all", lambda told: told["skipped"].append({"option": "x", "value": 1})),
    "a reason that steers": ("all", lambda told: told["skipped"].append({"option": "x", "value": 1, "why": "\x1b[2J"})),
}


@pytest.mark.parametrize("case", GRIDS)
def test_sweeps_of_what_was_not_swept(table: Path, kept: Path, case: str) -> None:
    run_of, change = GRIDS[case]
    sealed(lie(kept, run_of), lambda whole: change(whole["about"]["options"]))
    for words in (["show", "lie"], ["resume", "lie"]):
        refused("runs", *words, says="This is no sweep")


PLAIN: dict[str, tuple[str, Change, str]] = {
    "more bids than hands": ("bids", set_to(200), "'bids' counts "),
    "a part of a win": ("won", first_more(1), "a multiple of"),
    "a part of a side's win": ("side_won", first_more(1), "a multiple of"),
    "a hand more": ("ended", first_more(1), "'ended' counts 201 in 200 hands; allowed: 200."),
    "a payoff less": ("payoff", first_more(-1), "'payoff' counts 199 in 200 hands; allowed: 200."),
    "sums that would overflow": ("net", lambda net: net * 0 + 10**17, "counts 100,000,000,000,000,000 in 200 hands"),
    "a count beyond all": ("won", set_to(10**17 + 1), "'won' has 100000000000000001; allowed: 0 to"),
}


@pytest.mark.parametrize("case", PLAIN)
def test_counts_of_a_plain_run(table: Path, kept: Path, case: str) -> None:
    name, change, says = PLAIN[case]
    folder = lie(kept, "hands")
    arrays = disk.load(folder, disk.read(folder)[0].chunks["counts"])
    arrays[name] = np.asarray(change(arrays[name].copy()).reshape(arrays[name].shape))
    tally = Counts(arrays, registry.game("pitch").load_engine().count_axes).tally
    chunks = {"counts": disk.save(folder, arrays)}
    sealed(folder, lambda whole: (whole.update(chunks=chunks), whole["state"].update(tally=tally)))
    for words in (["show", "lie"], ["resume", "lie"], ["merge", "lie", "lie", "--name", "both"]):
        refused("runs", *words, says=says)


# Changes at random

VALUES: list[Any] = [
    None, True, False, 0, 1, -1, 2, 0.5, 1e308, 10**12, 2**63, 10**30, "", "x", "gin", "tonk", "all", "greedy",
    "\x1b[2J", "a" * 1000, "a\nb", [], [1], {}, {"a": 1}, "equilibrium", "deal", "captain", 52, "never", "knock",
]  # fmt: skip
NUMBERS = [0.0, 1.0, -1.0, 0.5, 59.0, 60.0, 1e-300, 1e12, 1e18, 1e100, 1e300, np.inf, -np.inf, np.nan]


def value_changed(whole: Any, rng: random.Random) -> None:
    """Change, drop, add or double a value somewhere in a manifest, but not how many games are wanted."""
    place = whole[rng.choice(["about", "about", "state", "chunks"])]
    while True:
        keys = [key for key in place if key != "target"] if isinstance(place, dict) else list(range(len(place)))
        key = rng.choice(keys)
        if not (isinstance(place[key], dict | list) and place[key] and rng.random() < 0.8):
            break
        place = place[key]
    how = rng.randrange(4)
    if how == 0:
        del place[key]
    elif how == 1 and isinstance(place, list):
        place.append(place[key])
    elif how == 1:
        place["new"] = rng.choice(VALUES)
    else:
        place[key] = rng.choice(VALUES)


def number_changed(array: Array, rng: random.Random) -> Array:
    """Change a number of an array, or its type or shape."""
    if array.dtype == np.uint8 and array.ndim == 1 and rng.random() < 0.8:
        return unpacked(lambda row: number_changed(row, rng))(array)
    how = rng.randrange(8)
    if how == 0:
        return array.astype(rng.choice(["f8", "i4", "u8", ">i8", "f2"]))
    if how == 1:
        return rng.choice([array.ravel(), array[None], array[..., :-1] if array.ndim else array])
    array = array.copy()
    if array.size:
        place = rng.choice([*np.flatnonzero(array)[:50].tolist(), rng.randrange(array.size)])
        if array.dtype.kind == "f":
            array.flat[place] = rng.choice([*NUMBERS, array.flat[place] * 3])
        else:
            most = int(np.iinfo(array.dtype).max)
            array.flat[place] = min(max(int(array.flat[place]) + rng.choice([1, -1, 60, 10**6, most]), 0), most)
    return array


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "report"])
def test_whatever_is_changed_is_refused_or_read(table: Path, kept: Path, name: str, seed: int) -> None:
    rng = random.Random(f"{name} {seed}")
    for _ in range(10):
        folder = lie(kept, name)
        if rng.random() < 0.5:
            sealed(folder, lambda whole: value_changed(whole, rng))
        else:
            chunks = disk.read(folder)[0].chunks
            number = rng.choice(list(chunks))
            arrays = disk.load(folder, chunks[number])
            key = rng.choice(list(arrays))
            chunks[number] = disk.save(folder, arrays | {key: number_changed(arrays[key], rng)})
            sealed(folder, lambda whole, chunks=chunks: whole.update(chunks=chunks))  # type: ignore[misc]
        for words in (["show", "lie"], ["show", "lie", "--json"], ["export", "lie", "--out", "rows.csv"], ["list"]):
            done = run("runs", *words)
            assert done.code in (0, 2), done
            told(done)
            if done.code == 0 and "--json" in words:
                json.loads(done.out, parse_constant=pytest.fail)
