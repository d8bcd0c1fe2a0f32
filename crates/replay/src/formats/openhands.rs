//! OpenHands events: an array, rows of `output.jsonl` with `history[]` (of events or of pairs), or one event per line.
//! Events come from the application (`action`, `observation`) or from the SDK (`kind`).

mod sdk;

use std::collections::BTreeMap;

use fusebox_engine::EventKind;
use fusebox_engine::event::{ChangedFile, ChangedFiles, PromptOrigin, TokenUsage, ToolResult};
use serde_json::Value;

use super::content::content;
use super::{
    FileHead, FormatError, JsonValue, RecordFraming, RecordTranslator, RecordingFormat,
    TranscriptEvents, harness_output, timestamp, usage_since,
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
    let is_row = |line: &JsonValue<'_>| line.has_key("history") && line.has_key("instance_id");
    let first = head.objects().next()?;
    (is_row(first) || is_event(first)).then_some(RecordFraming::Lines)
}

fn is_event(event: &JsonValue<'_>) -> bool {
    event.has_key("source")
        && (event.has_key("action") || event.has_key("observation") || event.has_key("kind"))
        && (event.has_key("timestamp") || event.has_key("id"))
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
    fn translate(&mut self, text: &[u8], events: &mut TranscriptEvents) -> Result<(), FormatError> {
        let value = JsonValue::read(text)?;
        if let Some(history) = value.get("history") {
            events.end_round();
            *self = Self::default();
            if let Some(id) = value.text("instance_id") {
                events.set_session(id);
            }
            history.as_array().iter().for_each(|entry| self.entry(entry, events));
        } else if let JsonValue::Array(entries) = &value {
            entries.iter().for_each(|entry| self.entry(entry, events));
        } else if value.is_object() {
            self.entry(&value, events);
        } else {
            events.count_skipped();
        }
        Ok(())
    }

    fn finish(&mut self, events: &mut TranscriptEvents) {
        events.end_round();
    }
}

impl OpenHands {
    /// Reads an event, or in old files a pair of an action and its observation.
    fn entry(&mut self, entry: &JsonValue<'_>, events: &mut TranscriptEvents) {
        if !self.begun {
            self.begun = true;
            events.set_time(None);
            events.start_session("openhands");
        }
        if let JsonValue::Array(pair) = entry {
            pair.iter().filter(|half| half.is_object()).for_each(|half| self.event(half, events));
        } else {
            self.event(entry, events);
        }
    }

    fn event(&mut self, event: &JsonValue<'_>, events: &mut TranscriptEvents) {
        events.set_time(timestamp::from_json(event.field("timestamp")));
        if event.text("kind").is_some() {
            sdk::event(event, events);
        } else if let Some(action) = event.text("action") {
            self.action(event, action, events);
        } else if let Some(observation) = event.text("observation") {
            self.observation(event, observation, events);
        } else {
            events.count_skipped();
        }
    }

    fn action(&mut self, event: &JsonValue<'_>, action: &str, events: &mut TranscriptEvents) {
        let args = event.field("args");
        if event.text("source") == Some("user") {
            if action == "message" {
                events.push_prompt(PromptOrigin::Human, args.text_or_empty("content"));
            }
            return;
        }
        self.begin_round(event, events);
        match action {
            "message" => events.push_message(args.text_or_empty("content")),
            "think" => events.push_thought(args.text_or_empty("thought")),
            "finish" => events.push(EventKind::Complete {
                summary: args.text("final_thought").map(str::to_owned),
            }),
            "condensation" => events.push(EventKind::Compaction),
            "system" | "recall" | "change_agent_state" | "null" | "condensation_request" => {}
            _ => {
                events.push_message(args.text_or_empty("thought"));
                self.call(event, action, events);
            }
        }
    }

