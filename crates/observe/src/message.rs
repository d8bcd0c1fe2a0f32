//! How often one thing is said inside a message (R7).

use std::borrow::Cow;
use std::collections::BTreeMap;

use fusebox_scan::{Places, byte};

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

/// How often a sentence comes close after itself, or how often the end of the text is repeated;
/// 1 where nothing is. Code between fences is left out.
pub(crate) fn repeats(text: &str) -> u64 {
    let mut begin = text.len().saturating_sub(TAIL_BYTES);
    while !text.is_char_boundary(begin) {
        begin += 1;
    }
    let said = outside_fences(&text[begin..]);
    let laps = tail_laps(&said);
    (sentences(&said).max(laps)).max(1) as u64
}

fn outside_fences(text: &str) -> Cow<'_, str> {
    let Some(mut fence) = next_fence(text) else { return Cow::Borrowed(text) };
    let (mut said, mut rest, mut is_code) = (String::with_capacity(text.len()), text, false);
    loop {
        let (part, after) = rest.split_at_checked(fence).unwrap_or((rest, ""));
        if !is_code {
            said.push_str(part);
        }
        let Some(after) = after.strip_prefix(FENCE) else { return Cow::Owned(said) };
        (rest, is_code) = (after, !is_code);
        fence = next_fence(rest).unwrap_or(rest.len());
    }
}

fn next_fence(text: &str) -> Option<usize> {
    let mut from = 0;
    loop {
        let rest = text.as_bytes().get(from..)?;
        let at = byte(b'`', rest)?;
        if rest.get(at..)?.starts_with(FENCE.as_bytes()) {
            return Some(from + at);
        }
        from += at + 1;
    }
}

/// The longest run of one sentence, each close after the one before.
fn sentences(text: &str) -> usize {
    let mut last: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut most = 0;
    let mut ends = Places::of(text.as_bytes(), ends_sentence);
    let mut next = 0;
    while next < text.len() {
        let at = next;
        next = ends.next_from(at).map_or(text.len(), |end| end + 1);
        let sentence = text.get(at..next).unwrap_or_default().trim();
        if sentence.len() < SENTENCE_BYTES || !sentence.chars().any(char::is_alphabetic) {
            continue;
        }
        let entry = last.entry(sentence).or_insert((at, 0));
        let close = at - entry.0 <= sentence.len() + GAP_BYTES;
        *entry = (at, if close { entry.1 + 1 } else { 1 });
        most = most.max(entry.1);
    }
    most
}

fn ends_sentence(byte: u8, _: u8) -> bool {
    (byte == b'.') | (byte == b'!') | (byte == b'?') | (byte == b':') | (byte == b'\n')
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

    /// The longest run of one sentence, told plainly.
    fn chant(text: &str) -> usize {
        let mut known: Vec<(&str, usize, usize)> = Vec::new();
        let (mut at, mut most) = (0, 0);
        for part in text.split_inclusive(['.', '!', '?', ':', '\n']) {
            let (begin, sentence) = (at, part.trim());
            at += part.len();
            if sentence.len() < SENTENCE_BYTES || !sentence.chars().any(char::is_alphabetic) {
                continue;
            }
            let last = known.iter().rfind(|(said, ..)| *said == sentence);
            let close = last.filter(|(_, at, _)| begin - at <= sentence.len() + GAP_BYTES);
            let times = close.map_or(1, |(.., times)| times + 1);
            known.push((sentence, begin, times));
            most = most.max(times);
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
            prop_assert_eq!(sentences(&said), chant(&said));
        }
    }
}
