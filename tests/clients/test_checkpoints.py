"""The real Claude Code makes a mess of a repository: what was kept before, the way back, and what becomes of the mess.

The agent does in good faith what agents do in a spiral: it edits, makes new files, commits, deletes what is not its
own. Nobody asks Fusebox for a checkpoint. The names of the cases carry the ids of docs/rules.md.
"""

import unittest

from claude import is_denial, warnings
from scripted_model import Part, bash, call, say
from tdd import CODE, RIGHT, TEST, TRIES, WRONG, TddCase

NOTES, LEDGER, MINE = "notes.md", "ledger.csv", "mine.txt"
FIRST_CHANGE = "touch debris-1.txt"
ADVICE = "The tax is a factor of 1.19, rounded to two places."


class CheckpointCase(TddCase):
    """A repository that a person left in the middle of something."""

    def setUp(self):
        super().setUp()
        self.write(NOTES, "committed\n")
        self.write(LEDGER, "price,tax\n")
        self.commit_all()
        self.write(NOTES, "staged\n")
        self.git("add", NOTES)
        self.write(NOTES, "staged, and then changed\n")
        self.write(MINE, "never added\n")

    def state(self):
        """All that a person sees of the project: files, index, branch."""
        listed = self.git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
        there = sorted({name for name in listed if (self.sandbox.project / name).is_file()})
        files = {name: self.read(name) for name in there}
        seen = (("ls-files", "-s"), ("status", "--porcelain=v2"), ("symbolic-ref", "HEAD"), ("rev-parse", "HEAD"))
        return files, [self.git(*arguments) for arguments in seen]

    def refs(self):
        return self.git("for-each-ref", "--format=%(refname)", "refs/tags", "refs/fusebox").split()

    def show(self, ref, name):
        return self.git("show", f"{ref}:{name}")

    def spiral(self):
        """Three attempts that fail, with all that goes wrong beside them."""
        first, *rest = self.attempts()
        return [
            *self.look(),
            bash(f"git for-each-ref --format='%(refname)' refs/fusebox/checkpoint; {FIRST_CHANGE}"),
            first,
            *rest[:3],
            call("Write", file_path=self.path("src/tax.py"), content="TAX = 0.19\n"),
            bash(f"git rm -q --force {NOTES} && rm {LEDGER} && echo overwritten > {MINE}"),
            bash(f"git add {CODE} src && git -c user.name=B -c user.email=b@example.org commit -qm 'try a tax'"),
            *rest[3:],
        ]

    def assert_mess(self):
        """The spiral did what it was to do; otherwise there would be nothing to bring back."""
        self.assert_code(TRIES[2])
        for name in (NOTES, LEDGER):
            self.assert_missing(name)
        self.assertEqual(self.read(MINE), "overwritten\n")
        self.assertEqual(self.git("log", "-1", "--format=%s"), "try a tax\n")

    def assert_kept(self, ref):
        """The failed work is behind a ref, whole."""
        self.assertIn(f"return {TRIES[2]}", self.show(ref, CODE))
        self.assertEqual(self.show(ref, "src/tax.py"), "TAX = 0.19\n")
        self.assertEqual(self.show(ref, MINE), "overwritten\n")
        self.assertIn("try a tax\n", self.git("log", "--format=%s", ref))
        self.assertEqual(self.git("ls-tree", "--name-only", ref, NOTES, LEDGER), "")

    def run_wild(self):
        """A session that spirals until it trips; gives the client too, with which it can be resumed."""
        client = self.play(
            Part([*self.spiral(), say("I wait for an answer.")]),
            Part([*self.mend(after=0)], when="please go on"),
        )
        run = client.headless("make the test pass")
        self.assert_ran_well(run)
        self.assert_tripped(run.session)
        self.assert_mess()
        return client, run


