"""The real Claude Code and the real Codex under `fusebox loop`: one that gets nowhere, and one that gets on.

Every iteration is a session of its own, so the script begins anew in each. The repository is real.
"""

import unittest
from pathlib import Path

from alone import ClaudeAlone, CodexAlone
from claude import OLDER
from scripted_model import Part, say

PROMPT = "take the next step of the plan"
ADVICE = "The second step is not needed."
CLAIM = "All work is done. All tests pass."
GOES_ON = 5  # iterations; one that gets nowhere is stopped at the fourth


class Stories:
    """What is told of each client."""

    def setUp(self):
        super().setUp()
        self.write("steps", "begun\n")
        self.commit_all()
        self.write("PLAN.md", PROMPT)
        self.sandbox.command("look", "cat steps")
        self.sandbox.command("step", "echo step >> steps")

    def loop(self, client, *options):
        return self.fusebox.loop(client, "--prompt", "PLAN.md", *options)

    def prompts(self):
        """The requests that begin a conversation."""
        return [request for request in self.model.requests if not request.results]

    def assert_stopped(self, looped, states, reason):
        """The loop is open: the exit code, the states on the way, the words, the report and the status."""
        self.assertEqual((looped.code, looped.each("state")), (3, states), looped.said)
        told = dict(line.split(": ", 1) for line in looped.said.splitlines() if ": " in line)
        self.assertTrue(told["circuit_open"].startswith(reason), looped.said)
        self.assertTrue(told["next"].startswith("fusebox reset"), looped.said)
        report = Path(told["report"]).read_text()
        self.assertTrue(report.startswith("## Circuit Breaker Tripped"), report)
        self.assertIn(reason, report)
        status = looped.status
        self.assertEqual((status["state"], status["allow_continue"]), ("open", False))
        self.assertTrue(status["reason"].startswith(reason), status)
        self.assertEqual(status["iterations"], len(states))
        self.assertEqual(looped.turns[-1]["allow_continue"], False)

    def test_l01_l07_an_agent_that_only_claims_is_stopped_at_the_fourth(self):
        self.write(".fusebox.toml", "[guided]\nenabled = false\n")
        client = self.play(Part([self.shell("look"), say(CLAIM)]))
        looped = self.loop(client)
        reason = "4 iterations in a row without progress: no file changed, no commit"
        self.assert_stopped(looped, ["closed", "closed", "half_open", "open"], reason)
        self.assertIn("said 4 times that the work is done", looped.status["reason"])
        self.assertEqual(looped.each("files_changed"), [0] * 4)
        self.assertEqual(looped.each("claims_complete"), [True] * 4)
        self.assertEqual(looped.each("outcome"), ["ok"] * 4)
        self.assertEqual(looped.status["consecutive_no_progress"], 4)
        self.assertEqual((self.sandbox.runs("look"), len(self.prompts())), (4, 4))
        records = self.fusebox.runs()
        self.assertEqual(len({record["session"] for record in records}), 4, "a session of its own each time")
        self.assertEqual([record["tool_calls"] for record in records], [1] * 4)

        again = self.loop(client)
        self.assertEqual((again.code, again.turns, len(self.prompts())), (3, [], 4), "nothing is started again")
        self.fusebox.order("reset", looped.turns[0]["task"], "--guidance", ADVICE, "--yes")
        one = self.loop(client)
        self.assertEqual((one.code, one.each("state")), (3, ["open"]), "one more decides")
        self.assertIn(ADVICE, self.prompts()[-1].text)

    def test_l01_one_step_earlier_it_is_watched(self):
        looped = self.loop(self.play(Part([say(CLAIM)])), "--max", "3")
        self.assertEqual((looped.code, looped.each("state")), (4, ["closed", "closed", "half_open"]), looped.said)
        self.assertEqual(looped.turns[-1]["half_open"], "watching")
        self.assertEqual((looped.status["state"], looped.status["allow_continue"]), ("half_open", True))

    def test_l02_an_agent_that_gets_on_is_left_alone(self):
        client = self.play(Part([self.shell("step"), say("One step is taken.")]))
        looped = self.loop(client, "--until", f"[ $(grep -c step steps) = {GOES_ON} ]")
        self.assertEqual((looped.code, looped.each("state")), (0, ["closed"] * GOES_ON), looped.said)
        self.assertEqual(looped.each("files_changed"), [1] * GOES_ON)
        self.assertEqual((self.sandbox.runs("step"), len(self.prompts())), (GOES_ON, GOES_ON))
        self.assertEqual({record["final_status"] for record in self.fusebox.runs()}, {"success"})
        self.assertEqual((looped.status["state"], looped.status["total_opens"]), ("closed", 0))
        self.assertEqual(looped.status["with_progress"], GOES_ON)

    def test_l09_a_permission_that_is_denied_twice_stops_it_though_it_gets_on(self):
        refused, tool = self.refused()
        looped = self.loop(self.play(Part([refused, self.shell("step"), say("The price is not known.")])))
        reason = f"Permission was denied in 2 iterations in a row: {tool}."
        self.assert_stopped(looped, ["closed", "open"], reason)
        self.assertEqual(looped.each("denied_tools"), [[tool]] * 2)
        self.assertEqual(self.sandbox.runs("step"), 2)


class ClaudeCode(Stories, ClaudeAlone):
    pass


class OlderClaudeCode(ClaudeCode):
    client = OLDER


class CodexWithoutHooks(Stories, CodexAlone):
    pass


if __name__ == "__main__":
    unittest.main()
