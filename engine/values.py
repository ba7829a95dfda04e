"""The values a run is made of: options, questions, findings, sources, decisions, the audit."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from engine.errors import Trouble
from researcher_container.contract import QualityStatus

Depth = Literal["quick", "standard", "deep"]
RunMode = Literal["model", "offline"]
SandboxKind = Literal["docker", "bubblewrap", "process"]
SandboxChoice = Literal["auto", "docker", "bubblewrap", "process"]

SANDBOX_LABELS: dict[SandboxKind, str] = {
    "docker": "Isolated",
    "bubblewrap": "Isolated (bubblewrap)",
    "process": "Not isolated",
}

MAX_TOPIC_CHARS = 8_000
MAX_GIVEN_DOCUMENTS = 20  # beside a topic; more are a library
MAX_WAVES = 4
MAX_RESEARCHERS = 16


class Value(BaseModel):
    """Base of the engine's values: frozen, closed."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class DepthPlan(Value):
    """What a depth means: waves, the planner's question range, pages one researcher may open."""

    waves: int
    min_questions: int
    max_questions: int
    pages: int


DEPTHS: dict[Depth, DepthPlan] = {
    "quick": DepthPlan(waves=1, min_questions=4, max_questions=4, pages=4),
    "standard": DepthPlan(waves=2, min_questions=4, max_questions=6, pages=8),
    "deep": DepthPlan(waves=3, min_questions=6, max_questions=6, pages=16),
}


class ReportStyle(Value):
    """How a report shall read; the planner and the writer honour it."""

    length: Literal["short", "standard", "long"] = "standard"
    tone: Literal["neutral", "plain", "technical"] = "neutral"
    sections: tuple[str, ...] = ()  # headings, in order; () = the writer's own


class Prices(Value):
    """What a profile's models cost, whatever the role; None = unknown, so no cost is told."""

    input_usd_per_million: Annotated[float | None, Field(ge=0)] = None
    output_usd_per_million: Annotated[float | None, Field(ge=0)] = None


class Budget(Value):
    """Soft limits of a run; None = no limit.

    At 80 % a notice, then the run wraps up and writes: at 90 %, as the last tenth is kept for the report, which
    is always written to its end. (docs/decisions/0007)
    """

    tokens: Annotated[int | None, Field(ge=1)] = None
    usd: Annotated[float | None, Field(gt=0)] = None
    minutes: Annotated[float | None, Field(gt=0)] = None


class Role(StrEnum):
    """The minds of a run."""

    PLANNER = "planner"
    RESEARCHER = "researcher"
    REVIEWER = "reviewer"
    WRITER = "writer"


class RoleModels(Value):
    """The model of each role; "" = the run's model."""

    planner: str = ""
    researcher: str = ""
    reviewer: str = ""
    writer: str = ""


class ProfileHeader(Value):
    """A header sent with every request to a model's server; the value of a secret one is kept with the keys."""

    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9!#$%&'*+.^_`|~-]+$")]
    value: str = ""
    is_secret: bool = False


class ModelProfile(Value):
    """A model's server as the user set it up; it tells where its key is and never holds it."""

    id: str  # what its key is kept under; stays when the name changes
    name: str
    preset: str = "other"
    base_url: str = ""
    protocol: Literal["auto", "responses", "chat"] = "auto"
    model: str = ""
    role_models: RoleModels = RoleModels()
    key: Annotated[str, Field(pattern=r"^(none|stored|env:[A-Za-z_][A-Za-z0-9_]*)$")] = "stored"
    key_header: str = ""  # carries the key beside the usual one, for servers that want it there
    context_tokens: Annotated[int | None, Field(ge=1_000)] = None
    prices: Prices = Prices()
    hosted_search: Literal["unknown", "yes", "no"] = "unknown"
    headers: tuple[ProfileHeader, ...] = ()


