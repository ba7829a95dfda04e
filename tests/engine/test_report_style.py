"""Length, tone, language and sections of a report, as the user wishes them."""

from __future__ import annotations

import pytest

from engine.agents.model.language_names import language_name
from engine.agents.model.sections import Sections
from engine.agents.model.styling import form, language_line, sections_line, tone
from engine.agents.offline.fallback import fallback_report
from engine.agents.offline.writer import report
from engine.agents.port import WriteTask
from engine.context_room import MAX_CONVERSATION_CHARS, MAX_DOSSIER_CHARS, conversation_chars, dossier_chars
from engine.evidence.audit_words import FALLBACK
from engine.evidence.report import finish_report
from engine.values import (
    Finding,
    GatheredSource,
    Quote,
    ReportStyle,
    ResearchDossier,
    ReviewDecision,
    Role,
    RoleModels,
    RunOptions,
    Source,
)
from engine.workflow.step_inputs import mind_of, plan_style_of, style_of

WANTED = ("Background", "Costs", "What to do")
BODY = {name: f"Words about {name.lower()} [S1.1].\n" for name in WANTED}


def styled(**style: object) -> RunOptions:
    return RunOptions(mode="model", report=ReportStyle.model_validate(style))


def whole(*names: str, level: str = "##") -> str:
    return "# Title\n\nThe lead.\n\n" + "\n".join(f"{level} {name}\n\n{BODY[name]}" for name in names)


def headings(markdown: str) -> list[str]:
    return [line for line in markdown.splitlines() if line.startswith("## ")]


# --- sections -------------------------------------------------------------------------------------------------


def test_sections_as_they_were_asked_for_stay_as_they_are():
    text = whole(*WANTED)
    cut = Sections.of(text, WANTED)
    assert cut.missing() == ()
    assert cut.markdown() == "\n\n".join(part.strip() for part in text.split("\n\n")) + "\n"


@pytest.mark.parametrize(
    "written",
    [
        whole(*reversed(WANTED)),
        whole(*WANTED, level="###"),
        whole(*WANTED, level="#").replace("# Title", "# The title", 1),
        whole(*WANTED).replace("## Background", "## 1. BACKGROUND:").replace("## Costs", "**Costs**"),
    ],
)
def test_order_level_and_spelling_of_headings_are_put_right(written: str):
    text = Sections.of(written, WANTED).markdown()
    assert headings(text) == [f"## {name}" for name in WANTED]
    for name in WANTED:
        assert BODY[name].strip() in text.partition(f"## {name}\n")[2].partition("\n## ")[0]


def test_headings_of_the_models_own_become_parts_of_sections():
    written = (
        "# T\n\n## Executive summary\n\nShort.\n\n## Background\n\nOld.\n\n## History\n\nOlder.\n\n"
        "## Costs\n\nMuch.\n\n### In detail\n\nMore.\n\n## What to do\n\nWait.\n\n## Limitations\n\nFew sources.\n"
    )
    text = Sections.of(written, WANTED).markdown()
    assert headings(text) == ["## Background", "## Costs", "## What to do", "## Limitations"]
    assert "Executive summary" not in text
    assert text.startswith("# T\n\nShort.\n\n## Background\n\nOld.\n\n### History\n\nOlder.")
    assert "### In detail" in text


def test_missing_sections_are_said_among_the_limitations():
    cut = Sections.of("# T\n\n## Background\n\nOld.\n\n## Costs\n\n", WANTED)
    assert cut.missing() == ("Costs", "What to do")
    cut.filled(Sections.of("## Costs\n\nMuch [S1.1].", WANTED))
    text = cut.markdown()
    assert headings(text) == ["## Background", "## Costs", "## Limitations"]
    assert "- The section “What to do” was asked for and is not there" in text.partition("## Limitations")[2]


def test_limitations_that_were_asked_for_hold_what_is_missing():
    wanted = ("Costs", "Einschränkungen")
    text = Sections.of("# T\n\n## Einschränkungen\n\nWenig.", wanted).markdown()
    assert headings(text) == ["## Einschränkungen"]
    assert "“Costs” was asked for" in text


def test_a_heading_inside_code_or_a_quote_is_no_section():
    written = "# T\n\n## Background\n\n```\n## Costs\n```\n\n> ## Costs\n\nText.\n"
    assert Sections.of(written, WANTED).missing() == ("Costs", "What to do")


# --- prompts and steps -------------------------------------------------------------------------------------------


def test_every_length_and_tone_says_something_of_its_own():
    forms = {length: form(styled(length=length)) for length in ("short", "standard", "long")}
    tones = {tone(styled(tone=name)) for name in ("neutral", "plain", "technical")}
    assert len(set(forms.values())) == len(tones) == 3
    assert "300 to 500 words" in forms["short"]
    assert "2,000 to 3,500 words" in forms["long"]
    assert all("## Executive summary" in text and "{" not in text for text in forms.values())


