//! The hooks of Codex. Their payloads are those of Claude Code without a failure event: a shell command that
//! fails is a result like any other, and its exit code is in Codex's own record only.
//!
//! Codex reads a reply strictly: with one key that it does not know at that hook, or with a denial that has
//! no reason, the reply is void and the call runs. No hook ends a turn.

use fusebox_engine::event::ToolResult;
use serde_json::Value;

use super::config_file;
use crate::env_file;
use crate::hook_settings::{self, CommandSpelling, DroppedFiles, HookSettingsForm, SettingsHook};
use crate::install::{
    CompanionFiles, HookInstaller, HookPackage, HookTrust, InstallForm, PackageFiles, PackagePlace,
    ScopedFiles, ServerFiles, ServerForm,
};
use crate::protocol::reply::{Denial, ReplyShape};
use crate::protocol::{FieldNames, Hook, HookFact, HookProtocol, ReportedResult};
use crate::{Attendance, Client, ClientSettings, ClientVariables, GuardedFile, HookPoint};

/// Codex CLI.
pub(crate) const CLIENT: Client = Client {
    name: "codex",
    title: "Codex CLI",
    session_fields: &["session_id"],
    read: |bytes, environment| PROTOCOL.read(bytes, environment),
    reply: |point, answers, _| REPLY.reply(point, answers),
    refuse: |point, reason| REPLY.refuse(point, reason),
    read_transcript: None,
    usage_format: Some("codex"),
    settings: Some(&ClientSettings {
        folder_variable: Some("CODEX_HOME"),
        // Measured with 0.169.0: hooks of the system's folder need no trust.
        managed_file: Some("/etc/codex/hooks.json"),
        guarded_files: &[
            GuardedFile::hooks_of_person("hooks.json", lost_protection),
            GuardedFile::hooks_of_project("hooks.json", lost_protection),
            GuardedFile::switches_of_person("config.toml", config_file::lost_protection)
                .or_file(""),
            GuardedFile::switches_of_project("config.toml", config_file::lost_protection)
                .or_file(""),
            // It sets every variable of the file but its own, also those that are set.
            env_file::OVERRIDING_OF_PERSON,
        ],
        ..ClientSettings::new(&["codex"], ".codex", ".codex", "hooks.json")
    }),
    variables: Some(&ClientVariables {
        entrypoint: None,
        attendance: Attendance::Process(&["exec", "e", "mcp-server", "app-server", "cloud"]),
        process_id: None,
        project: None,
        is_child: "CODEX_THREAD_ID",
    }),
};

/// Installs hooks in Codex.
pub(crate) const INSTALLER: HookInstaller = HookInstaller {
    trust_step: Some(
        "start `codex`, open `/hooks` and trust them; `codex exec` skips untrusted hooks in silence",
    ),
    trust: Some(&HookTrust { file: "config.toml", untrusted: config_file::untrusted_hooks }),
    managed_pin: Some("requirements.toml"),
    packages: &[
        HookPackage {
            name: "plugin of Fusebox",
            removal: "codex plugin remove fusebox@fusebox",
            place: PackagePlace::Named(&PackageFiles {
                person: &["config.toml"],
                project: &[".codex/config.toml"],
                names_ours: config_file::enables_plugin,
            }),
            made_for: None,
        },
        HookPackage {
            name: "table `hooks`",
            removal: "take the hooks of Fusebox out of the table",
            place: PackagePlace::Named(&PackageFiles {
                person: &["config.toml"],
                project: &[".codex/config.toml"],
                names_ours: config_file::has_hooks,
            }),
            made_for: None,
        },
    ],
    ..HookInstaller::new(
        CLIENT.name,
        &super::facts::FACTS,
        CompanionFiles {
            instructions: ScopedFiles::new("AGENTS.md", Some("AGENTS.md")),
            servers: Some(ServerFiles {
                files: ScopedFiles::new("config.toml", Some(".codex/config.toml")),
                form: ServerForm::Toml,
            }),
        },
        InstallForm::Settings(&SETTINGS),
    )
};

/// Codex trusts a hook by the digest of its handler, so the text of a handler must not change from one
/// version of Fusebox to the next.
const SETTINGS: HookSettingsForm = HookSettingsForm {
    command: CommandSpelling::Line,
    timeout: Some(10),
    before_call: &["PreToolUse"],
    is_trusted_by_position: true,
    dropped_files: DroppedFiles::IMPERFECT,
    ..HookSettingsForm::new(
        "codex",
        &[
            SettingsHook::of_tools("PreToolUse"),
            SettingsHook::of_tools("PostToolUse"),
            SettingsHook::plain("UserPromptSubmit"),
            SettingsHook::plain("SessionStart"),
            SettingsHook::plain("Stop"),
            SettingsHook::plain("SubagentStart"),
            SettingsHook::plain("SubagentStop"),
            SettingsHook::plain("PreCompact"),
            SettingsHook::plain("SessionEnd"),
        ],
    )
};

const PROTOCOL: HookProtocol = HookProtocol::new(
    "codex",
    &[
        Hook { name: "PreToolUse", fact: HookFact::Request },
        Hook { name: "PostToolUse", fact: HookFact::Result },
        Hook { name: "UserPromptSubmit", fact: HookFact::Prompt },
        Hook { name: "SessionStart", fact: HookFact::SessionStart },
        Hook { name: "Stop", fact: HookFact::TurnEnd },
        Hook { name: "SubagentStart", fact: HookFact::SubagentStart },
        Hook { name: "SubagentStop", fact: HookFact::SubagentEnd },
        Hook { name: "PreCompact", fact: HookFact::Compaction },
        Hook { name: "SessionEnd", fact: HookFact::SessionEnd },
    ],
    &FieldNames::CLAUDE,
    result,
);

const REPLY: ReplyShape = ReplyShape {
    context: &[
        (HookPoint::BeforeTool, "PreToolUse"),
        (HookPoint::AfterTool, "PostToolUse"),
        (HookPoint::Prompt, "UserPromptSubmit"),
        (HookPoint::SessionStart, "SessionStart"),
    ],
    has_system_message: true,
    ..ReplyShape::new(Denial::Nested("PreToolUse"))
};

fn lost_protection(accepted: Option<&[u8]>, present: Option<&[u8]>) -> Vec<String> {
    hook_settings::lost_protection(&SETTINGS, accepted, present)
}

/// Whether a command failed is not said, so that it is unknown.
fn result(reported: &ReportedResult<'_>) -> ToolResult {
    let text =
        |response: &Value| response.as_str().map_or_else(|| response.to_string(), str::to_owned);
    let output = reported.response.map(text);
    ToolResult { output, ..ToolResult::default() }
}
