//! Counts repetition inside a message (R7 in docs/rules.md).

use std::borrow::Cow;
use std::collections::BTreeMap;

use fusebox_scan::{BytePositions, find_byte};
use fusebox_text::digest::of_text;

/// The shortest sentence that is counted, in bytes.
const MIN_SENTENCE_BYTES: usize = 15;
/// The largest gap between two repetitions, in bytes.
const MAX_GAP_BYTES: usize = 250;
/// The longest repeated tail in bytes, its fewest repetitions, and their least total length in
/// bytes.
const MAX_TAIL_BYTES: usize = 512;
const MIN_TAIL_REPETITIONS: usize = 8;
const MIN_TAIL_TOTAL_BYTES: usize = 100;
/// The mark around code.
const FENCE: &str = "```";
/// Only so many bytes at the end of a long message are read.
const MAX_READ_BYTES: usize = 16 << 10;

/// How often a sentence is repeated with nothing new in between, or how often the end of the text
/// is repeated; 1 where nothing is. Code between fences is not counted.
pub(crate) fn repetitions(text: &str) -> u64 {
    let mut begin = text.len().saturating_sub(MAX_READ_BYTES);
    while !text.is_char_boundary(begin) {
        begin += 1;
    }
    let text = &text[begin..];
    let laps = tail_repetitions(&outside_fences(text));
    sentence_repetitions(text).max(laps).max(1) as u64
}

/// The parts of a text between its fences: prose and code in turn.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let (part, after) = text.split_at_checked(next_fence(text).unwrap_or(text.len()))?;
        rest = after.strip_prefix(FENCE);
        Some(part)
    })
}

fn outside_fences(text: &str) -> Cow<'_, str> {
    let plain = match next_fence(text) {
        None => Cow::Borrowed(text),
        Some(_) => Cow::Owned(parts(text).step_by(2).collect()),
    };
    if plain.contains("\n    ") || plain.contains("\n\t") {
        let prose = plain.split_inclusive('\n').filter(|line| !is_indented(line));
        return Cow::Owned(prose.collect());
    }
    plain
}

/// Whether a line is code without a fence: it is indented as in Markdown.
fn is_indented(line: &str) -> bool {
    line.starts_with("    ") || line.starts_with('\t')
}

fn next_fence(text: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let rest = text.as_bytes().get(from..)?;
        let at = find_byte(b'`', rest)?;
        if rest.get(at..)?.starts_with(FENCE.as_bytes()) {
            return Some(from + at);
        }
        from += at + 1;
    }
}

/// The pieces of a message that were read so far.
#[derive(Default)]
struct PieceHistory {
    /// By the digest of the piece.
    pieces: BTreeMap<u64, PieceMention>,
    /// How many pieces were new.
    news: usize,
}

/// The last mention of a piece, and how often it was mentioned since the last new piece.
struct PieceMention {
    at: usize,
    times: usize,
    /// How many pieces were new by then.
    news: usize,
}

impl PieceHistory {
    /// Adds the piece at `at`, and returns how often it was said with nothing new in between.
    fn add(&mut self, piece: &str, at: usize) -> usize {
        let unsaid = PieceMention { at, times: 0, news: self.news };
        let mention = self.pieces.entry(of_text(piece)).or_insert(unsaid);
        let is_near = at - mention.at <= piece.len() + MAX_GAP_BYTES;
        mention.times = match mention.times {
            1.. if is_near && mention.news == self.news => mention.times + 1,
            // The mention before the last new piece is the first one.
            1.. if is_near => 2,
            _ => {
                self.news += 1;
                1
            }
        };
        (mention.at, mention.news) = (at, self.news);
        mention.times
    }
}

/// How often a sentence is repeated with nothing new in between, code included. A message that
/// weighs several cases repeats words too, but says something new each time.
fn sentence_repetitions(text: &str) -> usize {
    let (mut history, mut most, mut at) = (PieceHistory::default(), 0, 0);
    for (n, part) in parts(text).enumerate() {
        if n % 2 == 1 {
            history.add(part, at);
        } else {
            most = most.max(sentence_repetitions_in(part, at, &mut history));
        }
        at += part.len() + FENCE.len();
    }
    most
}

