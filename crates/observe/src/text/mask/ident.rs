//! Names machines make up: uuids, hashes, addresses, request and message ids.

use super::digits::Digits;
use super::duration;
use super::place::{Found, Place, Words, is_one_of};

const UUID_GROUPS: [usize; 5] = [8, 4, 4, 4, 12];
/// Fewer digits than this in `0x…` is an offset or a flag.
const ADDRESS_DIGITS: usize = 5;
/// Fewer hex digits than this is a word or a number.
const HASH_DIGITS: usize = 8;

/// Prefixes only ids have, and prefixes that names in code have too.
static ID_PREFIXES: Words = Words::new(&[
    "req", "msg", "toolu", "srvtoolu", "chatcmpl", "resp", "request", "vrtx", "bdrk", "ctx",
]);
static LONG_ID_PREFIXES: Words =
    Words::new(&["call", "run", "thread", "step", "session", "sess", "chunk", "message", "evt"]);

/// Keys whose value is an id, without the spaces, `_` and `-` they are written with.
const ID_KEYS: [&str; 16] = [
    "requestid",
    "messageid",
    "sessionid",
    "chunkid",
    "resultid",
    "traceid",
    "spanid",
    "correlationid",
    "conversationid",
    "threadid",
    "runid",
    "tooluseid",
    "callid",
    "toolcallid",
    "invocationid",
    "transactionid",
];
const DURATION_KEYS: [&str; 9] = [
    "walltime",
    "duration",
    "durationms",
    "durationseconds",
    "elapsed",
    "elapsedms",
    "elapsedseconds",
    "timeelapsed",
    "took",
];

/// The longest of these keys, in bytes.
const KEY_BYTES: usize = 15;

/// Whether digits that stand alone can be of a made-up name: a short one follows a sign.
pub(super) fn fits(digits: &Digits) -> bool {
    digits.len >= HASH_DIGITS || matches!(digits.before()[0], b'_' | b'-')
}

/// The made-up name in these letters and digits.
pub(super) fn find(p: Place<'_>, start: usize, end: usize) -> Option<Found> {
    // Only an address, or what follows a sign, is shorter than a hash.
    let short = end - start < HASH_DIGITS
        && !matches!(p.before(start), b'_' | b'-')
        && !matches!(p.slice(start, end), [b'0', b'x' | b'X', ..]);
    if short {
        return None;
    }
    if let Some((start, end)) = uuid(p, start) {
        return Some(Found { start, end, with: "<uuid>" });
    }
    let run = p.slice(start, end);
    let with = match run {
        [b'0', b'x' | b'X', digits @ ..] => is_address(digits).then_some("<addr>"),
        _ if is_hash(run) => Some("<hex>"),
        _ => is_prefixed(p, start, run).then_some("<id>"),
    }?;
    Some(Found { start, end, with })
}

/// The value after the `:` or `=` at `at`, where the key says that it is an id or a duration.
#[inline]
pub(super) fn keyed(p: Place<'_>, at: usize) -> Option<Found> {
    let may_follow_a_key = matches!(
        p.before(at),
        b'"' | b'\'' | b' ' | b'd' | b'n' | b'e' | b's' | b'k' | b'D' | b'N' | b'E' | b'S' | b'K'
    );
    if may_follow_a_key { behind_key(p, at) } else { None }
}

#[inline(never)]
fn behind_key(p: Place<'_>, at: usize) -> Option<Found> {
    let mut key_end = at;
    while key_end + 2 > at && key_end > p.floor && matches!(p.before(key_end), b'"' | b'\'' | b' ')
    {
        key_end -= 1;
    }
    let last = p.before(key_end).to_ascii_lowercase();
    if !matches!(last, b'd' | b'n' | b'e' | b's' | b'k') || !ends_like_a_key(p, key_end) {
        return None;
    }
    let gap = p.skip(at + 1, |b| matches!(b, b' ' | b'"' | b'\'' | b'\t'));
    if gap - at > 4 {
        return None;
    }
    let timed = p.at(gap).is_ascii_digit();
    let with = match last {
        b'd' if has_key(p, key_end, &ID_KEYS) => "<id>",
        b'n' if has_key(p, key_end, &["rerun"]) => "<id>",
        _ if timed && has_key(p, key_end, &DURATION_KEYS) => "<dur>",
        _ => return None,
    };
    let end = if with == "<dur>" { duration::value(p, gap)? } else { id_value(p, gap)? };
    Some(Found { start: gap, end, with })
}

/// Whether the last three letters are those of a key; most words before a sign are told by these.
fn ends_like_a_key(p: Place<'_>, end: usize) -> bool {
    let lower = |back: usize| p.before(end.saturating_sub(back)).to_ascii_lowercase();
    let joins = |byte: u8| matches!(byte, b' ' | b'_' | b'-');
    let (third, second, last) = (lower(2), lower(1), lower(0));
    let known = match [second, last] {
        [b'i', b'd'] => matches!(third, b't' | b'e' | b'n' | b'k' | b'd' | b'l'),
        [b'u', b'n'] => third == b'r',
        [b'm', b'e'] | [b'o', b'n'] => third == b'i',
        [b'm', b's'] => matches!(third, b'n' | b'd'),
        [b'd', b's'] => third == b'n',
        [b'e', b'd'] => third == b's',
        [b'o', b'k'] => third == b'o',
        [second, b'd' | b'n' | b'e' | b's' | b'k'] => return joins(second),
        _ => return false,
    };
    known || joins(third)
}

