"""What the tests of printed formats share: a report with everything in it, and the tools that look at PDFs."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from engine.evidence.report import finish_report
from engine.export.content import ReportContent, report_content
from tests.evidence.samples import dossier, source

PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
LONG = "https://ferry.example/" + "a-long-way-without-any-end" * 6 + "?from=here&to=there"
SOURCES = (
    source(1, LONG, "The ferry needs 40 minutes.", title="Ferry <times> & #tables", site="ferry.example",
           author="A. Pilot", date="2024-05-01", fetched_at=1.7e9),
    source(2, "file:///docs/old%20quay.html", "The quay floods.", title="Der alte Kai"),
    source(3, "https://arab.example/", "يبلغ المدّ 4.2 متر", title="جدول المد"),
)  # fmt: skip
DRAFT = f"""\
# Ferries *and* quays

## Summary

The ferry needs 40 minutes [S1.1]. Nobody asked the captain. **Bold**, *slanted*, ~~struck~~,
`code_word()` [S1.1][S2.1].

- First item [S2.1]
  - Nested item
- #set page(fill: red) is no command, nor is \\$x\\$ or @ref or <label> [S1.1]

3. third
4. fourth

> Quoted words stand here. [S2.1]

```python
print("a line of code that is longer than the page is wide, which is why it has to go on below" * 2)
```

## Figures

| Place | Height in m | Remark |
|:------|------------:|:------:|
| Alder | 4.5 [S1.1] | long words about a place and how it came to be there |
| Birch | 1.2 | `code` |

![a dot](data:image/png;base64,{PIXEL})

## المدّ والجزر

يبلغ المدّ 4.2 متر [S3.1].

## Ελληνικά и русский

Ünïcödé ﬁ → ≤ עברית.

---

## Limitations

None.
"""


def content(draft: str = DRAFT, language: str = "en") -> ReportContent:
    """A finished report, taken apart."""
    made = finish_report(draft, dossier(*SOURCES, topic="Ferries"))
    return report_content(made.markdown, made.sources, made.audit, language)


def looked_at(tool: str, *arguments: str) -> str:
    """Return what a tool says of a file; where it has to be there, its absence fails."""
    if shutil.which(tool) is None:
        if os.environ.get("DOSSIER_REQUIRE_DOCKER"):
            pytest.fail(f"{tool} is needed here")
        pytest.skip(f"{tool} is not installed")
    return subprocess.run(
        [tool, *arguments], capture_output=True, text=True, errors="replace", check=True, timeout=60
    ).stdout


def written(folder: Path, name: str, data: bytes) -> str:
    """Write a file and return its path."""
    path = folder / name
    path.write_bytes(data)
    return str(path)
