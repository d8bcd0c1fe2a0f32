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
/// Where it is all that is kept, it stands as [`TranscriptCursor::to_text`] writes it: each hook reads and writes it, and JSON
/// took longer. As a part of other records it is a list in JSON. Rows of earlier versions are JSON: a list, before that an object.
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

impl CountedResponse {
    /// Reads one from the front of a text that [`TranscriptCursor::to_text`] wrote, and removes it there.
    fn take_from(text: &mut &str) -> Option<Self> {
        let (output_tokens, web_searches) = (take_number(text)?, take_number(text)?);
        let bytes = usize::try_from(take_number(text)?).ok()?;
        let (id, rest) = text.split_at_checked(bytes)?;
        *text = rest.strip_prefix(' ')?;
        Some(Self { id: id.to_owned(), output_tokens, web_searches })
    }
}

/// Takes a number and the space behind it from the front of a text.
fn take_number(text: &mut &str) -> Option<u64> {
    let mut number = 0_u64;
    for (at, byte) in text.bytes().enumerate() {
        if byte == b' ' && at > 0 {
            *text = text.get(at + 1..)?;
            return Some(number);
        }
        let digit = byte.is_ascii_digit().then(|| byte - b'0')?;
        number = number.checked_mul(10)?.checked_add(u64::from(digit))?;
    }
    None
}

/// Adds a number and a space.
fn push_number(text: &mut Vec<u8>, mut number: u64) {
    // The largest number has 20 digits.
    let mut bytes = [b' '; 21];
    let mut from = bytes.len() - 1;
    loop {
        from -= 1;
        bytes[from] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            break;
        }
    }
    text.extend_from_slice(&bytes[from..]);
}

impl TranscriptCursor {
    /// The text that is kept of it: its numbers, then of each response its numbers, the length of its id in bytes and its
    /// id, all with a space behind.
    #[must_use]
    pub fn to_text(&self) -> String {
        let Self { file, begun, offset, known, messages, inside, responses } = self;
        let mut text = Vec::with_capacity(256);
        let place = [*file, u64::from(*begun), *offset, *known, *messages, u64::from(*inside)];
        place.into_iter().for_each(|number| push_number(&mut text, number));
        for CountedResponse { id, output_tokens, web_searches } in responses {
            let numbers = [*output_tokens, *web_searches, id.len() as u64];
            numbers.into_iter().for_each(|number| push_number(&mut text, number));
            text.extend_from_slice(id.as_bytes());
            text.push(b' ');
        }
        String::from_utf8(text).unwrap_or_default()
    }

    /// Reads what [`Self::to_text`] wrote, and the JSON of earlier versions.
    #[must_use]
    pub fn from_text(text: &str) -> Option<Self> {
        if text.starts_with(['[', '{']) {
            return serde_json::from_str(text).ok();
        }
        let mut rest = text;
        let mut cursor = Self {
            file: take_number(&mut rest)?,
            begun: u32::try_from(take_number(&mut rest)?).ok()?,
            offset: take_number(&mut rest)?,
            known: take_number(&mut rest)?,
            messages: take_number(&mut rest)?,
            inside: take_number(&mut rest)? == 1,
            responses: Vec::with_capacity(MAX_RESPONSES + 1),
        };
        while !rest.is_empty() {
            cursor.responses.push(CountedResponse::take_from(&mut rest)?);
        }
        Some(cursor)
    }

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
        let end = id.char_indices().nth(MAX_ID_CHARS).map_or(id.len(), |(end, _)| end);
        let id = id.get(..end).unwrap_or(id);
        let known = self.responses.iter_mut().find(|known| known.id == id && !id.is_empty());
        if let Some(known) = known {
            let new = output_tokens.saturating_sub(known.output_tokens);
            let new_searches = web_searches.saturating_sub(known.web_searches);
            known.output_tokens = known.output_tokens.max(output_tokens);
            known.web_searches = known.web_searches.max(web_searches);
            return ResponseLine::Further { output_tokens: new, web_searches: new_searches };
        }
        self.count_message();
        self.responses.push(CountedResponse { id: id.to_owned(), output_tokens, web_searches });
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
            assert_eq!(TranscriptCursor::from_text(text), Some(tail.clone()));
        }
    }

    #[test]
    fn m01_a_position_is_read_as_it_was_written() {
        let mut tail = TranscriptCursor { begun: 2, inside: true, ..TranscriptCursor::new(7, 9) };
        assert_eq!(TranscriptCursor::from_text(&tail.to_text()), Some(tail.clone()));
        for id in ["msg_1", "with spaces ", "", "é\n5 0 1 x"] {
            tail.count_response(id, 30, 2);
        }
        let text = tail.to_text();
        assert!(text.starts_with("7 2 0 9 4 1 30 2 5 msg_1 30 2 12 with spaces  "), "{text}");
        assert_eq!(TranscriptCursor::from_text(&text), Some(tail.clone()));
        let largest = TranscriptCursor { file: u64::MAX, offset: 0, ..tail };
        assert_eq!(TranscriptCursor::from_text(&largest.to_text()), Some(largest));
        for damaged in
            ["", "7", "7 2 0", " 2 0 9 4 1 ", "x 2 0 9 4 1 ", "7 2 0 9 4 1 30 2 50 msg_1 ", "[7"]
        {
            assert_eq!(TranscriptCursor::from_text(damaged), None, "{damaged}");
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