fn id_value(p: Place<'_>, at: usize) -> Option<usize> {
    let mut end = p.skip(at, |b| b.is_ascii_alphanumeric() || b"_-.".contains(b));
    while end > at && p.at(end - 1) == b'.' {
        end -= 1;
    }
    let nothing = is_one_of(p.slice(at, end), &["null", "none", "undefined", "true", "false"]);
    (end > at && !nothing).then_some(end)
}

/// Whether one of these keys ends at `end`, however its words are joined.
fn has_key(p: Place<'_>, end: usize, keys: &[&str]) -> bool {
    // The letters before `end`, the nearest first, and whether a word begins with each.
    let (mut letters, mut begins, mut len) = ([0; KEY_BYTES], [false; KEY_BYTES], 0);
    let mut at = end;
    for (letter, begins) in letters.iter_mut().zip(&mut begins) {
        while at < end && at > p.floor && matches!(p.before(at), b' ' | b'_' | b'-') {
            at -= 1;
        }
        *letter = p.before(at).to_ascii_lowercase();
        if !letter.is_ascii_lowercase() {
            break;
        }
        at = at.saturating_sub(1);
        *begins = !p.before(at).is_ascii_alphanumeric();
        len += 1;
    }
    let letters = letters.get(..len).unwrap_or_default();
    keys.iter().any(|key| {
        let begins = key.len().checked_sub(1).and_then(|last| begins.get(last));
        begins == Some(&true)
            && letters
                .get(..key.len())
                .is_some_and(|near| key.bytes().rev().eq(near.iter().copied()))
    })
}

/// The uuid with a group that starts at `at`.
fn uuid(p: Place<'_>, at: usize) -> Option<(usize, usize)> {
    let mut before = 0;
    for group in UUID_GROUPS {
        let start = at.checked_sub(before).filter(|start| *start >= p.floor)?;
        let whole = uuid_end(p, start).filter(|end| p.ends(*end));
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

fn uuid_end(p: Place<'_>, start: usize) -> Option<usize> {
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

/// An address in memory; a Windows status (`0x80070005`, `0xC0000005`) says something.
fn is_address(digits: &[u8]) -> bool {
    let status = digits.len() == 8 && matches!(digits, [b'8' | b'c' | b'C', b'0', ..]);
    digits.len() >= ADDRESS_DIGITS && !status && digits.iter().all(u8::is_ascii_hexdigit)
}

/// Long, hexadecimal, with letters and digits both, and not a number with an exponent.
fn is_hash(run: &[u8]) -> bool {
    if run.len() < HASH_DIGITS || !run.iter().all(u8::is_ascii_hexdigit) {
        return false;
    }
    let letters = run.iter().filter(|b| b.is_ascii_alphabetic()).count();
    let exponent = letters == 1 && !run.starts_with(b"e") && run.contains(&b'e');
    letters > 0 && letters < run.len() && !exponent
}

/// `req_011CSHoE…`, `chatcmpl-9a…`: the letters before the sign are a known prefix.
fn is_prefixed(p: Place<'_>, start: usize, run: &[u8]) -> bool {
    if !matches!(p.before(start), b'_' | b'-') || run.len() < 4 {
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

    fn keys() -> impl Iterator<Item = &'static str> {
        ID_KEYS.into_iter().chain(DURATION_KEYS).chain(["rerun"])
    }

    #[test]
    fn every_key_is_known_by_its_end() {
        for key in keys() {
            let place = Place { bytes: key.as_bytes(), floor: 0 };
            assert!(ends_like_a_key(place, key.len()), "{key}");
            assert!(has_key(place, key.len(), &[key]), "{key}");
        }
        for other in ["name", "named", "\"id", "kind", "files"] {
            let place = Place { bytes: other.as_bytes(), floor: 0 };
            assert!(!ends_like_a_key(place, other.len()), "{other}");
        }
    }

    proptest! {
        #[test]
        fn l04_a_key_is_its_letters_however_its_words_are_joined(
            parts in prop::collection::vec(prop::sample::select(vec![
                "tool", "Call", "id", "ID", "run", "trace", "wall", "time", "_", "-", " ", "\"", "1", "x",
            ]), 0..8),
            floor in 0..4_usize,
        ) {
            let text = parts.concat();
            // Joints end no key, and nothing behind the floor is of one.
            let floor = floor.min(text.len());
            prop_assume!(!text.ends_with(['_', '-', ' ']));
            let place = Place { bytes: text.as_bytes(), floor };
            let near = text[floor..].to_ascii_lowercase();
            let is_key = |key: &str| {
                (0..near.len()).any(|at| {
                    let (before, rest) = near.split_at(at);
                    let letters: String = rest.chars().filter(|c| !"_- ".contains(*c)).collect();
                    let begins = !rest.starts_with(['_', '-', ' ']);
                    begins && letters == key && !before.ends_with(|c: char| c.is_alphanumeric())
                })
            };
            for key in keys() {
                prop_assert_eq!(has_key(place, text.len(), &[key]), is_key(key), "{} in {:?}", key, text);
            }
        }
    }
}
