"""Small PDFs, written by hand: lines at places, in the fonts every reader has."""

from __future__ import annotations

from dataclasses import dataclass, field

FONTS = {"F1": "Helvetica", "F2": "Helvetica-Bold", "F3": "Courier"}


@dataclass
class PdfPage:
    """One A4 page; y counts from the bottom."""

    operations: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)

    def line(self, text: str, y: float, *, x: float = 72, size: float = 11, font: str = "F1") -> PdfPage:
        escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        self.operations.append(f"BT /{font} {size} Tf 1 0 0 1 {x} {y} Tm ({escaped}) Tj ET")
        return self

    def lines(self, texts: list[str], y: float, *, x: float = 72, leading: float = 14) -> PdfPage:
        for index, text in enumerate(texts):
            self.line(text, y - index * leading, x=x)
        return self

    def picture(self) -> PdfPage:
        self.operations.append("0.5 g 100 100 300 300 re f")
        return self

    def link(self, url: str) -> PdfPage:
        self.links.append(url)
        return self


def pdf(*pages: PdfPage, info: str = "", trailer: str = "") -> bytes:
    """Return the bytes of a PDF with these pages."""
    objects: list[bytes] = [b"<< /Type /Catalog /Pages 2 0 R >>", b""]
    for name in FONTS.values():
        objects.append(f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>".encode())
    fonts = " ".join(f"/{key} {number} 0 R" for number, key in enumerate(FONTS, 3))
    kids = []
    for page in pages:
        stream = "\n".join(page.operations).encode("cp1252")
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(stream), stream))
        content = len(objects)
        annotations = " ".join(
            f"<< /Type /Annot /Subtype /Link /Rect [72 700 300 720] /A << /S /URI /URI ({url}) >> >>"
            for url in page.links
        )
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {content} 0 R "
            f"/Annots [{annotations}] /Resources << /Font << {fonts} >> >> >>".encode()
        )
        kids.append(f"{len(objects)} 0 R")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(kids)} >>".encode()
    if info:
        objects.append(f"<< {info} >>".encode("cp1252"))
        trailer += f" /Info {len(objects)} 0 R"
    return _assemble(objects, trailer)


def _assemble(objects: list[bytes], trailer: str) -> bytes:
    out = bytearray(b"%PDF-1.4\n")
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R{trailer} >>\nstartxref\n{start}\n%%EOF\n".encode()
    return bytes(out)
