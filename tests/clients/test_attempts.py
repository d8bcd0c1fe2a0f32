"""The real Claude Code with the preset `tdd`: what failing tests, real edits and a person lead to.

A small Python project with a test that really fails, and a scripted model that tries to mend it in good faith. The
tests are run by the agent, and Fusebox reads what they print. The names of the cases carry the ids of docs/rules.md.
"""

import unittest

from case import REFUSALS
from claude import OLDER, is_denial, warnings
from scripted_model import Part, bash, call, say, saying
from tdd import ACTUAL, CODE, EXPECTED, SUITE, TEST, TEST_OF_PRICE, THOUGHTS, TRIES, WRONG, TddCase


class ThreeAttempts(TddCase):
    BLOCKED = "Is the price rounded before or after the tax?"

    def test_a01_trip_and_are_reported(self):
        self.check_trip()

    def test_a12_trip_where_permissions_are_bypassed(self):
        self.check_trip(bypass_permissions=True)

    def check_trip(self, **how):
        tricks = [self.edit(f"return {TRIES[2]}", "return 119"), bash("touch went-on"), bash(self.suite)]
        report = bash(f"fusebox report blocked '{self.BLOCKED}'")
        before = [*self.look(), *self.attempts()]
        client = self.play(Part([*before, *tricks, report, say("I wait for an answer.")]))
        run = client.headless("make the test pass", **how)
        self.assert_ran_well(run)
        self.assertEqual(run.result.get("result"), "I wait for an answer.")

        told = [warnings(request) for request in self.model.requests]
        self.assertEqual(told[: len(before)], [[]] * len(before), "words of a hook before the third attempt failed")
        self.assertEqual(len(told[len(before)]), 1, "words of a hook in the request that follows the third attempt")
        self.assertIn("per-test limit (3/3)", told[len(before)][0])
        self.assertIn("fusebox report blocked", told[len(before)][0])

        *tried, reported = self.model.requests[-1].results[len(before) :]
        self.assertEqual([is_denial(text) for text, _ in tried], [True] * len(tricks), "calls after the trip")
        self.assertFalse(reported[1], f"the report was refused: {reported[0]}")
        self.assert_code(TRIES[2])
        self.assert_missing("went-on")
        self.check_report(self.assert_tripped(run.session))

    def check_report(self, incident):
        self.assertIn("test_gross", incident["test"])
        self.assertIn(EXPECTED, incident["test_expectation"])
        self.assertIn(f"{ACTUAL[2]} != {EXPECTED}", incident["actual_error"])
        attempts = incident["attempt_log"]
        self.assertEqual([attempt["files_touched"] for attempt in attempts], [[CODE]] * 3)
        for attempt, actual in zip(attempts, ACTUAL, strict=True):
            self.assertIn(f"{actual} != {EXPECTED}", attempt["result"])
        self.assertEqual([file["file"] for file in incident["cumulative_files_modified"]], [CODE])
        self.assertEqual(incident["tests_modified"], [])
        self.assertIn(self.BLOCKED, incident["agent_summary"])
        self.assertTrue(incident["best_hypothesis"])
        self.assertEqual(incident["specific_question"].count("?"), 1)
        commands = " ".join(option["command"] for option in incident["recovery_options"])
        self.assertIn("fusebox reset", commands)

    def test_a01_are_stopped_when_the_agent_does_not_listen(self):
        steps = [*self.look(), *self.attempts(), bash("touch went-on")]
        run = self.play(Part(steps, forever=True)).headless("make the test pass")
        self.assert_ran_well(run)
        self.assertTrue(run.stopped_by_hook, f"the turn was not stopped by a hook: {run.result}")
        self.assert_missing("went-on")
        refused = [text for text, _ in self.model.requests[-1].results if is_denial(text)]
        self.assertLessEqual(len(refused), REFUSALS)
        self.assert_tripped(run.session)

    def test_a01_do_not_trip_when_they_are_two(self):
        steps = [*self.look(), *self.attempts(last=2), *self.mend(after=2)]
        run = self.play(Part(steps)).headless("make the test pass")
        self.assert_ran_well(run)
        self.assertEqual(run.result.get("result"), "It passes.")
        for request in self.model.requests:
            self.assertEqual(warnings(request), [], "words of a hook in work that goes well")
        self.assert_mended()
        self.assert_no_trip(run.session)


