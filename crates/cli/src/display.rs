//! Values as people read them: times, sizes, and text that came from outside.

use std::path::Path;
use std::sync::OnceLock;

use fusebox_engine::Timestamp;
use fusebox_runtime::clock;
use jiff::Zoned;
use jiff::tz::TimeZone;
use textwrap::core::display_width;
use textwrap::{Options, WordSeparator, WordSplitter};

use crate::Context;

/// How long ago, in the largest unit with at least two of it: `12 s ago`, `5 min ago`, `3 h ago`.
pub(crate) fn time_ago(at: Timestamp) -> String {
    format!("{} ago", age(at))
}

/// The same without a word, for narrow columns: `12 s`, `5 min`, `3 h`.
pub(crate) fn age(at: Timestamp) -> String {
    time_between(at, clock::now())
}

fn time_between(at: Timestamp, now: Timestamp) -> String {
    rough_duration(now.since(at).0)
}

/// A length of time in the largest unit with at least two of it, for narrow columns: `12 s`, `5 min`, `3 h`.
pub(crate) fn rough_duration(ms: u64) -> String {
    let seconds = ms / 1_000;
    let (n, unit) = match seconds {
        0..=119 => (seconds, "s"),
        120..=7_199 => (seconds / 60, "min"),
        7_200..=172_799 => (seconds / 3_600, "h"),
        _ => (seconds / 86_400, "days"),
    };
    format!("{n} {unit}")
}

/// The zone in which times are shown.
static ZONE: OnceLock<TimeZone> = OnceLock::new();

/// Shows times in UTC from now on, and not in the machine's zone.
pub(crate) fn use_utc() {
    // Set once, before anything is shown.
    ZONE.get_or_init(|| TimeZone::UTC);
}

/// The zone in which times are shown.
pub(crate) fn zone() -> &'static TimeZone {
    ZONE.get_or_init(TimeZone::system)
}

/// A point in time in the zone of this machine. The last representable one where it is later.
fn zoned(at: Timestamp) -> Zoned {
    let ms = i64::try_from(at.0).unwrap_or(i64::MAX);
    let time = jiff::Timestamp::from_millisecond(ms).unwrap_or(jiff::Timestamp::MAX);
    time.to_zoned(zone().clone())
}

/// A point in time: `2026-11-22 01:06:48 CET`.
pub(crate) fn time(at: Timestamp) -> String {
    zoned(at).strftime("%F %T %Z").to_string()
}

/// A point in time, and how long ago it was.
pub(crate) fn time_and_ago(at: Timestamp) -> String {
    format!("{} ({})", time(at), time_ago(at))
}

/// The time of day to the second, with month and day where it is another day: for narrow columns.
pub(crate) fn short_time(at: Timestamp) -> String {
    let (then, today) = (zoned(at), zoned(clock::now()).date());
    let form = if then.date() == today { "%T" } else { "%m-%d %T" };
    then.strftime(form).to_string()
}

/// The time of day, with the day where it is another, and how long ago that was.
pub(crate) fn clock_and_ago(at: Timestamp) -> String {
    format!("{}, {}", clock_time(at), time_ago(at))
}

/// The time of day, with the day where it is another: `14:03 CET`.
pub(crate) fn clock_time(at: Timestamp) -> String {
    let (then, today) = (zoned(at), zoned(clock::now()).date());
    let form = if then.date() == today { "%R %Z" } else { "%F %R %Z" };
    then.strftime(form).to_string()
}

/// A large number in thousands or millions: `412 K`, `1.2 M`.
pub(crate) fn thousands(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        1_000..1_000_000 => format!("{} K", number / 1_000),
        _ => format!("{}.{} M", number / 1_000_000, number % 1_000_000 / 100_000),
    }
}

/// A length of time in its two largest units at most: `3 days`, `1 h 12 min`, `12 min`, `45 s`, `999 ms`.
pub(crate) fn duration(ms: u64) -> String {
    const UNITS: [(u64, &str); 5] =
        [(86_400_000, "days"), (3_600_000, "h"), (60_000, "min"), (1_000, "s"), (1, "ms")];
    let at = UNITS.iter().position(|(unit, _)| ms >= *unit).unwrap_or(UNITS.len() - 1);
    let (unit, name) = UNITS[at];
    let first = match (ms / unit, name) {
        (1, "days") => "1 day".to_owned(),
        (n, name) => format!("{n} {name}"),
    };
    match UNITS.get(at + 1).map(|(smaller, name)| (ms % unit / smaller, *name)) {
        None | Some((0, _) | (_, "ms")) => first,
        Some((n, name)) => format!("{first} {n} {name}"),
    }
}

