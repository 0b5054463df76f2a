# Every target sets itself up; the second time that takes a fraction of a second.
PYTHON ?= python3
V := .venv/bin
STAMP := .venv/.ready

.PHONY: setup demo test lint serve bench soak clean
setup: $(STAMP)

$(STAMP): pyproject.toml requirements.lock
	$(PYTHON) -m venv .venv
	$(V)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(V)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $(STAMP)
