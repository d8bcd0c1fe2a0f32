//! Finds names that machines make: uuids, hashes, addresses, request and message ids.

use super::cursor::{MaskCursor, Replacement};
use super::digit_run::DigitRun;
use super::duration;
use fusebox_scan::WordSet;

const UUID_GROUPS: [usize; 5] = [8, 4, 4, 4, 12];
/// The fewest letters and digits behind a sign that are a part of a machine-made name.
const PART_BYTES: usize = 4;
/// The fewest digits of an address; fewer in `0x…` are an offset or a flag.
const ADDRESS_DIGITS: usize = 5;
/// The fewest digits of a hash; fewer hex digits are a word or a number.
const HASH_DIGITS: usize = 8;

/// Prefixes that only ids have, and prefixes that names in code have too.
static ID_PREFIXES: WordSet<10> =
    WordSet::new("req msg toolu srvtoolu chatcmpl resp request vrtx bdrk ctx");
static LONG_ID_PREFIXES: WordSet<9> =
    WordSet::new("call run thread step session sess chunk message evt");

/// Values that are not ids.
static NO_IDS: WordSet<5> = WordSet::new("null none undefined true false");

/// Keys whose value is an id, followed by keys whose value is a duration; without the blanks, `_`
/// and `-` between their words.
static KEYS: WordSet<26> = WordSet::new(
    "requestid messageid sessionid chunkid resultid traceid spanid correlationid \
     conversationid threadid runid tooluseid callid toolcallid invocationid transactionid \
     rerun walltime duration durationms durationseconds elapsed elapsedms elapsedseconds \
     timeelapsed took",
);
/// How many of the keys are keys of ids.
const ID_KEYS: u32 = 17;
/// The longest of these keys, in bytes.
const KEY_BYTES: usize = 15;
static KEY_ENDS: KeyEndFilter = KeyEndFilter::of(&KEYS.words);
static KEY_LETTERS: KeyLetterIndex = KeyLetterIndex::of(&KEYS.words);

/// Whether these digits may begin a machine-made name: they stand beside a sign that joins its
/// parts.
pub(super) fn fits(digits: &DigitRun) -> bool {
    let begins_a_uuid = digits.len == UUID_GROUPS[0] && digits.after[0] == b'-';
    begins_a_uuid || digits.len >= PART_BYTES && matches!(digits.before()[0], b'_' | b'-')
}

/// The machine-made name in this range of letters and digits.
pub(super) fn find(p: MaskCursor<'_>, start: usize, end: usize) -> Option<Replacement> {
    // Only an address, or a part behind a sign, is shorter than a hash.
    let is_part = || end - start >= PART_BYTES && matches!(p.before(start), b'_' | b'-');
    let is_hex = || matches!(p.slice(start, end), [b'0', b'x' | b'X', ..]);
    if end - start < HASH_DIGITS && !is_part() && !is_hex() {
        return None;
    }
    if let Some((start, end)) = uuid_around(p, start) {
        return Some(Replacement { start, end, placeholder: "<uuid>" });
    }
    let run = p.slice(start, end);
    let placeholder = match run {
        [b'0', b'x' | b'X', digits @ ..] => is_address(digits).then_some("<addr>"),
        _ if is_hash(run) => Some("<hex>"),
        _ => has_id_prefix(p, start, run).then_some("<id>"),
    }?;
    Some(Replacement { start, end, placeholder })
}

/// Whether a key may end before the `:` or `=` at `at`. The two bytes before it rule out most
/// others.
#[inline]
pub(super) fn may_follow_key(p: MaskCursor<'_>, at: usize) -> bool {
    let last = KEY_ENDS.last[usize::from(p.before(at))];
    last & KEY_ENDS.before[usize::from(p.before(at.saturating_sub(1)))] != 0
}

/// The value behind the `:` or `=` at `at`, where the key says that it is an id or a duration.
#[inline(never)]
pub(super) fn value_of_key(p: MaskCursor<'_>, at: usize) -> Option<Replacement> {
    let key = match p.slice(p.floor, at) {
        [key @ .., b'"' | b'\'' | b' ', b'"' | b'\'' | b' '] => key,
        [key @ .., b'"' | b'\'' | b' '] => key,
        key => key,
    };
    let key = key_at_end(key)?;
    let gap = p.end_of(at + 1, |b| matches!(b, b' ' | b'"' | b'\'' | b'\t'));
    if gap - at > 4 {
        return None;
    }
    if key < ID_KEYS {
        return Some(Replacement { start: gap, end: id_value_end(p, gap)?, placeholder: "<id>" });
    }
    let timed = p.at(gap).is_ascii_digit();
    Some(Replacement {
        start: gap,
        end: duration::value_end(p, gap).filter(|_| timed)?,
        placeholder: "<dur>",
    })
}

