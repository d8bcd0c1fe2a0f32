"""Caps on what agents spend, in the real Claude Code and in the real Codex, which reports what a response used in its own record.

The scripted model says of every response that it was sent 100,000 tokens; the prices are those that come with Fusebox.
Claude Code writes its record a tenth of a second behind, so that a hook may see a response one call late.
"""

import unittest
from dataclasses import replace

import others
from case import Case
from claude import is_denial
from scripted_model import Part, Step, bash, say

TOKENS = 100_000
THINKS_S = 0.3
CLAUDE_CAP = 'session = "0.70 USD"'  # a response of its model costs 0.20 and a little
CODEX_CAP = 'session = "0.40 USD"'  # one of gpt-5.1-codex 0.125 and a little
CROSSING = 4  # the response that crosses the cap: its own call runs, the next one is refused
STEPS = 8


def spending(step):
    return replace(step, input_tokens=TOKENS)


class SpendCase(Case):
    def setUp(self):
        super().setUp()
        self.sandbox.command("step", "echo $1")

    def configure(self, caps):
        folder = self.sandbox.home / ".config/fusebox"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "config.toml").write_text(f"notify = []\n[spend]\n{caps}\n")

    def steps(self, shell, first, count):
        return [spending(shell(f"step {n}")) for n in range(first, first + count)]

    def check_stopped_at(self, rule, ran):
        """The cap is one incident, and its calls end where it was crossed."""
        self.assertIn(self.sandbox.runs("step"), ran, f"steps that were taken: {self.model.requests[-1].results[-1]}")
        session = self.fusebox.sessions()[0]
        self.assertEqual(self.the_incident(session)["rule"], rule)
        self.assertEqual(self.fusebox.state(session), "open")


class ClaudeCode(SpendCase):
    def test_m03_a_cap_refuses_the_call_after_the_crossing_and_m05_a_person_lets_it_go_on(self):
        self.configure(CLAUDE_CAP)
        inside = bash("fusebox spend allow 50 --yes")
        steps = self.steps(bash, 1, STEPS)
        client = self.play(
            Part([*steps[:5], spending(inside), say("I stop.")]),
            Part([*self.steps(bash, 20, 2), say("Done.")], when="go on"),
            thinks_s=THINKS_S,
        )
        run = client.headless("take the steps")
        self.check_stopped_at("spend.session", ran=(CROSSING, CROSSING + 1))
        taken = self.sandbox.runs("step")
        denied = [text for text, _ in self.model.requests[-1].results if is_denial(text)]
        self.assertTrue(any("of $0.70 spent by this session" in text for text in denied), denied)
        self.assertTrue(is_denial(self.model.requests[-1].results[-1][0]), "the agent allows itself nothing")
        said = self.fusebox.order("spend", "allow", "5", "--yes")
        self.assertIn("spent by this session", said)
        client.headless("go on", resume=run.session)
        self.assertEqual(self.sandbox.runs("step"), taken + 2, "steps after more was allowed")


class Codex(SpendCase):
    agent = others.Codex.name

    def move_in(self):
        others.Codex.prepare(self.sandbox)

    def make_client(self):
        return others.Codex(self.sandbox, self.model)

    def shell(self, command):
        return Step(calls=(others.Codex.shell(command),))

    def test_m03_a_cap_refuses_the_call_after_the_crossing_and_m05_a_person_lets_it_go_on(self):
        self.configure(CODEX_CAP)
        client = self.play(
            Part([*self.steps(self.shell, 1, 5), say("I stop.")]),
            Part([*self.steps(self.shell, 20, 2), say("Done.")], when="go on"),
            thinks_s=THINKS_S,
        )
        client.headless("take the steps")
        self.check_stopped_at("spend.session", ran=(CROSSING, CROSSING + 1))
        taken = self.sandbox.runs("step")
        self.assertIn("of $0.40 spent by this session", self.model.requests[-1].text)
        self.fusebox.order("spend", "allow", "5", "--yes")
        client.headless("go on", again=True)
        self.assertEqual(self.sandbox.runs("step"), taken + 2, "steps after more was allowed")


if __name__ == "__main__":
    unittest.main()
