# Two commands do everything: `make run` and `make test`. Both prepare what they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
OUT ?= out

.PHONY: setup run test check format wheels package translations lock clean

setup: $(READY)

$(READY): requirements/dev.txt pyproject.toml requirements/qt-system-libraries.sh
	@$(PYTHON) -c 'import sys; sys.exit("Dossier needs Python 3.11 or newer; this is %s. Set PYTHON=..." % sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@sh requirements/qt-system-libraries.sh
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $(READY)

# With TOPIC, or without a screen, the same engine works headless and leaves the report in out/.
run: setup
	@if [ -n "$$TOPIC" ]; then \
	  $(BIN)/dossier research "$$TOPIC" --out "$(OUT)" $(ARGS); \
	elif [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" != Linux ]; then \
	  $(BIN)/dossier $(ARGS); \
	else \
	  echo 'No screen here: researching the sample topic into $(OUT)/. Use TOPIC="..." for your own.'; \
	  $(BIN)/dossier research --sample --out "$(OUT)" $(ARGS); \
	fi

# As it was typed: make would take a $ in it for a variable of its own.
override TOPIC := $(value TOPIC)
export TOPIC

test: setup wheels
	$(BIN)/python -m pytest -q $(ARGS)

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: setup
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# What the sandbox image is built from when there is no network inside the build.
wheels: setup
	$(BIN)/python -m engine.sandbox.wheels

# The app as one folder that needs no Python, in dist/Dossier, tried at once.
package: setup wheels
	$(BIN)/pyinstaller --noconfirm --log-level WARN build.spec
	DOSSIER_PACKAGE=dist/Dossier $(BIN)/python -m pytest -q tests/packaging $(ARGS)

# The texts of the code into the catalogues, and the catalogues compiled: what is new waits there for its translation.
translations: setup
	$(BIN)/python -m resources.translations.make

lock: setup
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url pyproject.toml -o requirements/app.txt
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url --extra dev -c requirements/app.txt pyproject.toml -o requirements/dev.txt
	$(BIN)/uv pip compile --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url -c requirements/app.txt researcher_container/requirements.in -o researcher_container/requirements.txt

clean:
	rm -rf build dist $(VENV) .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
