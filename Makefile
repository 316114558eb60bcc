# make demo | test | fuzz | lint | matrix | bench | clean | help
#
# Each target makes its own .venv from pyproject.toml; nothing is installed elsewhere.
# Another Python: make PYTHON=python3.12 test. Arguments for pytest: make test ARGS="-k bss".

PYTHON ?= python3
ARGS ?=
TIME ?= 60
# Tests run in one process more than there are cores, since some of them wait for browsers and other programs.
# JOBS=0 runs them in one.
JOBS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

SHELL := /bin/bash
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
BUILD := build
SPHINX := $(BIN)/sphinx-build -q -n -W -d $(BUILD)/doctrees

# The environment is this project's own: nothing from the caller's PYTHONPATH. Python may keep what it compiled,
# or each of the many processes that tests start would compile our modules anew.
export PIP_DISABLE_PIP_VERSION_CHECK := 1
unexport PYTHONPATH PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help demo demo-html demo-pdf demo-site demo-zensical demo-bss demo-themes demo-workbench workbench test fuzz lint matrix bench clean

help:
	@echo "make demo    build demo_docs: web pages (Sphinx, MkDocs, Zensical), PDF, Full Disclosure file, every theme"
	@echo "make workbench  build the page that runs everything in a browser, into build/workbench (needs node and npm)"
	@echo "make test    lint, then every test; make test ARGS=\"-k bss\" passes arguments to pytest"
	@echo "make fuzz    random inputs for every reader and writer, for a minute; make fuzz TIME=600 for longer"
	@echo "make lint    ruff, mypy, import-linter"
	@echo "make matrix  tests of Sphinx and MkDocs with every Python there is, the oldest and the newest hosts"
	@echo "make bench   measure every speed claim beside its peer"
	@echo "              (demo and test install system packages by apt as root on Debian; not with SYSTEM=no)"
	@echo "make clean   remove .venv and everything that was built"

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    echo "bml-docs needs Python 3.11 or newer; $(PYTHON) is" \
	        "$$($(PYTHON) --version 2>/dev/null || echo not there)."; \
	    echo "Name another one: make PYTHON=python3.12 ..."; exit 1; }
	@echo "Installing into $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/pip install --quiet --editable '.[docs,test]'
	@touch $@

# As root on Debian the programs from outside Python come by apt; elsewhere what needs them is skipped.
# SYSTEM=no leaves the machine alone.
SYSTEM ?= yes
system-%:
	@[ "$(SYSTEM)" = no ] || bash .ci/run system $* || echo "system packages: not installed, going on without"

