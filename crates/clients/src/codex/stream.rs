//! Translates the output of `codex exec --json`: one record a line. Measured with 0.169.0.
//!
//! Records do not mark model responses: what follows a result is the next one. Items are numbered
//! from 0 in every run, so the run's name is part of a call's id. The usage is that of the whole
//! thread, even after it was resumed. It comes at the end of a turn, so messages (responses and
//! results) are counted as they come. A call that the approval policy denies is not an item: only the
//! log on standard error shows it.

use fusebox_engine::event::{ChangedFile, ChangedFiles, TokenUsage, ToolResult};
use fusebox_engine::{EventKind, Tool};
use serde_json::{Value, json};

use crate::records::{
    FormatError, JsonValue, RecordTranslator, RunEnding, TranscriptEvents, usage_since,
    usage_with_cached,
};
use crate::response_rounds::ResponseRounds;

/// Calls without a result that are remembered, at most.
const MAX_OPEN_CALLS: usize = 256;
/// The text before the error in a log line about a call that was not made.
const ROUTER_ERROR: &str = " ERROR codex_core::tools::router: error=";
/// How the errors of denied calls begin, and their tool. A command that Codex never runs, such as
/// `rm -rf`, is not denied by a permission.
const DENIALS: &[(&str, &str)] = &[("approval policy is ", "bash"), ("patch rejected: ", "edit")];
/// How the error begins if the model asks a person and nobody is there.
const QUESTION_ERROR: &str = "request_user_input is unavailable";

/// Opens a translator, for live or recorded output.
#[must_use]
pub fn translator() -> Box<dyn RecordTranslator> {
    Box::new(CodexOutput::default())
}

#[derive(Default)]
struct CodexOutput {
    /// The number of restarts of the client.
    run: u32,
    named: bool,
    /// Items whose call was translated and whose result has not come.
    open: Vec<String>,
    rounds: ResponseRounds,
    /// The usage of the thread at the last report.
    used: TokenUsage,
    said: Option<String>,
}

impl RecordTranslator for CodexOutput {
    fn translate(&mut self, line: &[u8], events: &mut TranscriptEvents) -> Result<(), FormatError> {
        let mut record = JsonValue::read(line)?;
        match record.text_or_empty("type") {
            "thread.started" if !self.named => {
                self.named = true;
                if let Some(thread) = record.text("thread_id") {
                    events.set_session(thread);
                }
                events.start_session("codex");
            }
            kind @ ("item.started" | "item.completed") => {
                let is_end = kind == "item.completed";
                self.add_item(record.take("item").unwrap_or_default(), is_end, events);
            }
            "turn.completed" => {
                self.end_turn(record.field("usage"), events);
                events.outcome.end(RunEnding::Done, None);
            }
            "turn.failed" => {
                self.end_turn(&JsonValue::Null, events);
                let error = record.field("error");
                events.outcome.end(RunEnding::ApiError, error.text("message"));
            }
            "error" => events.outcome.fail(record.text_or_empty("message")),
            "request_user_input" => {
                let asked = record.field("questions").as_array().len().max(1);
                events.outcome.questions += asked as u64;
            }
            "thread.started" | "turn.started" | "item.updated" | "item.plan.delta" => {}
            _ => events.count_skipped(),
        }
        Ok(())
    }

    fn read_stderr(&mut self, line: &str, events: &mut TranscriptEvents) {
        let Some((_, error)) = line.split_once(ROUTER_ERROR) else { return };
        if let Some((_, tool)) = DENIALS.iter().find(|(words, _)| error.starts_with(words)) {
            events.outcome.deny(tool, false);
        } else if error.starts_with(QUESTION_ERROR) {
            events.outcome.questions += 1;
        }
    }

    fn restart(&mut self) {
        let run = self.run.saturating_add(1);
        *self = Self {
            run,
            used: std::mem::take(&mut self.used),
            rounds: self.rounds.restarted(),
            ..Self::default()
        };
    }

    fn finish(&mut self, events: &mut TranscriptEvents) {
        events.end_round();
    }
}

