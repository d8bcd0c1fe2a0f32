//! Durations (`0.31s`, `1m 2s`, `3 minutes`) and rates (`5 MB/s`).

use super::digits::Digits;
use super::place::{Found, Letters, MICRO, Place, Words};

const DURATION: &str = "<dur>";

/// Units that are nothing but time.
static SURE: Words = Words::new(&[
    "ns",
    "us",
    "ms",
    "s",
    "sec",
    "secs",
    "second",
    "seconds",
    "min",
    "mins",
    "minute",
    "minutes",
    "hr",
    "hrs",
    "hour",
    "hours",
    "msec",
    "msecs",
    "millis",
    "millisecond",
    "milliseconds",
    "microseconds",
    "nanoseconds",
    "nsec",
]);
/// Units that are time only beside another one: `512m` is a size.
const BESIDE: [&str; 3] = ["m", "h", "d"];
/// Units that are an age only before "ago": `7 days` is a number someone chose.
static AGES: Words =
    Words::new(&["day", "days", "week", "weeks", "month", "months", "year", "years"]);
static COUNTED: Words = Words::new(&[
    "b", "kb", "mb", "gb", "kib", "mib", "gib", "bytes", "kbit", "mbit", "it", "ops", "req",
    "files", "rows", "k", "frames",
]);

/// All of them.
static UNITS: Letters = Letters::of(&[SURE.list, &BESIDE, AGES.list, COUNTED.list]);

/// Whether a unit, a decimal or thousands can follow these digits.
pub(super) fn fits(digits: &Digits) -> bool {
    let [after, next] = digits.after;
    let is_unit = |byte: u8| byte.is_ascii_alphabetic() || MICRO.contains(&byte);
    let followed = match after {
        b' ' => is_unit(next),
        b'.' | b',' => next.is_ascii_digit(),
        _ => is_unit(after),
    };
    followed && !matches!(digits.before()[0], b'.' | b'_')
}

/// A duration or rate whose first digit is at `at`.
pub(super) fn find(p: Place<'_>, at: usize, digits: &Digits) -> Option<Found> {
    let number = number_from(p, at, at + digits.len);
    let from = number + usize::from(p.at(number) == b' ');
    let may_have = match p.at(from) {
        byte if byte.is_ascii_alphabetic() => UNITS.may_have(p.slice(from, p.letters(from))),
        byte => MICRO.contains(&byte),
    };
    if !may_have {
        return None;
    }
    let end = chain(p, at, number).or_else(|| rate(p, number))?;
    Some(Found { start: at, end, with: DURATION })
}

/// The duration, or else the plain number, at `at`: for a key that says it is one.
pub(super) fn value(p: Place<'_>, at: usize) -> Option<usize> {
    let number = number(p, at);
    let plain = if p.ends(number) { number } else { p.digits(at) };
    let known = plain > at && p.ends(plain) && p.at(plain) != b':';
    chain(p, at, number).or(known.then_some(plain))
}

/// The end of `12`, `1,234` or `1,234.5` at `at`; `at` if there is no number.
fn number(p: Place<'_>, at: usize) -> usize {
    number_from(p, at, p.digits(at))
}

/// The same where its first digits end at `end`.
fn number_from(p: Place<'_>, at: usize, mut end: usize) -> usize {
    if !matches!(p.at(end), b'.' | b',') {
        return end;
    }
    if end > at && end - at <= 3 {
        while p.at(end) == b',' && p.digits(end + 1) == end + 4 {
            end += 4;
        }
    }
    let fraction = p.digits(end + 1);
    if end > at && p.at(end) == b'.' && fraction > end + 1 { fraction } else { end }
}

/// One or more numbers with units: `1h 2m 3.4s`.
fn chain(p: Place<'_>, at: usize, first: usize) -> Option<usize> {
    let (mut end, sure) = part(p, at, first)?;
    let mut whole = (sure && p.ends(end)).then_some(end);
    loop {
        let next = end + usize::from(p.at(end) == b' ');
        let number = number(p, next);
        let Some((further, _)) = part(p, next, number) else { return whole };
        end = further;
        whole = if p.ends(end) { Some(end) } else { whole };
    }
}

/// A number's unit: where it ends, and whether it is surely a unit of time.
fn part(p: Place<'_>, at: usize, number: usize) -> Option<(usize, bool)> {
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
    let end = p.skip(from, u8::is_ascii_alphabetic);
    let unit = p.slice(from, end);
    let known = if unit.len() > 12 {
        None
    } else if SURE.has(unit) && (unit.len() > 2 || unit.iter().all(u8::is_ascii_lowercase)) {
        Some(true)
    } else if apart && AGES.has(unit) {
        p.has(end, b" ago").then_some(true)
    } else {
        (!apart && BESIDE.iter().any(|b| b.as_bytes() == unit)).then_some(false)
    };
    Some((end, known?))
}

fn rate(p: Place<'_>, number: usize) -> Option<usize> {
    let from = number + usize::from(p.at(number) == b' ');
    let unit = p.skip(from, u8::is_ascii_alphabetic);
    if unit == from || unit - from > 6 || !COUNTED.has(p.slice(from, unit)) {
        return None;
    }
    let end = unit + if p.has(unit, b"/sec") { 4 } else { 2 };
    (p.has(unit, b"/s") && p.ends(end)).then_some(end)
}
