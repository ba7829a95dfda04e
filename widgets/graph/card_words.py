"""The words on a researcher's card: what stands at its right, at its foot, in its tooltip, and what is read aloud."""

from __future__ import annotations

from html import escape

from engine.snapshot import ResearcherView
from resources.translation import tr, trn
from widgets import phrases
from widgets.graph.nodes import is_working


def meta_words(view: ResearcherView, now_s: float, *, has_foot: bool) -> tuple[str, ...]:
    """Return the words at the right of a card's head, the most telling first; the first that fit are drawn."""
    state = tr(phrases.RESEARCHER_FACES[view.state].word)
    if view.started_at is None:
        return (state,)
    time = phrases.minutes_seconds(phrases.elapsed_s(view, now_s) or 0.0)
    if has_foot:
        return (time,)
    plain = tr("{state} · {time}", state=state, time=time)
    if view.state == "failed" and view.finding is not None and view.finding.error is not None:
        return tr("{state} · {time}", state=view.finding.error.title.rstrip("."), time=time), plain
    count = sources(view)
    if not count or view.state in ("failed", "stopped"):
        return (plain,)
    read = trn("{n} source · {time}", "{n} sources · {time}", count, time=time)
    if is_working(view):
        doing = trn("{state} · {n} source · {time}", "{state} · {n} sources · {time}", count, state=state, time=time)
        return doing, read
    if (sure := confidence(view)) is None:
        return (read,)
    long = trn("{n} source · confidence {sure} · {time}", "{n} sources · confidence {sure} · {time}", count,
               sure=sure, time=time)  # fmt: skip
    return long, read


def foot_words(view: ResearcherView) -> tuple[str, str, str]:
    """Return the foot's left and right words and the colour of the left ones."""
    finding = view.finding
    if finding is not None and finding.error is not None:
        role = "danger" if view.state == "failed" else "text3"
        title, kept = finding.error.title.rstrip("."), len(finding.sources)
        if not kept:
            return title, "", role
        return trn("{what} · {n} source kept", "{what} · {n} sources kept", kept, what=title), "", role
    if finding is not None:
        return _sources(view), _confidence(view), "text3"
    if view.state == "waiting":
        return "", "", "text3"  # the head says all there is
    word = tr(phrases.RESEARCHER_FACES[view.state].word)
    if not is_working(view):
        return word, "", "text3"
    doing = tr("{state}: {what}", state=word, what=view.activity) if view.activity else word
    return doing, _sources(view) if sources(view) else "", "text3"


def sources(view: ResearcherView) -> int:
    """Return how many sources a researcher has found so far."""
    return len(view.finding.sources) if view.finding else view.pages


def confidence(view: ResearcherView) -> str | None:
    """Return how sure a researcher is of its answer, as 0.82; None when it did not say."""
    sure = view.finding.confidence if view.finding and view.finding.error is None else None
    return None if sure is None else f"{sure:.2f}"


def tooltip(view: ResearcherView) -> str:
    """Return the whole question and everything the card has no room for, as rich text that wraps."""
    lines = [f"<b>{escape(phrases.researcher_id(view))}</b> · {escape(_state(view))}", escape(view.question)]
    if view.activity and is_working(view):
        lines.append(escape(view.activity))
    lines.append(escape(" · ".join(_figures(view))))
    return "".join(f"<p style='margin:0 0 4px 0'>{line}</p>" for line in lines if line)


def spoken(view: ResearcherView) -> str:
    """Return what a screen reader says of a card."""
    said = tr("Researcher {id}, {state}: {question}", id=phrases.researcher_id(view), state=_state(view),
              question=view.question)  # fmt: skip
    return " · ".join((said, *_figures(view)))


def _state(view: ResearcherView) -> str:
    error = view.finding.error if view.finding else None
    if error is not None and view.state == "failed":
        return tr("Failed: {why}", why=error.title.rstrip("."))
    return tr(phrases.RESEARCHER_FACES[view.state].word)


def _figures(view: ResearcherView) -> tuple[str, ...]:
    """Return sources, confidence, refusals, time and attempt, as far as there are any."""
    took = tr("Took {time}", time=phrases.duration(phrases.elapsed_s(view, 0.0) or 0.0)) if view.ended_at else ""
    refused = trn("{n} refused call", "{n} refused calls", view.refused) if view.refused else ""
    again = tr("Attempt {number}", number=view.attempt) if view.attempt > 1 else ""
    found = _sources(view) if sources(view) else ""
    return tuple(words for words in (found, _confidence(view), refused, took, again) if words)


def _sources(view: ResearcherView) -> str:
    return trn("{n} source", "{n} sources", sources(view))


def _confidence(view: ResearcherView) -> str:
    sure = confidence(view)
    return "" if sure is None else tr("confidence {sure}", sure=sure)
