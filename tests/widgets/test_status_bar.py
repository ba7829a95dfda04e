"""The status bar: what a run uses, how far it is, and Finish now and Stop, always where they can act."""

from __future__ import annotations

import example_runs as runs
import pytest
from PySide6.QtCore import Qt

from engine.snapshot import RunSnapshot
from engine.values import TokenUse
from widgets.run.progress_estimate import progress_words, wave_left_s
from widgets.run.status_bar import Health, StatusBar

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def bar(qtbot) -> StatusBar:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.resize(1280, 40)
    bar.show()
    return bar


def at_work(bar: StatusBar, run: RunSnapshot) -> None:
    bar.show_run(run)
    bar.show_work(run)


def test_finish_now_and_stop_are_there_while_a_run_is_at_work(bar, qtbot):
    assert not bar.stop.isVisible()
    for run in (runs.planning(), runs.running_first(), runs.running_second(), runs.writing()):
        at_work(bar, run)
        assert bar.stop.isVisible()
        assert bar.stop.isEnabled()
        assert bar.finish_now.isVisible()
    with qtbot.waitSignal(bar.stop_asked):
        qtbot.mouseClick(bar.stop, LEFT)
    for run in (runs.finished(), runs.stopped(), runs.broken()):
        bar.show_work(run)
        assert not bar.stop.isVisible()
        assert not bar.finish_now.isVisible()


@pytest.mark.parametrize(
    ("run", "why"),
    [
        (runs.planning(), "Nothing has been researched yet."),
        (runs.writing(), "The report is being written already."),
        (runs.running_first().model_copy(update={"finish_now": True}), "The report is being finished already."),
        (runs.running_first(), ""),
        (runs.three_waves(), ""),
    ],
)
def test_where_finish_now_makes_no_sense_it_says_why(bar, run, why):
    at_work(bar, run)
    assert bar.finish_now.isEnabled() == (not why)
    assert bar.finish_now.toolTip() == (why or "Write the report from what there is (Ctrl+Shift+F)")


def test_stopping_is_said_at_once_and_until_it_has_stopped(bar):
    at_work(bar, runs.running_first())
    bar.show_stopping()
    bar.show_work(runs.running_first().model_copy(update={"last_seq": 9}))  # a last event arrives meanwhile
    assert (bar.stop.text(), bar.stop.isEnabled()) == ("Stopping…", False)
    assert not bar.finish_now.isEnabled()
    bar.show_work(None)
    at_work(bar, runs.running_first())  # resumed
    assert (bar.stop.text(), bar.stop.isEnabled()) == ("Stop", True)


@pytest.mark.parametrize("width", [900, 1280, 1920])
def test_the_buttons_are_whole_at_every_width(bar, width, qapp):
    bar.resize(width, 40)
    bar.show_narrow(width < 1_000)
    bar.show_health(Health("Docker ready", "ok"), Health("a-model-with-a-long-name-70b-instruct", "ok"))
    at_work(bar, runs.running_second())
    bar.show_run(runs.finished().model_copy(update={"run_id": "run-9"}))  # another page is open
    qapp.processEvents()
    for button in (bar.finish_now, bar.stop, bar.work.elsewhere):
        right = button.mapTo(bar, button.rect().bottomRight()).x()
        assert button.width() >= button.sizeHint().width()
        assert right <= width


def test_a_run_at_work_on_another_page_is_named_and_leads_there(bar, qtbot):
    bar.show_work(runs.running_second())
    bar.show_run(runs.broken())
    assert bar.stop.isVisible()
    assert bar.work.elsewhere.accessibleName() == f"At work: {runs.TOPIC}"
    with qtbot.waitSignal(bar.work_asked) as asked:
        qtbot.mouseClick(bar.work.elsewhere, LEFT)
    assert asked.args == ["run-1"]
    bar.show_run(runs.running_second())
    assert not bar.work.elsewhere.isVisible()


