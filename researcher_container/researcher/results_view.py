"""How search results look to the model: titles, addresses and snippets are strangers' words too."""

from __future__ import annotations

from researcher_container.contract import SearchReply
from researcher_container.researcher.fence import fenced_lines, one_line

SNIPPET_CHARS = 400


def results(reply: SearchReply, query: str, question: str) -> str:
    """Return search results with their snippets."""
    if not reply.results:
        return f'No results for "{query}". Try other words.'
    lines = []
    for result in reply.results:
        where = f" / {one_line(result.heading)}" if result.heading else ""
        lines.append(f"[{result.ref}] {one_line(result.title)}{where} ({one_line(result.url)})")
        if result.snippet:
            lines.append(f"    {one_line(result.snippet, SNIPPET_CHARS)}")
    return fenced_lines(f'Results for "{query}".', lines, question)


def names(reply: SearchReply, query: str, question: str) -> str:
    """Return what stays of search results when room is needed: their references and titles."""
    lines = [f"[{result.ref}] {one_line(result.title)}" for result in reply.results]
    if not lines:
        return ""
    return fenced_lines(f'Results for "{query}", without their snippets to make room.', lines, question)
