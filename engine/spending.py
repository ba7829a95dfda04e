"""What a model's answer costs by a profile's prices."""

from __future__ import annotations

from engine.values import Prices
from researcher_container.contract import Usage


def cost_usd(usage: Usage, prices: Prices) -> float | None:
    """Return the cost in US dollars, None when a price that it takes is unknown."""
    parts = (
        (usage.input_tokens, prices.input_usd_per_million),
        (usage.output_tokens, prices.output_usd_per_million),
    )
    cost = 0.0
    for tokens, price in parts:
        if tokens and price is None:
            return None
        cost += tokens * (price or 0.0) / 1_000_000
    # Without any price nothing is known, not even that nothing was used.
    return None if all(price is None for _, price in parts) else cost
