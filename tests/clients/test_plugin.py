"""The plugin of Claude Code, installed from the marketplace of this repository by the real client: it guards as the
hooks of `fusebox install` do, its commands show what Fusebox prints, and both at once are found.
"""

import unittest

from claude import NEWEST
from installed import REPOSITORY
from scripted_model import Part, say
from test_claude import CHECK, CheckCase

MARKETPLACE = REPOSITORY / "contrib/claude-code"


class Plugged(CheckCase):
    with_hooks = False

    def setUp(self):
        super().setUp()
        self.client_says(NEWEST, "plugin", "marketplace", "add", str(MARKETPLACE))
        self.client_says(NEWEST, "plugin", "install", "fusebox@fusebox")

    def test_a_loop_is_stopped(self):
        run = self.play(Part([CHECK], forever=True)).headless("make the check pass")
        self.assert_ran_well(run)
        incident = self.assert_stopped(run.session)
        self.assertTrue(run.stopped_by_hook, f"the turn was not stopped by a hook: {run.result}")
        self.assertEqual(incident["rule"], "repetition.same_call")

    def test_its_commands_show_what_fusebox_prints(self):
        client = self.play(Part([CHECK], forever=True))
        session = client.headless("make the check pass").session
        for command, expected in [("status", session[:8]), ("why", "port 8080 refused the connection"), ("reset", "Only a person may close")]:
            client = self.play(Part([say("That is how it stands.")], forever=True))
            client.headless(f"/fusebox:{command}")
            self.assertTrue(
                any(expected in request.text for request in self.model.requests), f"/fusebox:{command}: {expected}"
            )

    def test_the_plugin_beside_installed_hooks_is_found(self):
        self.play(Part([say("Nothing.")]))
        self.assertFalse([line for line in self.fusebox.doctor() if "counts twice" in line])
        self.fusebox.install()
        self.assertTrue([line for line in self.fusebox.doctor() if "counts twice" in line])

    def test_uninstalling_leaves_no_hook(self):
        self.client_says(NEWEST, "plugin", "uninstall", "fusebox@fusebox")
        run = self.play(Part([CHECK], forever=True), most=12).headless("make the check pass")
        self.assertEqual(self.sandbox.runs("check"), 12)
        self.assertEqual(self.fusebox.sessions(), [])


if __name__ == "__main__":
    unittest.main()
