"""The researcher's loop over plain tool calls: search, open_page, submit_finding."""

from __future__ import annotations

from researcher_container.channel import RemoteError
from researcher_container.contract import (
    ErrorCode,
    ModelReply,
    ModelRequest,
    ResearchParams,
    ResearchResult,
    ToolCall,
)
from researcher_container.researcher import given, guided_loop, handing_in, keeping
from researcher_container.researcher.broker import PART_BEFORE_END, Broker
from researcher_container.researcher.conversation import Conversation
from researcher_container.researcher.fence import fenced_lines
from researcher_container.researcher.handing_in import HandedIn
from researcher_container.researcher.prompting import prompt
from researcher_container.researcher.shelf import Shelf
from researcher_container.researcher.tool_runner import FinishNow, ToolRunner
from researcher_container.researcher.tool_specs import OPEN_PAGE, SEARCH, SUBMIT_FINDING, BadArguments, arguments_of

TOOLS = (SEARCH, OPEN_PAGE, SUBMIT_FINDING)
_STOPPED = "Stopped before an answer was handed in; the pages read so far are kept with their closest passages."
# By then a model has opened a page, or it will not have answered when the time is over.
PART_FOR_FIRST_PAGE = 0.6
_UNREAD = "No page was opened. Search, open the pages that promise most, and answer from what they say."


class _UsesNoTools(Exception):
    """The model cannot use the tools, or does not: the researcher does it for the model."""


def research(params: ResearchParams, broker: Broker) -> ResearchResult:
    """Answer one question.

    Raises:
        HandlerError: there is nothing to answer from.
        RemoteError: the model's server failed, or the run was cancelled.
    """
    return ToolsLoop(params, broker).run()


def question_text(params: ResearchParams, name: str = "question") -> str:
    """Return the user's message: the question and its limits."""
    return prompt(name).format(
        question=params.question.strip(),
        language=f"Answer in this language: {params.language}. " if params.language else "",
        today=params.today or "unknown",
        pages=params.max_pages,
        turns=params.max_model_calls,
    )


