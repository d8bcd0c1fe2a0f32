"""The real Claude Code under limits of its conversation: Fusebox reads the client's own record of it.

The client writes its record a tenth of a second behind, so a hook does not see the newest answer, and a limit may be
noticed one call late; each case says how late at most. The model does something else in each step, so that nothing but
the limit can stop it, and takes its time, as real ones do.
"""

import unittest
from dataclasses import replace

from case import REFUSALS, Case
from claude import OLDER, hooks_said, is_denial, warnings
from scripted_model import Part, bash, say

STEPS = 30
THINKS_S = 0.15
MESSAGES = 20  # the prompt, then an answer and a result for each call
TOKENS_EACH = 10_000  # by which each request is larger than the one before
CONTEXT = 100_000


class ConversationCase(Case):
    def setUp(self):
        super().setUp()
        self.sandbox.command("step", "echo $1")

    def configure(self, policy):
        (self.sandbox.project / ".fusebox.toml").write_text(policy)

    def go(self, steps=STEPS):
        """Runs so many different steps, each with a larger context."""
        calls = [replace(bash(f"step {n}"), input_tokens=n * TOKENS_EACH) for n in range(1, steps + 1)]
        end = replace(say("All is done."), input_tokens=steps * TOKENS_EACH)
        run = self.play(Part([*calls, end]), thinks_s=THINKS_S).headless("take the steps")
        self.assert_ran_well(run)
        return run

    def assert_warned_once(self, words, requests):
        """The model was told once, first in a request whose number is among these."""
        told = [warnings(request) for request in self.model.requests]
        first = next((at for at, said in enumerate(told, 1) if said), None)
        self.assertIn(first, requests, f"the first request with a warning: {told}")
        self.assertEqual(len(told[first - 1]), 1)
        self.assertIn(words, told[first - 1][0])
        approaching = [text for text in told[-1] if "Approaching limit" in text]
        self.assertEqual(len(approaching), 1, f"warnings in all: {told[-1]}")

    def assert_stopped(self, run, rule, steps):
        self.assertIn(self.sandbox.runs("step"), steps, "steps that were taken")
        self.assertTrue(run.stopped_by_hook, f"the turn was not stopped by a hook: {run.result}")
        self.assertEqual(self.the_incident(run.session)["rule"], rule)
        self.assertEqual(self.fusebox.state(run.session), "open")
        denied = [text for text, _ in self.model.requests[-1].results if is_denial(text)]
        self.assertLessEqual(len(denied), REFUSALS)

    def check_messages(self):
        self.configure(f"[limits]\nmessages = {MESSAGES}\n")
        run = self.go()
        self.assert_warned_once(f"/{MESSAGES} (", requests=(9, 10))
        self.assert_stopped(run, "limits.messages", steps=(9, 10))


class ALimit(ConversationCase):
    def test_s6_of_messages_is_told_at_four_fifths_and_then_holds(self):
        self.check_messages()

    def test_s6_of_messages_is_silent_one_step_earlier(self):
        self.configure(f"[limits]\nmessages = {MESSAGES}\n")
        run = self.go(steps=6)  # 14 messages with the last words
        self.assert_left_alone(run, steps=6)

    def test_s6_of_context_is_told_at_four_fifths_and_then_holds(self):
        self.configure(f"[limits]\ncontext_tokens = {CONTEXT}\n")
        run = self.go()
        self.assert_warned_once(f"/{CONTEXT} (", requests=(9, 10))
        self.assert_stopped(run, "limits.context_tokens", steps=(9, 10))

    def test_s6_of_context_is_silent_one_step_earlier(self):
        self.configure(f"[limits]\ncontext_tokens = {CONTEXT}\n")
        run = self.go(steps=7)
        self.assert_left_alone(run, steps=7)

    def assert_left_alone(self, run, steps):
        self.assertEqual(run.result.get("result"), "All is done.")
        self.assertEqual(self.sandbox.runs("step"), steps)
        for request in self.model.requests:
            self.assertEqual(hooks_said(request), [], "words of a hook")
        self.assertEqual(self.fusebox.incidents(run.session), [])


class ACritical(ConversationCase):
    def test_s6_of_messages_stops_at_once(self):
        self.configure(f"[guided]\nmessages_warning = {MESSAGES * 4 // 5}\nmessages_critical = {MESSAGES}\n")
        self.assert_stopped_at_once(self.go())

    def test_s6_of_context_stops_at_once(self):
        self.configure(f"[guided]\ncontext_warning = {CONTEXT * 4 // 5}\ncontext_critical = {CONTEXT}\n")
        self.assert_stopped_at_once(self.go())

    def assert_stopped_at_once(self, run):
        self.assertIn(self.sandbox.runs("step"), (9, 10), "steps that were taken")
        self.assertTrue(run.stopped_by_hook, f"the turn was not stopped by a hook: {run.result}")
        self.assertLessEqual(len(self.model.requests), self.sandbox.runs("step") + 1, "requests to the model")
        self.assertEqual(self.fusebox.state(run.session), "open")


class APerson(ConversationCase):
    def test_s6_who_answers_gives_as_many_messages_again(self):
        self.configure(f"[limits]\nmessages = {MESSAGES}\n")
        first = [bash(f"step {n}") for n in range(1, STEPS + 1)]
        second = [bash(f"step again-{n}") for n in range(1, 7)]
        client = self.play(
            Part(first),
            Part([*second, say("All is done.")], when="please go on"),
            thinks_s=THINKS_S,
        )
        run = client.headless("take the steps")
        self.assertEqual(self.fusebox.state(run.session), "open")
        self.fusebox.guide(run.session, "Only six steps are left.")
        before = self.sandbox.runs("step")
        again = client.headless("please go on", resume=run.session)
        self.assertEqual(self.sandbox.runs("step") - before, len(second), "steps after the answer")
        self.assertEqual(again.result.get("result"), "All is done.")
        self.assert_answered(self.the_incident(run.session), "Only six steps are left.")


class AnOlderClient(ConversationCase):
    client = OLDER

    def test_s6_holds_a_limit_of_messages_too(self):
        self.check_messages()


if __name__ == "__main__":
    unittest.main()
