"""The words app and sandbox share: limits, documents, questions, findings and the calls between them.

The wire is JSON-RPC 2.0, one message per line, over the sandbox's stdin and stdout. Everything in this
module is plain pydantic, so that a sandbox is ready after importing pydantic alone.
"""

from __future__ import annotations

import math
import re
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

PROTOCOL_VERSION = 1

# One line of the wire. asyncio's own default of 64 KiB is too small for a page, and no limit is a hole.
MAX_LINE_BYTES = 1024 * 1024
# Longer payloads travel as parts, so that `cancel` is never stuck behind a page.
PART_BYTES = 256 * 1024
# Parts of one stream that may travel before the receiver grants credit for more.
STREAM_WINDOW_PARTS = 2
# What one stream may carry after decoding: a document's bytes, or a document's JSON with its block frames.
MAX_STREAM_BYTES = 64 * 1024 * 1024
# Messages whose streams may be open at once in one direction; a sender waits, a receiver refuses more.
MAX_STREAMED_MESSAGES = 4
# Exit status of a program that ran out of memory, so that the app can tell it from other endings.
EXIT_OUT_OF_MEMORY = 77
# A document after decompression; the fetcher stops there, the reader refuses more.
MAX_DOCUMENT_BYTES = 20 * 1024 * 1024
# The stored text of one document; beyond it the reader cuts and says so in `quality`.
MAX_TEXT_CHARS = 4_000_000
MAX_QUERY_CHARS = 300


class Method(StrEnum):
    """Every call of the wire. The first four go in, parts go both ways, all others come out."""

    RESEARCH = "research"
    READ = "read"
    CANCEL = "cancel"
    WAITED = "waited"
    READY = "ready"
    MODEL_RESPOND = "model.respond"
    SEARCH = "search"
    FETCH = "fetch"
    PROGRESS = "progress"
    PART = "part"  # a piece of a stream; credit for more flows the other way
    CREDIT = "credit"


class ErrorCode:
    """JSON-RPC error codes of this protocol beside the standard ones."""

    PARSE = -32700
    INVALID_REQUEST = -32600
    METHOD_NOT_FOUND = -32601
    INVALID_PARAMS = -32602
    INTERNAL = -32603
    REFUSED = -32001  # the broker's policy said no; `data.why` says why
    UNAVAILABLE = -32002  # it was allowed and did not work (time-out, 404, no provider)
    QUOTA = -32003  # this run's or this researcher's allowance is spent
    CANCELLED = -32004
    FINISH = -32005  # the user asked to finish now: answer with what there is
    UNREADABLE = -32006  # the reader could not make a document of these bytes


class Wire(BaseModel):
    """Base of every value that crosses the wire: unknown keys are refused, values are frozen."""

    model_config = ConfigDict(extra="forbid", frozen=True)


# --- documents -----------------------------------------------------------------------------------

BlockKind = Literal["heading", "paragraph", "list_item", "code", "table", "quote", "caption", "navigation"]


class Block(Wire):
    """One visible piece of a document, in reading order; `text` is exact, with whitespace folded (not in code)."""

    kind: BlockKind
    text: str
    page: int | None = None  # 1-based page of a PDF
    heading: str | None = None  # the nearest heading above, None before the first
    level: int | None = None  # of a heading, 1-6


class Link(Wire):
    """A link the reader found; `url` is absolute and http(s), or a file URL for library documents."""

    text: str
    url: str


class QualityStatus(StrEnum):
    """What kind of thing a document is, before anyone cites it."""

    OK = "ok"
    BLOCKED = "blocked"  # a bot challenge
    NOT_FOUND = "not_found"  # a soft 404
    CONSENT_WALL = "consent_wall"
    EMPTY = "empty"  # no text: a script shell, a scan
    INDEX = "index"  # mostly links: leads on, is not evidence


class Quality(Wire):
    """The reader's judgement of a document; only `ok` may be cited as evidence."""

    status: QualityStatus = QualityStatus.OK
    why: str = ""
    truncated: bool = False