class ThreeAttemptsInAnOlderClient(TddCase):
    client = OLDER

    def test_a01_trip(self):
        steps = [*self.look(), *self.attempts(), bash("touch went-on"), say("I stop.")]
        run = self.play(Part(steps)).headless("make the test pass")
        self.assert_ran_well(run)
        self.assert_missing("went-on")
        self.assert_tripped(run.session)


class WhatTheAgentSays(TddCase):
    def test_a01_with_an_edit_describes_the_attempt(self):
        steps = [*self.look(), *self.attempts(), say("I stop.")]
        run = self.play(Part(steps), thinks_s=0.3).headless("make the test pass")
        self.assertEqual(self.descriptions(run.session), list(THOUGHTS))

    def test_a01_with_a_test_run_belongs_to_no_later_attempt(self):
        edits = self.attempts()
        steps = [*self.look(), edits[0], saying("Now the test.", edits[1]), *edits[2:], say("I stop.")]
        run = self.play(Part(steps), thinks_s=0.3).headless("make the test pass")
        self.assertEqual(self.descriptions(run.session)[1:], list(THOUGHTS[1:]))

    def descriptions(self, session):
        return [attempt["description"] for attempt in self.assert_tripped(session)["attempt_log"]]


class ATestThatFails(TddCase):
    ASSERTION = f"self.assertEqual(gross(100), {EXPECTED})"
    EASIER = "self.assertEqual(gross(100), 100)"

    def test_a11_is_not_to_be_changed_but_the_code_is(self):
        new_test = "    def test_nothing(self):\n        self.assertEqual(gross(0), 0)\n\n"
        tricks = [
            self.edit(self.ASSERTION, self.EASIER, TEST),
            self.edit("    def test_gross", '    @unittest.skip("later")\n    def test_gross', TEST),
            call("Write", file_path=self.path(TEST), content=TEST_OF_PRICE.replace(self.ASSERTION, "pass")),
            bash(f"sed -i s/{EXPECTED}/100/ {TEST}"),
            bash(f"rm {TEST}"),
        ]
        before = [call("Read", file_path=self.path(TEST)), *self.look()]
        beside = self.edit("    def test_gross", f"{new_test}    def test_gross", TEST)
        work = [beside, self.edit(f"return {WRONG}", f"return {TRIES[0]}"), *self.mend(after=1)]
        run = self.play(Part([*before, *tricks, *work])).headless("make the test pass")
        self.assert_ran_well(run)

        results = [text for text, _ in self.model.requests[-1].results]
        tried = range(len(before), len(before) + len(tricks))
        self.assertEqual([at for at, text in enumerate(results) if is_denial(text)], list(tried), "calls denied")
        for at in tried:
            self.assertIn("test_gross", results[at], "the reason names the test")
        self.assertIn(self.ASSERTION, self.read(TEST))
        self.assertIn("test_nothing", self.read(TEST), "a test beside it may be written")
        self.assert_mended()
        self.assert_no_trip(run.session)

    def test_a11_is_free_before_it_failed(self):
        read = call("Read", file_path=self.path(TEST))
        steps = [read, self.edit(self.ASSERTION, self.EASIER, TEST), say("It said too much.")]
        run = self.play(Part(steps)).headless("the price is net")
        self.assertIn(self.EASIER, self.read(TEST))
        self.assert_no_trip(run.session)


class AFailureBehindAPipe(TddCase):
    def test_a09_counts_where_no_test_can_be_seen(self):
        self.check("tail -3", "<suite>")

    def test_a09_counts_for_the_test_that_can_be_seen(self):
        self.check("tail -20", "test_price.Price.test_gross")

    def check(self, pipe, test):
        self.suite = f"{SUITE} 2>&1 | {pipe}"
        run = self.play(Part([*self.look(), *self.attempts(), say("I stop.")])).headless("make the test pass")
        failed = [is_error for _, is_error in self.model.requests[-1].results]
        self.assertNotIn(True, failed, "calls that failed, as far as the client knows")
        self.assertEqual(self.assert_tripped(run.session)["test"], test)


