"""What every case with a real client begins with, asks and asserts."""

import subprocess
import unittest

from claude import NEWEST, Claude, move_in
from fusebox import Fusebox
from sandbox import Sandbox
from scripted_model import Script, ScriptedModel

REFUSALS = 5  # refused rounds after a trip before the turn is stopped


class Case(unittest.TestCase):
    """A sandbox with the hooks installed, and a client that plays a script in it."""

    agent = "claude"
    client = NEWEST
    with_hooks = True

    def setUp(self):
        self.sandbox = self.enterContext(Sandbox())
        self.move_in()
        self.fusebox = Fusebox(self.sandbox)
        if self.with_hooks:
            self.fusebox.install(self.agent)

    def move_in(self):
        """Makes the home of the client."""
        move_in(self.sandbox)

    def play(self, *parts, **options):
        """Starts a model with this script and gives the client that talks to it."""
        self.model = self.enterContext(ScriptedModel(Script(*parts), **options))
        return self.make_client()

    def make_client(self):
        """The client of these cases."""
        return Claude(self.sandbox, self.model, self.client)

    def client_says(self, installed, *words, env=None):
        """What a command of the client itself prints."""
        done = subprocess.run(
            [str(installed.path), *words],
            cwd=self.sandbox.project,
            env=env or self.sandbox.env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,  # a busy machine
        )
        said = done.stdout + done.stderr
        if done.returncode:
            raise AssertionError(f"{installed.path.name} {' '.join(words)} ended with {done.returncode}: {said}")
        return said

    # The files

    def write(self, name, content):
        path = self.sandbox.project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)

    def read(self, name):
        return (self.sandbox.project / name).read_text()

    def path(self, name):
        return str(self.sandbox.project / name)

    def git(self, *arguments):
        """What git says about the project."""
        who = ["-c", "user.name=A", "-c", "user.email=a@example.org"]
        done = subprocess.run(
            ["git", *who, *arguments], cwd=self.sandbox.project, env=self.sandbox.env, capture_output=True, text=True
        )
        self.assertEqual(done.returncode, 0, f"git {' '.join(arguments)}: {done.stderr}")
        return done.stdout

    def commit_all(self):
        """Makes the project a repository with one commit."""
        self.write(".gitignore", "__pycache__/\n")
        self.git("init", "-q", "-b", "main")
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "the project")

    # What came of it

    def the_incident(self, session):
        """The one incident of a session."""
        found = self.fusebox.incidents(session)
        self.assertEqual(len(found), 1, f"incidents of the session: {found}")
        return found[0]

    def assert_ran_well(self, run):
        self.assertEqual(run.code, 0, f"the client failed: {run.stderr or run.result}")

    def assert_answered(self, incident, guidance):
        record = incident["record"]
        self.assertEqual((record["status"], record["guidance"]), ("guided", guidance))

    def assert_exists(self, name):
        self.assertTrue((self.sandbox.project / name).exists(), f"{name} should have been made")

    def assert_missing(self, name):
        self.assertFalse((self.sandbox.project / name).exists(), f"{name} should not have been made")

    def _formatMessage(self, msg, standard):
        """Every failure ends with the conversation that led to it."""
        return f"{super()._formatMessage(msg, standard)}\n\nThe conversation:\n{self.model.story()}"
