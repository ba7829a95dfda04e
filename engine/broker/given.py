"""What the user gave a run beside its topic, files and the addresses he wrote: handed out from the start."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from engine.broker.references import Target, reference_of
from engine.library.catalog import document_id
from engine.values import RunOptions
from researcher_container.contract import GivenSource

MAX_ADDRESS_CHARS = 2_048
_WRITTEN = re.compile(r"https?://[^\s<>\"“”«»]+", re.IGNORECASE)
_AFTER = ".,;:!?'’*_"  # what a sentence puts behind an address
_PAIRS = {")": "(", "]": "[", "}": "{"}


def addresses_in(text: str) -> tuple[str, ...]:
    """Return the web addresses written in a text, in order, each once, without the punctuation around them."""
    return tuple(dict.fromkeys(_addresses(text)))


def with_addresses(topic: str, options: RunOptions) -> RunOptions:
    """Return the options with the addresses of a topic, where the run can open them."""
    if not opens_pages(options):
        return options
    return options.model_copy(update={"addresses": tuple(dict.fromkeys((*options.addresses, *addresses_in(topic))))})


def opens_pages(options: RunOptions) -> bool:
    """Return whether the app itself opens pages of the web in a run."""
    return options.mode == "model" and (options.web or (options.hosted_search and options.read_citations))


def given_targets(options: RunOptions) -> tuple[Target, ...]:
    """Return what every researcher of a run is handed at its start: the user's files, then his addresses."""
    files = tuple(_file(os.path.realpath(path)) for path in options.documents)
    if not opens_pages(options):
        return files
    return (*files, *(Target(ref=reference_of(address), address=address) for address in options.addresses))


def given_sources(options: RunOptions) -> tuple[GivenSource, ...]:
    """Return the same as a researcher is told it."""
    return tuple(
        GivenSource(ref=target.ref, title=target.title, url=target.address) for target in given_targets(options)
    )


def _file(path: str) -> Target:
    address = Path(path).as_uri()
    return Target(
        ref=reference_of(address),
        address=address,
        title=os.path.basename(path),
        origin="library",
        document_id=document_id(path),
    )


def _addresses(text: str) -> Iterator[str]:
    for match in _WRITTEN.finditer(text):
        address = _bare(match[0])
        try:
            is_whole = bool(urlsplit(address).hostname)
        except ValueError:
            continue
        if is_whole and len(address) <= MAX_ADDRESS_CHARS:
            yield address


def _bare(written: str) -> str:
    """Take off what belongs to the sentence: stops, and brackets that were opened before the address."""
    while written:
        last = written[-1]
        if last in _AFTER or (last in _PAIRS and written.count(last) > written.count(_PAIRS[last])):
            written = written[:-1]
        else:
            break
    return written
