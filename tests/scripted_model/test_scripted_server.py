"""The scripted server itself: as a program, held and released, changed while it runs, its log."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.scripted_model.plugin import load_server

SERVER = Path(__file__).with_name("server.py")
PLANNER = "You are the planner of a research team. Split the topic."


def post(base_url, path, body):
    address = base_url.split("/")[2]
    connection = http.client.HTTPConnection(address, timeout=10)
    try:
        connection.request("POST", path, json.dumps(body), {"content-type": "application/json"})
        reply = connection.getresponse()
        return reply.status, json.loads(reply.read())
    finally:
        connection.close()


def ask(base_url, system=PLANNER, user="Topic:\nTides", **more):
    messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
    return post(base_url, "/v1/chat/completions", {"model": "m", "messages": messages, **more})


def test_as_a_program(tmp_path):
    log = tmp_path / "requests.jsonl"
    command = [sys.executable, str(SERVER), "--port", "0", "--questions", "5", "--log", str(log)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as program:
        base_url = program.stdout.readline().strip()
        status, reply = ask(base_url)
        assert status == 200
        questions = json.loads(reply["choices"][0]["message"]["content"])["questions"]
        assert len(set(questions)) == 5
        assert all("Tides" in question for question in questions)
        assert post(base_url, "/control", {"questions": 2})[0] == 200
        reply = ask(base_url)[1]
        assert len(json.loads(reply["choices"][0]["message"]["content"])["questions"]) == 2
        program.stdin.close()
        assert program.wait(10) == 0
    entries = [json.loads(line) for line in log.read_text().splitlines()]
    assert [(entry["number"], entry["role"], entry["protocol"]) for entry in entries] == [
        (1, "planner", "chat"),
        (2, "planner", "chat"),
    ]


def test_a_held_request_waits_until_it_is_released():
    with load_server().ScriptedModel(hold="planner") as server:
        outcome = []

        def wait():
            with pytest.raises((ConnectionError, http.client.HTTPException)):
                ask(server.base_url)
            outcome.append("broken")

        caller = threading.Thread(target=wait)
        caller.start()
        end = time.monotonic() + 10
        while not server.asked("planner"):
            assert time.monotonic() < end
            time.sleep(0.005)
        assert outcome == []
        post(server.base_url, "/control", {"hold": "", "release": True})
        caller.join(10)
        assert outcome == ["broken"]
        assert ask(server.base_url)[0] == 200


def test_stopping_lets_held_requests_go():
    server = load_server().ScriptedModel(hold="planner").start()

    def wait():
        with pytest.raises((ConnectionError, http.client.HTTPException)):
            ask(server.base_url)

    caller = threading.Thread(target=wait)
    caller.start()
    end = time.monotonic() + 10
    while not server.asked():
        assert time.monotonic() < end
        time.sleep(0.005)
    server.stop()
    caller.join(10)
    assert not caller.is_alive()


def test_failures_hit_the_role_and_the_turn_they_are_meant_for():
    with load_server().ScriptedModel(fail="researcher:1", fail_status=503, only_question="neap") as server:
        researcher = "You are the researcher of a research team."
        tools = [{"type": "function", "function": {"name": "search"}}]
        assert ask(server.base_url)[0] == 200
        assert ask(server.base_url, researcher, "Question: What is a spring tide?", tools=tools)[0] == 200
        assert ask(server.base_url, researcher, "Question: What is a neap tide?", tools=tools)[0] == 503
        assert [entry["question"] for entry in server.asked("researcher")] == [
            "What is a spring tide?",
            "What is a neap tide?",
        ]


def test_unknown_settings_and_pages_are_refused():
    with load_server().ScriptedModel([]) as server:
        assert post(server.base_url, "/v1/embeddings", {})[0] == 404
        assert ask(server.base_url)[0] == 500
        connection = http.client.HTTPConnection(server.base_url.split("/")[2], timeout=10)
        connection.request("GET", "/v1/models")
        assert json.loads(connection.getresponse().read())["data"][0]["id"] == "scripted"
        connection.close()
