//! SWE-agent trajectories, 0.x and 1.x: one JSON object with `trajectory[]` and `info`.
//!
//! There is no error flag: the output of an edit, a view or a search begins with its outcome, and the failure of a command
//! is read from its output (`failure`). Tokens and cost are known for the whole run only; every step gets an equal share.

use fusebox_engine::Tool;
use fusebox_engine::event::{ChangedFile, ChangedFiles, PromptOrigin, TokenUsage, ToolResult};
use serde_json::{Map, Value};

use super::{
    FileHead, FormatError, JsonValue, RecordFraming, RecordTranslator, RecordingFormat,
    TranscriptEvents, failure,
};

/// SWE-agent.
pub(super) const FORMAT: RecordingFormat = RecordingFormat {
    name: "sweagent",
    client: Some("swe-agent"),
    recognise,
    open: || Box::new(SweAgent),
};

fn recognise(head: &FileHead<'_>) -> Option<RecordFraming> {
    let whole = head.whole();
    let begins = whole.get("trajectory")?.as_array().first();
    let is_step = begins.is_none_or(|step| step.has_key("action") || step.has_key("observation"));
    is_step.then_some(RecordFraming::Whole)
}

struct SweAgent;

impl RecordTranslator for SweAgent {
    fn translate(&mut self, text: &[u8], events: &mut TranscriptEvents) -> Result<(), FormatError> {
        let run = JsonValue::read(text)?;
        let Some(JsonValue::Array(steps)) = run.get("trajectory") else {
            return Err(FormatError("`trajectory` is not a list".to_owned()));
        };
        events.start_session("swe-agent");
        events.push_prompt(PromptOrigin::Automation, run.text_or_empty("environment"));
        let share = share(run.field("info"), steps.len());
        let mut file = String::new();
        for (n, step) in steps.iter().enumerate() {
            if !step.is_object() {
                events.count_skipped();
                continue;
            }
            events.push_usage(share.clone());
            push_step(n, step, &mut file, events);
        }
        events.end_round();
        Ok(())
    }
}

/// The usage of each of `steps` steps. `total_cost` belongs to a whole batch of runs and is ignored.
fn share(info: &JsonValue<'_>, steps: usize) -> TokenUsage {
    let stats = info.field("model_stats");
    let steps = steps.max(1) as u64;
    TokenUsage {
        input_tokens: stats.count("tokens_sent").unwrap_or_default() / steps,
        output_tokens: stats.count("tokens_received").unwrap_or_default() / steps,
        cost_usd: stats.amount("instance_cost").unwrap_or_default().max(0.0) / steps as f64,
        ..TokenUsage::default()
    }
}

fn push_step(n: usize, step: &JsonValue<'_>, file: &mut String, events: &mut TranscriptEvents) {
    events.begin_unnamed_round();
    events.push_message(step.text_or_empty("thought"));
    let action = step.text_or_empty("action").trim();
    if action.is_empty() || is_pseudo(action) {
        return;
    }
    if let Some(open) = open_file(step) {
        *file = open;
    }
    let observation = step.text_or_empty("observation");
    let seconds = step.amount("execution_time").filter(|seconds| *seconds >= 0.0);
    let call = AgentAction::of(action, file);
    let id = format!("c{n}");
    let ok = call.ok(action, observation);
    let changed = call.changed(ok);
    events.push_canonical_call(&id, Tool::from(call.tool), Some(Value::Object(call.input)));
    events.push_result(
        &id,
        ToolResult {
            ok,
            output: Some(observation.to_owned()),
            duration_ms: seconds.map(|seconds| (seconds * 1_000.0) as u64),
            changed,
            ..ToolResult::default()
        },
    );
}

/// Whether an action such as `exit_cost` or `exit_context` comes from the harness.
fn is_pseudo(action: &str) -> bool {
    action.starts_with("exit_") && !action.contains(char::is_whitespace)
}

/// The open file, from the state of a step: an object, or JSON in a string.
fn open_file(step: &JsonValue<'_>) -> Option<String> {
    let state = step.get("state")?;
    let parsed = state.as_text().and_then(|text| JsonValue::read(text.trim().as_bytes()).ok());
    parsed.as_ref().unwrap_or(state).text("open_file").map(str::to_owned)
}

/// An action as a tool call.
struct AgentAction {
    tool: &'static str,
    input: Map<String, Value>,
}

impl AgentAction {
    /// `file` is the open file, which commands such as `edit` and `goto` act on.
    fn of(action: &str, file: &str) -> Self {
        let (first, rest) = action.split_once(char::is_whitespace).unwrap_or((action, ""));
        let rest = rest.trim();
        let (tool, path) = match first {
            "edit" | "insert" | "append" | "undo_edit" => ("edit", file),
            "create" => ("write", rest),
            "open" => ("read", first_word(rest)),
            "goto" | "scroll_down" | "scroll_up" => ("read", file),
            "search_file" if !rest.trim_end().contains(' ') => ("search", file),
            "search_file" | "search_dir" | "find_file" => ("search", ""),
            "str_replace_editor" => {
                (editor_class(first_word(rest)), rest.split_whitespace().nth(1).unwrap_or_default())
            }
            "submit" => ("submit", ""),
            _ => ("bash", ""),
        };
        let key = if tool == "bash" { "command" } else { "action" };
        let mut input = Map::from_iter([(key.to_owned(), Value::from(action))]);
        if !path.is_empty() {
            input.insert("file_path".to_owned(), Value::from(path.trim_matches(['"', '\''])));
        }
        Self { tool, input }
    }

    /// Whether the action succeeded, as the beginning of its output says.
    fn ok(&self, action: &str, observation: &str) -> Option<bool> {
        let begins = observation.trim_start();
        let first = begins.lines().next().unwrap_or_default();
        let refused = ["Usage: ", "Error: ", "Invalid ", "No replacement was performed"]
            .iter()
            .any(|words| first.starts_with(words));
        match self.tool {
            "bash" => failure::ok(action, observation),
            "submit" => None,
            "edit" | "write" => Some(
                !refused
                    && (begins.starts_with("[File: ")
                        || first.starts_with("The file ")
                        || first.starts_with("File created successfully")
                        || first.starts_with("Replaced ")
                        || observation.contains("File updated.")),
            ),
            _ => {
                let missing = (first.starts_with("File ") || first.starts_with("Directory "))
                    && first.trim_end().ends_with("not found");
                (refused || missing || failure::ok("open", first).is_some()).then_some(false)
            }
        }
    }

    fn changed(&self, ok: Option<bool>) -> Option<ChangedFiles> {
        if !matches!(self.tool, "edit" | "write") {
            return None;
        }
        if ok != Some(true) {
            return Some(ChangedFiles::Count(0));
        }
        let path = self.input.get("file_path").and_then(Value::as_str).unwrap_or("(open file)");
        Some(ChangedFiles::Files(vec![ChangedFile {
            path: path.to_owned(),
            content: None,
            created: false,
        }]))
    }
}

fn first_word(text: &str) -> &str {
    text.split_whitespace().next().unwrap_or_default()
}

fn editor_class(command: &str) -> &'static str {
    match command {
        "view" => "read",
        "create" => "write",
        _ => "edit",
    }
}
