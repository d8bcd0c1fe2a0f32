"""The extension of Gemini CLI, installed from this repository by the real client: it guards as the hooks of
`fusebox install` do, and both at once are found.
"""

import json
import subprocess
import unittest

import others
from case import Case
from fusebox import binaries
from installed import REPOSITORY
from scripted_model import Part, Step

EXTENSION = REPOSITORY / "contrib/gemini/fusebox"
DENY_FROM = 7  # that call


class Extended(Case):
    with_hooks = False

    def move_in(self):
        others.Gemini.prepare(self.sandbox)
        self.sandbox.command("check", "echo 'error: port 8080 refused the connection' >&2; sleep 0.2; exit 1")

    def setUp(self):
        super().setUp()
        self.client = self.play(Part([self.check(" " * at) for at in range(20)]))
        self.gemini("extensions", "install", str(EXTENSION), "--consent")

    def make_client(self):
        return others.Gemini(self.sandbox, self.model)

    def check(self, spaces):
        """A run of `check` that does not look like another one to the client's own guard."""
        return Step(calls=(others.Gemini.shell("check" + spaces),))

    def gemini(self, *words):
        """What a command of the client itself prints."""
        done = subprocess.run(
            [str(others.Gemini.installed.path), *words],
            cwd=self.sandbox.project,
            env=self.client.env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,  # a busy machine
        )
        said = done.stdout + done.stderr
        if done.returncode:
            raise AssertionError(f"gemini {' '.join(words)} ended with {done.returncode}: {said}")
        return said

    def doctor(self):
        """The lines of `fusebox doctor`."""
        done = subprocess.run(
            [binaries() / "fusebox", "doctor", "--json"],
            cwd=self.sandbox.project,
            env=self.sandbox.env,
            capture_output=True,
            text=True,
        )
        return [f"{one['mark']}: {one['text']}" for one in json.loads(done.stdout)["checks"]]

    def test_a_loop_is_stopped(self):
        self.client.headless("make the check pass")
        self.assertEqual(self.sandbox.runs("check"), DENY_FROM - 1, "runs of the command before it was denied")
        [session] = self.fusebox.sessions()
        self.assertEqual(self.the_incident(session)["rule"], "repetition.same_call")

    def test_the_extension_is_found_alone_and_beside_installed_hooks(self):
        self.assertIn("good: Gemini CLI: the extension of Fusebox has the hooks", self.doctor())
        self.fusebox.install("gemini")
        self.assertTrue([line for line in self.doctor() if "counts twice" in line])

    def test_uninstalling_leaves_no_hook(self):
        self.gemini("extensions", "uninstall", "fusebox")
        self.client.headless("make the check pass")
        self.assertEqual(self.sandbox.runs("check"), 20)
        self.assertEqual(self.fusebox.sessions(), [])


if __name__ == "__main__":
    unittest.main()
