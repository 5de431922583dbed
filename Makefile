# Needs Python 3.11 or newer, git and make. Everything is built inside $(VENV).
#   make test VENV=.venv-newest PYTHON=python3.13     another environment, another Python
#   make play ARGS="--language de"                    pass arguments to the program

VENV   ?= .venv
PYTHON ?=
ARGS   ?=
UV     := $(shell command -v uv 2>/dev/null)

BIN       := $(VENV)/bin
CATALOGS  := src/pickomino/i18n/catalogs
LANGUAGES := en de fr it pt_BR nl es

# Numba caches compiled kernels beside the byte code, so byte code must be written.
unexport PYTHONDONTWRITEBYTECODE

# Set $$python to the first candidate that runs and is new enough.
FIND_PYTHON = python=; \
	for candidate in $(or $(PYTHON),python3.11 python3.12 python3.13 python3.14 python3); do \
		if "$$candidate" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
		then python=$$candidate; break; fi; \
	done; \
	if [ -z "$$python" ]; then \
		echo "Needs Python 3.11 or newer with venv$(if $(PYTHON), ($(PYTHON) is not)): install it or set PYTHON=/path/to/python" >&2; \
		exit 1; \
	fi

ifdef UV
INSTALL := "$(UV)" pip install --quiet --python $(BIN)/python
else
INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check
endif

.PHONY: help setup setup-dev setup-training train figures play test coverage browser check client-check pictures sheets lint format bench soak catalogs lock wheel clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-15s %s\n", $$1, $$2 }' Makefile

# ---------------------------------------------------------------- environment

setup: $(VENV)/.installed ## create the environment for playing

setup-dev: $(VENV)/.dev $(VENV)/.installed ## create the environment for development

$(VENV)/.made:
	@$(FIND_PYTHON); echo "building $(VENV) with $$("$$python" --version)"; "$$python" -m venv --clear $(VENV)
	@touch $@

$(VENV)/.locked: $(VENV)/.made requirements.lock
	@echo "installing $$(grep -c '==' requirements.lock) libraries from requirements.lock (about a minute)"
	@$(INSTALL) --require-hashes -r requirements.lock
	@touch $@

$(VENV)/.dev: $(VENV)/.locked requirements-dev.lock
	@echo "installing development tools from requirements-dev.lock (about a minute)"
	@$(INSTALL) --require-hashes -r requirements-dev.lock
	@touch $@

