# Every target sets itself up; the second time that takes a fraction of a second.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
V := .venv/bin
STAMP := .venv/.ready
PIP := $(PYTHON) -m pip --python $(V)/python --disable-pip-version-check
SEED ?= 6830
# Tests start many processes; each would compile everything anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup demo test golden lint format serve bench soak lock clean
setup: $(STAMP)

$(STAMP): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Imperator needs Python 3.11; name one with make PYTHON=...")'
	@echo "Setting up .venv (once) ..."
	@# Some systems ship venv without ensurepip: the pip that is there then fills the environment.
	@$(PYTHON) -m venv .venv >/dev/null 2>&1 || $(PYTHON) -m venv --without-pip .venv
	$(PIP) install --quiet -r requirements.lock
	$(PIP) install --quiet --no-deps --no-build-isolation -e .
	@touch $(STAMP)

# The built-in campaign to its end, bots in every seat; out/demo/index.html is the report.
demo: setup
	@mkdir -p out && rm -f out/demo.db out/demo.db-wal out/demo.db-shm
	$(V)/imperator run landfall --seed $(SEED) --db out/demo.db --out out/demo

test: setup
	$(V)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder $(ARGS)

# Writes the golden playthroughs anew; read the diff before you commit it.
golden: setup
	$(V)/python -m tests.golden

lint: setup
	$(V)/ruff check .
	$(V)/ruff format --check .
	$(V)/mypy
	$(V)/lint-imports

format: setup
	$(V)/ruff check --fix .
	$(V)/ruff format .

serve: setup
	$(V)/imperator serve --db out/demo.db

# Goals and measurements: docs/performance.md.
bench: setup
	$(V)/python -m tests.bench $(ARGS)

# Many random battles of each scale; every fault is printed with its seed. Then the tests that take long, and the others with many more random examples.
soak: setup
	for scale in leviathan interceptor centurion legatus; do $(V)/imperator fuzz $$scale --battles $(or $(BATTLES),200) --seed $(SEED) || exit 1; done
	$(V)/python -m pytest -m soak $(ARGS)
	$(V)/python -m pytest -m "hypothesis and not soak" --hypothesis-profile=soak $(ARGS)

# Exact versions of everything, for every extra, and what builds the project; no index addresses.
lock:
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet pip-tools
	build/lock/bin/pip-compile --quiet --all-extras --strip-extras --all-build-deps --allow-unsafe --no-header \
		--no-annotate --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --output-file requirements.lock pyproject.toml

clean:
	rm -rf .venv build out .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
