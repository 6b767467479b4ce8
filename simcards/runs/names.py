"""Names of stored runs, which are names of folders too."""

from __future__ import annotations

import re
from pathlib import Path

from simcards.errors import InputError, shorten
from simcards.files import short_path

RESULTS = "results"
"""Folder of all runs, in the current folder."""

_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}", re.ASCII)


def check_name(name: object) -> str:
    """Return a run's name.

    Raises
    ------
    InputError
        If it is none: it could lead out of the results folder, or mean another run on another system.
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name) or ".." in name or name.endswith("."):
        raise InputError(
            f"--name was given {shorten(name)!r}; allowed: 1 to 64 of a-z, 0-9, '.', '_' and '-', a letter or digit "
            "first, no two dots together and none at the end."
        )
    return name


def folder_of(name: str, results: str | Path = RESULTS) -> Path:
    """Return the folder of a run.

    Raises
    ------
    InputError
        If the name is none, the folder cannot be looked for, or it is a link: what is written into a run must not land
        elsewhere.
    """
    folder = Path(results) / check_name(name)
    try:
        is_link = folder.is_symlink()
    except OSError as error:
        raise InputError(f"{short_path(folder)}: the folder cannot be read ({error.strerror}).") from None
    if is_link:
        raise InputError(
            f"{short_path(folder)}: this is a link; allowed: a folder (the folder {results} itself may be a link)."
        )
    return folder
