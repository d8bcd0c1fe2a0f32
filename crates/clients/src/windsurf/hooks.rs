//! The hooks of Windsurf's Cascade: a pair for each kind of tool, and the fields of the call in `tool_info`. A hook
//! before a call refuses it by exit code 2, and the agent reads what stands on standard error.

use fusebox_engine::event::ToolResult;
use serde_json::Value;

use crate::hook_settings::{self, CommandSpelling, HookSettingsForm, ListLayout, SettingsHook};
use crate::install::{
    CompanionFiles, HookInstaller, InstallForm, JsonServerForm, ScopedFiles, ServerFiles,
    ServerForm,
};
use crate::protocol::reply::{Denial, ReplyShape};
use crate::protocol::{FieldNames, Hook, HookFact, HookProtocol, ReportedResult};
use crate::{Client, ClientEnvironment, ClientSettings, GuardedFile, HookCall, WireError};

/// Windsurf.
pub(crate) const CLIENT: Client = Client {
    name: "windsurf",
    title: "Windsurf",
    session_fields: &["trajectory_id"],
    read,
    reply: |point, answers, _| REPLY.reply(point, answers),
    refuse: |point, reason| REPLY.refuse(point, reason),
    read_transcript: None,
    usage_format: None,
    settings: Some(&ClientSettings {
        programs: &["windsurf"],
        folder_variable: None,
        user_folder: ".codeium/windsurf",
        project_folder: ".windsurf",
        file: "hooks.json",
        local_file: None,
        managed_file: Some("/etc/windsurf/hooks.json"),
        transcripts_folder: None,
        guarded_files: &[
            GuardedFile::hooks_of_person("hooks.json", lost_protection),
            GuardedFile::hooks_of_project("hooks.json", lost_protection),
        ],
    }),
    variables: None,
};

/// Installs hooks in Windsurf.
pub(crate) const INSTALLER: HookInstaller = HookInstaller {
    client: CLIENT.name,
    facts: &super::facts::FACTS,
    companions: CompanionFiles {
        instructions: ScopedFiles {
            person: "memories/global_rules.md",
            is_beside_folder: false,
            project: Some("AGENTS.md"),
        },
        servers: Some(ServerFiles {
            files: ScopedFiles {
                person: "mcp_config.json",
                is_beside_folder: false,
                project: None,
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
    client: "windsurf",
    layout: ListLayout::Handlers,
    version: None,
    hooks: &[
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
    command: CommandSpelling::GuardedLine,
    timeout: None,
    blocks_on_failure: None,
    before_call: &["pre_run_command", "pre_write_code", "pre_read_code", "pre_mcp_tool_use"],
    switches: &[],
    is_trusted_by_position: false,
    variables: &[],
    has_status_line: false,
};

const PROTOCOL: HookProtocol = HookProtocol {
    client: "windsurf",
    hooks: &[
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
    fields: &FieldNames {
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
    hook_tools: &[
        ("pre_run_command", "run_command"),
        ("post_run_command", "run_command"),
        ("pre_write_code", "edit"),
        ("post_write_code", "edit"),
        ("pre_read_code", "read"),
        ("post_read_code", "read"),
    ],
    tool_names: &[],
    argument_names: &[("command_line", "command")],
    result,
};

const REPLY: ReplyShape = ReplyShape {
    context: &[],
    denial: Denial::ExitCode,
    prompt_decision: "",
    stops: &[],
    has_system_message: false,
};

fn lost_protection(accepted: Option<&[u8]>, present: Option<&[u8]>) -> Vec<String> {
    hook_settings::lost_protection(&SETTINGS, accepted, present)
}

fn read(bytes: &[u8], environment: &ClientEnvironment) -> Result<HookCall, WireError> {
    PROTOCOL.read(bytes, environment)
}

/// Only the result of a server's tool is told.
fn result(reported: &ReportedResult<'_>) -> ToolResult {
    let text = |response: &Value| response.as_str().map_or(response.to_string(), str::to_owned);
    let output = reported.response.map(text);
    ToolResult { output, ..ToolResult::default() }
}
