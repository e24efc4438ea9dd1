"""How every kernel of the package is compiled, and where the compiled code is kept.

numba's own cache notices a change only in the file of the function it looks up: a cached
caller goes on using an old callee from another file. So the cache folder is named by a
hash of all sources of the package together with the versions of numba and Python, and is
set before anything is compiled; the oldest folders are pruned.
"""

import functools
import hashlib
import logging
import os
import platform
import shutil
import sys
import threading
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import llvmlite.binding
import numba
import platformdirs
from numba.core import event
from numba.core.errors import NumbaExperimentalFeatureWarning

__all__ = [
    "NOTICE",
    "PORTABLE_VARIABLE",
    "cache_folder",
    "has_bmi2",
    "inner_kernel",
    "kernel",
    "prepare_cache",
]

PORTABLE_VARIABLE = "GONGZHU_PORTABLE"
"""Environment variable: set to 1, kernels use no instruction that only some CPUs have."""

NOTICE = "compiling the engine for this machine (once, about 20 s)…"
"""What is logged, to ``gongzhu_sim`` at level INFO, when kernels have to be compiled."""

_KEPT_FOLDERS = 4
_SECONDS_BEFORE_NOTICE = 1.0  # of compiling; one small kernel is not worth a word
_log = logging.getLogger("gongzhu_sim")


def has_bmi2() -> bool:
    """Say whether compiled code may use the bit deposit and extract instructions (BMI2).

    Returns
    -------
    bool
        False where the host lacks them, where numba is told to compile for another CPU,
        or where the environment variable ``GONGZHU_PORTABLE`` is 1.
    """
    if os.environ.get(PORTABLE_VARIABLE) == "1":
        return False
    if numba.config.CPU_NAME:  # type: ignore[attr-defined]
        return "+bmi2" in (numba.config.CPU_FEATURES or "")  # type: ignore[attr-defined]
    return bool(llvmlite.binding.get_host_cpu_features().get("bmi2", False))


def cache_folder() -> Path:
    """Return the folder for compiled code that belongs to exactly these sources.

    Returns
    -------
    pathlib.Path
        Below ``NUMBA_CACHE_DIR`` if that is set, else below the user's cache folder.
    """
    package = Path(__file__).resolve().parent.parent
    digest = hashlib.sha256()
    for source in sorted(package.rglob("*.py")):
        digest.update(str(source.relative_to(package)).encode())
        digest.update(source.read_bytes())
    digest.update(f"{numba.__version__} {sys.version} {has_bmi2()}".encode())
    base = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("gongzhu_sim")
    return Path(base) / f"kernels-{digest.hexdigest()[:16]}"


@functools.cache
def prepare_cache() -> Path:
    """Point numba's cache at :func:`cache_folder`, prune old folders and set LLVM up; done once.

    Returns
    -------
    pathlib.Path
        The folder in use.
    """
    folder = cache_folder()
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        folder.touch()
        others = [each for each in folder.parent.glob("kernels-*") if each != folder]
        others.sort(key=lambda each: each.stat().st_mtime, reverse=True)
        for old in others[_KEPT_FOLDERS - 1 :]:
            shutil.rmtree(old, ignore_errors=True)
    except OSError:
        pass  # a read-only home: numba falls back to other folders or compiles each time
    warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)
    if platform.machine().lower() in ("x86_64", "amd64"):
        # LLVM turns selects on the critical path into branches, as if these could be predicted;
        # what a random player does cannot: without this it plays a quarter slower
        llvmlite.binding.set_option("gongzhu_sim", "-x86-cmov-converter=false")
    event.register("numba:compile", _Notice())
    return folder


class _Notice(event.Listener):
    """Logs once that kernels are being compiled, when that has taken a moment.

    numba tells of a kernel only if it is really compiled and not loaded from the cache, and
    holds a lock meanwhile: one thread at a time gets here.
    """

    def __init__(self) -> None:
        self._depth = 0
        self._began = 0.0
        self._seconds = 0.0  # of compiling so far
        self._timer = threading.Timer(0, self._say)
        self._said = False

    def on_start(self, event: Any) -> None:
        if not _is_ours(event):
            return
        self._depth += 1
        if self._depth == 1 and not self._said and _log.isEnabledFor(logging.INFO):
            self._began = time.perf_counter()
            left = max(0.0, _SECONDS_BEFORE_NOTICE - self._seconds)
            self._timer = threading.Timer(left, self._say)
            self._timer.daemon = True
            self._timer.start()

    def on_end(self, event: Any) -> None:
        if not _is_ours(event):
            return
        self._depth -= 1
        if self._depth == 0:
            self._timer.cancel()
            self._seconds += time.perf_counter() - self._began

    def _say(self) -> None:
        if not self._said:
            self._said = True
            _log.info(NOTICE)


def _is_ours(event: Any) -> bool:
    """Say whether a kernel is the package's: a user's own strategy is compiled every time."""
    return event.data["dispatcher"].py_func.__module__.startswith("gongzhu_sim.")


def kernel(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Compile a function for the engine: no Python objects, no GIL, cached on disk.

    Parameters
    ----------
    function : callable
        A function in numba's subset of Python. Nothing is compiled until the first call.
    **options
        Further options of ``numba.njit`` (``inline``, ``cache`` …).

    Returns
    -------
    numba dispatcher

    Examples
    --------
    >>> @kernel(cache=False)
    ... def double(x):
    ...     return x + x
    >>> double(21)
    42
    """
    if function is None:
        return functools.partial(kernel, **options)
    prepare_cache()
    settings: dict[str, Any] = {
        "cache": True,
        "nogil": True,
        "error_model": "numpy",
        "forceinline": False,  # or numba builds into its callers all that such a kernel calls
    }
    return numba.njit(**(settings | options))(function)


def inner_kernel(function: Callable[..., Any] | None = None, **options: Any) -> Any:
    """Compile a function that only other kernels call, in about two thirds of the time.

    It has no way in from Python, which for small functions takes longer to compile than what
    they do: calling it there is a ``TypeError``, and a strategy's functions cannot be such.

    Parameters
    ----------
    function, **options
        As for :func:`kernel`.

    Returns
    -------
    numba dispatcher

    Examples
    --------
    >>> @inner_kernel(cache=False)
    ... def double(x):
    ...     return x + x
    >>> @kernel(cache=False)
    ... def quadruple(x):
    ...     return double(double(x))
    >>> quadruple(10)
    40
    >>> double(10)
    Traceback (most recent call last):
    ...
    TypeError: double() can be called by kernels only
    """
    if function is None:
        return functools.partial(inner_kernel, **options)
    compiled = kernel(function, **options, no_cpython_wrapper=True, no_cfunc_wrapper=True)
    compiled.__class__ = _inner_class(type(compiled))
    return compiled


@functools.cache
def _inner_class(dispatcher: Any) -> Any:
    """Return a class of dispatchers that refuse calls from Python, which would crash it."""

    class Inner(dispatcher):
        def __call__(self, *args: Any, **kwargs: Any) -> Any:
            raise TypeError(f"{self.py_func.__name__}() can be called by kernels only")

    return Inner
