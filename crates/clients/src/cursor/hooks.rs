//! The hooks of Cursor. The hooks of every tool are used and not those of commands, files and servers, which
//! come for the same calls: each call would count twice. Hooks that some versions do not know, such as that of a
//! session's start, are read but not installed: a file with an unknown hook may not be loaded at all. What a tool
//! returned is a JSON text in a string.

use fusebox_engine::event::ToolResult;
use serde_json::Value;

use crate::hook_settings::{self, HookSettingsForm, HookSwitch, ListLayout, SettingsHook, VERSION};
use crate::install::{
    CompanionFiles, HookInstaller, InstallForm, JsonServerForm, ScopedFiles, ServerFiles,
    ServerForm,
};
use crate::json::JsonValue;
use crate::protocol::reply::{Denial, PromptRefusal, ReplyShape};
use crate::protocol::{FieldNames, Hook, HookFact, HookProtocol, ReportedResult};
use crate::{Attendance, Client, ClientSettings, ClientVariables, GuardedFile, HookPoint};

/// Cursor.
pub(crate) const CLIENT: Client = Client {
    name: "cursor",
    title: "Cursor",
    session_fields: &["conversation_id"],
    read: |bytes, environment| PROTOCOL.read(bytes, environment),
    reply: |point, answers, _| REPLY.reply(point, answers),
    refuse: |point, reason| REPLY.refuse(point, reason),
    read_transcript: None,
    usage_format: None,
    settings: Some(&ClientSettings {
        guarded_files: &[
            GuardedFile::hooks_of_person("hooks.json", lost_protection),
            GuardedFile::hooks_of_project("hooks.json", lost_protection),
        ],
        ..ClientSettings::new(&["cursor", "cursor-agent"], ".cursor", ".cursor", "hooks.json")
    }),
    variables: Some(&ClientVariables {
        entrypoint: None,
        attendance: Attendance::Process(&["-p", "--print"]),
        process_id: None,
        project: None,
        is_child: "CURSOR_AGENT",
    }),
};

/// Installs hooks in Cursor.
pub(crate) const INSTALLER: HookInstaller = HookInstaller::new(
    CLIENT.name,
    &super::facts::FACTS,
    CompanionFiles {
        instructions: ScopedFiles::of_project("AGENTS.md"),
        servers: Some(ServerFiles {
            files: ScopedFiles::new("mcp.json", Some(".cursor/mcp.json")),
            form: ServerForm::Json(JsonServerForm::Plain(&[])),
        }),
    },
    InstallForm::Settings(&SETTINGS),
);

pub(crate) const SETTINGS: HookSettingsForm = HookSettingsForm {
    layout: ListLayout::Handlers,
    version: Some(1),
    timeout: Some(10),
    before_call: &["preToolUse"],
    switches: &[HookSwitch::number(&[VERSION], 1)],
    ..HookSettingsForm::new(
        "cursor",
        &[
            SettingsHook::of_tools("preToolUse"),
            SettingsHook::of_tools("postToolUse"),
            SettingsHook::of_tools("postToolUseFailure"),
            SettingsHook::plain("beforeSubmitPrompt"),
            SettingsHook::plain("stop"),
        ],
    )
};

const PROTOCOL: HookProtocol = HookProtocol {
    argument_names: &[("path", "file_path"), ("target_file", "file_path"), ("contents", "content")],
    ..HookProtocol::new(
        "cursor",
        &[
            Hook { name: "preToolUse", fact: HookFact::Request },
            Hook { name: "postToolUse", fact: HookFact::Result },
            Hook { name: "postToolUseFailure", fact: HookFact::Failure },
            Hook { name: "beforeSubmitPrompt", fact: HookFact::Prompt },
            Hook { name: "sessionStart", fact: HookFact::SessionStart },
            Hook { name: "stop", fact: HookFact::TurnEnd },
            Hook { name: "preCompact", fact: HookFact::Compaction },
            Hook { name: "sessionEnd", fact: HookFact::SessionEnd },
        ],
        &FieldNames {
            session: &["conversation_id"],
            agent: &[],
            folders: &["workspace_roots"],
            response: &["tool_output"],
            error: &["error_message"],
            duration_ms: &["duration"],
            ..FieldNames::CLAUDE
        },
        result,
    )
};

const REPLY: ReplyShape = ReplyShape {
    context: &[(HookPoint::AfterTool, "postToolUse"), (HookPoint::SessionStart, "sessionStart")],
    prompt_refusal: PromptRefusal::UserMessage,
    ..ReplyShape::new(Denial::Permission)
};

