//! Recognises answers that say that what was asked about has ended, or is not there.

use std::borrow::Cow;

/// A longer answer tells of more than one thing, in bytes.
const MAX_BYTES: usize = 600;
/// States that nothing leaves by itself, lower-cased.
const ENDED: [&str; 9] = [
    "failed",
    "failure",
    "killed",
    "cancelled",
    "canceled",
    "aborted",
    "exited",
    "terminated",
    "dead",
];
/// States that go on to another: something is under way still.
const UNDER_WAY: [&str; 33] = [
    "running",
    "pending",
    "inprogress",
    "queued",
    "waiting",
    "starting",
    "creating",
    "scheduled",
    "active",
    "activating",
    "initializing",
    "building",
    "deploying",
    "restarting",
    "restart",
    "retry",
    "retrying",
    "backoff",
    "crashloopbackoff",
    "up",
    "issuing",
    "syncing",
    "containercreating",
    "downloading",
    "init",
    "podinitializing",
    "printing",
    "processing",
    "progressing",
    "provisioning",
    "rebuilding",
    "requested",
    "uploading",
];
/// What a column of names is called, at the left of a table, lower-cased.
const NAME_COLUMNS: [&str; 10] =
    ["container", "id", "job", "jobid", "name", "namespace", "pid", "pod", "run", "task"];
/// How the first line says that there is no such thing or that nobody works on it, lower-cased.
const ABSENT: [&str; 7] = [
    "could not find any",
    "has no active members",
    "couldn't find",
    "does not exist",
    "doesn't exist",
    "invalid job id",
    "unknown job",
];

/// Whether the answer says that what was asked about has ended, or that there is no such thing. One that counts
/// (`failed: 0`) or that names something under way does not.
pub fn tells_end(body: &str) -> bool {
    let body = body.trim();
    if body.len() > MAX_BYTES {
        return false;
    }
    let said = body.to_ascii_lowercase();
    let has_ended = is_absent(&said)
        || rows_of_names(&said).map_or_else(
            || words(&said).any(|(at, word)| is_end(&said[..at], word, &said[at + word.len()..])),
            |rows| rows.iter().all(|row| words(row).any(|(_, word)| ENDED.contains(&word))),
        );
    let goes_on = || {
        said.contains("in_progress")
            || said.contains("in progress")
            || words(&said).any(|(at, word)| is_under_way(word, &said[at + word.len()..]))
            || tells_part(&said)
    };
    has_ended && !goes_on()
}

/// Whether a word tells that what it speaks of goes on, with what stands behind it.
fn is_under_way(word: &str, behind: &str) -> bool {
    match word {
        // The name of the field in which `systemctl` tells the state, and those that a group has none of.
        "active" => !behind.starts_with(':') && !behind.starts_with(" members"),
        // A value of its own: `"open"`, `open  `, not `open files`.
        "open" => behind.is_empty() || behind.starts_with(['"', '\'', '\n', '\t', ',', '|']),
        _ => UNDER_WAY.contains(&word),
    }
}

/// Whether a word tells that what it speaks of has ended, with what stands before and behind it.
fn is_end(before: &str, word: &str, behind: &str) -> bool {
    // `Failed to connect`: what asks did not get that far.
    ENDED.contains(&word)
        && !behind.starts_with(" to ")
        && !ends_with_count(before)
        && !begins_with_count(word, behind)
}

/// The rows of a table that has a name at the left of each: a number there says which, and one in another column
/// counts something else.
fn rows_of_names(text: &str) -> Option<Vec<&str>> {
    let mut lines = text.lines().filter(|line| line.contains(|sign: char| sign.is_alphanumeric()));
    let mut titles = lines.next()?.split_whitespace();
    let is_table = NAME_COLUMNS.contains(&titles.next()?) && titles.next().is_some();
    is_table.then(|| lines.collect()).filter(|rows: &Vec<&str>| !rows.is_empty())
}

/// Whether the text tells how much of the whole is done, and it is neither nothing nor all: `45%`.
fn tells_part(text: &str) -> bool {
    let mut parts = text.split('%');
    parts.next_back();
    parts.any(|before| {
        let is_of_number = |sign: char| sign.is_ascii_digit() || sign == '.';
        let number = &before[before.trim_end_matches(is_of_number).len()..];
        number.parse().is_ok_and(|percent: f64| percent > 0.0 && percent < 100.0)
    })
}

/// Whether the first line of a lower-cased answer says that there is no such thing.
fn is_absent(said: &str) -> bool {
    let first = said.lines().next().unwrap_or_default();
    ABSENT.iter().any(|words| first.contains(words))
}

