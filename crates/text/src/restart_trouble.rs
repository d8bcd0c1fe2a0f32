//! Tells whether what was started anew has failed again, by the state or the log that is shown after it.

use fusebox_scan::lines;

use super::excerpt::suffix_up_to;
use super::{ansi, tells_success, tells_trouble};

/// The end of an output tells how it went, in bytes.
const END_BYTES: usize = 4 << 10;
/// How many lines at the end of a log may be the end of an error: a trace stands below its words.
const LAST_LINES: usize = 12;
/// How a state says with which status a program ended.
const STATUSES: [&str; 4] = ["status=", "exited (", "restarting (", "exit code "];
/// States of what does not run.
const STATES: [&str; 6] =
    ["active: failed", "auto-restart", "crashloopbackoff", "imagepullbackoff", "errored", "fatal "];

/// The lines by which the output of a line that started something anew tells that it failed again; `None` where it runs.
#[must_use]
pub fn restart_trouble(body: &str) -> Option<String> {
    let plain = ansi::to_plain_text(suffix_up_to(body, END_BYTES));
    let said = || lines(&plain).map(str::trim).filter(|line| !line.is_empty());
    // What an old log says is over.
    if said().any(is_up) || said().last().is_some_and(tells_success) {
        return None;
    }
    let is_last = |at: usize, count: usize| at + LAST_LINES >= count;
    let count = said().count();
    let has_failed = said().any(has_failed_state)
        || said().enumerate().any(|(at, line)| is_last(at, count) && tells_trouble(line));
    let tells = |line: &&str| has_failed_state(line) || tells_trouble(line);
    has_failed.then(|| said().filter(tells).collect::<Vec<_>>().join("\n"))
}

/// Whether a line says that what was started runs.
fn is_up(line: &str) -> bool {
    const UP: [&str; 6] = [
        "active: active (running)",
        "listening on ",
        "server started",
        "successfully rolled out",
        "accepting connections",
        "ready to accept",
    ];
    let line = line.to_ascii_lowercase();
    UP.iter().any(|words| line.contains(words)) || line == "active"
}

/// Whether a line tells the state of what failed: `Active: failed`, `Exited (1)`, `status=203/EXEC`.
fn has_failed_state(line: &str) -> bool {
    let line = line.to_ascii_lowercase();
    let is_status = |words: &str| {
        line.split_once(words).is_some_and(|(_, rest)| {
            let number = rest.bytes().take_while(u8::is_ascii_digit).count();
            number > 0 && rest[..number].bytes().any(|digit| digit != b'0')
        })
    };
    STATES.iter().any(|state| line.contains(state))
        || line == "failed"
        || STATUSES.iter().any(|words| is_status(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a13_what_was_started_anew_and_failed_again() {
        for (output, said) in [
            (
                "× syncd.service - Sync\n     Active: failed (Result: exit-code)\n    Process: 2207 (code=exited, status=203/EXEC)",
                "Active: failed (Result: exit-code)\nProcess: 2207 (code=exited, status=203/EXEC)",
            ),
            (
                "NAME   STATUS\ndb-1   Up 3 seconds\napp-1  Restarting (1) 2 seconds ago",
                "app-1  Restarting (1) 2 seconds ago",
            ),
            (
                " Container app-1  Started\napp-1  | Error: Cannot find module 'pg'\napp-1  |     at load (a.js:7)\napp-1  | Node.js v20",
                "app-1  | Error: Cannot find module 'pg'",
            ),
            ("failed", "failed"),
        ] {
            assert_eq!(restart_trouble(output).as_deref(), Some(said), "{output}");
        }
        for output in [
            "● syncd.service - Sync\n     Active: active (running)\nOct 1 box syncd: exited, status=1/FAILURE",
            " Container app-1  Started\napp-1  | Error: lost\napp-1  | Listening on :8080",
            "  Process: 7 ExecStartPre=/bin/a (code=exited, status=0/SUCCESS)",
            "NAME   STATUS\njob-1  Exited (0) 2 seconds ago",
            "active",
            "",
        ] {
            assert_eq!(restart_trouble(output), None, "{output}");
        }
    }
}