/// A number of bytes in a decimal unit that keeps at least two digits: `512 B`, `3.1 kB`, `42 MB`.
pub(crate) fn bytes(bytes: u64) -> String {
    let (unit, name) = match bytes {
        0..1_000 => return format!("{bytes} B"),
        1_000..1_000_000 => (1_000, "kB"),
        1_000_000..1_000_000_000 => (1_000_000, "MB"),
        _ => (1_000_000_000, "GB"),
    };
    let (whole, tenth) = (bytes / unit, bytes % unit * 10 / unit);
    if whole < 10 { format!("{whole}.{tenth} {name}") } else { format!("{whole} {name}") }
}

/// A count with its noun: `1 file`, `2 files`.
pub(crate) fn count<N>(number: N, noun: &str) -> String
where
    N: std::fmt::Display + PartialEq + From<u8>,
{
    let s = if number == N::from(1) { "" } else { "s" };
    format!("{number} {noun}{s}")
}

/// The first `most` items in one line, and how many more there are.
pub(crate) fn first_items(items: &[String], most: usize) -> String {
    let (first, rest) = items.split_at(items.len().min(most));
    let more = if rest.is_empty() { String::new() } else { format!(" and {} more", rest.len()) };
    format!("{}{more}", first.join(", "))
}

/// Text from outside for one line of a terminal: no control characters, at most `columns` wide.
pub(crate) fn one_line(text: &str, columns: usize) -> String {
    let clean: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let words: Vec<&str> = clean.split_whitespace().collect();
    let whole = words.join(" ");
    if display_width(&whole) <= columns {
        return whole;
    }
    let mut cut = String::new();
    for c in whole.chars() {
        cut.push(c);
        if display_width(&cut) >= columns {
            cut.pop();
            break;
        }
    }
    format!("{cut}…")
}

/// The lines of `text`, at most `width` columns wide where a space allows it. What is left of a
/// line continues below its beginning.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let wrap_line = |line: &str| {
        let rest = line.trim_start_matches(' ');
        wrap_after(&line[..line.len() - rest.len()], rest, width)
    };
    text.lines().flat_map(wrap_line).collect()
}

/// The lines of `text` after `indent`, at most `width` columns wide where a space allows it.
pub(crate) fn wrap_after(indent: &str, text: &str, width: usize) -> Vec<String> {
    let lines = textwrap::wrap(text, wrap_options(indent, width).break_words(false));
    lines.iter().map(|line| format!("{indent}{line}")).collect()
}

/// Like [`wrap_after`], for a sentence in which nothing is to be copied: a word that is wider than a line is broken.
pub(crate) fn wrap_prose(indent: &str, text: &str, width: usize) -> Vec<String> {
    let lines = textwrap::wrap(text, wrap_options(indent, width).break_words(true));
    lines.iter().map(|line| format!("{indent}{line}")).collect()
}

fn wrap_options(indent: &str, width: usize) -> Options<'static> {
    Options::new(width.saturating_sub(indent.len()))
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation)
}

/// A folder as a person writes it: from `~` on where it is theirs.
pub(crate) fn folder(path: &str, context: &Context) -> String {
    let home = context.environment.home.as_ref();
    match home.and_then(|home| Path::new(path).strip_prefix(home).ok()) {
        Some(inside) if inside.as_os_str().is_empty() => "~".to_owned(),
        Some(inside) => format!("~/{}", inside.display()),
        None => path.to_owned(),
    }
}

/// The end of a name that is wider than `columns`: there names differ.
pub(crate) fn ending(name: &str, columns: usize) -> String {
    if display_width(name) <= columns {
        return name.to_owned();
    }
    let fits = |rest: &&str| display_width(rest) < columns;
    let ends = name.char_indices().map(|(at, _)| &name[at..]);
    format!("…{}", ends.into_iter().find(fits).unwrap_or_default())
}

/// A name that is wider than `columns` without its middle: names differ at both ends.
pub(crate) fn shortened(name: &str, columns: usize) -> String {
    if display_width(name) <= columns {
        return name.to_owned();
    }
    let room = columns.saturating_sub(1);
    let mut start = name.char_indices().map(|(at, c)| &name[..at + c.len_utf8()]);
    let start = start.by_ref().take_while(|start| display_width(start) <= room / 2).last();
    let start = start.unwrap_or_default();
    let end = ending(&name[start.len()..], columns.saturating_sub(display_width(start)));
    format!("{start}{end}")
}

/// The name of a folder that a session works in.
pub(crate) fn project(folder: Option<&str>) -> &str {
    folder.and_then(|folder| folder.trim_end_matches('/').rsplit('/').next()).unwrap_or("-")
}

/// A session id as lists show it. A UUID is cut to its first block, which is enough to name it.
pub(crate) fn short_id(id: &str) -> String {
    let blocks: Vec<usize> = id.split('-').map(str::len).collect();
    match id.split_once('-') {
        Some((first, _)) if blocks == [8, 4, 4, 4, 12] => first.to_owned(),
        _ => one_line(id, 36),
    }
}

