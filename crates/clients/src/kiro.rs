//! Kiro, from its documents: the editor from 1.0 on, and version 3 of the command line. Both read a file of hooks of
//! its own, in the names of Claude Code. A hook refuses a call or a prompt by exit code 2. Some versions leave out
//! the input of a call that ended: its result then belongs to the oldest call that has none.

use fusebox_engine::EventKind;
use fusebox_engine::event::ToolResult;
use serde_json::{Value, json};

use crate::client_facts::{ClientFacts, Evidence};
use crate::gemini::shell_report;
use crate::install::{
    CompanionFiles, HookCommand, HookInstaller, InstallForm, JsonServerForm, ScopedFiles,
    ServerFiles, ServerForm,
};
use crate::own_file::OwnFileForm;
use crate::protocol::reply::{Denial, ReplyShape};
use crate::protocol::{FieldNames, Hook, HookFact, HookProtocol, ReportedResult};
use crate::{
    Attendance, Client, ClientEnvironment, ClientSettings, ClientVariables, GuardedFile, HookCall,
    HookPoint, WireError,
};

/// Kiro.
pub(crate) const CLIENT: Client = Client {
    name: "kiro",
    title: "Kiro",
    session_fields: &["session_id"],
    read,
    reply: |point, answers, _| REPLY.reply(point, answers),
    refuse: |point, reason| REPLY.refuse(point, reason),
    read_transcript: None,
    usage_format: None,
    settings: Some(&ClientSettings {
        guarded_files: &[
            GuardedFile::own_of_person("hooks/fusebox.json"),
            GuardedFile::own_of_project("hooks/fusebox.json"),
        ],
        ..ClientSettings::new(&["kiro-cli", "kiro"], ".kiro", ".kiro", "hooks/fusebox.json")
    }),
    variables: Some(&ClientVariables {
        entrypoint: None,
        attendance: Attendance::Process(&["--no-interactive", "acp"]),
        process_id: None,
        project: None,
        is_child: "KIRO_SESSION_ID",
    }),
};

/// Installs hooks in Kiro.
pub(crate) const INSTALLER: HookInstaller = HookInstaller::new(
    CLIENT.name,
    &FACTS,
    CompanionFiles {
        instructions: ScopedFiles::new("steering/AGENTS.md", Some("AGENTS.md")),
        servers: Some(ServerFiles {
            files: ScopedFiles::new("settings/mcp.json", Some(".kiro/settings/mcp.json")),
            form: ServerForm::Json(JsonServerForm::Plain(&[])),
        }),
    },
    InstallForm::OwnFile(&OwnFileForm { client: "kiro", hooks: HOOKS, write }),
);

const FACTS: ClientFacts = ClientFacts {
    evidence: Evidence::Documents,
    versions: ("1.0", "3.0"),
    documented: None,
    resume: "refused at its next call, and its next prompts are refused",
    subagents: "not told apart",
    asks_permission: false,
    limits: &[
        "the versions are those of the editor from 1.0 on and of the command line from 3.0 on; earlier ones read other files",
        "no hook ends a turn: calls and prompts are refused until the agent stops by itself",
        "a nudge reaches the agent only at a prompt, or at the start",
        "a call has no id: its result is paired with it by content, or in the order of the calls",
        "a hook that fails or takes too long lets the call pass",
        "in the editor a prompt of a person cannot be told from an automated one: `fusebox reset` closes the breaker",
    ],
    own_guards: None,
    test_hook: "PreToolUse",
    test_call: r#"{"session_id":"fusebox-doctor","hook_event_name":"PreToolUse","cwd":"/","tool_name":"execute_bash","tool_input":{"command":"true"}}"#,
};

/// The triggers of the hooks in the file.
const HOOKS: &[&str] = &["PreToolUse", "PostToolUse", "UserPromptSubmit", "SessionStart", "Stop"];

/// How long the client waits, in seconds.
const TIMEOUT_SECONDS: u64 = 10;

/// Writes the file, one line for each hook.
fn write(command: &HookCommand) -> String {
    let hook = |trigger: &&str| {
        let refusing = (*trigger == "PreToolUse").then(|| command.refusing_line(|_| None));
        let line = refusing.flatten().unwrap_or_else(|| command.guarded_line());
        let action = json!({"type": "command", "command": line});
        let hook = json!({"name": format!("fusebox {trigger}"), "trigger": trigger, "action": action, "timeout": TIMEOUT_SECONDS});
        format!("    {hook}")
    };
    let hooks: Vec<String> = HOOKS.iter().map(hook).collect();
    format!("{{\n  \"version\": \"v1\",\n  \"hooks\": [\n{}\n  ]\n}}\n", hooks.join(",\n"))
}

const PROTOCOL: HookProtocol = HookProtocol {
    tool_names: &[
        ("execute_pwsh", "execute_bash"),
        ("fs_write", "write_file"),
        ("fs_append", "edit"),
        ("fs_read", "read"),
    ],
    argument_names: &[("path", "file_path"), ("text", "content"), ("file_text", "content")],
    ..HookProtocol::new(
        "kiro",
        &[
            Hook { name: "PreToolUse", fact: HookFact::Request },
            Hook { name: "PostToolUse", fact: HookFact::Result },
            Hook { name: "UserPromptSubmit", fact: HookFact::Prompt },
            Hook { name: "SessionStart", fact: HookFact::SessionStart },
            Hook { name: "Stop", fact: HookFact::TurnEnd },
        ],
        &FieldNames::CLAUDE,
        result,
    )
};

const REPLY: ReplyShape = ReplyShape {
    context: &[(HookPoint::Prompt, "UserPromptSubmit"), (HookPoint::SessionStart, "SessionStart")],
    ..ReplyShape::new(Denial::ExitCode)
};

fn read(bytes: &[u8], environment: &ClientEnvironment) -> Result<HookCall, WireError> {
    let mut call = PROTOCOL.read(bytes, environment)?;
    for event in &mut call.events {
        if let EventKind::ToolResult(result) = &mut event.kind {
            result.request.take_if(|request| !request.input.as_ref().is_some_and(names_call));
        }
    }
    Ok(call)
}

/// Whether the input of a call that ended says which call it was.
fn names_call(input: &Value) -> bool {
    input.as_object().is_none_or(|fields| !fields.is_empty())
}

/// What stands above the output of a command in the editor's text.
const OUTPUT_LABEL: &str = "Output:\n";

/// The editor gives the text that the agent reads, the command line an object.
fn result(reported: &ReportedResult<'_>) -> ToolResult {
    let response = reported.response.unwrap_or(&Value::Null);
    let Some(is_success) = response["success"].as_bool() else {
        return shell_report::labelled_result(reported, OUTPUT_LABEL);
    };
    let lines = response["result"].as_array().into_iter().flatten();
    let lines: Vec<String> =
        lines.map(|line| line.as_str().map_or(line.to_string(), str::to_owned)).collect();
    ToolResult { ok: Some(is_success), output: Some(lines.join("\n")), ..ToolResult::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_json_whose_hooks_are_known_again_and_goes_whole() {
        crate::own_file::test_support::check_json_file("kiro", &INSTALLER, HOOKS, |file| {
            let hooks = file["hooks"].as_array().unwrap().iter();
            hooks.map(|hook| hook["action"]["command"].clone()).collect()
        });
        let command = HookCommand::new("/fusebox-hook", "kiro", &[]).unwrap();
        assert!(INSTALLER.plan(&[Some("{\"version\": \"v1\"}")], &command, false).is_err());
    }
}
