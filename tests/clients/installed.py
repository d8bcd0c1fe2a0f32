"""Clients installed with npm, each at the version that is said."""

import contextlib
import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Client:
    """A client at one version, said in full: npm on an older Node otherwise takes an old release without a word."""

    package: str
    program: str
    version: str

    @property
    def path(self):
        """The installed program; an error that says what to do when it is not there."""
        path = self._folder / "node_modules" / ".bin" / self.program
        if not path.exists():
            raise FileNotFoundError(f"{self} is not at {path}: run python3 tests/clients/run.py")
        return path

    def install(self):
        """Installs the client unless it is there, and gives its path. The one step that needs a network."""
        with contextlib.suppress(FileNotFoundError):
            return self.path
        self._folder.mkdir(parents=True, exist_ok=True)
        (self._folder / "package.json").write_text('{"private": true}\n')
        quiet = ["--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(["npm", "install", *quiet, str(self)], cwd=self._folder, check=True)
        told = subprocess.run([self.path, "--version"], capture_output=True, text=True, check=True).stdout
        if self.version not in told:
            raise RuntimeError(f"npm installed {told.strip()} in {self._folder} where {self} was asked for")
        return self.path

    @property
    def _folder(self):
        root = os.environ.get("FUSEBOX_CLIENTS_DIR") or REPOSITORY / ".cache" / "clients"
        return Path(root) / f"{self.package.rpartition('/')[2]}-{self.version}"

    def __str__(self):
        return f"{self.package}@{self.version}"
