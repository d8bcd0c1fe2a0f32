#!/usr/bin/env python3
"""Measures what hooks cost in Claude Code: sessions of 60 calls without hooks, with hooks that do nothing, with ours, and with ours
but for the hooks after each single call, in turns against a model that answers at once. The same below `fusebox run`: without
hooks, with ours installed, and with ours posted.

    python3 tests/clients/measure_hooks.py [ROUNDS [TEXT]]

It wants what `run.py` installs, and prints a table, with TEXT of the ways whose name has it. What hooks cost is told in
pairs: the median, over the rounds, of a way's time less the time without hooks in the same round.
"""

import json
import resource
import statistics
import sys
import time

sys.dont_write_bytecode = True

import claude
from claude import NEWEST, Claude, move_in
from fusebox import Fusebox
from sandbox import Sandbox
from scripted_model import Part, Script, ScriptedModel, bash, say

CALLS = 60
claude.PATIENCE_S = 300  # a busy machine
AFTER_A_CALL = ("PostToolUse", "PostToolUseFailure")  # a batch has the same results once more


def as_installed(settings):
    pass


def without_hooks(settings):
    del settings["hooks"]


def without_hooks_of_calls(settings):
    """Hooks at the start, at the end and at prompts alone."""
    with_true(settings)
    for event in ("PreToolUse", *AFTER_A_CALL, "PostToolBatch"):
        del settings["hooks"][event]


def with_true(settings):
    """Every hook starts a program that ends at once."""
    for groups in settings["hooks"].values():
        for handler in (handler for group in groups for handler in group["hooks"]):
            handler.update(command="/bin/true", args=[])


def without_single_results(settings):
    for event in AFTER_A_CALL:
        del settings["hooks"][event]


VARIANTS = {  # how the settings are changed, and whether `fusebox run` starts the client, with which words for it
    "no hooks": (without_hooks, None),
    "`/bin/true`, none at calls": (without_hooks_of_calls, None),
    "`/bin/true` as every hook": (with_true, None),
    "ours, without the hooks after each call": (without_single_results, None),
    "ours": (as_installed, None),
    "`run`, no hooks": (without_hooks, ["--settings", "{}"]),  # settings of its own: none are handed to it
    "`run`, ours": (as_installed, []),
    "`run`, ours posted": (without_hooks, []),
}


def floor_of(name):
    """The same way of starting the client without hooks."""
    return "no hooks" if VARIANTS[name][1] is None else "`run`, no hooks"


def seconds(change, below_run):
    """How long one session takes with the settings changed in this way, and the processor time of the client and its hooks."""
    with Sandbox() as sandbox:
        move_in(sandbox)
        fusebox = Fusebox(sandbox)
        fusebox.install()
        file = sandbox.home / ".claude/settings.json"
        settings = json.loads(file.read_text())
        change(settings)
        file.write_text(json.dumps(settings))
        steps = [bash(f"echo {number}") for number in range(CALLS)]
        with ScriptedModel(Script(Part([*steps, say("Done.")])), most=CALLS + 5) as model:
            client = Claude(sandbox, model, NEWEST)
            begun, used = time.monotonic(), processor_time()
            code, said = headless(client) if below_run is None else unattended(fusebox, client, below_run)
            taken = time.monotonic() - begun, processor_time() - used
            if code or len(model.requests) != CALLS + 1:
                raise RuntimeError(f"{len(model.requests)} requests, code {code}: {said}")
    return taken


def headless(client):
    """The client as it is."""
    run = client.headless("count")
    return run.code, run.stderr


def unattended(fusebox, client, words):
    """The client below `fusebox run`, which has to see every call once."""
    run = fusebox.unattended(client, "--agent", "claude", "--prompt", "count", words=words)
    if run.record["tool_calls"] != CALLS:
        raise RuntimeError(f"{run.record['tool_calls']} calls were counted: {run.said}")
    return run.code, run.said


def processor_time():
    """What every process took that was waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def main(rounds, wanted):
    asked = [name for name in VARIANTS if wanted in name]
    names = [name for name in VARIANTS if name in {*asked, *map(floor_of, asked)}]
    taken = {name: [] for name in names}
    for number in range(rounds):
        # Another one begins in each round.
        for name in names[number % len(names) :] + names[: number % len(names)]:
            taken[name].append(seconds(*VARIANTS[name]))
    print(f"| {CALLS} calls, {NEWEST}, {rounds} rounds | s | CPU s | CPU ms of hooks a call |\n|---|---:|---:|---:|")
    for name, times in taken.items():
        floor = taken[floor_of(name)]
        hooks = statistics.median(used - least for (_, used), (_, least) in zip(times, floor))
        wall, used = (statistics.median(column) for column in zip(*times))
        print(f"| {name} | {wall:.2f} | {used:.2f} | {hooks / CALLS * 1000:.1f} |")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5, sys.argv[2] if len(sys.argv) > 2 else "")
