//! The hooks of Qwen Code: the events of Claude Code, the tools and the milliseconds of Gemini CLI. No hook
//! ends a turn. The prompt hook comes before every request to the model; all but the first have no text.

use crate::env_file;
use crate::gemini::extension;
use crate::gemini::{shell_report, trusted_folders};
use crate::hook_settings::{self, HookSettingsForm, HookSwitch, SettingsHook};
use crate::install::{
    CompanionFiles, HookInstaller, HookPackage, InstallForm, JsonServerForm, PackageFolder,
    PackagePlace, ScopedFiles, ServerFiles, ServerForm,
};
use crate::protocol::reply::{Denial, ReplyShape};
use crate::protocol::{FieldNames, Hook, HookFact, HookProtocol};
use crate::{Attendance, Client, ClientSettings, ClientVariables, GuardedFile, HookPoint};

/// Qwen Code.
pub(crate) const CLIENT: Client = Client {
    name: "qwen",
    title: "Qwen Code",
    session_fields: &["session_id"],
    read: |bytes, environment| PROTOCOL.read(bytes, environment),
    reply: |point, answers, _| REPLY.reply(point, answers),
    refuse: |point, reason| REPLY.refuse(point, reason),
    read_transcript: None,
    usage_format: Some("qwen"),
    settings: Some(&ClientSettings {
        guarded_files: &[
            GuardedFile::hooks_of_person("settings.json", lost_protection).or_file(NO_SETTINGS),
            GuardedFile::hooks_of_project("settings.json", lost_protection).or_file(NO_SETTINGS),
            GuardedFile::switches_of_person(
                "trustedFolders.json",
                trusted_folders::lost_protection,
            )
            .or_file(NO_SETTINGS),
            // Measured with 0.24.4: the first of the project, from the working folder up, and those of the home.
            env_file::OF_PERSON,
            env_file::OF_HOME,
            env_file::OF_PROJECT_SETTINGS,
            env_file::OF_PROJECT,
        ],
        ..ClientSettings::new(&["qwen"], ".qwen", ".qwen", "settings.json")
    }),
    variables: Some(&ClientVariables {
        entrypoint: None,
        attendance: Attendance::Process(&["-p", "--prompt"]),
        process_id: None,
        project: None,
        is_child: "QWEN_CODE",
    }),
};

/// A file of settings that says nothing.
const NO_SETTINGS: &str = "{}\n";

/// Installs hooks in Qwen Code.
pub(crate) const INSTALLER: HookInstaller = HookInstaller {
    // Measured with 0.24.4: it installs plugins of Claude Code as extensions. The hooks of an extension of Gemini CLI
    // have names that it does not know.
    packages: &[HookPackage {
        name: "extension of Fusebox",
        removal: "qwen extensions uninstall fusebox",
        place: PackagePlace::Folder(&PackageFolder {
            package: "extensions/fusebox/.claude-plugin",
            switches: "extensions/extension-enablement.json",
            is_off: extension::is_off,
        }),
        made_for: Some("Claude Code"),
    }],
    ..HookInstaller::new(
        CLIENT.name,
        &super::facts::FACTS,
        CompanionFiles {
            instructions: ScopedFiles::new("QWEN.md", Some("QWEN.md")),
            servers: Some(ServerFiles {
                files: ScopedFiles::new("settings.json", Some(".qwen/settings.json")),
                form: ServerForm::Json(JsonServerForm::Plain(&[])),
            }),
        },
        InstallForm::Settings(&SETTINGS),
    )
};

const SETTINGS: HookSettingsForm = HookSettingsForm {
    timeout: Some(10_000),
    before_call: &["PreToolUse"],
    // Its own, and those of Gemini CLI, which it was made of.
    switches: &[
        HookSwitch::off(&["disableAllHooks"]),
        HookSwitch::on(&["hooksConfig", "enabled"]),
        HookSwitch::list(&["hooksConfig", "disabled"]),
        HookSwitch::on(&["hooks", "enabled"]),
        HookSwitch::list(&["hooks", "disabled"]),
        // In a sandbox there is no program of ours.
        HookSwitch::off(&["tools", "sandbox"]),
        HookSwitch::off(&["sandbox"]),
    ],
    variables: &["QWEN_CODE_SIMPLE", "QWEN_CODE_SAFE_MODE"],
    ..HookSettingsForm::new(
        "qwen",
        &[
            SettingsHook::of_tools("PreToolUse"),
            SettingsHook::of_tools("PostToolUse"),
            SettingsHook::of_tools("PostToolUseFailure"),
            SettingsHook::plain("UserPromptSubmit"),
            SettingsHook::plain("SessionStart"),
            SettingsHook::plain("Stop"),
            SettingsHook::plain("StopFailure"),
            SettingsHook::plain("PreCompact"),
            SettingsHook::plain("SessionEnd"),
        ],
    )
};

const PROTOCOL: HookProtocol = HookProtocol::new(
    "qwen",
    &[
        Hook { name: "PreToolUse", fact: HookFact::Request },
        Hook { name: "PostToolUse", fact: HookFact::Result },
        Hook { name: "PostToolUseFailure", fact: HookFact::Failure },
        Hook { name: "UserPromptSubmit", fact: HookFact::PromptOrRequest },
        Hook { name: "SessionStart", fact: HookFact::SessionStart },
        Hook { name: "Stop", fact: HookFact::TurnEnd },
        Hook { name: "StopFailure", fact: HookFact::TurnEnd },
        Hook { name: "PreCompact", fact: HookFact::Compaction },
        Hook { name: "SessionEnd", fact: HookFact::SessionEnd },
    ],
    &FieldNames::CLAUDE,
    shell_report::result,
);

const REPLY: ReplyShape = ReplyShape {
    context: &[
        (HookPoint::AfterTool, "PostToolUse"),
        (HookPoint::AfterFailure, "PostToolUseFailure"),
        (HookPoint::Prompt, "UserPromptSubmit"),
        (HookPoint::SessionStart, "SessionStart"),
    ],
    has_system_message: true,
    ..ReplyShape::new(Denial::Nested("PreToolUse"))
};

fn lost_protection(accepted: Option<&[u8]>, present: Option<&[u8]>) -> Vec<String> {
    hook_settings::lost_protection(&SETTINGS, accepted, present)
}
