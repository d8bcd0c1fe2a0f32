//! How often one thing is said inside a message (R7).

use std::borrow::Cow;
use std::collections::BTreeMap;

use fusebox_scan::{BytePositions, find_byte};

/// The shortest sentence that counts, in bytes.
const SENTENCE_BYTES: usize = 15;
/// Repetitions further apart than this, in bytes, are no chant.
const GAP_BYTES: usize = 250;
/// The longest repeated tail, in bytes, and how often it must come, over how many bytes at least.
const PERIOD_BYTES: usize = 512;
const PERIOD_LAPS: usize = 8;
const PERIOD_TOTAL_BYTES: usize = 100;
/// What stands around code.
const FENCE: &str = "```";
/// Only the end of a long message is read.
const TAIL_BYTES: usize = 16 << 10;

/// How often a sentence comes close after itself with nothing new in between, or how often the end of
/// the text is repeated; 1 where nothing is. Code between fences is not counted.
pub(crate) fn repeats(text: &str) -> u64 {
    let mut begin = text.len().saturating_sub(TAIL_BYTES);
    while !text.is_char_boundary(begin) {
        begin += 1;
    }
    let text = &text[begin..];
    let laps = tail_laps(&outside_fences(text));
    sentences(text).max(laps).max(1) as u64
}

/// The parts of a text between its fences: what is said and code, in turn.
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
    if next_fence(text).is_none() {
        return Cow::Borrowed(text);
    }
    Cow::Owned(parts(text).step_by(2).collect())
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

/// What was said before.
#[derive(Default)]
struct Heard<'a> {
    pieces: BTreeMap<&'a str, Said>,
    /// How often something new was said.
    news: usize,
}

/// Where a piece was said last, and how often since something new was.
struct Said {
    at: usize,
    times: usize,
    /// How much new had been said by then.
    news: usize,
}

impl<'a> Heard<'a> {
    /// How often this has been said with nothing new in between, now that it is said at `at`.
    fn times(&mut self, piece: &'a str, at: usize) -> usize {
        let last = self.pieces.get(piece);
        let times = match last.filter(|said| at - said.at <= piece.len() + GAP_BYTES) {
            None => {
                self.news += 1;
                1
            }
            // What was said before the last news is the first lap.
            Some(said) if said.news < self.news => 2,
            Some(said) => said.times + 1,
        };
        self.pieces.insert(piece, Said { at, times, news: self.news });
        times
    }
}

/// How often a sentence comes close after itself with nothing new in between, code included. Who
/// weighs one case after the other repeats words too, but says something new each time.
fn sentences(text: &str) -> usize {
    let (mut heard, mut most, mut at) = (Heard::default(), 0, 0);
    for (n, part) in parts(text).enumerate() {
        if n % 2 == 1 {
            heard.times(part, at);
        } else {
            most = most.max(said_again(part, at, &mut heard));
        }
        at += part.len() + FENCE.len();
    }
    most
}

/// How often a sentence of a part that begins at `begin` has been said.
fn said_again<'a>(part: &'a str, begin: usize, heard: &mut Heard<'a>) -> usize {
    let mut ends = BytePositions::of(part.as_bytes(), ends_sentence);
    let (mut most, mut next) = (0, 0);
    while next < part.len() {
        let at = next;
        next = ends.next_from(at).map_or(part.len(), |end| end + 1);
        let piece = part.get(at..next).unwrap_or_default().trim();
        if !piece.chars().any(char::is_alphanumeric) {
            continue;
        }
        let times = heard.times(piece, begin + at);
        if times > most && piece.len() >= SENTENCE_BYTES && piece.chars().any(char::is_alphabetic) {
            most = times;
        }
    }
    most
}

/// A sentence ends where a line does, or at a mark that stands in no name (`pkg.models`, `key:1`).
fn ends_sentence(byte: u8, behind: u8) -> bool {
    let mark = (byte == b'.') | (byte == b'!') | (byte == b'?') | (byte == b':');
    let begins_one = (behind <= b' ') | behind.is_ascii_uppercase() | !behind.is_ascii();
    (byte == b'\n') | (mark & begins_one)
}

/// How often the end of the text repeats, where that is a chant and has letters in it.
fn tail_laps(text: &str) -> usize {
    let bytes = text.trim_end().as_bytes();
    let Some((last, before)) = bytes.split_last() else { return 0 };
    let most = PERIOD_BYTES.min(bytes.len() / PERIOD_LAPS);
    let ends_alike = before.iter().rev().take(most).enumerate().filter(|(_, byte)| *byte == last);
    for period in ends_alike.map(|(i, _)| i + 1) {
        let repeated =
            (period..bytes.len()).rev().take_while(|&i| bytes[i] == bytes[i - period]).count();
        let length = repeated + period;
        let chant = length / period >= PERIOD_LAPS && length >= PERIOD_TOTAL_BYTES;
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
        assert_eq!(repeats(&"I will check the status now.".repeat(4)), 4);
        assert_eq!(
            repeats(&"Thinking... Done. ".repeat(30)),
            29,
            "the last blank is no part of it"
        );
        assert_eq!(repeats(&"SELECT".repeat(40)), 40);
        let lap = "I am finished now.\n I will do nothing else.\n I will wait for a command.\n";
        assert_eq!(repeats(&lap.repeat(5)), 5);
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
            assert_eq!(repeats(text), 1, "{}", &text[..text.len().min(40)]);
        }
        let far: String = (0..10)
            .map(|n| format!("This is a unique sentence. {}", n.to_string().repeat(500)))
            .collect();
        assert_eq!(repeats(&far), 1);
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
            assert!(repeats(text) < 3, "{text}");
        }
        assert_eq!(repeats(&"Let me look again:\n```\nls\n```\n".repeat(4)), 4);
        assert_eq!(repeats(&"Is it `ab`?\n`ab` reads a b, so no.\nWait, is it?\n".repeat(5)), 5);
    }

    /// The text, cut behind each mark that begins a sentence or a line.
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

    /// How often a sentence comes after itself with nothing new in between, told plainly.
    fn chant(text: &str) -> usize {
        let mut said: Vec<(&str, usize, bool)> = Vec::new();
        let (mut at, mut most) = (0, 0);
        for (n, part) in text.split("```").enumerate() {
            let is_code = n % 2 == 1;
            for whole in if is_code { vec![part] } else { pieces(part) } {
                let (begin, piece) = (at, if is_code { whole } else { whole.trim() });
                at += whole.len();
                if !is_code && !piece.chars().any(char::is_alphanumeric) {
                    continue;
                }
                let last = said.iter().rfind(|(known, ..)| *known == piece);
                let is_new = last.is_none_or(|(_, at, _)| begin - at > piece.len() + GAP_BYTES);
                said.push((piece, begin, is_new));
                let is_word = piece.chars().any(char::is_alphabetic);
                if is_code || piece.len() < SENTENCE_BYTES || !is_word {
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
                "?", ": ", "\n", "é", "…", " ", "0123456789012345",
            ]), 0..60),
        ) {
            let text = parts.concat();
            let said: String = text.split("```").step_by(2).collect();
            prop_assert_eq!(outside_fences(&text), said.as_str());
            prop_assert_eq!(sentences(&text), chant(&text));
        }
    }
}
