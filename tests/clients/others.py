"""The real clients beside Claude Code in a sandbox, with hooks: their homes, and how they are started headless."""

import json
import shutil
import subprocess
import tomllib
from dataclasses import dataclass

import codex
from claude import Terminal
from installed import Client, Library
from versions import newest

LONGEST_RUN_S = 90


@dataclass
class Run:
    """How a headless run ended."""

    code: int
    stdout: str
    stderr: str


class HookedClient:
    """A client in a sandbox, talking to a scripted model.

    `settings` is the file that hooks are installed in, `shell` the name of its tool that runs a command, and
    `ends_turn` whether a hook of it can end a turn.
    """

    before = None  # settings that a person has before the hooks are installed
    refuses = True  # whether it refuses a single call

    def __init__(self, sandbox, model):
        self._project = sandbox.project
        self.env = {**sandbox.env, **self.variables(model)}
        self.configure(sandbox, model)

    @property
    def unattended(self):
        """The command that somebody else starts, with a prompt in it."""
        return [str(self.installed.path), *self.words("take the steps of the plan", False)]

    def forget_settings(self, sandbox):
        """Removes the settings of the person: what the client needs to know stands in the project's."""
        shutil.rmtree(sandbox.home / self.settings.split("/")[0], ignore_errors=True)
        if self.before:
            write_settings(sandbox.project / self.settings, self.before)

    def leave(self):
        """Ends what the client leaves running."""

    def headless(self, prompt, again=False):
        """One prompt, in a new session or in the latest one."""
        command = [str(self.installed.path), *self.words(prompt, again)]
        done = subprocess.run(
            command,
            cwd=self._project,
            env=self.env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=LONGEST_RUN_S,
        )
        return Run(done.returncode, done.stdout, done.stderr)


class Codex(HookedClient):
    """Codex, whose hooks a person has trusted."""

    name, installed = "codex", codex.NEWEST
    settings, ends_turn = ".codex/hooks.json", False
    trusted = ["--dangerously-bypass-hook-trust"]
    said = ()  # configuration on the command line

    @staticmethod
    def prepare(sandbox):
        (sandbox.home / ".codex").mkdir()
        sandbox.env["CODEX_HOME"] = str(sandbox.home / ".codex")

    def variables(self, model):
        return {"SCRIPTED_KEY": "dummy"}

    def configure(self, sandbox, model):
        config = codex.CONFIG.format(model=codex.MODEL, url=model.url, project=sandbox.project)
        (sandbox.home / ".codex/config.toml").write_text(config)
        # Its commands run in a login shell, which begins with the PATH of the system.
        (sandbox.home / ".profile").write_text(f"export PATH='{sandbox.env['PATH']}'\n")

    def forget_settings(self, sandbox):
        said = tomllib.loads((sandbox.home / ".codex/config.toml").read_text())
        del said["projects"]  # a key with dots in it
        self.said = [word for key, value in flat(said) for word in ("-c", f"{key}={json.dumps(value)}")]
        super().forget_settings(sandbox)
        del self.env["CODEX_HOME"]  # a folder that the variable names has to be there

    def words(self, prompt, again):
        words = ["exec", "--json", "--skip-git-repo-check", *self.trusted, *self.said]
        return [*words, *(["resume", "--last"] if again else []), prompt]

    @staticmethod
    def shell(command):
        return "exec_command", {"cmd": command}


class Gemini(HookedClient):
    """Gemini CLI, without its own detection of loops."""

    name, installed = "gemini", Client("@google/gemini-cli", "gemini", newest("Gemini CLI"))
    settings, ends_turn = ".gemini/settings.json", True
    before = {
        "security": {"auth": {"selectedType": "gemini-api-key"}},
        "privacy": {"usageStatisticsEnabled": False},
        "telemetry": {"enabled": False},
        "model": {"disableLoopDetection": True, "skipNextSpeakerCheck": True},
        "general": {"disableAutoUpdate": True, "disableUpdateNag": True, "enableAutoUpdate": False},
    }

    @classmethod
    def prepare(cls, sandbox):
        write_settings(sandbox.home / cls.settings, cls.before)

    def variables(self, model):
        return {
            "GEMINI_API_KEY": "dummy",
            "GOOGLE_GEMINI_BASE_URL": model.url,
            "GEMINI_CLI_TRUST_WORKSPACE": "true",
            "GEMINI_CLI_NO_RELAUNCH": "true",
            "GEMINI_SANDBOX": "false",
        }

    def configure(self, sandbox, model):
        pass

    def words(self, prompt, again):
        words = ["-m", "gemini-2.5-flash", "--approval-mode", "yolo", "--output-format", "json"]
        return [*words, *(["--resume", "latest"] if again else []), "-p", prompt]

    @staticmethod
    def shell(command):
        return "run_shell_command", {"command": command}


class Qwen(HookedClient):
    """Qwen Code. It stops at five equal calls by itself, always."""

    name, installed = "qwen", Client("@qwen-code/qwen-code", "qwen", newest("Qwen Code"))
    settings, ends_turn = ".qwen/settings.json", True
    before = {
        "$version": 3,
        "security": {"auth": {"selectedType": "openai"}},
        "privacy": {"usageStatisticsEnabled": False},
        "telemetry": {"enabled": False},
        "model": {"name": "scripted", "skipLoopDetection": True, "skipNextSpeakerCheck": True},
        "general": {"disableAutoUpdate": True, "enableAutoUpdate": False},
    }

    @classmethod
    def prepare(cls, sandbox):
        write_settings(sandbox.home / cls.settings, cls.before)

    def variables(self, model):
        return {
            "OPENAI_API_KEY": "dummy",
            "OPENAI_BASE_URL": f"{model.url}/v1",
            "OPENAI_MODEL": "scripted",
            "QWEN_CODE_NO_RELAUNCH": "true",
        }

    def configure(self, sandbox, model):
        pass

    def words(self, prompt, again):
        words = ["--approval-mode", "yolo", "--output-format", "json"]
        return [*words, *(["--continue"] if again else []), "-p", prompt]

    @staticmethod
    def shell(command):
        return "run_shell_command", {"command": command, "is_background": False}


