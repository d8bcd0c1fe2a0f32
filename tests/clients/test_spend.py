"""Caps on what agents spend, in the real Claude Code and in the real Codex, which reports what a response used in its own record.

The scripted model says of every response that it was sent 100,000 tokens; the prices are those that come with Fusebox.
Claude Code writes its record a tenth of a second behind, so that a hook may see a response one call late.
"""

import threading
import unittest
from dataclasses import replace

import others
from case import Case
from claude import Claude, is_denial
from scripted_model import Part, Script, ScriptedModel, Step, bash, say

TOKENS = 100_000
THINKS_S = 0.3
CAP = 'session = "0.50 USD"'
ALLOWS_ITSELF = "fusebox spend allow 50 --yes"
CLAUDE_STEP, CODEX_STEP = 0.21, 0.13  # what a response costs, in US dollars: 0.20 and 0.125 and a little
# The response that crosses the cap has its own call run, and the next one is refused.
CLAUDE_CROSSING, CODEX_CROSSING = 3, 4
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

    def shell_of_codex(self, command):
        return Step(calls=(others.Codex.shell(command),))

    def check_stopped_at(self, rule, ran):
        """The cap is one incident, and its calls end where it was crossed."""
        self.assertIn(self.sandbox.runs("step"), ran, f"steps that were taken: {self.model.requests[-1].results[-1]}")
        session = self.fusebox.sessions()[0]
        self.assertEqual(self.the_incident(session)["rule"], rule)
        self.assertEqual(self.fusebox.state(session), "open")


class ClaudeCode(SpendCase):
    def test_m03_a_cap_refuses_the_call_after_the_crossing_and_m05_a_person_lets_it_go_on(self):
        self.configure(CAP)
        steps = self.steps(bash, 1, 5)
        client = self.play(
            Part([*steps, spending(bash(ALLOWS_ITSELF)), say("I stop.")]),
            Part([*self.steps(bash, 20, 2), say("Done.")], when="go on"),
            thinks_s=THINKS_S,
        )
        run = client.headless("take the steps")
        self.check_stopped_at("spend.session", ran=(CLAUDE_CROSSING, CLAUDE_CROSSING + 1))
        taken = self.sandbox.runs("step")
        denied = [text for text, _ in self.model.requests[-1].results if is_denial(text)]
        self.assertTrue(any("of $0.50 spent by this session" in text for text in denied), denied)
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

    def test_m03_a_cap_refuses_the_call_after_the_crossing_and_m05_a_person_lets_it_go_on(self):
        self.configure(CAP)
        shell = self.shell_of_codex
        client = self.play(
            Part([*self.steps(shell, 1, 6), spending(shell(ALLOWS_ITSELF)), say("I stop.")]),
            Part([*self.steps(shell, 20, 2), say("Done.")], when="go on"),
            thinks_s=THINKS_S,
        )
        client.headless("take the steps")
        self.check_stopped_at("spend.session", ran=(CODEX_CROSSING, CODEX_CROSSING + 1))
        taken = self.sandbox.runs("step")
        self.assertIn("of $0.50 spent by this session", self.model.requests[-1].text)
        self.assertEqual(self.fusebox.state(self.fusebox.sessions()[0]), "open", "the agent allows itself nothing")
        self.fusebox.order("spend", "allow", "5", "--yes")
        client.headless("go on", again=True)
        self.assertEqual(self.sandbox.runs("step"), taken + 2, "steps after more was allowed")


class BothAtOnce(SpendCase):
    """Claude Code and Codex in one home, each with a model of its own."""

    def move_in(self):
        super().move_in()
        others.Codex.prepare(self.sandbox)

    def setUp(self):
        super().setUp()
        self.fusebox.install(others.Codex.name)

    def start(self, make, shell):
        """A client with its model: eight steps, and two more after a person allowed more."""
        parts = Part([*self.steps(shell, 1, STEPS), say("I stop.")]), Part(
            [*self.steps(shell, 20, 2), say("Done.")], when="go on"
        )
        model = self.enterContext(ScriptedModel(Script(*parts), thinks_s=THINKS_S))
        return make(self.sandbox, model), model

    def together(self, *runs):
        """Runs these at the same time and gives what each returned."""
        results = [None] * len(runs)

        def keep(n, run):
            results[n] = run()

        threads = [threading.Thread(target=keep, args=pair) for pair in enumerate(runs)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return results

    def test_m04_one_cap_of_all_stops_both_and_m05_both_go_on(self):
        self.configure('all.day = "1.00 USD"')
        claude, self.model = self.start(lambda sandbox, model: Claude(sandbox, model, self.client), bash)
        codex, other = self.start(others.Codex, self.shell_of_codex)
        run, _ = self.together(lambda: claude.headless("take the steps"), lambda: codex.headless("take the steps"))
        taken = self.sandbox.runs("step")
        self.assertLess(taken, 2 * STEPS, "both were stopped before their steps were taken")
        for model in (self.model, other):
            self.assertIn("of $1.00 spent by all agents today", model.requests[-1].text, model.story())
        (incident,) = self.fusebox.incidents()
        self.assertEqual(incident["rule"], "spend.all", "one cap, one incident")
        # What was in flight beyond the cap: a response of each, and the one that Claude Code's record tells late.
        of_claude = sum(not is_denial(text) for text, _ in self.model.requests[-1].results)
        cost = CLAUDE_STEP * of_claude + CODEX_STEP * (taken - of_claude)
        self.assertLess(cost, 1.00 + 2 * CLAUDE_STEP + CODEX_STEP, f"{taken} steps, {of_claude} of Claude Code")
        self.fusebox.order("spend", "allow", "10", "--yes")
        self.together(
            lambda: claude.headless("go on", resume=run.session), lambda: codex.headless("go on", again=True)
        )
        self.assertEqual(self.sandbox.runs("step"), taken + 4, "steps of both after more was allowed")


if __name__ == "__main__":
    unittest.main()
