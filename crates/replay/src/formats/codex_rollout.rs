//! Codex rollouts: one `{timestamp, type, payload}` per line.
//!
//! A result is text in one of three formats (`harness_output`). If the rollout also has `exec_command_end` and
//! `patch_apply_end`, these are more exact and come first.

use std::borrow::Cow;
use std::collections::BTreeMap;

use fusebox_engine::EventKind;
use fusebox_engine::event::{ChangedFile, ChangedFiles, PromptOrigin, TokenUsage, ToolResult};
use serde_json::{Value, json};

use super::{
    FileHead, FormatError, JsonValue, RecordFraming, RecordTranslator, RecordingFormat,
    TranscriptEvents, harness_output, timestamp, usage_with_cached,
};

/// Codex.
pub(super) const FORMAT: RecordingFormat = RecordingFormat {
    name: "codex_rollout",
    client: Some("codex"),
    recognise,
    open: || Box::new(CodexRollout::default()),
};

/// Large fields that are never needed. The ends of commands repeat the whole output.
const UNREAD: &[&str] = &[
    "encrypted_content",
    "aggregated_output",
    "formatted_output",
    "stdout",
    "stderr",
    "changes",
    "command",
    "parsed_cmd",
    "rate_limits",
    "replacement_history",
    "base_instructions",
    "user_instructions",
    "collaboration_mode",
    "sandbox_policy",
];

/// The most ends of calls that are remembered.
const ENDED: usize = 64;

fn recognise(head: &FileHead<'_>) -> Option<RecordFraming> {
    let is_rollout = head.objects().any(|line| {
        let kind = line.text("type").unwrap_or_default();
        let known = ["session_meta", "response_item", "event_msg", "turn_context", "compacted"];
        known.contains(&kind) && line.has_key("payload")
    });
    is_rollout.then_some(RecordFraming::Lines)
}

#[derive(Default)]
struct CodexRollout {
    /// The ends of calls as the events report them, until their results come.
    ended: BTreeMap<String, ToolResult>,
    /// The files of patches without a result.
    patches: BTreeMap<String, Vec<String>>,
    /// Whether a part of the current model response is already answered.
    answered: bool,
    /// The total that is already counted.
    total: u64,
    /// The model of the current turn.
    model: Option<String>,
}

impl RecordTranslator for CodexRollout {
    fn translate(&mut self, line: &[u8], events: &mut TranscriptEvents) -> Result<(), FormatError> {
        let mut record = JsonValue::read_except(line, UNREAD)?;
        events.set_time(timestamp::from_json(record.field("timestamp")));
        let payload = record.take("payload").unwrap_or_default();
        match record.text_or_empty("type") {
            "session_meta" => {
                if let Some(id) = payload.text("id") {
                    events.set_session(id);
                }
                events.start_session("codex");
            }
            "response_item" => self.item(payload, events),
            "event_msg" => self.event(&payload, events),
            "compacted" => events.push(EventKind::Compaction),
            "turn_context" => {
                let model = payload.text("model").map(str::to_owned);
                self.model = model.or(self.model.take());
            }
            "ghost_snapshot" | "world_state" => {}
            _ => events.count_skipped(),
        }
        Ok(())
    }

    fn finish(&mut self, events: &mut TranscriptEvents) {
        events.end_round();
    }
}

impl CodexRollout {
    fn item(&mut self, mut item: JsonValue<'_>, events: &mut TranscriptEvents) {
        match item.text_or_empty("type") {
            "message" => match item.text("role") {
                Some("assistant") => {
                    self.begin_round(events);
                    events.push_message(item.take_content("content"));
                }
                _ => self.answered = true, // what people say is told by `user_message`
            },
            "reasoning" => {
                self.begin_round(events);
                events.push_thought(item.take_content("summary"));
            }
            "function_call" | "custom_tool_call" | "local_shell_call" => self.call(item, events),
            "function_call_output" | "custom_tool_call_output" => self.output(item, events),
            "web_search_call" => {
                self.begin_round(events);
                let action = item.take("action").map(Value::from);
                let id = item.text_or_empty("id");
                events.push_call(id, "web_search_call", action);
                events.push_result(id, ToolResult { ok: Some(true), ..ToolResult::default() });
            }
            _ => {}
        }
    }

    /// A response ends with its last call: what follows an answer belongs to the next response.
    fn begin_round(&mut self, events: &mut TranscriptEvents) {
        if self.answered {
            events.end_round();
            self.answered = false;
        }
        events.continue_round();
    }

