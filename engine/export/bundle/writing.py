"""Writing a bundle: report, data, journal and stored texts, with the hash of each."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile

from engine.errors import ExportError
from engine.export.bundle.layout import JOURNAL, MANIFEST, PAGE, REPORT, RUN, VERSION, text_name
from engine.export.html_file import html_file
from engine.export.markdown_file import markdown_file
from engine.export.means import Made, Means
from engine.export.run_json import run_json
from engine.snapshot import RunSnapshot

# The same run makes the same bytes: no time of writing stands in the file.
_EPOCH = (1980, 1, 1, 0, 0, 0)


def bundle_file(snapshot: RunSnapshot, means: Means) -> Made:
    """Return a run as a bundle.

    Raises:
        ExportError: there is no journal to put into it.
    """
    if means.entries is None or means.texts is None:
        raise ExportError("The bundle could not be made.", "Open the run from the history, and export it again.")
    entries = list(means.entries())
    contents: dict[str, bytes] = {
        RUN: run_json(snapshot).encode(),
        JOURNAL: b"".join(entry.model_dump_json().encode() + b"\n" for entry in entries),
    }
    if snapshot.report.markdown:
        contents[REPORT] = markdown_file(snapshot).encode("utf-8", errors="replace")
        contents[PAGE] = html_file(snapshot).encode("utf-8", errors="replace")
    missing = 0
    for key in text_keys(snapshot):
        document = means.texts.document(key)
        if document is None:
            missing += 1
        else:
            contents[text_name(key)] = document.model_dump_json(exclude_defaults=True).encode()
    return Made(_packed(contents), _remarks(missing))


def text_keys(snapshot: RunSnapshot) -> list[str]:
    """Return the keys of the stored texts that a run's sources name, each once."""
    keys = [source.text_sha256 for source in snapshot.sources]
    for wave in snapshot.waves:
        for view in wave.researchers:
            keys += [source.text_sha256 for source in view.finding.sources] if view.finding else []
    return list(dict.fromkeys(key for key in keys if key))


def _packed(contents: dict[str, bytes]) -> bytes:
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in sorted(contents.items())}
    manifest = json.dumps({"dossier_bundle": VERSION, "sha256": hashes}, indent=1).encode()
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {MANIFEST: manifest, **contents}.items():
            archive.writestr(zipfile.ZipInfo(name, _EPOCH), content, zipfile.ZIP_DEFLATED)
    return file.getvalue()


def _remarks(missing: int) -> tuple[str, ...]:
    if not missing:
        return ()
    texts = "text of one source is" if missing == 1 else f"texts of {missing} sources are"
    return (f"The stored {texts} not kept here any more: the bundle goes without, and cannot be checked there.",)
