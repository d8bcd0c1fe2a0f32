"""The real Claude Code under Fusebox: what a loop, a report, a person, a subagent and plain good work lead to.

The model is scripted and does not listen; it goes on whatever it is told. So everything that stops it is Fusebox,
and the case without Fusebox shows that nothing else would. Each case looks at effects: how often a command really
ran, which files are there, what the model was told, and what Fusebox says about it afterwards.
"""

import unittest

from case import REFUSALS, Case
from claude import OLDER, hooks_said, is_denial, warnings
from scripted_model import Part, bash, call, say

NUDGE_AFTER = 4  # results of the same call
DENY_FROM = 7  # that call
TRIP_ON = 8  # its second denial

CHECK = bash("check")
SAYS_NO = "echo 'error: port 8080 refused the connection' >&2; exit 1"


class CheckCase(Case):
    """A sandbox where `check` always fails in the same way."""

    def setUp(self):
        super().setUp()
        self.sandbox.command("check", SAYS_NO)

    def assert_stopped(self, session):
        """A loop of `check` went as far as it may and no further; gives the one incident."""
        self.assertEqual(self.sandbox.runs("check"), DENY_FROM - 1, "runs of the command before it was denied")
        after_the_trip = [request for request in self.model.requests if len(request.results) >= TRIP_ON]
        self.assertLessEqual(len(after_the_trip), REFUSALS + 1, "requests to the model after the trip")
        return self.the_incident(session)

    def requests_of(self, prompt):
        """The requests of the conversation that began with this prompt."""
        return [request for request in self.model.requests if prompt in request.opening]


class WithoutFusebox(CheckCase):
    with_hooks = False

    def test_nothing_else_stops_the_loop(self):
        run = self.play(Part([CHECK], forever=True), most=20).headless("make the check pass")
        self.assert_ran_well(run)
        self.assertEqual(self.sandbox.runs("check"), 20, "runs of the command, one for each answer of the model")
        self.assertFalse(run.stopped_by_hook, "there was no hook to stop it")


class ALoop(CheckCase):
    def test_is_nudged_denied_tripped_and_stopped(self):
        run = self.play(Part([CHECK], forever=True)).headless("make the check pass")
        self.assert_ran_well(run)
        incident = self.assert_stopped(run.session)
        self.assertTrue(run.stopped_by_hook, f"the turn was not stopped by a hook: {run.result}")
        self.assertEqual(incident["rule"], "repetition.same_call")
        self.assertEqual(self.fusebox.state(run.session), "open")

        last = self.model.requests[-1]
        denied = [is_denial(text) for text, _ in last.results]
        self.assertEqual(denied.index(True) + 1, DENY_FROM, "the first call to be denied")
        self.assertTrue(all(denied[DENY_FROM - 1 :]), f"calls after the first denial: {denied}")

    def test_is_named_to_the_model_after_the_fourth_result_and_once(self):
        self.play(Part([CHECK], forever=True)).headless("make the check pass")
        told = [warnings(request) for request in self.model.requests]
        self.assertEqual(told[:NUDGE_AFTER], [[]] * NUDGE_AFTER, "words of a hook before the fourth result")
        self.assertEqual(len(told[NUDGE_AFTER]), 1, "warnings in the request that follows the fourth result")
        nudge = told[NUDGE_AFTER][0]
        self.assertIn("check", nudge, "the nudge names the call")
        self.assertIn(str(NUDGE_AFTER), nudge, "the nudge says how often it was made")
        self.assertEqual(told[DENY_FROM - 1], [nudge], "the nudge is given once")

    def test_that_ends_at_the_first_denial_is_not_tripped(self):
        steps = [*[CHECK] * DENY_FROM, bash("touch another-way"), say("It needs another way.")]
        run = self.play(Part(steps)).headless("make the check pass")
        self.assert_ran_well(run)
        denied = [is_denial(text) for text, _ in self.model.requests[-1].results]
        self.assertEqual(denied, [False] * (DENY_FROM - 1) + [True, False], "calls that were denied")
        self.assert_exists("another-way")
        self.assertEqual(self.fusebox.incidents(run.session), [])
        self.assertEqual(self.fusebox.state(run.session), "closed", "it went another way")

    def test_is_stopped_where_permissions_are_bypassed(self):
        client = self.play(Part([CHECK], forever=True))
        run = client.headless("make the check pass", bypass_permissions=True)
        self.assert_ran_well(run)
        self.assert_stopped(run.session)
        self.assertTrue(run.stopped_by_hook, f"the turn was not stopped by a hook: {run.result}")


