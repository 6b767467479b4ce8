"""Runs made by somebody who seals his lies with the right hash: manifests, counts, archives."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simcards.runs import folder as disk
from tests.hostile.checks import refused
from tests.hostile.tampering import READERS, forged, listed, refused_by_all, sealed

# Manifests that are sealed with the right hash

GIANT = 10**4_000
VALUES: dict[str, object] = {
    "about": [None, [], "x", {}, {"command": "simulate"}, {"command": GIANT}, {"command": "\x1b[2J" * 99}],
    "about.game": [None, 7, "chess", "../gin", "\x1b[2J", "tonk", [], "g" * 100_000],
    "about.preset": [None, 7, "captain", "../../etc/passwd", []],
    "about.name": [None, 7, "", "\x1b[2J", "x\ny", "x" * 5_000],
    "about.rules": [None, [], "web", {"gin_bonus": 24}, {"gin_bonus": GIANT}, {"game": "tonk"}, {"preset": "web"}],
    "about.rules_hash": [None, 7, "", "0" * 64],
    "about.policies": [None, [], "greedy", ["greedy"] * 60, [7, 7], ["greedy:knock=" + "9" * 900] * 2],
    "about.seed": [None, "1", -1, 2**64, 1.0, True, GIANT],
    "about.first": [None, "0", -1, 10**13, 0.5, GIANT],
    "about.stream": [None, "1", 0, -1, 2, 1.5, GIANT],
    "about.precision": ["0.1", 0, -1, [], GIANT],
    "about.more": [1],
    "state": [None, [], "x", {}],
    "state.target": [None, "200", 0, -5, 10**30, 200.0, 199, GIANT],
    "state.ranges": [
        None, "x", [], [7], [[]], [[0]], [[0, 200, 1]], [["0", "200"]], [[0, 200.0]], [[0, True]], [[0, -200]],
        [[-1, 200]], [[0, 0]], [[0, 100], [50, 100]], [[100, 100], [0, 100]], [[0, 199]], [[0, 201]], [[0, 10**12]],
        [[0, 10**30]], [[GIANT, 200]], [[2 * i, 1] for i in range(50_000)], {"0": 200}, [{"0": 200}],
    ],
    "state.tally": [None, 7, "", "0" * 64, [], GIANT],
    "state.versions": [None, [], {"numpy": 7}, {"\x1b": ""}],
    "state.written": [None, 7, "\x1b[2J", [], "x" * 5_000],
    "chunks": [None, [], "x", {}, {"counts": None}, {"counts": []}, {"counts": {}}, {"more": {}}],
    "chunks.counts.file": [
        None, 7, "", "../good/manifest.json", "/etc/passwd", "chunk-\0", "chunk-" + "x" * 900, "chunk-",
    ],
    "chunks.counts.sha256": [None, 7, "", "0" * 64],
    "chunks.counts.bytes": [None, -1, "7", 1.5],
    "format": [None, 0, 2, "1", [], 10**400],
}  # fmt: skip


@pytest.mark.parametrize("key", VALUES)
def test_a_sealed_manifest(lie: Path, key: str) -> None:
    *parts, last = key.split(".")
    original = (lie / disk.MANIFEST).read_text()
    for value in VALUES[key]:  # type: ignore[attr-defined]

        def change(whole: dict[str, Any], value: object = value) -> None:
            for part in parts:
                whole = whole[part]
            whole[last] = value

        (lie / disk.MANIFEST).write_text(original)
        sealed(lie, change)
        refused("runs", "show", "lie")
        refused("runs", "resume", "lie")
        refused("runs", "merge", "good", "lie", "--name", "both")
        listed()


MANIFESTS: dict[str, str] = {
    "a float that overflows": '{"format": 1, "about": {"precision": 1e999}, "state": {}, "chunks": {}, "sha256": ""}',
    "nan": '{"format": NaN}',
    "a giant": '{"format": ' + "9" * 100_000 + "}",
    "a key twice": '{"format": 1, "format": 1}',
    "lists in lists, within the limit": '{"format": 1, "about": ' + "[" * 970 + "]" * 970 + ', "sha256": ""}',
    "surrogates": r'{"format": 1, "about": "\ud800", "state": "", "chunks": "", "sha256": "\ud800"}',
    "a list": "[1]",
    "an object of objects": '{"a":' * 300 + "1" + "}" * 300,
    "many keys": "{" + ",".join(f'"k{i}":1' for i in range(100_000)) + "}",
}


@pytest.mark.parametrize("case", MANIFESTS)
def test_a_manifest_that_is_none(lie: Path, case: str) -> None:
    (lie / disk.MANIFEST).write_text(MANIFESTS[case])
    refused("runs", "show", "lie", says="no state of this run is whole")
    refused("runs", "resume", "lie", says="no state of this run is whole")
    assert "no state of this run is whole" in listed().out


def rename(command: str, whole: dict[str, Any]) -> None:
    whole["about"]["command"] = command


def test_a_run_of_another_command_is_refused_by_its_name(lie: Path) -> None:
    for command in ("sweep", "dance"):
        sealed(lie, partial(rename, command))
        refused("runs", "resume", "lie", says="is not what a run has there")
        assert "is not what a run has there" in listed().out


# Counts that are sealed with the right hash

Arrays = dict[str, Any]


def arrays_of(lie: Path) -> Arrays:
    return dict(disk.load(lie, disk.read(lie)[0].chunks["counts"]))


def archive(arrays: Arrays, packing: int = zipfile.ZIP_STORED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", packing) as file:
        for name, array in arrays.items():
            piece = io.BytesIO()
            np.lib.format.write_array(piece, np.asarray(array))
            file.writestr(f"{name}.npy", piece.getvalue())
    return buffer.getvalue()


def tally_of(arrays: Arrays) -> str:
    """Return the tally as `Counts` has it, of whatever arrays."""
    from simcards.games.gin.params import COUNT_AXES

    digest = hashlib.sha256()
    for name in sorted(arrays):
        digest.update(f"{name}|{','.join(COUNT_AXES.get(name, ()))}|{arrays[name].shape}|".encode())
        digest.update(arrays[name].astype("<i8").tobytes())
    return digest.hexdigest()


def with_one(name: str, change: Callable[[Any], Any]) -> Callable[[Arrays], Arrays]:
    return lambda arrays: {**arrays, name: change(arrays[name])}


def first_is(value: int) -> Callable[[Any], Any]:
    def change(array: Any) -> Any:
        array = array.copy()
        array.flat[0] = value
        return array

    return change


COUNTS: dict[str, Callable[[Arrays], Arrays]] = {
    "an array less": lambda arrays: {name: array for name, array in arrays.items() if name != "won"},
    "an array more": lambda arrays: {**arrays, "more": np.zeros(3, np.int64)},
    "no arrays": lambda _: {},
    "another shape": with_one("won", lambda _: np.zeros((3, 3), np.int64)),
    "another shape of as many": with_one("net", lambda array: array.reshape(-1, 2)),
    "axes the other way round": with_one("ended", lambda array: np.ascontiguousarray(array.T)),
    "an axis less": with_one("ended", lambda array: array.reshape(-1)),
    "an axis more": with_one("won", lambda array: array[None]),
    "a single number": with_one("won", lambda _: np.int64(7)),
    "an empty array": with_one("won", lambda array: array[:0]),
    "floats": with_one("won", lambda array: array.astype(np.float64)),
    "small numbers": with_one("won", lambda array: array.astype(np.int32)),
    "unsigned numbers": with_one("won", lambda array: array.astype(np.uint64)),
    "numbers the other way round": with_one("won", lambda array: array.astype(">i8")),
    "truth values": with_one("won", lambda array: array.astype(np.bool_)),
    "dates": with_one("won", lambda array: array.astype("M8[s]")),
    "texts": with_one("won", lambda array: np.full(array.shape, "7")),
    "records": with_one("won", lambda array: np.zeros(array.shape, [("a", np.int64)])),
    "a count below nothing": with_one("won", first_is(-1)),
    "the least count": with_one("ended", first_is(-(2**63))),
    "the largest count": with_one("net", first_is(2**63 - 1)),
    "a hand more than was played": with_one("ended", lambda array: first_is(int(array.flat[0]) + 1)(array)),
    "no hands": lambda arrays: {name: np.zeros_like(array) for name, array in arrays.items()},
}


@pytest.mark.parametrize("case", COUNTS)
def test_sealed_counts(lie: Path, case: str) -> None:
    arrays = COUNTS[case](arrays_of(lie))
    try:
        tally = tally_of(arrays)
    except (TypeError, ValueError):
        tally = "0" * 64
    forged(lie, archive(arrays), tally)
    for words in READERS:
        refused(*words)


def header(text: str, data: bytes = b"") -> bytes:
    """Return a file of numpy's with this text for a header."""
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode() + data


