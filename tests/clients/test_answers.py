"""The real Claude Code under `fusebox run`, whose trip is answered from a telephone."""

import re
import threading
import time
import unittest
from dataclasses import replace

from alone import ClaudeAlone
from ntfy import Topic
from scripted_model import Part, say

PROMPT = "take the steps of the plan"
RETRY = "PREVIOUS ATTEMPT FAILED"
ADVICE = "The check needs port 8081."
CODE = re.compile(r"CODE: ([0-9A-Za-z-]+)")
PATIENCE_S = 300  # three runs of the client on a busy machine


class ClaudeCode(ClaudeAlone):
    def setUp(self):
        super().setUp()
        self.sandbox.command("check", "echo 'error: port 8080 refused the connection' >&2; exit 1")
        self.sandbox.command("step", "echo $1")
        self.sandbox.command("look", "env; cat ~/.config/fusebox/config.toml; cat $FUSEBOX_SOCKET; true")
        self.topic = self.enterContext(Topic())
        secret = self.sandbox.home / ".ntfy-topic"
        secret.write_text(self.topic.url)
        secret.chmod(0o600)
        settings = self.sandbox.home / ".config/fusebox"
        settings.mkdir(parents=True, exist_ok=True)
        channel = f'[escalate]\nneeds_person = ["ntfy"]\nntfy = "file:{secret}"\n'
        (settings / "config.toml").write_text(f'{channel}[inbox]\ncodes = ["ntfy"]\nevery = "1s"\n')
        self.write(".fusebox.toml", '[limits]\nwrap_up = "10s"\n[guided]\nmax_retries = 2\n')

    def answer_when_asked(self):
        """A person reads the code in the topic, and writes their answer there."""
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            asked = [CODE.search(message["message"]) for message in self.topic.messages]
            for code in filter(None, asked):
                self.topic.post(f"fusebox {code[1]} guidance {ADVICE}")
                return
            time.sleep(0.2)

    def test_esc9_two_retries_an_escalation_an_answer_by_ntfy_and_success(self):
        loops = replace(self.shell("check"), thinks_s=0.3)
        client = self.play(
            Part([self.shell("look"), loops], forever=True),
            Part([self.shell("step done"), say("All is done.")], when=ADVICE),
            most=200,
        )
        person = threading.Thread(target=self.answer_when_asked, daemon=True)
        person.start()
        options = ("--watch-escalations", "--task", "42", "--confine=require")
        run = self.fusebox.unattended(client, "--agent", self.agent, "--prompt", PROMPT, *options)
        person.join()

        self.assertEqual(run.code, 0, f"the exit code; it said: {run.said}")
        self.assertIn("a person ended the escalation; a fresh session begins", run.said)
        runs = self.fusebox.runs()
        self.assertEqual([one["retry_count"] for one in runs], [3, 2, 1, 0], "two retries, and the answered run")
        self.assertEqual([one["escalated"] for one in runs], [False, True, False, False])
        self.assertEqual(run.record["final_status"], "passed_after_trip")
        self.assertEqual(self.sandbox.runs("step"), 1)
        self.assertTrue(self.model.holding(RETRY), "the retries have the analysis")
        self.assertIn(PROMPT, self.model.requests[-1].text)
        incident = self.fusebox.incident(runs[1]["incident"])
        self.assert_answered(incident, ADVICE)

        [asked, answer] = [message["message"] for message in self.topic.messages]
        code = CODE.search(asked)[1]
        self.assertIn(ADVICE, answer)
        self.assertEqual(self.model.holding(code), [], "the agent never saw the code")
        self.assertEqual(self.model.holding("t0p1c"), [], "nor the topic")
        kept = [path for path in (self.sandbox.home / ".local").rglob("*") if path.is_file()]
        self.assertTrue(kept)
        for path in kept:
            self.assertNotIn(code.encode(), path.read_bytes(), path)


if __name__ == "__main__":
    unittest.main()
