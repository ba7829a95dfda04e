"""Chooses quotes that are relevant, different from each other, and not all from one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from researcher_container.researcher.candidates import Candidate

# Source: Carbonell and Goldstein, "The Use of MMR" (1998); 0.72 leans to relevance.
MMR_LAMBDA = 0.72
MAX_PER_HEADING = 3
MAX_PER_PAGE = 4
# A quote worth less than this share of the best one is left out.
FLOOR = 0.42
# Two quotes that share this much of the shorter one's stems say the same.
SAME = 0.75
# The pages the searches put first are heard even when others hold better sentences.
HEARD_PAGES = 2
HEARD_FLOOR = 0.25


def choose(scored: Sequence[tuple[float, Candidate]], count: int) -> list[tuple[float, Candidate]]:
    """Return up to `count` quotes by maximal marginal relevance, best first."""
    if not scored:
        return []
    best = scored[0][0]
    pool = [pair for pair in scored[:150] if pair[0] >= best * FLOOR]
    chosen: list[tuple[float, Candidate]] = []
    per_heading: Counter[tuple[str, str]] = Counter()
    per_page: Counter[str] = Counter()
    while pool and len(chosen) < count:
        ranked = [(_worth(pair, chosen, best), -index) for index, pair in enumerate(pool)]
        score, candidate = pool.pop(-max(ranked)[1])
        place = (candidate.page.ref, candidate.heading)
        full = per_heading[place] >= MAX_PER_HEADING or per_page[candidate.page.ref] >= MAX_PER_PAGE
        if full or any(_same(candidate, other) for _, other in chosen):
            continue
        chosen.append((score, candidate))
        per_heading[place] += 1
        per_page[candidate.page.ref] += 1
    return chosen + _unheard(scored, chosen, best)


def _unheard(
    scored: Sequence[tuple[float, Candidate]], chosen: Sequence[tuple[float, Candidate]], best: float
) -> list[tuple[float, Candidate]]:
    """Return the best sentence of each page that the searches put first and nothing was chosen from."""
    heard = {candidate.page.ref for _, candidate in chosen}
    found: list[tuple[float, Candidate]] = []
    for score, candidate in scored:
        page = candidate.page
        if page.rank > HEARD_PAGES or page.ref in heard or score < HEARD_FLOOR * best:
            continue
        if not any(_same(candidate, other) for _, other in chosen):
            heard.add(page.ref)
            found.append((score, candidate))
    return found


def _worth(pair: tuple[float, Candidate], chosen: Sequence[tuple[float, Candidate]], best: float) -> float:
    score, candidate = pair
    nearest = max((_likeness(candidate, other) for _, other in chosen), default=0.0)
    return MMR_LAMBDA * score / best - (1 - MMR_LAMBDA) * nearest


def _likeness(one: Candidate, other: Candidate) -> float:
    union = len(one.stems | other.stems)
    return len(one.stems & other.stems) / union if union else 0.0


def _same(one: Candidate, other: Candidate) -> bool:
    if one.text in other.text or other.text in one.text:
        return True
    overlap = one.page.ref == other.page.ref and one.start < other.start + len(other.text)
    if overlap and other.start < one.start + len(one.text):
        return True
    shorter = min(len(one.stems), len(other.stems)) or 1
    return len(one.stems & other.stems) / shorter >= SAME
