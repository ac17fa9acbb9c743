# What developers do all day. `make` alone lists it.
PY ?= .venv/bin/python
BIN := $(dir $(PY))

.PHONY: help setup check lint format types rooms test slow hard bench people lock

help: ## lists these
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 10

setup: ## a virtual environment with everything, and the hooks of git
	python3 -m venv .venv
	$(BIN)pip install --editable '.[dev]'
	$(BIN)pre-commit install

check: lint types rooms test ## everything a commit must pass

lint: ## style and format
	$(BIN)ruff check
	$(BIN)ruff format --check

format: ## puts the format right
	$(BIN)ruff check --fix
	$(BIN)ruff format

types: ## the type checker
	$(BIN)mypy

rooms: ## who may import whom
	$(BIN)lint-imports

test: ## the quick tests
	$(PY) -m pytest

slow: ## the long ones
	$(PY) -m pytest -m slow

hard: ## everything of a first attack, tried in full; writes docs/toughness.md
	$(PY) -m tests.hard.report

bench: ## how well and how fast the sample pictures are read
	$(BIN)arbitable bench

people: ## the referee against what people do
	$(PY) -m tests.people

lock: ## writes the versions that are installed now
	$(PY) -m pip freeze --exclude-editable > requirements-dev.lock
