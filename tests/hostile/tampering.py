"""A stored run to be tampered with, and what has to hold of every command that reads it afterwards."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from simcards.runs import folder as disk
from tests.hostile.checks import Done, refused, run, told

WORDS = ["simulate", "gin", "--games", "200", "--name"]
READERS = [
    ["runs", "show", "lie"],
    ["runs", "resume", "lie"],
    ["runs", "extend", "lie", "--games", "300"],
    ["runs", "merge", "lie", "good", "--name", "both"],
    ["runs", "merge", "good", "lie", "--name", "both"],
    ["runs", "compare", "lie", "good"],
    ["runs", "export", "lie", "--out", "rows.csv"],
]


def refused_by_all() -> None:
    """See that every command that reads the run refuses it, and that the list of runs says what is wrong."""
    for words in READERS:
        done = refused(*words)
        assert "lie" in done.err, done
    listed()


def listed() -> Done:
    done = run("runs", "list", "--json")
    assert done.code == 0
    told(done)
    rows = {row["run"]: row for row in json.loads(done.out)["runs"]}
    assert rows["good"]["games"] == 200
    assert run("runs", "list").out.replace("\n", "").isprintable()
    return done


def sealed(folder: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change a manifest and give it the hash that it should have."""
    path = folder / disk.MANIFEST
    whole = json.loads(path.read_text())
    del whole["sha256"]
    change(whole)
    path.write_text(json.dumps({**whole, "sha256": disk._seal(whole)}))


def forged(folder: Path, data: bytes, tally: str | None = None) -> None:
    """Put a file in the place of the counts, with the hash that the manifest tells."""
    digest = hashlib.sha256(data).hexdigest()
    (folder / "chunk-forged.npz").write_bytes(data)
    chunk = {"file": "chunk-forged.npz", "sha256": digest, "bytes": len(data)}
    sealed(folder, lambda whole: whole.update(chunks={"counts": chunk}))
    if tally is not None:
        sealed(folder, lambda whole: whole["state"].update(tally=tally))