class Copilot(HookedClient):
    """GitHub Copilot CLI with a model of one's own."""

    name, installed = "copilot", Client("@github/copilot", "copilot", newest("GitHub Copilot CLI"))
    settings, ends_turn = ".copilot/hooks/fusebox.json", True

    @staticmethod
    def prepare(sandbox):
        sandbox.env["COPILOT_HOME"] = str(sandbox.home / ".copilot")

    def variables(self, model):
        return {
            "COPILOT_PROVIDER_BASE_URL": f"{model.url}/v1",
            "COPILOT_PROVIDER_TYPE": "openai",
            "COPILOT_PROVIDER_API_KEY": "dummy",
            "COPILOT_MODEL": "scripted",
            "COPILOT_OFFLINE": "true",
            "COPILOT_AUTO_UPDATE": "false",
        }

    def configure(self, sandbox, model):
        pass

    def words(self, prompt, again):
        words = ["--allow-all-tools", "--no-color", "--disable-builtin-mcps", "--output-format", "json"]
        return [*words, *(["--continue"] if again else []), "-p", prompt]

    @staticmethod
    def shell(command):
        return "bash", {"command": command, "description": "a step of the script"}


class Opencode(HookedClient):
    """opencode, for which Fusebox writes a plugin."""

    name, installed = "opencode", Client("opencode-ai", "opencode", newest("opencode"))
    # It would fetch this at its start, and wait for a network.
    library = Library("@opencode-ai/plugin", newest("opencode"))
    settings, ends_turn = ".config/opencode/plugin/fusebox.js", True

    @classmethod
    def prepare(cls, sandbox):
        folder = sandbox.home / ".config/opencode"
        folder.mkdir(parents=True)
        shutil.copytree(cls.library.path, folder / "node_modules", symlinks=True)
        for name in ("package.json", "package-lock.json"):
            shutil.copy(cls.library.path.parent / name, folder / name)

    def variables(self, model):
        unwanted = ("AUTOUPDATE", "MODELS_FETCH", "DEFAULT_PLUGINS", "LSP_DOWNLOAD", "SHARE")
        return {f"OPENCODE_DISABLE_{name}": "1" for name in unwanted}

    def configure(self, sandbox, model):
        provider = {
            "npm": "@ai-sdk/openai-compatible",
            "options": {"baseURL": f"{model.url}/v1", "apiKey": "dummy"},
            "models": {"scripted": {"tool_call": True, "limit": {"context": 100000, "output": 4000}}},
        }
        config = {
            "autoupdate": False,
            "share": "disabled",
            "model": "local/scripted",
            "small_model": "local/scripted",
            "provider": {"local": provider},
            "permission": {"bash": "allow", "edit": "allow"},
        }
        (sandbox.home / ".config/opencode/opencode.json").write_text(json.dumps(config))

    def words(self, prompt, again):
        words = ["run", "--format", "json", "-m", "local/scripted"]
        return [*words, *(["--continue"] if again else []), prompt]

    @staticmethod
    def shell(command):
        return "bash", {"command": command, "description": "a step of the script"}


class Cline(HookedClient):
    """Cline, which has a file of hooks for each event. It refuses no call: the run ends."""

    name, installed = "cline", Client("cline", "cline", newest("Cline CLI"))
    settings, ends_turn, refuses = ".cline/hooks/PreToolUse.sh", True, False

    @staticmethod
    def prepare(sandbox):
        (sandbox.home / ".cline").mkdir()

    def variables(self, model):
        return {"CLINE_TELEMETRY_DISABLED": "1", "CLINE_NO_AUTO_UPDATE": "1"}

    def configure(self, sandbox, model):
        url = f"{model.url}/v1"
        self._say("auth", "-p", "openai", "-k", "dummy", "-m", "scripted", "-b", url)

    def leave(self):
        self._say("hub", "stop")

    def words(self, prompt, again):
        words = ["--json", "--auto-approve", "true", "-P", "openai-compatible", "-m", "scripted", "-k", "dummy"]
        return [*words, prompt]

    def terminal(self, session):
        """The client in a terminal, where alone it goes on with a session."""
        words = ["-i", "--auto-approve", "true", "-P", "openai-compatible", "-m", "scripted", "-k", "dummy", "--id", session]
        return Terminal(session, [str(self.installed.path), *words], self._project, self.env, "Ask anything")

    def _say(self, *words):
        """Runs a command of the client."""
        subprocess.run(
            [str(self.installed.path), *words],
            cwd=self._project,
            env=self.env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=LONGEST_RUN_S,
            check=True,
        )

    @staticmethod
    def shell(command):
        return "run_commands", {"commands": [command]}


ALL = (Codex, Gemini, Qwen, Copilot, Opencode, Cline)


def flat(table, above=""):
    """The values of a table with the dotted keys that lead to them."""
    for key, value in table.items():
        yield from flat(value, f"{above}{key}.") if isinstance(value, dict) else [(above + key, value)]


def write_settings(path, settings):
    """Writes the settings of a client, as a person would have them before."""
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(settings, indent=2) + "\n")
