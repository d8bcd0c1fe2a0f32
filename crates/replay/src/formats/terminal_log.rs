//! The terminal output of mini-SWE-agent that Terminal-Bench records (`agent.log`).
//!
//! Each step begins with `mini-swe-agent (step N, $C):` and has its command in a ```` ```bash ```` block. The answer
//! follows, with the terminal's decoration around it.

use fusebox_engine::event::{PromptOrigin, TokenUsage, ToolResult};
use serde_json::json;

use super::miniswe::block;
use super::{
    FileHead, FormatError, RecordFraming, RecordTranslator, RecordingFormat, TranscriptEvents,
    harness_output,
};

/// Terminal-Bench logs of mini-SWE-agent.
pub(super) const FORMAT: RecordingFormat = RecordingFormat {
    name: "terminal_log",
    client: Some("mini-swe-agent"),
    recognise,
    open: || Box::new(TerminalLog::default()),
};

const STEP: &str = "mini-swe-agent (step ";
/// The most bytes that are kept of one step.
const KEPT: usize = 1 << 20;

fn recognise(head: &FileHead<'_>) -> Option<RecordFraming> {
    plain(head.text()).contains(STEP).then_some(RecordFraming::Lines)
}

#[derive(Default)]
struct TerminalLog {
    steps: u64,
    cost_usd: f64,
    text: String,
}

impl RecordTranslator for TerminalLog {
    fn translate(&mut self, line: &[u8], events: &mut TranscriptEvents) -> Result<(), FormatError> {
        let line = plain(&String::from_utf8_lossy(line));
        if let Some((_, rest)) = line.split_once(STEP) {
            self.end_step(events);
            self.begin_step(rest, events);
        } else if self.text.len() < KEPT {
            self.text.push_str(line.trim_end());
            self.text.push('\n');
        }
        Ok(())
    }

    fn finish(&mut self, events: &mut TranscriptEvents) {
        self.end_step(events);
        events.end_round();
    }
}

impl TerminalLog {
    /// Begins a step from its heading `3, $0.02):`, which has the cost so far.
    fn begin_step(&mut self, rest: &str, events: &mut TranscriptEvents) {
        self.steps += 1;
        events.begin_unnamed_round();
        let cost = rest.split_once('$').and_then(|(_, cost)| cost.split(')').next());
        let total = cost.and_then(|cost| cost.parse::<f64>().ok()).unwrap_or_default();
        let spent = total - self.cost_usd;
        if spent.is_finite() && spent > 0.0 {
            self.cost_usd = total;
            events.push_usage(TokenUsage { cost_usd: spent, ..TokenUsage::default() });
        }
    }

    fn end_step(&mut self, events: &mut TranscriptEvents) {
        let text = std::mem::take(&mut self.text);
        if self.steps == 0 {
            events.start_session("mini-swe-agent");
            events.push_prompt(PromptOrigin::Automation, &text);
            return;
        }
        let Some((before, rest)) = text.split_once("```bash\n") else {
            return events.push_message(text);
        };
        events.push_message(before);
        let Some(command) = block(&text) else { return };
        let id = format!("c{}", self.steps);
        events.push_call(&id, "bash", Some(json!({ "command": command })));
        let after = rest.split_once("\n```").map_or("", |(_, after)| after);
        events.push_result(&id, result(after));
    }
}

/// The answer, from `<returncode>` or `<output>` to the end of the output.
fn result(after: &str) -> ToolResult {
    let begin = after.find("<returncode>").or_else(|| after.find("<output>")).unwrap_or_default();
    let answer = &after[begin..];
    let end = answer.rfind("</output>").map_or(answer.len(), |end| end + "</output>".len());
    harness_output::tool_result(answer[..end].trim())
}

/// Removes escape sequences and carriage returns.
fn plain(text: &str) -> String {
    let mut done = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '\u{1b}' => match chars.next() {
                Some('[') => while chars.next().is_some_and(|c| !('@'..='~').contains(&c)) {},
                Some(']') => while chars.next().is_some_and(|c| c != '\u{7}' && c != '\u{1b}') {},
                _ => {}
            },
            '\r' => {}
            c => done.push(c),
        }
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_left_out() {
        assert_eq!(plain("\u{1b}[1;32mmini\u{1b}[0m x\r\n"), "mini x\n");
        assert_eq!(plain("\u{1b}]0;title\u{7}x\u{1b}["), "x");
    }

    #[test]
    fn an_answer_ends_with_its_output() {
        let result =
            result("\n\nUser:\n<returncode>1</returncode>\n<output>\nno\n</output>\n───\n");
        assert_eq!(result.exit_code, Some(1));
        assert_eq!(
            result.output.as_deref(),
            Some("<returncode>1</returncode>\n<output>\nno\n</output>")
        );
    }
}
