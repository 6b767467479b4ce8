"""`simcards doctor`: what this installation runs on, and whether anything is broken."""

from __future__ import annotations

import importlib
import os
import platform
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path

import click

from simcards import __version__
from simcards.cli.common import example, json_option
from simcards.cli.output import print_json
from simcards.limits import processors
from simcards.words import counted

LIBRARIES = ("numba", "llvmlite", "numpy", "pandas", "pydantic", "matplotlib")
LITTLE_DISK = 200_000_000
"""Bytes; with less there may be no room for compiled kernels and results."""


@dataclass(frozen=True)
class Cache:
    """The folder of the compiled kernels."""

    folder: str | None
    writable: bool
    kept: bool
    """Whether it is still there at the next start; where nothing can be written, a temporary folder stands in."""
    entries: int
    """Compiled functions in it."""
    bytes: int


@dataclass(frozen=True)
class Report:
    """What `doctor` tells, in the order of its JSON object."""

    simcards: str
    command: str
    ok: bool
    problems: list[str]
    python: str
    platform: str
    processors: int
    disk_free: int | None
    cache: Cache
    libraries: dict[str, str | None]
    switches: dict[str, str] = field(default_factory=dict)
    """Numba's variables that are set."""


@click.command(epilog=example("simcards doctor", "simcards doctor --json"))
@json_option
@click.pass_context
def command(ctx: click.Context, *, as_json: bool) -> None:
    """Tell the versions, the compile cache, the processors and the free disk; exit with 1 if something is broken."""
    report = examine()
    if as_json:
        print_json(asdict(report))
    else:
        click.echo("\n".join(_lines(report)))
    ctx.exit(0 if report.ok else 1)


def examine() -> Report:
    """Return what there is to tell about this installation."""
    libraries = {name: _version(name) for name in LIBRARIES}
    cache, disk = _cache(), _disk_free()
    problems = list(_problems(libraries, cache, disk))
    return Report(
        simcards=__version__,
        command="doctor",
        ok=not problems,
        problems=problems,
        python=platform.python_version(),
        platform=platform.platform(),
        processors=processors(),
        disk_free=disk,
        cache=cache,
        libraries=libraries,
        switches={name: value for name, value in sorted(os.environ.items()) if name.startswith("NUMBA_")},
    )


def _version(library: str) -> str | None:
    try:
        return str(importlib.import_module(library).__version__)
    except Exception:  # noqa: BLE001 (a broken library raises anything, and that is what is looked for)
        return None


def _cache() -> Cache:
    try:
        jit = importlib.import_module("simcards.kernels.jit")
    except Exception:  # noqa: BLE001 (without Numba there is no cache; the libraries tell why)
        return Cache(None, writable=False, kept=False, entries=0, bytes=0)
    folder = jit.cache_folder()
    files = [path for path in folder.rglob("*") if path.is_file()]
    return Cache(
        folder=str(folder),
        writable=os.access(folder, os.W_OK),
        kept=folder.parent != Path(tempfile.gettempdir()),
        entries=sum(path.suffix == ".nbc" for path in files),
        bytes=sum(path.stat().st_size for path in files),
    )


def _disk_free() -> int | None:
    try:
        return shutil.disk_usage(Path.cwd()).free
    except OSError:
        return None


def _problems(libraries: dict[str, str | None], cache: Cache, disk: int | None) -> Iterator[str]:
    for library, version in libraries.items():
        if version is None:
            yield f"{library} cannot be imported; install simcards again."
    if not cache.writable:
        yield "The compile cache cannot be written; every start compiles anew."
    elif not cache.kept:
        yield "The user's cache folder cannot be written; every start compiles anew, in a temporary folder."
    if disk is None:
        yield "The current folder cannot be looked at; change to another one."
    elif disk < LITTLE_DISK:
        yield f"Only {_megabytes(disk)} of disk are free; {_megabytes(LITTLE_DISK)} should be."


def _lines(report: Report) -> Iterator[str]:
    yield f"simcards    {report.simcards}"
    yield f"python      {report.python} on {report.platform}"
    for library, version in report.libraries.items():
        yield f"{library:<11} {version or 'cannot be imported'}"
    yield f"processors  {report.processors}"
    if report.disk_free is not None:
        yield f"disk        {_megabytes(report.disk_free)} free"
    yield f"cache       {report.cache.folder or 'none'}"
    yield f"            {counted(report.cache.entries, 'function')}, {_megabytes(report.cache.bytes)}"
    for name, value in report.switches.items():
        yield f"switch      {name}={value}"
    yield from (f"problem     {problem}" for problem in report.problems)
    if report.ok:
        yield "All is well."


def _megabytes(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"
