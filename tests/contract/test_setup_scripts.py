"""scripts/setup.sh: one sentence for a Python that will not do, and a .venv made anew only when it has to be."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the scripts need a POSIX shell")

OLD = "echo 3.10"
TOO_NEW = "echo 3.99"
WITHOUT_VENV = 'case "$*" in *ensurepip*) exit 1 ;; *) echo 3.12 ;; esac'
WORKING = """
echo "$*" >>python.log
case "$*" in
*version_info*) echo 3.12 ;;
"-m venv .venv")
    mkdir -p .venv/bin && cp "$0" .venv/bin/python
    echo 'echo "the report of $2"' >.venv/bin/simcards && chmod +x .venv/bin/simcards
    ;;
esac
"""


@pytest.fixture
def checkout(tmp_path):
    """Return a folder with the scripts, the lock files and pyproject.toml, named so that quoting matters."""
    folder = tmp_path / "a b"
    shutil.copytree(ROOT / "scripts", folder / "scripts")
    for name in ("pyproject.toml", "requirements.lock", "requirements-test.lock", "requirements-ci.lock"):
        shutil.copy(ROOT / name, folder)
    return folder


def python_of(checkout, body):
    path = checkout / "stub-python"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)
    return path


def demo(checkout, python):
    environment = {"PATH": "/usr/bin:/bin", "PYTHON": str(python)}
    return subprocess.run([checkout / "scripts/demo"], env=environment, capture_output=True, text=True, check=False)


def calls(checkout):
    """Return how often .venv was made and how often pip ran since the last time this was asked."""
    log = checkout / "python.log"
    lines = log.read_text().splitlines()
    log.unlink()
    return sum(line.startswith("-m venv") for line in lines), sum(line.startswith("-m pip") for line in lines)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (OLD, "is Python 3.10"),
        (TOO_NEW, "is Python 3.99"),
        (WITHOUT_VENV, "lacks the venv module"),
        ("exit 1", "does not run"),
    ],
)
def test_a_python_that_will_not_do_gets_one_sentence(checkout, body, words):
    done = demo(checkout, python_of(checkout, body))
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (checkout / ".venv").exists()


def test_a_python_that_is_not_there_gets_one_sentence(checkout):
    done = demo(checkout, "/nonexistent")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


def test_only_what_changed_is_made_again(checkout):
    python = python_of(checkout, WORKING)
    assert (
        demo(checkout, python).stdout
        == "the report of gin\nthe report of gin3\nthe report of tonk\nthe report of pitch\n"
    )
    assert calls(checkout) == (1, 2)
    demo(checkout, python)
    assert calls(checkout) == (0, 0)
    with (checkout / "pyproject.toml").open("a") as file:
        file.write("# another setting\n")
    demo(checkout, python)
    assert calls(checkout) == (0, 2)
    with (checkout / "requirements.lock").open("a") as file:
        file.write("# another pin\n")
    demo(checkout, python)
    assert calls(checkout) == (1, 2)


def test_a_half_made_environment_is_made_anew(checkout):
    python = python_of(checkout, WORKING + 'case "$*" in *--editable*) test -e let-it-pass ;; esac')
    assert demo(checkout, python).returncode == 1
    assert calls(checkout) == (1, 2)
    (checkout / "let-it-pass").touch()
    assert demo(checkout, python).returncode == 0
    assert calls(checkout) == (1, 2)


def test_a_moved_checkout_gets_a_new_environment(checkout):
    demo(checkout, python_of(checkout, WORKING))
    calls(checkout)
    moved = checkout.rename(checkout.with_name("c d"))
    assert demo(moved, moved / "stub-python").returncode == 0
    assert calls(moved) == (1, 2)
