"""Our own commands, run beside the client as a person would run them."""

import json
import os
import pty
import subprocess
from dataclasses import dataclass
from pathlib import Path

from installed import REPOSITORY

LONGEST_RUN_S = 600  # a busy machine takes long for a hundred calls


def binaries():
    """The folder of the two binaries; an error that says what to do when they are not there."""
    folder = Path(os.environ.get("FUSEBOX_BIN_DIR") or REPOSITORY / "target" / "release").resolve()
    for name in ("fusebox", "fusebox-hook"):
        if not (folder / name).exists():
            raise FileNotFoundError(f"no {name} in {folder}: run cargo build --release, or set FUSEBOX_BIN_DIR")
    return folder


@dataclass
class Unattended:
    """How `fusebox run` ended: its exit code, what it passed on, what it said itself, and its record."""

    code: int
    passed_on: str
    said: str
    record: dict


@dataclass
class Looped:
    """How `fusebox loop` ended: its exit code, a line of each iteration, what it said itself, and how it stands."""

    code: int
    turns: list
    said: str
    status: dict

    def each(self, name):
        """What every iteration has under this name."""
        return [turn[name] for turn in self.turns]


class Fusebox:
    """`fusebox` in a sandbox, where the agent finds it on its PATH too."""

    def __init__(self, sandbox):
        self._folder, self._sandbox = binaries(), sandbox
        sandbox.find_on_path(self._folder)

    def run(self, *arguments):
        """Runs a command and returns what it printed; an error with its whole output when it fails."""
        done = subprocess.run(
            [self._folder / "fusebox", *arguments],
            cwd=self._sandbox.project,
            env=self._sandbox.env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=10,
        )
        if done.returncode:
            said = done.stdout + done.stderr
            raise AssertionError(f"fusebox {' '.join(arguments)} ended with {done.returncode}:\n{said}")
        return done.stdout

    def doctor(self):
        """The lines of `fusebox doctor`, however it ends."""
        done = subprocess.run(
            [self._folder / "fusebox", "doctor", "--json"],
            cwd=self._sandbox.project,
            env=self._sandbox.env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        return [f"{one['mark']}: {one['text']}" for one in json.loads(done.stdout)["checks"]]

    def install(self, client="claude"):
        """Installs the hooks for this sandbox's person."""
        self.run("install", client, "--scope", "user")

    def unattended(self, client, *options, words=()):
        """Runs a client, with these words more, with `fusebox run`; the record is the latest, whoever made it."""
        done = self._alone(client, "run", *options, more=words)
        runs = self.runs()
        return Unattended(done.returncode, done.stdout, done.stderr, runs[0] if runs else {})

    def loop(self, client, *options):
        """Runs a client with `fusebox loop`."""
        done = self._alone(client, "loop", "--json", *options)
        turns = [json.loads(line) for line in done.stdout.splitlines()]
        return Looped(done.returncode, turns, done.stderr, self._json("loop", "status"))

    def _alone(self, client, *words, more=()):
        """Starts a client below one of our commands, with nobody at a keyboard."""
        return subprocess.run(
            [self._folder / "fusebox", *words, "--", *client.unattended, *more],
            cwd=self._sandbox.project,
            env=client.env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LONGEST_RUN_S,
        )

    def runs(self):
        """The records of all runs, the latest first."""
        return self._json("runs")

    def sessions(self):
        """The ids of all sessions."""
        return [one["session"] for one in self._json("status")]

    def state(self, session):
        """The state of the breaker of a session."""
        return self._json("status", session)["state"]

    def incidents(self, session=None):
        """The reports of the incidents of a session, or of all, the newest first; each holds the bare `record` too."""
        listed = [one for one in self._json("incidents") if session in (None, one["session"])]
        return [self.incident(incident["id"]) for incident in listed]

    def incident(self, name):
        """The report of one incident."""
        return self._json("show", name)

    def task(self, name):
        """What is known of a task: its counts, its files, what was done outside of them, its checkpoint."""
        return self._json("task", "show", name)

    def guide(self, session, guidance):
        """What a person does about a trip from another terminal."""
        self.order("reset", session, "--guidance", guidance, "--yes")

    def attempts(self):
        """Every state that was kept of the latest task, the newest first."""
        return self._json("attempts", "list")

    def order(self, *arguments, answer=""):
        """Runs a command that only a person may give, and that therefore takes a terminal, and answers what it asks."""
        code, said = self._at_a_terminal(arguments, answer)
        if code:
            raise AssertionError(f"fusebox {' '.join(arguments)} at a terminal ended with {code}:\n{said}")
        return said

    def _at_a_terminal(self, arguments, answer):
        """Runs a command with a terminal of its own, as its session's leader; code and output."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.chdir(self._sandbox.project)
            program = str(self._folder / "fusebox")
            os.execve(program, [program, *arguments], self._sandbox.env)
        os.write(terminal, f"{answer}\n".encode() if answer else b"")
        said = b""
        while True:
            try:
                chunk = os.read(terminal, 4096)
            except OSError:
                break
            if not chunk:
                break
            said += chunk
        os.close(terminal)
        _, status = os.waitpid(pid, 0)
        return os.waitstatus_to_exitcode(status), said.decode(errors="replace")

    def _json(self, *arguments):
        printed = self.run(*arguments, "--json")
        try:
            return json.loads(printed)
        except ValueError as error:
            raise AssertionError(f"fusebox {' '.join(arguments)} --json printed no JSON:\n{printed}") from error
