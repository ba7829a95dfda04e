"""Plans: four to six standalone questions that differ, whatever the topic looks like."""

from __future__ import annotations

import re

import pytest

from engine.agents.offline import topic, words
from engine.agents.offline.planner import OfflinePlanner
from engine.agents.port import PlanTask
from engine.library.port import Library
from engine.values import RunOptions

LONG = """I have been running Lantern for some years, and we see that jobs are lost.
Please find out:
- how jobs are kept safe when a worker dies
- which limits the job file has
- how a backup is restored
Thanks!"""


async def planned(topic: str, library: Library | None, lowest: int = 4, highest: int = 6) -> tuple[str, ...]:
    task = PlanTask(topic=topic, options=RunOptions(), min_questions=lowest, max_questions=highest)
    return (await OfflinePlanner(library).plan(task, lambda event: None)).questions


@pytest.mark.parametrize(
    "topic",
    [
        "How does Lantern handle failed jobs and timeouts?",
        "Job timeouts in Lantern",
        "Explain how Lantern stores jobs",
        "Compare the retry policies fixed and double in Lantern",
        "How do I back up the job file and what are the limits?",
        "Is it safe to copy the job file?",
        "Lantern",
        "Wie werden gescheiterte Aufträge in Lantern wiederholt?",
        "Comment restaurer une sauvegarde de Lantern ?",
        "How do purple giraffes play chess?",
        "日本語の待ち行列",
        LONG,
        "x" * 3000,
    ],
)
@pytest.mark.parametrize("with_library", [True, False])
async def test_every_topic_gets_a_plan(topic: str, with_library: bool, library: Library) -> None:
    questions = await planned(topic, library if with_library else None)
    assert 4 <= len(questions) <= 6
    assert len({(*sorted(words.stems(question)), len(question)) for question in questions}) == len(questions)
    for question in questions:
        assert question.endswith("?")
        assert question[0].isupper() or not question[0].islower()
        assert len(question) <= 1_000
        asked = question.split("“")[0].split(", and when")[0].removeprefix("Is it safe")
        assert not re.search(r"\b(?:it|they|this|these)\b", asked)


async def test_conjunctions_become_questions_of_their_own() -> None:
    questions = await planned("How does asyncio handle task cancellation and timeouts?", None)
    assert questions[:2] == ("How does asyncio handle task cancellation?", "How does asyncio handle timeouts?")
    assert all("asyncio" in question for question in questions)


async def test_a_second_clause_names_its_subject() -> None:
    questions = await planned("How does write-ahead logging work and what are its drawbacks?", None)
    assert questions[:2] == ("How does write-ahead logging work?", "What are the drawbacks of write-ahead logging?")


async def test_points_of_a_pasted_text_are_asked_about() -> None:
    questions = await planned(LONG, None)
    assert "What does the documentation say about how a backup is restored?" in questions


async def test_the_library_offers_its_headings(library: Library) -> None:
    questions = await planned("How does Lantern handle retries and timeouts of jobs?", library)
    assert any("section “" in question for question in questions)


async def test_quick_and_deep_keep_their_numbers(library: Library) -> None:
    assert len(await planned("Job timeouts in Lantern", library, 4, 4)) == 4
    assert len(await planned("Job timeouts in Lantern", library, 6, 6)) == 6


async def test_a_story_is_called_by_the_sentence_that_asks() -> None:
    story = "I have been running a service for years and its log grew until the disk was full. " * 4
    subject = topic.read(f"{story}How do I rotate log files by size? What would that change for the process?")
    assert subject.title == "How do I rotate log files by size?"
    assert subject.questions == ()
    assert len(subject.asked) <= topic.MAX_ASKED_CHARS


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("My server was hacked, what now?", r"with My server|is My server|are My server|about what now"),
        ("shallow vs deep copy", r"about shallow\?"),
        ("Wie richte ich eine Firewall ein?", r"„richte"),
        ("How do I rotate logs and what would that change?", r"that change|with regard to"),
    ],
)
async def test_templates_are_filled_with_names_only(text: str, wrong: str) -> None:
    assert not re.search(wrong, "\n".join(await planned(text, None)))


async def test_a_german_question_without_articles_is_german() -> None:
    assert words.language_of("Warum dauert es so lange, bis VACUUM fertig ist?") == "de"
