"""The model doctor finds out what works, against servers that work, refuse, lie, or are not there."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from app.model_memory import ModelMemory
from engine.models.doctor import ModelDoctor, Patient
from engine.models.finding import ModelFinding, ModelVerdict
from engine.models.model_list import list_models
from engine.models.traits import StructureLevel, TraitsMemory

CITY = {"city": "Paris", "country": "France", "rivers": ["Seine"]}
NUMBERS = ", ".join(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten") * 3)
KEY = "sk-test-1234567890"


class Script:
    """A model that answers the doctor's questions; settings take abilities away, one by one."""

    def __init__(self, say: ModuleType, **settings: Any) -> None:
        self._say = say
        self.levels = settings.get("levels", ("json_schema", "json_object", ""))
        self.protocols = settings.get("protocols", ("chat", "responses"))
        self.ignores_schema = settings.get("ignores_schema", False)
        self.tools = settings.get("tools", "calls")
        self.usage = settings.get("usage", True)
        self.failure = settings.get("failure")
        self.models = settings.get("models", ("tidebot", "scripted"))
        self.thinks = settings.get("thinks", "")

    def __call__(self, asked: Any) -> Any:
        if self.failure:
            return self.failure
        if asked.protocol not in self.protocols:
            return self._say.Failure(404, {"error": {"message": "Not Found"}})
        if asked.body["model"] not in self.models:
            return self._refusal(404, f"The model `{asked.body['model']}` does not exist", "model_not_found")
        if asked.tools:
            return self._with_tool()
        if "city" in asked.text().lower() and "Name the city" in asked.text():
            return self._structured(asked)
        if asked.stream:
            return self._say.Answer(text=NUMBERS, usage=self.usage, piece_chars=20)
        return self._say.Answer(text=f"{self.thinks}ready", usage=self.usage)

    def _structured(self, asked: Any) -> Any:
        if asked.schema_level not in self.levels:
            return self._refusal(400, "response_format json_schema is not supported", "unsupported")
        if self.ignores_schema and asked.schema_level == "json_schema":
            return self._say.Answer(text="Paris lies on the Seine.", usage=self.usage)
        return self._say.Answer(text=json.dumps(CITY), usage=self.usage)

    def _with_tool(self) -> Any:
        if self.tools == "refused":
            return self._refusal(400, "tidebot does not support tools", "")
        if self.tools == "ignored":
            return self._say.Answer(text="It is sunny.")
        return self._say.Answer(calls=(self._say.Call("weather", {"city": "Oslo"}),))

    def _refusal(self, status: int, message: str, code: str) -> Any:
        return self._say.Failure(status, {"error": {"message": message, "code": code}})


async def examined(base_url: str, **patient: Any) -> tuple[list[ModelFinding], ModelVerdict, TraitsMemory]:
    traits = TraitsMemory()
    told = {"base_url": base_url, "model": "tidebot", "api_key": KEY} | patient
    doctor = ModelDoctor(Patient(**told), traits=traits, read_timeout_s=5.0)
    return [finding async for finding in doctor.findings()], doctor.verdict, traits


def marks(findings: list[ModelFinding]) -> dict[str, str]:
    return {finding.code: finding.mark for finding in findings}


async def test_a_server_that_can_everything(serve: Callable[..., Any], say: ModuleType):
    server = serve(Script(say), piece_delay_s=0.005)
    findings, verdict, traits = await examined(server.base_url)
    assert marks(findings) == dict.fromkeys(
        ("server_answers", "key_accepted", "model_answers", "speaks", "follows_schema", "calls_tools", "streams"),
        "ok",
    )
    found = {finding.code: finding for finding in findings}
    assert found["follows_schema"].names == {"good": "3", "asked": "3"}
    assert found["streams"].figure is not None
    assert found["streams"].figure > 1
    assert (verdict.protocol, verdict.worst, verdict.models) == ("chat", "ok", ("scripted",))
    assert verdict.tokens > 0
    assert traits.of(server.base_url, "tidebot").protocol == "chat"


async def test_the_list_tells_whether_a_model_is_offered(serve: Callable[..., Any], say: ModuleType):
    findings, _, _ = await examined(serve(Script(say)).base_url, model="scripted")
    assert marks(findings)["model_offered"] == "ok"


@pytest.mark.parametrize(
    ("has", "wants_hosted", "expected"),
    [
        (("chat",), False, "chat"),
        (("responses",), False, "responses"),
        (("chat", "responses"), True, "responses"),
        (("chat",), True, "chat"),
    ],
)
async def test_the_best_protocol_is_chosen_and_remembered(
    serve: Callable[..., Any], say: ModuleType, has: tuple[str, ...], wants_hosted: bool, expected: str
):
    server = serve(Script(say, protocols=has))
    findings, verdict, traits = await examined(server.base_url, wants_hosted_search=wants_hosted)
    assert "no_answer" not in marks(findings)
    assert verdict.protocol == expected
    assert traits.of(server.base_url, "tidebot").protocol == expected


async def test_a_protocol_the_server_does_not_speak_is_named(serve: Callable[..., Any], say: ModuleType):
    findings, verdict, _ = await examined(serve(Script(say, protocols=("chat",))).base_url, protocol="responses")
    assert findings[-1].code == "speaks_not"
    assert findings[-1].names == {"protocol": "responses", "other": "chat"}
    assert verdict.worst == "bad"


