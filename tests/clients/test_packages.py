"""The plugin of Codex and the package of opencode, installed from this repository by the real clients: each guards as the
hooks of `fusebox install` do, and takes them along when it goes.
"""

import json
import unittest

import others
from case import Case
from installed import REPOSITORY
from scripted_model import Part, Step

DENY_FROM = 7  # that call


class Packaged:
    """What has to come of a package, whichever the client."""

    hooked, title = None, None
    with_hooks = False

    def move_in(self):
        self.hooked.prepare(self.sandbox)
        self.sandbox.command("check", "echo 'error: port 8080 refused the connection' >&2; sleep 0.2; exit 1")

    def make_client(self):
        return self.hooked(self.sandbox, self.model)

    def says(self, *words):
        return self.client_says(self.hooked.installed, *words, env=self.client.env)

    def setUp(self):
        super().setUp()
        self.client = self.play(Part([Step(calls=(self.hooked.shell("check"),)) for _ in range(20)]))
        self.put_in()

    def test_a_loop_is_stopped(self):
        self.client.headless("make the check pass")
        self.assertEqual(self.sandbox.runs("check"), DENY_FROM - 1, "runs of the command before it was denied")
        [session] = self.fusebox.sessions()
        self.assertEqual(self.the_incident(session)["rule"], "repetition.same_call")

    def test_it_is_found_alone_and_beside_installed_hooks(self):
        self.assertTrue([line for line in self.fusebox.doctor() if line.startswith(f"good: {self.title}: the ") and line.endswith(" has the hooks")])
        self.assertFalse([line for line in self.fusebox.doctor() if "counts twice" in line])
        self.fusebox.install(self.hooked.name)
        self.assertTrue([line for line in self.fusebox.doctor() if "counts twice" in line])
        self.take_out()
        self.assertFalse([line for line in self.fusebox.doctor() if "counts twice" in line])

    def test_without_it_nothing_is_guarded(self):
        self.take_out()
        self.client.headless("make the check pass")
        self.assertEqual(self.sandbox.runs("check"), 20)
        self.assertEqual(self.fusebox.sessions(), [])


class PluginOfClaudeElsewhere(Packaged):
    """The plugin of Claude Code in a client that installs such plugins as its own: it must not stand beside the hooks of
    `fusebox install` for that client.
    """

    test_a_loop_is_stopped = None
    test_without_it_nothing_is_guarded = None

    def test_it_is_found_alone_and_beside_installed_hooks(self):
        lines = self.fusebox.doctor()
        self.assertTrue([line for line in lines if f"{self.title} is on this machine, and nothing guards it" in line])
        self.fusebox.install(self.hooked.name)
        self.assertTrue([line for line in self.fusebox.doctor() if "for Claude Code" in line and "counts twice" in line])
        self.take_out()
        self.assertFalse([line for line in self.fusebox.doctor() if "counts twice" in line])


class PluginOfClaudeInCopilot(PluginOfClaudeElsewhere, Case):
    hooked, title = others.Copilot, "GitHub Copilot CLI"

    def put_in(self):
        self.says("plugin", "marketplace", "add", str(REPOSITORY / "contrib/claude-code"))
        self.says("plugin", "install", "fusebox@fusebox")

    def take_out(self):
        self.says("plugin", "uninstall", "fusebox@fusebox")


class PluginOfClaudeInQwen(PluginOfClaudeElsewhere, Case):
    hooked, title = others.Qwen, "Qwen Code"

    def put_in(self):
        self.says("extensions", "install", str(REPOSITORY / "contrib/claude-code/fusebox"), "--consent")

    def take_out(self):
        self.says("extensions", "uninstall", "fusebox")


class PluginOfCodex(Packaged, Case):
    hooked, title = others.Codex, "Codex CLI"

    def put_in(self):
        self.says("plugin", "marketplace", "add", str(REPOSITORY / "contrib/codex"))
        self.says("plugin", "add", "fusebox@fusebox")

    def take_out(self):
        self.says("plugin", "remove", "fusebox@fusebox")


class PackageOfOpencode(Packaged, Case):
    hooked, title = others.Opencode, "opencode"

    def put_in(self):
        self.says("plugin", str(REPOSITORY / "contrib/opencode/fusebox"), "--global")

    def take_out(self):
        config = self.sandbox.home / ".config/opencode/opencode.json"
        said = json.loads(config.read_text())
        del said["plugin"]
        config.write_text(json.dumps(said))


if __name__ == "__main__":
    unittest.main()
