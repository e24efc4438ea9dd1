"""Kernels without special instructions: records, their scores and matches are the same."""

import os
import subprocess
import sys

import pytest

from gongzhu_sim.cards.compiling import PORTABLE_VARIABLE, has_bmi2

DIGEST = """
import hashlib, io, json, pathlib, sys
import gongzhu_sim as gz
from gongzhu_sim.cards.compiling import has_bmi2
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
print(has_bmi2(), found.hexdigest())
"""


@pytest.mark.long
def test_kernels_without_special_instructions_score_the_same(tmp_path):
    answers = []
    for setting in ("1", "0"):
        done = subprocess.run(
            [sys.executable, "-c", DIGEST, str(tmp_path / f"{setting}.jsonl")],
            capture_output=True,
            text=True,
            env=os.environ | {PORTABLE_VARIABLE: setting},
        )
        assert done.returncode == 0, done.stderr
        answers.append(done.stdout.split())
    (portable, plain), (special, fast) = answers
    assert portable == "False"
    assert special == str(has_bmi2())
    assert plain == fast
