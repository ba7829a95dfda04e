"""Programs that tests run inside a sandbox instead of the product's: an honest one, hostile ones, a probe."""

from __future__ import annotations

HONEST = """
from researcher_container.__main__ import end_on_memory_error, open_channel
from researcher_container.channel import HandlerError
from researcher_container.contract import Ready, Wire

class Text(Wire):
    text: str = ""

channel = open_channel()

def echo(params, blob):
    told = channel.call("up", Text(text=params.get("text", "")))
    return {"told": told, "blob_bytes": None if blob is None else len(blob), "blob_sum": sum(blob or b"") % 65521}

def wait_for_cancel(params, blob):
    channel.notify("progress", Text(text="waiting"))
    channel.cancelled.wait(20)
    return {"cancelled": channel.cancelled.is_set()}

def fail(params, blob):
    raise HandlerError(-32006, "unreadable", {"why": "a test"})

def bug(params, blob):
    return {"never": 1 / 0}

def ask_many(params, blob):
    pending = [channel.submit("up", Text(text=str(number))) for number in range(params["count"])]
    return {"told": [future.result()["text"] for future in pending]}

def grow(params, blob):
    held = []
    while True:
        held.append(bytearray(16 * 1024 * 1024))

def leave(params, blob):
    import os
    os._exit(params["status"])

channel.notify("ready", Ready(program=PROGRAM))
end_on_memory_error(lambda: channel.serve(
    {"echo": echo, "wait_for_cancel": wait_for_cancel, "fail": fail, "bug": bug, "ask_many": ask_many,
     "grow": grow, "leave": leave}
))
""".replace("PROGRAM", "__import__('sys').argv[1]")

_READY = """
import json, os, sys, time
def say(data):
    os.write(1, data)
def ready():
    say(b'{"jsonrpc":"2.0","method":"ready","params":{"program":"researcher","protocol":1}}\\n')
def take():
    line = b""
    while not line.endswith(b"\\n"):
        got = os.read(0, 1)
        if not got:
            sys.exit(0)
        line += got
    return json.loads(line)
ready()
call = take()
"""

# What each says instead of an answer to the first call.
BREAKS = {
    "not_json": _READY + "say(b'this is no JSON\\n'); time.sleep(60)",
    "not_an_object": _READY + "say(b'[1,2,3]\\n'); time.sleep(60)",
    "not_rpc": _READY + 'say(b\'{"id":1,"result":{}}\\n\'); time.sleep(60)',
    "deep_json": _READY + "say(b'[' * 500_000 + b'\\n'); time.sleep(60)",
    "nan": _READY + 'say(b\'{"jsonrpc":"2.0","id":1,"result":{"x":NaN}}\\n\'); time.sleep(60)',
    "long_line": _READY + 'say(b\'{"jsonrpc":"2.0","id":1,"result":{"x":"\' + b\'y\' * 1_100_000); time.sleep(60)',
    "endless": _READY + "\nwhile True: say(b'y' * 65536)",
    "unknown_reply": _READY + 'say(b\'{"jsonrpc":"2.0","id":99,"result":{}}\\n\'); time.sleep(60)',
    "error_without_code": _READY + 'say(b\'{"jsonrpc":"2.0","id":1,"error":{"code":"x"}}\\n\'); time.sleep(60)',
    "unknown_stream": _READY
    + 'say(b\'{"jsonrpc":"2.0","method":"part","params":{"stream":5,"data":"YWE="}}\\n\'); time.sleep(60)',
    "huge_stream": _READY
    + 'say(b\'{"jsonrpc":"2.0","id":1,"streams":{"result":{"id":1,"bytes":9999999999}}}\\n\'); time.sleep(60)',
    "longer_than_announced": _READY
    + """
import base64
say(b'{"jsonrpc":"2.0","id":1,"streams":{"result":{"id":1,"bytes":300000}}}\\n')
part = base64.b64encode(b"x" * 262144)
for _ in range(2):
    say(b'{"jsonrpc":"2.0","method":"part","params":{"stream":1,"data":"' + part + b'"}}\\n')
time.sleep(60)
""",
    "crumbs": _READY
    + """
say(b'{"jsonrpc":"2.0","id":1,"streams":{"result":{"id":1,"bytes":600000}}}\\n')
say(b'{"jsonrpc":"2.0","method":"part","params":{"stream":1,"data":"YWE="}}\\n')
time.sleep(60)
""",
    "call_flood": _READY
    + """
for number in range(1, 2000):
    say(b'{"jsonrpc":"2.0","id":%d,"method":"up","params":{}}\\n' % number)
time.sleep(60)
""",
    "same_call_id": _READY
    + """
for _ in range(2):
    say(b'{"jsonrpc":"2.0","id":1,"method":"up","params":{}}\\n')
time.sleep(60)
""",
}

