"""Control over the real engine: every wish of the user, from its button to what the engine makes of it."""

from __future__ import annotations

import pytest
from real_window import RealWindow, until_state

from app.main_window import MainWindow


@pytest.mark.parametrize("sandbox", ["process", pytest.param("bubblewrap", marks=pytest.mark.bubblewrap)])
def test_from_topic_to_report(play_real: RealWindow, sandbox):
    async def scene(window: MainWindow) -> None:
        window.welcome.composer.research_asked.emit(play_real.composed())
        await until_state(window, "done")
        assert "lighthouse" in window.run_page.report.text.toPlainText()

    play_real(scene, sandbox=sandbox)


@pytest.mark.docker
def test_a_model_in_containers(play_real: RealWindow):
    play_real.model(waves=2)

    async def scene(window: MainWindow) -> None:
        window.welcome.composer.research_asked.emit(play_real.composed(depth="standard"))
        await until_state(window, "done")
        assert len(window.run_page.run.waves) == 2

    play_real(scene, sandbox="docker")