class RunOptions(Value):
    """Everything that shapes a run beside its topic; it is journalled, so it never holds a key."""

    mode: RunMode = "offline"
    depth: Depth = "standard"
    max_waves: Annotated[int, Field(ge=1, le=MAX_WAVES)] = 2
    concurrency: Annotated[int, Field(ge=1, le=MAX_RESEARCHERS)] = 6  # researchers at once
    sandbox: SandboxChoice = "auto"
    library: tuple[str, ...] = ()  # absolute folders
    web: bool = False  # search and fetch on the web (app-side)
    hosted_search: bool = False  # the provider reads the web itself
    read_citations: bool = True  # of a hosted search: the app fetches the cited pages to check their quotes
    search_providers: tuple[str, ...] = ()  # as in DOSSIER_SEARCH: "searxng:URL", "duckduckgo", ...
    allow_domains: tuple[str, ...] = ()  # only these and what lies below them are found and opened; () = all
    deny_domains: tuple[str, ...] = ()  # neither found nor opened
    time_range: Literal["", "day", "week", "month", "year"] = ""  # of web pages, where a provider knows their age
    language: str = ""  # of the report; "" = the topic's
    profile: str = ""
    base_url: str = ""
    model: str = ""
    protocol: Literal["auto", "responses", "chat"] = "auto"
    role_models: RoleModels = RoleModels()
    context_tokens: Annotated[int | None, Field(ge=1_000)] = None  # of the model; None = unknown
    prices: Prices = Prices()
    budget: Budget = Budget()
    report: ReportStyle = ReportStyle()
    check_support: bool = True  # a model is asked whether the quotes support the report's sentences
    documents: tuple[str, ...] = ()  # absolute files the user gave for this run, beside the library
    addresses: tuple[str, ...] = ()  # http(s) pages the user gave; handed out from the start
    library_is_private: bool = False  # no web search after a library document was opened
    review_plan: bool = False
    process_consent: bool = False  # untrusted web pages may be read without isolation
    researcher_time_s: float = 600.0

    @property
    def plan(self) -> DepthPlan:
        """The depth's figures."""
        return DEPTHS[self.depth]

    def model_of(self, role: Role) -> str:
        """Return the name of the model that a role asks, "" when none is named."""
        named: str = getattr(self.role_models, role.value)
        return named or self.model


# --- contracts between the executors ---------------------------------------------------------------------

Question = Annotated[str, Field(min_length=1, max_length=1_000)]


class ResearchQuestions(Value):
    """The planner's answer: standalone questions (4-6 from the planner, 1-16 after a user's edit)."""

    questions: Annotated[tuple[Question, ...], Field(min_length=1, max_length=16)]

    @model_validator(mode="after")
    def _non_empty(self) -> ResearchQuestions:
        if any(not question.strip() for question in self.questions):
            raise ValueError("a question is empty")
        return self


class GatheredSource(Value):
    """A source as one researcher gathered it; ids are given when the wave closes."""

    ref: str
    url: str
    title: str = ""
    site: str = ""
    author: str = ""
    date: str = ""
    origin: Literal["web", "library", "hosted"] = "web"
    fetched_at: float = 0.0  # seconds since the epoch; 0 = never fetched by us
    sha256: str = ""  # of the bytes as they came
    text_sha256: str = ""  # key of the stored text, "" when there is none
    quality: QualityStatus = QualityStatus.OK
    quotes: tuple[str, ...] = ()


class Finding(Value):
    """One researcher's result. With `error` set the answer may be partial, the sources are kept."""

    wave: int
    researcher: int  # 1-based within the wave
    question: str
    answer: str = ""  # cites as [ref]
    confidence: Annotated[float | None, Field(ge=0, le=1)] = None
    sources: tuple[GatheredSource, ...] = ()
    gaps: tuple[str, ...] = ()
    error: Trouble | None = None
    attempt: int = 1


QuoteStatus = Literal["found", "found_folded", "not_found", "not_checked"]


class Quote(Value):
    """A quote with its id and what the check found; positions are code points in the stored text."""

    id: str  # "S3.2"
    text: str
    status: QuoteStatus = "not_checked"
    why: str = ""
    start: int | None = None
    end: int | None = None
    page: int | None = None


class Source(Value):
    """A cited source with its id, merged over researchers by canonical address and content."""

    id: str  # "S3"
    url: str
    title: str = ""
    site: str = ""
    author: str = ""
    date: str = ""
    origin: Literal["web", "library", "hosted"] = "web"
    fetched_at: float = 0.0
    sha256: str = ""
    text_sha256: str = ""
    quotes: tuple[Quote, ...] = ()
    refs: tuple[str, ...] = ()  # the references that were merged into it
    same_text_as: str = ""  # the first source with (nearly) this text, "S1": a syndicated copy is no second witness