    fn call(&mut self, event: &JsonValue<'_>, action: &str, events: &mut TranscriptEvents) {
        self.calls += 1;
        let args = event.field("args");
        let metadata = event.field("tool_call_metadata");
        let id = metadata.text("tool_call_id").map(str::to_owned);
        let id = id.unwrap_or_else(|| format!("c{}", self.calls));
        if let Some(event) = event.count("id") {
            self.ids.insert(event, id.clone());
        }
        let (name, input) = match action {
            "run" => ("bash", without_asides(args)),
            "call_tool_mcp" => {
                let name = args.text("name").unwrap_or("unknown");
                (name, args.field("arguments").clone().into())
            }
            "browse" | "browse_interactive" => ("browse", without_asides(args)),
            "edit" if args.text("command") == Some("view") => ("read", without_asides(args)),
            "delegate" => ("task", without_asides(args)),
            other => (other, without_asides(args)),
        };
        events.push_call(&id, name, Some(input));
    }

    fn observation(&mut self, event: &JsonValue<'_>, kind: &str, events: &mut TranscriptEvents) {
        let cause = event.count("cause").and_then(|cause| self.ids.remove(&cause));
        let metadata = event.field("tool_call_metadata");
        let id = cause.or_else(|| metadata.text("tool_call_id").map(str::to_owned)).or_else(|| {
            // Pairs in old files have no ids: the observation belongs to the last action.
            (event.get("cause").is_none() && self.calls > 0).then(|| format!("c{}", self.calls))
        });
        if let Some(id) = id.filter(|_| !matches!(kind, "agent_state_changed" | "null")) {
            events.push_result(&id, result(event, kind));
        }
    }

    /// Begins the model response that an action belongs to, with its usage.
    fn begin_round(&mut self, event: &JsonValue<'_>, events: &mut TranscriptEvents) {
        let metadata = event.field("tool_call_metadata");
        let response = metadata.field("model_response");
        match response.text("id") {
            Some(id) => events.begin_round(id),
            None => events.begin_unnamed_round(),
        }
        if let Some(metrics) = event.get("llm_metrics").or_else(|| event.get("metrics")) {
            events.push_usage(self.since_last(metrics));
        } else if let (Some(usage), Some(id)) = (response.get("usage"), response.text("id"))
            && self.response != id
        {
            id.clone_into(&mut self.response);
            events.push_usage(TokenUsage {
                input_tokens: usage.count("prompt_tokens").unwrap_or_default(),
                output_tokens: usage.count("completion_tokens").unwrap_or_default(),
                ..TokenUsage::default()
            });
        }
    }

    /// The usage since the last metrics, which are cumulative.
    fn since_last(&mut self, metrics: &JsonValue<'_>) -> TokenUsage {
        let tokens = metrics.field("accumulated_token_usage");
        let now = |key| tokens.count(key).unwrap_or_default();
        let total = TokenUsage {
            input_tokens: now("prompt_tokens"),
            output_tokens: now("completion_tokens"),
            cache_read_tokens: now("cache_read_tokens"),
            cost_usd: metrics.amount("accumulated_cost").unwrap_or_default().max(0.0),
            ..TokenUsage::default()
        };
        let new = usage_since(&self.spent, &total);
        self.spent = total;
        new
    }
}

/// Arguments that are the model's thoughts or the client's bookkeeping.
const ASIDES: &str = "thought confirmation_state is_confirmed blocking hidden keep_prompt security_risk impl_source \
    translated_ipython_code return_axtree kernel_init_code include_extra background";

fn without_asides(args: &JsonValue<'_>) -> Value {
    let Value::Object(mut args) = Value::from(args.clone()) else { return args.clone().into() };
    args.retain(|key, value| {
        let empty = value.is_null() || *value == Value::Bool(false) || value.as_str() == Some("");
        !ASIDES.split(' ').any(|aside| aside == key) && !empty
    });
    Value::Object(args)
}

fn result(event: &JsonValue<'_>, observation: &str) -> ToolResult {
    let extras = event.field("extras");
    let words = content(event.field("content")).unwrap_or_default();
    let code = extras.field("metadata").exit_code("exit_code").or(extras.exit_code("exit_code"));
    // -1 means that the command is still running.
    let code = code.filter(|code| *code != -1);
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

fn changed(extras: &JsonValue<'_>, ok: bool) -> ChangedFiles {
    let path = extras.text("path").unwrap_or("(file)").to_owned();
    let content = extras.text("new_content").map(str::to_owned);
    ChangedFiles::Files(if ok {
        vec![ChangedFile { path, content, created: false }]
    } else {
        Vec::new()
    })
}
