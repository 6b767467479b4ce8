"""Folders of runs that lie: files damaged, replaced or taken from elsewhere, and names that lead out."""

from __future__ import annotations

import errno
import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from simcards.runs import folder as disk
from tests.hostile.checks import refused, run, standing, told
from tests.hostile.tampering import READERS, WORDS, listed, refused_by_all


def instead(make: Callable[[Path], object]) -> Callable[[Path], None]:
    def change(path: Path) -> None:
        path.unlink()
        make(path)

    return change


THINGS: dict[str, Callable[[Path], object]] = {
    "nothing": lambda path: path.write_bytes(b""),
    "garbage": lambda path: path.write_bytes(bytes(range(256)) * 9),
    "half of it": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "no file": Path.unlink,
    "a folder": instead(Path.mkdir),
    "a pipe": instead(os.mkfifo),
    "a device": instead(lambda path: path.symlink_to("/dev/zero")),
    "a link to itself": instead(lambda path: path.symlink_to(path.name)),
    "a link to nothing": instead(lambda path: path.symlink_to("../../../elsewhere")),
    "a bomb": lambda path: path.write_bytes(b"[" * 1_000_000),
}


@pytest.mark.parametrize("case", THINGS)
@pytest.mark.parametrize("file", ["manifest.json", "chunk-*.npz"])
def test_in_the_place_of(lie: Path, file: str, case: str) -> None:
    [path] = lie.glob(file)
    THINGS[case](path)
    refused_by_all()


@pytest.mark.parametrize("case", THINGS)
@pytest.mark.parametrize("file", ["run.lock", "run.lock.json", "manifest.previous.json"])
def test_in_the_place_of_what_holds_no_numbers(lie: Path, file: str, case: str) -> None:
    """Such a file is passed over, replaced, or refused; what links lead to is left alone."""
    elsewhere = lie.parents[2] / "elsewhere"
    elsewhere.write_text("precious")
    (lie / file).write_bytes(b"{}")
    THINGS[case](lie / file)
    for words in READERS:
        done = run(*words)
        told(done)
        assert done.code in (0, 2)
    assert elsewhere.read_text() == "precious"
    assert {path.name for path in lie.parents[2].iterdir()} == {"elsewhere", "table"}
    listed()


@pytest.mark.parametrize("file", ["manifest.json", "chunk-*.npz"])
def test_another_runs_file(lie: Path, file: str) -> None:
    [mine], [other] = lie.glob(file), (lie.parent / "tonk").glob(file)
    mine.write_bytes(other.read_bytes())
    refused_by_all()


def test_a_link_to_another_run_is_no_run(lie: Path) -> None:
    shutil.rmtree(lie)
    lie.symlink_to("good")
    before = standing(lie.parent / "good")
    for words in READERS:
        refused(*words, says="this is a link")
    assert standing(lie.parent / "good") == before


def test_what_is_written_into_a_run_does_not_land_elsewhere(lie: Path) -> None:
    elsewhere = lie.parents[2] / "elsewhere"
    elsewhere.write_bytes((lie / disk.MANIFEST).read_bytes())
    (lie / disk.MANIFEST).unlink()
    (lie / disk.MANIFEST).symlink_to(elsewhere)
    (lie / disk.BEFORE).symlink_to(elsewhere)
    before = elsewhere.read_bytes()
    assert run("runs", "extend", "lie", "--games", "300").code == 0
    assert elsewhere.read_bytes() == before
    assert not (lie / disk.MANIFEST).is_symlink()
    assert json.loads(run("runs", "show", "lie", "--json").out)["games"] == 300


def test_a_folder_with_a_chunks_name_stays(lie: Path) -> None:
    (lie / "chunk-folder.npz").mkdir()
    assert run("runs", "extend", "lie", "--games", "300").code == 0
    assert (lie / "chunk-folder.npz").is_dir()


@pytest.mark.parametrize("name", ["Capital", "\x1b[2J", "a b", "\udcff", "x" * 200])
def test_folders_whose_names_are_none(lie: Path, name: str) -> None:
    shutil.copytree(lie, lie.parent / name)
    assert "allowed: 1 to 64 of a-z" in listed().out


@pytest.mark.parametrize("closed", ["lie", "results"])
def test_a_folder_that_cannot_be_looked_into(lie: Path, monkeypatch: pytest.MonkeyPatch, closed: str) -> None:
    exists, listing = Path.exists, Path.iterdir

    def not_there(path: Path) -> bool:
        if closed in path.parent.parts:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return exists(path)

    def unlisted(path: Path) -> Iterator[Path]:
        if path.name == closed:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return listing(path)

    monkeypatch.setattr(Path, "exists", not_there)
    monkeypatch.setattr(Path, "iterdir", unlisted)
    for words in (["runs", "show", "lie"], ["runs", "resume", "lie"], [*WORDS, "lie"]):
        assert "the folder cannot be read (Permission denied)" in told_wrong(*words)
    if closed == "results":
        assert "results: the folder cannot be read (Permission denied)" in told_wrong("runs", "list")
    else:
        assert "the folder cannot be read (Permission denied)" in listed().out


def told_wrong(*words: str) -> str:
    done = run(*words)
    assert done.code == 2
    told(done)
    return done.err


def test_a_name_that_ends_as_a_folder_is_no_file(lie: Path) -> None:
    refused("runs", "export", "lie", "--out", "rows.json/", says="allowed: a file that ends in")


def test_a_run_of_which_only_the_state_before_is_left_is_listed(lie: Path) -> None:
    (lie / disk.MANIFEST).rename(lie / disk.BEFORE)
    assert '"lie"' in listed().out


def test_a_results_folder_that_is_none(table: Path) -> None:
    (table / "results").write_text("")
    refused(*WORDS, "new", says="the folder cannot be made")
    refused("runs", "show", "new", says="there is no run of this name")
    assert run("runs", "list").code == 0


# Names

NAMES = [
    "",
    ".",
    "..",
    "../x",
    "/tmp/x",
    "a/b",
    "a\\b",
    "A",
    "é",
    "a b",
    "a\n",
    "a\0b",
    "-",
    "a" * 65,
    "\x1b[2J",
    "\udcff",
    "~",
]


@pytest.mark.parametrize("name", NAMES)
def test_names(lie: Path, name: str) -> None:
    refused(*WORDS, name)
    for words in ("show", "resume"):
        refused("runs", words, "--", name)
    refused("runs", "extend", "--games", "300", "--", name)
    refused("runs", "merge", "lie", "good", "--name", name)
    refused("runs", "merge", "lie", "--name", "new", "--", name)
    refused("runs", "compare", "--value", "0", "--", name)
    refused("runs", "export", "--out", "x.csv", "--", name)


@pytest.mark.parametrize("name", ["a'b", "a;b", "$(true)", "`true`", "<script>", "con|", "a\tb"])
def test_names_that_mean_something_to_others(table: Path, name: str) -> None:
    refused(*WORDS, name, says="--name was given")