class ResearchDossier(Value):
    """All findings up to and including a wave, with their numbered sources. Answers here cite as [S3]."""

    topic: str
    wave: int
    findings: tuple[Finding, ...]
    sources: tuple[Source, ...]


class ContradictingClaim(Value):
    """One side of a contradiction: what some sources say."""

    claim: Annotated[str, Field(min_length=1, max_length=1_000)]
    cites: Annotated[tuple[str, ...], Field(min_length=1, max_length=8)]  # "S3.2" or "S3"


class Contradiction(Value):
    """Two claims of the dossier that cannot both hold."""

    about: Annotated[str, Field(max_length=300)] = ""  # what they disagree about, in a few words
    first: ContradictingClaim
    second: ContradictingClaim


ReviewStatus = Literal["approved", "needs_more_research"]


class ReviewDecision(Value):
    """The reviewer's verdict on a wave."""

    status: ReviewStatus
    rationale: Annotated[str, Field(min_length=1)]
    follow_up_questions: tuple[Question, ...] = ()
    by: Literal["reviewer", "user", "limit"] = "reviewer"  # limit: no wave remained
    with_gaps: bool = False
    contradictions: tuple[Contradiction, ...] = ()  # where the findings disagree, in the dossier reviewed

    @model_validator(mode="after")
    def _follow_ups_fit(self) -> ReviewDecision:
        count = len(self.follow_up_questions)
        if self.status == "approved" and count:
            raise ValueError("an approved dossier has no follow-up questions")
        # The user may ask for a single question of his own; the reviewer asks for 2-4.
        lowest = 1 if self.by == "user" else 2
        if self.status == "needs_more_research" and not lowest <= count <= 4:
            raise ValueError(f"needs_more_research takes {lowest}-4 follow-up questions, not {count}")
        return self


Support = Literal["supports", "partly", "does_not", "not_asked"]


class CitationCheck(Value):
    """One citation: a (sentence, source) pair. Its status is that of the weakest quote it names."""

    number: int  # as printed: [1]
    source: str  # "S3"
    quotes: tuple[str, ...] = ()  # "S3.2", ...; empty when no quote of the source fits the sentence
    status: QuoteStatus = "not_checked"
    why: str = ""
    sentence: str = ""
    figures: tuple[str, ...] = ()  # of the sentence, in none of its quotes; told on its first citation only
    invented: tuple[str, ...] = ()  # words in quote marks that stand in none of its sources; told there as well
    support: Support = "not_asked"  # whether its quotes support the sentence, as a model judged
    support_why: str = ""


class ThemeSources(Value):
    """How many sources a section of the report stands on."""

    heading: str  # "" for what stands before the first one
    sources: int
    independent: int  # copies of one text count once


class Audit(Value):
    """What the code found when it checked the report. Formulas: docs/evidence.md."""

    citations: int = 0
    found: int = 0  # word for word
    found_folded: int = 0
    not_found: int = 0
    not_checked: int = 0
    figures_unmatched: int = 0
    unknown_ids: tuple[str, ...] = ()
    foreign_links: tuple[str, ...] = ()
    statements: int = 0
    unsupported_statements: int = 0
    unsupported: tuple[str, ...] = ()  # the statements themselves
    uncited: tuple[str, ...] = ()  # sources gathered and not cited, "S4"
    removed_lists: int = 0  # lists of references the writer made up
    checks: tuple[CitationCheck, ...] = ()
    marks: tuple[str, ...] = ()  # what each printed [n] stands for, in reading order: "S3.2" or "S3"
    is_fallback: bool = False  # written without the model, whose writer failed
    support_asked: int = 0  # citations whose support a model judged
    partly_supported: int = 0  # sentences that go further than their quotes
    not_supported: int = 0  # sentences that their quotes do not support
    unquoted: int = 0  # citations for which no quote of the source fits
    renamed_headings: tuple[str, ...] = ()  # the writer's own, called like a part that only code writes
    themes: tuple[ThemeSources, ...] = ()


class TokenUse(Value):
    """Tokens, calls and money of a role or of a run; cost is None when no price is known."""

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = None
    estimated: bool = False


class Estimate(Value):
    """What a run is expected to take; None = nothing to tell from.

    With `runs` these are medians of earlier runs of the same kind; without any, upper limits of depth and budget.
    """

    runs: int = 0
    duration_s: float | None = None
    calls: int | None = None  # of the model
    tokens: int | None = None
    cost_usd: float | None = None
