"""A workshop for workflow tests: scripted minds, and real child processes running a scripted researcher."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from engine import events as ev
from engine.agents.port import Emit, Minds, PlanTask, ReviewTask, WriteTask
from engine.broker.broker import Broker
from engine.broker.pages import Pages
from engine.control import RunControl
from engine.fold import Fold
from engine.journal.journal import Journal
from engine.journal.ownership import this_process
from engine.library.port import LibraryDocument, Passage
from engine.means import Tools
from engine.recorder import Recorder
from engine.run import Run
from engine.sandbox.port import CallHandler, NotificationHandler, Sandbox, SandboxOwner, no_wait
from engine.sandbox.process import ProcessMaker
from engine.snapshot import RunSnapshot
from engine.texts import TextStore
from engine.values import ResearchQuestions, ReviewDecision, RunOptions, SandboxKind
from researcher_container.contract import Block, Document, ReadParams

# What runs inside: the question's first word says how the researcher behaves.
RESEARCHER = """
import os, sys, time
from researcher_container.channel import Channel, HandlerError
from researcher_container.contract import Ready, SearchParams, FetchParams, Progress

channel = Channel(sys.stdin.buffer, sys.stdout.buffer)

def research(params, blob):
    word = params["question"].split()[0]
    if word == "die":
        os._exit(7)
    if word == "malformed":
        return {"answer": 5}
    if word == "giveup":
        raise HandlerError(-32002, "The model did not answer.", {})
    found = channel.call("search", SearchParams(query=params["question"]))["results"][0]
    page = channel.call("fetch", FetchParams(ref=found["ref"]))
    quote = page["document"]["blocks"][0]["text"]
    channel.notify("progress", Progress(state="quoted", text=quote, ref=found["ref"]))
    if word == "hang":
        channel.call("search", SearchParams(query="hanging"))
        time.sleep(600)
    sources = [{"ref": found["ref"], "quotes": [quote]}]
    return {"answer": f"{quote} [{found['ref']}]", "confidence": 0.9, "sources": sources}

channel.notify("ready", Ready(program="researcher"))
channel.serve({"research": research})
"""


class Shelf:
    """A library that has one document for every query; its last word is the document's id."""

    def __init__(self) -> None:
        self.searches: list[str] = []
        self.hanging = asyncio.Event()  # a researcher that hangs has got as far as it goes

    async def search(self, query: str, limit: int) -> list[Passage]:
        self.searches.append(query)
        if query == "hanging":
            self.hanging.set()
        name = query.rstrip("?").split()[-1]
        url = f"file:///shelf/{name}.html"
        return [Passage(document_id=name, url=url, title=name, heading=None, text="", start=0, end=1, score=1.0)]

    async def document(self, document_id: str) -> LibraryDocument | None:
        document = Document(
            title=document_id, blocks=(Block(kind="paragraph", text=f"The {document_id} is 4.2 m high."),)
        )
        return LibraryDocument(
            document_id=document_id,
            url=f"file:///shelf/{document_id}.html",
            title=document_id,
            sha256=document_id.encode().hex().ljust(64, "0")[:64],
            text_sha256=self.texts.put(document),
            indexed_at=1.0,
            document=document,
        )

    async def outline(self, query: str, limit: int) -> list[tuple[str, str, float]]:
        return []

    texts: TextStore


class ScriptedMinds:
    """Planner, reviewer and writer that do as told and count how often they were asked."""

    def __init__(self, questions: tuple[str, ...], decisions: tuple[ReviewDecision, ...] = ()) -> None:
        self.questions, self.decisions = questions, list(decisions)
        self.asked: list[str] = []
        self.failure: Exception | None = None
        self.review_failure: Exception | None = None

    async def plan(self, task: PlanTask, emit: Emit) -> ResearchQuestions:
        self.asked.append("plan")
        if self.failure:
            raise self.failure
        return ResearchQuestions(questions=self.questions)

    async def review(self, task: ReviewTask, emit: Emit) -> ReviewDecision:
        self.asked.append(f"review {task.dossier.wave} ({task.remaining_waves} left)")
        if self.review_failure:
            raise self.review_failure
        return self.decisions.pop(0) if self.decisions else ReviewDecision(status="approved", rationale="Covered.")

    async def write(self, task: WriteTask, emit: Emit) -> AsyncIterator[str]:
        self.asked.append("write")
        yield f"# {task.dossier.topic}\n\n"
        for source in task.dossier.sources:
            yield f"The {source.title} is 4.2 m high [{source.quotes[0].id}].\n\n"


