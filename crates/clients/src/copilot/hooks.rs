//! The hooks of Copilot CLI. They come in two spellings: `preToolUse` with the fields `toolName` and
//! `toolArgs`, `PreToolUse` with those of Claude Code; both are read. Calls have no ids. A command that
//! failed is a success whose text ends with its exit code.
//!
//! A refusal before a tool does not end the turn, and a refusal of the permission that the client asks
//! afterwards does. It is asked for commands and for edits alone.

use fusebox_engine::Tool;
use fusebox_engine::event::ToolResult;
use serde_json::Value;

use super::hooks_file;
use crate::exit_code;
use crate::hook_settings::{self, HookSwitch};
use crate::install::{
    CompanionFiles, HookInstaller, HookPackage, InstallForm, JsonServerForm, PackageFiles,
    PackagePlace, ScopedFiles, ServerFiles, ServerForm,
};
use crate::own_file::OwnFileForm;
use crate::protocol::reply::{Denial, ReplyShape};
use crate::protocol::{FieldNames, Hook, HookFact, HookProtocol, ReportedResult};
use crate::{Attendance, Client, ClientSettings, ClientVariables, GuardedFile, HookPoint};

/// GitHub Copilot CLI.
pub(crate) const CLIENT: Client = Client {
    name: "copilot",
    title: "GitHub Copilot CLI",
    session_fields: &["sessionId", "session_id"],
    read: |bytes, environment| PROTOCOL.read(bytes, environment),
    reply: |point, answers, _| REPLY.reply(point, answers),
    refuse: |point, reason| REPLY.refuse(point, reason),
    read_transcript: None,
    usage_format: None,
    settings: Some(&ClientSettings {
        folder_variable: Some("COPILOT_HOME"),
        guarded_files: &[
            GuardedFile::own_of_person("hooks/fusebox.json"),
            GuardedFile::own_of_project("hooks/fusebox.json"),
            GuardedFile::switches_of_person("settings.json", lost_switches),
            GuardedFile::switches_of_project("copilot/settings.json", lost_switches),
            GuardedFile::switches_of_project("copilot/settings.local.json", lost_switches),
        ],
        ..ClientSettings::new(&["copilot"], ".copilot", ".github", "hooks/fusebox.json")
    }),
    variables: Some(&ClientVariables {
        entrypoint: None,
        attendance: Attendance::Process(&["-p", "--prompt", "--acp"]),
        process_id: None,
        project: None,
        is_child: "COPILOT_CLI",
    }),
};

/// Installs hooks in Copilot CLI.
pub(crate) const INSTALLER: HookInstaller = HookInstaller {
    // Measured with 1.0.102: it installs plugins of Claude Code as its own.
    packages: &[HookPackage {
        name: "plugin of Fusebox",
        removal: "copilot plugin uninstall fusebox@fusebox",
        place: PackagePlace::Named(&PackageFiles {
            person: &["settings.json"],
            project: &[".github/copilot/settings.json", ".github/copilot/settings.local.json"],
            names_ours: hook_settings::enables_plugin,
        }),
        made_for: Some("Claude Code"),
    }],
    ..HookInstaller::new(
        CLIENT.name,
        &super::facts::FACTS,
        CompanionFiles {
            instructions: ScopedFiles::new("copilot-instructions.md", Some("AGENTS.md")),
            servers: Some(ServerFiles {
                files: ScopedFiles::new("mcp-config.json", Some(".github/mcp.json")),
                form: ServerForm::Json(JsonServerForm::WithTools),
            }),
        },
        InstallForm::OwnFile(&HOOKS_FILE),
    )
};

const HOOKS_FILE: OwnFileForm =
    OwnFileForm { client: "copilot", hooks: hooks_file::HOOKS, write: hooks_file::write };

