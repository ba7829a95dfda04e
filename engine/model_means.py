"""What a run thinks with: one client per model it names, and the mind of each role over it."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping

from engine.agents.port import Minds
from engine.errors import InputError
from engine.library.port import Library
from engine.models.port import LanguageModel
from engine.values import Role, RunOptions

# The model each role asks; empty where the run uses none.
ModelsOfRoles = Mapping[Role, LanguageModel]


def models_of(
    options: RunOptions, *, api_key: str, headers: Mapping[str, str], stack: contextlib.AsyncExitStack
) -> ModelsOfRoles:
    """Make the clients of a run; roles that name the same model share one. `stack` closes them.

    Raises:
        InputError: a role has no model.
    """
    if options.mode == "offline":
        return {}
    names = {role: options.model_of(role) for role in Role}
    if not all(names.values()):
        raise InputError(
            "No model is named.",
            "Set DOSSIER_MODEL to the model's name, as its server spells it, or use --offline.",
        )
    from engine.models.openai_model import OpenAIModel

    clients: dict[str, LanguageModel] = {}
    for name in dict.fromkeys(names.values()):
        clients[name] = OpenAIModel(
            base_url=options.base_url,
            api_key=api_key,
            model=name,
            protocol=options.protocol,
            hosted_search=options.hosted_search,
            headers=headers,
        )
        stack.push_async_callback(clients[name].aclose)
    return {role: clients[name] for role, name in names.items()}


def minds_of(library: Library | None, models: ModelsOfRoles) -> Minds:
    """Make planner, reviewer and writer, the offline ones where there is no model."""
    if not models:
        from engine.agents.offline.planner import OfflinePlanner
        from engine.agents.offline.reviewer import OfflineReviewer
        from engine.agents.offline.writer import OfflineWriter

        return Minds(planner=OfflinePlanner(library), reviewer=OfflineReviewer(library), writer=OfflineWriter())
    from engine.agents.model.judge import ModelJudge
    from engine.agents.model.planner import ModelPlanner
    from engine.agents.model.reviewer import ModelReviewer
    from engine.agents.model.writer import ModelWriter

    return Minds(
        planner=ModelPlanner(models[Role.PLANNER]),
        reviewer=ModelReviewer(models[Role.REVIEWER]),
        writer=ModelWriter(models[Role.WRITER]),
        judge=ModelJudge(models[Role.REVIEWER]),
    )
