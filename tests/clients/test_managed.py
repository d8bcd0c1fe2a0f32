"""Hooks in the administrator's settings, in the real clients: settings of an agent that switch hooks off do not reach
them, and Codex runs them without trust. The system's folder is the sandbox's, in a mount namespace.
"""

import json
import shlex
import subprocess
import unittest
from dataclasses import dataclass
from pathlib import Path

import others
from case import Case
from claude import NEWEST, Claude
from fusebox import binaries
from scripted_model import Part, Step, bash

DENY_FROM = 7  # the same call
SAYS_NO = "echo 'error: port 8080 refused the connection' >&2; exit 1"
NEEDED = ("passwd", "group", "nsswitch.conf", "hosts", "ssl")  # of the system's folder, by the clients
AS_SYSTEM = 'mount --bind "$0" /etc && exec "$@"'


@dataclass(frozen=True)
class Wrapped:
    """A client whose program runs in the namespace."""

    path: Path
    version: str


class ManagedCase(Case):
    """A sandbox with a folder of its own in the place of /etc, where hooks are installed."""

    with_hooks = False

    def setUp(self):
        super().setUp()
        self.sandbox.command("check", SAYS_NO)
        self.etc = self.sandbox.root / "etc"
        self.etc.mkdir()
        for name in NEEDED:
            if Path("/etc", name).exists():
                subprocess.run(["cp", "-rL", f"/etc/{name}", self.etc / name], check=True)
        order = ["install", self.agent, "--scope", "managed"]
        command = [*self.in_namespace(), str(binaries() / "fusebox"), *order]
        done = subprocess.run(command, cwd=self.sandbox.project, env=self.sandbox.env, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def in_namespace(self):
        """The words before a command that sees this folder as /etc."""
        return ["unshare", "--mount", "sh", "-c", AS_SYSTEM, str(self.etc)]

    def wrapped(self, client):
        """The client, in that namespace."""
        program = self.sandbox.root / "bin" / client.program
        program.write_text(f'#!/bin/sh\nexec {shlex.join([*self.in_namespace(), str(client.path)])} "$@"\n')
        program.chmod(0o755)
        return Wrapped(program, client.version)

    def _formatMessage(self, msg, standard):
        return super()._formatMessage(msg, standard) if hasattr(self, "model") else standard


class WithClaude(ManagedCase):
    def make_client(self):
        return Claude(self.sandbox, self.model, self.wrapped(NEWEST))

    def test_its_own_settings_do_not_switch_them_off(self):
        file = self.sandbox.home / ".claude/settings.json"
        file.write_text(json.dumps(json.loads(file.read_text()) | {"disableAllHooks": True}))
        run = self.play(Part([bash("check")], forever=True), most=20).headless("make the check pass")
        self.assertEqual(self.sandbox.runs("check"), DENY_FROM - 1)
        self.assertTrue(run.stopped_by_hook, f"the turn was not stopped by a hook: {run.result}")


class WithCodex(ManagedCase):
    agent = "codex"

    def move_in(self):
        others.Codex.prepare(self.sandbox)

    def make_client(self):
        client = others.Codex(self.sandbox, self.model)
        client.installed, client.trusted = self.wrapped(client.installed), []
        config = self.sandbox.home / ".codex/config.toml"
        config.write_text(config.read_text() + "\n[features]\nhooks = false\n")
        return client

    def test_they_need_no_trust_and_its_own_settings_do_not_switch_them_off(self):
        steps = [Step(calls=(others.Codex.shell("check"),))] * 20
        self.play(Part(steps), most=20).headless("make the check pass")
        self.assertEqual(self.sandbox.runs("check"), DENY_FROM - 1)
        self.assertEqual(len(self.fusebox.sessions()), 1)


if __name__ == "__main__":
    unittest.main()
