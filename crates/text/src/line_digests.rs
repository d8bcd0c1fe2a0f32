//! Digests of the lines of an output, to tell whether another output shows a line that this one does not.

use fusebox_scan::lines;

use super::ansi;
use super::digest::DigestBuilder;
use super::excerpt::{prefix_up_to, suffix_up_to};
use super::word_runs;

/// Only so much of the beginning and of the end of an output is read, in bytes.
const HEAD_BYTES: usize = 4 << 10;
const TAIL_BYTES: usize = 8 << 10;
/// A line without a word of so many bytes says nothing.
const TELLING_WORD_BYTES: usize = 3;

/// The digest of a line, and the same without the words that the call itself named: a runner repeats its filter. Words with a
/// digit (counts, times, addresses, ids) and of one letter are no part of either.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineDigests {
    /// Of all words.
    pub whole: u64,
    /// Of those that the call did not name.
    pub beyond_call: u64,
}

/// The digests of the lines of an output that say something. `label` is the short form of the call.
pub fn line_digests(output: &str, label: &str) -> Vec<LineDigests> {
    let named: Vec<&str> =
        word_runs(label).filter(|word| word.len() >= TELLING_WORD_BYTES).collect();
    let (head, tail) = ends(output);
    let (mut digests, mut builder) = (Vec::new(), DigestBuilder::new());
    for part in [head, tail] {
        let plain = ansi::to_plain_text(part);
        let of_line = |line| digests_of_line(line, &named, &mut builder);
        digests.extend(lines(&plain).filter_map(of_line));
    }
    digests
}

fn digests_of_line(line: &str, named: &[&str], builder: &mut DigestBuilder) -> Option<LineDigests> {
    let is_said = |word: &&str| word.len() > 1 && !word.bytes().any(|byte| byte.is_ascii_digit());
    let said = || word_runs(line).filter(is_said);
    builder.clear();
    let (mut is_telling, mut repeats_call) = (false, false);
    for word in said() {
        is_telling |= word.len() >= TELLING_WORD_BYTES;
        repeats_call |= named.contains(&word);
        builder.text(word);
    }
    if !is_telling {
        return None;
    }
    let whole = builder.finish();
    if !repeats_call {
        return Some(LineDigests { whole, beyond_call: whole });
    }
    builder.clear();
    said().filter(|word| !named.contains(word)).for_each(|word| builder.text(word));
    Some(LineDigests { whole, beyond_call: builder.finish() })
}

/// The beginning and the end of a long output, in whole lines; the whole of another.
fn ends(output: &str) -> (&str, &str) {
    if output.len() <= HEAD_BYTES + TAIL_BYTES {
        return (output, "");
    }
    let head = prefix_up_to(output, HEAD_BYTES);
    let tail = suffix_up_to(output, TAIL_BYTES);
    let head = head.rsplit_once('\n').map_or("", |(whole, _)| whole);
    let tail = tail.split_once('\n').map_or("", |(_, whole)| whole);
    (head, tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digests(output: &str) -> Vec<LineDigests> {
        line_digests(output, "npx jest ring")
    }

    #[test]
    fn r06_numbers_addresses_and_the_words_of_the_call_make_no_other_line() {
        let line = "totals of cart (12 ms) at 0x7fab12: assert 4 == 3";
        let beyond = |output: &str| digests(output)[0].beyond_call;
        for same in [
            "totals of cart (7 ms) at 0x0badc0de99: assert 5 == 3",
            "\u{1b}[31mtotals of cart\u{1b}[39m (7 ms) at 0x1: assert 5 == 3",
        ] {
            assert_eq!(digests(same), digests(line), "{same}");
        }
        let named = "totals of ring cart (7 ms) at 0x1: assert 5 == 3";
        assert_eq!(beyond(named), beyond(line));
        assert_ne!(digests(named), digests(line));
        for other in ["totals of cart (12 ms) at 0x7fab12: assert None == 3", "totals of basket"] {
            assert_ne!(beyond(other), beyond(line), "{other}");
        }
        assert_eq!(digests("12:34\n=====\n..F..\n0x7f 3s\n"), []);
    }

    #[test]
    fn r06_of_a_long_output_both_ends_are_read_in_whole_lines() {
        let word = |n: usize| ["one", "two", "three", "four"][n % 4];
        let text: String = (0..9_000).map(|n| format!("{} {}\n", word(n), word(n / 4))).collect();
        let count = digests(&text).len();
        assert!(count < 2_000, "{count}");
        let line = |n: usize| digests(&format!("{} {}", word(n), word(n / 4)));
        let known: Vec<LineDigests> = (0..16).flat_map(line).collect();
        assert!(digests(&text).iter().all(|digests| known.contains(digests)));
    }
}
