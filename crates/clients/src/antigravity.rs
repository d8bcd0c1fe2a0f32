//! The command line of Google's Antigravity (`agy`), which took the place of Gemini CLI for most people, from its
//! documents. Its file of hooks is an object of named sets, of which Fusebox's own is `hooks`. A payload does not
//! name its hook. Before a call, it takes an answer without a decision for a refusal; without any answer the call
//! passes.

use fusebox_engine::event::ToolResult;

use crate::client_facts::{ClientFacts, Evidence};
use crate::hook_settings::{self, DroppedFiles, HookSettingsForm, HookSwitch, SettingsHook};
use crate::install::{
    CompanionFiles, HookInstaller, InstallForm, JsonServerForm, ScopedFiles, ServerFiles,
    ServerForm,
};
use crate::protocol::reply::{Denial, PromptRefusal, ReplyShape};
use crate::protocol::{FieldNames, Hook, HookFact, HookProtocol, ReportedResult};
use crate::{Attendance, Client, ClientSettings, ClientVariables, GuardedFile};

/// Antigravity's command line.
pub(crate) const CLIENT: Client = Client {
    name: "antigravity",
    title: "Antigravity CLI",
    session_fields: &["conversationId"],
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
        ..ClientSettings::new(&["agy"], ".gemini/config", ".agents", "hooks.json")
    }),
    variables: Some(&ClientVariables {
        entrypoint: None,
        attendance: Attendance::Process(&["-p", "--print", "--prompt"]),
        process_id: None,
        project: None,
        is_child: "ANTIGRAVITY_AGENT",
    }),
};

/// Installs hooks in Antigravity's command line.
pub(crate) const INSTALLER: HookInstaller = HookInstaller::new(
    CLIENT.name,
    &FACTS,
    CompanionFiles {
        instructions: ScopedFiles::new("GEMINI.md", Some("AGENTS.md")).beside_folder(),
        servers: Some(ServerFiles {
            files: ScopedFiles::new("mcp_config.json", Some(".agents/mcp_config.json")),
            form: ServerForm::Json(JsonServerForm::Plain(&[])),
        }),
    },
    InstallForm::Settings(&SETTINGS),
);

const FACTS: ClientFacts = ClientFacts {
    evidence: Evidence::Documents,
    versions: ("1.0.3", "1.2.14"),
    documented: None,
    resume: "refused at its next call",
    subagents: "not told apart",
    asks_permission: false,
    limits: &[
        "no hook ends a turn and none refuses a prompt: calls are refused until the agent stops by itself",
        "no hook of Fusebox tells the agent anything but the reason of a refusal",
        "a hook learns whether a call failed, not what it returned",
        "with a person in front, 1.1.2 asks them about a call that was refused",
        "some builds of 1.0 and 1.2 are said to load no hook before a call: `/hooks` lists those that it loaded",
        "it drops a whole file for a comment or one wrong value in it, in silence",
        "a hook that fails refuses the call",
        "a set named `hooks` of your own is shared with Fusebox",
    ],
    own_guards: None,
    test_hook: "PreToolUse",
    test_call: r#"{"conversationId":"fusebox-doctor","stepIdx":1,"workspacePaths":["/"],"toolCall":{"name":"run_command","args":{"CommandLine":"true","Cwd":"/"}}}"#,
};

const SETTINGS: HookSettingsForm = HookSettingsForm {
    names_hook: true,
    timeout: Some(10),
    before_call: &["PreToolUse"],
    switches: &[HookSwitch::on(&["hooks", "enabled"])],
    dropped_files: DroppedFiles::IMPERFECT,
    ..HookSettingsForm::new(
        "antigravity",
        &[SettingsHook::of_tools("PreToolUse"), SettingsHook::of_tools("PostToolUse")],
    )
};

const PROTOCOL: HookProtocol = HookProtocol {
    tool_names: &[
        ("replace_file_content", "edit"),
        ("multi_replace_file_content", "edit"),
        ("find_by_name", "find"),
        ("search_web", "web_search"),
        ("read_url_content", "web_fetch"),
    ],
    argument_names: &[
        ("CommandLine", "command"),
        ("Cwd", "cwd"),
        ("AbsolutePath", "file_path"),
        ("TargetFile", "file_path"),
        ("CodeContent", "content"),
    ],
    ..HookProtocol::new(
        "antigravity",
        &[
            Hook { name: "PreToolUse", fact: HookFact::Request },
            Hook { name: "PostToolUse", fact: HookFact::Result },
        ],
        &FieldNames {
            hook: &[],
            session: &["conversationId"],
            agent: &[],
            cwd: &[],
            folders: &["workspacePaths"],
            transcript: &["transcriptPath"],
            tool: &["toolCall.name"],
            input: &["toolCall.args"],
            response: &[],
            duration_ms: &[],
            call: &["stepIdx"],
            ..FieldNames::CLAUDE
        },
        result,
    )
};

const REPLY: ReplyShape =
    ReplyShape { prompt_refusal: PromptRefusal::Impossible, ..ReplyShape::new(Denial::Decision) };

fn lost_protection(accepted: Option<&[u8]>, present: Option<&[u8]>) -> Vec<String> {
    hook_settings::lost_protection(&SETTINGS, accepted, present)
}

/// Whether a command failed is not said where the call itself succeeded.
fn result(reported: &ReportedResult<'_>) -> ToolResult {
    let error = reported.error.filter(|error| !error.is_empty());
    ToolResult {
        ok: error.map(|_| false),
        output: error.map(str::to_owned),
        ..ToolResult::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::install::HookCommand;

    #[test]
    fn g01_the_command_names_its_hook_and_other_sets_stay_byte_for_byte() {
        let command = HookCommand::new("/opt/fusebox-hook", "antigravity", &[]).unwrap();
        let mine = "{\n  \"lint\": {\"Stop\": [{\"command\": \"make lint\"}]}\n}\n";
        let new = INSTALLER.plan(&[Some(mine)], &command, false).unwrap().files.remove(0).text;
        assert!(new.contains("fusebox-hook antigravity PreToolUse\""), "{new}");
        assert!(new.contains("fusebox-hook antigravity PostToolUse\""), "{new}");
        assert!(INSTALLER.status(&[Some(&new)]).unwrap().missing.is_empty());
        assert!(!INSTALLER.plan(&[Some(&new)], &command, false).unwrap().files.remove(0).changed());
        assert_eq!(INSTALLER.remove(&[Some(&new)]).unwrap().files.remove(0).text, mine);
        let off = new.replacen("\"PreToolUse\"", "\"enabled\": false, \"PreToolUse\"", 1);
        let lost = lost_protection(Some(new.as_bytes()), Some(off.as_bytes()));
        assert_eq!(lost, ["got `hooks.enabled`, which can switch hooks off"]);
    }
}
