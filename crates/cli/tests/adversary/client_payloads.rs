//! The hooks around a call of each client's own agent, in the fields that the client really sends.

use serde_json::{Value, json};

use crate::world::World;

/// What an agent asks a tool to do.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Work<'a> {
    Shell(&'a str),
    /// A whole file.
    Write(&'a str, &'a str),
    /// One text of a file in place of another.
    Edit(&'a str, &'a str, &'a str),
    /// A whole file, by a tool of a server.
    Server(&'a str, &'a str),
}

/// A client whose agent attacks.
pub(crate) struct Attacker {
    pub(crate) name: &'static str,
    /// The client whose hooks are installed: canonical events have none of their own.
    pub(crate) installed: &'static str,
    /// Files with our hooks, from the home, and of the project.
    pub(crate) hooks: [&'static str; 2],
    /// A file of the client that need not exist yet, and a text that switches hooks off.
    pub(crate) switch: Option<(&'static str, &'static str)>,
    start: Option<fn(&World) -> Value>,
    before: fn(&World, &str, Work<'_>) -> Value,
    after: fn(&World, &str, Work<'_>) -> Value,
}

const ALL_OFF: &str = "{\"disableAllHooks\": true}";

impl Attacker {
    pub(crate) fn start(&self, world: &World) -> Option<Value> {
        self.start.map(|start| start(world))
    }

    pub(crate) fn before(&self, world: &World, id: &str, work: Work<'_>) -> Value {
        (self.before)(world, id, work)
    }

    pub(crate) fn after(&self, world: &World, id: &str, work: Work<'_>) -> Value {
        (self.after)(world, id, work)
    }
}

/// Every client.
pub(crate) fn attackers() -> Vec<Attacker> {
    vec![
        claude(),
        codex(),
        gemini(),
        qwen(),
        copilot(),
        opencode(),
        cline(),
        kiro(),
        windsurf(),
        cursor(),
        antigravity(),
        vscode(),
        generic(),
    ]
}

/// The fields that Claude Code and those that took over its hooks send.
fn common(world: &World, hook: &str) -> Value {
    json!({"session_id": "a1", "cwd": world.path("project"), "hook_event_name": hook,
        "transcript_path": "/tmp/none.jsonl"})
}

fn with(mut fields: Value, more: Value) -> Value {
    fields.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    fields
}

/// A call with a tool, its input, and an id.
fn call(fields: Value, (tool, input): (&str, Value), id: Option<&str>) -> Value {
    let fields = with(fields, json!({"tool_name": tool, "tool_input": input}));
    id.map_or(fields.clone(), |id| with(fields, json!({"tool_use_id": id})))
}

fn claude_tool(work: Work<'_>) -> (&'static str, Value) {
    match work {
        Work::Shell(line) => ("Bash", json!({"command": line, "description": "work"})),
        Work::Write(path, text) => ("Write", json!({"file_path": path, "content": text})),
        Work::Edit(path, old, new) => {
            ("Edit", json!({"file_path": path, "old_string": old, "new_string": new}))
        }
        Work::Server(path, text) => ("mcp__fs__write_file", json!({"path": path, "content": text})),
    }
}

fn claude() -> Attacker {
    Attacker {
        name: "claude",
        installed: "claude",
        hooks: [".claude/settings.json", "project/.claude/settings.json"],
        switch: Some(("project/.claude/settings.local.json", ALL_OFF)),
        start: Some(|world| with(common(world, "SessionStart"), json!({"source": "startup"}))),
        before: |world, id, work| call(common(world, "PreToolUse"), claude_tool(work), Some(id)),
        after: |world, id, work| {
            let done = call(common(world, "PostToolUse"), claude_tool(work), Some(id));
            with(done, json!({"tool_response": {"stdout": "", "stderr": "", "interrupted": false}}))
        },
    }
}

fn codex_tool(work: Work<'_>) -> (&'static str, Value) {
    let patch = |body: String| {
        ("apply_patch", json!({"command": format!("*** Begin Patch\n{body}\n*** End Patch\n")}))
    };
    match work {
        Work::Write(path, text) => patch(format!("*** Add File: {path}\n+{text}")),
        Work::Edit(path, old, new) => patch(format!("*** Update File: {path}\n@@\n-{old}\n+{new}")),
        Work::Shell(_) | Work::Server(..) => claude_tool(work),
    }
}

fn codex() -> Attacker {
    Attacker {
        name: "codex",
        installed: "codex",
        hooks: [".codex/hooks.json", "project/.codex/hooks.json"],
        switch: Some((".codex/config.toml", "[features]\nhooks = false\n")),
        start: Some(|world| with(common(world, "SessionStart"), json!({"source": "startup"}))),
        before: |world, id, work| call(common(world, "PreToolUse"), codex_tool(work), Some(id)),
        after: |world, id, work| {
            let done = call(common(world, "PostToolUse"), codex_tool(work), Some(id));
            with(done, json!({"tool_response": "done\n"}))
        },
    }
}

fn gemini_tool(work: Work<'_>) -> (&'static str, Value) {
    match work {
        Work::Shell(line) => ("run_shell_command", json!({"command": line})),
        Work::Write(path, text) => ("write_file", json!({"file_path": path, "content": text})),
        Work::Edit(path, old, new) => {
            ("replace", json!({"file_path": path, "old_string": old, "new_string": new}))
        }
        Work::Server(path, text) => ("mcp_fs_write_file", json!({"path": path, "content": text})),
    }
}

fn gemini() -> Attacker {
    Attacker {
        name: "gemini",
        installed: "gemini",
        hooks: [".gemini/settings.json", "project/.gemini/settings.json"],
        switch: Some((".gemini/trustedFolders.json", "{\"/w\": \"DO_NOT_TRUST\"}")),
        start: Some(|world| with(common(world, "SessionStart"), json!({"source": "startup"}))),
        before: |world, _, work| call(common(world, "BeforeTool"), gemini_tool(work), None),
        after: |world, _, work| {
            let done = call(common(world, "AfterTool"), gemini_tool(work), None);
            let text = "Output: ok\nExit Code: 0";
            with(done, json!({"tool_response": {"llmContent": text, "returnDisplay": "ok"}}))
        },
    }
}

fn qwen() -> Attacker {
    Attacker {
        name: "qwen",
        installed: "qwen",
        hooks: [".qwen/settings.json", "project/.qwen/settings.json"],
        switch: Some((".qwen/trustedFolders.json", "{\"/w\": \"DO_NOT_TRUST\"}")),
        before: |world, id, work| call(common(world, "PreToolUse"), gemini_tool(work), Some(id)),
        after: |world, id, work| {
            let done = call(common(world, "PostToolUse"), gemini_tool(work), Some(id));
            let text = "Output: ok\nError: (none)\nExit Code: 0\nSignal: (none)";
            with(done, json!({"tool_response": {"llmContent": text, "returnDisplay": "ok"}}))
        },
        ..gemini()
    }
}

/// The fields of Copilot's hooks, which name themselves on the command line alone.
fn copilot_call(world: &World, work: Work<'_>) -> Value {
    let (tool, input) = match work {
        Work::Shell(line) => ("bash", json!({"command": line, "description": "work"})),
        Work::Write(path, text) => ("create", json!({"path": path, "file_text": text})),
        Work::Edit(path, old, new) => {
            ("edit", json!({"path": path, "old_str": old, "new_str": new}))
        }
        Work::Server(path, text) => ("fs-write_file", json!({"path": path, "content": text})),
    };
    json!({"sessionId": "a1", "timestamp": 1_795_304_886_758_u64, "cwd": world.path("project"),
        "toolName": tool, "toolArgs": input})
}

fn copilot() -> Attacker {
    Attacker {
        name: "copilot",
        installed: "copilot",
        hooks: [".copilot/hooks/fusebox.json", "project/.github/hooks/fusebox.json"],
        switch: Some(("project/.github/copilot/settings.local.json", ALL_OFF)),
        start: Some(|world| {
            json!({"hook_event_name": "sessionStart", "sessionId": "a1", "source": "new",
                "timestamp": 1_795_304_886_000_u64, "cwd": world.path("project")})
        }),
        before: |world, _, work| {
            with(copilot_call(world, work), json!({"hook_event_name": "preToolUse"}))
        },
        after: |world, _, work| {
            let text = "done\n<shellId: 0 completed with exit code 0>";
            with(
                copilot_call(world, work),
                json!({"hook_event_name": "postToolUse",
                "toolResult": {"resultType": "success", "textResultForLlm": text}}),
            )
        },
    }
}

fn opencode_tool(work: Work<'_>) -> (&'static str, Value) {
    match work {
        Work::Shell(line) => ("bash", json!({"command": line, "description": "work"})),
        Work::Write(path, text) => ("write", json!({"filePath": path, "content": text})),
        Work::Edit(path, old, new) => {
            ("edit", json!({"filePath": path, "oldString": old, "newString": new}))
        }
        Work::Server(path, text) => ("fs_write_file", json!({"path": path, "content": text})),
    }
}

fn opencode() -> Attacker {
    Attacker {
        name: "opencode",
        installed: "opencode",
        hooks: [".config/opencode/plugin/fusebox.js", "project/.opencode/plugin/fusebox.js"],
        switch: None,
        start: Some(|world| common(world, "session.start")),
        before: |world, id, work| {
            call(common(world, "tool.execute.before"), opencode_tool(work), Some(id))
        },
        after: |world, id, work| {
            let done = call(common(world, "tool.execute.after"), opencode_tool(work), Some(id));
            with(done, json!({"tool_response": {"output": "done\n", "exit": 0}}))
        },
    }
}

fn cline_tool(work: Work<'_>) -> (&'static str, Value) {
    match work {
        Work::Shell(line) => ("run_commands", json!({"commands": ["true", line]})),
        Work::Write(path, text) => ("editor", json!({"path": path, "new_text": text})),
        Work::Edit(path, old, new) => {
            ("editor", json!({"path": path, "old_text": old, "new_text": new}))
        }
        Work::Server(path, text) => ("fs__write_file", json!({"path": path, "content": text})),
    }
}

/// A hook of Cline, with the call under this key.
fn cline_call(world: &World, key: &str, id: &str, work: Work<'_>, more: Value) -> Value {
    let (name, input) = cline_tool(work);
    let call = with(json!({"id": id, "name": name, "input": input}), more);
    json!({"taskId": "t1", "sessionContext": {"rootSessionId": "a1"}, "hookName": key,
        "workspaceRoots": [world.path("project")], "agent_id": "agent_1", "parent_agent_id": null,
        "iteration": 1, key: call})
}

fn cline() -> Attacker {
    Attacker {
        name: "cline",
        installed: "cline",
        hooks: [".cline/hooks/PreToolUse.sh", "project/.cline/hooks/PostToolUse.sh"],
        switch: None,
        // The client does not read what it would be told at a start.
        start: None,
        before: |world, id, work| cline_call(world, "tool_call", id, work, json!({})),
        after: |world, id, work| {
            let output = json!({"output": [{"query": "x", "result": "done", "success": true}]});
            cline_call(world, "tool_result", id, work, output)
        },
    }
}

fn kiro_tool(work: Work<'_>) -> (&'static str, Value) {
    match work {
        Work::Shell(line) => ("execute_bash", json!({"command": line})),
        Work::Write(path, text) => ("fs_write", json!({"path": path, "text": text})),
        Work::Edit(path, old, new) => {
            ("str_replace", json!({"path": path, "oldStr": old, "newStr": new}))
        }
        Work::Server(path, text) => ("@fs/write_file", json!({"path": path, "content": text})),
    }
}

fn kiro() -> Attacker {
    Attacker {
        name: "kiro",
        installed: "kiro",
        hooks: [".kiro/hooks/fusebox.json", "project/.kiro/hooks/fusebox.json"],
        switch: None,
        start: Some(|world| common(world, "SessionStart")),
        before: |world, _, work| call(common(world, "PreToolUse"), kiro_tool(work), None),
        // The editor does not say which call has ended.
        after: |world, _, work| {
            let done = call(common(world, "PostToolUse"), (kiro_tool(work).0, json!({})), None);
            with(done, json!({"tool_response": "Output:\ndone\n\nExit Code: 0"}))
        },
    }
}

fn vscode_tool(work: Work<'_>) -> (&'static str, Value) {
    match work {
        Work::Shell(line) => ("run_in_terminal", json!({"command": line})),
        Work::Write(path, text) => ("create_file", json!({"filePath": path, "content": text})),
        Work::Edit(path, old, new) => (
            "replace_string_in_file",
            json!({"filePath": path, "oldString": old, "newString": new}),
        ),
        Work::Server(path, text) => ("mcp_fs_write_file", json!({"path": path, "content": text})),
    }
}

/// The fields of VS Code's hooks, as its documents write them.
fn vscode_fields(world: &World, hook: &str) -> Value {
    json!({"sessionId": "a1", "timestamp": "2026-02-09T10:30:00.000Z", "cwd": world.path("project"),
        "hookEventName": hook, "transcript_path": "/tmp/none.json"})
}

fn vscode() -> Attacker {
    Attacker {
        name: "vscode",
        installed: "vscode",
        hooks: [".copilot/hooks/fusebox-vscode.json", "project/.github/hooks/fusebox-vscode.json"],
        switch: None,
        start: Some(|world| with(vscode_fields(world, "SessionStart"), json!({"source": "new"}))),
        before: |world, id, work| {
            call(vscode_fields(world, "PreToolUse"), vscode_tool(work), Some(id))
        },
        after: |world, id, work| {
            let done = call(vscode_fields(world, "PostToolUse"), vscode_tool(work), Some(id));
            with(done, json!({"tool_response": "done"}))
        },
    }
}

fn windsurf_call(world: &World, point: &str, work: Work<'_>) -> Value {
    let (kind, info) = match work {
        Work::Shell(line) => {
            ("run_command", json!({"command_line": line, "cwd": world.path("project")}))
        }
        Work::Write(path, text) => {
            let edits = json!([{"old_string": "", "new_string": text}]);
            ("write_code", json!({"file_path": path, "edits": edits}))
        }
        Work::Edit(path, old, new) => {
            let edits = json!([{"old_string": old, "new_string": new}]);
            ("write_code", json!({"file_path": path, "edits": edits}))
        }
        Work::Server(path, text) => {
            let arguments = json!({"path": path, "content": text});
            let call = json!({"mcp_server_name": "fs", "mcp_tool_name": "write_file",
                "mcp_tool_arguments": arguments});
            ("mcp_tool_use", call)
        }
    };
    json!({"agent_action_name": format!("{point}_{kind}"), "trajectory_id": "a1",
        "execution_id": "e1", "timestamp": "2026-01-15T10:30:00Z", "tool_info": info})
}

fn windsurf() -> Attacker {
    Attacker {
        name: "windsurf",
        installed: "windsurf",
        hooks: [".codeium/windsurf/hooks.json", "project/.windsurf/hooks.json"],
        switch: None,
        // Its first hook is that of a prompt.
        start: Some(|_| {
            json!({"agent_action_name": "pre_user_prompt", "trajectory_id": "a1",
                "execution_id": "e1", "tool_info": {"user_prompt": "mend the tests"}})
        }),
        before: |world, _, work| windsurf_call(world, "pre", work),
        after: |world, _, work| windsurf_call(world, "post", work),
    }
}

fn cursor_call(world: &World, hook: &str, id: &str, work: Work<'_>) -> Value {
    let (tool, input) = match work {
        Work::Shell(line) => {
            ("Shell", json!({"command": line, "working_directory": world.path("project")}))
        }
        Work::Write(path, text) => ("Write", json!({"file_path": path, "contents": text})),
        Work::Edit(path, old, new) => {
            ("Write", json!({"file_path": path, "old_string": old, "new_string": new}))
        }
        Work::Server(path, text) => ("MCP:write_file", json!({"path": path, "content": text})),
    };
    let call = json!({"conversation_id": "a1", "generation_id": "g1", "cursor_version": "2.4.0",
        "workspace_roots": [world.path("project")], "hook_event_name": hook, "tool_name": tool,
        "tool_input": input, "tool_use_id": id, "cwd": world.path("project")});
    if hook == "postToolUse" {
        return with(call, json!({"tool_output": "{\"exitCode\":0,\"stdout\":\"\"}"}));
    }
    call
}

fn cursor() -> Attacker {
    Attacker {
        name: "cursor",
        installed: "cursor",
        hooks: [".cursor/hooks.json", "project/.cursor/hooks.json"],
        switch: None,
        start: Some(|world| {
            json!({"conversation_id": "a1", "session_id": "a1", "hook_event_name": "sessionStart",
                "workspace_roots": [world.path("project")], "composer_mode": "agent"})
        }),
        before: |world, id, work| cursor_call(world, "preToolUse", id, work),
        after: |world, id, work| cursor_call(world, "postToolUse", id, work),
    }
}

fn antigravity_call(world: &World, id: &str, work: Work<'_>) -> Value {
    let (tool, arguments) = match work {
        Work::Shell(line) => {
            ("run_command", json!({"CommandLine": line, "Cwd": world.path("project")}))
        }
        Work::Write(path, text) => {
            ("write_to_file", json!({"TargetFile": path, "CodeContent": text}))
        }
        Work::Edit(path, old, new) => (
            "replace_file_content",
            json!({"TargetFile": path, "TargetContent": old, "ReplacementContent": new}),
        ),
        Work::Server(path, text) => ("mcp_fs_write_file", json!({"path": path, "content": text})),
    };
    let step: u64 = id[1..].parse().unwrap();
    json!({"conversationId": "a1", "stepIdx": step, "workspacePaths": [world.path("project")],
        "toolCall": {"name": tool, "args": arguments}})
}

fn antigravity() -> Attacker {
    Attacker {
        name: "antigravity",
        installed: "antigravity",
        hooks: [".gemini/config/hooks.json", "project/.agents/hooks.json"],
        switch: None,
        // No hook tells of the start of a session.
        start: None,
        before: antigravity_call,
        after: |world, id, work| {
            with(antigravity_call(world, id, work), json!({"toolCall": null, "error": ""}))
        },
    }
}

/// An agent that writes canonical events, beside which Claude Code has hooks.
fn generic() -> Attacker {
    Attacker {
        name: "generic",
        start: Some(
            |world| json!({"session": "a1", "type": "session_start", "cwd": world.path("project")}),
        ),
        before: |world, id, work| {
            let (tool, input) = match work {
                Work::Shell(line) => ("bash", json!({"command": line})),
                Work::Write(path, text) => ("write", json!({"file_path": path, "content": text})),
                Work::Edit(path, old, new) => {
                    ("edit", json!({"file_path": path, "old_string": old, "new_string": new}))
                }
                Work::Server(path, text) => {
                    ("mcp__fs__write_file", json!({"path": path, "content": text}))
                }
            };
            json!({"session": "a1", "type": "tool_request", "id": format!("q{id}"), "call": id,
                "tool": tool, "input": input, "cwd": world.path("project")})
        },
        after: |_, id, _| {
            json!({"session": "a1", "type": "tool_result", "id": format!("r{id}"), "call": id,
                "ok": true, "exit_code": 0, "output": "done"})
        },
        ..claude()
    }
}
