"""The real Claude Code, Codex and opencode under `fusebox run`, with nobody there.

Claude Code has the hooks, the others have none: what they do is seen in what they write. The model is scripted, and its
stories are the same for all.
"""

import json
import unittest
from dataclasses import replace

from alone import ClaudeAlone, CodexAlone, OpencodeAlone
from scripted_model import Part, say

PROMPT = "take the steps of the plan"
TIME_IS_UP = "TIME LIMIT REACHED. You must stop working now."
FOREVER_S = 60  # longer than any limit of these cases
CONTEXT = 30_000
SUMMARY = "One of two steps is taken."
ADVICE = "The second step is not needed."


class Stories:
    """What is told of each client."""

    time = "8s"  # in which a step is taken and the next one is not

    def setUp(self):
        super().setUp()
        self.sandbox.command("step", "echo $1")
        self.sandbox.command("check", "echo 'error: port 8080 refused the connection' >&2; exit 1")

    def go(self, *parts, options=(), **model):
        client = self.play(*parts, **model)
        return self.again(client, *options)

    def again(self, client, *options):
        return self.fusebox.unattended(client, "--agent", self.agent, "--prompt", PROMPT, *options)

    def assert_ended(self, run, code, **record):
        """The exit code, and what the record says."""
        self.assertEqual(run.code, code, f"the exit code; it said: {run.said}\nand passed on: {run.passed_on}")
        self.assertEqual({name: run.record[name] for name in record}, record)

    def test_q4_work_that_is_done_is_a_success(self):
        end = replace(say("All is done."), input_tokens=CONTEXT)
        steps = [self.shell("step 1"), self.shell("step 2"), end]
        run = self.go(Part(steps))
        done = {"final_status": "success", "failure_reason": None, "exit_code": 0, "agent": self.agent}
        self.assert_ended(run, 0, tool_calls=2, circuit_breaker_triggered=False, **done)
        self.assertEqual(self.sandbox.runs("step"), 2)
        self.assertIn(PROMPT, self.model.requests[0].text)
        self.assertGreaterEqual(run.record["messages"], 5, "two calls, their results, the last words")
        self.assertGreaterEqual(run.record["estimated_context_tokens"], self.least_context)
        self.assertTrue(run.record["session"], "the session of the client")
        for line in run.passed_on.splitlines():
            json.loads(line)  # what the client writes is passed on as it is
        self.assertIn("All is done.", run.passed_on)

    def test_a_confined_client_does_its_work_and_cannot_reach_what_guards_it(self):
        settings = ".claude/settings.json"
        self.sandbox.command("settle", f"echo '{{}}' > {settings}; echo '{{}}' > ~/{settings}; exit 0")
        before = self.sandbox.home / settings
        kept = before.read_text() if before.exists() else None
        steps = [self.shell("step 1"), self.shell("settle"), self.shell("echo made > made.txt"), say("All is done.")]
        run = self.go(Part(steps), options=("--confine=require",))
        done = {"final_status": "success", "failure_reason": None, "exit_code": 0, "agent": self.agent}
        self.assert_ended(run, 0, tool_calls=3, circuit_breaker_triggered=False, **done)
        self.assertEqual(before.read_text() if before.exists() else None, kept)
        self.assertFalse((self.sandbox.project / settings).exists(), "nothing is left in the project")
        self.assertEqual((self.sandbox.project / "made.txt").read_text(), "made\n")

    def test_b11_time_that_is_up_is_told_in_the_same_session(self):
        self.write(".fusebox.toml", f'[limits]\nactive_time = "{self.time}"\nwrap_up = "30s"\n')
        run = self.go(
            Part([self.shell("step 1"), replace(self.shell("step 2"), thinks_s=FOREVER_S)]),
            Part([self.shell(f"fusebox report complete '{SUMMARY}'"), say("I stop.")], when=TIME_IS_UP),
        )
        tripped = {"final_status": "failure", "circuit_breaker_triggered": True, "escalated": True}
        self.assert_ended(run, 4, **tripped)
        self.assertEqual(self.sandbox.runs("step"), 1)
        last = self.model.requests[-1]
        self.assertIn(PROMPT, last.text, "the session is the same")
        self.assertIn(TIME_IS_UP, last.text)
        self.assertEqual(last.step.text, "I stop.")
        self.assertIn("circuit_open: active time", run.said)
        incident = self.the_incident_of(run)
        self.assertEqual((incident["rule"], incident["agent_summary"]), ("limits.active_time", SUMMARY))

    def test_b11_a_run_waits_for_a_person_and_then_goes_on_with_the_answer(self):
        self.write(".fusebox.toml", "[limits]\ntool_calls = 2\n")
        client = self.play(
            Part([self.shell("step 1"), self.shell("step 2"), self.shell("step 3"), say("I stop.")]),
            Part([self.shell("step again"), say("All is done.")], when=ADVICE),
        )
        first = self.again(client, "--task", "42")
        self.assert_ended(first, 4, final_status="failure", circuit_breaker_triggered=True, task="42")
        asked = len(self.model.requests)
        waits = self.again(client, "--task", "42")
        self.assertEqual((waits.code, len(self.model.requests)), (4, asked), "nothing is started before an answer")
        self.assertIn("next: fusebox reset 42", waits.said)

        self.fusebox.order("reset", "42", "--guidance", ADVICE, "--yes")
        second = self.again(client, "--task", "42")
        self.assert_ended(second, 0, final_status="passed_after_trip", retry_count=1, tool_calls=1)
        self.assertIn(ADVICE, self.model.requests[asked].text)
        self.assertIn(PROMPT, self.model.requests[asked].text)

    def test_s6_messages_are_counted(self):
        self.write(".fusebox.toml", "[limits]\nmessages = 8\n")
        steps = [replace(self.shell(f"step {n}"), thinks_s=0.5) for n in range(16)]
        run = self.go(Part([*steps, say("All is done.")]), Part([say("I stop.")], when="CIRCUIT BREAKER"))
        self.assert_ended(run, 4, final_status="failure", circuit_breaker_triggered=True)
        self.assertEqual(self.the_incident_of(run)["rule"], "limits.messages")
        self.assertIn(self.sandbox.runs("step"), range(3, self.most_steps + 1), "steps that were taken")

    def test_q2_a_loop_is_tried_again_in_a_fresh_session_with_its_analysis(self):
        self.write(".fusebox.toml", '[limits]\nwrap_up = "20s"\n')
        run = self.go(
            Part([replace(self.shell("check"), thinks_s=0.3)], forever=True),
            Part([say("I stop.")], when="CIRCUIT BREAKER TRIPPED"),
            Part([self.shell("step again"), say("All is done.")], when="PREVIOUS ATTEMPT FAILED"),
        )
        self.assert_ended(run, 0, final_status="passed_after_trip", retry_count=1)
        self.assertIn("**Your Approach This Time:**", self.model.requests[-1].text)
        self.assertIn(PROMPT, self.model.requests[-1].text)

    def test_a_loop_is_stopped(self):
        self.write(".fusebox.toml", '[limits]\nwrap_up = "20s"\n[guided]\nenabled = false\n')
        run = self.go(
            Part([replace(self.shell("check"), thinks_s=0.3)], forever=True),  # no model is faster
            Part([say("I stop.")], when="CIRCUIT BREAKER TRIPPED"),
        )
        self.assert_ended(run, 3, final_status="failure", circuit_breaker_triggered=True)
        self.assertLessEqual(self.sandbox.runs("check"), self.most_runs)
        self.assertEqual(self.the_incident_of(run)["rule"], "repetition.same_call")

    def test_a_blocked_agent_has_failed(self):
        blocked = self.shell("fusebox report blocked --on '#41' 'The price is not known.'")
        run = self.go(Part([blocked, say("I wait.")]))
        self.assert_ended(run, 1, final_status="failure", circuit_breaker_triggered=False, exit_code=0)
        self.assertIn("The price is not known.", run.record["failure_reason"])

    def the_incident_of(self, run):
        return self.fusebox.incident(run.record["incident"])


class ClaudeCode(Stories, ClaudeAlone):
    most_runs = most_steps = 6  # the seventh is denied
    least_context = CONTEXT


class CodexWithoutHooks(Stories, CodexAlone):
    most_runs = most_steps = 12  # a call cannot be refused: it is seen when it has begun
    least_context = 1  # it does not say: a quarter of its output


class OpencodeWithoutHooks(Stories, OpencodeAlone):
    most_runs = most_steps = 12  # a call is seen when it has ended
    time = "30s"  # it starts slowly on a busy machine
    least_context = CONTEXT


if __name__ == "__main__":
    unittest.main()