/// The most repetitions of a sentence in the part that begins at `begin`.
fn sentence_repetitions_in(part: &str, begin: usize, history: &mut PieceHistory) -> usize {
    let mut ends = BytePositions::of(part.as_bytes(), ends_sentence);
    let (mut most, mut next) = (0, 0);
    while next < part.len() {
        let at = next;
        next = ends.next_from(at).map_or(part.len(), |end| end + 1);
        let piece = part.get(at..next).unwrap_or_default();
        let begins_line = at == 0 || part.as_bytes()[at - 1] == b'\n';
        let is_code = begins_line && is_indented(piece);
        let piece = piece.trim();
        if !piece.chars().any(char::is_alphanumeric) {
            continue;
        }
        let times = history.add(piece, begin + at);
        if times > most
            && !is_code
            && piece.len() >= MIN_SENTENCE_BYTES
            && piece.chars().any(char::is_alphabetic)
        {
            most = times;
        }
    }
    most
}

/// Whether a sentence ends here: at the end of a line, or at a mark that is not inside a name
/// (`pkg.models`, `key:1`).
fn ends_sentence(byte: u8, behind: u8) -> bool {
    let mark = (byte == b'.') | (byte == b'!') | (byte == b'?') | (byte == b':');
    let begins_one = (behind <= b' ') | behind.is_ascii_uppercase() | !behind.is_ascii();
    (byte == b'\n') | (mark & begins_one)
}

