//! A real transcript, whole and cut anywhere; and lines that are easy to count wrongly.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::TRANSCRIPT_READ_BYTES;

/// Seven responses, one of them in two lines; a prompt and six tool results; and the records of a
/// subagent in between.
const TRANSCRIPT: &str = include_str!("../fixtures/transcript.jsonl");

/// What several readings amount to.
#[derive(Debug, Default, PartialEq)]
struct Sum {
    output_tokens: u64,
    /// Sent, from the cache, and written there.
    sent: [u64; 3],
    models: Vec<String>,
    context_tokens: Option<u64>,
    messages: Option<u64>,
    texts: Vec<String>,
}

impl Sum {
    fn add(&mut self, kinds: Vec<EventKind>) {
        for kind in kinds {
            if let EventKind::Message { text, part: false } = kind {
                self.texts.push(text);
            } else if let EventKind::Usage(usage) = kind {
                self.output_tokens += usage.output_tokens;
                let sent = [usage.input_tokens, usage.cache_read_tokens, usage.cache_write_tokens];
                self.sent = std::array::from_fn(|kind| self.sent[kind] + sent[kind]);
                self.models.extend(usage.model);
                self.models.dedup();
                self.context_tokens = usage.context_tokens.or(self.context_tokens);
                self.messages = usage.messages.or(self.messages);
            } else {
                panic!("{kind:?}");
            }
        }
        let surplus = self.texts.len().saturating_sub(MAX_TEXTS);
        self.texts.drain(..surplus);
    }
}

/// Reads a file that grows to each of these lengths in turn.
fn grown(file: &[u8], lengths: impl IntoIterator<Item = usize>) -> (Sum, TranscriptCursor) {
    grown_with(file, lengths, true)
}

fn grown_with(
    file: &[u8],
    lengths: impl IntoIterator<Item = usize>,
    with_messages: bool,
) -> (Sum, TranscriptCursor) {
    let (mut sum, mut tail) = (Sum::default(), TranscriptCursor::new(7, 0));
    for length in lengths.into_iter().chain([file.len()]) {
        let new = file.get(tail.offset as usize..length).unwrap_or_default();
        sum.add(read_transcript(new, &mut tail, with_messages));
        tail = serde_json::from_str(&serde_json::to_string(&tail).unwrap()).unwrap();
    }
    (sum, tail)
}

fn line(value: &Value) -> String {
    format!("{value}\n")
}

fn response(id: &str, output: u64, content: Value) -> String {
    line(&json!({"type": "assistant", "isSidechain": false, "message": {"id": id, "model": "m",
        "content": content, "usage": {"input_tokens": 10, "cache_read_input_tokens": 200,
        "cache_creation_input_tokens": 3000, "output_tokens": output}}}))
}

