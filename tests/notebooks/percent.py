"""Notebooks in their two forms, .py and .ipynb, as lists of cells, read without Jupyter."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
SOURCES = sorted(FOLDER.glob("*.py"))

CELL = re.compile(r"^# %%(?: \[(markdown)\])?\n", re.MULTILINE)


def cells_of_source(source: Path) -> list[tuple[str, str]]:
    """Return (kind, text) of the cells of a file in jupytext's percent format."""
    _header, *parts = CELL.split(source.read_text(encoding="utf-8"))
    kinds, texts = parts[::2], parts[1::2]
    return [
        ("markdown", re.sub(r"^# ?", "", text.strip("\n"), flags=re.MULTILINE))
        if kind
        else ("code", re.sub(r"^# %(?=\w)", "%", text.strip("\n"), flags=re.MULTILINE))
        for kind, text in zip(kinds, texts, strict=True)
    ]


def stored(source: Path) -> dict[str, Any]:
    """Return the notebook that stands beside a source."""
    notebook: dict[str, Any] = json.loads(source.with_suffix(".ipynb").read_text(encoding="utf-8"))
    return notebook


def outputs(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """Return all outputs of a notebook."""
    return [output for cell in notebook["cells"] for output in cell.get("outputs", [])]
