//! Finds dates, times of day and timestamps, in the forms that logs and tools write.

use super::cursor::{MaskCursor, Replacement, is_word_byte};
use super::digit_run::DigitRun;
use fusebox_scan::WordSet;

const TIME: &str = "<time>";

static MONTHS: WordSet<24> = WordSet::new(
    "jan feb mar apr may jun jul aug sep oct nov dec january february march april june july \
     august september sept october november december",
);
static DAYS: WordSet<14> = WordSet::new(
    "mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday",
);
static HALVES: WordSet<2> = WordSet::new("am pm");
static ZONES: WordSet<15> =
    WordSet::new("utc gmt cet cest est edt cst cdt mst mdt pst pdt bst ist jst");

/// Whether a date or time may begin with these digits.
pub(super) fn fits(digits: &DigitRun) -> bool {
    let [after, next] = digits.after;
    match digits.len {
        1 | 2 => {
            after == b':' && next.is_ascii_digit()
                || after == b'/' && next.is_ascii_alphanumeric()
                || matches!(after, b' ' | b'-') && next.is_ascii_alphabetic()
                || digits.before()[0] == b' ' && MONTH_ENDS.contains(&digits.word())
        }
        4 => matches!(after, b'-' | b'/'),
        8 => matches!(after, b'T' | b'-' | b'_'),
        10 | 13 | 16 | 19 => true,
        _ => false,
    }
}

/// The last two letters of each month, the last one first.
static MONTH_ENDS: [[u8; 2]; 24] = {
    let (mut ends, mut month) = ([[0; 2]; 24], 0);
    while month < ends.len() {
        let name = MONTHS.words[month];
        ends[month] = [name[name.len() - 1], name[name.len() - 2]];
        month += 1;
    }
    ends
};

/// The date or time whose first digit is at `at`. It may start with a month or weekday before it.
pub(super) fn find(p: MaskCursor<'_>, at: usize, digits: &DigitRun) -> Option<Replacement> {
    let (start, end) = match digits.len {
        1 | 2 => day_after_month(p, at)
            .or_else(|| day_before_month(p, at))
            .or_else(|| Some((at, slashed_date(p, at)?)))
            .or_else(|| Some((at, standalone_time(p, at)?)))?,
        4 => (at, iso_date_time(p, at)?),
        8 => (at, compact_date_time(p, at)?),
        10 | 13 | 16 | 19 => (at, epoch_timestamp(p, at)?),
        _ => return None,
    };
    p.is_word_end(end).then_some(Replacement { start, end, placeholder: TIME })
}

/// The end of `2026-11-22` or `2026/11/22`, with a time after `T`, a space or `_`.
fn iso_date_time(p: MaskCursor<'_>, at: usize) -> Option<usize> {
    let sep = p.at(at + 4);
    if !matches!(sep, b'-' | b'/') || p.at(at + 7) != sep || !is_year(p, at) {
        return None;
    }
    is_month_and_day(p.two_digits(at + 5)?, p.two_digits(at + 8)?).then_some(())?;
    let date = at + 10;
    let time = match p.at(date) {
        b'T' | b't' => time_with_any_separator(p, date + 1),
        b' ' | b'_' => time_of_day(p, date + 1, b':').map(|t| t.end),
        _ => None,
    };
    Some(time.map(|end| zone_end(p, end)).filter(|end| may_end_time(p, *end)).unwrap_or(date))
}

fn time_with_any_separator(p: MaskCursor<'_>, at: usize) -> Option<usize> {
    b":_-".iter().find_map(|sep| time_of_day(p, at, *sep)).map(|t| t.end)
}

/// The end of `20261122T010203Z` or `20261122-010203`.
fn compact_date_time(p: MaskCursor<'_>, at: usize) -> Option<usize> {
    let known = is_year(p, at)
        && is_month_and_day(p.two_digits(at + 4)?, p.two_digits(at + 6)?)
        && matches!(p.at(at + 8), b'T' | b'-' | b'_')
        && p.digits_end(at + 9) == at + 15;
    (known && p.two_digits(at + 9)? < 24 && p.two_digits(at + 11)? < 60)
        .then(|| zone_end(p, at + 15))
}

