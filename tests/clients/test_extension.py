"""The extension of Gemini CLI, installed from this repository by the real client: it guards as the hooks of
`fusebox install` do, and both at once are found.
"""

import unittest

import others
from case import Case
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
        return self.client_says(others.Gemini.installed, *words, env=self.client.env)

    def test_a_loop_is_stopped(self):
        self.client.headless("make the check pass")
        self.assertEqual(self.sandbox.runs("check"), DENY_FROM - 1, "runs of the command before it was denied")
        [session] = self.fusebox.sessions()
        self.assertEqual(self.the_incident(session)["rule"], "repetition.same_call")

    def test_the_extension_is_found_alone_and_beside_installed_hooks(self):
        self.assertIn("good: Gemini CLI: the extension of Fusebox has the hooks", self.fusebox.doctor())
        self.fusebox.install("gemini")
        self.assertTrue([line for line in self.fusebox.doctor() if "counts twice" in line])

    def test_uninstalling_leaves_no_hook(self):
        self.gemini("extensions", "uninstall", "fusebox")
        self.client.headless("make the check pass")
        self.assertEqual(self.sandbox.runs("check"), 20)
        self.assertEqual(self.fusebox.sessions(), [])


if __name__ == "__main__":
    unittest.main()
