//! Values as people read them: times, lengths of time, and text that came from outside.

use fusebox_engine::{Duration, Timestamp};

/// How long ago, in the largest unit that says something: `12 s`, `5 min`, `3 h`, `2 days`.
pub(crate) fn time_ago(at: Timestamp, now: Timestamp) -> String {
    let seconds = now.since(at).0 / 1_000;
    let (n, unit) = match seconds {
        0..=119 => (seconds, "s"),
        120..=7_199 => (seconds / 60, "min"),
        7_200..=172_799 => (seconds / 3_600, "h"),
        _ => (seconds / 86_400, "days"),
    };
    format!("{n} {unit} ago")
}

/// A point in time in UTC: `2026-11-22 01:06:48Z`.
pub(crate) fn utc_time(at: Timestamp) -> String {
    let seconds = at.0 / 1_000;
    let (year, month, day) = date(seconds / 86_400);
    let clock = seconds % 86_400;
    format!(
        "{year:04}-{month:02}-{day:02} {:02}:{:02}:{:02}Z",
        clock / 3_600,
        clock / 60 % 60,
        clock % 60
    )
}

/// The date of a day counted from 1970-01-01, in the Gregorian calendar.
fn date(day: u64) -> (u64, u64, u64) {
    // Counted in eras of 400 years that begin on 1 March of year 0.
    let day = day + 719_468;
    let (era, of_era) = (day / 146_097, day % 146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = era * 400 + year + u64::from(month <= 2);
    (year, month, of_year - (153 * from_march + 2) / 5 + 1)
}

/// A length of time without parts that say nothing: `1h12m`, `45s`.
pub(crate) fn duration(ms: u64) -> String {
    let unit = if ms >= 3_600_000 { 60_000 } else { 1_000 };
    if ms < 1_000 { format!("{ms} ms") } else { Duration(ms / unit * unit).to_string() }
}

/// `1 file`, `2 files`.
pub(crate) fn count<N>(number: N, what: &str) -> String
where
    N: std::fmt::Display + PartialEq + From<u8>,
{
    let s = if number == N::from(1) { "" } else { "s" };
    format!("{number} {what}{s}")
}

/// Text from outside for one line of a terminal: no control characters, at most `chars` long.
pub(crate) fn one_line(text: &str, chars: usize) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let words: Vec<&str> = clean.split_whitespace().collect();
    let whole = words.join(" ");
    if whole.chars().count() <= chars {
        return whole;
    }
    let cut: String = whole.chars().take(chars.saturating_sub(1)).collect();
    format!("{cut}…")
}

/// A session's id as a list shows it: of a UUID the first block, which is enough to name it.
pub(crate) fn short_id(id: &str) -> String {
    let blocks: Vec<usize> = id.split('-').map(str::len).collect();
    match id.split_once('-') {
        Some((first, _)) if blocks == [8, 4, 4, 4, 12] => first.to_owned(),
        _ => one_line(id, 36),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_for_people() {
        assert_eq!(utc_time(Timestamp(0)), "1970-01-01 00:00:00Z");
        assert_eq!(utc_time(Timestamp(951_782_400_000)), "2000-02-29 00:00:00Z");
        assert_eq!(utc_time(Timestamp(1_795_309_608_000)), "2026-11-22 01:06:48Z");
        assert_eq!(time_ago(Timestamp(0), Timestamp(90_000)), "90 s ago");
        assert_eq!(time_ago(Timestamp(0), Timestamp(7_200_000)), "2 h ago");
        assert_eq!(duration(4_320_000), "1h12m");
        assert_eq!(duration(999), "999 ms");
    }

    #[test]
    fn a_session_is_named_by_what_tells_it_apart() {
        assert_eq!(short_id("9f3c2a10-aaaa-bbbb-cccc-000000000001"), "9f3c2a10");
        assert_eq!(short_id("nightly-run-12"), "nightly-run-12");
    }

    #[test]
    fn text_from_outside_cannot_move_the_cursor() {
        assert_eq!(one_line("a\u{1b}[2J\tb\nc", 20), "a [2J b c");
        assert_eq!(one_line("abcdef", 4), "abc…");
    }
}
