//! Recognises answers that say that what was asked about has ended, or is not there.

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
const UNDER_WAY: [&str; 22] = [
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
];
/// How the first line says that there is no such thing, lower-cased.
const ABSENT: [&str; 6] = [
    "could not find any",
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
    if said.contains("in_progress")
        || said.contains("in progress")
        || words(&said).any(|(_, word)| UNDER_WAY.contains(&word))
    {
        return false;
    }
    let first = said.lines().next().unwrap_or_default();
    ABSENT.iter().any(|words| first.contains(words))
        || words(&said).any(|(at, word)| {
            let behind = &said[at + word.len()..];
            // `Failed to connect`: what asks did not get that far.
            let is_state = !behind.starts_with(" to ");
            ENDED.contains(&word)
                && is_state
                && !ends_with_count(&said[..at])
                && !begins_with_count(behind)
        })
}

/// What an answer about something that has ended says beside how long ago: `Failed 0/1 7m 7m`, `Exited (1) 3 hours ago`.
pub fn without_ages(body: &str) -> String {
    const UNITS: [&str; 6] = ["second", "minute", "hour", "day", "week", "month"];
    let is_unit = |word: &str| UNITS.contains(&word.strip_suffix('s').unwrap_or(word));
    let mut kept: Vec<&str> = Vec::new();
    for word in body.split_whitespace() {
        if is_unit(word) {
            kept.pop();
        } else if !is_age(word) {
            kept.push(word);
        }
    }
    kept.join(" ")
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
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split(|sign: char| !sign.is_ascii_alphanumeric()).filter_map(move |word| {
        // What stands between two words may be longer than a byte.
        at += text[at..].find(word).unwrap_or_default();
        let begin = at;
        at += word.len();
        (!word.is_empty()).then_some((begin, word))
    })
}

/// Whether a number stands one blank before what follows: it is counted. In a column before it, or at the end of a name
/// (`import-1120 failed`), a number says which.
fn ends_with_count(before: &str) -> bool {
    let Some(number) = before.strip_suffix(' ') else { return false };
    let rest = number.trim_end_matches(|sign: char| sign.is_ascii_digit());
    let is_word =
        rest.is_empty() || rest.ends_with([' ', '\n', '\t', '(', '[', '{', ',', ';', '"']);
    rest.len() < number.len() && is_word
}

/// Whether a number follows as the value of what stands before it: `failed: 0`, `"failed":2`, `failed=1`.
fn begins_with_count(behind: &str) -> bool {
    let value = behind.strip_prefix('"').unwrap_or(behind);
    let value = value.strip_prefix([':', '=']).map(str::trim_start);
    value.is_some_and(|value| value.starts_with(|sign: char| sign.is_ascii_digit()))
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
            "curl: (7) Failed to connect to cart port 8080: Connection refused",
            "Up 3 minutes\nExited (0) 2 minutes ago",
            "completed\tsuccess",
            "",
        ] {
            assert!(!tells_end(answer), "{answer}");
        }
    }

    #[test]
    fn r10_how_long_ago_something_ended_is_no_part_of_the_answer() {
        for (answer, expected) in [
            ("import-1120   Failed   0/1  7m  1d4h", "import-1120 Failed 0/1"),
            ("Exited (137) 3 hours ago", "Exited (137) ago"),
            ("Exited (1) About an hour ago", "Exited (1) About ago"),
            ("job 7m2 Failed 12 of 40", "job 7m2 Failed 12 of 40"),
            ("", ""),
        ] {
            assert_eq!(without_ages(answer), expected);
        }
    }
}
