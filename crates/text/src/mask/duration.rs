//! Durations (`0.31s`, `1m 2s`, `3 minutes`) and rates (`5 MB/s`).

use super::cursor::{MICRO, MaskCursor, Replacement};
use super::digit_run::DigitRun;
use fusebox_scan::{LetterFilter, WordSet};

const DURATION: &str = "<dur>";

/// Units that always measure time.
static TIME_UNITS: WordSet<24> = WordSet::new(
    "ns us ms s sec secs second seconds min mins minute minutes hr hrs hour hours msec msecs \
     millis millisecond milliseconds microseconds nanoseconds nsec",
);
/// Units that measure time only beside another unit: `512m` is a size.
static AMBIGUOUS_UNITS: WordSet<3> = WordSet::new("m h d");
/// Units of an age, only before "ago": `7 days` is a number that a person chose.
static AGE_UNITS: WordSet<8> = WordSet::new("day days week weeks month months year years");
static RATE_UNITS: WordSet<17> =
    WordSet::new("b kb mb gb kib mib gib bytes kbit mbit it ops req files rows k frames");

/// The units of all sets.
static UNITS: LetterFilter =
    TIME_UNITS.filter.or(&AMBIGUOUS_UNITS.filter).or(&AGE_UNITS.filter).or(&RATE_UNITS.filter);

/// Whether a unit, decimals or thousands may follow these digits.
pub(super) fn fits(digits: &DigitRun) -> bool {
    let [after, next] = digits.after;
    let is_unit = |byte: u8| byte.is_ascii_alphabetic() || MICRO.contains(&byte);
    let followed = match after {
        b' ' => is_unit(next),
        b'.' | b',' => next.is_ascii_digit(),
        _ => is_unit(after),
    };
    followed && !matches!(digits.before()[0], b'.' | b'_')
}

/// The duration or rate whose first digit is at `at`.
pub(super) fn find(p: MaskCursor<'_>, at: usize, digits: &DigitRun) -> Option<Replacement> {
    let number = number_end_from(p, at, at + digits.len);
    let from = number + usize::from(p.at(number) == b' ');
    let may_have = match p.at(from) {
        byte if byte.is_ascii_alphabetic() => UNITS.may_have(p.slice(from, p.letters_end(from))),
        byte => MICRO.contains(&byte),
    };
    if !may_have {
        return None;
    }
    let end = units_end(p, at, number).or_else(|| rate_end(p, number))?;
    Some(Replacement { start: at, end, placeholder: DURATION })
}

/// The end of the duration, or else of the plain number, at `at`. The key before it says that it is
/// one.
pub(super) fn value_end(p: MaskCursor<'_>, at: usize) -> Option<usize> {
    let number = number_end(p, at);
    let plain = if p.is_word_end(number) { number } else { p.digits_end(at) };
    let known = plain > at && p.is_word_end(plain) && p.at(plain) != b':';
    units_end(p, at, number).or(known.then_some(plain))
}

/// The end of the number `12`, `1,234` or `1,234.5` at `at`; `at` if there is none.
fn number_end(p: MaskCursor<'_>, at: usize) -> usize {
    number_end_from(p, at, p.digits_end(at))
}

/// The end of the number whose first digits end at `end`.
fn number_end_from(p: MaskCursor<'_>, at: usize, mut end: usize) -> usize {
    if !matches!(p.at(end), b'.' | b',') {
        return end;
    }
    if end > at && end - at <= 3 {
        while p.at(end) == b',' && p.digits_end(end + 1) == end + 4 {
            end += 4;
        }
    }
    let fraction = p.digits_end(end + 1);
    if end > at && p.at(end) == b'.' && fraction > end + 1 { fraction } else { end }
}

/// The end of one or more numbers with units: `1h 2m 3.4s`.
fn units_end(p: MaskCursor<'_>, at: usize, first: usize) -> Option<usize> {
    let (mut end, sure) = unit_after(p, at, first)?;
    let mut whole = (sure && p.is_word_end(end)).then_some(end);
    loop {
        let next = end + usize::from(p.at(end) == b' ');
        let number = number_end(p, next);
        let Some((further, _)) = unit_after(p, next, number) else { return whole };
        end = further;
        whole = if p.is_word_end(end) { Some(end) } else { whole };
    }
}

/// The end of the unit behind a number, and whether it always measures time.
fn unit_after(p: MaskCursor<'_>, at: usize, number: usize) -> Option<(usize, bool)> {
    if number == at {
        return None;
    }
    let apart = p.at(number) == b' ';
    let from = number + usize::from(apart);
    if p.has(from, "µs".as_bytes()) || p.has(from, "μs".as_bytes()) {
        return Some((from + 3, true));
    }
    if !p.at(from).is_ascii_alphabetic() {
        return None;
    }
    let end = p.end_of(from, u8::is_ascii_alphabetic);
    let unit = p.slice(from, end);
    let known = if unit.len() > 12 {
        None
    } else if TIME_UNITS.has(unit) && (unit.len() > 2 || unit.iter().all(u8::is_ascii_lowercase)) {
        Some(true)
    } else if apart && AGE_UNITS.has(unit) {
        p.has(end, b" ago").then_some(true)
    } else {
        (!apart && matches!(unit, b"m" | b"h" | b"d")).then_some(false)
    };
    Some((end, known?))
}

fn rate_end(p: MaskCursor<'_>, number: usize) -> Option<usize> {
    let from = number + usize::from(p.at(number) == b' ');
    let unit = p.end_of(from, u8::is_ascii_alphabetic);
    if unit == from || unit - from > 6 || !RATE_UNITS.has(p.slice(from, unit)) {
        return None;
    }
    let end = unit + if p.has(unit, b"/sec") { 4 } else { 2 };
    (p.has(unit, b"/s") && p.is_word_end(end)).then_some(end)
}
