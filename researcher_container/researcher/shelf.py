"""What one researcher has been handed and has opened: references, pages, and which of them may be cited."""

from __future__ import annotations

from dataclasses import dataclass

from researcher_container.contract import FetchReply, QualityStatus, SearchReply
from researcher_container.researcher.fence import mark_of
from researcher_container.researcher.verbatim import PageText

_WHY_NOT = {
    QualityStatus.INDEX: "it is an index page: it leads on to other pages, but is not evidence",
    QualityStatus.BLOCKED: "the site showed a challenge instead of the page",
    QualityStatus.NOT_FOUND: "the page says that it does not exist",
    QualityStatus.CONSENT_WALL: "the site showed a consent form instead of the page",
    QualityStatus.EMPTY: "the page has no text",
}


@dataclass(frozen=True)
class Lead:
    """Something that may be opened."""

    ref: str
    title: str
    url: str


class OpenedPage:
    """A page that was read; `fence` is a mark that the page's author cannot know."""

    def __init__(self, reply: FetchReply, question: str) -> None:
        self.reply = reply
        self.document = reply.document
        self.text = reply.document.text()
        self.checked = PageText(self.text)
        self.fence = mark_of(self.text, question)

    @property
    def title(self) -> str:
        """The title, the address where there is none."""
        return self.document.title or self.reply.url

    @property
    def why_not_evidence(self) -> str:
        """Why this page cannot be cited, "" when it can."""
        return _WHY_NOT.get(self.document.quality.status, "")


class Shelf:
    """Leads by reference, opened pages by reference."""

    def __init__(self, question: str) -> None:
        self._question = question
        self.leads: dict[str, Lead] = {}
        self.pages: dict[str, OpenedPage] = {}
        self._refs_by_url: dict[str, str] = {}

    def note_results(self, reply: SearchReply) -> None:
        """Remember what a search handed out."""
        for result in reply.results:
            self._note(Lead(result.ref, result.title, result.url))

    def add_lead(self, lead: Lead) -> None:
        """Remember something that may be opened."""
        self._note(lead)

    def put(self, asked_ref: str, reply: FetchReply) -> OpenedPage:
        """Remember an opened page, under the reference that was asked for as well as its own."""
        page = self.pages.get(reply.ref) or OpenedPage(reply, self._question)
        self.pages[reply.ref] = page
        if asked_ref:
            self.pages[asked_ref] = page
        self._note(Lead(reply.ref, page.title, reply.url))
        texts = {link.url: link.text for link in reply.document.links}
        for ref, url in reply.link_refs:
            self._note(Lead(ref, texts.get(url, ""), url))
        return page

    def opened_count(self) -> int:
        """Return how many different pages were opened."""
        return len({page.reply.ref for page in self.pages.values()})

    def evidence(self) -> list[OpenedPage]:
        """Return the pages that may be cited, each once, in the order of opening."""
        return [page for page in dict.fromkeys(self.pages.values()) if not page.why_not_evidence]

    def ref_of(self, written: str) -> str:
        """Return the reference for what a model wrote: a reference, in brackets or not, or a handed-out address."""
        bare = written.strip().strip("[]()<>`\"' ")
        return bare if bare in self.leads or bare in self.pages else self._refs_by_url.get(bare, bare)

    def _note(self, lead: Lead) -> None:
        self.leads.setdefault(lead.ref, lead)
        self._refs_by_url.setdefault(lead.url, lead.ref)
