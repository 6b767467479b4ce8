#!/usr/bin/env python
"""Run notebooks/*.py, which are the sources, and write each with its outputs as .ipynb.

Needs the extra `notebooks`. What differs from run to run or from machine to machine (times, versions, random cell
names) is not written.

    python scripts/execute_notebooks.py                 # all of them
    python scripts/execute_notebooks.py when_to_knock
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import jupytext
import nbclient
import nbformat

from simcards.files import write_atomic

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
HANDS = "SIMCARDS_NOTEBOOK_HANDS"
"""Environment variable that says how many hands a notebook plays; without it, as many as its outputs should show."""

HEADER = {
    "jupytext": {"formats": "ipynb,py:percent"},
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


def execute(source: Path, hands: int | None = None) -> Any:
    """Return a notebook with the outputs of a run, in full or on so many hands.

    Raises
    ------
    nbclient.exceptions.CellExecutionError
        If a cell fails.
    """
    notebook = jupytext.read(source)
    environment = {name: value for name, value in os.environ.items() if name not in {HANDS, "MPLBACKEND"}}
    if hands is not None:
        environment[HANDS] = str(hands)
    with tempfile.TemporaryDirectory() as own_settings:  # instead of the user's
        environment["IPYTHONDIR"] = own_settings
        place = {"metadata": {"path": str(source.parent)}}
        quiet = ["--Application.log_level=40"]  # cells' errors are raised all the same
        client = nbclient.NotebookClient(
            notebook, timeout=None, resources=place, record_timing=False, extra_arguments=quiet
        )
        client.execute(env=environment)
    return cleaned(notebook)


def cleaned(notebook: Any) -> Any:
    """Return the notebook with nothing in it that tells of the machine, and with cells named after their sources."""
    notebook.metadata = nbformat.from_dict(HEADER)
    for number, cell in enumerate(notebook.cells):
        cell.metadata = nbformat.from_dict({})
        cell.id = hashlib.sha256(f"{number} {cell.source}".encode()).hexdigest()[:12]
        for output in cell.get("outputs", []):
            if "metadata" in output:
                output.metadata = nbformat.from_dict({})
    return notebook


def main(names: Sequence[str]) -> int:
    """Run the notebooks of these names, or all, and write them; return the exit code."""
    sources = {path.stem: path for path in sorted(FOLDER.glob("*.py"))}
    if unknown := [name for name in names if name not in sources]:
        print(f"There is no notebook {unknown[0]!r}; allowed: {', '.join(sources)}.", file=sys.stderr)
        return 2
    for name in names or sources:
        print(f"Running {name}.", file=sys.stderr)
        written = sources[name].with_suffix(".ipynb")
        write_atomic(written, (nbformat.writes(execute(sources[name])) + "\n").encode())
        print(written)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