def holding(data: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        file.writestr("won.npy", data)
    return buffer.getvalue()


def packed(data: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("won.npy", data)
    return buffer.getvalue()


def twice() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        file.writestr("won.npy", header(SHAPE("<i8", "(1,)"), bytes(8)))
        with pytest.warns(UserWarning, match="Duplicate name"):
            file.writestr("won.npy", header(SHAPE("<i8", "(1,)"), bytes(8)))
    return buffer.getvalue()


SHAPE = "{{'descr': '{}', 'fortran_order': False, 'shape': {}, }}\n".format
ARCHIVES: dict[str, Callable[[], bytes]] = {
    "no archive": lambda: b"once upon a time",
    "nothing": lambda: b"",
    "an empty archive": lambda: archive({}),
    "a single array": lambda: header(SHAPE("<i8", "(0,)")),
    "a pickle": lambda: b"\x80\x04cos\nsystem\n(S'true'\ntR.",
    "no array within": lambda: holding(b"once upon a time"),
    "a pickle within": lambda: holding(header(SHAPE("|O", "(1,)"), b"\x80\x04N.")),
    "a terabyte, it says": lambda: holding(header(SHAPE("<i8", "(137438953472,)"))),
    "more than there can be, it says": lambda: holding(header(SHAPE("<i8", f"({2**99},)"))),
    "less than nothing, it says": lambda: holding(header(SHAPE("<i8", "(-1,)"), bytes(8))),
    "a shape that is none": lambda: holding(header(SHAPE("<i8", "'x'"))),
    "code for a shape": lambda: holding(header(SHAPE("<i8", "(__import__('os').getpid(),)"))),
    "a type that is none": lambda: holding(header(SHAPE("<z9", "(1,)"), bytes(8))),
    "brackets in brackets": lambda: holding(header("(" * 9_000)),
    "a bomb": lambda: packed(header(SHAPE("<i8", "(13107200,)"), bytes(100 << 20))),
    "a name that leads out": lambda: archive({"../../x": np.zeros(1, np.int64)}),
    "one name twice": twice,
    "another version": lambda: holding(b"\x93NUMPY\x09\x00" + bytes(100)),
    "a flag of a secret": lambda: holding(header(SHAPE("<i8", "(1,)"), bytes(8))).replace(
        b"\x14\x00\x00\x00\x00\x00", b"\x14\x00\x01\x00\x00\x00"
    ),
}


@pytest.mark.parametrize("case", ARCHIVES)
def test_a_sealed_archive(lie: Path, case: str) -> None:
    forged(lie, ARCHIVES[case]())
    refused_by_all()
