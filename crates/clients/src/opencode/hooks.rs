//! The hooks of opencode, which has none of its own: it loads a plugin, which Fusebox writes. The plugin
//! gives each of its own events to the hook as one object in Claude Code's names, and obeys the answer.
//!
//! A plugin refuses a call by an error, and ends a turn by aborting the session. Version 2 has another interface for
//! plugins; the plugin gives the hook the same objects there.

use fusebox_engine::event::ToolResult;
use serde_json::Value;

use super::stream::INVALID;
use super::{package, plugin_file};
use crate::exit_code;
use crate::install::{
    CompanionFiles, HookInstaller, InstallForm, JsonServerForm, ScopedFiles, ServerFiles,
    ServerForm,
};
use crate::own_file::OwnFileForm;
use crate::protocol::reply::{Denial, ReplyShape};
use crate::protocol::{FieldNames, Hook, HookFact, HookProtocol, ReportedResult};
use crate::{Attendance, Client, ClientSettings, ClientVariables, GuardedFile, HookPoint};

/// opencode.
pub(crate) const CLIENT: Client = Client {
    name: "opencode",
    title: "opencode",
    session_fields: &["session_id"],
    read: |bytes, environment| PROTOCOL.read(bytes, environment),
    reply: |point, answers, _| REPLY.reply(point, answers),
    refuse: |point, reason| REPLY.refuse(point, reason),
    read_transcript: None,
    usage_format: None,
    settings: Some(&ClientSettings {
        folder_variable: Some("OPENCODE_CONFIG_DIR"),
        guarded_files: &[
            GuardedFile::own_of_person("plugin/fusebox.js"),
            GuardedFile::own_of_project("plugin/fusebox.js"),
        ],
        ..ClientSettings::new(&["opencode"], ".config/opencode", ".opencode", "plugin/fusebox.js")
    }),
    variables: Some(&ClientVariables {
        entrypoint: None,
        attendance: Attendance::Process(&["run", "serve", "web", "acp"]),
        process_id: None,
        project: None,
        is_child: "OPENCODE",
    }),
};

/// Installs the plugin.
pub(crate) const INSTALLER: HookInstaller = HookInstaller {
    packages: &[package::PACKAGE],
    ..HookInstaller::new(
        CLIENT.name,
        &super::facts::FACTS,
        CompanionFiles {
            instructions: ScopedFiles::new("AGENTS.md", Some("AGENTS.md")),
            servers: Some(ServerFiles {
                files: ScopedFiles::new("opencode.json", Some("opencode.json")),
                form: ServerForm::Json(JsonServerForm::Opencode),
            }),
        },
        InstallForm::OwnFile(&OwnFileForm {
            client: "opencode",
            hooks: plugin_file::HOOKS,
            write: plugin_file::write,
        }),
    )
};

/// The arguments with names of the client's own.
pub(super) const ARGUMENT_NAMES: &[(&str, &str)] = &[
    ("background", "run_in_background"),
    ("filePath", "file_path"),
    ("oldString", "old_string"),
    ("newString", "new_string"),
];

const PROTOCOL: HookProtocol = HookProtocol {
    // Version 2.
    tool_names: &[("subagent", "task")],
    argument_names: ARGUMENT_NAMES,
    ..HookProtocol::new(
        "opencode",
        &[
            Hook { name: "tool.execute.before", fact: HookFact::Request },
            Hook { name: "tool.execute.after", fact: HookFact::Result },
            Hook { name: "tool.error", fact: HookFact::Failure },
            Hook { name: "chat.message", fact: HookFact::Prompt },
            Hook { name: "session.start", fact: HookFact::SessionStart },
            Hook { name: "session.idle", fact: HookFact::TurnEnd },
            Hook { name: "session.compacted", fact: HookFact::Compaction },
            Hook { name: "session.deleted", fact: HookFact::SessionEnd },
        ],
        &FieldNames::CLAUDE,
        result,
    )
};

const REPLY: ReplyShape = ReplyShape {
    context: &[
        (HookPoint::BeforeTool, "tool.execute.before"),
        (HookPoint::AfterTool, "tool.execute.after"),
        (HookPoint::AfterFailure, "tool.error"),
        (HookPoint::Prompt, "chat.message"),
        (HookPoint::SessionStart, "session.start"),
    ],
    stops: &[HookPoint::BeforeTool],
    ..ReplyShape::new(Denial::TopLevel)
};

fn result(reported: &ReportedResult<'_>) -> ToolResult {
    if let Some(error) = reported.error {
        let output = Some(error.to_owned());
        return ToolResult { ok: Some(false), output, ..ToolResult::default() };
    }
    let response = reported.response.unwrap_or(&Value::Null);
    let exit_code = response["exit"].as_i64().and_then(exit_code::from_number);
    ToolResult {
        // The client has an event of its own for a tool that fails; a command fails by its exit code.
        ok: Some(exit_code.unwrap_or(0) == 0 && *reported.tool.name() != *INVALID),
        exit_code,
        output: response["output"].as_str().map(str::to_owned),
        ..ToolResult::default()
    }
}
