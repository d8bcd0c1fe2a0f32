//! How far a client's own record of a conversation was read. Bytes come in, whole lines go out.

use serde::{Deserialize, Serialize};

/// The longest line that is looked at, and the most that one hook reads, in bytes: 1 MiB. A longer
/// line is passed over.
pub const TRANSCRIPT_READ_BYTES: usize = 1 << 20;

/// Responses whose tokens are remembered, because more lines of them may follow.
const RESPONSES: usize = 8;
/// What is kept of a response's id, in characters.
const ID_CHARS: usize = 64;

/// What one reading leaves to the next one. A new file begins with [`TranscriptCursor::of`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct TranscriptCursor {
    /// The file's inode; 0 where there was no file yet.
    pub file: u64,
    /// How often reading began anew, because the file was replaced or cut.
    pub begun: u32,
    /// Bytes of the file that are done with.
    pub offset: u64,
    /// Bytes that stood in the file when it was first seen. It may be the history of another
    /// session, so the tokens of its responses are not counted; its messages are.
    pub known: u64,
    /// Messages counted so far.
    pub messages: u64,
    /// The offset stands inside a line, and what is left of the line is passed over.
    pub inside: bool,
    /// The last responses.
    responses: Vec<Response>,
}

/// A response of the model, as far as it was told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Response {
    id: String,
    output_tokens: u64,
}

impl TranscriptCursor {
    /// A file that holds `known` bytes when it is first seen. Of a large one only the last
    /// [`TRANSCRIPT_READ_BYTES`] are read: its messages count from there.
    #[must_use]
    pub fn new(file: u64, known: u64) -> Self {
        let offset = known.saturating_sub(TRANSCRIPT_READ_BYTES as u64);
        Self { file, offset, known, inside: offset > 0, ..Self::default() }
    }

    /// The whole lines of `bytes`, each with where it begins. What follows the last of them is
    /// not done with: it has to come again, with its rest.
    pub(crate) fn take_lines<'a>(&mut self, bytes: &'a [u8]) -> Vec<(u64, &'a [u8])> {
        let mut lines = Vec::new();
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            let whole = piece.ends_with(b"\n");
            if !whole && !self.inside && piece.len() < TRANSCRIPT_READ_BYTES {
                break;
            }
            if whole && !self.inside && piece.len() <= TRANSCRIPT_READ_BYTES {
                lines.push((self.offset, piece));
            }
            self.offset = self.offset.saturating_add(piece.len() as u64);
            self.inside = !whole;
        }
        lines
    }

    /// Counts a message.
    pub(crate) fn count_message(&mut self) {
        self.messages = self.messages.saturating_add(1);
    }

    /// Counts a line of a response that has cost `output_tokens` so far: as a message the first
    /// time. Answers how many of the tokens are new.
    pub(crate) fn count_response(&mut self, id: &str, output_tokens: u64) -> u64 {
        let id: String = id.chars().take(ID_CHARS).collect();
        let told = self.responses.iter_mut().find(|told| told.id == id && !id.is_empty());
        if let Some(told) = told {
            let new = output_tokens.saturating_sub(told.output_tokens);
            told.output_tokens = told.output_tokens.max(output_tokens);
            return new;
        }
        self.count_message();
        self.responses.push(Response { id, output_tokens });
        let surplus = self.responses.len().saturating_sub(RESPONSES);
        self.responses.drain(..surplus);
        output_tokens
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(tail: &mut TranscriptCursor, bytes: &[u8]) -> Vec<(u64, String)> {
        let lines = tail.take_lines(bytes);
        lines.iter().map(|(at, line)| (*at, String::from_utf8_lossy(line).into_owned())).collect()
    }

    #[test]
    fn only_whole_lines_are_taken() {
        let mut tail = TranscriptCursor::new(7, 0);
        assert_eq!(lines(&mut tail, b"a\nbc\nd"), [(0, "a\n".into()), (2, "bc\n".into())]);
        assert_eq!(lines(&mut tail, b"d"), []);
        assert_eq!(lines(&mut tail, b"de\n"), [(5, "de\n".into())]);
        assert_eq!((tail.offset, tail.inside), (8, false));
    }

    #[test]
    fn a_large_file_begins_at_a_line_near_its_end() {
        let mut tail = TranscriptCursor::new(7, TRANSCRIPT_READ_BYTES as u64 + 10);
        assert_eq!((tail.offset, tail.known), (10, TRANSCRIPT_READ_BYTES as u64 + 10));
        assert_eq!(lines(&mut tail, b"of a line\nnext\n"), [(20, "next\n".into())]);
        assert_eq!(TranscriptCursor::new(7, 10).offset, 0);
    }

    #[test]
    fn a_line_over_the_limit_is_passed_over_in_pieces_or_whole() {
        let mut long = vec![b'x'; TRANSCRIPT_READ_BYTES];
        long.push(b'\n');
        let mut whole = long.clone();
        whole.extend(b"next\n");
        let expected = [(TRANSCRIPT_READ_BYTES as u64 + 1, "next\n".to_owned())];
        assert_eq!(lines(&mut TranscriptCursor::new(7, 0), &whole), expected);
        let mut tail = TranscriptCursor::new(7, 0);
        assert_eq!(lines(&mut tail, &whole[..TRANSCRIPT_READ_BYTES]), []);
        assert_eq!((tail.offset, tail.inside), (TRANSCRIPT_READ_BYTES as u64, true));
        assert_eq!(lines(&mut tail, &whole[TRANSCRIPT_READ_BYTES..]), expected);
        // One byte less is a line.
        assert_eq!(lines(&mut TranscriptCursor::new(7, 0), &long[1..]).len(), 1);
    }

    #[test]
    fn a_response_told_in_parts_counts_once() {
        let mut tail = TranscriptCursor::default();
        for (id, output_tokens, new) in
            [("m1", 8, 8), ("m1", 8, 0), ("m2", 5, 5), ("m1", 30, 22), ("m1", 20, 0), ("", 4, 4)]
        {
            assert_eq!(tail.count_response(id, output_tokens), new, "{id} {output_tokens}");
        }
        assert_eq!((tail.messages, tail.count_response("", 4)), (3, 4));
        for n in 0..100 {
            tail.count_response(&format!("{n}{}", "é".repeat(100)), 1);
        }
        assert!(serde_json::to_string(&tail).unwrap().len() < 1_500);
    }
}
