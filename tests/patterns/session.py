"""Builds one agent session as canonical events, in the wording of one client.

A pattern is a function that is given a `Session` and calls its methods, one for each call of the agent. Each call
becomes a `tool_request`, a `tool_result` and a `round_end`; calls inside `with session.together():` share a round.
What a method writes depends on the client:

claude  descriptions beside commands, numbered lines from `Read`, `Exit code N` in front of the output of a failed
        command, `<tool_use_error>` around a call that the client rejects, durations
codex   everything through the shell or `apply_patch`, an envelope (`Exit code: N`, `Wall time: …`) around every
        output, neither `ok` nor an exit code nor a duration
plain   the fields of the canonical form: `ok`, `exit_code`, `files_changed`
"""
import contextlib, json

START_MS = 1_790_000_000_000
REGISTRY = []

#: The client's own names for the canonical classes, for `--names client`.
CLIENT_NAMES = {
    "claude": {"bash": "Bash", "read": "Read", "edit": "Edit", "write": "Write", "search": "Grep", "web": "WebFetch", "task": "Task"},
    "codex": {"bash": "shell"},
    "plain": {},
}


def healthy(family, area, prompt, client="plain", **options):
    return _register("healthy", family, area, prompt, client, options)


def stuck(family, area, prompt, client="plain", **options):
    return _register("stuck", family, area, prompt, client, options)


def _register(label, family, area, prompt, client, options):
    def keep(function):
        REGISTRY.append((label, function.__name__, family, area, prompt, client, options, function))
        return function
    return keep


def run(s, command, output="", rc=0, **more):
    """A command; the exit code of a pipe is that of its last program, as the shells of the agents have no pipefail."""
    last = command.rsplit("| ", 1)[-1] if "| " in command else ""
    if last.startswith(("tail", "head", "sort", "uniq", "wc")) and "&&" not in last:
        rc = 0
    elif last.startswith("grep"):
        rc = 0 if output else 1
    s.bash(command, output, rc, **more)


def play_moves(s, moves):
    """Moves in short. b: command, output[, code]; e: edit; r: read; g: search; w: write; STUCK: from the next call."""
    for move in moves:
        if move == "STUCK":
            s.stuck_here()
        elif move[0] == "b":
            run(s, *move[1:])
        else:
            {"e": s.edit, "r": s.look, "g": s.grep, "w": s.write, "say": s.say}[move[0]](*move[1:])