class Document(Wire):
    """What the reader makes of bytes. `text()` is *the stored text*: read, quoted, checked and shown alike."""

    title: str = ""
    site: str = ""
    author: str = ""
    date: str = ""  # ISO 8601: day, month or year; empty when unknown or absurd
    language: str = ""  # BCP 47, empty when unknown
    media_type: str = ""  # what the bytes are, not what they were called
    blocks: tuple[Block, ...] = ()
    links: tuple[Link, ...] = ()
    quality: Quality = Quality()

    def text(self) -> str:
        """Return the stored text: block texts in order, joined by BLOCK_SEPARATOR."""
        return BLOCK_SEPARATOR.join(block.text for block in self.blocks)

    def offsets(self) -> list[int]:
        """Return the start of each block within `text()`, in code points."""
        starts, position = [], 0
        for block in self.blocks:
            starts.append(position)
            position += len(block.text) + len(BLOCK_SEPARATOR)
        return starts


BLOCK_SEPARATOR = "\n\n"


class ReadParams(Wire):
    """`read`: turn bytes (sent as a blob beside this call) into a `Document`."""

    url: str = ""  # base for links; never fetched
    declared_type: str = ""  # the Content-Type header, charset included, or ""
    status: int = 200  # HTTP status, for recognising challenge pages
    with_metadata: bool = True  # site, author, date and main-content marks cost a second pass


# --- the model, as a researcher may call it ----------------------------------------------------------


class ToolCall(Wire):
    """A tool call of the model; `arguments` is the raw JSON text as the model wrote it."""

    id: str
    name: str
    arguments: str


class Message(Wire):
    """One message of a conversation, independent of a provider's wire protocol."""

    role: Literal["system", "user", "assistant", "tool"]
    content: str = ""
    tool_calls: tuple[ToolCall, ...] = ()
    tool_call_id: str | None = None


class ToolSpec(Wire):
    """A tool the model may call; `parameters` is a JSON schema."""

    name: str
    description: str
    parameters: dict[str, Any]


class OutputSchema(Wire):
    """The JSON schema a structured answer must meet."""

    name: str
    json_schema: dict[str, Any]


class ModelRequest(Wire):
    """`model.respond`: the broker pins model, address and key; the sandbox names none of them."""

    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    tool_choice: Literal["auto", "required", "none"] = "auto"
    output: OutputSchema | None = None
    hosted_search: bool = False
    max_output_tokens: int | None = None


class Citation(Wire):
    """A structured citation of a hosted search; positions are code points in `ModelReply.text`."""

    url: str
    title: str = ""
    ref: str = ""  # set by the broker when it hands the address out
    start: int | None = None
    end: int | None = None


class Usage(Wire):
    """Tokens of one model call; `estimated` when the server gave no figures."""

    input_tokens: int = 0
    output_tokens: int = 0
    estimated: bool = False


FinishReason = Literal["stop", "tool_calls", "length"]


class ModelReply(Wire):
    """The model's answer. `value` is the checked structured answer when one was asked for."""

    text: str = ""
    value: dict[str, Any] | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    citations: tuple[Citation, ...] = ()
    searches: tuple[str, ...] = ()  # queries a hosted search ran
    consulted: tuple[str, ...] = ()  # addresses a hosted search looked at and did not cite
    finish: FinishReason = "stop"
    usage: Usage = Usage()
    model: str = ""


# --- search and fetch --------------------------------------------------------------------------------


class SearchParams(Wire):
    """`search`: at most MAX_QUERY_CHARS characters, at most 20 results."""

    query: Annotated[str, Field(max_length=MAX_QUERY_CHARS)]
    limit: Annotated[int, Field(ge=1, le=20)] = 8


class SearchResult(Wire):
    """One hit. `ref` is what `fetch` accepts; `passage` positions are code points in the stored text."""

    ref: str
    title: str
    url: str
    snippet: str = ""
    heading: str | None = None
    origin: Literal["web", "library"] = "web"
    score: float = 0.0  # comparable within one reply only; larger is better
    start: int | None = None
    end: int | None = None


