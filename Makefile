# Two commands do everything on a machine that has Python (3.11 or newer) and make:
#   make study   build the environment, install the package, run the first study
#   make test    the same for the checks: ruff, pyright, pytest

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
SET_UP := $(VENV)/.installed
SET_UP_DEV := $(VENV)/.installed-dev
MADE_FROM := pyproject.toml constraints.txt

.PHONY: help study test test-long bench benchmarks performance folk-rules tune-folk train ladder clean
.DEFAULT_GOAL := help

help:
	@echo "make study      run the plan experiments/first_look.toml; results in results/first_look"
	@echo "make test       ruff, pyright and the quick tests"
	@echo "make test-long  the long tests and the table of known answers, on all cores"
	@echo "make bench      deals a second on this machine"
	@echo "make benchmarks the same, and every rule set, with pytest-benchmark"
	@echo "make performance measures for docs/performance.md and writes its tables and figure"
	@echo "make folk-rules what each rule of the rule bot is worth (the table of docs/folk.md)"
	@echo "make tune-folk  search for better numbers of the rule bot (20 minutes of one core)"
	@echo "make train      the weights of the learned player from nothing: about 30 minutes on two cores"
	@echo "make ladder     every player against every other: a few hours, said beforehand, resumable"
	@echo "make clean      remove the environment, the caches and the builds"
	@echo "Set PYTHON=... to choose the interpreter (3.11 or newer)."

study: $(SET_UP)
	$(BIN)/gongzhu study experiments/first_look.toml --out results/first_look --restart

# pytest comes last, so that its closing line is the last one printed.
test: $(SET_UP_DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/pytest -q

test-long: $(SET_UP_DEV)
	$(BIN)/python tests/estimate_long.py
	$(BIN)/pytest -q -m 'long or known_answer' -n auto

bench: $(SET_UP)
	$(BIN)/gongzhu bench

# -o addopts= : the ordinary tests skip benchmarks
benchmarks: $(SET_UP_DEV)
	$(BIN)/pytest -q -o addopts= -o python_files='bench_*.py' --import-mode=importlib \
	  --benchmark-only --benchmark-columns=min,median,max,iqr,rounds benchmarks

performance: $(SET_UP)
	$(BIN)/python benchmarks/performance_page.py

folk-rules: $(SET_UP)
	$(BIN)/python benchmarks/folk_rules.py

tune-folk: $(SET_UP)
	$(BIN)/python benchmarks/tune_folk.py

# Each plan goes on where it was stopped. The new weights land in results/train-*/FAMILY.npz;
# those that ship lie in gongzhu_sim/strategies/weights.
train: $(SET_UP)
	@echo "about 30 minutes on two cores; what is finished is kept"
	for plan in experiments/train_*.toml; do $(BIN)/gongzhu train $$plan || exit 1; done

# Says how long it takes, goes on where it was stopped. LADDER="--part sides --scale 0.1" for less.
ladder: $(SET_UP)
	$(BIN)/gongzhu ladder --out results/ladder $(LADDER)

clean:
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache .hypothesis .benchmarks
	find gongzhu_sim tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "gongzhu_sim needs Python 3.11 or newer; '$(PYTHON)' is not (set PYTHON=...)" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

$(SET_UP): $(MADE_FROM) | $(BIN)/python
	$(PIP) -c constraints.txt -e .
	@touch $@

# The development set holds everything that running needs, so it counts as both.
$(SET_UP_DEV): $(MADE_FROM) | $(BIN)/python
	$(PIP) -c constraints.txt -e ".[dev]"
	@touch $(SET_UP) $@
