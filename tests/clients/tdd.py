"""A project under the preset `tdd`: a test that really fails, and a model that tries to mend it in good faith."""

from case import Case
from scripted_model import bash, call, say, saying

POLICY = 'preset = "tdd"\n'
CODE, TEST = "price.py", "test_price.py"
SUITE = "python3 -m unittest"
FAILING = "test_price.Price.test_gross"  # as the suite names it
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

    # The script

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

    def mend(self, after=3):
        """What ends well after so many attempts: the code is read, the right edit made, and the test passes."""
        wrong = (WRONG, *TRIES)[after]
        read = call("Read", file_path=self.path(CODE))
        return [read, self.edit(f"return {wrong}", f"return {RIGHT}"), bash(self.suite), say("It passes.")]

    # What came of it

    def assert_code(self, value):
        self.assertIn(f"return {value}\n", self.read(CODE))

    def assert_mended(self):
        self.assertIn("OK", self.model.requests[-1].results[-1][0], "the test passes in the end")
        self.assert_code(RIGHT)

    def assert_no_trip(self, session):
        self.assertEqual(self.fusebox.incidents(session), [])
        self.assertEqual(self.fusebox.state(session), "closed")

    def assert_tripped(self, session):
        """The one trip, for the test that failed too often; gives the incident."""
        incident = self.the_incident(session)
        self.assertEqual((incident["rule"], incident["trip_reason"]), ("attempts.per_test", "per-test limit (3/3)"))
        self.assertEqual(self.fusebox.state(session), "open")
        return incident
