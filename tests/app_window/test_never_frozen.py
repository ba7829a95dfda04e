"""The loop never stands still for long: from the first paint through a run with six researchers to the end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.scripted_model.plugin import load_server

TRIAL = Path(__file__).with_name("stall_trial.py")
# The aims are 50 ms at the 99.9th percentile and 100 ms ever; a busy machine takes twice as long for the same work.
MOST_USUAL_MS = 100
MOST_EVER_MS = 200


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "setsid"), reason="the sampler hears a POSIX timer")
def test_the_loop_is_never_blocked_for_long(tmp_path: Path) -> None:
    """Without what a second process's heart lost meanwhile, or others had the processor: that was the machine.

    The model answers slowly, as real ones do; the most eventful moments of a run are all in these twenty seconds.
    """
    with load_server().ScriptedModel(questions=6, waves=2, latency_s=1.5, piece_delay_s=0.03) as server:
        environment = {
            **os.environ,
            "DOSSIER_HOME": str(tmp_path / "home"), "OPENAI_BASE_URL": server.base_url, "OPENAI_API_KEY": "sk-test",
            "DOSSIER_MODEL": "scripted", "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen"),
        }  # fmt: skip
        ended = subprocess.run(
            [sys.executable, str(TRIAL)], env=environment, capture_output=True, text=True, timeout=110
        )
    assert ended.returncode == 0, ended.stderr
    felt = json.loads(ended.stdout)
    assert felt["state"] == "done"
    assert felt["beats"] > 2_000
    who = f"\n{felt['stalls']}"
    assert felt["p999_ms"] <= MOST_USUAL_MS, who
    assert felt["longest_ms"] <= MOST_EVER_MS, who
