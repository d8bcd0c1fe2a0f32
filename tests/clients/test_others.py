"""The other real clients under Fusebox: what a loop, a healthy session, a prompt after a trip and guidance lead to in each.

One table of stories for all of them; `HookedClient` says what is different. Qwen Code stops at five equal calls by
itself, so that the loops here change a word of each call that does not change what it does.
"""

import json
import subprocess
import time
import unittest

import others
from case import REFUSALS, Case
from scripted_model import Part, Step, say

NUDGE_AFTER = 4  # results of the same call
DENY_FROM = 7  # that call
TRIP_ON = 8  # its second denial
# Qwen Code loses the output of a command that ends with its last line.
SAYS_NO = "echo 'error: port 8080 refused the connection' >&2; sleep 0.2; exit 1"


class Stories:
    """What has to come of each story, whichever the client."""

    hooked = None

    @property
    def agent(self):
        return self.hooked.name

    def move_in(self):
        self.hooked.prepare(self.sandbox)
        file = self.sandbox.home / self.hooked.settings
        self.before = file.read_bytes() if file.exists() else None
        self.sandbox.command("check", SAYS_NO)

    def make_client(self):
        client = self.hooked(self.sandbox, self.model)
        self.addCleanup(client.leave)
        return client

    def shell(self, command):
        return Step(calls=(self.hooked.shell(command),))

    def checks(self, count):
        """Runs of `check`, of which no two look alike to the client's own guard."""
        return [self.shell("check" + " " * at) for at in range(count)]

    def loop(self):
        """The model runs `check` twenty times, whatever it is told."""
        return Part(self.checks(20))

    def session(self):
        found = self.fusebox.sessions()
        self.assertEqual(len(found), 1, f"sessions: {found}")
        return found[0]

    def test_a_loop_is_nudged_refused_and_tripped(self):
        self.play(self.loop()).headless("make the check pass")
        # Where no single call is refused, the run ends at the trip.
        runs = DENY_FROM - 1 if self.hooked.refuses else TRIP_ON - 1
        self.assertEqual(self.sandbox.runs("check"), runs, "runs of the command")
        session = self.session()
        self.assertEqual(self.the_incident(session)["rule"], "repetition.same_call")
        self.assertEqual(self.fusebox.state(session), "open")
        told = [("4 times" in request.text or "four times" in request.text) for request in self.model.requests]
        self.assertFalse(any(told[:NUDGE_AFTER]), "words of a hook before the fourth result")
        self.assertTrue(told[NUDGE_AFTER], "the model reads the nudge with the fourth result")
        if not self.hooked.refuses:
            self.assertEqual(len(self.model.requests), TRIP_ON, "requests to the model until the run was ended")
            return
        self.assertIn("CIRCUIT BREAKER", self.model.requests[-1].text, "the model reads why it is refused")
        if self.hooked.ends_turn:
            limit = TRIP_ON + REFUSALS + 1
            self.assertLessEqual(len(self.model.requests), limit, "requests to the model until the turn was ended")

    def test_the_next_prompt_is_refused(self):
        client = self.play(
            self.loop(), Part([self.shell("touch went-on")], when="just carry on", forever=True)
        )
        client.headless("make the check pass")
        before = len(self.model.requests)
        client.headless("just carry on", again=True)
        self.assertEqual(self.fusebox.sessions(), [self.session()])
        self.assertEqual(len(self.model.requests), before, "requests to the model after the refused prompt")
        self.assert_missing("went-on")

    def test_guidance_lets_the_agent_go_on(self):
        advice = "start the server with ./serve first"
        client = self.play(
            self.loop(),
            Part([self.shell("touch served"), say("The server is up.")], when="please go on"),
        )
        client.headless("make the check pass")
        session = self.session()
        before = len(self.model.requests)
        self.fusebox.guide(session, advice)
        client.headless("please go on", again=True)
        self.assert_exists("served")
        self.assertIn(advice, self.model.requests[-1].text)
        self.assertGreater(len(self.model.requests), before)
        self.assert_answered(self.the_incident(session), advice)

    def test_a_healthy_session_is_left_alone(self):
        steps = [
            self.shell("git init -q . && echo one > a.txt"),
            self.shell("cat a.txt"),
            self.shell("echo two >> a.txt"),
            self.shell("cat a.txt"),
            self.shell("grep -n two a.txt"),
            self.shell("test -f missing.txt"),
            say("Both lines are there."),
        ]
        run = self.play(Part(steps)).headless("write two lines")
        self.assertEqual(run.code, 0, run.stderr)
        self.assertEqual(self.read("a.txt"), "one\ntwo\n")
        for request in self.model.requests:
            self.assertNotIn("fusebox", request.text.lower(), "a word about Fusebox in a healthy session")
        session = self.session()
        self.assertEqual(self.fusebox.incidents(session), [])
        self.assertEqual(self.fusebox.state(session), "closed")

    def test_the_model_knows_the_tools_of_the_server(self):
        client = self.play(Part([say("Nothing to do.")], forever=True))
        client.headless("look around")
        self.assertNotIn("report_blocked", self.offered())
        self.fusebox.run("install", self.agent, "--mcp")
        client.headless("look around again")
        self.assertIn("report_blocked", self.offered())

    def offered(self):
        """The tools of the latest request, and its text: Qwen Code names those of a server there, and finds them when asked."""
        request = self.model.requests[-1]
        return json.dumps(request.body["tools"]) + request.text

    def test_uninstalling_leaves_nothing(self):
        self.play(Part([say("Nothing to do.")]))
        file = self.sandbox.home / self.hooked.settings
        self.assertNotEqual(file.read_bytes(), self.before)
        self.fusebox.order("uninstall", self.agent, "--yes")
        self.assertEqual(file.read_bytes() if file.exists() else None, self.before)


