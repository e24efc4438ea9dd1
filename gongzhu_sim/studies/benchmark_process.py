"""New processes of the program, timed and weighed, for ``gongzhu bench``."""

import subprocess
import sys
from typing import Final

from gongzhu_sim.errors import GongzhuError

__all__ = ["start_simulate"]

_SEED: Final = 1

# A process's peak counts what its parent held when it was forked: the parent has to be small.
_LAUNCH = """
import subprocess, sys, time
began = time.perf_counter()
command = [sys.executable, "-m", "gongzhu_sim", *sys.argv[1:]]
child = subprocess.Popen(command, stdout=subprocess.PIPE)
child.stdout.readline()
seconds = time.perf_counter() - began
child.communicate()
try:
    import resource
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
except ImportError:  # Windows
    peak = float("nan")
print(child.returncode, seconds, peak if sys.platform == "darwin" else 1024 * peak)
"""


def start_simulate(deals: int) -> tuple[float, float]:
    """Run ``gongzhu simulate`` in a process of its own.

    Returns
    -------
    seconds, memory : float
        Until its first line is there, and the most memory it took, in bytes; NaN for that
        where the system does not tell.

    Raises
    ------
    GongzhuError
        If it fails.
    """
    words = ["simulate", "--players", "random", "--deals", str(deals), "--seed", str(_SEED)]
    launch = [sys.executable, "-c", _LAUNCH, *words]
    done = subprocess.run(launch, stdout=subprocess.PIPE, text=True, check=False)
    status, seconds, memory = done.stdout.split() if done.returncode == 0 else ("1", "0", "0")
    if status != "0":
        raise GongzhuError(f"`gongzhu {' '.join(words)}` ended with status {status}")
    return float(seconds), float(memory)
