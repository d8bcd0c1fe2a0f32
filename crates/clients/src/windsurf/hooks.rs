//! The hooks of Windsurf's Cascade: a pair for each kind of tool, and the fields of the call in `tool_info`. A hook
//! before a call refuses it by exit code 2, and the agent reads what stands on standard error.

use fusebox_engine::event::ToolResult;
use serde_json::Value;

use crate::hook_settings::{self, HookSettingsForm, ListLayout, SettingsHook};
use crate::install::{
    CompanionFiles, HookInstaller, InstallForm, JsonServerForm, ScopedFiles, ServerFiles,
    ServerForm,
};
use crate::protocol::reply::{Denial, ReplyShape};
use crate::protocol::{FieldNames, Hook, HookFact, HookProtocol, ReportedResult};
use crate::{Client, ClientSettings, GuardedFile};

/// Windsurf.
pub(crate) const CLIENT: Client = Client {
    name: "windsurf",
    title: "Windsurf",
    session_fields: &["trajectory_id"],
    read: |bytes, environment| PROTOCOL.read(bytes, environment),
    reply: |point, answers, _| REPLY.reply(point, answers),
    refuse: |point, reason| REPLY.refuse(point, reason),
    read_transcript: None,
    usage_format: None,
    settings: Some(&ClientSettings {
        managed_file: Some("/etc/windsurf/hooks.json"),
        hooks_run_in_project: true,
        guarded_files: &[
            GuardedFile::hooks_of_person("hooks.json", lost_protection),
            GuardedFile::hooks_of_project("hooks.json", lost_protection),
        ],
        ..ClientSettings::new(&["windsurf"], ".codeium/windsurf", ".windsurf", "hooks.json")
    }),
    variables: None,
};

/// Installs hooks in Windsurf.
pub(crate) const INSTALLER: HookInstaller = HookInstaller::new(
    CLIENT.name,
    &super::facts::FACTS,
    CompanionFiles {
        instructions: ScopedFiles::new("memories/global_rules.md", Some("AGENTS.md")),
        servers: Some(ServerFiles {
            files: ScopedFiles::new("mcp_config.json", None),
            form: ServerForm::Json(JsonServerForm::Plain(&[])),
        }),
    },
    InstallForm::Settings(&SETTINGS),
);

const SETTINGS: HookSettingsForm = HookSettingsForm {
    layout: ListLayout::Handlers,
    before_call: &["pre_run_command", "pre_write_code", "pre_read_code", "pre_mcp_tool_use"],
    ..HookSettingsForm::new(
        "windsurf",
        &[
            SettingsHook::plain("pre_run_command"),
            SettingsHook::plain("post_run_command"),
            SettingsHook::plain("pre_write_code"),
            SettingsHook::plain("post_write_code"),
            SettingsHook::plain("pre_read_code"),
            SettingsHook::plain("post_read_code"),
            SettingsHook::plain("pre_mcp_tool_use"),
            SettingsHook::plain("post_mcp_tool_use"),
            SettingsHook::plain("pre_user_prompt"),
            SettingsHook::plain("post_cascade_response"),
        ],
    )
};

const PROTOCOL: HookProtocol = HookProtocol {
    hook_tools: &[
        ("pre_run_command", "run_command"),
        ("post_run_command", "run_command"),
        ("pre_write_code", "edit"),
        ("post_write_code", "edit"),
        ("pre_read_code", "read"),
        ("post_read_code", "read"),
    ],
    argument_names: &[("command_line", "command")],
    ..HookProtocol::new(
        "windsurf",
        &[
            Hook { name: "pre_run_command", fact: HookFact::Request },
            Hook { name: "post_run_command", fact: HookFact::Result },
            Hook { name: "pre_write_code", fact: HookFact::Request },
            Hook { name: "post_write_code", fact: HookFact::Result },
            Hook { name: "pre_read_code", fact: HookFact::Request },
            Hook { name: "post_read_code", fact: HookFact::Result },
            Hook { name: "pre_mcp_tool_use", fact: HookFact::Request },
            Hook { name: "post_mcp_tool_use", fact: HookFact::Result },
            Hook { name: "pre_user_prompt", fact: HookFact::Prompt },
            Hook { name: "post_cascade_response", fact: HookFact::TurnEnd },
        ],
        &FieldNames {
            hook: &["agent_action_name"],
            session: &["trajectory_id"],
            agent: &[],
            cwd: &["tool_info.cwd"],
            server: &["tool_info.mcp_server_name"],
            tool: &["tool_info.mcp_tool_name"],
            input: &["tool_info.mcp_tool_arguments", "tool_info"],
            response: &["tool_info.mcp_result"],
            call: &[],
            prompt: &["tool_info.user_prompt"],
            said: &["tool_info.response"],
            ..FieldNames::CLAUDE
        },
        result,
    )
};

const REPLY: ReplyShape = ReplyShape::new(Denial::ExitCode);

fn lost_protection(accepted: Option<&[u8]>, present: Option<&[u8]>) -> Vec<String> {
    hook_settings::lost_protection(&SETTINGS, accepted, present)
}

/// Only the result of a server's tool is told.
fn result(reported: &ReportedResult<'_>) -> ToolResult {
    let text = |response: &Value| response.as_str().map_or(response.to_string(), str::to_owned);
    let output = reported.response.map(text);
    ToolResult { output, ..ToolResult::default() }
}
