"""The plugin that `fusebox install opencode` writes, in a host that does with it what the documents of OpenCode 2 say. The
client itself was not tried: `opencode2_host.mjs` stands in for it, and the hook behind the plugin is the real one.
"""

import json
import shutil
import subprocess
import unittest
from types import SimpleNamespace

from case import Case
from installed import REPOSITORY

HOST = REPOSITORY / "tests/clients/opencode2_host.mjs"
NUDGE_AFTER = 4  # results of the same call
DENY_FROM = 7  # that call
TRIP_ON = 8  # its second denial
SESSION = "ses_1"


def shell(number, command="make check", text="error: port 8080 refused the connection", code=1, **more):
    call = {"id": f"call_{number}", "tool": "shell", "input": {"command": command}, "text": text, "exit": code}
    return {"session": SESSION, "call": {**call, **more}}


def prompt(text):
    return {"session": SESSION, "prompt": text}


class OpenCode2(Case):
    agent = "opencode"

    def move_in(self):
        pass

    def setUp(self):
        super().setUp()
        self.model = SimpleNamespace(story=lambda: self.story)
        self.story = "(none)"

    def host(self, *steps):
        """What came of each step."""
        node = shutil.which("node")
        if node is None:
            raise FileNotFoundError("node is not on the PATH")
        done = subprocess.run(
            [node, str(HOST), str(self.sandbox.home / ".config/opencode/plugin/fusebox.js")],
            input=json.dumps(steps),
            cwd=self.sandbox.project,
            env=self.sandbox.env,
            capture_output=True,
            text=True,
            timeout=300,  # a busy machine
        )
        self.story = done.stdout + done.stderr
        self.assertEqual(done.returncode, 0, "the host")
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_a_loop_is_nudged_refused_and_tripped(self):
        told = self.host(prompt("make the check pass"), *[shell(number) for number in range(12)])[1:]
        ran = [one.get("ran", False) for one in told]
        self.assertEqual(ran, [True] * (DENY_FROM - 1) + [False] * (12 - DENY_FROM + 1))
        nudged = ["4 times" in one["text"] or "four times" in one["text"] for one in told[:NUDGE_AFTER]]
        self.assertEqual(nudged, [False] * (NUDGE_AFTER - 1) + [True])
        self.assertIn("CIRCUIT BREAKER", told[TRIP_ON - 1]["refused"])
        stopped = [one["interrupted"] for one in told]
        self.assertFalse(any(stopped[: TRIP_ON - 1]), "the turn was ended before the trip")
        self.assertTrue(stopped[-1], "the turn was ended")
        self.assertEqual(self.the_incident(SESSION)["rule"], "repetition.same_call")

    def test_prompts_are_refused_after_a_trip_until_a_person_answers(self):
        told = self.host(prompt("go"), *[shell(number) for number in range(TRIP_ON)], prompt("just carry on"))
        self.assertEqual(told[0]["prompt"], "go")
        self.assertIn("refused", told[-1])
        self.fusebox.guide(SESSION, "start the server with ./serve first")
        [told] = self.host(prompt("please go on"))
        self.assertIn("start the server with ./serve first", told["prompt"])

    def test_a_healthy_session_is_left_alone(self):
        steps = [
            shell(1, "cat a.txt", "one", 0),
            {"session": SESSION, "call": {"id": "call_2", "tool": "edit", "input": {"path": "a.txt", "oldString": "one", "newString": "two"}, "text": "Edited file successfully: a.txt"}},
            shell(3, "cat a.txt", "two", 0),
            shell(4, "test -f missing.txt", "", 1),
        ]
        told = self.host(prompt("write two"), *steps, {"session": SESSION, "publish": "session.execution.succeeded"})
        self.assertEqual([one["text"] for one in told[1:-1]], [one["call"]["text"] for one in steps])
        self.assertEqual(self.fusebox.sessions(), [SESSION])
        self.assertEqual(self.fusebox.state(SESSION), "closed")
        self.assertEqual(self.fusebox.incidents(SESSION), [])

    def test_calls_of_a_program_of_the_agent_count_one_by_one(self):
        # In Code Mode, calls have the id of the program that makes them.
        told = self.host(*[shell(0) for _ in range(DENY_FROM)])
        self.assertEqual([one.get("ran", False) for one in told], [True] * (DENY_FROM - 1) + [False])

    def test_a_tool_that_fails_is_a_failure_and_what_was_said_reaches_the_next_result(self):
        edit = {"tool": "edit", "input": {"path": "a.txt", "oldString": "a", "newString": "b"}, "error": "Could not find oldString in the file."}
        failed = [{"session": SESSION, "call": {"id": f"call_{number}", **edit}} for number in range(NUDGE_AFTER)]
        told = self.host(*failed, shell(9, "cat a.txt", "one", 0))
        self.assertTrue(all(one.get("ran") for one in told))
        self.assertIn("4 times", told[-1]["text"])

    def test_events_of_sessions_that_never_came_here_are_passed_over(self):
        self.host(shell(1, "ls", "a.txt", 0), {"session": "ses_other", "publish": "session.execution.succeeded"})
        self.assertEqual(self.fusebox.sessions(), [SESSION])


if __name__ == "__main__":
    unittest.main()
