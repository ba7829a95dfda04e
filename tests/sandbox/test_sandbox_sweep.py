"""Which containers a sweep takes, decided on labels alone."""

from __future__ import annotations

import os
import platform

from engine.journal.ownership import this_process
from engine.sandbox.labels import APP, APP_VALUE, OWNER_HOST, labels_of, owner_of
from engine.sandbox.port import SandboxOwner
from engine.sandbox.sweep import lives, orphans

ME = this_process()
HERE = SandboxOwner(run_id="r1", pid=ME.pid, boot_id=ME.boot_id, started=ME.started)
GONE = HERE.model_copy(update={"pid": 4_000_000})


def container(name: str, labels: dict[str, str], **more: object) -> dict[str, object]:
    return {"Id": name, "Labels": labels, **more}


def test_only_ours_whose_owner_is_dead() -> None:
    found = orphans(
        [
            container("alive", labels_of(HERE), State="running"),
            container("left running", labels_of(GONE), State="running"),
            container("left exited", labels_of(GONE), State="exited"),
            container("named like ours", {}, Names=["/dossier-sandbox-1"]),
            container("of another app", {**labels_of(GONE), APP: "other"}),
            container("without an owner", {APP: APP_VALUE}),
            container("without labels", {}),
            container("of another machine", {**labels_of(GONE), OWNER_HOST: platform.node() + "-2"}),
        ]
    )
    assert found == ["left running", "left exited", "without an owner"]


def test_a_number_that_is_used_again_is_another_process() -> None:
    assert lives(HERE)
    assert not lives(HERE.model_copy(update={"boot_id": "another boot"}))
    assert not lives(HERE.model_copy(update={"started": "1"}))
    assert not lives(HERE.model_copy(update={"pid": 4_000_000}))


def test_labels_come_back_as_the_owner() -> None:
    assert owner_of(labels_of(HERE)) == HERE
    assert owner_of({APP: APP_VALUE}) is None
    assert HERE.pid == os.getpid()
