"""Questions about documents that came without a topic: what each of their sections says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import PurePosixPath
from urllib.parse import unquote, urlsplit

from engine.agents.offline import phrasing, words
from engine.agents.offline.headings import is_worth_asking, plain_heading
from engine.agents.port import GivenText, PlanTask

_OF_THE_SITE = re.compile(r" [—–|-] (?=[^—–|-]+$)")


def is_named_only(task: PlanTask) -> bool:
    """Return whether a topic is nothing but the names of the documents that came with it."""
    asked, names = words.stems(task.topic), frozenset[str]()
    for given in task.given:
        names |= words.stems(_spaced(_file_name(given))) | words.stems(given.title)
    return bool(asked) and asked <= names


def name_of(task: PlanTask) -> str:
    """Return what the documents are about: their titles."""
    return ", ".join(dict.fromkeys(_title(given) for given in task.given))


def section_questions(task: PlanTask) -> Iterator[str]:
    """Yield a question for each section, the first ones of every document first."""
    by_document = [list(_of_document(given)) for given in task.given]
    for row in zip_longest(*by_document):
        yield from (question for question in row if question)


def _of_document(given: GivenText) -> Iterator[str]:
    language = phrasing.phrasing_for(words.language_of(given.lead))
    title = _title(given)
    for heading in map(plain_heading, given.headings):
        if is_worth_asking(heading) and words.alike(heading, title) < 1.0:
            yield phrasing.ask(language.section, heading=heading, name=title)


def _title(given: GivenText) -> str:
    title = plain_heading(_OF_THE_SITE.split(given.title)[0])
    return title or _spaced(_file_name(given))


def _file_name(given: GivenText) -> str:
    return PurePosixPath(unquote(urlsplit(given.url).path)).stem


def _spaced(name: str) -> str:
    return re.sub(r"[-_.]+", " ", name)