async def _no_reading(body: bytes, params: ReadParams) -> Document:
    raise AssertionError("nothing is fetched here")


class ScriptedSandbox:
    """A researcher without a process: the port's smallest implementation. It answers as `RESEARCHER` does."""

    kind: SandboxKind = "process"

    def __init__(self, number: int) -> None:
        self.id = f"scripted-{number}"
        self.alive = True

    def serve(self, handler: CallHandler, on_notification: NotificationHandler) -> None:
        self._ask, self._tell = handler, on_notification

    async def call(
        self,
        method: str,
        params: dict[str, Any],
        *,
        blob: bytes | None = None,
        timeout_s: float | None = None,
        waited_s: Callable[[], float] = no_wait,
    ) -> dict[str, Any]:
        found = (await self._ask("search", {"query": params["question"]}))["results"][0]
        page = await self._ask("fetch", {"ref": found["ref"]})
        quote = page["document"]["blocks"][0]["text"]
        self._tell("progress", {"state": "quoted", "text": quote, "ref": found["ref"]})
        if params["question"].startswith("hang"):
            await asyncio.Event().wait()
        if params["question"].startswith("half"):
            quote += "\ud83d\0"
        return {
            "answer": f"{quote} [{found['ref']}]",
            "confidence": 0.9,
            "sources": [{"ref": found["ref"], "quotes": [quote]}],
        }

    async def notify(self, method: str, params: dict[str, Any]) -> None:
        pass

    async def close(self) -> None:
        await asyncio.sleep(0)
        self.alive = False


class Bench:
    """A journal, a workshop and one run at a time. Implements what `Run` needs of a workshop."""

    def __init__(self, folder: Path, minds: ScriptedMinds, *, scripted: bool = False) -> None:
        """Args: scripted: researchers are coroutines here, for tests that go through hundreds of runs."""
        self.scripted = scripted
        self.journal = Journal(folder / "dossier.db")
        self.texts = TextStore(folder / "texts")
        self.minds = minds
        self.shelf = Shelf()
        self.shelf.texts = self.texts
        self.maker = ProcessMaker(source=RESEARCHER)
        self.taken: list[Sandbox] = []

    async def tools(self, options: RunOptions, recorder: Recorder, stack: contextlib.AsyncExitStack) -> Tools:
        pages = Pages(self.texts, _no_reading, None, self.shelf)
        stack.push_async_callback(pages.aclose)
        broker = Broker(options=options, recorder=recorder, pages=pages, library=self.shelf)
        minds = Minds(planner=self.minds, reviewer=self.minds, writer=self.minds)
        return Tools(minds=minds, broker=broker, take_sandbox=self._take)

    async def _take(self) -> Sandbox:
        me = this_process()
        if self.scripted:
            sandbox: Sandbox = ScriptedSandbox(len(self.taken) + 1)
        else:
            sandbox = await self.maker.start("researcher", SandboxOwner(pid=me.pid, boot_id=me.boot_id))
        self.taken.append(sandbox)
        return sandbox

    def start(self, options: RunOptions | None = None) -> Run:
        return Run.start(self.journal, self, "tides", options or RunOptions())

    def resume(self, run_id: str, options: RunOptions | None = None) -> Run:
        return Run.resume(self.journal, self, run_id, options)

    async def aclose(self) -> None:
        await self.maker.aclose()
        self.journal.close()


async def watch(run: Run, react: Callable[[ev.JournalEntry, RunControl], None] | None = None) -> RunSnapshot:
    """Work on a run to its end, reacting to new entries; return what it looks like then."""
    fold = Fold()
    async with asyncio.timeout(60), contextlib.aclosing(run.entries()) as entries:
        async for entry in entries:
            fold.apply(entry)
            if react is not None:
                react(entry, run.control)
    return fold.snapshot()
