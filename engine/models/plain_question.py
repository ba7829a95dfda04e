"""One small question over one protocol, asked once, without anything learned before."""

from __future__ import annotations

from collections.abc import Mapping

from engine.errors import ModelError
from engine.models import probes
from engine.models.answer import Answer
from engine.models.exchange import Exchange, ProtocolChoice
from engine.models.retry import SystemClock
from engine.models.traits import ServerTraits
from engine.models.transport import Transport


async def ask_plainly(
    base_url: str,
    model: str,
    *,
    api_key: str,
    headers: Mapping[str, str],
    protocol: ProtocolChoice,
    traits: ServerTraits,
    read_timeout_s: float,
) -> Answer | ModelError:
    """Return the answer as it came, or why there is none.

    Args:
        traits: what the server's refusals teach goes there.
        read_timeout_s: how long the server may be silent.
    """
    transport = Transport(base_url, api_key, headers=headers, read_timeout_s=read_timeout_s)
    exchange = Exchange(
        transport,
        traits,
        SystemClock(),
        model=model,
        api_key=api_key,
        protocol=protocol,
        is_hosted=False,
        longest_answer_s=read_timeout_s,
    )
    try:
        return await exchange.ask(probes.plain())
    except ModelError as error:
        return error
    finally:
        await transport.aclose()