/// The index of the key that ends the text, however its words are joined.
fn key_at_end(text: &[u8]) -> Option<u32> {
    let (mut rest, mut alike) = (text, u32::MAX);
    for (letters, whole) in KEY_LETTERS.from_last.iter().zip(&KEY_LETTERS.of_length) {
        let (letter, before) = rest.split_last().filter(|(last, _)| last.is_ascii_alphabetic())?;
        alike &= letters[usize::from(letter & 31)];
        if alike == 0 {
            return None;
        }
        let found = alike & whole;
        if found != 0 && !before.last().is_some_and(u8::is_ascii_alphanumeric) {
            return Some(found.trailing_zeros());
        }
        rest = before;
        while let [before @ .., b' ' | b'_' | b'-'] = rest {
            rest = before;
        }
    }
    None
}

/// The last two bytes that keys may end with. Each last letter is the bit of its lowest five bits,
/// in which lower and upper case are equal; bit 0 stands for what separates a key from its sign.
struct KeyEndFilter {
    last: [u32; 256],
    /// The last letters that may follow this byte.
    before: [u32; 256],
}

impl KeyEndFilter {
    const fn of(keys: &[&[u8]]) -> Self {
        const APART: u32 = 1;
        let mut ends = Self { last: [0; 256], before: [0; 256] };
        let mut key = 0;
        while key < keys.len() {
            let word = keys[key];
            let (last, before) = (word[word.len() - 1], word[word.len() - 2]);
            let mut case = 0;
            while case <= 0x20 {
                let (last, before) = ((last ^ case) as usize, (before ^ case) as usize);
                ends.last[last] |= 1 << (last & 31);
                ends.before[last] |= APART;
                ends.before[before] |= 1 << (last & 31);
                case += 0x20;
            }
            key += 1;
        }
        let (mut quote, quotes) = (0, b"\"' ");
        while quote < quotes.len() {
            ends.last[quotes[quote] as usize] |= APART;
            ends.before[quotes[quote] as usize] |= APART;
            quote += 1;
        }
        // Any of these may join the words of a key.
        let (mut joint, joints) = (0, b" _-");
        while joint < joints.len() {
            ends.before[joints[joint] as usize] |= !APART;
            joint += 1;
        }
        ends
    }
}

/// Which keys have which letter at which position, one bit for each key. One or two letters rule
/// out most words.
struct KeyLetterIndex {
    /// From the last letter on; a letter is indexed by its lowest five bits.
    from_last: [[u32; 32]; KEY_BYTES],
    /// The keys of each length, from one letter on.
    of_length: [u32; KEY_BYTES],
}

impl KeyLetterIndex {
    const fn of(keys: &[&[u8]]) -> Self {
        let mut letters = Self { from_last: [[0; 32]; KEY_BYTES], of_length: [0; KEY_BYTES] };
        let mut key = 0;
        while key < keys.len() {
            let word = keys[key];
            letters.of_length[word.len() - 1] |= 1 << key;
            let mut i = 0;
            while i < word.len() {
                letters.from_last[i][(word[word.len() - 1 - i] & 31) as usize] |= 1 << key;
                i += 1;
            }
            key += 1;
        }
        letters
    }
}

fn id_value_end(p: MaskCursor<'_>, at: usize) -> Option<usize> {
    let mut end = p.end_of(at, |b| b.is_ascii_alphanumeric() || b"_-.".contains(b));
    while end > at && p.at(end - 1) == b'.' {
        end -= 1;
    }
    let nothing = NO_IDS.has(p.slice(at, end));
    (end > at && !nothing).then_some(end)
}

/// The uuid of which a group starts at `at`.
fn uuid_around(p: MaskCursor<'_>, at: usize) -> Option<(usize, usize)> {
    let mut before = 0;
    for group in UUID_GROUPS {
        let start = at.checked_sub(before).filter(|start| *start >= p.floor)?;
        let whole = uuid_end(p, start).filter(|end| p.is_word_end(*end));
        if let Some(end) = whole.filter(|_| !p.before(start).is_ascii_alphanumeric()) {
            return Some((start, end));
        }
        before += group + 1;
        if p.before(at) != b'-' {
            return None;
        }
    }
    None
}

