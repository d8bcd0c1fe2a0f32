"""The real clients under `fusebox run --confine`: a healthy task passes unchanged, whatever settings are there.

Settings that do not exist are protected too, and nothing of that may keep a client from starting or stay behind.
"""

import unittest

import others
from case import Case
from scripted_model import Part, Step, bash, say

# The folder of a client's settings in a project, and what a person may keep there beside them.
PROJECT_FOLDERS = (".claude", ".codex", ".gemini", ".qwen", ".github")
# Settings that say nothing, in the home or in a project.
SETTINGS_FILES = (
    (".claude/settings.json", "{}"),
    (".claude/settings.local.json", "{}"),
    (".codex/config.toml", ""),
    (".codex/hooks.json", "{}"),
    (".gemini/settings.json", "{}"),
    (".gemini/trustedFolders.json", "{}"),
    (".qwen/settings.json", "{}"),
    (".qwen/trustedFolders.json", "{}"),
    (".copilot/settings.json", "{}"),
    (".github/copilot/settings.json", "{}"),
)


class Stories:
    """What has to come of each story, whichever the client."""

    options = ()

    def test_a_healthy_task_passes_unchanged(self):
        self.assert_unchanged()

    def test_the_same_where_settings_folders_hold_other_files(self):
        for folder in PROJECT_FOLDERS:
            self.write(f"{folder}/notes.md", "kept\n")
        self.assert_unchanged()

    def test_the_same_where_every_settings_file_is_there(self):
        for path, text in SETTINGS_FILES:
            for folder in (self.sandbox.home, self.sandbox.project):
                file = folder / path
                file.parent.mkdir(parents=True, exist_ok=True)
                if not file.exists():
                    file.write_text(text)
        self.assert_unchanged()

    def test_the_same_in_a_home_without_settings(self):
        self.assert_unchanged(lambda client: client.forget_settings(self.sandbox))

    def assert_unchanged(self, prepare=lambda client: None):
        """The task is done in a repository, git sees what the agent made alone, and both homes are as before."""
        steps = [
            self.shell("echo one > a.txt"),
            self.shell("git status --short > seen.txt"),
            self.shell("git add -A && git -c user.name=A -c user.email=a@b.c commit -qm one"),
            self.shell("mkdir -p .github/workflows && echo 'on: push' > .github/workflows/ci.yml"),
            say("All is done."),
        ]
        client = self.play(Part(steps))
        prepare(client)
        self.write("README.md", "a project\n")
        self.commit_all()
        before, settings = self.shape(), self.settings_of_person()
        run = self.fusebox.unattended(client, "--confine=require", *self.options)
        self.assertEqual(run.code, 0, f"{run.said}\n{run.passed_on}")
        record = (run.record["final_status"], run.record["circuit_breaker_triggered"])
        self.assertEqual(record, ("success", False), run.said)
        self.assertEqual(self.read("seen.txt"), "?? a.txt\n?? seen.txt\n")
        self.assertEqual(self.git("show", "--format=", "--name-only").split(), ["a.txt", "seen.txt"])
        self.assertIn("All is done.", run.passed_on)
        made = {".github", ".github/workflows", ".github/workflows/ci.yml", "a.txt", "seen.txt"}
        self.assertEqual(self.shape() - before, made - before, "what is left in the project")
        self.assertEqual(self.git("status", "--short", "-uall"), "?? .github/workflows/ci.yml\n")
        self.assertEqual(self.settings_of_person(), settings)

    def settings_of_person(self):
        """The text of each settings file in the home; of one that is not there, nothing."""
        files = [self.sandbox.home / path for path, _ in SETTINGS_FILES]
        return {str(file): file.read_text() if file.exists() else None for file in files}

    def shape(self):
        """Every file and folder of the project."""
        paths = self.sandbox.project.rglob("*")
        names = (str(path.relative_to(self.sandbox.project)) for path in paths)
        return {name for name in names if not name.startswith(".git/")}


class OfOthers(Stories):
    """A client beside Claude Code, with its hooks."""

    hooked = None

    @property
    def agent(self):
        return self.hooked.name

    def move_in(self):
        self.hooked.prepare(self.sandbox)

    def make_client(self):
        return self.hooked(self.sandbox, self.model)

    def shell(self, command):
        return Step(calls=(self.hooked.shell(command),))


class WithClaude(Stories, Case):
    options = ("--agent", "claude", "--prompt", "take the steps of the plan")

    def shell(self, command):
        return bash(command)


class WithCodex(OfOthers, Case):
    hooked = others.Codex


class WithGemini(OfOthers, Case):
    hooked = others.Gemini


class WithQwen(OfOthers, Case):
    hooked = others.Qwen


class WithCopilot(OfOthers, Case):
    hooked = others.Copilot


if __name__ == "__main__":
    unittest.main()
