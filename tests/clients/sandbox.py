"""A temporary home with a project in it: offline, with nothing of the person who runs the tests."""

import os
import shutil
import tempfile
import time
from pathlib import Path


class Sandbox:
    """A temporary home, a project and a clean environment; a context manager that leaves nothing behind."""

    def __init__(self):
        # The client tells the model its folder, so no name of ours is in the path.
        self.root = Path(tempfile.mkdtemp(prefix="client-")).resolve()
        self.home, self.project = self.root / "home", self.root / "project"
        self._bin, self._runs = self.root / "bin", self.root / "runs"
        for folder in (self.home, self.project, self._bin, self._runs, self.root / "tmp"):
            folder.mkdir(parents=True)
        self.env = self._clean_environment()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if os.environ.get("FUSEBOX_KEEP_SANDBOX"):
            print(f"kept: {self.root}")
            return
        for _ in range(20):  # a process of the client may still be writing its last file
            shutil.rmtree(self.root, ignore_errors=True)
            if not self.root.exists():
                return
            time.sleep(0.1)

    def command(self, name, script):
        """Puts a command of our own on the PATH of the client; `runs` counts how often it ran."""
        path = self._bin / name
        path.write_text(f"#!/bin/sh\necho >> '{self._runs / name}'\n{script}\n")
        path.chmod(0o755)

    def runs(self, name):
        """How often the command really ran."""
        counted = self._runs / name
        return counted.read_text().count("\n") if counted.exists() else 0

    def find_on_path(self, folder):
        """Puts a folder first on the PATH."""
        self.env["PATH"] = f"{folder}{os.pathsep}{self.env['PATH']}"

    def _clean_environment(self):
        return {
            "PATH": os.pathsep.join([str(self._bin), "/usr/local/bin", "/usr/bin", "/bin"]),
            "HOME": str(self.home),
            "TMPDIR": str(self.root / "tmp"),
            "XDG_CONFIG_HOME": str(self.home / ".config"),
            "XDG_STATE_HOME": str(self.home / ".local/state"),
            "XDG_DATA_HOME": str(self.home / ".local/share"),
            "XDG_CACHE_HOME": str(self.home / ".cache"),
            "XDG_RUNTIME_DIR": str(self.root / "tmp"),
            "LANG": "C.UTF-8",
            "TERM": "xterm-256color",
            "SHELL": "/bin/sh",
            "PYTHONDONTWRITEBYTECODE": "1",
        }
