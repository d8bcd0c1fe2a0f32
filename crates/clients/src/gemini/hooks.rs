//! The hooks of Gemini CLI. Times are in milliseconds. Calls have no ids, so that a result is paired with
//! its call by content. A hook whose program is gone would deny every call, so it stands behind a check.

use crate::gemini::{shell_report, trusted_folders};
use crate::hook_settings::{
    self, CommandSpelling, HookSettingsForm, HookSwitch, ListLayout, SettingsHook,
};
use crate::install::{
    CompanionFiles, HookInstaller, InstallForm, JsonServerForm, ScopedFiles, ServerFiles,
    ServerForm,
};
use crate::protocol::reply::{Denial, ReplyShape};
use crate::protocol::{FieldNames, Hook, HookFact, HookProtocol};
use crate::{
    Attendance, Client, ClientEnvironment, ClientSettings, ClientVariables, GuardedFile, HookCall,
    HookPoint, WireError,
};

/// Gemini CLI.
pub(crate) const CLIENT: Client = Client {
    name: "gemini",
    title: "Gemini CLI",
    session_fields: &["session_id"],
    read,
    reply: |point, answers, _| REPLY.reply(point, answers),
    refuse: |point, reason| REPLY.refuse(point, reason),
    read_transcript: None,
    usage_format: Some("gemini"),
    settings: Some(&ClientSettings {
        programs: &["gemini"],
        folder_variable: None,
        user_folder: ".gemini",
        project_folder: ".gemini",
        file: "settings.json",
        local_file: None,
        managed_file: None,
        transcripts_folder: None,
        guarded_files: &[
            GuardedFile::hooks_of_person("settings.json", lost_protection).or_file(NO_SETTINGS),
            GuardedFile::hooks_of_project("settings.json", lost_protection).or_file(NO_SETTINGS),
            GuardedFile::switches_of_person(
                "trustedFolders.json",
                trusted_folders::lost_protection,
            )
            .or_file(NO_SETTINGS),
        ],
    }),
    variables: Some(&ClientVariables {
        entrypoint: None,
        attendance: Attendance::Process(&["-p", "--prompt"]),
        process_id: None,
        project: Some("GEMINI_PROJECT_DIR"),
        is_child: "GEMINI_CLI",
    }),
};

/// A file of settings that says nothing.
const NO_SETTINGS: &str = "{}\n";

/// Installs hooks in Gemini CLI.
pub(crate) const INSTALLER: HookInstaller = HookInstaller {
    client: CLIENT.name,
    facts: &super::facts::FACTS,
    companions: CompanionFiles {
        instructions: ScopedFiles {
            person: "GEMINI.md",
            is_beside_folder: false,
            project: Some("GEMINI.md"),
        },
        servers: Some(ServerFiles {
            files: ScopedFiles {
                person: "settings.json",
                is_beside_folder: false,
                project: Some(".gemini/settings.json"),
            },
            form: ServerForm::Json(JsonServerForm::Plain(&[])),
        }),
    },
    form: InstallForm::Settings(&SETTINGS),
    refuses_on_failure_since: None,
    trust_step: None,
    trust: None,
    managed_pin: None,
};

const SETTINGS: HookSettingsForm = HookSettingsForm {
    client: "gemini",
    layout: ListLayout::Groups,
    version: None,
    hooks: &[
        SettingsHook::of_tools("BeforeTool"),
        SettingsHook::of_tools("AfterTool"),
        SettingsHook::plain("BeforeAgent"),
        SettingsHook::plain("AfterAgent"),
        SettingsHook::plain("SessionStart"),
        SettingsHook::plain("SessionEnd"),
    ],
    command: CommandSpelling::GuardedLine,
    timeout: Some(10_000),
    blocks_on_failure: None,
    before_call: &["BeforeTool"],
    // The first of each pair is of today, the second of earlier versions.
    switches: &[
        HookSwitch::on(&["hooksConfig", "enabled"]),
        HookSwitch::on(&["hooks", "enabled"]),
        HookSwitch::list(&["hooksConfig", "disabled"]),
        HookSwitch::list(&["hooks", "disabled"]),
        HookSwitch::on(&["tools", "enableHooks"]),
    ],
    is_trusted_by_position: false,
    variables: &[],
    has_status_line: false,
};

const PROTOCOL: HookProtocol = HookProtocol {
    client: "gemini",
    hooks: &[
        Hook { name: "BeforeTool", fact: HookFact::Request },
        Hook { name: "AfterTool", fact: HookFact::Result },
        Hook { name: "BeforeAgent", fact: HookFact::Prompt },
        Hook { name: "AfterAgent", fact: HookFact::TurnEnd },
        Hook { name: "SessionStart", fact: HookFact::SessionStart },
        Hook { name: "SessionEnd", fact: HookFact::SessionEnd },
    ],
    fields: &FieldNames { said: &["prompt_response"], ..FieldNames::CLAUDE },
    hook_tools: &[],
    tool_names: &[],
    argument_names: &[],
    result: shell_report::result,
};

const REPLY: ReplyShape = ReplyShape {
    context: &[
        (HookPoint::AfterTool, "AfterTool"),
        (HookPoint::Prompt, "BeforeAgent"),
        (HookPoint::SessionStart, "SessionStart"),
    ],
    denial: Denial::Decision,
    prompt_decision: "deny",
    stops: &[HookPoint::BeforeTool, HookPoint::AfterTool],
    has_system_message: true,
};

fn lost_protection(accepted: Option<&[u8]>, present: Option<&[u8]>) -> Vec<String> {
    hook_settings::lost_protection(&SETTINGS, accepted, present)
}

fn read(bytes: &[u8], environment: &ClientEnvironment) -> Result<HookCall, WireError> {
    PROTOCOL.read(bytes, environment)
}
