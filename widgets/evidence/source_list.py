"""The list of sources in Evidence: number, title, host, and how many quotes were found."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from engine.values import Source
from resources.translation import tr
from widgets import icons, phrases
from widgets.fonts import font, grown_px
from widgets.report.citation_chip import draw_chip
from widgets.report.citation_notes import STATUS_FACES, is_found, source_status
from widgets.theme import theme
from widgets.value_picker import Choice

ROW_PX = 50
ANY = "any"


def status_choices() -> tuple[Choice, ...]:
    """Return what the list can be narrowed to."""
    return (
        Choice(ANY, tr("All")),
        Choice("found", tr("Found")),
        Choice("not_found", tr("Not found")),
        Choice("not_checked", tr("Not checked")),
    )


class SourceList(QListWidget):
    """Lists sources.

    Signals:
        source_chosen: Another source is chosen; its id.
    """

    source_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(tr("Sources"))
        self.setItemDelegate(_Row(self))
        self.setMouseTracking(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._shown: tuple[Source, ...] = ()
        self.currentItemChanged.connect(self._tell)

    def show_sources(
        self, sources: tuple[Source, ...], numbers: Mapping[str, str], words: str = "", status: str = ANY
    ) -> None:
        """List sources; the chosen one stays chosen.

        Args:
            words: what title, site or address must hold.
            status: what one of their quotes must be, `ANY` for whatever.
        """
        wanted = [source for source in sources if _holds(source, words) and _has(source, status)]
        chosen = self.chosen_id()
        self.blockSignals(True)
        self.clear()
        for source in wanted:
            face = STATUS_FACES[source_status(source)]
            item = QListWidgetItem(f"{source.title or source.url}, {tr(face.word)}")
            item.setData(Qt.ItemDataRole.UserRole, (source, numbers.get(source.id, "")))
            item.setToolTip(source.url)
            self.addItem(item)
            if source.id == chosen:
                self.setCurrentItem(item)
        self.blockSignals(False)

    def chosen_id(self) -> str:
        """Return the id of the chosen source, "" for none."""
        item = self.currentItem()
        return str(item.data(Qt.ItemDataRole.UserRole)[0].id) if item is not None else ""

    def choose(self, source_id: str) -> None:
        """Choose a source."""
        for place in range(self.count()):
            if self.item(place).data(Qt.ItemDataRole.UserRole)[0].id == source_id:
                self.setCurrentRow(place)

    def _tell(self) -> None:
        if self.chosen_id():
            self.source_chosen.emit(self.chosen_id())


def _holds(source: Source, words: str) -> bool:
    return words.strip().casefold() in f"{source.title} {source.site} {source.url}".casefold()


def _has(source: Source, status: str) -> bool:
    statuses = {"found" if is_found(quote) else quote.status for quote in source.quotes} or {"not_checked"}
    return status == ANY or status in statuses


class _Row(QStyledItemDelegate):
    """Paints one source."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Be two lines high."""
        return QSize(100, grown_px(ROW_PX))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw chip, title, host and count."""
        source, number = index.data(Qt.ItemDataRole.UserRole)
        box = QRect(option.rect)
        state = option.state
        chosen = bool(state & QStyle.StateFlag.State_Selected)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if chosen or state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme().color("accentSoft" if chosen else "hover"))
            painter.drawRoundedRect(QRectF(box), 6, 6)
        chip = QRectF(box.left() + 12, box.top() + 7 + (grown_px(20) - 16) / 2, 22, 17)
        draw_chip(painter, chip, number, source_status(source), hot=chosen)
        self._draw_words(painter, box, source)
        painter.restore()

    def _draw_words(self, painter: QPainter, box: QRect, source: Source) -> None:
        painter.setFont(font("body", 500))
        painter.setPen(theme().color("text"))
        title_box = QRect(box.left() + 42, box.top() + 7, box.width() - 52, grown_px(20))
        title = QFontMetrics(painter.font()).elidedText(
            source.title or source.url, Qt.TextElideMode.ElideRight, title_box.width()
        )
        painter.drawText(title_box, Qt.AlignmentFlag.AlignVCenter, title)
        face = STATUS_FACES[source_status(source)]
        count = tr("{found} of {n}", found=sum(map(is_found, source.quotes)), n=len(source.quotes))
        painter.setFont(font("meta"))
        metrics = QFontMetrics(painter.font())
        width = metrics.horizontalAdvance(count)
        foot = QRect(box.left() + 42, title_box.bottom(), box.width() - 54, grown_px(17))
        painter.setPen(theme().color("text3"))
        host = metrics.elidedText(phrases.host(source.url), Qt.TextElideMode.ElideMiddle, foot.width() - width - 34)
        painter.drawText(foot, Qt.AlignmentFlag.AlignVCenter, host)
        painter.setPen(theme().color(face.role))
        painter.drawText(foot, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, count)
        icons.draw(
            painter, face.icon, face.role, foot.right() - width - 19, foot.top() + (foot.height() - 14) / 2, 14
        )
