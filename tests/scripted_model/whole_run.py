"""A whole run as a scripted model plays it: planner, researchers with tools, reviewer, writer. Deterministic."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass, field
from typing import Any

wire: Any = sys.modules["scripted_model_wire"]  # server.py loads it first
Answer, Call, Failure, Hold = wire.Answer, wire.Call, wire.Failure, wire.Hold

_ROLES = {
    "planner": "planner", "researcher": "researcher", "reviewer": "reviewer", "report writer": "writer",
    "checker": "judge",
}  # fmt: skip
_REF = re.compile(r"^\[(r[0-9a-f]{8})\]", re.MULTILINE)
_INSIDE = re.compile(r"<<<(\w{10})\n(.*?)\n\1>>>", re.DOTALL)
_NOT_PROSE = ("-", "(at position", "Outline:", "#", "(", "|", "[r", "Title:", "Site:", "Author:", "Date:", "Links")
# Each angle makes a question that stands alone and differs in its words from the others.
ANGLES = (
    "What are the main facts about {topic}?",
    "How does {topic} work in detail?",
    "Which limits and risks does {topic} have?",
    "Which figures and dates describe {topic}?",
    "Which practices are recommended for {topic}?",
    "What is disputed about {topic}?",
)


def role_of(asked: Any) -> str:
    """Return whose question it is, told by the first words of the system prompt; "" when it is nobody's."""
    match = re.match(r"You are the ([a-z ]+?) of a research team", asked.text("system", "developer"))
    return _ROLES.get(match[1], "") if match else ""


def question_of(asked: Any) -> str:
    """Return the question a researcher works on, "" for the other roles."""
    match = re.search(r"^Question: (.+)$", asked.text("user"), re.MULTILINE)
    return match[1].strip() if match and role_of(asked) == "researcher" else ""


