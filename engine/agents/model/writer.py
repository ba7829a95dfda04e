"""The writer's mind: the approved dossier becomes a report in markdown, streamed, citing ids only."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable

from engine.agents.model.asking import Asker
from engine.agents.model.dossier_text import dossier_text, shorter
from engine.agents.model.prompting import prompt
from engine.agents.model.report_frame import ReportFrame
from engine.agents.model.sections import Sections
from engine.agents.model.styling import form, language_line, tone
from engine.agents.port import Emit, Rewritten, WriteTask
from engine.context_room import dossier_chars
from engine.errors import ModelError
from engine.models.errors import Endless
from engine.models.port import LanguageModel
from engine.values import Role
from researcher_container.contract import Message

# A report that is cut at the model's output limit is gone on with; four parts are a long report.
MAX_CONTINUATIONS = 3
# What the model sees again of a long report that it goes on with; in a small context a quarter of what fits.
SEEN_AGAIN_CHARS = 12_000
# Some thirty times the length of a thorough report; beyond it a model has lost its way, however slowly.
MAX_REPORT_CHARS = 300_000
MAX_WRITING_S = 3_600.0


class ModelWriter:
    """Implements `Writer` with a language model."""

    def __init__(self, model: LanguageModel, *, now: Callable[[], float] = time.monotonic) -> None:
        """Args: now: seconds, for the limit on the writing's time."""
        self._model, self._now = model, now

    async def write(self, task: WriteTask, emit: Emit) -> AsyncIterator[str | Rewritten]:
        """Yield the report piece by piece, then the whole anew where its sections were not those asked for.

        Raises:
            ModelError: the model failed, broke off or came to no end; what was yielded is not a report.
        """
        asker = Asker(self._model, Role.WRITER, 0, emit, task.options.prices)
        frame = ReportFrame()
        written = ""
        async for piece in self._whole(asker, task):
            if text := frame.feed(piece):
                written += text
                yield text
        if rest := frame.finish():
            written += rest
            yield rest
        if task.options.report.sections and written.strip():
            yield Rewritten(markdown=await self._in_sections(asker, task, written))

    async def _whole(self, asker: Asker, task: WriteTask) -> AsyncIterator[str]:
        """Yield what the model writes until it ends by itself, over as many requests as its limits make of it."""
        ends_at = self._now() + MAX_WRITING_S
        dossier = dossier_text(task.dossier, dossier_chars(task.options.context_tokens))
        written, parts = "", 0
        while True:
            try:
                async for piece in asker.streamed(_messages(task, dossier, written)):
                    written += piece
                    if len(written) > MAX_REPORT_CHARS or self._now() > ends_at:
                        raise Endless("The report did not come to its end.")
                    yield piece
            except ModelError as error:
                if error.kind == "context_full":
                    dossier = shorter(task.dossier, dossier, error)
                elif error.kind == "truncated" and written.strip() and parts < MAX_CONTINUATIONS:
                    parts += 1
                    room = dossier_chars(task.options.context_tokens) - len(_seen_again(task, written))
                    dossier = dossier_text(task.dossier, min(len(dossier), room))
                else:
                    raise
            else:
                return

    async def _in_sections(self, asker: Asker, task: WriteTask, written: str) -> str:
        """Return the report with the sections that were asked for; those that are missing are asked for once."""
        wanted = task.options.report.sections
        sections = Sections.of(written, wanted)
        if missing := sections.missing():
            sections.filled(Sections.of(await self._sections(asker, task, written, missing), wanted))
        return sections.markdown()

    async def _sections(self, asker: Asker, task: WriteTask, written: str, missing: tuple[str, ...]) -> str:
        """Return what the model writes for missing sections, "" when it does not: the report stands without them."""
        listed = "\n".join(f"## {heading}" for heading in missing)
        seen = _seen_again(task, written)
        room = dossier_chars(task.options.context_tokens) - len(seen)
        messages = [
            *_messages(task, dossier_text(task.dossier, room), ""),
            Message(role="assistant", content=seen),
            Message(role="user", content=prompt("sections_again").format(sections=listed)),
        ]
        try:
            return "".join([piece async for piece in asker.streamed(messages)])
        except ModelError:
            return ""


def _seen_again(task: WriteTask, written: str) -> str:
    return written[-min(SEEN_AGAIN_CHARS, dossier_chars(task.options.context_tokens) // 4) :]


def _messages(task: WriteTask, dossier: str, written: str) -> list[Message]:
    system = prompt("writer").format(form=form(task.options), tone=tone(task.options))
    messages = [Message(role="system", content=system), Message(role="user", content=_asked(task, dossier))]
    if written:
        messages.append(Message(role="assistant", content=_seen_again(task, written)))
        messages.append(Message(role="user", content=prompt("write_on")))
    return messages


def _asked(task: WriteTask, dossier: str) -> str:
    language = language_line(task.options.language)
    reservation = ""
    if task.decision.with_gaps or task.decision.by != "reviewer":
        reservation = f"The review ended with a reservation; the limitations name it: {task.decision.rationale}\n\n"
    return prompt("write").format(
        topic=task.dossier.topic.strip(),
        language=language + ("\n" if language else ""),
        reservation=reservation,
        dossier=dossier,
    )