class AnOlderClient(CheckCase):
    client = OLDER

    def test_is_stopped_too(self):
        run = self.play(Part([CHECK], forever=True)).headless("make the check pass")
        self.assert_ran_well(run)
        self.assert_stopped(run.session)


class AfterTheTrip(CheckCase):
    def test_a_report_passes_and_nothing_else_does(self):
        tricks = [
            bash("touch went-on"),
            bash("fusebox report complete 'not just this' && touch went-on"),
            call("Write", file_path=str(self.sandbox.project / "went-on"), content="x"),
        ]
        report = bash("fusebox report complete 'Two of three fixed; port 8080 stays closed.'")
        steps = [*[CHECK] * TRIP_ON, report, *tricks, say("I stop here.")]
        run = self.play(Part(steps)).headless("make the check pass")
        self.assert_ran_well(run)

        reported, *tried = self.model.requests[-1].results[TRIP_ON:]
        self.assertFalse(reported[1], f"the report was refused: {reported[0]}")
        self.assertEqual([is_denial(text) for text, _ in tried], [True] * len(tricks), "calls after the report")
        self.assert_missing("went-on")
        self.assertEqual(run.result.get("result"), "I stop here.")
        incident = self.assert_stopped(run.session)
        self.assertEqual(incident["agent_summary"], "Two of three fixed; port 8080 stays closed.")

    def test_the_agent_cannot_close_the_breaker(self):
        escapes = [
            bash("fusebox reset $CLAUDE_CODE_SESSION_ID --yes"),
            bash("fusebox bypass $CLAUDE_CODE_SESSION_ID"),
            bash("rm -rf ~/.local/state/fusebox"),
        ]
        run = self.play(Part([*[CHECK] * TRIP_ON, *escapes, say("I stop here.")])).headless("make the check pass")
        self.assert_stopped(run.session)
        self.assertEqual(self.fusebox.state(run.session), "open")

    def test_an_automated_prompt_does_not_close_the_breaker(self):
        client = self.play(
            Part([CHECK], forever=True),
            Part([bash("touch went-on")], when="just carry on", forever=True),
        )
        run = client.headless("make the check pass")
        again = client.headless("just carry on", resume=run.session)
        self.assertEqual(again.session, run.session)
        self.assert_missing("went-on")
        self.the_incident(run.session)
        self.assertEqual(self.fusebox.state(run.session), "open")


class APerson(CheckCase):
    ADVICE = "start the server with ./serve first"

    def test_gives_guidance_from_outside_and_the_agent_goes_on_with_it(self):
        client = self.play(
            Part([CHECK], forever=True),
            Part([bash("touch served"), say("The server is up.")], when="please go on"),
        )
        run = client.headless("make the check pass")
        self.assert_stopped(run.session)
        before = len(self.model.requests)

        self.fusebox.guide(run.session, self.ADVICE)
        again = client.headless("please go on", resume=run.session)
        self.assert_ran_well(again)
        self.assertIn(self.ADVICE, self.model.requests[before].text, "guidance in the first request that follows it")
        self.assert_exists("served")
        self.assertEqual(again.result.get("result"), "The server is up.")
        self.assert_guided(run.session)

    def test_types_a_sentence_after_the_trip_and_the_agent_goes_on(self):
        client = self.play(
            Part([CHECK], forever=True),
            Part([bash("touch served"), say("The server is up.")], when=self.ADVICE),
        )
        with client.terminal() as terminal:
            terminal.type("make the check pass")
            terminal.wait_until(lambda: terminal.shows("hook stopped"), "the end of the loop")
            self.assert_stopped(terminal.session)
            self.assertGreaterEqual(terminal.bells(), 1, "the bell rings at a trip")

            terminal.type(self.ADVICE)
            terminal.wait_until(lambda: terminal.shows("The server is up."), "the answer to the guidance")
        self.assert_exists("served")
        self.assert_guided(terminal.session)

    def test_whose_guidance_changes_nothing_sees_the_loop_stopped_sooner(self):
        client = self.play(
            Part([CHECK], forever=True),
            Part([CHECK], when="please go on", forever=True),
        )
        run = client.headless("make the check pass")
        self.fusebox.guide(run.session, self.ADVICE)
        before = self.sandbox.runs("check")
        client.headless("please go on", resume=run.session)
        self.assertLess(self.sandbox.runs("check") - before, DENY_FROM - 1, "runs of the same loop, sooner denied")
        self.assertEqual(self.fusebox.state(run.session), "open")

    def assert_guided(self, session):
        self.assert_answered(self.the_incident(session), self.ADVICE)
        self.assertNotEqual(self.fusebox.state(session), "open")


