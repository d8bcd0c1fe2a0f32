"""The client of the Model Context Protocol's own SDK, which drives `fusebox mcp serve`."""

import json
import shutil
import subprocess
from pathlib import Path

from installed import Library

SDK = Library("@modelcontextprotocol/sdk", "1.32.2")
SCRIPT = Path(__file__).resolve().with_name("mcp_client.mjs")
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
