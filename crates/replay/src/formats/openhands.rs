//! OpenHands events: an array, rows of `output.jsonl` with `history[]` (of events or of pairs), or one event per line.
//! Events come from the application (`action`, `observation`) or from the SDK (`kind`).

mod sdk;

use std::collections::BTreeMap;

use fusebox_engine::EventKind;
use fusebox_engine::event::{ChangedFile, ChangedFiles, PromptOrigin, TokenUsage, ToolResult};
use serde_json::Value;

use super::field::{content, count, has_key, list, number, text};
use super::{
    FileHead, FormatError, JsonValue, RecordFraming, RecordTranslator, RecordingFormat,
    TranscriptEvents, harness_output, timestamp,
};

/// OpenHands.
pub(super) const FORMAT: RecordingFormat = RecordingFormat {
    name: "openhands",
    client: Some("openhands"),
    recognise,
    open: || Box::new(OpenHands::default()),
};

fn recognise(head: &FileHead<'_>) -> Option<RecordFraming> {
    let whole = head.whole();
    if matches!(whole, JsonValue::Array(_)) {
        return whole.as_array().iter().any(is_event).then_some(RecordFraming::Whole);
    }
    let is_row = |line: &JsonValue<'_>| has_key(line, "history") && has_key(line, "instance_id");
    let first = head.objects().next()?;
    (is_row(first) || is_event(first)).then_some(RecordFraming::Lines)
}

fn is_event(event: &JsonValue<'_>) -> bool {
    has_key(event, "source")
        && (has_key(event, "action") || has_key(event, "observation") || has_key(event, "kind"))
        && (has_key(event, "timestamp") || has_key(event, "id"))
}

#[derive(Default)]
struct OpenHands {
    begun: bool,
    calls: u64,
    /// Call ids of actions, by event id.
    ids: BTreeMap<u64, String>,
    /// The current model response.
    response: String,
    spent: TokenUsage,
}

impl RecordTranslator for OpenHands {
    fn translate(
        &mut self,
        record: &[u8],
        events: &mut TranscriptEvents,
    ) -> Result<(), FormatError> {
        if record.trim_ascii().is_empty() {
            return Ok(());
        }
        let value: Value = serde_json::from_slice(record)?;
        match &value {
            Value::Array(items) => items.iter().for_each(|item| self.entry(item, events)),
            Value::Object(row) if row.contains_key("history") => {
                events.end_round();
                *self = Self::default();
                if let Some(id) = text(&value, "instance_id") {
                    events.set_session(id);
                }
                list(&value, "history").iter().for_each(|event| self.entry(event, events));
            }
            Value::Object(_) => self.entry(&value, events),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                events.count_skipped()
            }
        }
        Ok(())
    }

    fn finish(&mut self, events: &mut TranscriptEvents) {
        events.end_round();
    }
}

impl OpenHands {
    /// Reads an event, or in old files a pair of an action and its observation.
    fn entry(&mut self, entry: &Value, events: &mut TranscriptEvents) {
        if !self.begun {
            self.begun = true;
            events.set_time(None);
            events.start_session("openhands");
        }
        match entry.as_array() {
            Some(pair) => {
                pair.iter().filter(|half| half.is_object()).for_each(|e| self.event(e, events));
            }
            None => self.event(entry, events),
        }
    }

    fn event(&mut self, event: &Value, events: &mut TranscriptEvents) {
        events.set_time(event.get("timestamp").and_then(timestamp::from_value));
        if event.get("kind").is_some_and(Value::is_string) {
            sdk::event(event, events);
        } else if let Some(action) = text(event, "action") {
            self.action(event, action, events);
        } else if let Some(observation) = text(event, "observation") {
            self.observation(event, observation, events);
        } else {
            events.count_skipped();
        }
    }

    fn action(&mut self, event: &Value, action: &str, events: &mut TranscriptEvents) {
        let args = event.get("args").unwrap_or(&Value::Null);
        if text(event, "source") == Some("user") {
            if action == "message" {
                events.push_prompt(PromptOrigin::Human, text(args, "content").unwrap_or_default());
            }
            return;
        }
        self.begin_round(event, events);
        match action {
            "message" => events.push_message(text(args, "content").unwrap_or_default()),
            "think" => events.push_thought(text(args, "thought").unwrap_or_default()),
            "finish" => events.push(EventKind::Complete {
                summary: text(args, "final_thought").map(str::to_owned),
            }),
            "condensation" => events.push(EventKind::Compaction),
            "system" | "recall" | "change_agent_state" | "null" | "condensation_request" => {}
            _ => {
                events.push_message(text(args, "thought").unwrap_or_default());
                self.call(event, action, args, events);
            }
        }
    }

    fn call(&mut self, event: &Value, action: &str, args: &Value, events: &mut TranscriptEvents) {
        self.calls += 1;
        let metadata = event.get("tool_call_metadata").unwrap_or(&Value::Null);
        let id = text(metadata, "tool_call_id").map(str::to_owned);
        let id = id.unwrap_or_else(|| format!("c{}", self.calls));
        if let Some(event) = count(event, "id") {
            self.ids.insert(event, id.clone());
        }
        let (name, input) = match action {
            "run" => ("bash", without_asides(args)),
            "call_tool_mcp" => {
                let name = text(args, "name").unwrap_or("unknown");
                (name, args.get("arguments").cloned().unwrap_or_default())
            }
            "browse" | "browse_interactive" => ("browse", without_asides(args)),
            "edit" if text(args, "command") == Some("view") => ("read", without_asides(args)),
            "delegate" => ("task", without_asides(args)),
            other => (other, without_asides(args)),
        };
        events.push_call(&id, name, Some(input));
    }

