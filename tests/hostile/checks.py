"""What holds of every hostile input: one message and code 2, no traceback, at once, and no file anywhere."""

from __future__ import annotations

import time
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from simcards.cli import cli

SECONDS = 1.0
"""Processor time that a command may take, apart from imports and compiling."""

LONGEST = 1200
"""Characters of a line of a message: what was given is repeated in short."""


class Done(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str
    seconds: float


def run(*words: str, typed: bytes | None = None) -> Done:
    """Run a command in this process; it must end by an exit code, without an exception passing through."""
    start = time.process_time()
    result = CliRunner().invoke(cli, words, input=typed)
    seconds = time.process_time() - start
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    return Done(result.exit_code, result.stdout, result.stderr, seconds)


def standing(folder: Path) -> dict[str, bytes | str]:
    """Return what stands in a folder, by path: contents, of a link where it leads, else what it is."""
    found: dict[str, bytes | str] = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            found[name] = f"link to {path.readlink()}"
        else:
            found[name] = path.read_bytes() if path.is_file() else oct(path.stat().st_mode)
    return found


def refused(*words: str, says: str = "", typed: bytes | None = None) -> Done:
    """Run a command that has to be refused: code 2, nothing printed but a message, nothing written, within a second."""
    before = standing(Path.cwd().parent)
    done = run(*words, typed=typed)
    assert (done.code, done.out) == (2, ""), done
    told(done)
    assert says in done.err
    assert standing(Path.cwd().parent) == before
    return done


def told(done: Done) -> None:
    """See that a command was quick, and that what it said on standard error is a message that steers no terminal."""
    assert done.seconds < SECONDS
    assert "Traceback" not in done.err
    assert done.err.replace("\n", "").isprintable(), ascii(done.err)
    assert max(map(len, done.err.splitlines()), default=0) < LONGEST, done.err[:2000]
    if done.code == 2:
        assert done.err.startswith("simcards: ")