fn uuid_end(p: MaskCursor<'_>, start: usize) -> Option<usize> {
    let mut at = start;
    for (i, group) in UUID_GROUPS.iter().enumerate() {
        if i > 0 {
            (p.at(at) == b'-').then_some(())?;
            at += 1;
        }
        let digits = p.slice(at, at + group);
        (digits.len() == *group && digits.iter().all(u8::is_ascii_hexdigit)).then_some(())?;
        at += group;
    }
    Some(at)
}

/// Whether these are the digits of an address. A Windows status (`0x80070005`, `0xC0000005`) is
/// kept, because it says what happened.
fn is_address(digits: &[u8]) -> bool {
    let status = digits.len() == 8 && matches!(digits, [b'8' | b'c' | b'C', b'0', ..]);
    digits.len() >= ADDRESS_DIGITS && !status && digits.iter().all(u8::is_ascii_hexdigit)
}

/// Whether the word is long, hexadecimal, with letters and digits, and not a number with an
/// exponent.
fn is_hash(run: &[u8]) -> bool {
    if run.len() < HASH_DIGITS || !run.iter().all(u8::is_ascii_hexdigit) {
        return false;
    }
    let letters = run.iter().filter(|b| b.is_ascii_alphabetic()).count();
    let exponent = letters == 1 && !run.starts_with(b"e") && run.contains(&b'e');
    letters > 0 && letters < run.len() && !exponent
}

/// Whether a known prefix stands before the word: `req_011CSHoE…`, `chatcmpl-9a…`.
fn has_id_prefix(p: MaskCursor<'_>, start: usize, run: &[u8]) -> bool {
    if !matches!(p.before(start), b'_' | b'-') || run.len() < PART_BYTES {
        return false;
    }
    let prefix = p.letters_before(start - 1);
    let digits = run.iter().filter(|b| b.is_ascii_digit()).count();
    if ID_PREFIXES.has(prefix) {
        digits >= 2
    } else {
        run.len() >= 16 && digits < run.len() && LONG_ID_PREFIXES.has(prefix)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_key_is_known() {
        for (at, key) in KEYS.words.into_iter().enumerate() {
            let place = MaskCursor { bytes: key, floor: 0 };
            assert_eq!(key_at_end(key), u32::try_from(at).ok(), "{}", key.escape_ascii());
            assert!(may_follow_key(place, key.len()), "{}", key.escape_ascii());
        }
        for other in ["name", "named", "\"id", "kind", "files", "xrunid", "1runid"] {
            assert_eq!(key_at_end(other.as_bytes()), None, "{other}");
        }
    }

    proptest! {
        #[test]
        fn l04_a_key_is_its_letters_however_its_words_are_joined(
            parts in prop::collection::vec(prop::sample::select(vec![
                "tool", "Call", "id", "ID", "run", "trace", "wall", "time", "_", "-", " ", "\"", "1", "x",
            ]), 0..8),
        ) {
            let text = parts.concat();
            // No key ends with a joining sign.
            prop_assume!(!text.ends_with(['_', '-', ' ']));
            let near = text.to_ascii_lowercase();
            let is_key = |key: &str| {
                (0..near.len()).any(|at| {
                    let (before, rest) = near.split_at(at);
                    let letters: String = rest.chars().filter(|c| !"_- ".contains(*c)).collect();
                    let begins = !rest.starts_with(['_', '-', ' ']);
                    begins && letters == key && !before.ends_with(|c: char| c.is_alphanumeric())
                })
            };
            // The shortest key is found: `run id` in `tool run id`.
            let found = key_at_end(text.as_bytes()).map(|at| KEYS.words[at as usize]);
            for sign in ["", "\"", "' "] {
                let key = [&*text, sign].concat();
                let place = MaskCursor { bytes: key.as_bytes(), floor: 0 };
                prop_assert!(found.is_none() || may_follow_key(place, key.len()), "{:?}", key);
            }
            let keys = KEYS.words.into_iter().filter(|key| is_key(std::str::from_utf8(key).unwrap()));
            let expected = keys.min_by_key(|key| key.len());
            prop_assert_eq!(found, expected, "{:?}", text);
        }
    }
}
