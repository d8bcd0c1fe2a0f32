//! mini-SWE-agent trajectories: 1.1 with `tool_calls`, 1.0 with one ```` ```bash ```` block per message.

use fusebox_engine::event::{PromptOrigin, TokenUsage, ToolResult};
use serde_json::json;

use super::content::content;
use super::{
    FileHead, FormatError, JsonValue, RecordFraming, RecordTranslator, RecordingFormat,
    TranscriptEvents, harness_output, timestamp,
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
    let has_submission = info.has_key("exit_status") && info.has_key("submission");
    let is_of_run = whole.has_key("messages") || head.contains("minisweagent") || has_submission;
    let format = whole.text("trajectory_format").unwrap_or_default();
    let is_run = format.starts_with("mini-swe") || (whole.has_key("info") && is_of_run);
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
    fn translate(&mut self, text: &[u8], events: &mut TranscriptEvents) -> Result<(), FormatError> {
        let run = JsonValue::read(text)?;
        events.start_session("mini-swe-agent");
        for message in run.field("messages").as_array() {
            let extra = message.field("extra");
            events.set_time(timestamp::from_json(extra.field("timestamp")));
            let words = content(message.field("content")).unwrap_or_default();
            match message.text_or_empty("role") {
                "system" | "exit" => {}
                "assistant" => self.assistant(message, extra, &words, events),
                "tool" => {
                    events.push_result(message.text_or_empty("tool_call_id"), result(extra, &words))
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
    fn user(&mut self, extra: &JsonValue<'_>, words: &str, events: &mut TranscriptEvents) {
        if let Some(id) = self.awaited.take() {
            return events.push_result(&id, result(extra, words));
        }
        let by = if self.prompted { PromptOrigin::Automation } else { PromptOrigin::Human };
        self.prompted = true;
        events.push_prompt(by, words);
    }

    fn assistant(
        &mut self,
        message: &JsonValue<'_>,
        extra: &JsonValue<'_>,
        words: &str,
        events: &mut TranscriptEvents,
    ) {
        events.begin_unnamed_round();
        events.push_usage(usage(extra));
        events.push_message(words);
        let calls = message.field("tool_calls").as_array();
        for call in calls {
            let function = call.field("function");
            let arguments = function.text("arguments").and_then(|a| serde_json::from_str(a).ok());
            let name = function.text("name").unwrap_or("bash");
            events.push_call(call.text_or_empty("id"), name, arguments);
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

fn result(extra: &JsonValue<'_>, words: &str) -> ToolResult {
    let mut result = harness_output::tool_result(words);
    if let Some(code) = extra.exit_code("returncode") {
        result.exit_code = Some(code);
        result.ok = Some(code == 0);
    }
    if !extra.text_or_empty("exception_info").is_empty() {
        result.ok = Some(false);
    }
    result
}

fn usage(extra: &JsonValue<'_>) -> TokenUsage {
    let counts = extra.field("response").field("usage");
    let tokens = |key| counts.count(key).unwrap_or_default();
    TokenUsage {
        input_tokens: tokens("prompt_tokens"),
        output_tokens: tokens("completion_tokens"),
        context_tokens: Some(tokens("prompt_tokens")).filter(|tokens| *tokens > 0),
        cost_usd: extra.amount("cost").unwrap_or_default().max(0.0),
        ..TokenUsage::default()
    }
}