DEAF = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
os.write(1, b'{"jsonrpc":"2.0","method":"ready","params":{"program":"researcher","protocol":1}}\\n')
while True:
    time.sleep(60)
"""

NEVER_READY = "import time\ntime.sleep(60)\n"

# Tells all it can find out about where it is.
PROBE = """
import glob, os, socket, stat, subprocess
from researcher_container.__main__ import open_channel
from researcher_container.contract import Ready

channel = open_channel()

def writable(path):
    try:
        with open(path, "w") as file:
            file.write("x")
        return True
    except OSError:
        return False

def connects(family, address):
    plug = socket.socket(family, socket.SOCK_STREAM)
    plug.settimeout(1)
    try:
        plug.connect(address)
        return True
    except OSError:
        return False
    finally:
        plug.close()

def sockets():
    answering = []
    for top, folders, files in os.walk("/", followlinks=False):
        if top.startswith(("/proc", "/sys")):
            folders.clear()
            continue
        for name in files:
            path = os.path.join(top, name)
            try:
                if stat.S_ISSOCK(os.lstat(path).st_mode):
                    answering.append((path, connects(socket.AF_UNIX, path)))
            except OSError:
                pass
    return answering

def contains(needle):
    found = []
    for path in glob.glob("/proc/[0-9]*/environ"):
        try:
            if needle in open(path, "rb").read():
                found.append(path)
        except OSError:
            pass
    for folder in ("/tmp", "/root", "/home", "/var", "/run", "/etc", "/dev/shm"):
        for top, folders, files in os.walk(folder):
            # The interpreter is there to be read; it is large and holds no secret.
            folders[:] = [name for name in folders if not name.startswith(("lib", "python", "site-packages"))]
            for name in files:
                try:
                    path = os.path.join(top, name)
                    if os.path.getsize(path) < 100_000 and needle in open(path, "rb").read():
                        found.append(path)
                except OSError:
                    pass
    return found

def executes_in_tmp():
    path = "/tmp/probe.sh"
    with open(path, "w") as file:
        file.write("#!/bin/sh\\nexit 0\\n")
    os.chmod(path, 0o755)
    try:
        return subprocess.run([path]).returncode == 0
    except OSError:
        return False

def status(name):
    for line in open("/proc/self/status"):
        if line.startswith(name + ":"):
            return line.split(":", 1)[1].strip()

def probe(params, blob):
    needle = params["needle"].encode()
    return {
        "interfaces": [name for _, name in socket.if_nameindex()],
        "sockets": sockets(),
        "reached": [list(address) for address in params["addresses"] if connects(socket.AF_INET, tuple(address))],
        "environment": dict(os.environ),
        "found_secret_in": contains(needle),
        "reads": {path: os.access(path, os.R_OK) for path in params["paths"]},
        "written": [path for path in ("/x", "/usr/x", "/etc/x", "/opt/x", "/proc/sys/vm/swappiness",
                                      "/dev/shm/../x") if writable(path)],
        "tmp_written": writable("/tmp/x"),
        "uid": os.getuid(), "gid": os.getgid(), "groups": os.getgroups(),
        "capabilities": [status("CapEff"), status("CapPrm"), status("CapBnd")],
        "no_new_privileges": status("NoNewPrivs"),
        "seccomp": status("Seccomp"),
        "executes_in_tmp": executes_in_tmp(),
        "processes": sorted(int(name) for name in os.listdir("/proc") if name.isdigit()),
        "root": sorted(os.listdir("/")),
        "limits": {name: __import__("resource").getrlimit(getattr(__import__("resource"), name))[0]
                   for name in ("RLIMIT_NOFILE", "RLIMIT_CORE")},
        "shm_bytes": os.statvfs("/dev/shm").f_blocks * os.statvfs("/dev/shm").f_frsize,
        "parent_environ": read_parent(),
    }

def parent(params, blob):
    return {"environ": read_parent()}

def read_parent():
    try:
        return open(f"/proc/{os.getppid()}/environ", "rb").read().decode(errors="replace")
    except OSError as error:
        return type(error).__name__

channel.notify("ready", Ready(program="researcher"))
channel.serve({"probe": probe, "parent": parent})
"""