/// What an answer about something that has ended says beside how long ago: `Failed 0/1 7m 7m`, `Exited (1) 3 hours ago`.
/// Of one about what is not there, only that it is not: how much others have written meanwhile changes nothing of it.
pub fn without_ages(body: &str) -> String {
    let body = body.trim();
    let first = body.lines().next().unwrap_or_default();
    let body = if is_absent(&first.to_ascii_lowercase()) { first } else { body };
    let mut kept: Vec<&str> = Vec::new();
    for word in body.split_whitespace() {
        if is_unit(word) {
            kept.pop();
        } else if !is_age(word.trim_matches(['(', ')', ','])) {
            kept.push(word);
        }
    }
    kept.join(" ")
}

/// States in which something is replaced or tried again and again, as they stand in a table.
const NEVER_STARTS: [&str; 8] = [
    "CrashLoopBackOff",
    "ErrImagePull",
    "ImagePullBackOff",
    "InvalidImageName",
    "CreateContainerConfigError",
    "CreateContainerError",
    "RunContainerError",
    "OOMKilled",
];

/// An answer without what is new each time of things that do not start: which one of many alike it is
/// (`web-7d9c5b-xkr0t`), how often it was tried, and how long ago.
pub fn without_replacements(body: &str) -> Cow<'_, str> {
    let starts_never =
        |line: &str| line.split_whitespace().any(|word| NEVER_STARTS.contains(&word));
    if body.len() > MAX_BYTES || !NEVER_STARTS.iter().any(|state| body.contains(state)) {
        return Cow::Borrowed(body);
    }
    let plain = |line: &str| -> String {
        if !starts_never(line) {
            return line.to_owned();
        }
        let words = line.split_whitespace().enumerate();
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        let kept = words.filter(|(_, word)| {
            let word = word.trim_matches(['(', ')', ',']);
            !is_number(word) && !is_age(word) && word != "ago"
        });
        let named = kept.map(|(at, word)| if at < 2 { without_made_end(word) } else { word });
        named.collect::<Vec<_>>().join(" ")
    };
    Cow::Owned(body.lines().map(plain).collect::<Vec<_>>().join("\n"))
}

