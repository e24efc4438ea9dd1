"""docs/performance.md says what results/performance/bench.json holds."""

import importlib.util
import json
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location(
        "performance_page", ROOT / "benchmarks" / "performance_page.py"
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_holds_the_kept_numbers(script):
    document = json.loads((script.RESULTS / "bench.json").read_text(encoding="utf-8"))
    page = script.PAGE.read_text(encoding="utf-8")
    assert script.fill_in(page, document) == page
    for name in document["bench"]["rows"]:
        assert f"| `{name}` |" in page


def test_a_page_without_a_place_for_a_table(script):
    document = json.loads((script.RESULTS / "bench.json").read_text(encoding="utf-8"))
    page = script.PAGE.read_text(encoding="utf-8")
    with pytest.raises(SystemExit, match="lacks <!-- begin rows -->"):
        script.fill_in(page.replace("<!-- begin rows -->", ""), document)


def test_every_changed_rule_is_a_rule_set(script):
    groups = [group for group, _, _ in script.list_rules()]
    assert groups.count(script.GROUPS[1]) == len(script.FIELDS)
    assert groups.count(script.GROUPS[0]) == 21
