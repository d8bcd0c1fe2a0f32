#!/usr/bin/env python3
"""Runs the tests with real clients: installs what they need, then runs them where there is no network but loopback.

    python3 tests/clients/run.py [arguments of unittest, such as -v or -k subagent]

FUSEBOX_BIN_DIR       the folder of fusebox and fusebox-hook (default: target/release)
FUSEBOX_CLIENTS_DIR   where clients are installed (default: .cache/clients)
FUSEBOX_KEEP_SANDBOX  set it to keep the folder of each case
"""

import fcntl
import socket
import struct
import subprocess
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True

import claude
import others
from fusebox import binaries

HERE = Path(__file__).resolve().parent
CUT_OFF = "--cut-off"
WAYS_TO_CUT_OFF = (["unshare", "--net"], ["unshare", "--net", "--map-root-user"])  # as root, and as anyone


def main(arguments):
    """Prepares with a network and starts itself again without one; then runs the tests."""
    if arguments[:1] == [CUT_OFF]:
        raise_loopback()
        return test(arguments[1:])
    print(f"Fusebox: {binaries()}", file=sys.stderr)
    for package in (claude.NEWEST, claude.OLDER, *(one.installed for one in others.ALL), others.Opencode.library):
        print(f"{package}: {package.install()}", file=sys.stderr)
    for way in WAYS_TO_CUT_OFF:
        if can(way):
            return subprocess.run([*way, sys.executable, __file__, CUT_OFF, *arguments]).returncode
    print("network namespaces are not to be had here: the clients are only told to stay on loopback", file=sys.stderr)
    return test(arguments)


def test(arguments):
    """Runs every test of this folder."""
    command = ["clients", "discover", "-s", str(HERE), "-t", str(HERE), *arguments]
    return 0 if unittest.main(module=None, argv=command, exit=False).result.wasSuccessful() else 1


def can(way):
    """Whether a command may be run in this way."""
    try:
        return subprocess.run([*way, "true"], capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


def raise_loopback():
    """Brings loopback up in a fresh network namespace, where it is down."""
    get_flags, set_flags, up = 0x8913, 0x8914, 0x1
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        _, flags = struct.unpack("16sh", fcntl.ioctl(any_socket, get_flags, struct.pack("16sh", b"lo", 0)))
        fcntl.ioctl(any_socket, set_flags, struct.pack("16sh", b"lo", flags | up))


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except FileNotFoundError as missing:
        sys.exit(str(missing))