fn lost_protection(accepted: Option<&[u8]>, present: Option<&[u8]>) -> Vec<String> {
    hook_settings::lost_protection(&SETTINGS, accepted, present)
}

fn result(reported: &ReportedResult<'_>) -> ToolResult {
    if let Some(error) = reported.error {
        let output = Some(error.to_owned());
        return ToolResult { ok: Some(false), output, ..ToolResult::default() };
    }
    let text = reported.response.and_then(Value::as_str);
    let inner = text.and_then(|text| JsonValue::read(text.as_bytes()).ok());
    let mut response = inner.unwrap_or_default();
    let exit_code = ["exitCode", "exit_code"].iter().find_map(|name| response.exit_code(name));
    let parts = ["stdout", "output", "stderr"].map(|name| response.take_text(name));
    let mut parts = parts.into_iter().filter(|part| !part.is_empty());
    let printed = match parts.next() {
        Some(first) => Some(parts.fold(first, |all, part| all + "\n" + part).into_owned()),
        None => text.map(str::to_owned),
    };
    ToolResult {
        // The client has a hook of its own for a tool that fails; a command fails by its exit code.
        ok: Some(exit_code.unwrap_or(0) == 0),
        exit_code,
        output: printed,
        ..ToolResult::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::install::HookCommand;

    fn command() -> HookCommand {
        HookCommand::new("/opt/fusebox-hook", "cursor", &[]).unwrap()
    }

    #[test]
    fn a_new_file_has_a_version_and_handlers_without_groups_and_goes_whole() {
        let new = INSTALLER.plan(&[None], &command(), false).unwrap().files.remove(0);
        let begin = "{\n  \"version\": 1,\n  \"hooks\": {\n    \"preToolUse\": [\n      {\n        \"command\": ";
        assert!(new.text.starts_with(begin), "{}", new.text);
        let again = INSTALLER.plan(&[Some(&new.text)], &command(), false).unwrap().files.remove(0);
        assert_eq!((again.changed(), &again.text), (false, &new.text));
        assert!(INSTALLER.status(&[Some(&new.text)]).unwrap().missing.is_empty());
        assert!(INSTALLER.remove(&[Some(&new.text)]).unwrap().files.remove(0).empty);
    }

    #[test]
    fn comments_and_hooks_of_others_stay_and_the_text_comes_back_byte_for_byte() {
        for mine in [
            "{\n\t// mine\n\t\"version\": 1,\n\t\"hooks\": {\n\t\t\"preToolUse\": [\n\t\t\t{ \"command\": \"./check.sh\", \"matcher\": \"Shell\" } // keep\n\t\t]\n\t}\n}\n",
            "{\"version\":1,\"hooks\":{\"stop\":[{\"command\":\"a\"},{\"command\":\"b\"}],\"afterFileEdit\":[{\"command\":\"c\"}]}}",
            "\u{feff}{\r\n  \"version\": 1\r\n}\r\n",
        ] {
            let with = INSTALLER.plan(&[Some(mine)], &command(), false).unwrap().files.remove(0);
            let found = INSTALLER.status(&[Some(&with.text)]).unwrap();
            assert_eq!((found.hooks.len(), found.missing.len()), (5, 0), "{}", with.text);
            let moved = HookCommand::new("/new/fusebox", "cursor", &["--observe"]).unwrap();
            let moved = INSTALLER.plan(&[Some(&with.text)], &moved, false).unwrap().files.remove(0);
            assert_eq!(INSTALLER.status(&[Some(&moved.text)]).unwrap().hooks.len(), 5);
            assert_eq!(INSTALLER.remove(&[Some(&moved.text)]).unwrap().files.remove(0).text, mine);
        }
    }

    #[test]
    fn g01_a_hook_that_is_gone_narrowed_or_of_another_version_is_a_loss() {
        let text = INSTALLER.plan(&[None], &command(), false).unwrap().files.remove(0).text;
        let lost = |after: &str| lost_protection(Some(text.as_bytes()), Some(after.as_bytes()));
        assert!(lost(&text).is_empty());
        let narrowed = text.replacen("\"timeout\"", "\"matcher\": \"Nothing\", \"timeout\"", 1);
        assert_eq!(lost(&narrowed), ["lost or changed the hooks of Fusebox at preToolUse"]);
        let version = text.replace("\"version\": 1", "\"version\": 9");
        assert_eq!(lost(&version), ["got `version`, which can switch hooks off"]);
        let other = text.replacen('{', "{\"other\": true,", 1);
        assert!(lost(&other).is_empty());
    }
}
