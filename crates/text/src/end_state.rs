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
    let mut words =
        said.split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|w| !w.is_empty());
    if said.contains("in_progress")
        || said.contains("in progress")
        || words.clone().any(|word| UNDER_WAY.contains(&word))
    {
        return false;
    }
    let first = said.lines().next().unwrap_or_default();
    let mut before = "";
    ABSENT.iter().any(|words| first.contains(words))
        || words.any(|word| {
            let number = std::mem::replace(&mut before, word);
            let is_counted = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.is_empty();
            ENDED.contains(&word) && !is_counted
        })
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
        ] {
            assert!(tells_end(&answer), "{answer}");
        }
        for answer in [
            "in_progress",
            "CrashLoopBackOff 7, last state: terminated",
            "0 failed, 3 passed",
            "Up 3 minutes\nExited (0) 2 minutes ago",
            "completed\tsuccess",
            "",
        ] {
            assert!(!tells_end(answer), "{answer}");
        }
    }
}
