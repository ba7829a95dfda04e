"""The table of settings: one record per key serves the file, the window's pages and the command line alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from app import setting_checks as checks
from engine.values import MAX_RESEARCHERS
from resources.translation import mark, tr

# Says in one sentence why a value cannot be taken, "" when it can.
Check = Callable[[Any], str]


@dataclass(frozen=True)
class Setting:
    """One setting: its key, its default (which gives the type), what it may be, and help in one sentence.

    Attributes:
        lowest, highest: of a number, both included.
        check: looks closer at a value of the right type.
        is_machine: sandboxes and fetchers are made with it: changing it makes them again.
    """

    key: str
    default: Any
    help: str
    choices: tuple[str, ...] = ()
    unit: str = ""
    lowest: float | None = None
    highest: float | None = None
    check: Check | None = None
    is_machine: bool = False

    def takes(self, value: Any) -> bool:
        """Return whether a value has the setting's type and can be used."""
        return not self.problem(value)

    def problem(self, value: Any) -> str:
        """Return in one sentence why a value cannot be taken, "" when it can."""
        if not _has_type(value, self.default) or (self.choices and value not in self.choices):
            return tr("This value does not fit.")
        if self.lowest is not None and self.highest is not None and not self.lowest <= value <= self.highest:
            return tr("Choose a number from {lowest:g} to {highest:g}.", lowest=self.lowest, highest=self.highest)
        return self.check(value) if self.check else ""


def _has_type(value: Any, default: Any) -> bool:
    if isinstance(default, float):
        return type(value) in (float, int)  # JSON writes 2.0 as it likes
    return type(value) is type(default)


SETTINGS: tuple[Setting, ...] = (
    Setting("model.profiles", [], mark("The models' servers that are set up."), check=checks.profiles),
    Setting("model.profile", "", mark("Which of them is used.")),
    Setting("keys.without_keyring", "session", mark("Where keys are kept on a computer without a keyring."),
            ("session", "file")),
    Setting("search.providers", "", mark("Search providers, in order."), check=checks.providers),
    Setting("search.read_citations", True, mark("Fetch the pages a hosted search cites, to check their quotes.")),
    Setting("search.allow_hosts", "", mark("Addresses of your own that may be opened: host:port, with commas."),
            check=checks.hosts, is_machine=True),
    Setting("search.respect_robots", True, mark("Leave pages alone that their site's robots.txt closes to programs."),
            is_machine=True),
    Setting("search.keep_pages_days", 0, mark("How long pages of the web are kept for later runs; 0: not at all."),
            unit="days", lowest=0, highest=30, is_machine=True),
    Setting("search.allow_domains", "", mark("Find and open only pages of these sites."), check=checks.domains),
    Setting("search.deny_domains", "", mark("Neither find nor open pages of these sites."), check=checks.domains),
    Setting("search.time_range", "", mark("How old web pages may be."), ("", "day", "week", "month", "year")),
    Setting("library.folders", [], mark("Folders whose documents are searched."), check=checks.folders),
    Setting("library.is_private", False, mark("No web search by a researcher that has opened a library document.")),
    Setting("research.depth", "standard", mark("How deep to look."), ("quick", "standard", "deep")),
    Setting("research.researchers", 6, mark("Researchers at work at once."), unit="researchers",
            lowest=1, highest=MAX_RESEARCHERS),
    Setting("sandbox.kind", "auto", mark("Where researchers work."), ("auto", "docker", "bubblewrap", "process")),
    Setting("sandbox.docker_endpoint", "", mark("Address of the Docker engine; empty: found as docker does."),
            check=checks.endpoint, is_machine=True),
    Setting("sandbox.docker_runtime", "", mark("Runtime of the containers."), ("", "runc", "runsc", "kata"),
            is_machine=True),
    Setting("sandbox.memory_mb", 1024, mark("Memory of one sandbox."), unit="MB", lowest=256, highest=65_536,
            is_machine=True),
    Setting("sandbox.cpus", 1.0, mark("Processors of one container."), unit="processors", lowest=0.1, highest=64,
            is_machine=True),
    Setting("report.check_support", True, mark("Ask the model whether the quotes support each cited sentence.")),
    Setting("report.language", "", mark("Language of reports; empty: the topic's."), check=checks.language),
    Setting("report.length", "standard", mark("How long reports are."), ("short", "standard", "long")),
    Setting("report.tone", "neutral", mark("How reports sound."), ("neutral", "plain", "technical")),
    Setting("report.sections", [], mark("Headings of reports, in order; empty: the writer's own."),
            check=checks.sections),
    Setting("budget.tokens", 0, mark("Tokens one run may use; 0: no limit."), unit="tokens", lowest=0, highest=1e10),
    Setting("budget.usd", 0.0, mark("Money one run may cost; 0: no limit."), unit="USD", lowest=0, highest=1e6),
    Setting("budget.minutes", 0.0, mark("Minutes one run may take; 0: no limit."), unit="minutes",
            lowest=0, highest=10_000),
    Setting("appearance.theme", "system", mark("Light, dark, or as the system."), ("system", "light", "dark")),
    Setting("appearance.contrast", "system", mark("High contrast, or as the system."), ("system", "normal", "high")),
    Setting("appearance.reduced_motion", False, mark("Nothing moves: no dashes, no spinners.")),
    Setting("appearance.text_scale", 100, mark("Size of the window's text."), unit="%", lowest=80, highest=150),
    Setting("appearance.report_zoom", 100, mark("Size of the report's text."), unit="%", lowest=50, highest=200),
    Setting("export.paper", "a4", mark("The paper of exported pages."), ("a4", "letter")),
    Setting("export.folder", "", mark("Where files were exported to last.")),
    Setting("appearance.language", "", mark("Language of the window; empty: the system's.")),
)  # fmt: skip
# Before there were profiles; what such a file holds becomes the first profile.
LEGACY: tuple[Setting, ...] = (
    Setting("model.base_url", "", mark("Address of the model's server.")),
    Setting("model.name", "", mark("Name of the model.")),
    Setting("model.protocol", "auto", mark("How to talk to the server."), ("auto", "responses", "chat")),
)
BY_KEY = {setting.key: setting for setting in (*SETTINGS, *LEGACY)}