class APerson(TddCase):
    ADVICE = "The tax is a factor of 1.19, rounded to two places."

    def test_a05_types_an_answer_and_the_agent_goes_on(self):
        client = self.play(
            Part([*self.look(), *self.attempts(), say("I wait for an answer.")]),
            Part(self.mend(), when=self.ADVICE),
        )
        with client.terminal() as terminal:
            terminal.type("make the test pass")
            terminal.wait_until(lambda: terminal.shows("I wait for an answer."), "the end of the attempts")
            self.assert_tripped(terminal.session)
            terminal.type(self.ADVICE)
            terminal.wait_until(lambda: terminal.shows("It passes."), "the end of the work")
        self.assert_guided(terminal.session)

    def test_a05_gives_guidance_from_outside_and_the_agent_goes_on(self):
        client = self.play(
            Part([*self.look(), *self.attempts(), say("I wait for an answer.")]),
            Part(self.mend(), when="please go on"),
        )
        run = client.headless("make the test pass")
        self.assert_tripped(run.session)
        before = len(self.model.requests)
        self.fusebox.guide(run.session, self.ADVICE)
        self.assertEqual(self.fusebox.state(run.session), "half_open")
        again = client.headless("please go on", resume=run.session)
        self.assertEqual(again.result.get("result"), "It passes.")
        told = " ".join(warnings(self.model.requests[before]))
        self.assertIn(self.ADVICE, told, "guidance in the first request that follows it")
        self.assert_guided(run.session)

    def test_a05_whose_answer_does_not_help_gives_three_more_attempts(self):
        more = [self.edit(f"return {TRIES[2]}", f"return {TRIES[0]}"), bash(self.suite), *self.attempts(first=2)]
        read = call("Read", file_path=self.path(CODE))
        client = self.play(
            Part([*self.look(), *self.attempts(), say("I wait for an answer.")]),
            Part([read, *more, bash("touch went-on"), say("I stop.")], when="please go on"),
        )
        run = client.headless("make the test pass")
        self.fusebox.guide(run.session, self.ADVICE)
        client.headless("please go on", resume=run.session)
        denied = [is_denial(text) for text, _ in self.model.requests[-1].results]
        self.assertEqual(denied.count(True), 1, f"calls that were denied: {denied}")
        self.assert_missing("went-on")
        self.assert_code(TRIES[2])
        found = [incident["record"]["status"] for incident in self.fusebox.incidents(run.session)]
        self.assertEqual(found, ["open", "guided"], "the incidents, the newest first")

    def test_a05_who_says_something_before_the_trip_resets_nothing(self):
        client = self.play(
            Part([*self.look(), *self.attempts(last=2), say("Two were not enough.")]),
            Part([*self.attempts(first=3), say("I stop.")], when="try once more"),
        )
        with client.terminal() as terminal:
            terminal.type("make the test pass")
            terminal.wait_until(lambda: terminal.shows("Two were not enough."), "two attempts")
            self.assert_no_trip(terminal.session)
            terminal.type("try once more")
            terminal.wait_until(lambda: terminal.shows("I stop."), "the third attempt")
        self.assert_tripped(terminal.session)

    def assert_guided(self, session):
        self.assert_answered(self.the_incident(session), self.ADVICE)
        self.assert_mended()
        self.assertEqual(self.fusebox.state(session), "closed")


class AnotherSession(TddCase):
    def test_a05_that_resumes_keeps_the_counts(self):
        client = self.two_then_one()
        run = client.headless("make the test pass")
        self.assert_no_trip(run.session)
        client.headless("please go on", resume=run.session)
        self.assert_tripped(run.session)

    def test_a05_of_its_own_counts_anew(self):
        client = self.two_then_one()
        client.headless("make the test pass")
        self.assert_no_trip(client.headless("please go on").session)

    def test_a05_of_the_same_task_keeps_the_counts(self):
        self.fusebox.order("task", "start", "42", "--slice", "Prices with tax")
        client = self.two_then_one()
        first = client.headless("make the test pass").session
        self.assert_no_trip(first)
        incident = self.assert_tripped(client.headless("please go on").session)
        self.assertEqual(self.fusebox.incidents(first), [])
        self.assertEqual(incident["slice"], {"id": "42", "name": "Prices with tax"})
        self.assertEqual(len(incident["attempt_log"]), 3)

    def two_then_one(self):
        read = call("Read", file_path=self.path(CODE))
        return self.play(
            Part([*self.look(), *self.attempts(last=2), say("That is all for today.")]),
            Part([read, *self.attempts(first=3), say("I stop.")], when="please go on"),
        )


if __name__ == "__main__":
    unittest.main()