/// How often the end of the text is repeated, where the repeated part contains letters and is
/// repeated often enough.
fn tail_repetitions(text: &str) -> usize {
    let bytes = text.trim_end().as_bytes();
    let Some((last, before)) = bytes.split_last() else { return 0 };
    let most = MAX_TAIL_BYTES.min(bytes.len() / MIN_TAIL_REPETITIONS);
    let ends_alike = before.iter().rev().take(most).enumerate().filter(|(_, byte)| *byte == last);
    for period in ends_alike.map(|(i, _)| i + 1) {
        let repeated =
            (period..bytes.len()).rev().take_while(|&i| bytes[i] == bytes[i - period]).count();
        let length = repeated + period;
        let chant = length / period >= MIN_TAIL_REPETITIONS && length >= MIN_TAIL_TOTAL_BYTES;
        let letters = || bytes[bytes.len() - period..].iter().any(|b| b.is_ascii_alphabetic());
        if chant && letters() {
            return length / period;
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn r07_a_chant_is_counted() {
        assert_eq!(repetitions(&"I will check the status now.".repeat(4)), 4);
        assert_eq!(
            repetitions(&"Thinking... Done. ".repeat(30)),
            29,
            "the last blank is no part of it"
        );
        assert_eq!(repetitions(&"SELECT".repeat(40)), 40);
        let lap = "I am finished now.\n I will do nothing else.\n I will wait for a command.\n";
        assert_eq!(repetitions(&lap.repeat(5)), 5);
    }

    #[test]
    fn r07_lists_dividers_code_and_plain_text_are_not() {
        let list: String = (0..15).map(|n| format!("- projects/one/services/{n}\n")).collect();
        for text in [
            "",
            "One sentence here. Another sentence there.",
            list.as_str(),
            &"-".repeat(700),
            &"╭─".repeat(300),
            &format!("```\n{}```", "for (let i = 0; i < 10; i++) {}\n".repeat(22)),
        ] {
            assert_eq!(repetitions(text), 1, "{}", &text[..text.len().min(40)]);
        }
        let far: String = (0..10)
            .map(|n| format!("This is a unique sentence. {}", n.to_string().repeat(500)))
            .collect();
        assert_eq!(repetitions(&far), 1);
    }

    #[test]
    fn r07_cases_weighed_one_by_one_are_no_chant() {
        for text in [
            "If `a` is empty, nothing is to be done. What about `b`? Then nothing is to be done. \
             And without `c` nothing is to be done. What if none is there? Then nothing is to be done.",
            "- `Sum` has its path at `pkg.models.Sum`\n- `Avg` has its path at `pkg.models.Avg`\n\
             - `Max` has its path at `pkg.models.Max`\n- `Min` has its path at `pkg.models.Min`\n",
            "Case one:\n`check(value)` -> returns None.\nCase two:\n`check(value)` -> returns None.\n\
             Case three:\n`check(value)` -> returns None.\n",
            "src/shapes.rs\n```\none\n```\n\nsrc/shapes.rs\n```\ntwo\n```\n\nsrc/shapes.rs\n```\nthree\n```\n",
            "12: def draw(self, printer):\n57: def draw(self, printer):\n80: def draw(self, printer):",
            "It is cfg['axis.color'] if cfg['axis.label'] is so, or else cfg['axis.color'] again.",
        ] {
            assert!(repetitions(text) < 3, "{text}");
        }
        assert_eq!(repetitions(&"Let me look again:\n```\nls\n```\n".repeat(4)), 4);
        assert_eq!(
            repetitions(&"Is it `ab`?\n`ab` reads a b, so no.\nWait, is it?\n".repeat(5)),
            5
        );
    }

    /// The text, split behind each mark that begins a sentence or a line.
    fn pieces(text: &str) -> Vec<&str> {
        let ends = |(at, mark): (usize, char)| {
            let behind = text[at + mark.len_utf8()..].chars().next();
            let begins = behind.is_none_or(|c| c <= ' ' || c.is_ascii_uppercase() || !c.is_ascii());
            (mark == '\n' || ".!?:".contains(mark) && begins).then_some(at + 1)
        };
        let mut cuts: Vec<usize> = text.char_indices().filter_map(ends).collect();
        cuts.push(text.len());
        let mut from = 0;
        cuts.into_iter().map(|to| &text[std::mem::replace(&mut from, to)..to]).collect()
    }

    /// The most repetitions with nothing new in between, counted by a plain search.
    fn chant(text: &str) -> usize {
        let mut said: Vec<(&str, usize, bool)> = Vec::new();
        let (mut at, mut most) = (0, 0);
        for (n, part) in text.split("```").enumerate() {
            let is_code = n % 2 == 1;
            let mut from = 0;
            for whole in if is_code { vec![part] } else { pieces(part) } {
                let begins_line = from == 0 || part.as_bytes()[from - 1] == b'\n';
                let is_shown = is_code || begins_line && is_indented(whole);
                from += whole.len();
                let (begin, piece) = (at, if is_code { whole } else { whole.trim() });
                at += whole.len();
                if !is_code && !piece.chars().any(char::is_alphanumeric) {
                    continue;
                }
                let last = said.iter().rfind(|(known, ..)| *known == piece);
                let is_new = last.is_none_or(|(_, at, _)| begin - at > piece.len() + MAX_GAP_BYTES);
                said.push((piece, begin, is_new));
                let is_word = piece.chars().any(char::is_alphabetic);
                if is_shown || piece.len() < MIN_SENTENCE_BYTES || !is_word {
                    continue;
                }
                let news = said.iter().rposition(|(.., new)| *new).unwrap_or_default();
                let again = said[news + 1..].iter().filter(|(known, ..)| *known == piece).count();
                most = most.max(again + 1);
            }
            at += "```".len();
        }
        most
    }

    proptest! {
        #[test]
        fn r07_sentences_outside_of_code_are_those_of_a_plain_reading(
            parts in prop::collection::vec(prop::sample::select(vec![
                "`", "```", "a sentence of some length", "another one, quite as long", ".", "! ",
                "?", ": ", "\n", "é", "…", " ", "\n    ", "0123456789012345",
            ]), 0..60),
        ) {
            let text = parts.concat();
            let mut said: String = text.split("```").step_by(2).collect();
            if said.contains("\n    ") {
                said = said.split_inclusive('\n').filter(|line| !is_indented(line)).collect();
            }
            prop_assert_eq!(outside_fences(&text), said.as_str());
            prop_assert_eq!(sentence_repetitions(&text), chant(&text));
        }
    }
}