/// The end of a number of seconds, milli-, micro- or nanoseconds since 1970, from 2014 to 2033. A
/// gibibyte is outside of that range.
fn epoch_timestamp(p: MaskCursor<'_>, at: usize) -> Option<usize> {
    if p.at(at) != b'1' || p.at(at + 1) < b'4' || p.before(at) == b'.' {
        return None;
    }
    let end = p.digits_end(at);
    let fraction = p.digits_end(end + 1);
    let has_fraction = p.at(end) == b'.' && fraction > end + 1 && p.is_word_end(fraction);
    Some(if has_fraction { fraction } else { end })
}

/// The range of `Sun Nov 22 01:06:48 UTC 2026`, `Nov 22 01:06` or `Nov 22, 2026`, where the digits
/// are the day.
fn day_after_month(p: MaskCursor<'_>, at: usize) -> Option<(usize, usize)> {
    let spaces = p.take_before(at, 2, |b| *b == b' ').len();
    let month = p.letters_before(at - spaces);
    let month_at = at - spaces - month.len();
    if spaces == 0 || !MONTHS.has(month) || is_word_byte(p.before(month_at)) {
        return None;
    }
    let start = weekday_before(p, month_at);
    let day = p.digits_end(at);
    let year = match (p.at(day), p.at(day + 1)) {
        (b',' | b' ', b' ') => year_end(p, day + 2),
        _ => year_end(p, day + 1),
    };
    let time =
        time_after_date(p, year.unwrap_or(day)).filter(|_| year.is_some() || p.at(day) == b' ');
    let end = match (time, year) {
        (Some(time), None) if p.at(time) == b' ' => {
            year_end(p, time + 1).map_or(time, |year| zone_end(p, year))
        }
        (Some(time), _) => time,
        (None, Some(year)) => year,
        (None, None) if start < month_at => day,
        (None, None) => return None,
    };
    Some((start, end))
}

/// The range of `Sun, 22 Nov 2026 01:06:48 GMT`, `22-Nov-2026` or `22/Nov/2026:01:06:48 +0000`.
fn day_before_month(p: MaskCursor<'_>, at: usize) -> Option<(usize, usize)> {
    let day = p.digits_end(at);
    let sep = p.at(day);
    if !matches!(sep, b' ' | b'-' | b'/') || !p.at(day + 1).is_ascii_alphabetic() {
        return None;
    }
    let month = p.end_of(day + 1, u8::is_ascii_alphabetic);
    let known = month - day <= 16 && MONTHS.has(p.slice(day + 1, month)) && p.at(month) == sep;
    if !known {
        return None;
    }
    let year = year_end(p, month + 1)?;
    Some((weekday_before(p, at), time_after_date(p, year).unwrap_or(year)))
}

/// The end of `11/22/2026`, with a time after it.
fn slashed_date(p: MaskCursor<'_>, at: usize) -> Option<usize> {
    let first = p.digits_end(at);
    if p.at(first) != b'/' {
        return None;
    }
    let second = p.digits_end(first + 1);
    let known = p.at(second) == b'/' && matches!(second - first, 2 | 3);
    let year = year_end(p, second + 1).filter(|_| known && p.before(at) != b'/')?;
    Some(time_after_date(p, year).unwrap_or(year))
}

/// The end of a time without a date: it has seconds, or another sign that it is a time.
fn standalone_time(p: MaskCursor<'_>, at: usize) -> Option<usize> {
    let before = p.before(at);
    if matches!(before, b':' | b'.') || is_word_byte(before) {
        return None;
    }
    let time = time_of_day(p, at, b':')?;
    let end = zone_end(p, time.end);
    let in_brackets = time.end == at + 5
        && matches!((before, p.at(time.end)), (b'[', b']' | b'<') | (b'<', b',' | b']'));
    if p.has(time.end, b" min") && p.is_word_end(time.end + 4) {
        Some(time.end + 4)
    } else {
        (may_end_time(p, end) && (time.seconds || in_brackets || end > time.end)).then_some(end)
    }
}