@pytest.mark.parametrize(
    ("settings", "code", "level"),
    [
        ({"levels": ("json_object", "")}, "follows_object", StructureLevel.OBJECT),
        ({"levels": ("",)}, "follows_prompt", StructureLevel.PLAIN),
        ({"ignores_schema": True}, "follows_object", StructureLevel.OBJECT),
    ],
)
async def test_the_ladder_of_structure(
    serve: Callable[..., Any], say: ModuleType, settings: dict[str, Any], code: str, level: StructureLevel
):
    server = serve(Script(say, **settings))
    findings, _, traits = await examined(server.base_url)
    assert marks(findings)[code] == "note"
    assert traits.of(server.base_url, "tidebot").structure == level


@pytest.mark.parametrize(("tools", "code"), [("refused", "calls_no_tools"), ("ignored", "ignores_tools")])
async def test_tools_that_are_not_called(serve: Callable[..., Any], say: ModuleType, tools: str, code: str):
    findings, _, _ = await examined(serve(Script(say, tools=tools)).base_url)
    assert marks(findings)[code] == "note"
    assert marks(findings)["streams"] == "ok"


async def test_streams_without_counts_are_told(serve: Callable[..., Any], say: ModuleType):
    findings, verdict, _ = await examined(serve(Script(say, usage=False)).base_url)
    assert marks(findings)["counts_missing"] == "note"
    assert verdict.worst == "note"


async def test_thinking_in_tags_is_told(serve: Callable[..., Any], say: ModuleType):
    findings, _, _ = await examined(serve(Script(say, thinks="<think>One word.</think>")).base_url)
    assert "reasons_in_tags" in marks(findings)


async def test_an_unknown_model_comes_with_those_that_are_there(serve: Callable[..., Any], say: ModuleType):
    findings, _, traits = await examined(serve(Script(say)).base_url, model="missing")
    assert (findings[-1].code, findings[-1].mark, findings[-1].offers) == ("model_unknown", "bad", ("scripted",))
    assert traits.known() == ()


async def test_a_role_whose_model_is_missing_is_named(serve: Callable[..., Any], say: ModuleType):
    findings, _, _ = await examined(serve(Script(say)).base_url, role_models=("small-1", "scripted", "tidebot"))
    missing = [finding for finding in findings if finding.code == "model_unknown"]
    assert [finding.names["model"] for finding in missing] == ["small-1"]
    assert missing[0].offers == ("tidebot", "scripted")


@pytest.mark.parametrize(
    ("status", "message", "code", "mark"),
    [
        (401, "Incorrect API key provided", "key_refused", "bad"),
        (429, "Slow down", "slow_down", "note"),
        (402, "Insufficient credit", "no_credit", "bad"),
        (500, "boom", "no_answer", "bad"),
    ],
)
async def test_refusals_are_told_at_once(
    serve: Callable[..., Any], say: ModuleType, status: int, message: str, code: str, mark: str
):
    headers = {"retry-after": "600"} if status == 429 else {}
    server = serve(Script(say, failure=say.Failure(status, {"error": {"message": message}}, headers)))
    findings, _, traits = await examined(server.base_url)
    assert (findings[-1].code, findings[-1].mark) == (code, mark)
    assert KEY not in "".join(finding.model_dump_json() for finding in findings)
    assert traits.known() == ()


async def test_without_a_key_a_refusal_says_that_one_is_wanted(serve: Callable[..., Any], say: ModuleType):
    server = serve(Script(say, failure=say.Failure(401, {"error": {"message": "No key"}})))
    findings, _, _ = await examined(server.base_url, api_key="")
    assert findings[-1].code == "key_wanted"


async def test_without_a_model_those_that_are_there_are_offered(serve: Callable[..., Any], say: ModuleType):
    findings, _, _ = await examined(serve(Script(say)).base_url, model="")
    assert (findings[-1].code, findings[-1].offers) == ("no_model", ("scripted",))


@pytest.fixture
def closed_port() -> int:
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])


@pytest.fixture
def mute() -> Iterator[str]:
    """A server that takes connections and never answers."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/v1"


async def test_a_server_that_is_down(closed_port: int):
    findings, verdict, _ = await examined(f"http://127.0.0.1:{closed_port}/v1")
    assert [(finding.code, finding.mark) for finding in findings] == [("server_silent", "bad")]
    assert verdict.protocol is None


async def test_a_server_that_is_mute_is_not_waited_for(mute: str):
    with pytest.raises(Exception, match="in time"):
        await list_models(mute, "", {}, timeout_s=0.05)


def test_the_patient_never_shows_its_key():
    assert KEY not in repr(Patient(api_key=KEY, headers={"api-key": KEY}))


async def test_what_was_found_out_outlives_the_session(serve: Callable[..., Any], say: ModuleType, tmp_path: Path):
    server = serve(Script(say, levels=("",), tools="refused"))
    _, _, traits = await examined(server.base_url)
    ModelMemory(tmp_path / "models.json", traits).keep()
    later = TraitsMemory()
    ModelMemory(tmp_path / "models.json", later).recall()
    known = later.of(server.base_url, "tidebot")
    assert (known.structure, known.takes_tools, known.protocol) == (StructureLevel.PLAIN, False, "chat")


def test_a_damaged_memory_is_passed_over(tmp_path: Path):
    path = tmp_path / "models.json"
    for text in ("{", "7", '[{"since": "x"}]', '[{"since": 1e18, "base_url": 3}]', "[null]"):
        path.write_text(text)
        traits = TraitsMemory()
        ModelMemory(path, traits).recall()
        assert traits.known() == ()