class GoodWork(Case):
    def test_is_left_alone(self):
        code, test = (str(self.sandbox.project / name) for name in ("price.py", "test_price.py"))
        suite = bash("python3 -m unittest -q test_price")
        wrong, half, right = "return net", "return net + 19", "return round(net * 1.19, 2)"
        steps = [
            bash("git init -q . && git config user.email a@b.c && git config user.name A"),
            call("Write", file_path=code, content=f"def gross(net):\n    {wrong}\n"),
            call("Write", file_path=test, content=TEST_OF_PRICE),
            suite,
            call("Read", file_path=code),
            call("Edit", file_path=code, old_string=wrong, new_string=half),
            suite,
            call("Edit", file_path=code, old_string=half, new_string=right),
            suite,
            bash("git add -A && git commit -qm 'gross price'"),
            bash("git log --oneline | wc -l"),
            call("Read", file_path=test),
            bash("ls; grep -n gross *.py"),
            say("The price is right."),
        ]
        run = self.play(Part(steps)).headless("fix the price")
        self.assert_ran_well(run)
        self.assertEqual(run.result.get("result"), "The price is right.")
        failed = [is_error for _, is_error in self.model.requests[-1].results]
        self.assertEqual(failed, [step is suite and at < 8 for at, step in enumerate(steps[:-1])], "calls that failed")
        for request in self.model.requests:
            self.assertEqual(hooks_said(request), [], "words of a hook in a healthy session")
            self.assertNotIn("fusebox", request.text.lower(), "a word about Fusebox in a healthy session")
        self.assertEqual(self.fusebox.incidents(run.session), [])
        self.assertEqual(self.fusebox.state(run.session), "closed")


TEST_OF_PRICE = """
import unittest
from price import gross

class Price(unittest.TestCase):
    def test_gross(self):
        self.assertEqual(gross(100), 119)
        self.assertEqual(gross(10), 11.9)
"""


class ASubagent(CheckCase):
    TASK = "make the check pass, my helper"

    def test_that_loops_is_stopped_and_its_parent_goes_on(self):
        run = self.play(
            Part([self.helper(run_in_background=False), bash("touch parent-went-on"), say("Done without it.")]),
            Part([CHECK], when=self.TASK, forever=True),
        ).headless("get some help")
        self.assert_parent_went_on(run)

    def test_that_loops_in_the_background_is_stopped_and_its_parent_goes_on(self):
        run = self.play(
            Part([self.helper(run_in_background=True), say("It is at work.")]),
            Part([CHECK], when=self.TASK, forever=True),
            Part([bash("touch parent-went-on"), say("Done without it.")], when="<task-notification>"),
        ).headless("get some help")
        self.assert_parent_went_on(run)

    def helper(self, **how):
        return call("Agent", description="a helper", prompt=self.TASK, subagent_type="general-purpose", **how)

    def assert_parent_went_on(self, run):
        self.assert_ran_well(run)
        self.assertEqual(run.result.get("result"), "Done without it.")
        self.assert_exists("parent-went-on")
        helpers = self.requests_of(self.TASK)
        self.assertLessEqual(len(helpers), TRIP_ON + REFUSALS + 1, "requests of the subagent")
        incident = self.assert_stopped(run.session)
        self.assertNotEqual(incident["record"]["agent"], "main", "the incident is the subagent's")
        parents = [request for request in self.model.requests if request not in helpers]
        self.assertTrue(warnings(parents[-1]), "the parent is told why its subagent was stopped")


if __name__ == "__main__":
    unittest.main()
