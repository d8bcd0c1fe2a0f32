//! The hooks of Cline: it starts every program in its folder of hooks that has the name of an event. It reads what
//! those around a call print and no other. A command of the agent is a list of command lines.

use fusebox_engine::event::{PromptOrigin, ToolResult};
use fusebox_engine::{AgentId, EventKind, Tool};
use serde_json::Value;

use super::reply;
use crate::event_files::EventFilesForm;
use crate::exit_code;
use crate::install::{
    CompanionFiles, HookInstaller, InstallForm, JsonServerForm, ScopedFiles, ServerFiles,
    ServerForm,
};
use crate::protocol::{FieldNames, Hook, HookFact, HookProtocol, ReportedResult};
use crate::{
    Attendance, Client, ClientEnvironment, ClientSettings, ClientVariables, GuardedFile, HookCall,
    WireError,
};

/// The command line of Cline.
pub(crate) const CLIENT: Client = Client {
    name: "cline",
    title: "Cline CLI",
    session_fields: &["rootSessionId", "taskId"],
    read,
    reply: |point, answers, _| reply::reply(point, answers),
    refuse: reply::refuse,
    read_transcript: None,
    usage_format: None,
    settings: Some(&ClientSettings {
        folder_variable: Some("CLINE_DIR"),
        event_files: FILES,
        guarded_files: &[
            GuardedFile::own_of_person("hooks/PreToolUse.sh"),
            GuardedFile::own_of_person("hooks/PostToolUse.sh"),
            GuardedFile::own_of_project("hooks/PreToolUse.sh"),
            GuardedFile::own_of_project("hooks/PostToolUse.sh"),
        ],
        ..ClientSettings::new(&["cline"], ".cline", ".cline", "hooks")
    }),
    variables: Some(&ClientVariables {
        entrypoint: None,
        attendance: Attendance::Process(&["--json", "--acp", "--zen", "-z"]),
        process_id: None,
        project: None,
        is_child: "CLINE_WRAPPER_PATH",
    }),
};

/// Installs hooks in Cline.
pub(crate) const INSTALLER: HookInstaller = HookInstaller::new(
    CLIENT.name,
    &super::facts::FACTS,
    CompanionFiles {
        instructions: ScopedFiles::new("rules/fusebox.md", Some("AGENTS.md")),
        servers: Some(ServerFiles {
            files: ScopedFiles::new("data/settings/cline_mcp_settings.json", None),
            form: ServerForm::Json(JsonServerForm::Plain(&[])),
        }),
    },
    InstallForm::EventFiles(&EventFilesForm {
        client: "cline",
        files: FILES,
        before_call: "PreToolUse",
        refusal: reply::cancel_line,
    }),
);

/// The programs, each with the name of its event.
const FILES: &[&str] =
    &["PreToolUse.sh", "PostToolUse.sh", "UserPromptSubmit.sh", "TaskComplete.sh"];

const PROTOCOL: HookProtocol = HookProtocol {
    argument_names: &[
        ("path", "file_path"),
        ("old_text", "old_string"),
        ("new_text", "new_string"),
    ],
    ..HookProtocol::new(
        "cline",
        &[
            Hook { name: "tool_call", fact: HookFact::Request },
            Hook { name: "tool_result", fact: HookFact::Result },
            Hook { name: "prompt_submit", fact: HookFact::Prompt },
            Hook { name: "agent_end", fact: HookFact::TurnEnd },
        ],
        &FieldNames {
            hook: &["hookName"],
            session: &["sessionContext.rootSessionId", "taskId"],
            cwd: &[],
            folders: &["workspaceRoots"],
            transcript: &[],
            tool: &["tool_call.name", "tool_result.name"],
            input: &["tool_call.input", "tool_result.input"],
            response: &["tool_result.output"],
            error: &["tool_result.error"],
            duration_ms: &["tool_result.durationMs"],
            call: &["tool_call.id", "tool_result.id"],
            prompt: &["userPromptSubmit.prompt"],
            said: &["turn.outputText"],
            ..FieldNames::CLAUDE
        },
        result,
    )
};

fn read(bytes: &[u8], environment: &ClientEnvironment) -> Result<HookCall, WireError> {
    let mut is_main = false;
    let mut call = HookCall::read(bytes, |fields| {
        is_main = fields.peek_text("parent_agent_id").is_none();
        PROTOCOL.read_call(fields, environment)
    })?;
    // What it would be told at an automated prompt does not reach the agent, and nothing can be refused there.
    let is_unread =
        |kind: &EventKind| matches!(kind, EventKind::Prompt { by: PromptOrigin::Automation, .. });
    if call.events.iter().any(|event| is_unread(&event.kind)) {
        return Ok(HookCall::unneeded());
    }
    for event in &mut call.events {
        if is_main {
            event.agent = AgentId::main();
        }
        if let EventKind::ToolRequest(request) = &mut event.kind {
            request.tool = mcp_tool(std::mem::take(&mut request.tool));
        }
    }
    Ok(call)
}

/// `server__tool` as the tool of that server.
fn mcp_tool(tool: Tool) -> Tool {
    let Tool::Other(name) = &tool else { return tool };
    match name.as_str().split_once("__") {
        Some((server, tool)) if !server.is_empty() && !tool.is_empty() => {
            Tool::Mcp { server: server.to_owned(), tool: tool.to_owned() }
        }
        Some(_) | None => tool,
    }
}

/// What stands before the code of a command that failed.
const EXIT_CODE: &str = "Command exited with code ";

/// A call of several commands, files or pages has a result for each; it succeeded if all did.
fn result(reported: &ReportedResult<'_>) -> ToolResult {
    let parts = reported.response.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let failed = || parts.iter().filter(|part| part["success"] == false);
    let exit_code = failed().find_map(|part| {
        let (_, code) = part["error"].as_str()?.rsplit_once(EXIT_CODE)?;
        exit_code::parse(code)
    });
    let texts: Vec<&str> = parts.iter().filter_map(printed).collect();
    let output = match (reported.error, reported.response) {
        (Some(error), _) => Some(error.to_owned()),
        (None, _) if !texts.is_empty() => Some(texts.join("\n")),
        (None, Some(Value::String(text))) => Some(text.clone()),
        (None, Some(response)) => Some(response.to_string()),
        (None, None) => None,
    };
    let is_success = reported.error.is_none() && failed().next().is_none();
    let exit_code = exit_code.or((is_success && *reported.tool == Tool::Bash).then_some(0));
    ToolResult { ok: Some(is_success), exit_code, output, ..ToolResult::default() }
}

/// What one part of a call printed, without the line that repeats its code.
fn printed(part: &Value) -> Option<&str> {
    let text = part["result"].as_str().or(part["error"].as_str())?;
    let head = format!("[{EXIT_CODE}");
    let rest = text.strip_prefix(&head).and_then(|rest| Some(rest.split_once(']')?.1));
    Some(rest.map_or(text, str::trim_start))
}
