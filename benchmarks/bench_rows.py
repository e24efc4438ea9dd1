"""The rows of ``gongzhu bench`` as cases of pytest-benchmark: ``make benchmarks``.

They are no part of the tests. pytest-benchmark keeps and compares runs: add
``--benchmark-autosave`` and later ``--benchmark-compare``.
"""

import pytest

from gongzhu_sim.rules.loading import preset_names
from gongzhu_sim.strategies import strategy_names
from gongzhu_sim.studies.benchmark import Task
from gongzhu_sim.studies.benchmark_process import start_simulate
from gongzhu_sim.studies.benchmark_rows import play_task, prepare_task, timed_rows


def run(benchmark, task: Task) -> None:
    """Time a task; its first call compiles. Times are those of one call, of `n` deals."""
    task.run()
    benchmark.extra_info["deals"] = task.n
    benchmark(task.run)
    if benchmark.stats is not None:
        benchmark.extra_info["ns_per_deal"] = 1e9 * benchmark.stats.stats.median / task.n


@pytest.mark.parametrize("row", timed_rows())
def test_row(benchmark, row):
    benchmark.group = "rows"
    run(benchmark, prepare_task(row))


@pytest.mark.parametrize("name", strategy_names())
@pytest.mark.parametrize("rules", preset_names())
def test_rules(benchmark, rules, name):
    benchmark.group = f"four {name} under each preset"
    run(benchmark, play_task(rules, name, deals=256))


def test_start(benchmark):
    benchmark.group = "a new process"
    benchmark.pedantic(start_simulate, args=(1,), rounds=5, warmup_rounds=1)