const PROTOCOL: HookProtocol = HookProtocol {
    tool_names: &[("create", "write_file")],
    argument_names: &[("path", "file_path"), ("file_text", "content")],
    // VS Code runs the file, too, and spells the names of its hooks otherwise.
    is_file_shared: true,
    ..HookProtocol::new(
        "copilot",
        &[
            Hook { name: "preToolUse", fact: HookFact::Request },
            Hook { name: "PreToolUse", fact: HookFact::Request },
            Hook { name: "postToolUse", fact: HookFact::Result },
            Hook { name: "PostToolUse", fact: HookFact::Result },
            Hook { name: "postToolUseFailure", fact: HookFact::Failure },
            Hook { name: "PostToolUseFailure", fact: HookFact::Failure },
            Hook { name: "permissionRequest", fact: HookFact::Permission },
            Hook { name: "userPromptSubmitted", fact: HookFact::Prompt },
            Hook { name: "UserPromptSubmit", fact: HookFact::Prompt },
            Hook { name: "sessionStart", fact: HookFact::SessionStart },
            Hook { name: "SessionStart", fact: HookFact::SessionStart },
            Hook { name: "agentStop", fact: HookFact::TurnEnd },
            Hook { name: "Stop", fact: HookFact::TurnEnd },
            Hook { name: "preCompact", fact: HookFact::Compaction },
            Hook { name: "sessionEnd", fact: HookFact::SessionEnd },
            Hook { name: "SessionEnd", fact: HookFact::SessionEnd },
        ],
        &FieldNames {
            hook: &["hook_event_name", "hookName", "hookEventName"],
            session: &["sessionId", "session_id"],
            transcript: &["transcriptPath", "transcript_path"],
            tool: &["toolName", "tool_name"],
            input: &["toolArgs", "tool_input"],
            response: &["toolResult", "tool_result"],
            // The permission hook stands between a call and its result, as the end of a response would.
            round: &["timestamp"],
            ..FieldNames::CLAUDE
        },
        result,
    )
};

const REPLY: ReplyShape = ReplyShape {
    context: &[
        (HookPoint::AfterTool, "postToolUse"),
        (HookPoint::Prompt, "userPromptSubmitted"),
        (HookPoint::SessionStart, "sessionStart"),
    ],
    ..ReplyShape::new(Denial::TopLevel)
};

/// Compares two contents of a settings file, none of which holds our hooks.
fn lost_switches(accepted: Option<&[u8]>, present: Option<&[u8]>) -> Vec<String> {
    let switches = [HookSwitch::off(&["disableAllHooks"])];
    hook_settings::lost_switches(&switches, accepted, present)
}

fn result(reported: &ReportedResult<'_>) -> ToolResult {
    if let Some(error) = reported.error {
        let output = Some(error.to_owned());
        return ToolResult { ok: Some(false), output, ..ToolResult::default() };
    }
    let response = reported.response.unwrap_or(&Value::Null);
    let text = |names: [&str; 2]| names.iter().find_map(|name| response[*name].as_str());
    let output = text(["textResultForLlm", "text_result_for_llm"]);
    let kind = text(["resultType", "result_type"]);
    let ended = output.filter(|_| *reported.tool == Tool::Bash).and_then(split_exit_code);
    let code = ended.map(|(_, code)| code);
    ToolResult {
        ok: code.map(|code| code == 0).or(kind.map(|kind| kind == "success")),
        exit_code: code,
        output: ended.map(|(printed, _)| printed).or(output).map(str::to_owned),
        refused: matches!(kind, Some("denied" | "rejected")),
        ..ToolResult::default()
    }
}

/// Splits `oops\n<shellId: 1 completed with exit code 3>` into what was printed and the exit code.
fn split_exit_code(text: &str) -> Option<(&str, i32)> {
    // A text that does not end like it is not searched.
    let text = text.trim_end().strip_suffix('>')?;
    let (printed, last) = text.rsplit_once("<shellId: ")?;
    let (_, code) = last.split_once(" completed with exit code ")?;
    Some((printed.trim_end_matches('\n'), exit_code::parse(code)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_exit_code_stands_behind_what_was_printed() {
        for (text, expected) in [
            ("oops\n<shellId: 1 completed with exit code 3>", Some(("oops", 3))),
            ("<shellId: 1 completed with exit code 0>", Some(("", 0))),
            ("<shellId: 1 completed with exit code 4294967295>", Some(("", -1))),
            (
                "a <shellId: 9> b\n<shellId: 2 completed with exit code 1>\n",
                Some(("a <shellId: 9> b", 1)),
            ),
            ("<shellId: 1 is running>", None),
            ("", None),
        ] {
            assert_eq!(split_exit_code(text), expected, "{text}");
        }
    }
}
