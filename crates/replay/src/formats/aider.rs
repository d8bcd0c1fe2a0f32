//! aider's chat histories: Markdown, with many sessions in one file.
//!
//! `#### ` marks what the user typed and `> ` the output of aider; the model wrote the rest. A history has edits and
//! commands, but not the outcome of a command.

use fusebox_engine::event::{ChangedFile, ChangedFiles, PromptOrigin, TokenUsage, ToolResult};
use serde_json::{Value, json};

use super::{
    FileHead, FormatError, RecordFraming, RecordTranslator, RecordingFormat, TranscriptEvents,
    timestamp,
};

/// aider.
pub(super) const FORMAT: RecordingFormat = RecordingFormat {
    name: "aider",
    client: Some("aider"),
    recognise,
    open: || Box::new(AiderHistory::default()),
};

const BEGINS: &str = "# aider chat started at ";
/// The most bytes that are kept of a message or a failed block.
const KEPT: usize = 64 << 10;

fn recognise(head: &FileHead<'_>) -> Option<RecordFraming> {
    let begins = head.text().lines().any(|line| line.starts_with(BEGINS));
    begins.then_some(RecordFraming::Lines)
}

#[derive(Default)]
struct AiderHistory {
    sessions: u64,
    calls: u64,
    /// The model's current message.
    words: String,
    /// The user's current prompt.
    typed: String,
    /// What aider reports about an edit that did not match.
    failed: Option<String>,
}

impl RecordTranslator for AiderHistory {
    fn translate(&mut self, line: &[u8], events: &mut TranscriptEvents) -> Result<(), FormatError> {
        let line = String::from_utf8_lossy(line);
        let line = line.trim_end();
        if let Some(at) = line.strip_prefix(BEGINS) {
            self.end_all(events);
            self.sessions += 1;
            events.set_numbered_session(self.sessions);
            events.set_time(timestamp::from_text(at));
            events.start_session("aider");
            events.set_time(None);
        } else if let Some(typed) = line.strip_prefix("####") {
            self.end_failure(events);
            self.end_words(events);
            self.typed.push_str(typed.trim_start());
            self.typed.push('\n');
        } else if let Some(said) = line.strip_prefix("> ") {
            self.end_typed(events);
            self.note_harness_text(said.trim(), events);
        } else {
            if !line.is_empty() {
                self.end_typed(events);
            }
            let into = self.failed.as_mut().unwrap_or(&mut self.words);
            if into.len() < KEPT {
                into.push_str(line);
                into.push('\n');
            }
        }
        Ok(())
    }

    fn finish(&mut self, events: &mut TranscriptEvents) {
        self.end_all(events);
    }
}

impl AiderHistory {
    fn note_harness_text(&mut self, said: &str, events: &mut TranscriptEvents) {
        let fails = said.starts_with("The LLM did not conform to the edit format")
            || (said.starts_with("# ") && said.contains("failed to match"));
        if fails {
            self.end_words(events);
            let block = self.failed.get_or_insert_default();
            block.push_str(said);
            block.push('\n');
            return;
        }
        if self.failed.is_some() && said.starts_with("https://aider.chat/") {
            return;
        }
        self.end_failure(events);
        if let Some(tokens) = said.strip_prefix("Tokens: ") {
            self.end_words(events);
            events.push_usage(usage(tokens));
        } else if let Some(file) = said.strip_prefix("Applied edit to ") {
            self.end_words(events);
            let id = self.call("edit", None, events);
            let file = ChangedFile { path: file.to_owned(), content: None, created: false };
            let changed = Some(ChangedFiles::Files(vec![file]));
            events
                .push_result(&id, ToolResult { ok: Some(true), changed, ..ToolResult::default() });
        } else if let Some(command) =
            said.strip_prefix("## Running: ").or_else(|| said.strip_prefix("Running "))
        {
            self.end_words(events);
            let id = self.call("bash", Some(json!({ "command": command })), events);
            events.push_result(&id, ToolResult::default());
        }
    }

    fn call(&mut self, tool: &str, input: Option<Value>, events: &mut TranscriptEvents) -> String {
        self.calls += 1;
        let id = format!("c{}", self.calls);
        events.push_call(&id, tool, input);
        id
    }

    fn end_failure(&mut self, events: &mut TranscriptEvents) {
        let Some(block) = self.failed.take() else { return };
        let file = block.lines().find_map(|line| line.split_once("lines in ")).map(|(_, f)| f);
        let search = searched(&block);
        // Unknown arguments are equal to nothing.
        let is_told = file.is_some() || search.is_some();
        let input = is_told.then(|| json!({"file_path": file, "search": search}));
        let id = self.call("edit", input, events);
        let changed = Some(ChangedFiles::Count(0));
        let output = Some(block.lines().take(3).collect::<Vec<_>>().join("\n"));
        let result = ToolResult { ok: Some(false), output, changed, ..ToolResult::default() };
        events.push_result(&id, result);
    }

    fn end_words(&mut self, events: &mut TranscriptEvents) {
        let words = std::mem::take(&mut self.words);
        if !words.trim().is_empty() {
            events.begin_unnamed_round();
            events.push_message(words);
        }
    }

    fn end_typed(&mut self, events: &mut TranscriptEvents) {
        let typed = std::mem::take(&mut self.typed);
        let is_command = typed.trim_start().starts_with('/');
        if !typed.trim().is_empty() && !is_command {
            events.push_prompt(PromptOrigin::Human, &typed);
        }
    }

    fn end_all(&mut self, events: &mut TranscriptEvents) {
        self.end_typed(events);
        self.end_failure(events);
        self.end_words(events);
        events.end_round();
    }
}

/// The text that the first block of a failure searched for.
fn searched(block: &str) -> Option<&str> {
    let (_, rest) = block.split_once("<<<<<<< SEARCH\n")?;
    rest.split_once("\n=======").map(|(searched, _)| searched)
}

/// `9.7k sent, 85 received. Cost: $0.01 message, $0.01 session.`
fn usage(said: &str) -> TokenUsage {
    let mut usage = TokenUsage::default();
    let (tokens, cost) = said.split_once(" Cost: $").unwrap_or((said, ""));
    for part in tokens.split(',') {
        let part = part.trim();
        let Some((number, what)) = part.split_once(' ') else { continue };
        match what.trim_end_matches('.').trim() {
            "sent" => usage.input_tokens = thousands(number),
            "received" => usage.output_tokens = thousands(number),
            "cache hit" => usage.cache_read_tokens = thousands(number),
            _ => {}
        }
    }
    let cost = cost.split(' ').next().and_then(|cost| cost.parse::<f64>().ok());
    usage.cost_usd = cost.filter(|cost| cost.is_finite() && *cost > 0.0).unwrap_or_default();
    usage
}

fn thousands(number: &str) -> u64 {
    let (digits, unit) = match number.as_bytes().last() {
        Some(b'k') => (&number[..number.len() - 1], 1e3),
        Some(b'M') => (&number[..number.len() - 1], 1e6),
        _ => (number, 1.0),
    };
    let number = digits.replace(',', "").parse::<f64>().unwrap_or_default();
    if number.is_finite() && number > 0.0 { (number * unit) as u64 } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_and_money_are_read() {
        let usage = usage("9.7k sent, 85 received. Cost: $0.01 message, $0.03 session.");
        assert_eq!((usage.input_tokens, usage.output_tokens), (9_700, 85));
        assert!((usage.cost_usd - 0.01).abs() < 1e-9);
        assert_eq!(super::usage("nonsense"), TokenUsage::default());
    }
}
