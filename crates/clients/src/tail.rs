//! The position in a transcript up to which it was read, and what has to be known of the part before.

use fusebox_scan::find_byte;
use serde::{Deserialize, Serialize, Serializer};

/// The longest line that is read, and the most that one hook reads, in bytes: 1 MiB. A longer line
/// is skipped.
pub const TRANSCRIPT_READ_BYTES: usize = 1 << 20;

/// Responses whose tokens are remembered, because more of their lines may follow. The lines of one follow each other; each
/// hook reads and writes what is remembered.
const MAX_RESPONSES: usize = 4;
/// The part of a response's id that is kept, in characters.
const MAX_ID_CHARS: usize = 64;

/// What one reading passes on to the next one. A new file begins with [`TranscriptCursor::new`].
///
/// It is written as the list of its fields, because each hook reads and writes it, and the names of fields took longer.
/// Earlier versions wrote the names.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct TranscriptCursor {
    /// The inode of the file; 0 if there was no file yet.
    pub file: u64,
    /// How often reading started over, because the file was replaced or truncated.
    pub begun: u32,
    /// The offset up to which the file was read, in bytes.
    pub offset: u64,
    /// The size of the file when it was first read, in bytes. That part may be the history of another
    /// session: its messages are counted, the tokens of its responses are not.
    pub known: u64,
    /// Messages counted so far.
    pub messages: u64,
    /// Whether the offset is inside a line, whose rest is skipped.
    pub inside: bool,
    /// The latest responses.
    responses: Vec<CountedResponse>,
}

/// What a line of a response is to what was counted of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResponseLine {
    /// The first: all of its tokens are new.
    First,
    /// Another: these are new.
    Further {
        /// Tokens that the model wrote.
        output_tokens: u64,
        /// Searches of the web.
        web_searches: u64,
    },
}

/// A response of the model, as far as it was counted.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct CountedResponse {
    id: String,
    output_tokens: u64,
    #[serde(default)]
    web_searches: u64,
}

impl Serialize for TranscriptCursor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { file, begun, offset, known, messages, inside, responses } = self;
        (file, begun, offset, known, messages, inside, responses).serialize(serializer)
    }
}

impl Serialize for CountedResponse {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (&self.id, self.output_tokens, self.web_searches).serialize(serializer)
    }
}

impl TranscriptCursor {
    /// Starts to read a file of `known` bytes. Of a large file only the last
    /// [`TRANSCRIPT_READ_BYTES`] are read, and only their messages count.
    #[must_use]
    pub fn new(file: u64, known: u64) -> Self {
        let offset = known.saturating_sub(TRANSCRIPT_READ_BYTES as u64);
        Self { file, offset, known, inside: offset > 0, ..Self::default() }
    }

    /// Takes the whole lines of `bytes`, each with its offset. The bytes after the last of them have to
    /// be passed again, with the rest of their line.
    pub fn take_lines<'a>(&mut self, bytes: &'a [u8]) -> Vec<(u64, &'a [u8])> {
        let mut lines = Vec::new();
        let mut rest = bytes;
        while !rest.is_empty() {
            let end = find_byte(b'\n', rest);
            let (piece, after) = rest.split_at(end.map_or(rest.len(), |end| end + 1));
            rest = after;
            let whole = end.is_some();
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

    /// Counts a line of a response that has so many tokens and searches so far, as a message if it is the first.
    pub(crate) fn count_response(
        &mut self,
        id: &str,
        output_tokens: u64,
        web_searches: u64,
    ) -> ResponseLine {
        let id: String = id.chars().take(MAX_ID_CHARS).collect();
        let known = self.responses.iter_mut().find(|known| known.id == id && !id.is_empty());
        if let Some(known) = known {
            let new = output_tokens.saturating_sub(known.output_tokens);
            let new_searches = web_searches.saturating_sub(known.web_searches);
            known.output_tokens = known.output_tokens.max(output_tokens);
            known.web_searches = known.web_searches.max(web_searches);
            return ResponseLine::Further { output_tokens: new, web_searches: new_searches };
        }
        self.count_message();
        self.responses.push(CountedResponse { id, output_tokens, web_searches });
        let surplus = self.responses.len().saturating_sub(MAX_RESPONSES);
        self.responses.drain(..surplus);
        ResponseLine::First
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
    fn m01_a_position_that_an_earlier_version_wrote_is_read() {
        let mut tail = TranscriptCursor { begun: 2, ..TranscriptCursor::new(7, 9) };
        tail.count_response("m1", 30, 0);
        tail.count_response("m2", 5, 2);
        let named = r#"{"file":7,"begun":2,"offset":0,"known":9,"messages":2,"inside":false,"responses":[
            {"id":"m1","output_tokens":30},{"id":"m2","output_tokens":5,"web_searches":2}]}"#;
        let listed = r#"[7,2,0,9,2,false,[["m1",30,0],["m2",5,2]]]"#;
        assert_eq!(serde_json::to_string(&tail).unwrap(), listed);
        for text in [named, listed] {
            assert_eq!(serde_json::from_str::<TranscriptCursor>(text).unwrap(), tail);
        }
    }

    #[test]
    fn a_response_told_in_parts_counts_once() {
        let mut tail = TranscriptCursor::default();
        let further = |output_tokens| ResponseLine::Further { output_tokens, web_searches: 0 };
        let first = ResponseLine::First;
        for (id, output_tokens, line) in [
            ("m1", 8, first),
            ("m1", 8, further(0)),
            ("m2", 5, first),
            ("m1", 30, further(22)),
            ("m1", 20, further(0)),
            ("", 4, first),
        ] {
            assert_eq!(tail.count_response(id, output_tokens, 0), line, "{id} {output_tokens}");
        }
        assert_eq!((tail.messages, tail.count_response("", 4, 0)), (3, first));
        for n in 0..100 {
            tail.count_response(&format!("{n}{}", "é".repeat(100)), 1, 0);
        }
        assert!(serde_json::to_string(&tail).unwrap().len() < 1_500);
    }
}