def test_sections_take_the_place_of_the_writers_own():
    text = form(styled(sections=WANTED, length="short"))
    assert "## Background\n## Costs\n## What to do\n" in text
    assert "Executive summary" not in text
    assert "300 to 500 words" in text
    assert "- Costs" in sections_line(styled(sections=WANTED))
    assert sections_line(styled()) == ""


@pytest.mark.parametrize(
    ("tag", "name"), [("de", "German (de)"), ("pt-BR", "Portuguese (pt-BR)"), ("tlh", "tlh"), ("German", "German")]
)
def test_a_language_has_its_name(tag: str, name: str):
    assert language_name(tag) == name
    assert language_line(tag) == f"Write in this language: {name}.\n"


def test_a_step_depends_on_what_changes_it_and_on_nothing_else():
    usual = RunOptions(mode="model", model="m")
    assert mind_of(usual, Role.WRITER) == {"mode": "model", "language": "", "model": "m"}
    other = usual.model_copy(update={"role_models": RoleModels(writer="w")})
    assert mind_of(other, Role.WRITER)["model"] == "w"
    assert mind_of(other, Role.PLANNER) == mind_of(usual, Role.PLANNER)
    # What is as ever leaves the steps of older runs as they are.
    assert style_of(usual) == plan_style_of(usual) == {}
    assert plan_style_of(styled(length="long", tone="plain")) == {}
    assert plan_style_of(styled(sections=("A",))) == {"sections": ["A"]}
    assert style_of(styled(length="long")) != style_of(styled(length="short"))


def test_what_fits_into_a_context_is_known_before_the_server_refuses():
    assert (conversation_chars(None), dossier_chars(None)) == (MAX_CONVERSATION_CHARS, MAX_DOSSIER_CHARS)
    assert conversation_chars(1_000_000) == MAX_CONVERSATION_CHARS
    for tokens in (8_192, 16_384, 32_768):
        assert tokens * 1.5 < conversation_chars(tokens) < tokens * 3
        assert dossier_chars(tokens) <= tokens * 3
    assert conversation_chars(1_000) > 0


# --- without a model ---------------------------------------------------------------------------------------------


def offline(**style: object) -> WriteTask:
    """A dossier of three answers with six quotes each."""
    texts = [[f"The tide at Port Alder rises {n}.{q} metres in month {q}." for q in range(6)] for n in range(3)]
    sources = tuple(
        Source(
            id=f"S{n + 1}",
            url=f"https://tides{n}.example/",
            title=f"Tide tables {n}",
            refs=(f"r{n}",),
            quotes=tuple(Quote(id=f"S{n + 1}.{q + 1}", text=text, status="found") for q, text in enumerate(row)),
        )
        for n, row in enumerate(texts)
    )
    findings = tuple(
        Finding(
            wave=1, researcher=n + 1, question=f"How high is the tide at Port Alder in year {n}?", confidence=0.9,
            sources=(GatheredSource(ref=f"r{n}", url=f"https://tides{n}.example/", quotes=tuple(row)),),
        )
        for n, row in enumerate(texts)
    )  # fmt: skip
    dossier = ResearchDossier(topic="tides at Port Alder", wave=1, findings=findings, sources=sources)
    options = RunOptions(report=ReportStyle.model_validate(style))
    return WriteTask(dossier=dossier, decision=ReviewDecision(status="approved", rationale="Good."), options=options)


def quotes_in(text: str) -> int:
    return text.count("> “")


def test_the_offline_mind_keeps_to_a_length_as_far_as_it_can():
    short, standard, long = ("".join(report(offline(length=length))) for length in ("short", "standard", "long"))
    assert quotes_in(short) <= 2 + 3 * 2
    assert quotes_in(short) < quotes_in(standard) <= quotes_in(long) == 18


def test_the_offline_mind_says_that_sections_are_not_its_own_to_invent():
    text = "".join(report(offline(sections=WANTED)))
    (line,) = [line for line in text.splitlines() if "sections of your choice" in line]
    assert "“Background”, “Costs”, “What to do”" in line
    assert "## Findings" in text


def test_a_fallback_keeps_every_quote_and_its_audit_says_so():
    task = offline()
    text = "".join(fallback_report(task, "The model repeated itself without end."))
    assert quotes_in(text) == 18
    assert "Offline" not in text
    finished = finish_report(text, task.dossier, RunOptions(mode="model"), is_fallback=True)
    assert (finished.audit.citations, finished.audit.found, finished.audit.unsupported) == (18, 18, ())
    assert FALLBACK in finished.markdown


def test_a_fallback_keeps_the_address_of_the_model_to_itself():
    task = offline()
    text = "".join(fallback_report(task, "The model's server cannot be reached (http://127.0.0.1:11434/v1)."))
    finished = finish_report(text, task.dossier, RunOptions(mode="model"), is_fallback=True)
    assert "because the model's server cannot be reached. " in finished.markdown
    assert "not among the sources" not in finished.markdown