fn text(text: &str) -> Value {
    json!([{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": text}])
}

/// Everything that is no message, or no new one.
fn odd() -> String {
    let mut lines = response("m1", 5, text("I look."));
    lines += &response("m1", 40, text("Then I run."));
    for record in [
        json!({"type": "user", "isMeta": true, "message": {"content": "caveat"}}),
        json!({"type": "user", "isCompactSummary": true, "message": {"content": "so far"}}),
        json!({"type": "system", "subtype": "compact_boundary"}),
        json!({"type": "assistant", "message": {"id": "x", "model": "<synthetic>",
            "content": [{"type": "text", "text": "API Error"}], "usage": {"output_tokens": 9}}}),
        json!({"type": "assistant", "isSidechain": true, "message": {"id": "y", "content": [],
            "usage": {"output_tokens": 9}}}),
        json!({"type": "assistant", "message": "of another shape"}),
        json!({"type": "from-the-future", "message": {"usage": {"output_tokens": 9}}}),
        json!({"type": 7}),
        json!([1]),
    ] {
        lines += &line(&record);
    }
    lines + "not JSON\n\n\u{feff}{}\n{\"type\":\"user\"\n"
}

#[test]
fn s6_a_real_transcript_is_counted_once() {
    let (sum, tail) = grown(TRANSCRIPT.as_bytes(), []);
    let expected = Sum {
        output_tokens: 7 * 20,
        sent: [7 * 1_000, 0, 0],
        models: vec!["claude-sonnet-4-5".to_owned()],
        context_tokens: Some(1_020),
        messages: Some(14),
        texts: Vec::new(),
    };
    assert_eq!((sum, tail.offset), (expected, TRANSCRIPT.len() as u64));
}

#[test]
fn s6_what_is_no_message_is_not_counted() {
    let (sum, tail) = grown(odd().as_bytes(), []);
    let expected = Sum {
        output_tokens: 40,
        sent: [3_010, 200, 3_000],
        models: vec!["m".to_owned()],
        context_tokens: Some(0),
        messages: Some(1),
        texts: vec!["I look.".to_owned(), "Then I run.".to_owned()],
    };
    assert_eq!((sum, tail.offset), (expected, odd().len() as u64));
}

#[test]
fn the_context_is_that_of_the_newest_response() {
    let (sum, _) = grown((odd() + &response("m2", 7, json!([]))).as_bytes(), []);
    assert_eq!((sum.context_tokens, sum.messages), (Some(3_217), Some(2)));
    // A client that counts in floats or leaves counts out.
    let other = json!({"type": "assistant", "message": {"usage": {"output_tokens": 4.0,
        "input_tokens": null}}});
    let (sum, _) = grown(line(&other).as_bytes(), []);
    assert_eq!((sum.output_tokens, sum.context_tokens), (4, Some(4)));
}

#[test]
fn m01_without_messages_the_same_is_spent_and_the_position_is_the_same() {
    let file = TRANSCRIPT.to_owned() + &odd();
    for step in [file.len(), 3_000, 200] {
        let lengths = || (0..file.len()).step_by(step);
        let (with, position) = grown(file.as_bytes(), lengths());
        let (without, position_without) = grown_with(file.as_bytes(), lengths(), false);
        assert!(with.output_tokens > 0 && !with.texts.is_empty());
        assert_eq!(position_without, position);
        // The last line with usage tells how many messages there were; no later one is counted for itself.
        let told = Sum { texts: Vec::new(), messages: without.messages, ..with };
        assert_eq!(without, told, "{step}");
    }
}

#[test]
fn m01_a_prompt_alone_is_no_event_without_messages() {
    let mut tail = TranscriptCursor::new(7, 0);
    let prompt = line(&json!({"type": "user", "message": {"content": "go"}}));
    assert_eq!(read_transcript(prompt.as_bytes(), &mut tail, false), []);
    assert_eq!((tail.offset, tail.messages), (prompt.len() as u64, 1));
    assert_eq!(read_transcript(prompt.as_bytes(), &mut tail, true).len(), 1);
}

#[test]
fn nothing_new_is_no_event() {
    let mut tail = TranscriptCursor::new(7, 0);
    let housekeeping = line(&json!({"type": "last-prompt", "lastPrompt": "go"}));
    assert_eq!(read_transcript(housekeeping.as_bytes(), &mut tail, true), []);
    assert_eq!(tail.offset, housekeeping.len() as u64);
    assert_eq!(read_transcript(b"{\"type\":\"user\"}", &mut tail, true), []);
    assert_eq!(tail.offset, housekeeping.len() as u64);
}

#[test]
fn the_newest_four_texts_are_told_before_the_usage() {
    let said: String = (0..6).map(|n| response(&n.to_string(), 1, text(&n.to_string()))).collect();
    let kinds = read_transcript(said.as_bytes(), &mut TranscriptCursor::new(7, 0), true);
    let told: Vec<_> = kinds
        .iter()
        .map(|kind| if let EventKind::Message { text, .. } = kind { text } else { "usage" })
        .collect();
    assert_eq!(told, ["2", "3", "4", "5", "usage", "usage", "usage", "usage", "usage", "usage"]);
    // A text that was cut between the halves of a character.
    let cut = response("7", 1, text("half HERE")).replace("HERE", "\\ud83d");
    let kinds = read_transcript(cut.as_bytes(), &mut TranscriptCursor::new(7, 0), true);
    assert_eq!(kinds[0], EventKind::Message { text: "half \u{fffd}".to_owned(), part: false });
}

#[test]
fn the_tokens_of_what_was_there_before_are_not_counted() {
    let before = response("m1", 500, text("long ago")) + &response("m2", 5, text("now"));
    let mut file = before.clone();
    let mut tail = TranscriptCursor::new(7, file.len() as u64);
    let mut sum = Sum::default();
    sum.add(read_transcript(file.as_bytes(), &mut tail, true));
    assert_eq!((sum.output_tokens, sum.messages, sum.context_tokens), (0, Some(2), Some(3_215)));
    file += &(response("m2", 25, text("more")) + &response("m3", 100, text("new")));
    sum.add(read_transcript(&file.as_bytes()[before.len()..], &mut tail, true));
    assert_eq!((sum.output_tokens, sum.messages), (20 + 100, Some(3)));
}

#[test]
fn a_line_over_the_limit_costs_itself_alone() {
    let long = response("m1", 1, text(&"x".repeat(TRANSCRIPT_READ_BYTES)));
    let file = long + &response("m2", 2, text("short"));
    let lengths = [TRANSCRIPT_READ_BYTES / 2, TRANSCRIPT_READ_BYTES, TRANSCRIPT_READ_BYTES + 100];
    for (sum, tail) in [grown(file.as_bytes(), []), grown(file.as_bytes(), lengths)] {
        assert_eq!((sum.output_tokens, sum.messages, tail.offset), (2, Some(1), file.len() as u64));
    }
}

proptest! {
    #[test]
    fn s6_however_a_file_grows_it_amounts_to_the_same(
        mut lengths in proptest::collection::vec(0usize..60_000, 0..40),
    ) {
        let file = TRANSCRIPT.to_owned() + &odd() + TRANSCRIPT + &odd();
        lengths.sort_unstable();
        lengths.retain(|length| *length <= file.len());
        prop_assert_eq!(grown(file.as_bytes(), lengths), grown(file.as_bytes(), []));
    }

    #[test]
    fn no_bytes_make_it_fail(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let mut tail = TranscriptCursor::new(7, 0);
        read_transcript(&bytes, &mut tail, true);
        prop_assert!(tail.offset <= bytes.len() as u64);
    }
}

#[test]
fn s6_cut_at_every_line_it_amounts_to_the_same() {
    let file = TRANSCRIPT.to_owned() + &odd();
    let ends = file.match_indices('\n').map(|(at, _)| at + 1);
    let before = file.match_indices('\n').map(|(at, _)| at);
    let whole = grown(file.as_bytes(), []);
    assert_eq!(grown(file.as_bytes(), ends), whole);
    assert_eq!(grown(file.as_bytes(), before), whole);
}
