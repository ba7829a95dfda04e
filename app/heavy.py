"""What takes long to import: loaded in a thread after the first paint, so that no first use stops the loop."""

from __future__ import annotations

import importlib
import logging

_LOG = logging.getLogger(__name__)
# Each is otherwise imported inside a call: the SDK's parts come with its first request, the exports with the first
# report. The order is that of their need.
MODULES = (
    "app.desk",
    "engine.export.pane",
    "engine.models.openai_model",
    "openai.resources.chat.completions",
    "openai.lib.streaming.chat",
    "openai.resources.responses",
    "engine.export.formats",
)


def load() -> None:
    """Import them all; one that cannot be imported says so where it is needed."""
    for name in MODULES:
        try:
            importlib.import_module(name)
        except ImportError as error:
            _LOG.warning("%s was not loaded ahead: %s", name, error)
