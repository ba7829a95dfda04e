"""The writer's mind: the approved dossier becomes a report in markdown, streamed, citing ids only."""

from __future__ import annotations

from collections.abc import AsyncIterator

from engine.agents.model.asking import Asker, language_line
from engine.agents.model.dossier_text import dossier_text
from engine.agents.model.prompting import prompt
from engine.agents.port import Emit, WriteTask
from engine.models.port import LanguageModel
from engine.values import Role
from researcher_container.contract import Message

# "Sure, here is your report:" is shorter than this; more than this without a title is a report without one.
MAX_PREAMBLE_CHARS = 600


class ModelWriter:
    """Implements `Writer` with a language model."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    async def write(self, task: WriteTask, emit: Emit) -> AsyncIterator[str]:
        """Yield the report piece by piece.

        Raises:
            ModelError: the model failed or broke off; what was yielded is not a report.
        """
        asker = Asker(self._model, Role.WRITER, 0, emit)
        messages = [
            Message(role="system", content=_system()),
            Message(role="user", content=_asked(task)),
        ]
        frame = ReportFrame()
        async for piece in asker.streamed(messages):
            if text := frame.feed(piece):
                yield text
        if rest := frame.finish():
            yield rest


class ReportFrame:
    """Lets the report through from its title on: no preamble, no code fence around the whole."""

    def __init__(self) -> None:
        self._held = ""
        self._has_begun = False
        self._is_fenced = False

    def feed(self, piece: str) -> str:
        """Take a piece; return what of it belongs to the report."""
        self._held += piece
        if not self._has_begun:
            start = 0 if self._held.startswith("#") else self._held.find("\n#") + 1
            if not self._held.startswith("#") and not start and len(self._held) < MAX_PREAMBLE_CHARS:
                return ""
            self._begin(start)
        # The end of a fenced report is its fence, which must not get through.
        keep = len(self._held.rstrip("`\n ")) if self._is_fenced else len(self._held)
        passed, self._held = self._held[:keep], self._held[keep:]
        return passed

    def finish(self) -> str:
        """Return what was held back: the whole when it came without a title, else all but the closing fence."""
        return self._held.rstrip("`\n ") + "\n" if self._is_fenced else self._held

    def _begin(self, start: int) -> None:
        self._has_begun = True
        self._is_fenced = self._held[:start].rstrip().endswith(("```", "```markdown", "```md"))
        self._held = self._held[start:]


def _system() -> str:
    return prompt("writer").format(summary="Executive summary", limitations="Limitations", conclusion="Conclusion")


def _asked(task: WriteTask) -> str:
    language = language_line(task.options.language)
    reservation = ""
    if task.decision.with_gaps or task.decision.by != "reviewer":
        reservation = f"The review ended with a reservation; the limitations name it: {task.decision.rationale}\n\n"
    return prompt("write").format(
        topic=task.dossier.topic.strip(),
        language=language + ("\n" if language else ""),
        reservation=reservation,
        dossier=dossier_text(task.dossier),
    )
