"""The reader program: answers `read`, each document in a child process of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from researcher_container.channel import HandlerError
from researcher_container.contract import ErrorCode, Method, ReadParams, Ready
from researcher_container.reader import child_process, undumpable
from researcher_container.reader.media_type import Unreadable

if TYPE_CHECKING:
    from researcher_container.channel import Channel


def run(channel: Channel) -> None:
    """Say ready and serve `read` until the app closes stdin."""
    undumpable.make_undumpable()
    child_process.prepare()

    def on_read(params: dict[str, Any], blob: bytes | None) -> dict[str, Any]:
        try:
            return child_process.read_in_child(
                blob or b"", ReadParams.model_validate(params), is_cancelled=channel.cancelled.is_set
            )
        except Unreadable as error:
            raise HandlerError(ErrorCode.UNREADABLE, str(error)) from None
        except child_process.Cancelled:
            channel.cancelled.clear()
            raise HandlerError(ErrorCode.CANCELLED, "Reading was cancelled.") from None

    channel.notify(Method.READY, Ready(program="reader"))
    channel.serve({Method.READ: on_read})