/// A name without the parts at its end that a cluster makes: `web-7d9c5b-xkr0t`, `web-6c9d8b7f5d-x2x8p`.
fn without_made_end(name: &str) -> &str {
    let is_made = |part: &str, least: usize, most: usize| {
        (least..=most).contains(&part.len())
            && part.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    match name.rsplit_once('-') {
        Some((front, end)) if is_made(end, 5, 5) => match front.rsplit_once('-') {
            Some((base, hash))
                if is_made(hash, 5, 10) && hash.bytes().any(|b| b.is_ascii_digit()) =>
            {
                base
            }
            _ => front,
        },
        _ => name,
    }
}

/// Whether a word is a time that has passed: `7m`, `2d4h`, `1h30m`.
fn is_age(word: &str) -> bool {
    let mut parts = word.split_inclusive(['d', 'h', 'm', 's']);
    let is_part = |part: &str| {
        let number = part.trim_end_matches(['d', 'h', 'm', 's']);
        number.len() + 1 == part.len()
            && !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    parts.all(is_part)
}

/// The words of a text, and where each begins.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_sign = |sign: char| !sign.is_ascii_alphanumeric();
    let mut end = 0;
    text.split_inclusive(is_sign).filter_map(move |part| {
        let begin = end;
        end += part.len();
        let word = part.trim_end_matches(is_sign);
        (!word.is_empty()).then_some((begin, word))
    })
}

/// Whether a number stands as a word of its own before what follows: it is counted (`2 failed`, `2/40 failed`,
/// `| 2 | failed |`). At the end of a name it says which (`import-1120 failed`).
pub(crate) fn ends_with_count(before: &str) -> bool {
    let is_digit = |sign: char| sign.is_ascii_digit();
    let number = before.trim_end_matches([' ', '\t', '|', '*', '`', '%']);
    let rest = number.trim_end_matches(is_digit);
    // `2/40`
    let rest = rest.strip_suffix('/').map_or(rest, |part| part.trim_end_matches(is_digit));
    let begins_word = |sign: char| sign.is_whitespace() || "([{<,;:=\"'|*`".contains(sign);
    number.len() < before.len()
        && rest.len() < number.len()
        && rest.chars().next_back().is_none_or(begins_word)
}

/// Whether a number follows the word as its value: `failed: 0`, `"failed_count":2`, `failed | 1`. A part (`0/1`), a
/// date, an age and the code of an exit are none.
pub(crate) fn begins_with_count(word: &str, behind: &str) -> bool {
    let key_end = behind.find(|sign: char| sign != '_' && !sign.is_ascii_lowercase());
    let behind = &behind[key_end.unwrap_or(behind.len())..];
    let value = behind.trim_start_matches(|sign: char| " \t\"'|(*->:=`".contains(sign));
    let is_code = behind.starts_with(" (") && matches!(word, "exited" | "terminated");
    let after = value.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let unit = after.split_whitespace().next().unwrap_or_default();
    value.len() < behind.len()
        && after.len() < value.len()
        && !is_code
        && !after.starts_with(|sign: char| "/-:".contains(sign) || sign.is_ascii_alphabetic())
        && !is_unit(unit)
}

/// Whether a word is a unit in which people tell how long ago something was.
fn is_unit(word: &str) -> bool {
    const UNITS: [&str; 7] = ["second", "minute", "hour", "day", "week", "month", "year"];
    UNITS.contains(&word.strip_suffix('s').unwrap_or(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn r10_what_has_ended_or_is_not_there() {
        for answer in [
            "\tState : FINISHED\n\tFinal-State : KILLED\n\tProgress : 100%".to_owned(),
            "\"FAILED\"".to_owned(),
            "Exited (137) 3 hours ago".to_owned(),
            "{\"conclusion\":\"failure\",\"status\":\"completed\"}".to_owned(),
            "could not find any workflows named nightly".to_owned(),
            "NAME          STATUS   COMPLETIONS\nimport-1120   Failed   0/1".to_owned(),
            "import-1120 Failed".to_owned(),
            "JobID        State\n88213      FAILED".to_owned(),
            "run #4411 failed".to_owned(),
            "NAME      READY   STATUS   RESTARTS   AGE\nload-1    0/1     Failed   0          3h"
                .to_owned(),
            "Failed 2026-11-02".to_owned(),
            "failed 3 minutes ago".to_owned(),
            "\u{25cf} cart.service - Cart\n     Loaded: loaded (/etc/systemd/system/cart.service)\n     Active: failed (Result: exit-code) since Mon; 3min ago".to_owned(),
            "Consumer group 'etl' has no active members.\n\nTOPIC  LAG\norders 43".to_owned(),
            "{\"state\":\"failed\",\"attempts\":3}".to_owned(),
        ] {
            assert!(tells_end(&answer), "{answer}");
        }
        for answer in [
            "in_progress",
            "CrashLoopBackOff 7, last state: terminated",
            "0 failed, 3 passed",
            "120 items (2 failed)",
            "done: 3, failed: 0",
            "{\"succeeded\":3,\"failed\": 0}",
            "passed=3 failed=0",
            "done     40\nfailed   2\nleft     80",
            "| done | 40 |\n| failed | 2 |",
            "40\tdone\n2\tfailed",
            "| 2 | failed |",
            "done 40, failed 2, left 80",
            "Failed : 2",
            "{'done': 40, 'failed': 2, 'left': 80}",
            "{\"done\":\"40\",\"failed\":\"2\"}",
            "{\"done_count\": 40, \"failed_count\": 0}",
            "2/120 failed",
            "2% failed",
            "failed (2)",
            "**2** failed",
            "failed -> 2",
            "NAME  STATUS   AGE\na-1   Failed   7m\nb-1   Succeeded   2m",
            "import-1120 failed, import-1121 uploading",
            "job-12 aborted; job-13 at 45%",
            "curl: (7) Failed to connect to cart port 8080: Connection refused",
            "Up 3 minutes\nExited (0) 2 minutes ago",
            "Active: activating (auto-restart) (Result: exit-code)",
            "[\"failed\", \"open\"]",
            "sir-1\tfailed\nsir-2\topen",
            "completed\tsuccess",
            "",
        ] {
            assert!(!tells_end(answer), "{answer}");
        }
    }

    #[test]
    fn r10_which_of_many_alike_does_not_start_is_no_part_of_the_answer() {
        for (answer, expected) in [
            ("web-7d9c5b-xkr0t   0/1   ErrImagePull   0     9s", "web 0/1 ErrImagePull"),
            (
                "NAME  READY  STATUS\nweb-6c9d8b7f5d-x2x8p  0/1  CrashLoopBackOff  7 (2m ago)  3h",
                "NAME  READY  STATUS\nweb 0/1 CrashLoopBackOff",
            ),
            (
                "web-7d9c5b-xkr0t   1/1   Running   0     9s",
                "web-7d9c5b-xkr0t   1/1   Running   0     9s",
            ),
            ("db-0   0/1   OOMKilled   4     9s", "db-0 0/1 OOMKilled"),
        ] {
            assert_eq!(without_replacements(answer), expected);
        }
    }

    #[test]
    fn r10_how_long_ago_something_ended_is_no_part_of_the_answer() {
        for (answer, expected) in [
            ("import-1120   Failed   0/1  7m  1d4h", "import-1120 Failed 0/1"),
            ("Exited (137) 3 hours ago", "Exited (137) ago"),
            ("Exited (1) About an hour ago", "Exited (1) About ago"),
            ("job 7m2 Failed 12 of 40", "job 7m2 Failed 12 of 40"),
            (
                "Consumer group 'a' has no active members.\n\na 12 40",
                "Consumer group 'a' has no active members.",
            ),
            ("", ""),
        ] {
            assert_eq!(without_ages(answer), expected);
        }
    }
}