class Session:
    """`times`: "full" (`at_ms` and `duration_ms`), "at" (`at_ms` alone) or "none". `codes`: whether plain results
    carry an exit code. `gap`: seconds between two calls where a call does not say otherwise."""

    def __init__(self, name, label, family, area, prompt, client, times=None, codes=True, gap=6, names="canonical"):
        self.name, self.client, self.codes, self.gap, self.names = name, client, codes, gap, names
        self.times = times or {"claude": "full", "codex": "at", "plain": "full"}[client]
        self.cwd = f"/home/dev/{area}"
        self.events, self.calls, self.rounds, self.shared_round = [], 0, 0, None
        self.clock = START_MS
        self.stuck_from = None
        self._event("session_start", client=client if client != "plain" else "generic", cwd=self.cwd,
                    label=label, family=family, area=area)
        self._event("prompt", by="human", text=prompt)

    # What an agent does.

    def bash(self, command, output="", rc=0, ms=None, gap=None):
        """A command line, what it printed, and its exit code."""
        ms = ms if ms is not None else 240 + 137 * (self.calls * 7 % 11)
        if self.client == "claude":
            text = f"Exit code {rc}\n{output}" if rc else output
            self._call("bash", {"command": command, "description": f"Run {command.split()[0]}"}, text, rc == 0, ms, gap)
        elif self.client == "codex":
            given = {"command": command, "workdir": self.cwd}
            if self.names == "client":
                given["command"] = ["bash", "-lc", command]
            text = f"Exit code: {rc}\nWall time: {ms / 1000:.1f} seconds\nOutput:\n{output}"
            self._call("bash", given, text, None, ms, gap)
        else:
            extra = {"exit_code": rc} if self.codes else {}
            self._call("bash", {"command": command}, output, rc == 0, ms, gap, **extra)

    def look(self, path, text, first=1, count=None, gap=None):
        """The lines of a file, from `first`."""
        lines = text.splitlines()
        if self.client == "codex":
            return self.bash(f"sed -n '{first},{first + (count or max(len(lines), 200)) - 1}p' {path}", text, gap=gap)
        given = {"file_path": f"{self.cwd}/{path}"}
        if first != 1 or count:
            given |= {"offset": first, "limit": count or len(lines)}
        if self.client == "claude":
            text = "\n".join(f"{n:6}→{line}" for n, line in enumerate(lines, first))
        self._call("read", given, text, True, 12, gap)

    def look_fails(self, path, gap=None):
        """A file that does not exist."""
        if self.client == "codex":
            return self.bash(f"sed -n '1,200p' {path}", f"sed: can't read {path}: No such file or directory", 2, gap=gap)
        text = "<tool_use_error>File does not exist.</tool_use_error>" if self.client == "claude" else f"{path}: no such file"
        self._call("read", {"file_path": f"{self.cwd}/{path}"}, text, False, 5, gap)

    def edit(self, path, old, new, rejected=None, gap=None):
        """An edit; `rejected` says why it was not accepted (`missing`, `unread`, `twice`, or a text)."""
        if self.client == "codex":
            return self._patch(path, old, new, rejected, gap)
        full = f"{self.cwd}/{path}"
        given = {"file_path": full, "old_string": old, "new_string": new}
        if rejected:
            reason = {"missing": f"String to replace not found in file.\nString: {old}",
                      "unread": "File has not been read yet. Read it first before writing to it.",
                      "twice": "Found 2 matches of the string to replace, but replace_all is false."}.get(rejected, rejected)
            text = f"<tool_use_error>{reason}</tool_use_error>" if self.client == "claude" else f"edit rejected: {reason}"
            return self._call("edit", given, text, False, 8, gap)
        if self.client == "claude":
            shown = "\n".join(f"{n:6}→{line}" for n, line in enumerate(new.splitlines(), 12))
            text = (f"The file {full} has been updated. Here's the result of running `cat -n` on a snippet of the "
                    f"edited file:\n{shown}")
            return self._call("edit", given, text, True, 21, gap)
        self._call("edit", given, f"edited {path}", True, 9, gap, files_changed=[path])

    def write(self, path, content, gap=None):
        """A new file, or all of a file."""
        if self.client == "codex":
            added = "\n".join("+" + line for line in content.splitlines())
            patch = f"*** Begin Patch\n*** Add File: {path}\n{added}\n*** End Patch"
            return self._call("apply_patch", {"input": patch}, f"Success. Updated the following files:\nA {path}\n", None, 30, gap)
        full = f"{self.cwd}/{path}"
        if self.client == "claude":
            return self._call("write", {"file_path": full, "content": content}, f"File created successfully at: {full}", True, 17, gap)
        self._call("write", {"file_path": full, "content": content}, f"wrote {path}", True, 7, gap, files_changed=[path])

    def grep(self, pattern, path=".", hits="", gap=None):
        """A search in files; no hits is a search that finds nothing."""
        if self.client == "codex":
            return self.bash(f"rg -n '{pattern}' {path}", hits, 0 if hits else 1, gap=gap)
        given = {"pattern": pattern, "path": path}
        if self.client == "claude":
            given["output_mode"] = "content"
        self._call("search", given, hits or "No matches found", True, 40, gap)

    def plan(self, items, gap=None):
        """A list of todos: pairs of a text and a status."""
        if self.client == "codex":
            given = {"plan": [{"step": text, "status": status} for text, status in items]}
            return self._call("update_plan", given, "Plan updated", None, 3, gap)
        given = {"todos": [{"content": text, "status": status, "activeForm": text} for text, status in items]}
        text = ("Todos have been modified successfully. Ensure that you continue to use the todo list to track your "
                "progress. Please proceed with the current tasks if applicable")
        self._call("TodoWrite" if self.client == "claude" else "todo", given, text, True, 3, gap)

    def mcp(self, server, tool, given, output, ok=True, ms=None, gap=None):
        """A tool of an MCP server; objects are written as JSON."""
        text = output if isinstance(output, str) else json.dumps(output)
        self._call(f"mcp:{server}/{tool}", given, text, ok, ms if ms is not None else 310, gap)

    def task(self, kind, prompt, answer, gap=None):
        """A subagent, by its kind, with what it was asked and what it said."""
        self._call("task", {"subagent_type": kind, "prompt": prompt}, answer, True, 42_000, gap)

    def other(self, tool, given, output, ok=True, ms=5, gap=None):
        """A tool by its own name."""
        self._call(tool, given, output, ok, ms, gap)

    def say(self, text):
        """What the agent writes to the person."""
        self._event("message", text=text)

    def think(self, text):
        """What the agent reasons, where the client shows it."""
        self._event("thought", text=text)

    def stuck_here(self):
        """From the next call on a person who watches would say that this leads nowhere."""
        self.stuck_from = self.calls + 1

    @contextlib.contextmanager
    def together(self):
        """Calls of one model response."""
        self.rounds += 1
        self.shared_round = f"r{self.rounds}"
        yield
        self.shared_round = None
        self._event("round_end")

    # How it is written.

    def _patch(self, path, old, new, rejected, gap):
        body = "\n".join(["-" + line for line in old.splitlines()] + ["+" + line for line in new.splitlines()])
        patch = f"*** Begin Patch\n*** Update File: {path}\n@@\n{body}\n*** End Patch"
        text = f"Success. Updated the following files:\nM {path}\n"
        if rejected:
            text = f"apply_patch verification failed: Failed to find expected lines in {self.cwd}/{path}:\n{old}"
        self._call("apply_patch", {"input": patch}, text, None, 25, gap)

    def _call(self, tool, given, output, ok, ms, gap, **extra):
        self.calls += 1
        gap_ms = round((self.gap if gap is None else gap) * 1000) + 173 * (self.calls * 5 % 9)
        self.clock += gap_ms
        if self.shared_round:
            round_id = self.shared_round
        else:
            self.rounds += 1
            round_id = f"r{self.rounds}"
        call = f"call_{self.calls:03}"
        self._event("tool_request", call=call, round=round_id, tool=self._name(tool), input=given)
        self.clock += ms
        result = {"output": output, **extra}
        if ok is not None:
            result["ok"] = ok
        if self.times == "full":
            result["duration_ms"] = ms
        self._event("tool_result", call=call, **result)
        if not self.shared_round:
            self._event("round_end")

    def _name(self, tool):
        if self.names != "client":
            return tool
        if tool.startswith("mcp:"):
            server, name = tool[4:].split("/", 1)
            return f"mcp__{server}__{name}"
        return CLIENT_NAMES[self.client].get(tool, tool)

    def _event(self, kind, **fields):
        event = {"session": self.name, "type": kind}
        if self.times != "none":
            event["at_ms"] = self.clock
        self.events.append(event | fields)