def test_the_models_state_is_what_a_run_found_it_to_be(bar):
    bar.show_health(Health("Docker ready", "ok"), Health("No model: offline works", "text3"))
    assert (bar.model.words(), bar.model.dot()) == ("No model: offline works", "text3")
    bar.show_run(runs.running_second())
    assert (bar.model.words(), bar.model.dot()) == (runs.OPTIONS.model, "ok")
    bar.show_run(runs.broken())
    assert (bar.model.words(), bar.model.dot()) == (f"{runs.OPTIONS.model}: no answer", "danger")
    bar.show_narrow(True)
    assert not bar.model.isVisible()
    bar.show_narrow(False)
    assert bar.model.isVisible()


def test_estimated_figures_say_so(bar):
    used = TokenUse(calls=3, input_tokens=2_000, output_tokens=500, cost_usd=0.2, estimated=True)
    bar.show_run(runs.running_second().model_copy(update={"usage": used}))
    assert bar._tokens.words() == "about 2.5k tokens"
    assert bar._cost.words() == "about $0.20"


# --- how far it is --------------------------------------------------------------------------------


def test_nothing_is_estimated_before_anybody_has_answered():
    run = runs.running_first()
    views = tuple(view for view in run.waves[0].researchers if view.state != "done")
    wave = run.waves[0].model_copy(update={"researchers": views})
    run = run.model_copy(update={"waves": (wave,)})
    assert wave_left_s(run, wave, runs.NOW_S) is None
    assert progress_words(run, runs.NOW_S) == "0 of 4 answered"


def test_the_estimate_follows_who_has_answered_and_how_many_work_at_once():
    done = runs.done(1, 1, "a?", took_s=100)
    working = runs.working().model_copy(update={"wave": 1, "started_at": runs.NOW_S - 40})
    waiting = [runs.ResearcherView(wave=1, researcher=place, question="w?") for place in (3, 4)]
    wave = runs.WaveView(wave=1, questions=("?",) * 4, researchers=(done, working, *waiting))

    def left(concurrency: int) -> float | None:
        options = runs.OPTIONS.model_copy(update={"concurrency": concurrency})
        return wave_left_s(
            runs.planning().model_copy(update={"options": options, "waves": (wave,)}), wave, runs.NOW_S
        )

    assert left(1) == 60 + 200
    assert left(2) == 60 + 100
    assert left(6) == 100


def test_who_takes_much_longer_than_usual_makes_the_estimate_unknown():
    done = runs.done(1, 1, "a?", took_s=10)
    wave = runs.WaveView(wave=1, researchers=(done, runs.working().model_copy(update={"wave": 1})))
    run = runs.planning().model_copy(update={"waves": (wave,), "state": "researching"})
    assert wave_left_s(run, wave, runs.NOW_S) is None
    assert progress_words(run, runs.NOW_S) == "1 of 2 answered"


def test_minutes_are_said_for_the_wave_alone():
    run = runs.running_second()
    assert progress_words(run, runs.NOW_S).endswith("left in this wave")


def test_the_servers_wait_is_counted_down(bar):
    run = runs.running_second().model_copy(update={"waiting_until": runs.NOW_S + 41})
    at_work(bar, run)
    assert bar.work.progress() == "Waiting 0:41 for the model's server"
    assert bar.stop.isEnabled()
    assert "Waiting" not in progress_words(run, runs.NOW_S + 42)


@pytest.mark.parametrize(
    ("update", "words"),
    [
        ({"state": "planning"}, ""),
        (
            {"state": "preparing", "preparing": "Building the image", "preparing_percent": 40},
            "Building the image · 40 %",
        ),
        ({"state": "waiting_for_plan"}, "Waiting for you: check the questions"),
        ({"state": "collecting"}, "Looking for every quote in its source"),
        (
            {"state": "writing", "report": runs.ReportView(version=1, draft="Three words here")},
            "3 words written so far",
        ),
        ({"state": "writing", "report": runs.ReportView()}, "Writing"),
        ({"state": "done"}, ""),
    ],
)
def test_every_state_says_what_is_known(update, words):
    run = runs.running_first().model_copy(update=update)
    assert progress_words(run, runs.NOW_S) == words