/// An id or a path as one word of a shell: quoted where the shell would read it differently.
pub(crate) fn shell_word(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./#:@+".contains(c);
    if text.chars().all(plain) && !text.starts_with('#') {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', r"'\''"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_are_written_for_people() {
        use_utc();
        assert_eq!(time(Timestamp(0)), "1970-01-01 00:00:00 UTC");
        assert_eq!(time(Timestamp(951_782_400_000)), "2000-02-29 00:00:00 UTC");
        assert_eq!(time(Timestamp(1_795_309_608_000)), "2026-11-22 01:06:48 UTC");
        assert_eq!(thousands(412_345), "412 K");
        assert_eq!(thousands(1_250_000), "1.2 M");
        assert_eq!(time_between(Timestamp(0), Timestamp(90_000)), "90 s");
        assert_eq!(time_between(Timestamp(0), Timestamp(7_200_000)), "2 h");
        assert_eq!(duration(4_320_000), "1 h 12 min");
        assert_eq!(duration(4_325_500), "1 h 12 min");
        assert_eq!(duration(725_900), "12 min 5 s");
        assert_eq!(duration(720_000), "12 min");
        assert_eq!(duration(45_900), "45 s");
        assert_eq!(duration(86_400_000), "1 day");
        assert_eq!(duration(180_000_000), "2 days 2 h");
        assert_eq!((duration(999), duration(0)), ("999 ms".into(), "0 ms".into()));
        assert_eq!(bytes(512), "512 B");
        assert_eq!(bytes(3_172), "3.1 kB");
        assert_eq!(bytes(12_345_678_901), "12 GB");
    }

    #[test]
    fn ids_are_short_and_safe_to_paste() {
        assert_eq!(short_id("9f3c2a10-aaaa-bbbb-cccc-000000000001"), "9f3c2a10");
        assert_eq!(short_id("nightly-run-12"), "nightly-run-12");
        assert_eq!(shell_word("cart/totals-4"), "cart/totals-4");
        assert_eq!(shell_word("it's 4"), r"'it'\''s 4'");
        assert_eq!(shell_word("#4"), "'#4'");
        assert_eq!(shell_word("/opt/fusebox"), "/opt/fusebox");
        assert_eq!(shell_word("/my tools/fusebox"), "'/my tools/fusebox'");
        assert_eq!((ending("abcdef", 4), ending("abcd", 4)), ("…def".into(), "abcd".into()));
        assert_eq!(
            (ending("修复测试", 8), ending("修复测试", 7)),
            ("修复测试".into(), "…复测试".into())
        );
        assert_eq!((ending("修复测试", 6), ending("a🚀", 2)), ("…测试".into(), "…".into()));
        for (name, columns, expected) in [
            ("orders", 6, "orders"),
            ("orders-service", 8, "ord…vice"),
            ("出荷管理システム-注文-サービス", 12, "出荷…ービス"),
            ("出荷管理システム-注文-サービス", 8, "出…ビス"),
            ("🚀🚀", 3, "…🚀"),
        ] {
            assert_eq!(shortened(name, columns), expected);
        }
    }

    #[test]
    fn text_from_outside_cannot_move_the_cursor() {
        assert_eq!(one_line("a\u{1b}[2J\tb\nc", 20), "a [2J b c");
        assert_eq!(one_line("abcdef", 4), "abc…");
        assert_eq!(one_line("修复测试失败", 7), "修复测…");
        assert_eq!(one_line("ab🚀c", 5), "ab🚀c");
        assert_eq!(one_line("ab🚀cd", 4), "ab…");
    }

    #[test]
    fn wrapped_lines_fit_and_keep_their_indent() {
        for (text, expected) in [
            ("", &[][..]),
            ("one two", &["one two"]),
            ("one two three four", &["one two", "three four"]),
            ("  one two three", &["  one two", "  three"]),
            ("a-word-that-is-too-long b", &["a-word-that-is-too-long", "b"]),
            ("a\n\nb", &["a", "", "b"]),
            ("  \u{1b}[2mone two\u{1b}[0m", &["  \u{1b}[2mone two\u{1b}[0m"]),
        ] {
            assert_eq!(wrap(text, 10), expected, "{text:?}");
        }
        assert_eq!(wrap_after("  ", "one two three", 9), ["  one two", "  three"]);
        assert_eq!(wrap_after("  ", "extraordinary a", 6), ["  extraordinary", "  a"]);
        assert_eq!(wrap_after("> ", "", 6), ["> "]);
        assert_eq!(
            wrap_prose("  ", "a extraordinary b", 8),
            ["  a", "  extrao", "  rdinar", "  y b"]
        );
    }
}
