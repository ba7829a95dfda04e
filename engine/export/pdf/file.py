"""A run's report as a PDF file."""

from __future__ import annotations

import json
import tempfile
from importlib.resources import files
from pathlib import Path

from engine.errors import ExportError
from engine.export.content import ReportContent, content_of
from engine.export.means import Made, Means, Paper
from engine.export.pdf.data import PdfData, pdf_data
from engine.export.pdf.fonts import families, fonts
from engine.export.pdf.undrawn import without_undrawn
from engine.snapshot import RunSnapshot

BAD_IMAGE = "An image of the report could not be drawn; its words stand in its place."


def pdf_file(snapshot: RunSnapshot, means: Means) -> Made:
    """Return the report of a run as a PDF.

    Raises:
        ExportError: it could not be set.
    """
    return report_pdf(content_of(snapshot), means.paper)


def report_pdf(content: ReportContent, paper: Paper = "a4") -> Made:
    """Return a report as a PDF.

    Raises:
        ExportError: it could not be set.
    """
    import typst

    remarks: tuple[str, ...] = ()
    data = pdf_data(content, paper)
    try:
        made, remarks = _set(data)
    except typst.TypstError as error:
        if not data.images:
            raise _failed(error) from error
        try:
            made, remarks = _set(pdf_data(content, paper, with_images=False))
        except typst.TypstError as again:
            raise _failed(again) from again
        remarks = (*remarks, BAD_IMAGE)
    return Made(made, remarks)


def _set(data: PdfData) -> tuple[bytes, tuple[str, ...]]:
    import typst

    body, mono = families()
    report, remarks = without_undrawn(data.report)
    report |= {"fonts": body, "mono": mono}
    with tempfile.TemporaryDirectory(prefix="dossier-pdf-") as name:
        folder = Path(name)
        (folder / "report.json").write_text(json.dumps(report, ensure_ascii=False), encoding="utf-8")
        for file_name, image in data.images.items():
            (folder / file_name).write_bytes(image)
        template = folder / "report.typ"
        template.write_bytes(files("engine.export.pdf").joinpath("report.typ").read_bytes())
        made = typst.compile(template, root=folder, format="pdf", font_paths=fonts())
    assert isinstance(made, bytes)
    return made, remarks


def _failed(error: Exception) -> ExportError:
    return ExportError(
        "The PDF could not be set.",
        "Export HTML and print it; the log says what was wrong.",
        detail=str(getattr(error, "diagnostic", error))[:2_000],
    )
