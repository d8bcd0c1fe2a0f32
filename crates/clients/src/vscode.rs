//! VS Code's own agent, from its documents: the sessions of the Local harness. Those of the Copilot harness run the
//! hooks of Copilot CLI. Both read every file of one folder, so that the hooks here end at once under Copilot CLI, and
//! Copilot's answer nothing here.

use fusebox_engine::event::ToolResult;
use serde_json::{Value, json};

use crate::client_facts::{ClientFacts, Evidence};
use crate::install::{
    CompanionFiles, HookCommand, HookInstaller, InstallForm, JsonServerForm, ScopedFiles,
    ServerFiles, ServerForm,
};
use crate::own_file::OwnFileForm;
use crate::protocol::reply::{Denial, PromptRefusal, ReplyShape};
use crate::protocol::{FieldNames, Hook, HookFact, HookProtocol, ReportedResult};
use crate::{Client, ClientSettings, GuardedFile, HookPoint};

/// VS Code.
pub(crate) const CLIENT: Client = Client {
    name: "vscode",
    title: "VS Code",
    session_fields: &["sessionId", "session_id"],
    read: |bytes, environment| PROTOCOL.read(bytes, environment),
    reply: |point, answers, _| REPLY.reply(point, answers),
    refuse: |point, reason| REPLY.refuse(point, reason),
    read_transcript: None,
    usage_format: None,
    settings: Some(&ClientSettings {
        guarded_files: &[GuardedFile::own_of_person(FILE), GuardedFile::own_of_project(FILE)],
        // Its folder of hooks is that of Copilot CLI.
        other_folders: &[
            ".config/Code",
            ".config/Code - Insiders",
            "Library/Application Support/Code",
            "Library/Application Support/Code - Insiders",
        ],
        ..ClientSettings::new(&["code", "code-insiders"], ".copilot", ".github", FILE)
    }),
    variables: None,
};

/// The file of the hooks.
const FILE: &str = "hooks/fusebox-vscode.json";

/// Installs hooks in VS Code.
pub(crate) const INSTALLER: HookInstaller = HookInstaller::new(
    CLIENT.name,
    &FACTS,
    CompanionFiles {
        instructions: ScopedFiles::of_project("AGENTS.md"),
        servers: Some(ServerFiles {
            files: ScopedFiles::of_project(".vscode/mcp.json"),
            form: ServerForm::Json(JsonServerForm::Vscode),
        }),
    },
    InstallForm::OwnFile(&OwnFileForm { client: "vscode", hooks: HOOKS, write }),
);

const FACTS: ClientFacts = ClientFacts {
    evidence: Evidence::Documents,
    versions: ("1.110", "1.120"),
    documented: None,
    resume: "refused at its next call, and its next prompts are refused",
    subagents: "their starts and ends are told; their calls are not told apart",
    asks_permission: false,
    limits: &[
        "hooks are a preview there; the versions are those whose documents were read",
        "only the Local harness runs these hooks: sessions of Copilot, Claude and Codex in the editor run those of `fusebox install` for that client",
        "it runs the hooks of Claude Code as well, unless `chat.hookFilesLocations` switches its files off; a call that both tell by the same id counts once",
        "`chat.hookFilesLocations` and an organization can switch hooks off; those settings are not guarded",
        "its documents do not say whether the agent reads why a call was refused",
        "a hook does not learn whether a command failed",
        "a hook that fails or takes too long lets the call pass",
        "a prompt of a person cannot be told from an automated one: `fusebox reset` closes the breaker",
    ],
    own_guards: None,
    test_hook: "PreToolUse",
    test_call: r#"{"sessionId":"fusebox-doctor","hookEventName":"PreToolUse","cwd":"/","tool_name":"run_in_terminal","tool_input":{"command":"true"},"tool_use_id":"doctor"}"#,
};

/// The hooks in the file.
const HOOKS: &[&str] = &[
    "PreToolUse",
    "PostToolUse",
    "UserPromptSubmit",
    "SessionStart",
    "SubagentStart",
    "SubagentStop",
    "PreCompact",
    "Stop",
];

/// How long the client waits, in seconds.
const TIMEOUT_SECONDS: u64 = 10;

/// What Copilot CLI sets in its hooks.
const OF_COPILOT: &str = "COPILOT_CLI";

/// Writes the file, one line for each hook.
fn write(command: &HookCommand) -> String {
    let list = |hook: &&str| {
        let refusing = (*hook == "PreToolUse").then(|| command.refusing_line(|_| None)).flatten();
        let line = refusing.unwrap_or_else(|| command.guarded_line());
        let line = format!("[ -z ${OF_COPILOT} ] || exit 0; {line} {hook}");
        let handler = json!({"type": "command", "command": line, "timeout": TIMEOUT_SECONDS});
        format!("    \"{hook}\": [{handler}]")
    };
    let lists: Vec<String> = HOOKS.iter().map(list).collect();
    format!("{{\n  \"hooks\": {{\n{}\n  }}\n}}\n", lists.join(",\n"))
}

const PROTOCOL: HookProtocol = HookProtocol {
    tool_names: &[
        ("runTerminalCommand", "run_in_terminal"),
        ("createFile", "create_file"),
        ("editFiles", "edit"),
        ("replace_string_in_file", "edit"),
        ("multi_replace_string_in_file", "edit"),
        ("insert_edit_into_file", "edit"),
    ],
    argument_names: &[
        ("filePath", "file_path"),
        ("oldString", "old_string"),
        ("newString", "new_string"),
    ],
    ..HookProtocol::new(
        "vscode",
        &[
            Hook { name: "PreToolUse", fact: HookFact::Request },
            Hook { name: "PostToolUse", fact: HookFact::Result },
            Hook { name: "UserPromptSubmit", fact: HookFact::Prompt },
            Hook { name: "SessionStart", fact: HookFact::SessionStart },
            Hook { name: "SubagentStart", fact: HookFact::SubagentStart },
            Hook { name: "SubagentStop", fact: HookFact::SubagentEnd },
            Hook { name: "PreCompact", fact: HookFact::Compaction },
            Hook { name: "Stop", fact: HookFact::TurnEnd },
        ],
        // The documents write the common fields in one way and Claude Code's in the other.
        &FieldNames {
            hook: &["hookEventName", "hook_event_name"],
            session: &["sessionId", "session_id"],
            ..FieldNames::CLAUDE
        },
        result,
    )
};

const REPLY: ReplyShape = ReplyShape {
    context: &[
        (HookPoint::BeforeTool, "PreToolUse"),
        (HookPoint::AfterTool, "PostToolUse"),
        (HookPoint::SessionStart, "SessionStart"),
        (HookPoint::SubagentStart, "SubagentStart"),
    ],
    prompt_refusal: PromptRefusal::StopReason,
    stops: &[HookPoint::BeforeTool, HookPoint::AfterTool],
    has_system_message: true,
    ..ReplyShape::new(Denial::Nested("PreToolUse"))
};

/// The text that the agent reads; nothing says whether a command failed.
fn result(reported: &ReportedResult<'_>) -> ToolResult {
    let text = |response: &Value| response.as_str().map_or(response.to_string(), str::to_owned);
    ToolResult { output: reported.response.map(text), ..ToolResult::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_json_whose_hooks_are_known_again_and_goes_whole() {
        crate::own_file::test_support::check_json_file("vscode", &INSTALLER, HOOKS, |file| {
            assert_eq!(file["hooks"].as_object().unwrap().len(), HOOKS.len());
            HOOKS.iter().map(|hook| file["hooks"][hook][0]["command"].clone()).collect()
        });
    }
}