class WithCodex(Stories, Case):
    hooked = others.Codex

    def test_hooks_that_nobody_trusted_are_skipped_in_silence(self):
        client = self.play(self.loop(), most=10)
        client.trusted = []
        client.headless("make the check pass")
        self.assertEqual(self.sandbox.runs("check"), 10, "runs of the command, one for each answer of the model")
        self.assertEqual(self.fusebox.sessions(), [])


class WithGemini(Stories, Case):
    hooked = others.Gemini


class WithQwen(Stories, Case):
    hooked = others.Qwen


class WithCopilot(Stories, Case):
    hooked = others.Copilot

    def test_permission_is_asked_where_everything_is_allowed(self):
        """The refusal of the permission ends the turn, whatever is allowed and whichever tool is called."""
        made = ("create", {"path": self.path("made.txt"), "file_text": "x"})
        for allowed in (["--allow-all"], ["--yolo"], ["--allow-tool=shell", "--allow-tool=write"]):
            for call in (self.hooked.shell("touch made.txt"), made):
                with self.subTest(allowed=allowed, call=call[0]):
                    client = self.play(Part([*self.checks(8), *[Step(calls=(call,))] * 12]))
                    plain = client.words
                    client.words = lambda prompt, again: [*allowed, *plain(prompt, again)[1:]]
                    client.headless("make the check pass")
                    limit = TRIP_ON + REFUSALS + 1
                    requests = len(self.model.requests)
                    self.assertLessEqual(requests, limit, "requests to the model until the turn was ended")
                    self.assert_missing("made.txt")


class WithOpencode(Stories, Case):
    hooked = others.Opencode


class WithCline(Stories, Case):
    hooked = others.Cline
    # It goes on with a session in a terminal alone, and its prompts are not refused.
    test_the_next_prompt_is_refused = None
    test_guidance_lets_the_agent_go_on = None

    def test_without_a_terminal_no_session_goes_on(self):
        client = self.play(self.loop(), Part([say("Nothing.")], when="just carry on", forever=True))
        client.headless("make the check pass")
        before = len(self.model.requests)
        words = ["--id", self.session()]
        with self.assertRaises(subprocess.CalledProcessError):
            client._say("--json", *words, "just carry on")
        self.assertEqual(len(self.model.requests), before)

    def test_a_session_that_goes_on_in_a_terminal_ends_at_its_first_call(self):
        going_on = Part([self.shell("touch went-on")], when="just carry on", forever=True)
        client = self.play(self.loop(), going_on)
        client.headless("make the check pass")
        session, before = self.session(), len(self.model.requests)
        with client.terminal(session) as terminal:
            terminal.type("just carry on")
            terminal.wait_until(lambda: len(self.model.requests) > before, "a request to the model")
            time.sleep(5)
        self.assertEqual(len(self.model.requests), before + 1, "requests to the model until the run was ended")
        self.assert_missing("went-on")
        self.assertEqual(self.fusebox.sessions(), [session], "it is the same session")

    def test_guidance_lets_a_session_go_on_in_a_terminal(self):
        advice = "start the server with ./serve first"
        going_on = Part([self.shell("touch served"), say("The server is up.")], when="please go on")
        client = self.play(self.loop(), going_on)
        client.headless("make the check pass")
        session = self.session()
        self.fusebox.guide(session, advice)
        with client.terminal(session) as terminal:
            terminal.type("please go on")
            served = self.sandbox.project / "served"
            terminal.wait_until(served.exists, "the first call")
            terminal.wait_until(lambda: advice in self.model.requests[-1].text, "the advice")
        self.assert_answered(self.the_incident(session), advice)

    def test_uninstalling_leaves_nothing(self):
        super().test_uninstalling_leaves_nothing()
        self.assertFalse((self.sandbox.home / ".cline/hooks").exists())


if __name__ == "__main__":
    unittest.main()
