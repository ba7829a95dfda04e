"""The fixture `scripted_model`: makes scripted servers, stops them after the test."""

from __future__ import annotations

import contextlib
import importlib.util
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest


def load_server() -> ModuleType:
    """Load server.py by its path, once per process."""
    name = "scripted_model_server"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, Path(__file__).with_name("server.py"))
        assert spec is not None
        assert spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        spec.loader.exec_module(module)
    return sys.modules[name]


@pytest.fixture
def scripted_model() -> Iterator[Callable[..., Any]]:
    """Give a function that starts a `ScriptedModel(...)`; its module is `scripted_model.module`."""
    module = load_server()
    with contextlib.ExitStack() as stack:

        def make(*args: Any, **settings: Any) -> Any:
            return stack.enter_context(module.ScriptedModel(*args, **settings))

        make.module = module  # type: ignore[attr-defined]
        yield make
