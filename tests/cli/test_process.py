"""Signals that come at a bad moment, and streams that are gone: nothing is lost, and nothing is told at length."""

from __future__ import annotations

import contextlib
import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from simcards.cli import process
from tests.cli.test_hostile import shell

MAIN = [sys.executable, "-c", "from simcards.cli import main; main()"]


@pytest.fixture
def heeded() -> Iterator[None]:
    numbers = (signal.SIGINT, signal.SIGTERM)
    before, hook = [signal.getsignal(number) for number in numbers], sys.unraisablehook
    process.heed_signals()
    yield
    sys.unraisablehook = hook
    for number, handler in zip(numbers, before, strict=True):
        signal.signal(number, handler)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_interrupts(heeded: None, number: signal.Signals) -> None:
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(number)


def test_a_signal_comes_again_where_llvm_has_called_back(heeded: None) -> None:
    """An error there is printed and lost, and the object that was compiled is too."""
    code = compile("signal.raise_signal(signal.SIGINT)", "llvmlite/binding/executionengine.py", "exec")
    exec(code, {"signal": signal})
    with pytest.raises(KeyboardInterrupt):
        time.sleep(5)


def test_a_signal_comes_again_after_a_finalizer(heeded: None, capsys: pytest.CaptureFixture[str]) -> None:
    class Final:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    thing = [Final()]
    thing.clear()
    with pytest.raises(KeyboardInterrupt):
        time.sleep(5)
    assert capsys.readouterr().err == ""


def test_a_terminal_that_is_gone_stops_no_run(tmp_path: Path) -> None:
    """As when the window is closed over a command that goes on, its output being sent to a file."""
    ours, theirs = pty.openpty()
    words = [*MAIN, "simulate", "gin", "--games", "200000", "--name", "deaf"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=theirs, cwd=tmp_path, start_new_session=True) as run:
        os.close(theirs)
        with contextlib.suppress(OSError):
            os.read(ours, 1)
        os.close(ours)
        out = run.communicate(timeout=120)[0].decode()
    assert (run.returncode, "payoff" in out) == (0, True)


def test_notes_that_cannot_be_written_are_left_out() -> None:
    done = shell("simcards simulate gin --games 10 2> /dev/full")
    assert (done.returncode, "payoff" in done.stdout) == (0, True)


@pytest.mark.parametrize(
    "command",
    ["simulate gin --games 10", "odds gin", "sweep gin --vary knock_limit=5 --games 100", "runs compare a --value 1"],
)
def test_rows_are_written_even_if_what_is_printed_has_no_reader(command: str, tmp_path: Path) -> None:
    stored = "simcards simulate gin --games 10 --name a -q && " if "compare" in command else ""
    done = shell(f"cd {tmp_path} && {stored}simcards {command} --csv rows.csv > /dev/full")
    assert done.returncode == 2
    assert "standard output cannot be written" in done.stderr
    assert len((tmp_path / "rows.csv").read_text().splitlines()) >= 2
