"""The lock files pin what pyproject.toml asks for, with hashes and nothing else, and agree with one another."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = PROJECT["project"]["optional-dependencies"]
CORE = PROJECT["project"]["dependencies"] + PROJECT["dependency-groups"]["build"]
LOCKS = {
    "requirements.lock": CORE,
    "requirements-test.lock": CORE + EXTRAS["test"],
    "requirements-ci.lock": CORE + EXTRAS["test"] + EXTRAS["browser"] + EXTRAS["notebooks"] + EXTRAS["cluster"],
}


def pins(lock):
    """Return the pinned requirements of a lock file, with their markers."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    return {Requirement(line.removesuffix("\\").strip()) for line in text.splitlines() if re.match(r"\w", line)}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_requirement_is_pinned_within_its_bounds(lock):
    pinned: dict[str, list[str]] = {}
    for pin in pins(lock):
        (version,) = pin.specifier
        pinned.setdefault(pin.name, []).append(version.version)
    for requirement in map(Requirement, LOCKS[lock]):
        assert all(requirement.specifier.contains(version) for version in pinned[requirement.name]), requirement


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_hashes_and_no_place_is_named(lock):
    text = (ROOT / lock).read_text(encoding="utf-8")
    entries = re.split(r"\n(?=\w)", text)[1:]
    assert len(entries) == len(pins(lock))
    assert all("--hash=sha256:" in entry for entry in entries)
    assert not re.search(r"https?:|file:|--index|--find-links| @ ", text)


def test_the_smaller_locks_are_parts_of_the_larger():
    assert pins("requirements.lock") < pins("requirements-test.lock") < pins("requirements-ci.lock")


def test_the_build_backend_is_the_locked_one():
    assert PROJECT["build-system"]["requires"] == PROJECT["dependency-groups"]["build"]