class SearchReply(Wire):
    """Hits, best first."""

    results: tuple[SearchResult, ...] = ()
    provider: str = ""


class FetchParams(Wire):
    """`fetch`: by a reference the broker gave out, or by an address it gave out, byte for byte."""

    ref: str | None = None
    url: str | None = None


class FetchReply(Wire):
    """A read document, with a reference of its own for every link it holds."""

    ref: str
    url: str
    sha256: str
    document: Document
    link_refs: tuple[tuple[str, str], ...] = ()  # (ref, absolute url) of links that may be fetched next


# --- one question --------------------------------------------------------------------------------------

_NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?(?:[eE][-+]?\d+)?")
_RATIO = re.compile(r"\s*(\d+(?:[.,]\d+)?)\s*(?:/|of|out of)\s*(\d+(?:[.,]\d+)?)\s*", re.IGNORECASE)


def read_confidence(value: Any) -> float | None:
    """Return a confidence of 0-1 from whatever a model wrote: 0.8, "80 %", 85, "0,7", "8/10"; None = unknown.

    Words ("high"), booleans and anything with more than one number are unknown, never a guess.
    """
    if isinstance(value, bool) or value is None:
        return None
    if isinstance(value, str):
        if ratio := _RATIO.fullmatch(value):
            part, whole = (float(figure.replace(",", ".")) for figure in ratio.groups())
            return min(part / whole, 1.0) if whole > 0 else None
        figures = _NUMBER.findall(value)
        if len(figures) != 1:
            return None
        number = float(figures[0].replace(",", "."))
        if "%" in value or "percent" in value.lower():
            return min(max(number / 100, 0.0), 1.0)
    elif isinstance(value, (int, float)):
        number = float(value)
    else:
        return None
    if not math.isfinite(number):
        return None
    return min(max(number / 100 if 1 < number <= 100 else number, 0.0), 1.0)


Confidence = Annotated[float | None, BeforeValidator(read_confidence)]

ResearchMode = Literal["tools", "hosted", "offline"]


class GivenSource(Wire):
    """A file or page the user gave with the topic; `fetch` accepts its reference from the start."""

    ref: str
    title: str = ""
    url: str


class Waited(Wire):
    """`waited`: how long a server has made the question wait in all; that does not count in its time."""

    s: Annotated[float, Field(ge=0)] = 0.0


class ResearchParams(Wire):
    """`research`: everything a researcher knows. It sees nothing else of the run."""

    question: str
    mode: ResearchMode
    language: str = ""
    max_pages: Annotated[int, Field(ge=1, le=64)] = 8
    max_model_calls: Annotated[int, Field(ge=1, le=64)] = 12
    today: str = ""  # ISO date, so that "recent" means something
    # What a conversation may hold before the oldest page text is dropped; about four characters a token.
    max_context_chars: Annotated[int, Field(ge=8_000)] = 120_000
    # What the whole question may take; None = no limit. Shortly before, what was read is handed in.
    time_s: Annotated[float | None, Field(gt=0)] = None
    # Hosted mode: open the cited pages too, so that their quotes can be checked (needs web access by the app).
    read_citations: bool = False
    given: tuple[GivenSource, ...] = ()  # what the user wants read first


class QuotedSource(Wire):
    """A source the researcher cites, by reference, with the words it quotes from the stored text."""

    ref: str
    quotes: tuple[str, ...] = ()


class ResearchResult(Wire):
    """A researcher's answer. The answer cites as `[ref]`; code turns references into source ids."""

    answer: str
    confidence: Confidence = None  # 0-1, None = unknown
    sources: tuple[QuotedSource, ...] = ()
    gaps: tuple[str, ...] = ()  # what it could not find out


class Progress(Wire):
    """`progress` (a notification): what the researcher is doing now."""

    state: Literal["searching", "reading", "answering", "quoted"]
    text: str = ""  # the query, the title, or the quote
    ref: str = ""


class Ready(Wire):
    """`ready` (a notification): the program inside has started."""

    program: Literal["researcher", "reader"]
    protocol: int = PROTOCOL_VERSION
