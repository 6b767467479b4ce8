"""The compile cache: never stale, never trusted blindly, never in the way."""

from __future__ import annotations

import ast
import errno
import os
import shutil
import stat
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
import pytest
from numba.core import config as numba_config

from simcards.kernels import jit
from simcards.kernels.jit import PACKAGE, SealedCacheFile, kernel, kernel_sources


def triple(number):
    return 3 * number


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of the test's own."""
    monkeypatch.setattr(jit, "cache_folder", lambda: tmp_path)
    return tmp_path


def compile_and_run(expect_hit: bool) -> None:
    """Decorate, compile or load, and call; warnings are errors."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compiled = kernel(triple)
        assert compiled(14) == 42
    assert sum(compiled.stats.cache_hits.values()) == expect_hit
    assert sum(compiled.stats.cache_misses.values()) == (not expect_hit)


def files(folder: Path, ending: str) -> list[Path]:
    return sorted(folder.rglob(f"*{ending}"))


def flip(place: int) -> Callable[[bytes], bytes]:
    def damage(content: bytes) -> bytes:
        changed = bytearray(content)
        changed[place] ^= 0x10
        return bytes(changed)

    return damage


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: content[:0],
    "cut in the seal": lambda content: content[:20],
    "cut behind the seal": lambda content: content[:32],
    "cut in half": lambda content: content[: len(content) // 2],
    "cut by a byte": lambda content: content[:-1],
    "longer": lambda content: content + b"\0",
    "seal flipped": flip(5),
    "start flipped": flip(33),
    "middle flipped": lambda content: flip(len(content) // 2)(content),
    "end flipped": flip(-1),
    "other bytes": lambda content: content[::-1],
}


def test_what_is_cached_is_used_again(folder: Path) -> None:
    compile_and_run(expect_hit=False)
    assert len(files(folder, ".nbi")) == len(files(folder, ".nbc")) == 1
    compile_and_run(expect_hit=True)


@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_made_again(
    folder: Path, ending: str, damage: str, capfd: pytest.CaptureFixture[str]
) -> None:
    compile_and_run(expect_hit=False)
    [path] = files(folder, ending)
    path.write_bytes(DAMAGES[damage](path.read_bytes()))
    compile_and_run(expect_hit=False)
    compile_and_run(expect_hit=True)
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("ending", [".nbi", ".nbc"])
def test_a_missing_file_is_made_again(folder: Path, ending: str) -> None:
    compile_and_run(expect_hit=False)
    files(folder, ending)[0].unlink()
    compile_and_run(expect_hit=False)
    compile_and_run(expect_hit=True)


def test_a_full_disk_costs_only_the_cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> Any:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(SealedCacheFile, "_open_for_write", full)
    compile_and_run(expect_hit=False)
    compile_and_run(expect_hit=False)
    assert files(folder, ".nbc") == []


def test_other_people_s_kernels_stay_where_they_are(folder: Path) -> None:
    before = vars(numba_config)["CACHE_DIR"]
    compile_and_run(expect_hit=False)
    assert vars(numba_config)["CACHE_DIR"] == before
    theirs = numba.njit(triple)
    theirs.enable_caching()
    assert str(folder) not in theirs.stats.cache_path


@pytest.fixture
def fresh_digest() -> Iterator[Callable[[], str]]:
    """What the digest is now, not what it was when it was asked for first."""

    def digest() -> str:
        jit.digest.cache_clear()
        return jit.digest()

    yield digest
    jit.digest.cache_clear()


@pytest.mark.parametrize("switch", ["NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_CPU_NAME", "NUMBA_ENABLE_AVX"])
def test_each_switch_that_changes_code_has_its_own_cache(
    switch: str, fresh_digest: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(switch, raising=False)
    without = fresh_digest()
    monkeypatch.setenv(switch, "1")
    with_one = fresh_digest()
    monkeypatch.setenv(switch, "2")
    assert len({without, with_one, fresh_digest()}) == 3


def test_versions_have_their_own_cache(fresh_digest: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> None:
    found = {fresh_digest()}
    monkeypatch.setattr(numba, "__version__", "99")
    found.add(fresh_digest())
    monkeypatch.setattr(sys, "version", "4.0")
    found.add(fresh_digest())
    assert len(found) == 3


@pytest.mark.parametrize("switch", sorted(jit.NEUTRAL))
def test_switches_that_change_no_code_share_it(
    switch: str, fresh_digest: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = fresh_digest()
    monkeypatch.setenv(switch, "3")
    assert fresh_digest() == before


def test_each_kernel_source_is_part_of_the_name(
    fresh_digest: Callable[[], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "simcards"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(jit, "PACKAGE", copy)
    before = fresh_digest()
    for path in kernel_sources():
        text = path.read_text("utf-8")
        path.write_text(text + "# a comment\n", "utf-8")
        assert fresh_digest() != before, path
        path.write_text(text, "utf-8")
    assert fresh_digest() == before
    (copy / "kernels" / "one_more.py").write_text("", "utf-8")
    assert fresh_digest() != before


def imports_of(path: Path) -> set[str]:
    """Return the modules of the package that a file imports at its top."""
    found = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("simcards"):
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if alias.name.startswith("simcards")}
    return found


def module_path(name: str) -> Path | None:
    """Return the file of a module of the package, None for a name that is no module."""
    path = PACKAGE.parent.joinpath(*name.split("."))
    if path.is_dir():
        return path / "__init__.py"
    return path.with_suffix(".py") if path.with_suffix(".py").exists() else None


def test_no_compiled_code_and_no_constant_in_it_is_left_out() -> None:
    """Every file with kernels, and every module whose names they read, is in the digest."""
    sources = set(kernel_sources())
    with_kernels = [path for path in PACKAGE.rglob("*.py") if "\n@kernel" in path.read_text("utf-8")]
    assert len(with_kernels) > 5
    assert set(with_kernels) <= sources
    read = {module_path(name) for path in with_kernels for name in imports_of(path)} - {None}
    assert read <= sources | {PACKAGE / "__init__.py"}


def python(code: str, home: Path, package: Path = PACKAGE.parent, **switches: str) -> subprocess.CompletedProcess[str]:
    """Run Python code with its cache under `home`, and only the Numba switches given."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    places = {"HOME": str(home), "XDG_CACHE_HOME": str(home), "PYTHONPATH": str(package)}
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", code],
        env=inherited | places | switches,
        cwd=package,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


