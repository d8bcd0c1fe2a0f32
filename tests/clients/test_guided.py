"""The four scenarios of guided retry with the real Claude Code and the real Codex under `fusebox run --preset guided`.

Every call of the script is another one with another answer, so that nothing but the levels of the preset can stop it.
"""

import unittest
from dataclasses import replace

from alone import ClaudeAlone, CodexAlone
from scripted_model import Part, say

PROMPT = "Fix the failing test.\n---\nBy Friday."
RETRY = "PREVIOUS ATTEMPT FAILED - CIRCUIT BREAKER TRIGGERED"
PARTS = ["**Analysis:**", "**Mistakes to Avoid:**", "**Your Approach This Time:**", f"---\n\n{PROMPT}"]
OURS = ("CIRCUIT BREAKER", "Approaching limit", RETRY)
MOST_REQUESTS = 400
WRAP_UP = '[limits]\nwrap_up = "10s"\n'


class Stories:
    """What is told of each client."""

    def setUp(self):
        super().setUp()
        self.sandbox.command("step", "echo \"step $1\"")
        self.write(".fusebox.toml", WRAP_UP)

    def steps(self, count, name=""):
        """So many calls, and then the end of the turn."""
        return [*(self.shell(f"step {name}{n}") for n in range(1, count + 1)), say("All is done.")]

    def go(self, *parts):
        client = self.play(*parts, most=MOST_REQUESTS)
        return self.fusebox.unattended(client, "--agent", self.agent, "--preset", "guided", "--prompt", PROMPT)

    def assert_record(self, run, code, **record):
        self.assertEqual(run.code, code, f"the exit code; it said: {run.said}")
        self.assertEqual({name: run.record[name] for name in record}, record)

    def check_silent(self, calls):
        run = self.go(Part(self.steps(calls)))
        done = {"final_status": "success", "qc_recommended": False, "circuit_breaker_triggered": False}
        self.assert_record(run, 0, tool_calls=calls, retry_count=0, **done)
        for words in OURS:
            self.assertEqual(self.model.holding(words), [], f"requests with `{words}`")

    def test_q9_a_simple_task_is_silent(self):
        self.check_silent(4)

    def test_q9_a_medium_task_is_silent(self):
        self.check_silent(25)

    def test_q9_a_complex_task_is_recommended_for_a_look_and_completes(self):
        run = self.go(Part(self.steps(55)))
        done = {"final_status": "success", "qc_recommended": True, "circuit_breaker_triggered": False}
        self.assert_record(run, 0, tool_calls=55, retry_count=0, **done)

    def test_q9_a_runaway_task_trips_is_analysed_and_its_retry_succeeds(self):
        run = self.go(Part(self.steps(120)), Part(self.steps(2, "again-"), when=RETRY))
        self.assert_record(run, 0, final_status="passed_after_trip", retry_count=1, tool_calls=2)
        tripped = self.fusebox.runs()[1]
        self.assertEqual((tripped["final_status"], tripped["circuit_breaker_triggered"]), ("failure", True))
        self.assertIn(tripped["tool_calls"], range(80, self.most_calls + 1))
        self.assertTrue(tripped["analysis"]["root_cause"])
        self.assert_told(self.model.holding(RETRY)[0])
        incident = self.fusebox.incident(tripped["incident"])
        self.assertEqual((incident["rule"], incident["record"]["status"]), ("guided.tool_calls_critical", "retried"))

    def test_q9_the_third_trip_fails_with_the_stored_analysis(self):
        self.write(".fusebox.toml", f"{WRAP_UP}[guided]\ntool_calls_warning = 4\ntool_calls_critical = 6\n")
        slow = [replace(step, thinks_s=0.3) for step in self.steps(40)]
        run = self.go(Part(slow))
        self.assert_record(run, 4, final_status="failure", retry_count=2)
        self.assertEqual(len(self.fusebox.runs()), 3)
        self.assertTrue(run.record["escalated"])
        incident = self.fusebox.incident(run.record["incident"])
        self.assertEqual(incident["record"]["status"], "open")
        self.assertTrue(incident["analysis"]["plan"])
        openings = {request.opening.count(RETRY) for request in self.model.requests}
        self.assertTrue(openings <= {0, 1}, "no analysis is put before another")

    def assert_told(self, request):
        """The analysis and the order, in the request that the model receives."""
        text, at = request.text, 0
        for part in [RETRY, *PARTS]:
            at = text.find(part, at)
            self.assertGreaterEqual(at, 0, f"no `{part}` in {text[-3000:]}")


class ClaudeCode(Stories, ClaudeAlone):
    most_calls = 80  # the 81st is refused


class CodexWithoutHooks(Stories, CodexAlone):
    most_calls = 90  # a call is seen when it has begun


if __name__ == "__main__":
    unittest.main()
