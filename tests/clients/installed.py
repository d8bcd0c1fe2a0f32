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
        install_package(self._folder, str(self))
        told = subprocess.run([self.path, "--version"], capture_output=True, text=True, check=True).stdout
        if self.version not in told:
            raise RuntimeError(f"npm installed {told.strip()} in {self._folder} where {self} was asked for")
        return self.path

    @property
    def _folder(self):
        return folder_of(self.package, self.version)

    def __str__(self):
        return f"{self.package}@{self.version}"


@dataclass(frozen=True)
class Library:
    """A package that a client would fetch when it starts, at one version."""

    package: str
    version: str

    @property
    def path(self):
        """The folder of modules that it is installed in."""
        path = folder_of(self.package, self.version) / "node_modules"
        if not (path / self.package).is_dir():
            raise FileNotFoundError(f"{self} is not in {path}: run python3 tests/clients/run.py")
        return path

    def install(self):
        """Installs it unless it is there, and gives its folder."""
        with contextlib.suppress(FileNotFoundError):
            return self.path
        install_package(folder_of(self.package, self.version), str(self))
        return self.path

    def __str__(self):
        return f"{self.package}@{self.version}"


def folder_of(package, version):
    """Where a package is installed."""
    root = os.environ.get("FUSEBOX_CLIENTS_DIR") or REPOSITORY / ".cache" / "clients"
    return Path(root) / f"{package.rpartition('/')[2]}-{version}"


def install_package(folder, package):
    """Installs a package in a folder of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "package.json").write_text('{"private": true}\n')
    quiet = ["--no-audit", "--no-fund", "--loglevel=error"]
    subprocess.run(["npm", "install", *quiet, package], cwd=folder, check=True)
