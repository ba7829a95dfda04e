"""The researcher program: takes one question, answers it in one of three modes, ends with its stdin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from researcher_container.contract import Method, Ready, ResearchParams, ResearchResult
from researcher_container.researcher.broker import Broker

if TYPE_CHECKING:
    from researcher_container.channel import Channel


def research(params: ResearchParams, broker: Broker) -> ResearchResult:
    """Answer one question; the loop of the mode is imported only when it is needed."""
    if params.mode == "offline":
        from researcher_container.researcher import offline_loop

        return offline_loop.research(params, broker)
    if params.mode == "hosted":
        from researcher_container.researcher import hosted_loop

        return hosted_loop.research(params, broker)
    from researcher_container.researcher import tools_loop

    return tools_loop.research(params, broker)


def run(channel: Channel) -> None:
    """Say ready and serve `research` until the app closes stdin."""

    def on_research(params: dict[str, Any], blob: bytes | None) -> dict[str, Any]:
        asked = ResearchParams.model_validate(params)
        result = research(asked, Broker(channel, asked.time_s))
        return result.model_dump(mode="json")

    channel.notify(Method.READY, Ready(program="researcher"))
    channel.serve({Method.RESEARCH: on_research})