READ_OUT_OF_RANGE = """
import numpy as np
from simcards.kernels.policy import POLICY, table_entry
policies = np.zeros(3, POLICY).view(np.recarray)
policies[0].table_size = 40  # the table has room for 32: what follows is still the array's memory
print(table_entry(policies[0], 40))
"""


def test_a_read_out_of_range_raises_when_bounds_are_checked(tmp_path: Path) -> None:
    """After a plain run of the same function too, and the plain one stays as it was."""
    plain = python(READ_OUT_OF_RANGE, tmp_path)
    assert (plain.returncode, plain.stdout.strip(), plain.stderr) == (0, "0", "")
    for _ in range(2):
        checked = python(READ_OUT_OF_RANGE, tmp_path, NUMBA_BOUNDSCHECK="1")
        assert checked.returncode == 1
        assert "IndexError: index is out of bounds" in checked.stderr
    again = python(READ_OUT_OF_RANGE, tmp_path)
    assert (again.returncode, again.stdout, again.stderr) == (0, plain.stdout, "")
    assert len(list(tmp_path.rglob("kernels-*"))) == 2
    interpreted = python(READ_OUT_OF_RANGE, tmp_path, NUMBA_DISABLE_JIT="1")
    assert interpreted.returncode == 1
    assert "IndexError" in interpreted.stderr


DEARER = """
from simcards.kernels.deadwood import dearer
from simcards.kernels.jit import cache_folder
print(bool(dearer(12, 0)), sum(dearer.stats.cache_hits.values()), cache_folder())
"""


def run_dearer(home: Path, package: Path, **switches: str) -> tuple[str, str, str]:
    """Return whether a king is dearer than an ace, how often the cache served, and where it is."""
    done = python(DEARER, home, package, **switches)
    assert (done.returncode, done.stderr) == (0, "")
    answer, hits, folder = done.stdout.split()
    return answer, hits, folder


def test_a_changed_helper_changes_its_cached_callers(tmp_path: Path) -> None:
    package = tmp_path / "copy"
    shutil.copytree(PACKAGE, package / "simcards", ignore=shutil.ignore_patterns("__pycache__"))
    home = tmp_path / "home"
    home.mkdir()
    answer, hits, folder = run_dearer(home, package)
    assert (answer, hits) == ("True", "0")
    assert run_dearer(home, package) == ("True", "1", folder)
    assert Path(folder).is_relative_to(home)
    assert stat.S_IMODE(Path(folder).stat().st_mode) == 0o700
    source = package / "simcards" / "kernels" / "deadwood.py"
    text = source.read_text("utf-8")
    changed = text.replace("return min((card & 15) % 13 + 1, 10)", "return 20 - min((card & 15) % 13 + 1, 10)")
    assert changed != text
    source.write_text(changed, "utf-8")
    answer, hits, other = run_dearer(home, package)
    assert (answer, hits) == ("False", "0")
    assert other != folder


def test_where_no_cache_can_be_made_it_works_without(tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("", "utf-8")
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    answer, hits, folder = run_dearer(blocked, PACKAGE.parent, TMPDIR=str(temporary))
    assert (answer, hits) == ("True", "0")
    assert Path(folder).parent == temporary
