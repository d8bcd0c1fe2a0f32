//! The hooks of opencode, which has none of its own: it loads a plugin, which Fusebox writes. The plugin
//! gives each of its own events to the hook as one object in Claude Code's names, and obeys the answer.
//!
//! A plugin refuses a call by an error, and ends a turn by aborting the session.

use fusebox_engine::event::ToolResult;
use serde_json::Value;

use super::plugin_file;
use crate::install::{CompanionFiles, HookInstaller, InstallForm, ScopedFiles};
use crate::own_file::{self, OwnFileForm};
use crate::protocol::reply::{Denial, ReplyShape};
use crate::protocol::{FieldNames, Hook, HookFact, HookProtocol, ReportedResult};
use crate::{
    Attendance, Client, ClientEnvironment, ClientSettings, ClientVariables, GuardedFile, HookCall,
    HookPoint, WireError,
};

/// opencode.
pub(crate) const CLIENT: Client = Client {
    name: "opencode",
    title: "opencode",
    session_fields: &["session_id"],
    read,
    reply: |point, answers, _| REPLY.reply(point, answers),
    refuse: |point, reason| REPLY.refuse(point, reason),
    read_transcript: None,
    usage_format: None,
    settings: Some(&ClientSettings {
        programs: &["opencode"],
        folder_variable: Some("OPENCODE_CONFIG_DIR"),
        user_folder: ".config/opencode",
        project_folder: ".opencode",
        file: "plugin/fusebox.js",
        local_file: None,
        managed_file: None,
        transcripts_folder: None,
        guarded_files: &[
            GuardedFile::hooks_of_person("plugin/fusebox.js", own_file::lost_protection),
            GuardedFile::hooks_of_project("plugin/fusebox.js", own_file::lost_protection),
        ],
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
    client: CLIENT.name,
    facts: &super::facts::FACTS,
    companions: CompanionFiles {
        instructions: ScopedFiles {
            person: "AGENTS.md",
            is_beside_folder: false,
            project: Some("AGENTS.md"),
        },
        servers: None,
    },
    form: InstallForm::OwnFile(&OwnFileForm {
        client: "opencode",
        hooks: plugin_file::HOOKS,
        write: plugin_file::write,
    }),
    refuses_on_failure_since: None,
    trust_step: None,
    trust: None,
    managed_pin: None,
};

const PROTOCOL: HookProtocol = HookProtocol {
    client: "opencode",
    hooks: &[
        Hook { name: "tool.execute.before", fact: HookFact::Request },
        Hook { name: "tool.execute.after", fact: HookFact::Result },
        Hook { name: "tool.error", fact: HookFact::Failure },
        Hook { name: "chat.message", fact: HookFact::Prompt },
        Hook { name: "session.start", fact: HookFact::SessionStart },
        Hook { name: "session.idle", fact: HookFact::TurnEnd },
        Hook { name: "session.compacted", fact: HookFact::Compaction },
        Hook { name: "session.deleted", fact: HookFact::SessionEnd },
    ],
    fields: &FieldNames::CLAUDE,
    hook_tools: &[],
    tool_names: &[],
    argument_names: &[
        ("filePath", "file_path"),
        ("oldString", "old_string"),
        ("newString", "new_string"),
    ],
    result,
};

const REPLY: ReplyShape = ReplyShape {
    context: &[
        (HookPoint::BeforeTool, "tool.execute.before"),
        (HookPoint::AfterTool, "tool.execute.after"),
        (HookPoint::Prompt, "chat.message"),
        (HookPoint::SessionStart, "session.start"),
    ],
    denial: Denial::TopLevel,
    prompt_decision: "block",
    stops: &[HookPoint::BeforeTool],
    has_system_message: false,
};

fn read(bytes: &[u8], environment: &ClientEnvironment) -> Result<HookCall, WireError> {
    PROTOCOL.read(bytes, environment)
}

fn result(reported: &ReportedResult<'_>) -> ToolResult {
    if let Some(error) = reported.error {
        let output = Some(error.to_owned());
        return ToolResult { ok: Some(false), output, ..ToolResult::default() };
    }
    let response = reported.response.unwrap_or(&Value::Null);
    let exit_code = response["exit"].as_i64().and_then(|code| i32::try_from(code).ok());
    ToolResult {
        // The client has an event of its own for a tool that fails; a command fails by its exit code.
        ok: Some(exit_code.unwrap_or(0) == 0),
        exit_code,
        output: response["output"].as_str().map(str::to_owned),
        ..ToolResult::default()
    }
}
