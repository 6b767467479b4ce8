"""The notebooks run in Jupyter on few hands, as scripts/notebooks runs them in full."""

from __future__ import annotations

import json

import pytest

from tests.notebooks.percent import SOURCES, outputs, stored

pytestmark = pytest.mark.notebooks

HANDS = 3000


@pytest.fixture(scope="module", params=SOURCES, ids=lambda path: path.stem)
def pair(request):
    """Return the notebook run on few hands and the one that is kept, as plain JSON."""
    from scripts.execute_notebooks import execute

    return json.loads(json.dumps(execute(request.param, HANDS))), stored(request.param)


def test_it_plays_as_many_hands_as_the_environment_says(pair):
    run, _ = pair
    assert f"{HANDS:,} hands" in outputs(run)[0]["text"]


def test_it_differs_from_the_kept_one_in_numbers_only(pair):
    run, kept = pair
    assert run["metadata"] == kept["metadata"]
    assert [cell["id"] for cell in run["cells"]] == [cell["id"] for cell in kept["cells"]]
    kinds = [[(o["output_type"], o.get("name"), sorted(o.get("data", {}))) for o in outputs(part)] for part in pair]
    assert kinds[0] == kinds[1]
    assert len({cell["id"] for cell in run["cells"]}) == len(run["cells"])


def test_what_does_not_exist_is_refused_in_one_sentence(capsys):
    from scripts.execute_notebooks import main

    assert main(["when_to_nock"]) == 2
    known = "in_the_box_or_captain, what_a_house_rule_costs, when_to_drop, when_to_knock"
    assert capsys.readouterr().err == f"There is no notebook 'when_to_nock'; allowed: {known}.\n"
