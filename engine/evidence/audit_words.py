"""The audit in plain words: the last section of every report."""

from __future__ import annotations

from engine.evidence.inline import pieces
from engine.evidence.references import escaped, plain
from engine.values import Audit

# More than this many examples make nobody wiser; run.json and the window hold them all.
_MOST_EXAMPLES = 12
_MOST_SENTENCE_CHARS = 160
MEANING = (
    "A quote counts as found when its words stand in the stored text of its source. "
    "That does not say that the claim is true."
)

OFFLINE = "- No language model was used: the sentences with a citation are quotes, and nothing was rephrased."
FALLBACK = "- Written without the model: the sentences with a citation are quotes, and nothing was rephrased."


def badge(audit: Audit) -> str:
    """Return the audit in one line."""
    found = audit.found + audit.found_folded
    words = f"{found} of {audit.citations} quotes found"
    beyond = audit.partly_supported + audit.not_supported
    if beyond:
        words += f", {counted(beyond, 'sentence')} beyond {'its' if beyond == 1 else 'their'} quotes"
    if audit.figures_unmatched:
        words += f", {counted(audit.figures_unmatched, 'figure')} not in the quotes"
    return words


def audit_section(audit: Audit, *, is_offline: bool = False) -> str:
    """Return the audit as markdown, without its heading."""
    lines = [_quotes_line(audit), *_unfound(audit), _figures_line(audit), *_figures(audit), *_support(audit)]
    lines += [_statements_line(audit), *_themes(audit)]
    lines += _made_up(audit)
    lines += _renamed(audit)
    if audit.uncited:
        verb = "was" if len(audit.uncited) == 1 else "were"
        lines.append(f"- {counted(len(audit.uncited), 'source')} {verb} gathered and not cited.")
    if audit.is_fallback:
        lines.append(FALLBACK)
    elif is_offline:
        lines.append(OFFLINE)
    return "\n".join(lines) + f"\n\n*{MEANING}*"


