"""The real Claude Code kept to the files of its task: what is refused, what is justified, what a person sees of it.

A task of the small project of `tdd`, whose files a person names or a graph of slices does. The agent goes for a helper
that the code uses, which may be justified, and for the route file, which may not.
"""

import json
import unittest
from dataclasses import replace

from claude import is_denial
from scripted_model import Part, bash, call, say
from tdd import CODE, FAILING, RIGHT, TRIES, WRONG, TddCase

HELPER, ROUTES = "rounding.py", "src/routes/index.ts"
WORSE, BETTER = "return number", "return round(number, 2)"
ROUTE = "export const routes = [];\n"
WHY = "the price is rounded by the function that lives there"
TASK = "S-07"
GRAPH = {
    "slices": {
        TASK: {"name": "Page of prices", "files_in_scope": [CODE]},
        "S-08": {"name": "Navigation", "files_in_scope": ["src/**"]},
    }
}


def justify(name, why=WHY):
    return bash(f'fusebox justify {name} --test {FAILING} --because "{why}"')


def at_once(*steps):
    """The calls of these steps in one answer."""
    return replace(steps[0], calls=tuple(made for step in steps for made in step.calls))


class ScopeCase(TddCase):
    def setUp(self):
        super().setUp()
        self.write(HELPER, f"def to_cents(number):\n    {WORSE}\n")
        self.write(ROUTES, ROUTE)
        self.commit_all()

    def named_by_a_person(self):
        self.fusebox.order("task", "start", TASK, "--slice", "Page of prices", "--files", CODE)

    def named_by_a_graph(self):
        self.write(".greenlight/GRAPH.json", json.dumps(GRAPH))
        self.fusebox.order("task", "start", TASK)

    def begin(self):
        """What every case begins with: all that is edited later is read, and the test fails."""
        reads = [call("Read", file_path=self.path(name)) for name in (HELPER, ROUTES)]
        return [*reads, *self.look()]

    def edit_helper(self):
        return self.edit(WORSE, BETTER, HELPER)

    def edit_routes(self):
        return self.edit("[]", "['/prices']", ROUTES)

    def go(self, *steps, **how):
        """Plays the steps after the beginning, and gives the run and the result of each."""
        before = self.begin()
        run = self.play(Part([*before, *steps, say("I stop.")])).headless("make the test pass", **how)
        self.assert_ran_well(run)
        return run, [text for text, _ in self.model.requests[-1].results[len(before) :]]

    def attempts_counted(self):
        """Failed attempts of the test, and in all."""
        task = self.fusebox.task(TASK)
        of_test = task["per_test_attempts"].get(FAILING, {"count": 0})
        return of_test["count"], task["total_slice_failures"]

    def outside(self):
        """What was noted outside the scope, as (file, verdict)."""
        return [(touch["file"], touch["verdict"]) for touch in self.fusebox.task(TASK)["scope_violations"]]

    def assert_untouched(self):
        self.assertEqual(self.read(ROUTES), ROUTE)
        self.assertEqual(self.git("status", "--porcelain", "--", HELPER, ROUTES), "")


class AFileOutside(ScopeCase):
    def test_a06_is_denied_with_the_way_to_justify_and_then_passes(self):
        self.named_by_a_person()
        self.check_justified()

    def test_a06_of_a_slice_in_a_graph_is_denied_and_then_passes(self):
        self.named_by_a_graph()
        self.check_justified()

    def test_a06_is_denied_where_permissions_are_bypassed(self):
        self.named_by_a_person()
        self.check_justified(bypass_permissions=True)

    def check_justified(self, **how):
        within = self.edit(f"return {WRONG}", f"return {TRIES[0]}")
        steps = [within, self.edit_helper(), justify(HELPER), self.edit_helper(), *self.mend(after=1)[:-1]]
        run, results = self.go(*steps, **how)
        self.assertEqual([is_denial(text) for text in results], [False, True, False, False, False, False, False])
        self.assertIn(f"`{HELPER}` is outside the scope of this task", results[1])
        self.assertIn(f'fusebox justify {HELPER} --test {FAILING} --because "one sentence"', results[1])
        self.assertIn(BETTER, self.read(HELPER), "the file that was justified")
        self.assert_mended()
        self.assert_no_trip(run.session)
        self.assertEqual(self.outside(), [(HELPER, "justified")])
        self.assertEqual(self.fusebox.task(TASK)["scope_violations"][0]["justification"], WHY)
        self.assertEqual(self.attempts_counted(), (0, 0), "failed attempts")

    def test_a06_refused_once_is_no_failed_attempt(self):
        self.named_by_a_person()
        _, results = self.go(self.edit_helper())
        self.assertEqual([is_denial(text) for text in results], [True])
        self.assertEqual((self.outside(), self.attempts_counted()), ([], (0, 0)))
        self.assert_untouched()

    def test_a06_asked_for_again_without_a_reason_is_a_failed_attempt(self):
        self.named_by_a_person()
        run, results = self.go(self.edit_helper(), self.edit_helper())
        self.assertEqual([is_denial(text) for text in results], [True, True])
        self.assertIn(f"It counts as a failed attempt at `{FAILING}`", results[1])
        self.assertEqual((self.outside(), self.attempts_counted()), ([(HELPER, "violation")], (1, 1)))
        self.assert_no_trip(run.session)
        self.assert_untouched()

    def test_a06_is_kept_from_the_shell_too(self):
        self.named_by_a_person()
        commands = [
            f"echo 'x = 1' > {HELPER}",
            f"echo 'x = 1' | tee -a {HELPER}",
            f"sed -i s/number/n/ {HELPER}",
            f"mv {HELPER} away.py",
            f"cd src && rm ../{HELPER}",
            f"git checkout -- {HELPER}",
            f"python3 --version && cp {CODE} {HELPER}",
        ]
        self.write(HELPER, f"def to_cents(number):\n    {WORSE}  # mine\n")
        before = self.read(HELPER)
        _, results = self.go(at_once(*map(bash, commands)), bash(f"cat {HELPER}"))
        self.assertEqual([is_denial(text) for text in results], [True] * len(commands) + [False])
        self.assertEqual(self.read(HELPER), before)
        self.assert_missing("away.py")
        self.assertEqual(self.attempts_counted(), (0, 0), "all of them were asked for in one answer, the first one")

    def test_a06_lets_scratch_files_and_the_failing_test_alone(self):
        self.named_by_a_person()
        scratch = self.sandbox.root / "tmp" / "notes.txt"
        read = call("Read", file_path=self.path("test_price.py"))
        beside = self.edit("class Price", "# the price with tax\nclass Price", "test_price.py")
        self.go(bash(f"echo a note > {scratch}"), read, beside)
        self.assertTrue(scratch.exists())
        self.assertIn("# the price with tax", self.read("test_price.py"))
        self.assertEqual(self.outside(), [])


