"""Kernels without special instructions: records, their scores and matches are the same."""

import pytest

SCORE = """
import hashlib, io, json, pathlib, sys
import gongzhu_sim as gz
from gongzhu_sim.records.scoring import score_records
from gongzhu_sim.rules import preset_names
found = hashlib.sha256()
file = pathlib.Path(sys.argv[1])
for preset in preset_names():
    result = gz.simulate(preset, ["folk", "random"] * 2, deals=20, seed=6, records=file, threads=1)
    found.update(json.dumps(result.to_dict()["seats"]).encode())
    found.update(file.read_bytes())
    for score in score_records(io.BytesIO(file.read_bytes()), legal=True):
        assert score["ok"], score
        found.update(json.dumps(score).encode())
    matches = gz.simulate_matches(preset, ["folk", "random"] * 2, matches=3, seed=6, threads=1)
    found.update(json.dumps(matches.to_dict()["totals"]).encode())
print(found.hexdigest())
"""


@pytest.mark.long
def test_kernels_without_special_instructions_score_the_same(same_in_portable_form, tmp_path):
    files = [str(tmp_path / name) for name in ("portable.jsonl", "special.jsonl")]
    same_in_portable_form(SCORE, files[:1], files[1:])