$(VENV)/.installed: $(VENV)/.locked pyproject.toml hatch_build.py src/pickomino/_version.py \
		$(wildcard $(CATALOGS)/*/LC_MESSAGES/*.po)
	@echo "installing pickomino"
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

setup-training: setup-dev $(VENV)/.training ## add PyTorch for training and its tests

# Not in the lock files and without hashes: the right build depends on the machine.
$(VENV)/.training: $(VENV)/.dev
	@echo "installing torch (gigabytes, a few minutes)"
	@$(INSTALL) torch==2.13.0
	@touch $@

# ---------------------------------------------------------------- use

play: setup ## play in the browser
	@$(BIN)/pickomino serve $(ARGS)

# ---------------------------------------------------------------- develop

# The browser tests need Chrome or Chromium: installed, or installable here.
browser: setup-dev
	@for name in chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable chrome; do \
		if command -v $$name >/dev/null; then exit 0; fi; \
	done; \
	echo "no Chrome or Chromium found: trying to install one"; \
	$(BIN)/playwright install chromium >/dev/null 2>&1 \
		|| { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -qq -y chromium-headless-shell >/dev/null 2>&1; } \
		|| echo "CHROME OR CHROMIUM COULD NOT BE INSTALLED: BROWSER TESTS WILL BE SKIPPED"

test: setup-dev browser ## run the tests
	$(BIN)/python -m pytest -n auto --durations=10 $(ARGS)

coverage: setup-dev browser ## run the tests and print the branch coverage of src
	@rm -rf build/coverage && mkdir -p build/coverage
	$(BIN)/python -m coverage run -m pytest -n auto $(ARGS)
	@$(BIN)/python -m coverage combine --quiet
	@$(BIN)/python -m coverage report

lint: setup-dev ## check style, wording, types and layers
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/python scripts/check_words.py
	@mkdir -p build && sed -n '/^```python/,/^```$$/{/^```/d;p}' docs/bots.md > build/bots_page.py
	$(BIN)/basedpyright src benchmarks scripts build/bots_page.py
	@if [ -e $(VENV)/.training ]; then $(BIN)/basedpyright training; \
	else echo "TYPES OF training WERE NOT CHECKED: torch is not installed (make setup-training)"; fi
	$(BIN)/lint-imports --no-logo

node_modules/.package-lock.json: package-lock.json
	npm ci --silent

client-check: node_modules/.package-lock.json ## check style and types of the browser client
	node_modules/.bin/biome check --error-on-warnings
	node_modules/.bin/tsc

pictures: setup-dev ## save a screenshot of every page to build/pictures
	PYTHONPATH=tests $(BIN)/python scripts/web_pictures.py $(ARGS)

sheets: setup-dev ## save pictures of every table state and of a roll to build/sheets
	PYTHONPATH=tests:scripts $(BIN)/python scripts/table_pictures.py $(ARGS)

check: lint client-check test ## run all checks that a change must pass

format: setup-dev node_modules/.package-lock.json ## format the code
	$(BIN)/ruff format
	$(BIN)/ruff check --fix
	node_modules/.bin/biome check --write

bench: setup-dev ## run all benchmarks, or those named in ARGS
	PYTHONPATH=tests $(BIN)/python -m benchmarks $(ARGS)

train: setup-training ## train, rate and export the champion from scratch (minutes on a GPU, days without)
	PYTHONPATH=. $(BIN)/python -m training all $(ARGS)

figures: setup-dev ## generate the tables and charts of the docs from saved results
	PYTHONPATH=. $(BIN)/python -m training.reports.figures

soak: setup-dev ## run the long randomized test suites, or those named in ARGS
	PYTHONPATH=tests $(BIN)/python -m soak $(ARGS)

catalogs: setup-dev ## update the translation catalogs from the code
	@PYTHONPATH=scripts $(BIN)/pybabel --quiet extract --no-wrap --sort-output --add-location=file \
		--add-comments=i18n: --header-comment="# Texts of pickomino." --project=pickomino --version=1 \
		-k message -k plural:1,2 --mapping-file scripts/extraction.toml -o $(CATALOGS)/new.pot src/pickomino
	@sed '/^"POT-Creation-Date/d; /EMAIL@ADDRESS/d; /^"Language-Team/d' $(CATALOGS)/new.pot > $(CATALOGS)/pickomino.pot
	@rm $(CATALOGS)/new.pot
	@for language in $(LANGUAGES); do \
		$(BIN)/pybabel --quiet update --init-missing --no-fuzzy-matching --ignore-obsolete --no-wrap \
			--ignore-pot-creation-date --domain pickomino --locale $$language \
			--input-file $(CATALOGS)/pickomino.pot --output-dir $(CATALOGS) || exit 1; \
	done
	@$(BIN)/python scripts/english_catalog.py

LOCK = "$$uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	--no-emit-index-url --no-emit-find-links $(if $(UPGRADE),--upgrade) --extra bots --extra tui --extra web pyproject.toml
EVERYTHING = --extra cluster --extra envs --extra ray --group dev

lock: ## pin the dependencies (UPGRADE=1 upgrades them)
	@$(FIND_PYTHON); set -e; uv="$(UV)"; \
	if [ -z "$$uv" ]; then \
		temporary=$$(mktemp -d); trap 'rm -rf "$$temporary"' EXIT; \
		"$$python" -m venv "$$temporary"; "$$temporary/bin/pip" install -qq uv; uv=$$temporary/bin/uv; \
	fi; \
	$(LOCK) $(EVERYTHING) --output-file requirements-dev.lock; \
	$(LOCK) --group build --constraints requirements-dev.lock --output-file requirements.lock; \
	$(LOCK) --extra cluster --group build --constraints requirements-dev.lock --output-file requirements-cluster.lock

wheel: setup-dev ## build sdist and wheel into dist/
	$(BIN)/python -m build --no-isolation

clean: ## remove all build artifacts
	rm -rf .venv .venv-* build dist node_modules .hypothesis .import_linter_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
	find src \( -name '*.mo' -o -name client.json \) -exec rm {} +
