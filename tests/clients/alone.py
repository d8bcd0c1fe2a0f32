"""The clients with nobody there: what a story that is told of each needs of it."""

from case import Case
from codex import Codex
from others import Opencode
from scripted_model import Step, bash, call


class ClaudeAlone(Case):
    """Claude Code, with the hooks."""

    agent = "claude"

    def shell(self, command):
        """The model runs a command."""
        return bash(command)

    def refused(self):
        """The model calls a tool that nobody has allowed; and the name that its refusal goes by."""
        return call("WebFetch", url="http://127.0.0.1:1/price", prompt="the price"), "WebFetch"


class CodexAlone(Case):
    """Codex, without hooks."""

    agent = "codex"
    with_hooks = False

    def make_client(self):
        return Codex(self.sandbox, self.model)

    def shell(self, command):
        """The model runs a command."""
        return call("exec_command", cmd=command)

    def refused(self):
        """The model asks to leave the sandbox; and the name that its refusal goes by."""
        beyond = {"sandbox_permissions": "require_escalated", "justification": "the price is there"}
        return call("exec_command", cmd="curl http://127.0.0.1:1/price", **beyond), "bash"


class UnattendedOpencode(Opencode):
    """opencode as somebody else starts it, and gives it a prompt."""

    @property
    def unattended(self):
        return [str(self.installed.path), "run", "-m", "local/scripted"]


class OpencodeAlone(Case):
    """opencode, without hooks."""

    agent = "opencode"
    with_hooks = False

    def move_in(self):
        UnattendedOpencode.prepare(self.sandbox)

    def make_client(self):
        return UnattendedOpencode(self.sandbox, self.model)

    def shell(self, command):
        """The model runs a command."""
        return Step(calls=(Opencode.shell(command),))
