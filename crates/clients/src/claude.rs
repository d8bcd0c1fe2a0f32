//! The client Claude Code, measured with 2.1.330 and 2.1.197.

mod change;
mod command;
mod event;
mod facts;
mod hook_event;
mod input;
mod install;
mod message;
mod origin;
mod output;
mod own_caps;
mod posted;
mod refusal;
mod reply;
mod result;
mod settings_kinds;
pub(crate) mod stream;
mod tail;

use crate::install::{
    CompanionFiles, HookInstaller, HookPackage, InstallForm, JsonServerForm, PackagePlace,
    ScopedFiles, ServerFiles, ServerForm,
};
use crate::{Attendance, Client, ClientSettings, ClientVariables, GuardedFile};

pub(crate) use command::COMMAND_FORM;
pub(crate) use install::SETTINGS_FORM;
pub use message::{ContentBlock, ModelMessage, ResponseUsage, STAND_IN_MODEL};
pub use origin::prompt_origin;
pub(crate) use own_caps::OWN_CAPS;
pub(crate) use posted::POSTED_HOOKS;
pub use result::{FinishedCall, call_result};

/// The file of managed settings, from Claude Code's documentation ("Settings files").
const MANAGED_SETTINGS: &str = if cfg!(target_os = "macos") {
    "/Library/Application Support/ClaudeCode/managed-settings.json"
} else {
    "/etc/claude-code/managed-settings.json"
};

/// Claude Code.
pub(crate) const CLIENT: Client = Client {
    name: "claude",
    title: "Claude Code",
    session_fields: &["session_id"],
    read: event::read,
    reply: reply::reply,
    refuse: reply::refuse,
    read_transcript: Some(tail::read_transcript),
    usage_format: Some("claude"),
    settings: Some(&ClientSettings {
        programs: &["claude"],
        folder_variable: Some("CLAUDE_CONFIG_DIR"),
        user_folder: ".claude",
        project_folder: ".claude",
        file: "settings.json",
        other_folders: &[],
        event_files: &[],
        local_file: Some("settings.local.json"),
        managed_file: Some(MANAGED_SETTINGS),
        transcripts_folder: Some("projects"),
        hooks_run_in_project: false,
        guarded_files: &[
            GuardedFile::hooks_of_person("settings.json", install::lost_protection),
            GuardedFile::hooks_of_project("settings.json", install::lost_protection),
            GuardedFile::hooks_of_project("settings.local.json", install::lost_protection),
        ],
    }),
    variables: Some(&ClientVariables {
        entrypoint: Some("CLAUDE_CODE_ENTRYPOINT"),
        attendance: Attendance::Variable("CLAUDE_CODE_SESSION_ATTENDED"),
        process_id: Some("CLAUDE_PID"),
        project: Some("CLAUDE_PROJECT_DIR"),
        is_child: "CLAUDECODE",
    }),
};

/// Installs hooks in Claude Code.
pub(crate) const INSTALLER: HookInstaller = HookInstaller {
    client: CLIENT.name,
    facts: &facts::FACTS,
    companions: CompanionFiles {
        instructions: ScopedFiles {
            person: Some("CLAUDE.md"),
            is_beside_folder: false,
            project: Some("CLAUDE.md"),
        },
        servers: Some(ServerFiles {
            files: ScopedFiles {
                person: Some(".claude.json"),
                is_beside_folder: true,
                project: Some(".mcp.json"),
            },
            form: ServerForm::Json(JsonServerForm::Plain(&[("type", "stdio")])),
        }),
    },
    form: InstallForm::Settings(&SETTINGS_FORM),
    // Its changelog; 2.1.197 lets such a call pass and 2.1.330 refuses it.
    refuses_on_failure_since: Some("2.1.295"),
    trust_step: None,
    trust: None,
    managed_pin: None,
    packages: &[HookPackage {
        name: "plugin of Fusebox",
        removal: "claude plugin uninstall fusebox@fusebox",
        place: PackagePlace::Settings,
        made_for: None,
    }],
};
