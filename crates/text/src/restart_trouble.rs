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
const STATES: [&str; 5] =
    ["active: failed", "auto-restart", "crashloopbackoff", "imagepullbackoff", "errored"];

/// The lines by which the output of a line that started something anew tells that it failed again; `None` where it runs, and where
/// something runs beside a failure that may be of another thing.
#[must_use]
pub fn restart_trouble(body: &str) -> Option<String> {
    let plain = ansi::to_plain_text(suffix_up_to(body, END_BYTES));
    let said: Vec<&str> = lines(&plain).map(str::trim).filter(|line| !line.is_empty()).collect();
    let runs_beside = said.iter().any(|line| is_running(line));
    let ended_well = said.last().filter(|last| ends_well(last)).map(|last| owner(last));
    if ended_well == Some(None) {
        return None;
    }
    // What a log tells above of the same program is over.
    let is_over = |at: usize| {
        let owner = owner(said[at]);
        owner.is_none() && runs_beside
            || ended_well == Some(owner)
            || said[at + 1..].iter().any(|later| owner_of_up(later) == Some(owner))
    };
    let is_failed = |line: &str| has_failed_state(line) && !runs_beside;
    let is_trouble = |at: usize| tells_trouble(said[at]) && !is_over(at);
    let recent = said.len().saturating_sub(LAST_LINES);
    let has_failed =
        said.iter().any(|line| is_failed(line)) || (recent..said.len()).any(is_trouble);
    let told = (0..said.len()).filter(|at| is_failed(said[*at]) || is_trouble(*at));
    has_failed.then(|| told.map(|at| said[at]).collect::<Vec<_>>().join("\n"))
}

/// The program of which a line of a log is, where several write on it: `app-1  | listening`.
fn owner(line: &str) -> Option<&str> {
    line.split_once(" | ").map(|(owner, _)| owner.trim_end())
}

/// Whether the last line of a log says that the program did its work.
fn ends_well(last: &str) -> bool {
    tells_success(last.split_once(" | ").map_or(last, |(_, said)| said))
}

/// The program of which a line says that it is up.
fn owner_of_up(line: &str) -> Option<Option<&str>> {
    (is_running(line) || says_up(line)).then(|| owner(line))
}

/// Whether a line tells the state of something that runs.
fn is_running(line: &str) -> bool {
    let mut words = line.split(|sign: char| !sign.is_alphanumeric());
    matches!(line, "active" | "running")
        || line.contains("active (running)")
        || words.any(|word| matches!(word, "Up" | "RUNNING" | "Running" | "online"))
}

/// Whether a line of a log says that the program has come up.
fn says_up(line: &str) -> bool {
    const UP: [&str; 7] = [
        "accepting connections",
        "listening on ",
        "ready in ",
        "ready on ",
        "ready to accept",
        "started",
        "successfully rolled out",
    ];
    let small = line.to_ascii_lowercase();
    UP.iter().any(|words| small.contains(words)) && !tells_trouble(line)
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
                "NAME   STATUS\napp-1  Restarting (1) 2 seconds ago",
                "app-1  Restarting (1) 2 seconds ago",
            ),
            (
                "app-1  | Error: no main\ndb-1   | LOG: database system is ready to accept connections\ndb-1   | ready",
                "app-1  | Error: no main",
            ),
            (
                " Container db-1  Running\n Container app-1  Started\napp-1  | Listening on :8080\napp-1  | Error: lost",
                "app-1  | Error: lost",
            ),
            ("Listening on :8080\nError: lost", "Error: lost"),
            ("app   FATAL   Exited too quickly", "app   FATAL   Exited too quickly"),
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
            "app\napp   Up 2 seconds\nold-1   Exited (137) 3 weeks ago",
            "NAME   STATUS\nmigrate-1   Exited (1) 2 days ago\napp-1   Up 2 seconds",
            "app   RUNNING   pid 7, uptime 0:00:02\nold   FATAL   Exited too quickly",
            "app-7   1/1   Running   0   4s\nold-2   0/1   CrashLoopBackOff   91   7d",
            "│ 0 │ app │ online │ 0 │\n│ 1 │ old │ errored │ 15 │",
            "optional plugin sharp failed to load\nApp ready on :8080",
            "app-1  | Error: lost, trying again\napp-1  | loaded 3 plugins\napp-1  | Ready in 812 ms",
            "active\nfailed",
            "active",
            "",
        ] {
            assert_eq!(restart_trouble(output), None, "{output}");
        }
    }
}
