"""What is composed: the menus' offers, an estimate and topics that follow the choices, and a draft that is kept."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer

from app.presenter import Presenter
from widgets.beginning.composer import Composed
from widgets.beginning.example_topics import MOST

KEEP_AFTER_MS = 500
# Of several changes in a row only the last one is worth an answer.
SETTLE_MS = 60


class Composing(QObject):
    """Serves the composer."""

    def __init__(self, presenter: Presenter) -> None:
        super().__init__(presenter)
        self._session, self._offers = presenter.session, presenter.desk.offers
        self._welcome = presenter.window.welcome
        self._composer = presenter.window.welcome.composer
        self._kept: Composed | None = None
        self._usual_depth = ""
        self._told_about: tuple[object, ...] = ()
        self._keep_soon = QTimer(self, singleShot=True, interval=KEEP_AFTER_MS)
        self._keep_soon.timeout.connect(self.keep)
        self._tell_soon = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._tell_soon.timeout.connect(self._tell)

    def begin(self) -> None:
        """Show what was composed when the window was last closed; what was typed meanwhile stays."""
        typed, before = self._composer.topic.topic(), self._offers.composed_before()
        if before is not None:
            self._composer.show_composed(before)
            if typed:
                self._composer.show_topic(typed)
        self._kept = before

    def show_offer(self) -> None:
        """Show what the menus offer, and tell again what follows from it."""
        offer = self._offers.offer()
        self._composer.show_choices(offer.sources, offer.models)
        if offer.depth != self._usual_depth:  # chosen anew in the settings
            self._composer.depth_menu.pick(offer.depth)
            self._usual_depth = offer.depth
        self.tell_again()

    def on_changed(self) -> None:
        """Follow a change of what is composed."""
        self._keep_soon.start()
        self._tell_soon.start()

    def tell_again(self) -> None:
        """Tell estimate and topics anew: what they are made from may be another now."""
        self._told_about = ()
        self._tell_soon.start()

    def keep(self) -> None:
        """Keep what is composed, for the next start."""
        self._keep_soon.stop()
        composed = self._composer.composed()
        if composed != self._kept:
            self._kept = composed
            self._offers.keep_composed(composed)

    def _tell(self) -> None:
        composed = self._composer.composed()
        about = (composed.depth, composed.sources, composed.model, bool(composed.documents))
        if about != self._told_about:
            self._told_about = about
            self._session.do(self._told(composed, about))

    async def _told(self, composed: Composed, about: tuple[object, ...]) -> None:
        estimate = await self._offers.estimate(composed)
        if about == self._told_about:
            self._welcome.estimate.show_estimate(estimate)
        topics = await self._offers.examples(composed.sources, MOST)
        if about == self._told_about:
            self._welcome.examples.show_topics(topics)