def counted(number: int, noun: str) -> str:
    """Return `1 quote`, `2 quotes`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _quotes_line(audit: Audit) -> str:
    if not audit.citations:
        return "- The report cites no source."
    parts = [f"{audit.found} word for word"]
    if audit.found_folded:
        parts.append(f"{audit.found_folded} but for spacing, dashes, quote marks or hyphenation")
    found = f"- {counted(audit.citations, 'citation')}: quotes found {' and '.join(parts)}"
    return f"{found}, {audit.not_found} not found, {audit.not_checked} not checked."


def _unfound(audit: Audit) -> list[str]:
    doubtful = [check for check in audit.checks if check.status in ("not_found", "not_checked")]
    lines = [
        f"    - \\[{check.number}\\] {'not found' if check.status == 'not_found' else 'not checked'}: "
        f"{_short(check.sentence)}{f' ({plain(check.why)})' if check.why else ''}"
        for check in doubtful[:_MOST_EXAMPLES]
    ]
    return lines + _more(len(doubtful))


def _figures_line(audit: Audit) -> str:
    if not audit.citations:
        return "- No figure could be compared with a quote."
    if not audit.figures_unmatched:
        return "- Every number, date and unit of a cited sentence stands in its quotes."
    verb = "does" if audit.figures_unmatched == 1 else "do"
    return f"- {counted(audit.figures_unmatched, 'figure')} {verb} not stand in the quotes of the sentence."


def _figures(audit: Audit) -> list[str]:
    checks = [check for check in audit.checks if check.figures]
    lines = [
        f"    - {plain(', '.join(check.figures))} in: {_short(check.sentence)}" for check in checks[:_MOST_EXAMPLES]
    ]
    return lines + _more(len(checks))


def _support(audit: Audit) -> list[str]:
    """Tell what a model said about whether quotes support sentences; nothing where none was asked."""
    if not audit.support_asked:
        return []
    if not audit.partly_supported and not audit.not_supported:
        return ["- A model read every sentence beside its quotes: none goes further than they do."]
    parts = []
    if audit.partly_supported:
        verb = "goes" if audit.partly_supported == 1 else "go"
        parts.append(f"{counted(audit.partly_supported, 'sentence')} {verb} further than the quotes")
    if audit.not_supported:
        verb = "is" if audit.not_supported == 1 else "are"
        parts.append(f"{counted(audit.not_supported, 'sentence')} {verb} not what the quotes say")
    head = f"- A model read the sentences beside their quotes: {' and '.join(parts)}."
    doubtful: dict[str, str] = {}
    for check in audit.checks:
        if check.support in ("partly", "does_not"):
            doubtful.setdefault(check.sentence, check.support_why)
    lines = [
        f"    - {_short(sentence)}{f' ({plain(why)})' if why else ''}"
        for sentence, why in list(doubtful.items())[:_MOST_EXAMPLES]
    ]
    return [head, *lines, *_more(len(doubtful))]


def _themes(audit: Audit) -> list[str]:
    """Tell the sections that stand on one witness alone."""
    alone = [theme for theme in audit.themes if theme.independent == 1 and theme.heading]
    if not audit.themes or not alone:
        return []
    names = ", ".join(f"“{plain(theme.heading)}”" for theme in alone[:_MOST_EXAMPLES])
    verb = "stands" if len(alone) == 1 else "stand"
    more = f" and {len(alone) - _MOST_EXAMPLES} more" if len(alone) > _MOST_EXAMPLES else ""
    return [f"- {counted(len(alone), 'section')} {verb} on a single independent source: {names}{more}."]


def _renamed(audit: Audit) -> list[str]:
    if not audit.renamed_headings:
        return []
    names = ", ".join(f"“{plain(name)}”" for name in audit.renamed_headings)
    return [f"- The writer's own text had parts called like those that only code writes, now marked: {names}."]


def _statements_line(audit: Audit) -> str:
    if not audit.unsupported_statements:
        return (
            f"- {counted(audit.statements, 'statement')}, each with a citation."
            if audit.statements
            else ("- The report makes no statement.")
        )
    return (
        f"- {counted(audit.statements, 'statement')}, of which {audit.unsupported_statements} "
        f"{'has' if audit.unsupported_statements == 1 else 'have'} no citation."
    )


def _made_up(audit: Audit) -> list[str]:
    lines: list[str] = []
    if audit.unknown_ids:
        names = ", ".join(plain(name) for name in audit.unknown_ids)
        lines.append(f"- Cited, but no source of this report: {names}.")
    if audit.foreign_links:
        lines.append("- Addresses that are not among the sources, shown as text and not as links:")
        lines += [f"    - `{_code(address)}`" for address in audit.foreign_links[:_MOST_EXAMPLES]]
        lines += _more(len(audit.foreign_links))
    if audit.removed_lists:
        word = "a list" if audit.removed_lists == 1 else f"{audit.removed_lists} lists"
        lines.append(
            f"- The writer's own text held {word} of references; the list above was written from the sources."
        )
    return lines


def _code(address: str) -> str:
    return " ".join(address.replace("`", "%60").split())[:300]


def _short(sentence: str) -> str:
    text = " ".join(sentence.split())
    if len(text) > _MOST_SENTENCE_CHARS:
        text = text[: _MOST_SENTENCE_CHARS - 1].rstrip() + "…"
    return f"“{_as_markdown(text)}”" if text else "a heading or a cell without words"


def _as_markdown(sentence: str) -> str:
    """Return a plain sentence as markdown; addresses become code, so that nothing turns them into links."""
    shown = (
        piece.raw
        if piece.kind == "code"
        else f"`{_code(piece.raw)}`"
        if piece.kind == "address"
        else escaped(piece.raw)
        for piece in pieces(sentence)
    )
    return "".join(shown)


def _more(count: int) -> list[str]:
    return [f"    - and {count - _MOST_EXAMPLES} more"] if count > _MOST_EXAMPLES else []
