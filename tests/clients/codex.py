"""The real Codex CLI in a sandbox, without hooks: what it does is seen in what it writes."""

from installed import Client
from versions import newest

NEWEST = Client("@openai/codex", "codex", newest("Codex CLI"))
MODEL = "gpt-5.1-codex"
CONFIG = """model = "{model}"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"
check_for_update_on_startup = false

[analytics]
enabled = false

[model_providers.scripted]
name = "A model that plays a script"
base_url = "{url}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
request_max_retries = 0
stream_max_retries = 0

[projects."{project}"]
trust_level = "trusted"
"""


class Codex:
    """The client in a sandbox, talking to a scripted model."""

    def __init__(self, sandbox, model):
        home = sandbox.home / ".codex"
        home.mkdir()
        (home / "config.toml").write_text(CONFIG.format(model=MODEL, url=model.url, project=sandbox.project))
        # Its commands run in a login shell, which begins with the PATH of the system.
        (sandbox.home / ".profile").write_text(f"export PATH='{sandbox.env['PATH']}'\n")
        self.env = {**sandbox.env, "CODEX_HOME": str(home), "SCRIPTED_KEY": "dummy"}

    @property
    def unattended(self):
        """The command that somebody else starts, and gives a prompt."""
        return [str(NEWEST.path), "exec", "--skip-git-repo-check"]
