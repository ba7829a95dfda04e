"""The forms in which people put a topic, as patterns: questions, requests, comparisons, several clauses at once."""

from __future__ import annotations

import re

IMPERATIVE = re.compile(
    r"^(?:please |can you |could you |i (?:want|need|would like) (?:you )?to (?:know |learn |"
    r"understand )?(?:about )?)?"
    r"(?:explain|describe|summari[sz]e|research|investigate|study|explore|outline|discuss|analy[sz]e|review|"
    r"tell me (?:everything |more )?about|tell me|give (?:me )?an? (?:\w+ )?(?:overview|summary|"
    r"introduction) (?:of|to|on)|"
    r"write (?:a |an )?(?:\w+ ){0,3}(?:report |article |summary |overview )?(?:about|on|of)|"
    r"find out(?: about)?|learn(?: about)?|"
    r"look into|everything about|an? (?:overview|introduction) (?:of|to|on))\s+(?:me )?",
    re.IGNORECASE,
)
DOING = re.compile(
    r"^how (?:do|does|can|should|could|would|must) (?:i|you|we|one|someone|people|a user|users) (?P<act>.+)$", re.I
)
HOW_TO = re.compile(r"^how to (?P<act>.+)$", re.I)
HANDLES = re.compile(
    r"^(?P<lead>how (?:does|do|did|can|should)) (?P<subject>.+?) (?P<verb>handle|manage|support|"
    r"implement|deal with|treat|process|"
    r"store|detect|prevent|ensure|guarantee|achieve|provide|perform|represent|organi[sz]e|resolve|"
    r"enforce|use|control|"
    r"check|verify|protect|parse|choose|limit|avoid|compare) (?P<object>.+)$",
    re.I,
)
WORKS = re.compile(
    r"^how (?:(?P<do>does|do) )?(?!(?:to|can|is|are|should) )(?P<object>.+?) works?"
    r"(?P<place> (?:in|on|with|for|under|inside|within) .+)?$",
    re.I,
)
WHAT_IS = re.compile(r"^what(?: is|'s| are) (?:the )?(?P<object>.+)$", re.I)
DIFFERENCE = re.compile(
    r"^(?:what(?: is|'s| are) )?(?:the )?(?:main )?differences? between (?P<a>.+?) and (?P<b>.+)$", re.I
)
VERSUS = re.compile(
    r"^(?:compare )?(?P<a>.+?) (?:vs\.?|versus|compared (?:to|with)) (?P<b>.+)$|"
    r"^compare (?P<c>.+?) (?:and|with|to) (?P<d>.+)$",
    re.I,
)
INDIRECT = re.compile(r"^how (?P<subject>.+?) (?P<verb>\w+?)(?P<s>es|s) (?P<object>.+)$", re.I)
PLACE = re.compile(r"^(?P<facet>.+?) (?P<word>in|on|for|with|of|under|using|from) (?P<subject>(?:the )?[^,]+)$", re.I)
IS_IT = re.compile(
    r"^is it (?:\w+ )?(?:safe|possible|necessary|allowed|advisable|ok|better|recommended|good|"
    r"dangerous|worth) to (?P<act>.+)$",
    re.I,
)
CLAUSES = re.compile(r",?\s+(?:and|or|but)\s+(?=(?:how|what|which|when|why|where|who)\b)", re.I)
# After an auxiliary, the words up to one of these verbs are the clause's subject.
VERBS = (
    "find|finds|decide|work|use|handle|choose|mean|verify|confine|load|store|manage|support|determine|check|know|create|detect|prevent|affect|"
    "compare|differ|become|behave|run|start|stop|happen|help|improve|keep|send|read|write|perform|protect|process|treat|look|need|fail|exist|apply|"
    "interact|relate|get|make|take|give|do|come|go|change|return|raise|work|used|implemented|tuned|configured|created|stored|made|defined|done|set|"
    "recommended|required|necessary|advisable|worth|cost|costs|hold|allowed|protected|achieved|combined|hidden|called|handled|organi[sz]ed|represented|inexact|different|useful|important|needed|good|a|an|the|so"
)
CLAUSE_SUBJECT = re.compile(
    rf"^(?:how|what|when|why|where|which)\s+(?:does|do|is|are|can|should|did|was|were|has|"
    rf"have)\s+(?P<subject>.+?)\s+(?:{VERBS})\b",
    re.I,
)
WHICH = re.compile(
    r"^(?:which|what) (?P<object>(?:[\w-]+ ){1,3}?)(?:exist|exists|are there|is there|can|are|is|do|"
    r"does|should|could|apply|applies|belong|must|have|has)\b",
    re.I,
)
PIECE = re.compile(r"[^.?!]+(?:[.?!](?!\s|$)[^.?!]*)*[.?!]*")
PRONOUN = re.compile(r"\b(?:it|they|them)\b(?! (?:possible|necessary|safe|recommended))", re.I)
# A clause that says "that" or "this case" is understood only after the one before it.
POINTS_BACK = re.compile(
    r"\b(?:would|does|do|is|are|can|about|for|with|of|if|and|should|did) (?:that|this|these|those)\b|"
    r"\b(?:in (?:this|that) case|then|instead|the (?:former|latter|same))\b",
    re.I,
)
# What makes a piece of a topic a clause rather than a name.
NO_NAME = re.compile(
    r"\b(?:i|my|me|we|our|us|you|your|it|they|them|he|she|was|were|is|are|has|have|had|do|does|did|don.t|can|cannot|"
    r"could|should|would|will|must|may|what|how|why|when|where|who|which|now|because|please|if|while)\b",
    re.I,
)
ASKS = re.compile(
    r"^(?:(?:what|which|when|why|where|who|whose|whom|how)(?: \w+)? (?:is|are|does|do|did|can|could|"
    r"should|would|will|was|were|has|have|must)|"
    r"is|are|does|do|can|should|will)\b",
    re.I,
)
GENERAL = re.compile(r"^(?:what|which|when|why|where|who|whose|whom|how|is|are|does|do|can|should|will)\b", re.I)
