"""Opens what the user gave before the plan is made: of an address alone nobody knows what to ask."""

from __future__ import annotations

import asyncio

from engine.agents.port import GivenText
from engine.broker.given import given_targets
from engine.broker.references import Target
from engine.errors import DossierError
from engine.events import NoticeRaised
from engine.workflow.context import RunContext

MAX_HEADINGS = 12
MAX_LEAD_CHARS = 600
MAX_FIELD_CHARS = 200


async def given_texts(run: RunContext) -> tuple[GivenText, ...]:
    """Return what the user's files and pages are about; one that cannot be opened is told and passed over."""
    found = await asyncio.gather(*(_text(run, target) for target in given_targets(run.options)))
    return tuple(text for text in found if text is not None)


async def _text(run: RunContext, target: Target) -> GivenText | None:
    try:
        page, _ = await run.broker.pages.open(target)
    except DossierError as error:
        name = target.title or target.address
        text = f"{name} could not be opened: {error.title} The research goes on without it."
        run.emit(NoticeRaised(level="warning", text=text, key=f"given-{target.ref}"))
        return None
    blocks = page.document.blocks
    headings = dict.fromkeys(_line(block.text) for block in blocks if block.kind == "heading" and block.text.strip())
    body = (block.text for block in blocks if block.kind in ("paragraph", "list_item", "quote"))
    return GivenText(
        title=_line(page.title),
        url=page.url,
        headings=tuple(headings)[:MAX_HEADINGS],
        lead=" ".join(" ".join(body).split())[:MAX_LEAD_CHARS],
    )


def _line(text: str) -> str:
    return " ".join(text.split())[:MAX_FIELD_CHARS]
