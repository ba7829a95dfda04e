"""What the user wishes of a report - language, length, tone, sections - as lines of the prompts."""

from __future__ import annotations

from engine.agents.model.language_names import language_name
from engine.agents.model.prompting import prompt
from engine.values import RunOptions


def language_line(language: str) -> str:
    """Return the sentence that sets a language, "" when the topic's own is meant."""
    return f"Write in this language: {language_name(language)}.\n" if language else ""


def sections_line(options: RunOptions) -> str:
    """Return what a planner needs to know of the sections that are wanted, "" when they are the writer's own."""
    if not options.report.sections:
        return ""
    return prompt("plan_sections").format(sections=_listed(options.report.sections)) + "\n"


def form(options: RunOptions) -> str:
    """Return the form of the report: its headings and about how many words."""
    length = prompt(f"length_{options.report.length}")
    if options.report.sections:
        listed = "\n".join(f"## {heading}" for heading in options.report.sections)
        return prompt("form_sections").format(sections=listed, length=length)
    return prompt("form_own").format(
        summary="Executive summary",
        limitations="Limitations",
        conclusion="Conclusion",
        sentences=prompt(f"summary_{options.report.length}"),
        themes=prompt(f"themes_{options.report.length}"),
        length=length,
    )


def tone(options: RunOptions) -> str:
    """Return for whom and in which tone the report is written."""
    return prompt(f"tone_{options.report.tone}")


def _listed(headings: tuple[str, ...]) -> str:
    return "\n".join(f"- {heading}" for heading in headings)