/// The end of the time, with its zone, behind a date with the name of a month.
fn time_after_date(p: MaskCursor<'_>, date: usize) -> Option<usize> {
    let at = match (p.at(date), p.at(date + 1)) {
        (b',', b' ') => date + 2,
        (b' ' | b':' | b',', _) => date + 1,
        _ => return None,
    };
    let time = time_of_day(p, at, b':')?;
    Some(zone_end(p, time.end)).filter(|end| may_end_time(p, *end))
}

/// Whether a time may end here: neither digits nor a placeholder follow after a colon.
fn may_end_time(p: MaskCursor<'_>, end: usize) -> bool {
    let next = p.at(end + 1);
    p.is_word_end(end) && !(p.at(end) == b':' && (next.is_ascii_alphanumeric() || next == b'<'))
}

#[derive(Clone, Copy)]
struct TimeOfDay {
    end: usize,
    seconds: bool,
}

/// The time of day at `at`: `1:02`, `01:02:03`, `01:02:03.123`, `01:02:03,123`.
fn time_of_day(p: MaskCursor<'_>, at: usize, sep: u8) -> Option<TimeOfDay> {
    let hour = p.digits_end(at);
    let sixty = |i| p.two_digits(i).is_some_and(|n| n <= 60) && !p.at(i + 2).is_ascii_digit();
    if !matches!(hour - at, 1 | 2) || p.at(hour) != sep || !sixty(hour + 1) {
        return None;
    }
    let minutes = hour + 3;
    if p.at(minutes) != sep || !sixty(minutes + 1) {
        return Some(TimeOfDay { end: minutes, seconds: false });
    }
    let end = minutes + 3;
    let fraction = p.digits_end(end + 1);
    let has_fraction = (matches!(p.at(end), b'.' | b',') || p.at(end) == sep && sep != b':')
        && (end + 2..=end + 10).contains(&fraction)
        && may_end_time(p, zone_end(p, fraction));
    Some(TimeOfDay { end: if has_fraction { fraction } else { end }, seconds: true })
}

/// The end of the zone (or AM, PM) behind a time; the end of the time if there is none.
fn zone_end(p: MaskCursor<'_>, time: usize) -> usize {
    if matches!(p.at(time), b'Z' | b'z') && p.is_word_end(time + 1) {
        return time + 1;
    }
    let at = time + usize::from(p.at(time) == b' ');
    if matches!(p.at(at), b'+' | b'-') {
        let hours = p.digits_end(at + 1);
        let minutes = if p.at(hours) == b':' { p.digits_end(hours + 1) } else { hours };
        let known = match hours - at {
            3 => minutes == hours + 3 || minutes == hours && at == time,
            5 => minutes == hours,
            _ => false,
        };
        let ends = p.is_word_end(minutes) && p.at(minutes) != b':';
        return if known && ends { minutes } else { time };
    }
    let word = p.end_of(at, u8::is_ascii_alphabetic);
    let known = word - at <= 4 && p.is_word_end(word);
    match p.slice(at, word) {
        half if known && HALVES.has(half) => word,
        name if known && at > time && ZONES.has(name) => word,
        _ => time,
    }
}

fn weekday_before(p: MaskCursor<'_>, at: usize) -> usize {
    let gap = p.take_before(at, 2, |b| matches!(b, b' ' | b',')).len();
    let day = p.letters_before(at - gap);
    let start = at - gap - day.len();
    if gap > 0 && DAYS.has(day) && !is_word_byte(p.before(start)) { start } else { at }
}

fn is_year(p: MaskCursor<'_>, at: usize) -> bool {
    matches!(p.two_digits(at), Some(19..=21))
}

fn year_end(p: MaskCursor<'_>, at: usize) -> Option<usize> {
    (is_year(p, at) && p.digits_end(at) == at + 4).then_some(at + 4)
}

fn is_month_and_day(month: u8, day: u8) -> bool {
    (1..=12).contains(&month) && (1..=31).contains(&day)
}
