# Everything is done in a virtual environment that the targets make themselves: .venv.
# PYTHON chooses the interpreter, ARGS adds arguments to pytest (make test ARGS="-k kuhn").

PYTHON ?= python3
VENV ?= .venv
JOBS ?= $(shell n=$$(nproc 2>/dev/null || echo 2); [ $$n -gt 8 ] && n=8; echo $$n)
ARGS ?=
# torch is for training alone. It is pinned and installed before anything that names it, because a
# plain `torch` would pull the newest CUDA build of several GB. TORCH=0 leaves it out; TORCH_FROM
# takes options of pip, such as --index-url of the builds for a GPU.
TORCH ?= 1
TORCH_VERSION := 2.13.0
TORCH_FROM ?=
# What the demonstration plays; its size is chosen so that two cores need less than three minutes.
DEMO ?= tournament=demo run_dir=runs/demo

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
PYTEST := pytest -n $(JOBS) --dist worksteal
BUILD := $(BIN)/python setup.py -q build_ext --inplace
TREE_LEFT_OUT := .git .venv build dist runs outputs multirun .mypy_cache .ruff_cache .pytest_cache
COPY_TREE = tar $(addprefix --exclude=./,$(TREE_LEFT_OUT)) --exclude='*.so' --exclude='*.egg-info' \
	--exclude=__pycache__ -cf - . | tar -xf - -C

.DEFAULT_GOAL := help
.PHONY: help demo test soak lint asan debug wheel bench build clean distclean
.DELETE_ON_ERROR:

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 18

demo: $(VENV)/.stamp-report build  ## install, then a tournament of five bots at Hội Phố
	rm -rf runs/demo
	$(BIN)/desgarrada tournament $(DEMO)

test: $(VENV)/.stamp-test build  ## install what tests need, then the whole suite
	$(BIN)/$(PYTEST) $(ARGS)

soak: $(VENV)/.stamp-test build  ## the same laws on many more games
	$(BIN)/$(PYTEST) -m soak $(ARGS)

lint: $(VENV)/.stamp-dev build  ## ruff, cython-lint, mypy
	$(BIN)/ruff check .
	PATH="$(abspath $(BIN)):$$PATH" cython-lint engine_cy search nets examples
	$(BIN)/mypy

bench: $(VENV)/.stamp-report build  ## speed of core and search on this machine
	$(BIN)/desgarrada bench $(ARGS)

# The checked builds live in copies of the tree, so that they never touch the modules in place.
# PYTHONPATH comes before the path entry of the editable install.
define run_in_checked_copy
	mkdir -p build/$(1)
	find build/$(1) -type f ! -name '*.so' ! -path 'build/$(1)/build/*' -delete
	$(COPY_TREE) build/$(1)
	cd build/$(1) && ENGINE_BUILD=$(1) $(abspath $(BIN))/python setup.py -q build_ext --inplace
	cd build/$(1) && $(2) PYTHONPATH=$(CURDIR)/build/$(1) \
		$(abspath $(BIN))/$(PYTEST) -p no:cacheprovider $(ARGS)
endef

# Python's own allocator would hide the bounds of small blocks, and Python leaks by design.
ASAN_ENV = DESGARRADA_CASES=some LD_PRELOAD="$$(gcc -print-file-name=libasan.so):$$(gcc -print-file-name=libubsan.so)" \
	PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1

# Sanitizers make everything several times slower: the laws run over fewer options there, and what
# has no Cython of its own is left out.
ASAN_NETS := $(addprefix tests/nets/,test_kernel.py test_net_bot.py test_guide.py test_guided_search.py \
	test_batched.py test_belief.py training/test_lockstep.py training/test_layers_and_losses.py)
asan: ARGS := -m "not soak and not slow" tests/engine tests/search $(ASAN_NETS)
asan: $(VENV)/.stamp-test  ## engine and search under AddressSanitizer and UBSan
	$(call run_in_checked_copy,asan,$(ASAN_ENV))

debug: $(VENV)/.stamp-test  ## the suite with bounds checks and C assertions
	$(call run_in_checked_copy,debug,)

# The wheel is built from a clean copy with build isolation, as a stranger would build it, and
# then has to work in an empty folder with nothing on PATH but its own environment.
wheel: $(VENV)/.stamp-dev $(VENV)/.stamp-test  ## a manylinux wheel, tried where there is no compiler
	rm -rf build/wheel dist
	mkdir -p build/wheel/tree build/wheel/empty
	$(COPY_TREE) build/wheel/tree
	$(PIP) wheel --no-deps --wheel-dir build/wheel/raw ./build/wheel/tree
	PATH="$(abspath $(BIN)):$$PATH" auditwheel repair --wheel-dir dist build/wheel/raw/*.whl
	DESGARRADA_WHEEL="$$(echo $(CURDIR)/dist/*.whl)" $(BIN)/pytest -q \
		tests/test_packaging.py tests/test_outside_game.py
	$(PYTHON) -m venv build/wheel/venv
	cd build/wheel/empty && PATH=$(CURDIR)/build/wheel/venv/bin \
		$(CURDIR)/.ci/try_wheel $(CURDIR)/dist/*.whl
	@echo "The wheel is $$(echo dist/*.whl)"

build: $(VENV)/.stamp-tools  ## compile what has changed, in place
	@$(BUILD)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11 ..."; exit 1; }
	$(PYTHON) -m venv $(VENV)

# A new environment of Python 3.11 starts with a setuptools that is too old to build wheels.
$(VENV)/.stamp-tools: pyproject.toml | $(BIN)/python
	@$(BIN)/python -c 'import tomllib; \
		print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")' \
		> $(VENV)/build-requires.txt
	$(PIP) install --upgrade pip -r $(VENV)/build-requires.txt
	@touch $@

# Built first in place, where progress shows; the editable install then finds everything done.
define install_extras
	$(BUILD)
	$(PIP) install --no-build-isolation -e '.[$(1)]'
endef

# What touches other frameworks is tested where these have a wheel: to build one takes half an hour.
define install_optional
	@$(PIP) install --no-build-isolation --only-binary=open-spiel -e '.[$(1)]' || \
		echo "The extra [$(1)] cannot be installed here; its tests are skipped."
endef

# Before anything that names torch: pip then finds it installed.
ifeq ($(TORCH),0)
install_torch = @echo "TORCH=0: torch is left out; the tests of training are skipped."
else
define install_torch
	@$(PIP) install $(TORCH_FROM) torch==$(TORCH_VERSION) && \
		$(PIP) install --no-build-isolation -e '.[torch]' || \
		echo "torch $(TORCH_VERSION) cannot be installed here; the tests of training are skipped."
endef
endif

$(VENV)/.stamp-report: $(VENV)/.stamp-tools setup.py
	$(call install_extras,report$(comma)web)
	@touch $@

$(VENV)/.stamp-test: $(VENV)/.stamp-tools setup.py
	$(BUILD)
	$(install_torch)
	$(call install_extras,report$(comma)test$(comma)web)
	$(call install_optional,openspiel)
	$(call install_optional,pettingzoo)
	$(call install_optional,ray)
	$(call install_optional,onnx)
	@touch $@

$(VENV)/.stamp-dev: $(VENV)/.stamp-tools setup.py
	$(call install_extras,report$(comma)dev)
	@touch $@

comma := ,

clean:  ## remove what builds and runs have written
	rm -rf build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find engine_cy search nets -name '*.so' -delete
	find . -name __pycache__ -not -path './$(VENV)/*' -prune -exec rm -rf {} +

distclean: clean  ## the same, and the virtual environment
	rm -rf $(VENV)
