"""The client, the inspector and the conformance suite of the Model Context Protocol, which drive `fusebox mcp serve`."""

import contextlib
import json
import shutil
import subprocess
from pathlib import Path

from installed import Client, Library

SDK = Library("@modelcontextprotocol/sdk", "1.32.2")
# The inspector and the suite need a newer Node than the clients do.
NODE = Client("node", "node", "22.23.3")
INSPECTOR = Library("@modelcontextprotocol/inspector", "2.12.0")
CONFORMANCE = Library("@modelcontextprotocol/conformance", "0.1.16")
ALL = (SDK, NODE, INSPECTOR, CONFORMANCE)
SCRIPT = Path(__file__).resolve().with_name("mcp_client.mjs")
BRIDGE = Path(__file__).resolve().with_name("mcp_bridge.mjs")
LONGEST_S = 120  # a busy machine


def talk(server, report, **where):
    """What the client says of a conversation with the server of this command line, in which it gives this report."""
    node = shutil.which("node")
    if node is None:
        raise FileNotFoundError("node is not on the PATH")
    env = {**where.pop("env"), "REPORT": json.dumps(report)}
    command = [node, str(SCRIPT), str(SDK.path), *map(str, server)]
    done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=LONGEST_S, **where)
    if done.returncode:
        raise AssertionError(f"the client ended with {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def inspect(server, *arguments, **where):
    """How the inspector ended, and what it printed, after one method of the server of this command line."""
    program = INSPECTOR.path / ".bin" / "mcp-inspector"
    command = [str(NODE.path), str(program), "--cli", *map(str, server), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_S, **where)


@contextlib.contextmanager
def bridged(server, **where):
    """The address over which the server of this command line is served."""
    command = [str(NODE.path), str(BRIDGE), str(SDK.path), *map(str, server)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **where) as bridge:
        try:
            yield bridge.stdout.readline().strip()
        finally:
            bridge.terminate()


def conform(address, scenario, **where):
    """How the conformance suite ended, and what it printed, in one of its scenarios."""
    program = CONFORMANCE.path / ".bin" / "conformance"
    command = [str(NODE.path), str(program), "server", "--url", address, "--scenario", scenario]
    return subprocess.run(command, capture_output=True, text=True, timeout=LONGEST_S, **where)