@dataclass
class WholeRun:
    """The script. Every setting may be changed while the server runs.

    A researcher takes `rounds` times two turns (search, then open pages) and one to hand in.
    """

    questions: int = 4
    waves: int = 1  # the reviewer asks for more until this wave
    follow_ups: int = 2
    rounds: int = 1
    pages: int = 2  # opened per round
    hold: str = ""  # "writer", "reviewer", "planner", "researcher", or "researcher:4" = its 4th turn: never answered
    fail: str = ""  # the same, answered with `fail_status`
    fail_status: int = 500
    only_question: str = ""  # words of a question: `hold` and `fail` concern only its researcher
    report_words: int = 0  # the report is filled up to at least this many words
    hosted_urls: str = ""  # addresses, separated by blanks, that a hosted search cites
    refuses_tools: bool = False  # as servers of small models do; the finding is then answered without them
    doubts: dict[str, str] = field(default_factory=dict)  # words of a sentence -> what the judge says of it
    missing_protocols: str = ""  # "responses" or "chat": answered with 404

    def __call__(self, asked: Any) -> Any:
        role = role_of(asked)
        if self._is_meant(self.hold, asked, role):
            return Hold()
        if self._is_meant(self.fail, asked, role):
            return Failure(self.fail_status, {"error": {"message": f"scripted failure of the {role}"}})
        play = {
            "planner": self._plan,
            "researcher": self._research,
            "reviewer": self._review,
            "writer": self._write,
            "judge": self._judge,
        }.get(role)
        return play(asked) if play else Answer("ok")

    def _is_meant(self, target: str, asked: Any, role: str) -> bool:
        name, _, turn = target.partition(":")
        if not role or name != role or (turn and int(turn) != asked.turns + 1):
            return False
        return self.only_question in question_of(asked)

    # --- the minds ---------------------------------------------------------------------------------------

    def _plan(self, asked: Any) -> Any:
        topic = re.search(r"Topic:\n(.+)", asked.text("user"))
        named = (topic[1] if topic else "the matter").rstrip("?. ")
        angles = [ANGLES[index % len(ANGLES)] for index in range(self.questions)]
        questions = [
            angle.format(topic=f'"{named}"') if index < len(ANGLES) else f"{angle.format(topic=named)} ({index})"
            for index, angle in enumerate(angles)
        ]
        return _json({"questions": questions})

    def _research(self, asked: Any) -> Any:
        if self.refuses_tools:
            return self._without_tools(asked)
        if not asked.tools or "web_search" in asked.tools:
            return self._hosted(asked)
        if "search" not in asked.tools or asked.turns >= 2 * self.rounds:
            return Answer(calls=(Call("submit_finding", self._finding(asked)),))
        if asked.turns % 2 == 0:
            query = re.sub(r"[^\w\s]", " ", question_of(asked))
            return Answer(calls=(Call("search", {"query": " ".join(query.split()[-12:])[:280]}),))
        opened = set(re.findall(r'"ref": "(r[0-9a-f]{8})"', json.dumps(asked.messages).replace('\\"', '"')))
        found = [ref for text in asked.tool_results if text.startswith("Results for") for ref in _REF.findall(text)]
        fresh = [ref for ref in dict.fromkeys(found) if ref not in opened][: self.pages]
        if not fresh:
            return Answer(calls=(Call("submit_finding", self._finding(asked)),))
        return Answer(calls=tuple(Call("open_page", {"ref": ref}) for ref in fresh))

    def _without_tools(self, asked: Any) -> Any:
        if asked.tools:
            return Failure(400, {"error": {"message": "this model does not support tools"}})
        starts = [match.start() for match in _REF.finditer(asked.text("user"))]
        pages = [asked.text("user")[start:end] for start, end in zip(starts, [*starts[1:], None], strict=True)]
        return _json(self._finding(asked, pages))

    def _finding(self, asked: Any, pages: list[str] | None = None) -> dict[str, Any]:
        sources, sentences = [], []
        for text in asked.tool_results if pages is None else pages:
            ref, inside = _REF.match(text), _INSIDE.search(text)
            if not ref or not inside or "cannot be cited" in text.split("<<<")[0]:
                continue
            quotes = [line for line in _prose(inside[2]) if line not in str(sources)][:2]
            if quotes:
                sources.append({"ref": ref[1], "quotes": quotes})
                sentences.append(f"The source says: {quotes[0]} [{ref[1]}]")
        answer = "\n\n".join(sentences) or "Nothing was found about this."
        gaps = [] if sources else ["No page could be opened."]
        return {"answer": answer, "confidence": 0.8 if sources else 0.1, "sources": sources, "gaps": gaps}

    def _hosted(self, asked: Any) -> Any:
        if asked.schema_level or "JSON schema" in asked.text():
            return _json({"confidence": 0.7, "gaps": []})
        text, notes = "", []
        for number, url in enumerate(self.hosted_urls.split()):
            text += f"Statement {number + 1} stands 🌊 here "
            host = url.split("/")[2]
            marker = f"([{host}]({url}?utm_source=openai))"
            place = {"start_index": len(text), "end_index": len(text) + len(marker)}
            notes.append({**place, "url": f"{url}?utm_source=openai", "title": f"Page {number + 1}"})
            text += marker + ". "
        return Answer(text or "Nothing was found.", annotations=tuple(notes), searches=(question_of(asked)[:80],))

    def _review(self, asked: Any) -> Any:
        wave = re.search(r"This is wave (\d+)", asked.text("user"))
        topic = re.search(r"Topic:\n(.+)", asked.text("user"))
        number = int(wave[1]) if wave else 1
        if number >= self.waves:
            return _json(_decision("approved", "The dossier covers the topic."))
        named = (topic[1] if topic else "the matter").rstrip("?. ")
        questions = [
            f'What does a deeper look number {number}.{index + 1} at "{named}" show?'
            for index in range(self.follow_ups)
        ]
        return _json(_decision("needs_more_research", "Two points need a deeper look.", questions))

    def _judge(self, asked: Any) -> Any:
        """Say `partly` or `does_not` of the sentences that hold these words, `supports` of all others."""
        said = []
        for number, sentence in re.findall(r"^(\d+)\. sentence: (.*)$", asked.text("user"), re.MULTILINE):
            verdict = next((name for words, name in self.doubts.items() if words in sentence), "supports")
            said.append(
                {"number": int(number), "verdict": verdict, "why": "" if verdict == "supports" else "Scripted."}
            )
        return _json({"judgements": said})

    def _write(self, asked: Any) -> Any:
        quotes = re.findall(r'^  \[(S\d+\.\d+)\] "(.+?)"(?: \(page \d+\))?$', asked.text("user"), re.MULTILINE)
        sources = re.findall(r"^\[(S\d+)\] (.+)$", asked.text("user"), re.MULTILINE)
        topic = re.search(r"Topic:\n(.+)", asked.text("user"))
        said = [f"{text.rstrip('.')} [{quote}]." for quote, text in quotes]
        said = said or [f"This is described there [{source}]." for source, _ in sources]
        lines = [f"# Report: {topic[1] if topic else ''}", "", "## Executive summary", "", *said[:3], ""]
        lines += ["## What the sources say", ""]
        for sentence in said:
            lines += [sentence, ""]
        filler = "This paragraph fills the report to the length that was asked for and states nothing else."
        while len(" ".join(lines).split()) < self.report_words:
            lines += [filler, ""]
        lines += [
            "## Limitations",
            "",
            "The model is a script.",
            "",
            "## Conclusion",
            "",
            *(said[:1] or ["None."]),
            "",
        ]
        return Answer("\n".join(lines))


def _decision(status: str, rationale: str, questions: list[str] | None = None) -> dict[str, Any]:
    return {"rationale": rationale, "status": status, "follow_up_questions": questions or []}


def _json(value: dict[str, Any]) -> Any:
    return Answer(json.dumps(value, ensure_ascii=False))


def _prose(text: str) -> list[str]:
    """Return sentences of a page as they stand in it."""
    found = []
    for line in text.split("\n"):
        if line.startswith(_NOT_PROSE) or len(line) < 50:
            continue
        first = re.match(r".{40,300}?[.!?](?=\s|$)", line)
        if first:
            found.append(first[0])
    return found
