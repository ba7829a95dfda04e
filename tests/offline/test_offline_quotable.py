"""What may stand as a quote: whole sentences that speak for themselves, and nothing else."""

from __future__ import annotations

import pytest

from researcher_container.researcher import quotable

GOOD = [
    "When a job fails, Lantern puts it back into its queue after a pause.",
    "lantern.run() starts the workers and returns when all of them are ready.",
    "It is recommended that workers renew their lease every minute.",
    "A queue is a list of jobs that are taken in the order of their priority.",
    "Ein Auftrag wird höchstens fünfmal wiederholt, bevor er aufgegeben wird.",
]


@pytest.mark.parametrize("sentence", GOOD)
def test_whole_statements_may_be_quoted(sentence: str) -> None:
    assert quotable.is_complete(sentence)
    assert not quotable.is_forbidden(sentence)
    assert not quotable.leans(sentence)
    assert not quotable.lacks_subject(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Changed in version 4.1: The dead letter queue keeps jobs for 14 days.",
        "New in version 3.2 of the product and its tools.",
        "Added in version 4.2: job timeouts per queue are possible.",
        "Deprecated since version 3.8, will be removed in version 3.12.",
        "The fix first appears in version 3.7.6 of the product.",
        "The option was added in version 3.7 by many hands.",
        "lantern.set_timeout(job, seconds)",
        "class lantern.Queue(name, *, priority=5)",
        ">>> queue.put(job); print(queue.size()) == 3",
        "Copyright 2026 The Lantern people and others.",
        "Last updated on 3 May 2026 by the makers of this page.",
        "See the section on backups for more information about it.",
        "The following table lists all the options of the program.",
        "As described above, the worker has to renew its lease.",
        "Availability: Unix, Windows and most other systems.",
    ],
)
def test_changelogs_signatures_and_pointers_are_forbidden(sentence: str) -> None:
    assert quotable.is_forbidden(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "and the rest of a sentence that began elsewhere.",
        "The options are the ones that stand in this list:",
        "Too short.",
        "Is a job that ran twice a problem for the queue?",
        "The footnote of this sentence stands elsewhere [12] in the text.",
        "A bracket (that never closes makes half a sentence of it.",
    ],
)
def test_pieces_are_not_complete(sentence: str) -> None:
    assert not quotable.is_complete(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "This is the most common mistake of new users.",
        "However, the job may be given to another worker.",
        "For example, a mail could be sent twice to the same person.",
        "The file, however, is written before the job is confirmed.",
        "To avoid this risk, workers renew their lease early.",
        "They are kept for two weeks before anyone removes them.",
        "Dadurch wird der Auftrag ein zweites Mal ausgeführt.",
    ],
)
def test_sentences_that_lean_on_others_are_known(sentence: str) -> None:
    assert quotable.leans(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "Sets the timeout of a job that has not started yet.",
        "Return the number of jobs in the queue at this moment.",
        "A lock that can be shared by several workers.",
        "If omitted, this parameter takes the value of the queue.",
    ],
)
def test_descriptions_without_their_subject_are_known(sentence: str) -> None:
    assert quotable.lacks_subject(sentence)
