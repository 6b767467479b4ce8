"""The notebooks as they are kept: in step with their sources, run in full, small, silent about the machine."""

from __future__ import annotations

import base64
import json
import re
import runpy
import struct

import pytest

from tests.notebooks.percent import FOLDER, SOURCES, cells_of_source, outputs, stored

LARGEST = 1_500_000  # bytes
WIDEST, NARROWEST = 1400, 600  # pixels of a picture

by_name = pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)


def test_every_notebook_is_a_pair():
    assert {path.stem for path in SOURCES} == {path.stem for path in FOLDER.glob("*.ipynb")} != set()


@by_name
def test_the_source_runs_as_a_plain_script(source, monkeypatch):
    monkeypatch.setenv("SIMCARDS_NOTEBOOK_HANDS", "3000")
    monkeypatch.setenv("MPLBACKEND", "Agg")
    assert runpy.run_path(str(source), run_name="__main__")["HANDS"] == 3000


@by_name
def test_both_forms_have_the_same_cells(source):
    cells = [(cell["cell_type"], "".join(cell["source"])) for cell in stored(source)["cells"]]
    assert cells == cells_of_source(source)


@by_name
def test_it_was_run_in_full_from_top_to_bottom(source):
    notebook = stored(source)
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in code] == list(range(1, len(code) + 1))
    hands = re.search(r'"SIMCARDS_NOTEBOOK_HANDS", "(\d+)"', source.read_text(encoding="utf-8"))
    assert f"{int(hands[1]):,} hands" in "".join(code[0]["outputs"][0]["text"])


@by_name
def test_nothing_complained(source):
    kinds = {(output["output_type"], output.get("name")) for output in outputs(stored(source))}
    assert kinds <= {("stream", "stdout"), ("execute_result", None), ("display_data", None)}


@by_name
def test_pictures_are_there_and_can_be_read(source):
    pictures = [
        output["data"]["image/png"] for output in outputs(stored(source)) if "image/png" in output.get("data", {})
    ]
    asked = sum(text.rstrip().endswith(".plot()") for kind, text in cells_of_source(source) if kind == "code")
    assert len(pictures) == asked > 0
    for picture in pictures:
        width, height = struct.unpack(">II", base64.b64decode(picture)[16:24])
        assert NARROWEST <= width <= WIDEST
        assert height >= NARROWEST / 2


@by_name
def test_it_is_small_and_says_nothing_of_the_machine(source):
    file = source.with_suffix(".ipynb")
    assert file.stat().st_size <= LARGEST
    notebook = stored(source)
    assert set(notebook["metadata"]) == {"jupytext", "kernelspec", "language_info"}
    assert notebook["metadata"]["language_info"] == {"name": "python"}
    assert all(cell["metadata"] == {} for cell in notebook["cells"])
    assert all(output.get("metadata", {}) == {} for output in outputs(notebook))
    texts = [
        json.dumps({kind: text for kind, text in output.get("data", output).items() if kind != "image/png"})
        for output in outputs(notebook)
    ]
    assert not re.search(r"/(?:home|root|Users|tmp|usr|opt|work)\b| at 0x|[A-Z]:\\\\", "".join(texts))
