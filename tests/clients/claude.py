"""The real Claude Code in a sandbox.

`move_in` gives it a home there. `Claude` runs it against a scripted model, headless or in a terminal. `hooks_said`
reads out of a request what hooks told the model.
"""

import contextlib
import fcntl
import json
import os
import pty
import re
import shutil
import signal
import struct
import subprocess
import termios
import threading
import time
import uuid
from dataclasses import dataclass

from installed import Client
from versions import tried

PACKAGE, PROGRAM = "@anthropic-ai/claude-code", "claude"
OLDEST_VERSION, NEWEST_VERSION = tried("Claude Code")
NEWEST = Client(PACKAGE, PROGRAM, NEWEST_VERSION)
OLDER = Client(PACKAGE, PROGRAM, OLDEST_VERSION)  # drops a halt that comes with a denial
MODEL = "sonnet"
DUMMY_KEY = "sk-ant-dummy-for-a-scripted-model-0000"
PATIENCE_S = 30  # for one thing to happen in the client; a whole case takes a few seconds


# Where it runs


def move_in(sandbox):
    """Makes the home of the client: its settings, and what a person answers when it is first started in a terminal."""
    folder = sandbox.home / ".claude"
    folder.mkdir()
    sandbox.env |= {
        "CLAUDE_CONFIG_DIR": str(folder),
        "ANTHROPIC_API_KEY": DUMMY_KEY,
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL": "1",
        "CLAUDE_CODE_MAX_RETRIES": "0",
        "DISABLE_AUTOUPDATER": "1",
        "DISABLE_ERROR_REPORTING": "1",
        "DISABLE_TELEMETRY": "1",
    }
    answered = {
        "hasCompletedOnboarding": True,
        "theme": "dark",
        "customApiKeyResponses": {"approved": [DUMMY_KEY[-20:]], "rejected": []},
        "projects": {str(sandbox.project): {"hasTrustDialogAccepted": True}},
    }
    (folder / "settings.json").write_text(json.dumps(_SETTINGS, indent=2))
    (folder / ".claude.json").write_text(json.dumps(answered, indent=2))


# Without automatic mode, whose classifier would ask the model too.
_SETTINGS = {"permissions": {"allow": ["Bash", "Read", "Edit", "Write"], "disableAutoMode": "disable"}}


# How it runs


@dataclass
class Run:
    """How a headless run ended."""

    session: str
    code: int
    result: dict
    stderr: str

    @property
    def stopped_by_hook(self):
        """Whether a hook ended the turn, not the model."""
        return self.result.get("terminal_reason") == "hook_stopped"


class Claude:
    """The client in a sandbox, talking to a scripted model."""

    def __init__(self, sandbox, model, client=NEWEST):
        self._project, self._program, self._allowed = sandbox.project, client.path, []
        self.env = {**sandbox.env, "ANTHROPIC_BASE_URL": model.url}

    @property
    def unattended(self):
        """The command that somebody else starts, and gives a prompt."""
        return [str(self._program), "-p", "--model", MODEL, *self._allowed]

    def forget_settings(self, sandbox):
        """Removes the settings of the person: what they allow is said on the command line."""
        shutil.rmtree(sandbox.home / ".claude")
        del self.env["CLAUDE_CONFIG_DIR"]
        self._allowed = ["--allowedTools", "Bash"]

    def headless(self, prompt, resume=None, bypass_permissions=False):
        """One prompt with `claude -p`, in a new session or in the one to resume."""
        session, command = self._start(resume)
        command += ["-p", prompt, "--output-format", "stream-json", "--verbose"]
        env = dict(self.env)
        if bypass_permissions:
            command.append("--dangerously-skip-permissions")
            env["IS_SANDBOX"] = "1"  # root may not use the flag elsewhere
        done = subprocess.run(
            command,
            cwd=self._project,
            env=env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=2 * PATIENCE_S,
        )
        events = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        result = next((event for event in reversed(events) if event.get("type") == "result"), {})
        return Run(session, done.returncode, result, done.stderr)

    def terminal(self, resume=None):
        """The interactive client: a context manager with a keyboard and a screen."""
        session, command = self._start(resume)
        return Terminal(session, command, self._project, self.env)

    def _start(self, resume):
        session = resume or str(uuid.uuid4())
        return session, [self._program, "--resume" if resume else "--session-id", session, "--model", MODEL]


class Terminal:
    """The client in a terminal of its own, with a person at the keyboard."""

    def __init__(self, session, command, folder, env, ready="? for shortcuts"):
        self.session, self._written, self._ready = session, bytearray(), ready
        self._keyboard, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 160, 0, 0))
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            env=env,
            stdin=inside,
            stdout=inside,
            stderr=inside,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(inside)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self):
        self.wait_until(lambda: self.shows(self._ready), "the prompt of the client")
        return self

    def __exit__(self, *_):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._reader.join(timeout=5)
        os.close(self._keyboard)

    def type(self, sentence):
        """Types a sentence and sends it. Without the pauses the client takes the Enter for part of a paste."""
        time.sleep(0.5)
        os.write(self._keyboard, sentence.encode())
        time.sleep(0.5)
        os.write(self._keyboard, b"\r")

    def wait_until(self, happened, what):
        """Waits for something; when it does not come, the error holds what was on the screen."""
        until = time.monotonic() + PATIENCE_S
        while not happened():
            if time.monotonic() > until or self._process.poll() is not None:
                raise AssertionError(f"{what} did not come. The terminal showed:\n{self._words()[-3000:]}")
            time.sleep(0.05)

    def shows(self, words):
        """Whether the words were ever written. Blanks do not count: the client moves the cursor over them."""
        return "".join(words.split()) in "".join(self._words().split())

    def bells(self):
        """How often the bell rang; the same byte at the end of a title does not count."""
        return self._words().count("\a")

    def _words(self):
        return _CONTROL_SEQUENCE.sub("", bytes(self._written).decode(errors="replace"))

    def _read(self):
        with contextlib.suppress(OSError):  # the terminal is gone when the client is
            while written := os.read(self._keyboard, 65536):
                self._written += written


_CONTROL_SEQUENCE = re.compile(
    r"\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)"  # titles and notifications
    r"|\x1b\[[0-?]*[ -/]*[@-~]"  # colours, cursor
    r"|\x1b[()][0-9A-Z]"  # character sets
    r"|\x1b[0-9=>A-Z]"  # the rest
)


# What hooks told the model


def hooks_said(request):
    """What hooks told the model in a request, in order, as (kind, text); the kinds are those of `_FORMS`.

    By the model it talks to, the client puts such words in reminders inside the results or in messages of their own.
    """
    found = [
        (at, match.start(), kind, match[1].strip())
        for at, text in enumerate(request.texts)
        for kind, form in _FORMS.items()
        for match in form.finditer(text)
    ]
    return [(kind, text) for _, _, kind, text in sorted(found)]


def warnings(request):
    """What hooks told the model beside the results."""
    return [text for kind, text in hooks_said(request) if kind == "warning"]


def is_denial(text):
    """Whether a tool result is a hook's denial."""
    return text.startswith("PreToolUse:")


_END = r"(.*?)(?=\s*</system-reminder>|\n\n<system-reminder>|\n\n\w+(?::\w+)? hook |\Z)"
_FORMS = {
    "warning": re.compile(r"\w+(?::\w+)? hook additional context: " + _END, re.DOTALL),
    "denial": re.compile(r"\APreToolUse:\w+ hook error: " + _END, re.DOTALL),
    "stop": re.compile(r"\w+ hook stopped continuation: " + _END, re.DOTALL),
}
