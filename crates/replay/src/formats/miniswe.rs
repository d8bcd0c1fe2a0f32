//! mini-SWE-agent trajectories: 1.1 with `tool_calls`, 1.0 with one ```` ```bash ```` block per message.

use fusebox_engine::event::{PromptOrigin, TokenUsage, ToolResult};
use serde_json::{Value, json};

use super::field::{content, count, has_key, list, number, text};
use super::{
    FileHead, FormatError, RecordFraming, RecordTranslator, RecordingFormat, TranscriptEvents,
    harness_output, timestamp,
};

/// mini-SWE-agent.
pub(super) const FORMAT: RecordingFormat = RecordingFormat {
    name: "miniswe",
    client: Some("mini-swe-agent"),
    recognise,
    open: || Box::new(MiniSwe::default()),
};

fn recognise(head: &FileHead<'_>) -> Option<RecordFraming> {
    let (whole, info) = (head.whole(), head.whole().field("info"));
    // The submission comes before the messages, and may be longer than the head.
    let has_submission = has_key(info, "exit_status") && has_key(info, "submission");
    let is_of_run = has_key(whole, "messages") || head.contains("minisweagent") || has_submission;
    let format = whole.text("trajectory_format").unwrap_or_default();
    let is_run = format.starts_with("mini-swe") || (has_key(whole, "info") && is_of_run);
    is_run.then_some(RecordFraming::Whole)
}

#[derive(Default)]
struct MiniSwe {
    prompted: bool,
    calls: u64,
    /// The call that the next user message answers, in version 1.0.
    awaited: Option<String>,
}

impl RecordTranslator for MiniSwe {
    fn translate(
        &mut self,
        record: &[u8],
        events: &mut TranscriptEvents,
    ) -> Result<(), FormatError> {
        let run: Value = serde_json::from_slice(record)?;
        events.start_session("mini-swe-agent");
        for message in list(&run, "messages") {
            let extra = message.get("extra").unwrap_or(&Value::Null);
            events.set_time(extra.get("timestamp").and_then(timestamp::from_value));
            let words = message.get("content").and_then(content).unwrap_or_default();
            match text(message, "role").unwrap_or_default() {
                "system" | "exit" => {}
                "assistant" => self.assistant(message, extra, &words, events),
                "tool" => {
                    let id = text(message, "tool_call_id").unwrap_or_default();
                    events.push_result(id, result(extra, &words));
                }
                "user" => self.user(extra, &words, events),
                _ => events.count_skipped(),
            }
        }
        events.end_round();
        Ok(())
    }
}

impl MiniSwe {
    fn user(&mut self, extra: &Value, words: &str, events: &mut TranscriptEvents) {
        if let Some(id) = self.awaited.take() {
            return events.push_result(&id, result(extra, words));
        }
        let by = if self.prompted { PromptOrigin::Automation } else { PromptOrigin::Human };
        self.prompted = true;
        events.push_prompt(by, words);
    }

    fn assistant(
        &mut self,
        message: &Value,
        extra: &Value,
        words: &str,
        events: &mut TranscriptEvents,
    ) {
        events.begin_unnamed_round();
        events.push_usage(usage(extra));
        events.push_message(words);
        let calls = list(message, "tool_calls");
        for call in calls {
            let function = call.get("function").unwrap_or(&Value::Null);
            let arguments = text(function, "arguments").and_then(|a| serde_json::from_str(a).ok());
            let id = text(call, "id").unwrap_or_default();
            events.push_call(id, text(function, "name").unwrap_or("bash"), arguments);
        }
        if calls.is_empty()
            && let Some(command) = block(words)
        {
            self.calls += 1;
            let id = format!("c{}", self.calls);
            events.push_call(&id, "bash", Some(json!({ "command": command })));
            self.awaited = Some(id);
        }
    }
}

/// The ```` ```bash ```` block of a message, if there is exactly one.
pub(super) fn block(words: &str) -> Option<&str> {
    let (_, rest) =
        words.split_once("```bash\n").or_else(|| words.split_once("```mswea_bash_command\n"))?;
    let (command, after) = rest.split_once("\n```")?;
    (!after.contains("```bash\n")).then_some(command.trim())
}

fn result(extra: &Value, words: &str) -> ToolResult {
    let mut result = harness_output::tool_result(words);
    let code = extra.get("returncode").and_then(Value::as_i64);
    if let Some(code) = code.and_then(|code| i32::try_from(code).ok()) {
        result.exit_code = Some(code);
        result.ok = Some(code == 0);
    }
    if text(extra, "exception_info").is_some_and(|exception| !exception.is_empty()) {
        result.ok = Some(false);
    }
    result
}

fn usage(extra: &Value) -> TokenUsage {
    let counts = extra.get("response").and_then(|response| response.get("usage"));
    let tokens = |key| counts.and_then(|counts| count(counts, key)).unwrap_or_default();
    TokenUsage {
        input_tokens: tokens("prompt_tokens"),
        output_tokens: tokens("completion_tokens"),
        context_tokens: Some(tokens("prompt_tokens")).filter(|tokens| *tokens > 0),
        cost_usd: number(extra, "cost").unwrap_or_default().max(0.0),
        ..TokenUsage::default()
    }
}
