#!/usr/bin/env python3
"""Measures what `fusebox top` takes of a core beside live sessions that get events.

    python3 crates/bench/scripts/top.py FOLDER_OF_THE_PROGRAMS [sessions] [seconds]

It prints the share of one core, from the user and system time of the process. The home is a temporary one.
"""

import fcntl
import json
import os
import pty
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
from pathlib import Path

EVENTS_A_SECOND = 10  # of all sessions together: an agent makes a call every few seconds
ROWS, COLUMNS = 50, 160


def main(programs, sessions=50, seconds=30):
    """Starts the sessions and the view, and prints one line."""
    with tempfile.TemporaryDirectory(prefix="top-", ignore_cleanup_errors=True) as home:
        env = {"HOME": home, "PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        hook = [str(Path(programs) / "fusebox-hook"), "claude"]
        for session in range(sessions):
            tell(hook, env, start(session))
        process, screen = open_view(programs, env)
        drained = threading.Thread(target=drain, args=(screen,), daemon=True)
        drained.start()
        time.sleep(3)  # the first screen
        before, begun = used(process.pid), time.monotonic()
        events = 0
        while time.monotonic() < begun + seconds:
            tell(hook, env, call(events % sessions, events))
            events += 1
            time.sleep(max(0, begun + events / EVENTS_A_SECOND - time.monotonic()))
        took = time.monotonic() - begun
        share = 100 * (used(process.pid) - before) / took
        os.write(screen, b"q")
        process.wait(timeout=20)
    print(f"fusebox top: {share:.2f} % of a core, {sessions} live sessions, {events / took:.1f} events a second, {took:.0f} s")


def start(session):
    return {"hook_event_name": "SessionStart", "session_id": f"s{session}", "cwd": "/w", "source": "startup"}


def call(session, number):
    """A call of its own, which no rule minds."""
    return {
        "hook_event_name": "PreToolUse",
        "session_id": f"s{session}",
        "cwd": "/w",
        "tool_name": "Bash",
        "tool_input": {"command": f"cat file{number}"},
        "tool_use_id": f"t{number}",
    }


def tell(hook, env, event):
    subprocess.run(hook, env=env, input=json.dumps(event).encode(), stdout=subprocess.DEVNULL, check=True)


def open_view(programs, env):
    """`fusebox top` in a terminal of this size."""
    screen, terminal = pty.openpty()
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("4H", ROWS, COLUMNS, 0, 0))
    command = [str(Path(programs) / "fusebox"), "top"]
    process = subprocess.Popen(command, env=env, stdin=terminal, stdout=terminal, stderr=terminal, start_new_session=True)
    os.close(terminal)
    return process, screen


def drain(screen):
    """Reads what is drawn, so that the terminal never holds it up."""
    try:
        while os.read(screen, 1 << 16):
            pass
    except OSError:
        pass


def used(pid):
    """The seconds of user and system time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main(sys.argv[1], *(int(number) for number in sys.argv[2:]))