class ASession(CheckpointCase):
    def test_a07_is_kept_before_its_first_change(self):
        before, _ = self.state()
        _, run = self.run_wild()
        tag = f"refs/fusebox/checkpoint/{run.session}"
        at_the_first_change = self.model.requests[-1].results[2][0]
        self.assertEqual(at_the_first_change.strip(), tag, "the checkpoint was there when the first change ran")
        for name, text in before.items():
            self.assertEqual(self.show(tag, name), text)
        self.assertEqual(self.git("ls-tree", "--name-only", tag, "debris-1.txt"), "")
        self.assertIsNone(self.fusebox.task(run.session)["checkpoint_partial"])

    def test_a07_goes_back_at_a_terminal_and_its_work_is_kept(self):
        before = self.state()
        _, run = self.run_wild()
        mess = self.state()
        self.assertIn("fusebox rollback", self.fusebox.run("show"), "the report names the way back")
        plan = self.fusebox.run("rollback", "--dry-run")
        for words in (CODE, NOTES, LEDGER, "try a tax"):
            self.assertIn(words, plan)
        self.assertEqual(self.state(), mess, "a dry run changes nothing")

        self.fusebox.order("rollback", answer="y")
        self.assertEqual(self.state(), before)
        listed = self.fusebox.attempts()
        self.assertTrue(listed, "attempts that were kept")
        for attempt in listed:
            self.assert_kept(attempt["ref"])
        number = str(listed[0]["attempt"])
        self.assertIn(f"+    return {TRIES[2]}", self.fusebox.run("attempts", "diff", number))
        self.fusebox.order("attempts", "restore", number, "src/tax.py", answer="y")
        self.assertEqual(self.read("src/tax.py"), "TAX = 0.19\n")
        self.assert_code(WRONG)
        self.assertEqual(self.git("fsck", "--no-dangling", "--no-progress"), "")

    def test_a07_that_an_agent_may_not_send_back_itself(self):
        spiral = self.spiral()
        order = bash("fusebox rollback --yes")
        self.play(Part([*spiral[:-1], order, say("I stop.")])).headless("make the test pass")
        self.assertTrue(is_denial(self.model.requests[-1].results[-1][0]), "the order was refused")
        self.assert_mess()

    def test_a07_is_sent_back_with_guidance_and_mends_it(self):
        client, run = self.run_wild()
        asked = len(self.model.requests)
        self.fusebox.order("reset", run.session, "--rollback", "--guidance", ADVICE, "--yes")
        self.assert_code(WRONG)
        self.assertEqual(self.read(MINE), "never added\n")
        self.assertEqual(self.fusebox.state(run.session), "half_open")

        again = client.headless("please go on", resume=run.session)
        self.assertEqual(again.result.get("result"), "It passes.")
        self.assertIn(ADVICE, " ".join(warnings(self.model.requests[asked])))
        self.assert_mended()
        self.assertEqual(self.fusebox.state(run.session), "closed")
        files, (_, status, *_) = self.state()
        self.assertEqual(files[NOTES], "staged, and then changed\n")
        self.assertNotIn("src/tax.py", files)
        self.assertIn(f" {CODE}\n", status, "what was mended is not committed")


class ATask(CheckpointCase):
    TASK = "42"
    TAG = f"refs/fusebox/checkpoint/{TASK}"

    def test_a08_a_second_session_keeps_the_checkpoint(self):
        self.fusebox.order("task", "start", self.TASK)
        made = self.git("rev-parse", self.TAG)
        self.run_wild()
        self.fusebox.order("task", "start", self.TASK, "--slice", "Prices with tax")
        self.play(Part([bash("touch again"), say("Done.")])).headless("one more thing")
        self.assertEqual(self.git("rev-parse", self.TAG), made)
        self.assertEqual([ref for ref in self.refs() if "checkpoint" in ref], [self.TAG])

    def test_a10_that_is_completed_gives_up_its_checkpoint_and_keeps_the_attempts(self):
        self.fusebox.order("task", "start", self.TASK)
        client, run = self.run_wild()
        self.fusebox.order("reset", self.TASK, "--rollback", "--guidance", ADVICE, "--yes")
        client.headless("please go on", resume=run.session)
        self.assert_mended()
        self.assertIn(self.TAG, self.refs(), "one step earlier the checkpoint is there")
        kept = [ref for ref in self.refs() if ref.startswith("refs/fusebox/attempts/")]
        self.assertTrue(kept, "attempts that were kept")
        self.fusebox.order("task", "complete", self.TASK)
        self.assertEqual(self.refs(), kept)
        self.assert_kept(kept[0])
        self.assert_code(RIGHT)


if __name__ == "__main__":
    unittest.main()
