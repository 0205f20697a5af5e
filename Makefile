# Two commands matter: `make play` and `make test`. Each sets up what it needs in .venv; a second run is quick.
# Needed before: Python 3.11 or newer with venv, git and make.

PYTHON ?= python3
BIN := .venv/bin
PLAY_READY := .venv/.play-ready
TEST_READY := .venv/.test-ready
PAGES := src/bangbox/web/index.html

.PHONY: play test test-rules test-server test-web left-out coverage soak mutants ranges check docs lock pictures browser clean

play: $(PLAY_READY) $(PAGES)
	$(BIN)/bangbox play

# Two lanes, one a core, the longest first: as one is free it takes the next. All of them run, even after one has failed.
# Without Chromium (`make browser`) the tests of the pages are left out, which the last lines say.
test: $(TEST_READY) $(PAGES)
	@$(MAKE) --no-print-directory --keep-going --jobs=2 test-server test-rules test-web check; \
	  status=$$?; $(MAKE) --no-print-directory left-out; exit $$status

test-rules: $(TEST_READY) $(PAGES)
	$(BIN)/python -m pytest --ignore tests/server --ignore tests/web

test-server: $(TEST_READY) $(PAGES)
	$(BIN)/python -m pytest tests/server

# In a process of its own: the library that drives the browser leaves an event loop behind. On a machine of CI, whose load nobody
# knows, what failed is tried once more, alone; the first failure stays in the output, as a thing to look into.
test-web: PYTEST = $(BIN)/python -m pytest tests/web -o cache_dir=.pytest_cache/pages
test-web: AGAIN = || { echo "!!! tests of the pages failed, see above; once more, only these:"; $(PYTEST) --last-failed; }
test-web: $(TEST_READY) $(PAGES)
	$(PYTEST) $(if $(CI),$(AGAIN))

left-out: $(TEST_READY)
	@$(BIN)/python -m tools.browser

# How much of src/bangbox the tests run, servers and workers included; fails below the floor in pyproject.toml. Not part of
# `make test`: before Python 3.12 measuring costs too much time.
coverage: export COVERAGE_CORE = $(shell $(BIN)/python -c 'import sys; print("sysmon" if sys.version_info >= (3, 12) else "ctrace")')
coverage: $(TEST_READY) $(PAGES)
	rm -rf build/coverage
	$(BIN)/python -m coverage run -m pytest --ignore tests/web
	$(BIN)/python -m coverage combine --quiet
	$(BIN)/python -m coverage report

# The same tests with the large counts; writes docs/soak.md.
soak: $(TEST_READY) $(PAGES)
	$(BIN)/python -m pytest --soak

# Small faults planted in the rules, and whether a test notices; writes docs/mutants.md.
mutants: $(TEST_READY)
	$(BIN)/python -m tools.mutants

# The golden games with the lowest and the highest versions of Numba and all else that pyproject.toml allows.
ranges: $(TEST_READY)
	$(BIN)/python -m tools.ranges

check: $(TEST_READY) $(PAGES)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check --quiet .
	$(BIN)/mypy
	$(BIN)/python hatch_build.py run --silent check
	$(BIN)/python hatch_build.py run --silent test

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Bangbox needs Python 3.11 or newer")'
	$(PYTHON) -m venv .venv

$(PLAY_READY): requirements/play.txt pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/play.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(TEST_READY): requirements/test.txt $(PLAY_READY)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/test.txt
	@touch $@

# The pages, built again when a file of theirs changes (one that was just deleted is still listed by git).
$(PAGES): $(wildcard $(shell git ls-files web)) | $(PLAY_READY)
	$(BIN)/python hatch_build.py

# Chromium for the tests of the pages: nothing else here installs anything outside of .venv.
browser:
	@for name in chromium chromium-browser google-chrome; do command -v $$name >/dev/null && exit 0; done; \
	  if ! command -v apt-get >/dev/null; then echo "please install Chromium: the tests of the pages need it" >&2; exit 1; fi; \
	  if [ "$$(id -u)" -ne 0 ]; then echo "please run: sudo apt-get install chromium" >&2; exit 1; fi; \
	  apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null

# The documentation site, into build/site; a warning, such as a link that leads nowhere, is an error.
docs: $(TEST_READY)
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict
	@echo "open build/site/index.html, or with the search: $(BIN)/python -m http.server --directory build/site"

# The pictures of README.md and docs/web.md, taken from the running app.
pictures: $(TEST_READY) $(PAGES)
	$(BIN)/python -m tools.pictures

# Rewrites the hashed requirement files from pyproject.toml. Those who play get the versions that the tests run with.
lock: LOCK = $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 --extra play --extra plots --extra build
lock: $(TEST_READY)
	$(LOCK) --extra research --extra ptx --extra docs --extra dev pyproject.toml -o requirements/test.txt
	$(LOCK) -c requirements/test.txt pyproject.toml -o requirements/play.txt

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache build dist
