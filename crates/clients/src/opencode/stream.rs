//! Translates the output of `opencode run --format json`: one record a line, each with the session and a part of a
//! message. Measured with 1.18.33.
//!
//! A call is told when it has ended, with its result. Each response is a step of its own, and ends after the results of
//! its calls, with its own usage. The end of the run has no record: it is the first step that ends without calls.
//! A run that ends because nobody could be asked for a permission has no end at all.
//! What a subagent does is not told, only the call that started it.

use fusebox_engine::EventKind;
use fusebox_engine::event::{TokenUsage, ToolResult};

use super::hooks::ARGUMENT_NAMES;
use crate::protocol::renamed;
use crate::records::{
    FormatError, JsonValue, RecordTranslator, RunEnding, TranscriptEvents, timestamp,
};
use crate::response_rounds::ResponseRounds;

/// How the errors begin of calls that the permissions denied: by a rule, or because nobody was there to be asked.
const DENIALS: [&str; 2] = [
    "The user rejected permission to use this specific tool call",
    "The user has specified a rule which prevents you from using this specific tool call",
];

/// The tool that stands for a call which could not be made.
pub(super) const INVALID: &str = "invalid";

/// Opens a translator.
pub(crate) fn translator() -> Box<dyn RecordTranslator> {
    Box::new(OpencodeOutput::default())
}

#[derive(Default)]
struct OpencodeOutput {
    named: bool,
    /// Whether the round of a step is open.
    in_step: bool,
    rounds: ResponseRounds,
    /// The last message.
    said: Option<String>,
}

impl RecordTranslator for OpencodeOutput {
    fn translate(&mut self, line: &[u8], events: &mut TranscriptEvents) -> Result<(), FormatError> {
        let mut record = JsonValue::read(line)?;
        events.set_time(record.get("timestamp").and_then(timestamp::from_json));
        if let Some(session) = record.text("sessionID").filter(|_| !self.named) {
            self.named = true;
            events.set_session(session);
            events.start_session("opencode");
        }
        let mut part = record.take("part").unwrap_or_default();
        match record.text_or_empty("type") {
            "step_start" => self.begin_step(events),
            "text" => {
                self.begin_step(events);
                let words = part.take_text("text");
                self.said = Some(words.clone().into_owned());
                events.push_message(words);
            }
            "reasoning" => {
                self.begin_step(events);
                events.push_thought(part.take_text("text"));
            }
            "tool_use" => self.add_call(part, events),
            "step_finish" => self.end_step(&part, events),
            "error" => {
                let error = record.field("error");
                let message = error.field("data").text("message").or(error.text("message"));
                let words = message.or(error.text("name"));
                events.outcome.end(RunEnding::ApiError, words);
            }
            _ => events.count_skipped(),
        }
        Ok(())
    }

    fn restart(&mut self) {
        *self = Self { rounds: self.rounds.restarted(), ..Self::default() };
    }

    fn finish(&mut self, events: &mut TranscriptEvents) {
        self.rounds.end(events);
    }
}

impl OpencodeOutput {
    /// Begins the round of a step. A step has several results, each with its call.
    fn begin_step(&mut self, events: &mut TranscriptEvents) {
        if !self.in_step {
            self.in_step = true;
            self.rounds.begin(events);
        }
    }

    fn add_call(&mut self, mut part: JsonValue<'_>, events: &mut TranscriptEvents) {
        self.begin_step(events);
        let mut state = part.take("state").unwrap_or_default();
        let input = state.take("input").map(|input| renamed(input.into(), ARGUMENT_NAMES));
        let (id, name) = (part.text_or_empty("callID"), part.text("tool").unwrap_or("unknown"));
        events.push_call(id, name, input);
        // The results of one response are one message.
        self.rounds.add_result(u64::from(!self.rounds.has_result));
        let mut result = tool_result(&mut state);
        if name == INVALID {
            result.ok = Some(false);
        }
        if result.refused {
            events.outcome.deny(name, false);
        }
        events.push_result(id, result);
    }

    fn end_step(&mut self, part: &JsonValue<'_>, events: &mut TranscriptEvents) {
        events.push_usage(usage(part));
        self.rounds.end(events);
        self.in_step = false;
        match part.text_or_empty("reason") {
            // The next step reads the results.
            "tool-calls" | "unknown" => return,
            "stop" => events.outcome.end(RunEnding::Done, None),
            reason => {
                let error = format!("the response ended: {reason}");
                events.outcome.end(RunEnding::Failed, Some(&error));
            }
        }
        events.push(EventKind::Idle { said: self.said.take() });
    }
}

/// What one response used.
fn usage(part: &JsonValue<'_>) -> TokenUsage {
    let tokens = part.field("tokens");
    let count = |key| tokens.count(key).unwrap_or_default();
    let cache = |key| tokens.field("cache").count(key).unwrap_or_default();
    let (read, write) = (cache("read"), cache("write"));
    let input = count("input").saturating_add(write);
    let context = input.saturating_add(read);
    TokenUsage {
        input_tokens: input,
        output_tokens: count("output").saturating_add(count("reasoning")),
        cache_read_tokens: read,
        cache_write_tokens: write,
        cost_usd: part.amount("cost").unwrap_or_default().max(0.0),
        context_tokens: (context > 0).then_some(context),
        ..TokenUsage::default()
    }
}

fn tool_result(state: &mut JsonValue<'_>) -> ToolResult {
    let exit_code = state.field("metadata").exit_code("exit");
    let time = state.field("time");
    let duration_ms =
        time.count("end").zip(time.count("start")).map(|(end, start)| end.saturating_sub(start));
    let failed = state.text_or_empty("status") == "error";
    let output = state.take(if failed { "error" } else { "output" }).and_then(JsonValue::into_text);
    let refused = failed
        && output
            .as_deref()
            .is_some_and(|text| DENIALS.iter().any(|words| text.starts_with(words)));
    ToolResult {
        ok: Some(!failed && exit_code.is_none_or(|code| code == 0)),
        output: output.map(std::borrow::Cow::into_owned),
        exit_code,
        duration_ms,
        refused,
        ..ToolResult::default()
    }
}
