#!/usr/bin/env python3
"""Runs the tests with real clients: installs what they need, then runs them where there is no network but loopback.
As many modules run at a time as the machine has cores: every case has a home and servers of its own.

    python3 tests/clients/run.py [arguments of unittest, such as -v or -k subagent]

FUSEBOX_BIN_DIR       the folder of fusebox and fusebox-hook (default: target/release)
FUSEBOX_CLIENTS_DIR   where clients are installed (default: .cache/clients)
FUSEBOX_KEEP_SANDBOX  set it to keep the folder of each case
"""

import fcntl
import os
import socket
import struct
import subprocess
import sys
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

sys.dont_write_bytecode = True

import claude
import mcp
import others
from fusebox import binaries

HERE = Path(__file__).resolve().parent
CUT_OFF = "--cut-off"
WAYS_TO_CUT_OFF = (["unshare", "--net"], ["unshare", "--net", "--map-root-user"])  # as root, and as anyone


def main(arguments):
    """Prepares with a network and starts itself again without one for each module of tests."""
    if arguments[:1] == [CUT_OFF]:
        raise_loopback()
        return test(*arguments[1:])
    print(f"Fusebox: {binaries()}", file=sys.stderr)
    for package in (claude.NEWEST, claude.OLDER, *(one.installed for one in others.ALL), others.Opencode.library, *mcp.ALL):
        print(f"{package}: {package.install()}", file=sys.stderr)
    way = next((way for way in WAYS_TO_CUT_OFF if can(way)), None)
    if way is None:
        print("network namespaces are not to be had here: the clients are only told to stay on loopback", file=sys.stderr)
        return test("test_*.py", *arguments)
    # Those that take long begin first.
    modules = sorted(HERE.glob("test_*.py"), key=lambda module: module.stat().st_size, reverse=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        commands = [[*way, sys.executable, __file__, CUT_OFF, module.name, *arguments] for module in modules]
        return max(pool.map(run_module, commands))


def run_module(command):
    """Runs one module, then prints all that it printed."""
    ran = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    print(ran.stdout, end="", flush=True)
    return abs(ran.returncode)


def test(pattern, *arguments):
    """Runs the tests of the modules of this folder that have such a name."""
    command = ["clients", "discover", "-s", str(HERE), "-t", str(HERE), "-p", pattern, *arguments]
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
