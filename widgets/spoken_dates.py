"""Days and months in the words of the window's language."""

from __future__ import annotations

from datetime import date, timedelta

from PySide6.QtCore import QDate, QLocale

from resources.translation import language, tr


def locale() -> QLocale:
    """Return the locale of the language the window speaks, with the system's own habits where it is the same."""
    system = QLocale.system()
    return system if system.name().partition("_")[0] == language() else QLocale(language())


def first_weekday() -> int:
    """Return the day weeks begin with here; 0 is Monday."""
    return QLocale.system().firstDayOfWeek().value - 1


def day_heading(day: date, today: date, week_begins: int = 0) -> str:
    """Return what a day's runs stand under: "Today", "Yesterday", "This week", "Last week", a month with its year."""
    if day >= today:
        return tr("Today")
    if day == today - timedelta(days=1):
        return tr("Yesterday")
    week = today - timedelta(days=(today.weekday() - week_begins) % 7)
    if day >= week:
        return tr("This week")
    if day >= week - timedelta(days=7):
        return tr("Last week")
    return f"{locale().standaloneMonthName(day.month)} {day.year}"


def short_day(day: date, today: date) -> str:
    """Return a day in few characters: "Today", "Yesterday", "12 Nov", "12 Nov 2025"."""
    if day >= today:
        return tr("Today")
    if day == today - timedelta(days=1):
        return tr("Yesterday")
    form = "d MMM" if day.year == today.year else "d MMM yyyy"
    return locale().toString(QDate(day.year, day.month, day.day), form)
