"""The real Claude Code with the preset `tdd`: what failing tests, real edits and a person lead to.

A small Python project with a test that really fails, and a scripted model that tries to mend it in good faith. The
tests are run by the agent, and Fusebox reads what they print. The names of the cases carry the rows of behaviour.
"""

import unittest

from case import REFUSALS, Case
from claude import OLDER_VERSION, is_denial, warnings
from scripted_model import Part, bash, call, say, saying

POLICY = 'preset = "tdd"\n'
CODE, TEST = "price.py", "test_price.py"
SUITE = "python3 -m unittest"
WRONG = "net"
TRIES = ("net * 1.9", "net * 0.19", "net + 0.19")  # each answers differently, and none is right
RIGHT = "round(net * 1.19, 2)"
THOUGHTS = (
    "The tax is missing, I add it as a factor.",
    "That was far too much, nineteen percent is 0.19.",
    "Only the tax came out, so I add it to the price.",
)
EXPECTED = "119"
ACTUAL = ("190.0", "19.0", "100.19")  # what the first assertion sees after each try
TEST_OF_PRICE = f"""import unittest

from price import gross


class Price(unittest.TestCase):
    def test_gross(self):
        self.assertEqual(gross(100), {EXPECTED})
        self.assertEqual(gross(10), 11.9)
"""


class TddCase(Case):
    """A sandbox with the project, and its policy."""

    suite = SUITE

    def setUp(self):
        super().setUp()
        self.write(".fusebox.toml", POLICY)
        self.write(CODE, f"def gross(net):\n    return {WRONG}\n")
        self.write(TEST, TEST_OF_PRICE)

    def write(self, name, content):
        (self.sandbox.project / name).write_text(content)

    def path(self, name):
        return str(self.sandbox.project / name)

    def edit(self, before, after, name=CODE):
        return call("Edit", file_path=self.path(name), old_string=before, new_string=after)

    def look(self):
        """What an agent does first: it reads the code, and sees the test fail."""
        return [call("Read", file_path=self.path(CODE)), bash(self.suite)]

    def attempts(self, first=1, last=3):
        """Edits of the code, each with what the agent thinks and followed by the test."""
        values = [f"return {value}" for value in (WRONG, *TRIES)]
        steps = []
        for n in range(first - 1, last):
            steps += [saying(THOUGHTS[n], self.edit(values[n], values[n + 1])), bash(self.suite)]
        return steps

    def mend(self, from_try=3):
        """The right edit, and the test that passes."""
        return [self.edit(f"return {TRIES[from_try - 1]}", f"return {RIGHT}"), bash(self.suite)]

    def assert_code(self, value):
        self.assertIn(f"return {value}\n", (self.sandbox.project / CODE).read_text())

    def assert_no_trip(self, session):
        self.assertEqual(self.fusebox.incidents(session), [])
        self.assertEqual(self.fusebox.state(session), "closed")

    def assert_tripped(self, session):
        """The one trip, for the test that failed too often; gives the incident."""
        incident = self.the_incident(session)
        self.assertEqual((incident["rule"], incident["trip_reason"]), ("attempts.per_test", "per-test limit (3/3)"))
        self.assertEqual(self.fusebox.state(session), "open")
        return incident


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
        self.assertEqual([attempt["files_touched"] for attempt in attempts if attempt["charged"]], [[CODE]] * 3)
        self.assertEqual([attempt["description"] for attempt in attempts if attempt["charged"]], list(THOUGHTS))
        for attempt, actual in zip(attempts[-3:], ACTUAL):
            self.assertIn(f"{actual} != {EXPECTED}", attempt["result"])
        self.assertEqual([file["file"] for file in incident["cumulative_files_modified"]], [CODE])
        self.assertEqual(incident["tests_modified"], [])
        self.assertIn(self.BLOCKED, incident["agent_summary"])
        self.assertTrue(incident["best_hypothesis"])
        self.assertEqual(incident["specific_question"].count("?"), 1)
        commands = " ".join(option["command"] for option in incident["recovery_options"])
        self.assertIn("fusebox reset", commands)

    def test_a01_are_stopped_when_the_agent_does_not_listen(self):
        run = self.play(Part([*self.look(), *self.attempts(), bash("touch went-on")], forever=True)).headless("mend it")
        self.assert_ran_well(run)
        self.assertTrue(run.stopped_by_hook, f"the turn was not stopped by a hook: {run.result}")
        self.assert_missing("went-on")
        refused = [text for text, _ in self.model.requests[-1].results if is_denial(text)]
        self.assertLessEqual(len(refused), REFUSALS)
        self.assert_tripped(run.session)

    def test_a01_do_not_trip_when_they_are_two(self):
        steps = [*self.look(), *self.attempts(last=2), *self.mend(from_try=2), say("It passes.")]
        run = self.play(Part(steps)).headless("make the test pass")
        self.assert_ran_well(run)
        self.assertEqual(run.result.get("result"), "It passes.")
        for request in self.model.requests:
            self.assertEqual(warnings(request), [], "words of a hook in work that goes well")
        self.assertIn("OK", self.model.requests[-1].results[-1][0], "the test passes in the end")
        self.assert_no_trip(run.session)


class ThreeAttemptsInAnOlderClient(TddCase):
    version = OLDER_VERSION

    def test_a01_trip(self):
        run = self.play(Part([*self.look(), *self.attempts(), bash("touch went-on"), say("I stop.")])).headless("mend it")
        self.assert_ran_well(run)
        self.assert_missing("went-on")
        incident = self.assert_tripped(run.session)
        charged = [attempt["description"] for attempt in incident["attempt_log"] if attempt["charged"]]
        self.assertEqual(charged, list(THOUGHTS))


if __name__ == "__main__":
    unittest.main()