    fn observation(&mut self, event: &Value, observation: &str, events: &mut TranscriptEvents) {
        let cause = count(event, "cause").and_then(|cause| self.ids.remove(&cause));
        let metadata = event.get("tool_call_metadata").unwrap_or(&Value::Null);
        let id =
            cause.or_else(|| text(metadata, "tool_call_id").map(str::to_owned)).or_else(|| {
                // Pairs in old files have no ids: the observation belongs to the last action.
                (event.get("cause").is_none() && self.calls > 0).then(|| format!("c{}", self.calls))
            });
        if observation == "agent_state_changed" || observation == "null" {
            return;
        }
        if let Some(id) = id {
            events.push_result(&id, result(event, observation));
        }
    }

    /// Begins the model response that an action belongs to, with its usage.
    fn begin_round(&mut self, event: &Value, events: &mut TranscriptEvents) {
        let metadata = event.get("tool_call_metadata").unwrap_or(&Value::Null);
        let response = metadata.get("model_response").and_then(|response| text(response, "id"));
        match response {
            Some(id) => events.begin_round(id),
            None => events.begin_unnamed_round(),
        }
        let usage = metadata.get("model_response").and_then(|response| response.get("usage"));
        if let Some(metrics) = event.get("llm_metrics").or_else(|| event.get("metrics")) {
            events.push_usage(self.since_last(metrics));
        } else if let (Some(usage), Some(id)) = (usage, response)
            && self.response != id
        {
            id.clone_into(&mut self.response);
            events.push_usage(TokenUsage {
                input_tokens: count(usage, "prompt_tokens").unwrap_or_default(),
                output_tokens: count(usage, "completion_tokens").unwrap_or_default(),
                ..TokenUsage::default()
            });
        }
    }

    /// The usage since the last metrics, which are cumulative.
    fn since_last(&mut self, metrics: &Value) -> TokenUsage {
        let tokens = metrics.get("accumulated_token_usage").unwrap_or(&Value::Null);
        let now = |key| count(tokens, key).unwrap_or_default();
        let total = TokenUsage {
            input_tokens: now("prompt_tokens"),
            output_tokens: now("completion_tokens"),
            cache_read_tokens: now("cache_read_tokens"),
            cost_usd: number(metrics, "accumulated_cost").unwrap_or_default().max(0.0),
            ..TokenUsage::default()
        };
        let last = std::mem::replace(&mut self.spent, total);
        TokenUsage {
            input_tokens: total.input_tokens.saturating_sub(last.input_tokens),
            output_tokens: total.output_tokens.saturating_sub(last.output_tokens),
            cache_read_tokens: total.cache_read_tokens.saturating_sub(last.cache_read_tokens),
            cost_usd: (total.cost_usd - last.cost_usd).max(0.0),
            ..TokenUsage::default()
        }
    }
}

/// The arguments without the model's thoughts and the client's bookkeeping.
fn without_asides(args: &Value) -> Value {
    let Value::Object(args) = args else { return args.clone() };
    let asides = [
        "thought",
        "confirmation_state",
        "is_confirmed",
        "blocking",
        "hidden",
        "keep_prompt",
        "security_risk",
        "impl_source",
        "translated_ipython_code",
        "return_axtree",
        "kernel_init_code",
        "include_extra",
        "background",
    ];
    let kept = args.iter().filter(|(key, value)| {
        let empty = value.is_null() || **value == Value::Bool(false) || value.as_str() == Some("");
        !asides.contains(&key.as_str()) && !empty
    });
    Value::Object(kept.map(|(key, value)| (key.clone(), value.clone())).collect())
}

fn result(event: &Value, observation: &str) -> ToolResult {
    let extras = event.get("extras").unwrap_or(&Value::Null);
    let words = event.get("content").and_then(content).unwrap_or_default();
    let code = extras
        .get("metadata")
        .and_then(|metadata| metadata.get("exit_code"))
        .or_else(|| extras.get("exit_code"))
        .and_then(Value::as_i64)
        // -1 means that the command is still running.
        .filter(|code| *code >= 0)
        .and_then(|code| i32::try_from(code).ok());
    // A failed edit is an edit whose text is an error.
    let refused = words.trim_start().starts_with("ERROR:");
    let ok = match (observation, code) {
        ("error", _) => Some(false),
        (_, Some(code)) => Some(code == 0),
        ("edit" | "read" | "write", None) => Some(!refused),
        _ => None,
    };
    let edits = matches!(observation, "edit" | "write");
    let changed = edits.then(|| changed(extras, ok == Some(true)));
    ToolResult {
        ok,
        exit_code: code,
        changed,
        refused: observation == "user_rejected",
        ..harness_output::tool_result(&words)
    }
}

fn changed(extras: &Value, ok: bool) -> ChangedFiles {
    let path = text(extras, "path").unwrap_or("(file)").to_owned();
    let content = text(extras, "new_content").map(str::to_owned);
    ChangedFiles::Files(if ok {
        vec![ChangedFile { path, content, created: false }]
    } else {
        Vec::new()
    })
}
