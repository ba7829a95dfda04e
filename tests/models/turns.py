"""What a scripted model says in one turn: searches, pages to open, a finding."""

from __future__ import annotations


def handed_in(say, answer, sources, confidence=0.8, gaps=None):
    gaps = gaps if gaps is not None else () if sources else ("It was not found.",)
    finding = {"answer": answer, "confidence": confidence, "sources": sources, "gaps": list(gaps)}
    return say.Answer(None, calls=(say.Call("submit_finding", finding),))


def opened(say, *refs, **more):
    return say.Answer(None, calls=tuple(say.Call("open_page", {"ref": ref, **more}) for ref in refs))


def searched(say, *queries):
    return say.Answer(None, calls=tuple(say.Call("search", {"query": query}) for query in queries))