impl CodexOutput {
    fn add_item(&mut self, mut item: JsonValue<'_>, is_end: bool, events: &mut TranscriptEvents) {
        let (tool, input) = match item.text_or_empty("type") {
            "agent_message" if is_end => {
                self.rounds.begin(events);
                let words = item.take_text("text");
                self.said = Some(words.clone().into_owned());
                events.push_message(words);
                return;
            }
            "reasoning" if is_end => {
                self.rounds.begin(events);
                events.push_thought(item.take_text("text"));
                return;
            }
            // An error item is a warning: it does not end the run.
            "error" | "agent_message" | "reasoning" | "todo_list" | "plan" => return,
            "command_execution" => {
                let command = without_shell(item.text_or_empty("command"));
                (Tool::Bash, Some(json!({ "command": command })))
            }
            // The record does not show the change, so no two edits are known to be the same.
            "file_change" => (Tool::Edit, None),
            "mcp_tool_call" => {
                let tool =
                    format!("mcp:{}/{}", item.text_or_empty("server"), item.text_or_empty("tool"));
                (Tool::from(tool), item.take("arguments").map(Value::from))
            }
            "web_search" => (Tool::Web, Some(json!({ "query": item.text_or_empty("query") }))),
            "collab_tool_call" => {
                let (tool, prompt) = (item.text_or_empty("tool"), item.text("prompt"));
                (Tool::Task, Some(json!({ "tool": tool, "prompt": prompt })))
            }
            _ => return events.count_skipped(),
        };
        let id = self.call_id(item.text_or_empty("id"), events);
        let known = self.open.iter().position(|open| *open == id);
        if known.is_none() {
            self.rounds.begin(events);
            events.push_canonical_call(&id, tool.clone(), input);
        }
        if is_end {
            known.map(|at| self.open.swap_remove(at));
            self.rounds.add_result(1);
            let result = tool_result(&mut item);
            if result.refused {
                events.outcome.deny(&tool.name(), false);
            }
            events.push_result(&id, result);
        } else if known.is_none() && self.open.len() < MAX_OPEN_CALLS {
            self.open.push(id);
        }
    }

    fn call_id(&self, item: &str, events: &TranscriptEvents) -> String {
        format!("{}.{}:{item}", events.default_session(), self.run)
    }

    fn end_turn(&mut self, usage: &JsonValue<'_>, events: &mut TranscriptEvents) {
        self.rounds.end(events);
        if *usage != JsonValue::Null {
            events.push_usage(self.new_usage(usage));
        }
        events.push(EventKind::Idle { said: self.said.take() });
    }

    /// The usage since the last report.
    fn new_usage(&mut self, usage: &JsonValue<'_>) -> TokenUsage {
        let total = usage_with_cached(usage, "cached_input_tokens");
        let new = usage_since(&self.used, &total);
        self.used = total;
        new
    }
}

/// The command inside `/bin/bash -lc '…'`, without its quotes.
fn without_shell(command: &str) -> String {
    let inner = command.split_once(" -lc ").filter(|(shell, _)| shell.ends_with("sh"));
    let Some((_, inner)) = inner else { return command.to_owned() };
    let quoted = |mark: char| inner.strip_prefix(mark)?.strip_suffix(mark);
    match (quoted('\''), quoted('"')) {
        // A quote inside single quotes is written `'\''` or `'"'"'`.
        (Some(words), _) => words.replace(r"'\''", "'").replace("'\"'\"'", "'"),
        (_, Some(words)) => words.replace("\\\"", "\"").replace("\\\\", "\\"),
        (None, None) => inner.to_owned(),
    }
}

fn tool_result(item: &mut JsonValue<'_>) -> ToolResult {
    let status = item.text_or_empty("status");
    let (refused, failed) = (status == "declined", status == "failed");
    let exit_code = item.exit_code("exit_code");
    let error = item.take("error").and_then(|mut error| error.take("message")?.into_text());
    let answer = item.take("result").and_then(|mut result| result.take("content")?.into_content());
    let output = item.take("aggregated_output").and_then(JsonValue::into_text);
    let file = |change: &JsonValue<'_>| {
        let path = change.text("path")?.to_owned();
        Some(ChangedFile { path, content: None, created: false })
    };
    let is_edit = item.text_or_empty("type") == "file_change";
    let files = || item.field("changes").as_array().iter().filter_map(file).collect();
    let changed = if is_edit { ChangedFiles::by_edit(files(), !failed && !refused) } else { None };
    ToolResult {
        ok: Some(!failed && !refused && exit_code.is_none_or(|code| code == 0)),
        output: output.or(error).or(answer).map(std::borrow::Cow::into_owned),
        exit_code,
        changed,
        refused,
        ..ToolResult::default()
    }
}
