//! The hooks of Gemini CLI. Times are in milliseconds. Calls have no ids, so that a result is paired with
//! its call by content. A hook whose program is gone would deny every call, so it stands behind a check.

use crate::env_file;
use crate::gemini::{shell_report, trusted_folders};
use crate::hook_settings::{self, HookSettingsForm, HookSwitch, SettingsHook};
use crate::install::{
    CompanionFiles, HookInstaller, InstallForm, JsonServerForm, ScopedFiles, ServerFiles,
    ServerForm,
};
use crate::protocol::reply::{Denial, PromptRefusal, ReplyShape};
use crate::protocol::{FieldNames, Hook, HookFact, HookProtocol};
use crate::{Attendance, Client, ClientSettings, ClientVariables, GuardedFile, HookPoint};

/// Gemini CLI.
pub(crate) const CLIENT: Client = Client {
    name: "gemini",
    title: "Gemini CLI",
    session_fields: &["session_id"],
    read: |bytes, environment| PROTOCOL.read(bytes, environment),
    reply: |point, answers, _| REPLY.reply(point, answers),
    refuse: |point, reason| REPLY.refuse(point, reason),
    read_transcript: None,
    usage_format: Some("gemini"),
    settings: Some(&ClientSettings {
        guarded_files: &[
            GuardedFile::hooks_of_person("settings.json", lost_protection).or_file(NO_SETTINGS),
            GuardedFile::hooks_of_project("settings.json", lost_protection).or_file(NO_SETTINGS),
            GuardedFile::switches_of_person(
                "trustedFolders.json",
                trusted_folders::lost_protection,
            )
            .or_file(NO_SETTINGS),
            // Measured with 0.61.0: the first of the project, from the working folder up, else of the home.
            env_file::OF_PERSON,
            env_file::OF_HOME,
            env_file::OF_PROJECT_SETTINGS,
            env_file::OF_PROJECT,
        ],
        ..ClientSettings::new(&["gemini"], ".gemini", ".gemini", "settings.json")
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
    packages: &[super::extension::PACKAGE],
    ..HookInstaller::new(
        CLIENT.name,
        &super::facts::FACTS,
        CompanionFiles {
            instructions: ScopedFiles::new("GEMINI.md", Some("GEMINI.md")),
            servers: Some(ServerFiles {
                files: ScopedFiles::new("settings.json", Some(".gemini/settings.json")),
                form: ServerForm::Json(JsonServerForm::Plain(&[])),
            }),
        },
        InstallForm::Settings(&SETTINGS),
    )
};

const SETTINGS: HookSettingsForm = HookSettingsForm {
    timeout: Some(10_000),
    before_call: &["BeforeTool"],
    // The first of each pair is of today, the second of earlier versions.
    switches: &[
        HookSwitch::on(&["hooksConfig", "enabled"]),
        HookSwitch::on(&["hooks", "enabled"]),
        HookSwitch::list(&["hooksConfig", "disabled"]),
        HookSwitch::list(&["hooks", "disabled"]),
        HookSwitch::on(&["tools", "enableHooks"]),
        // In a sandbox there is no program of ours.
        HookSwitch::off(&["tools", "sandbox"]),
        HookSwitch::off(&["sandbox"]),
    ],
    ..HookSettingsForm::new(
        "gemini",
        &[
            SettingsHook::of_tools("BeforeTool"),
            SettingsHook::of_tools("AfterTool"),
            SettingsHook::plain("BeforeAgent"),
            SettingsHook::plain("AfterAgent"),
            SettingsHook::plain("SessionStart"),
            SettingsHook::plain("SessionEnd"),
        ],
    )
};

const PROTOCOL: HookProtocol = HookProtocol::new(
    "gemini",
    &[
        Hook { name: "BeforeTool", fact: HookFact::Request },
        Hook { name: "AfterTool", fact: HookFact::Result },
        Hook { name: "BeforeAgent", fact: HookFact::Prompt },
        Hook { name: "AfterAgent", fact: HookFact::TurnEnd },
        Hook { name: "SessionStart", fact: HookFact::SessionStart },
        Hook { name: "SessionEnd", fact: HookFact::SessionEnd },
    ],
    &FieldNames { said: &["prompt_response"], ..FieldNames::CLAUDE },
    shell_report::result,
);

const REPLY: ReplyShape = ReplyShape {
    context: &[
        (HookPoint::AfterTool, "AfterTool"),
        (HookPoint::Prompt, "BeforeAgent"),
        (HookPoint::SessionStart, "SessionStart"),
    ],
    prompt_refusal: PromptRefusal::Decision("deny"),
    stops: &[HookPoint::BeforeTool, HookPoint::AfterTool],
    has_system_message: true,
    ..ReplyShape::new(Denial::Decision)
};

fn lost_protection(accepted: Option<&[u8]>, present: Option<&[u8]>) -> Vec<String> {
    hook_settings::lost_protection(&SETTINGS, accepted, present)
}