class ToolsLoop:
    """One question, from the first turn to the finding."""

    def __init__(self, params: ResearchParams, broker: Broker) -> None:
        self._params, self._broker = params, broker
        self._shelf = Shelf(params.question)
        given.note(params, self._shelf)
        self._tools = ToolRunner(params, broker, self._shelf)
        asked = question_text(params) + given.listed(params)
        self._conversation = Conversation(prompt("tools"), asked, params.max_context_chars)
        self._draft: HandedIn | None = None  # handed in, with complaints
        self._has_been_nudged = False

    def run(self) -> ResearchResult:
        """Take turns until a finding is handed in; a model that hands in none gets the pages chosen for it."""
        try:
            return self._told(self._turns())
        except FinishNow:
            return self._told(self._what_there_is())
        except _UsesNoTools:
            return self._told(self._guided())
        except RemoteError as error:
            if error.data.get("kind") in guided_loop.UNUSABLE:
                return self._told(self._guided())
            if error.code != ErrorCode.CANCELLED:
                keeping.tell(self._broker, self._params, self._shelf)
            raise

    def _turns(self) -> ResearchResult:
        for turn in range(1, self._params.max_model_calls + 1):
            result = self._turn(is_last=turn == self._params.max_model_calls)
            if result is not None:
                return result
        raise _UsesNoTools

    def _guided(self) -> ResearchResult:
        """Let the researcher search and read, and the model only answer; a draft is better than its failure."""
        if self._draft is not None:
            return self._draft.result
        return guided_loop.research(self._params, self._broker, self._shelf)

    # --- turns -------------------------------------------------------------------------------------------

    def _turn(self, is_last: bool) -> ResearchResult | None:
        if is_last:
            self._conversation.say(prompt("last_turn"))
        self._broker.tell("answering")
        reply = self._ask(is_last)
        self._conversation.add_reply(reply)
        if not reply.tool_calls:
            return self._plain(reply.text, is_last)
        submitted = next((call for call in reply.tool_calls if call.name == SUBMIT_FINDING.name), None)
        if submitted is not None:
            return self._submitted(submitted, reply, is_last)
        for result in self._tools.run(reply.tool_calls):
            self._conversation.add_result(result.call_id, result.text, result.short, is_page=result.is_page)
        return None

    def _ask(self, is_last: bool) -> ModelReply:
        """Ask the model; again with less page text while the conversation is too long for it."""
        while True:
            request = ModelRequest(
                messages=self._conversation.messages(),
                tools=(SUBMIT_FINDING,) if is_last else TOOLS,
                tool_choice="required" if is_last else "auto",
            )
            try:
                return self._broker.respond(request, PART_BEFORE_END if self._shelf.pages else PART_FOR_FIRST_PAGE)
            except RemoteError as error:
                if error.data.get("kind") == "time" and not self._shelf.pages:
                    raise _UsesNoTools from None
                if error.code in (ErrorCode.FINISH, ErrorCode.QUOTA):
                    raise FinishNow from None
                if error.data.get("kind") == "no_tools":
                    raise _UsesNoTools from None
                if error.data.get("kind") != "context_full" or not self._conversation.shrink():
                    raise

    def _plain(self, text: str, is_last: bool) -> ResearchResult | None:
        """Take an answer given without a tool call: asked for the tools once, then accepted if pages were read."""
        written = handing_in.from_plain_text(text, self._shelf)
        has_quotes = any(source.quotes for source in written.result.sources)
        if written.result.answer and has_quotes and not written.complaints:
            return written.result
        if not (self._has_been_nudged or is_last):
            self._has_been_nudged = True
            self._conversation.say(prompt("use_tools"))
            return None
        if written.result.answer and written.result.sources:
            return written.result
        raise _UsesNoTools

    def _submitted(self, call: ToolCall, reply: ModelReply, is_last: bool) -> ResearchResult | None:
        """Check what was handed in; complaints go back once, with the results of what else was asked for."""
        is_last_chance = is_last or self._draft is not None
        try:
            handed_in = handing_in.check(arguments_of(call.arguments), self._shelf, is_last_chance=is_last_chance)
        except BadArguments as problem:
            self._answer_all(reply, call, str(problem))
            return None
        if not self._shelf.pages and (self._shelf.leads or not self._tools.has_searched):
            # What was handed in without reading is no finding, not even as a draft.
            if self._has_been_nudged or is_last:
                raise _UsesNoTools
            self._has_been_nudged = True
            handed_in = HandedIn(handed_in.result, (_UNREAD,))
        elif handed_in.result.answer and (not handed_in.complaints or is_last_chance):
            return handed_in.result
        else:
            self._draft = handed_in if handed_in.result.answer else self._draft
        self._answer_all(reply, call, self._complaints(handed_in))
        return None

    def _complaints(self, handed_in: HandedIn) -> str:
        said = "\n".join(["Not accepted yet:", *(f"- {complaint}" for complaint in handed_in.complaints)])
        said = f"{said}\n{prompt('hand_in_again')}"
        return fenced_lines(said, list(handed_in.meant), self._params.question) if handed_in.meant else said

    def _answer_all(self, reply: ModelReply, submitted: ToolCall, said: str) -> None:
        """Answer every call of a turn; servers refuse a conversation with unanswered calls."""
        others = [call for call in reply.tool_calls if call.name != SUBMIT_FINDING.name]
        results = {id(call): result for call, result in zip(others, self._tools.run(others), strict=True)}
        for call in reply.tool_calls:
            if result := results.get(id(call)):
                self._conversation.add_result(call.id, result.text, result.short, is_page=result.is_page)
            else:
                text = said if call is submitted else "Not looked at: the finding is handed in once a turn."
                self._conversation.add_result(call.id, text)

    # --- ends --------------------------------------------------------------------------------------------

    def _told(self, result: ResearchResult) -> ResearchResult:
        for source in result.sources:
            for quote in source.quotes:
                self._broker.tell("quoted", quote, source.ref)
        return result

    def _what_there_is(self) -> ResearchResult:
        """Return what was gathered when no model may be asked any more."""
        if self._draft is not None:
            return self._draft.result
        return keeping.without_claims(self._params, self._shelf, _STOPPED)