    fn call(&mut self, mut item: JsonValue<'_>, events: &mut TranscriptEvents) {
        self.begin_round(events);
        let given = ["arguments", "input", "action"].map(|key| item.take(key));
        let id = item.text("call_id").or(item.text("id")).unwrap_or_default();
        let name = item.text("name").unwrap_or("local_shell");
        let input = match given {
            [Some(JsonValue::Text(json)), ..] => {
                JsonValue::read(json.as_bytes()).ok().map(Value::from)
            }
            [_, Some(JsonValue::Text(patch)), _] if name == "apply_patch" => {
                let files = patched(&patch);
                let input = json!({"file_path": files.first(), "patch": patch});
                self.patches.insert(id.to_owned(), files);
                Some(input)
            }
            [_, input, action] => input.or(action).map(Value::from),
        };
        events.push_call(id, name, input);
    }

    fn output(&mut self, mut item: JsonValue<'_>, events: &mut TranscriptEvents) {
        self.answered = true;
        let said = match item.take("output") {
            Some(JsonValue::Text(text)) => text,
            Some(mut output) => {
                let inner = output.take("content");
                inner.unwrap_or(output).into_content().unwrap_or_default()
            }
            None => Cow::default(),
        };
        let id = item.text_or_empty("call_id");
        let short = said.len() < 400;
        let rejected = short && said.contains("rejected by user");
        let unverified = self.patches.contains_key(id) && said.contains("verification failed");
        let mut result = harness_output::tool_result(said);
        if let Some(ended) = self.ended.remove(id) {
            result.ok = ended.ok.or(result.ok);
            result.exit_code = ended.exit_code.or(result.exit_code);
            result.duration_ms = ended.duration_ms.or(result.duration_ms);
        }
        result.refused |= rejected;
        if let Some(files) = self.patches.remove(id) {
            result.ok = result.ok.or(Some(!unverified));
            let files =
                files.into_iter().map(|path| ChangedFile { path, content: None, created: false });
            result.changed = ChangedFiles::by_edit(files.collect(), result.ok != Some(false));
        }
        events.push_result(id, result);
    }

    fn event(&mut self, event: &JsonValue<'_>, events: &mut TranscriptEvents) {
        match event.text_or_empty("type") {
            "user_message" => {
                events.push_prompt(PromptOrigin::Human, event.text_or_empty("message"));
            }
            "exec_command_end" | "patch_apply_end" => self.note_end(event),
            "token_count" => self.tokens(event, events),
            "task_complete" | "turn_aborted" => {
                events.end_round();
                let said = event.text("last_agent_message").map(str::to_owned);
                events.push(EventKind::Idle { said });
            }
            _ => {}
        }
    }

    fn note_end(&mut self, event: &JsonValue<'_>) {
        let Some(id) = event.text("call_id") else { return };
        let exit_code = event.exit_code("exit_code");
        let success = event.field("success").as_bool();
        let lasted = event.get("duration").map(|d| {
            let ms = d.count("secs").unwrap_or_default().saturating_mul(1_000);
            ms.saturating_add(d.count("nanos").unwrap_or_default() / 1_000_000)
        });
        let ended = ToolResult {
            ok: success.or(exit_code.map(|code| code == 0)),
            exit_code,
            duration_ms: lasted,
            ..ToolResult::default()
        };
        if self.ended.len() < ENDED {
            self.ended.insert(id.to_owned(), ended);
        }
    }

    /// Totals are cumulative and may be sent twice, with the counts of the last message.
    fn tokens(&mut self, event: &JsonValue<'_>, events: &mut TranscriptEvents) {
        let info = event.field("info");
        let total = info.field("total_token_usage").count("total_tokens");
        let Some(last) = info.get("last_token_usage") else { return };
        let total = total.unwrap_or_default();
        if total > 0 && total == self.total {
            return;
        }
        self.total = total;
        let sent = last.count("input_tokens").filter(|tokens| *tokens > 0);
        let usage = usage_with_cached(last, "cached_input_tokens");
        let model = self.model.clone();
        events.push_usage(TokenUsage { context_tokens: sent, model, ..usage });
    }
}

/// The files that a patch names.
fn patched(patch: &str) -> Vec<String> {
    let marks = ["*** Update File: ", "*** Add File: ", "*** Delete File: ", "*** Move to: "];
    let file = |line: &str| {
        let path = marks.iter().find_map(|mark| line.strip_prefix(mark))?;
        Some(path.trim().to_owned())
    };
    patch.lines().filter_map(file).collect()
}