class TheRouteFile(ScopeCase):
    def test_a06_of_a_slice_that_a_person_named_never_passes(self):
        self.named_by_a_person()
        self.check_forbidden()

    def test_a06_of_a_slice_in_a_graph_never_passes(self):
        self.named_by_a_graph()
        self.check_forbidden()

    def test_a06_never_passes_where_permissions_are_bypassed(self):
        self.named_by_a_graph()
        self.check_forbidden(bypass_permissions=True)

    def check_forbidden(self, **how):
        run, results = self.go(self.edit_routes(), justify(ROUTES), **how)
        self.assertEqual([is_denial(text) for text in results], [True, True])
        for text in results:
            self.assertIn(f"`{ROUTES}` may not be changed in this task", text)
        self.assertEqual(self.outside(), [(ROUTES, "violation")] * 2)
        self.assertEqual(self.attempts_counted(), (2, 2))
        self.assert_no_trip(run.session)
        self.assert_untouched()

    def test_a06_trips_at_the_third_try_and_the_report_has_them(self):
        self.named_by_a_graph()
        by_shell = bash(f"echo 'export const routes = [1];' > {ROUTES}")
        within = self.edit(f"return {WRONG}", f"return {RIGHT}")
        tries = [self.edit_routes(), justify(ROUTES), by_shell]
        run, results = self.go(self.edit_helper(), justify(HELPER), self.edit_helper(), *tries, within)
        self.assertEqual([is_denial(text) for text in results], [True, False, False, True, True, True, True])
        self.assert_code(WRONG)
        self.assertEqual(self.read(ROUTES), ROUTE)
        incident = self.assert_tripped(run.session)
        expected = [
            {"file": HELPER, "justification": WHY, "test_name": FAILING, "verdict": "justified"},
            {"file": ROUTES, "justification": WHY, "test_name": FAILING, "verdict": "violation"},
            {"file": ROUTES, "justification": None, "test_name": FAILING, "verdict": "violation"},
        ]
        three = "the latest three, and the justified one is among them"
        self.assertEqual(incident["scope_violations"], expected, three)
        # A narrow table cuts its cells, and sentences are wrapped.
        shown = " ".join(self.fusebox.run("show", incident["incident"]).split())
        for words in (HELPER, ROUTES, WHY, "justifi", "violati"):
            self.assertIn(words, shown)
        commands = [option["command"] for option in incident["recovery_options"]]
        self.assertIn(f"fusebox task rescope {TASK} --files {ROUTES}", commands)

    def test_a06_passes_once_a_person_takes_it_in(self):
        self.named_by_a_graph()
        again = self.edit_routes()
        client = self.play(
            Part([*self.begin(), self.edit_routes(), say("I stop.")]),
            Part([again, say("Done.")], when="the route is yours"),
        )
        run = client.headless("make the test pass")
        self.assert_untouched()
        self.fusebox.order("task", "rescope", TASK, "--files", ROUTES, "--yes")
        client.headless("the route is yours", resume=run.session)
        self.assertIn("'/prices'", self.read(ROUTES))
        self.assert_no_trip(run.session)


class WithoutFiles(ScopeCase):
    def test_a06_any_file_may_be_changed(self):
        self.fusebox.order("task", "start", "42")
        run, results = self.go(self.edit_helper(), self.edit_routes())
        self.assertEqual([is_denial(text) for text in results], [False, False])
        self.assert_no_trip(run.session)


if __name__ == "__main__":
    unittest.main()
