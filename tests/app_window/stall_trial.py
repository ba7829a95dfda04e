"""A start of the window and a run with six researchers, with a heartbeat: prints how long the loop stood still.

`python tests/app_window/stall_trial.py` in an environment with DOSSIER_HOME (empty), OPENAI_BASE_URL and
DOSSIER_MODEL (the scripted server) and a screen or QT_QPA_PLATFORM=offscreen.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

import qasync
from heartbeat import Heartbeat, Pulse
from PySide6.QtWidgets import QApplication

from app.home import Home
from app.main_window import MainWindow
from app.settings import Settings
from app.window_life import engine_desk, live
from widgets.theme import theme

LIMIT_S = 60.0
TOPIC = "Should a gas furnace be replaced with a heat pump?"


async def trial(window: MainWindow, heart: Heartbeat) -> str:
    """Start, research, wait for the report, close; return the state the run came to."""
    life = asyncio.ensure_future(live(window, engine_desk))
    run_page, composer = window.run_page, window.welcome.composer
    ends = time.monotonic() + LIMIT_S

    async def until(reached: object) -> None:
        while not reached():  # type: ignore[operator]
            assert time.monotonic() < ends, f"still {run_page.run!r:.2000}, welcome {window.is_welcome()}"
            await asyncio.sleep(0.05)

    await asyncio.sleep(0)  # the life has begun, and Research waits for the engine
    composer.show_topic(TOPIC)
    await until(composer.research.isEnabled)
    composer.sources_menu.pick("sample")
    composer.ask()
    await until(lambda: run_page.run.state in ("done", "failed"))
    state = run_page.run.state
    while not life.done():  # for a moment after the report is shown the run is still at work, and closing asks
        window.close()
        await asyncio.sleep(0.1)
    await life
    return state


def told(pulse: Pulse, state: str) -> str:
    """Return the result as JSON."""
    return json.dumps(
        {
            "state": state,
            "beats": pulse.beats,
            "median_ms": round(pulse.percentile_s(0.5) * 1e3, 2),
            "p999_ms": round(pulse.percentile_s(0.999) * 1e3, 1),
            "longest_ms": round(max(pulse.gaps_s) * 1e3, 1),
            "stalls": pulse.told(0.03),
        }
    )


def main() -> None:
    """Run the trial."""
    app = QApplication(sys.argv)
    app.setStyle("Fusion")
    app.setQuitOnLastWindowClosed(False)
    theme().choose("light")
    Settings(Home.find().settings).set("sandbox.kind", "process")
    loop = qasync.QEventLoop(app)
    asyncio.set_event_loop(loop)
    window = MainWindow()
    window.resize(1280, 800)
    window.show()
    heart = Heartbeat()
    with loop:
        heart.begin()
        state = loop.run_until_complete(trial(window, heart))
        pulse = heart.end()
    print(told(pulse, state))


if __name__ == "__main__":
    main()