demo: system-demo demo-html demo-pdf demo-site demo-zensical demo-bss demo-themes demo-workbench
	@echo
	@echo "html  $(BUILD)/html/index.html"
	@cat $(BUILD)/pdf/outcome
	@echo "site  $(BUILD)/site/index.html"
	@echo "site  $(BUILD)/zensical/index.html"
	@for f in $(BUILD)/bss/*.bss $(BUILD)/bboalert/*.bboalert.txt; do echo "file  $$f"; done
	@cat $(BUILD)/themes/pages

# The first Sphinx build reads every page afresh, so that no warning is lost; the others use what it read.
demo-html: $(STAMP)
	@echo "Sphinx: web pages"
	@$(SPHINX) -E -b html demo_docs $(BUILD)/html

demo-pdf: demo-html
	@mkdir -p $(BUILD)/pdf && rm -f $(BUILD)/pdf/*
	@if ! command -v pdflatex >/dev/null || ! command -v latexmk >/dev/null; then \
	    echo "pdf   skipped: needs pdflatex and latexmk (on Debian: apt-get install latexmk" \
	        "texlive-latex-extra texlive-fonts-recommended tex-gyre)" > $(BUILD)/pdf/outcome; \
	else \
	    echo "Sphinx: PDF"; \
	    rm -rf $(BUILD)/latex && $(SPHINX) -b latex demo_docs $(BUILD)/latex || exit 1; \
	    $(MAKE) --no-print-directory -C $(BUILD)/latex all-pdf \
	        LATEXMKOPTS="-silent -halt-on-error" >$(BUILD)/pdf/latexmk.txt 2>&1 \
	        || { tail -n 40 $(BUILD)/latex/*.log; exit 1; }; \
	    if grep -E 'Overfull .hbox \([1-9]' $(BUILD)/latex/*.log; then \
	        echo "These lines stick out into the margin."; exit 1; fi; \
	    cp $(BUILD)/latex/*.pdf $(BUILD)/pdf/; \
	    for f in $(BUILD)/pdf/*.pdf; do echo "pdf   $$f"; done > $(BUILD)/pdf/outcome; \
	fi

demo-site: $(STAMP)
	@echo "MkDocs: web pages"
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs --quiet build --strict --clean --site-dir "$(CURDIR)/$(BUILD)/site"

# Zensical runs no plugin: the style sheet and the script come into the folder of the pages.
demo-zensical: $(STAMP)
	@echo "Zensical: web pages"
	@$(BIN)/python -m mkdocs_bml demo_docs/assets
	@$(BIN)/zensical build --clean -f zensical.yml

demo-bss: demo-html
	@echo "Sphinx: Full Disclosure and BBOalert"
	@$(SPHINX) -b bss demo_docs $(BUILD)/bss
	@$(SPHINX) -b bboalert demo_docs $(BUILD)/bboalert

# A few pages with every construct, once in each theme.
demo-themes: $(STAMP)
	@echo "Themes of Sphinx and MkDocs"
	@$(BIN)/python -m tests.browser.sites $(BUILD)/themes

# The manual links the workbench, which is built where node is.
demo-workbench: demo-html demo-site
	@if command -v node >/dev/null && command -v npm >/dev/null; then \
	    $(MAKE) --no-print-directory workbench && for site in html site; do \
	        rm -rf $(BUILD)/$$site/workbench && cp -R $(BUILD)/workbench $(BUILD)/$$site/; done; \
	else echo "page  skipped: the workbench needs node and npm"; fi

# The page that does it all in a browser: our packages compiled for it, its scripts, and Python for the web.
workbench: $(STAMP)
	@command -v node >/dev/null && command -v npm >/dev/null || { \
	    echo "The workbench is built with node 18 or newer and npm, and one of them is not there."; exit 1; }
	@echo "Workbench"
	@[ workbench/node_modules/.package-lock.json -nt workbench/package-lock.json ] \
	    || (cd workbench && npm ci --silent --ignore-scripts)
	@rm -rf $(BUILD)/workbench-python
	@$(BIN)/pip install --quiet --no-deps --no-compile --no-build-isolation --target $(BUILD)/workbench-python \
	    . -r workbench/requirements.txt
	@node workbench/build.mjs $(BUILD)/workbench-python $(BUILD)/workbench
	@echo "page  $(BUILD)/workbench/index.html: bml workbench --serve opens it"

# While mypy keeps one core busy, Python compiles the tests once, which each process of the run would do for itself.
test: system-test $(STAMP)
	@$(BIN)/pytest --collect-only --quiet >/dev/null 2>&1 & \
	    $(MAKE) --no-print-directory lint; status=$$?; wait; exit $$status
	PATH="$$PATH:/usr/games" $(BIN)/pytest -n $(JOBS) --dist worksteal $(ARGS)

# Further inputs for every reader and writer, for as many seconds as TIME says.
fuzz: $(STAMP)
	@$(BIN)/python -m tests.fuzz $(TIME) $(ARGS)

lint: $(STAMP)
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

matrix:
	@$(PYTHON) .ci/matrix.py $(ARGS)

bench: $(STAMP)
	@$(BIN)/python benchmarks/run.py $(ARGS)

clean:
	rm -rf $(VENV) $(BUILD) dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
