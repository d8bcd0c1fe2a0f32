//! Whether a terminal may free an agent that runs: a process that escaped from an agent can open a terminal
//! of its own after the breaker tripped.

use fusebox_engine::{SessionId, Timestamp};
use fusebox_runtime::Runtime;
use fusebox_runtime::process;
use fusebox_store::{IncidentFilter, ProcessRow};

use crate::{CliError, Result};

/// Clock ticks in a second, in all that Linux tells programs.
const TICKS_PER_SECOND: u64 = 100;
/// The system tells in whole seconds when it started.
const BOOT_PRECISION_MS: u64 = 1_000;
/// Programs that orphans are given to, beside the first process of a system.
const REAPERS: &[&str] = &["systemd", "init"];

/// A process above this one.
#[derive(Debug)]
struct Ancestor {
    pid: u32,
    parent: u32,
    started: Timestamp,
    name: String,
}

/// Fails where one of the sessions is stopped, its client runs, and nothing above this process was there
/// before the trip. A new terminal of a person is opened by something older, such as a terminal program,
/// a multiplexer or a login service.
pub(crate) fn refuse_made_after_trip(runtime: &Runtime, sessions: &[SessionId]) -> Result<()> {
    let store = runtime.store().read();
    let clients = store.processes()?;
    let is_running = |row: &&ProcessRow| {
        sessions.contains(&row.session) && process::is_running(row.pid, row.started)
    };
    let Some(boot) = boot_time() else { return Ok(()) };
    for client in clients.iter().filter(is_running) {
        let filter = IncidentFilter {
            open_only: true,
            session: Some(&client.session),
            ..Default::default()
        };
        let Some(trip) = store.incidents(&filter)?.iter().map(|row| row.at).min() else { continue };
        let above = ancestors(boot);
        if above.is_empty() || is_of_a_person(&above, trip) || is_grouped_apart(client.pid) {
            continue;
        }
        return Err(CliError::failed(
            "nothing above this terminal was there when the breaker tripped: an agent can make such a \
            terminal itself",
        )
        .hint("type your answer into the agent's program, or end it first")
        .hint("or run this in a terminal that was open before"));
    }
    Ok(())
}

/// Whether something above this process was there before the trip, or it came into this container from
/// outside.
fn is_of_a_person(above: &[Ancestor], trip: Timestamp) -> bool {
    let is_older = |process: &Ancestor| {
        let is_reaper = process.pid == 1 || REAPERS.contains(&process.name.as_str());
        process.started.0 <= trip.0.saturating_add(BOOT_PRECISION_MS) && !is_reaper
    };
    let entered = above.last().is_some_and(|first| first.parent == 0 && first.pid != 1);
    entered || above.iter().any(is_older)
}

fn ancestors(boot: Timestamp) -> Vec<Ancestor> {
    let above = process::upwards(std::process::id()).map(|(pid, process)| {
        let name = std::fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
        let since_boot_ms = process.started.saturating_mul(1_000) / TICKS_PER_SECOND;
        let started = Timestamp(boot.0.saturating_add(since_boot_ms));
        Ancestor { pid, parent: process.parent, started, name: name.trim_end().to_owned() }
    });
    above.collect()
}

/// When the system started; `None` where there is no `/proc`.
fn boot_time() -> Option<Timestamp> {
    let stat = std::fs::read_to_string("/proc/stat").ok()?;
    let seconds = stat.lines().find_map(|line| line.strip_prefix("btime "))?;
    Some(Timestamp(seconds.trim().parse::<u64>().ok()?.saturating_mul(1_000)))
}

/// Whether this process belongs to another group of the service manager than the client: what gets away from
/// an agent stays in its group.
fn is_grouped_apart(client: u32) -> bool {
    let group = |pid: u32| std::fs::read_to_string(format!("/proc/{pid}/cgroup")).ok();
    group(client).zip(group(std::process::id())).is_some_and(|(client, own)| client != own)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRIP: Timestamp = Timestamp(1_000_000);

    /// Processes from the order upwards: pid, when it started in seconds after the trip, and name.
    #[track_caller]
    fn check(above: &[(u32, i64, &str)], parent_of_last: u32, expected: bool) {
        let parents = above.iter().skip(1).map(|(pid, ..)| *pid).chain([parent_of_last]);
        let ancestor = |((pid, seconds, name), parent): (&(u32, i64, &str), u32)| Ancestor {
            pid: *pid,
            parent,
            started: Timestamp(TRIP.0.saturating_add_signed(seconds * 1_000)),
            name: (*name).to_owned(),
        };
        let above: Vec<Ancestor> = above.iter().zip(parents).map(ancestor).collect();
        assert_eq!(is_of_a_person(&above, TRIP), expected, "{above:?}");
    }

    #[test]
    fn g01_a_terminal_of_a_person_has_something_older_above_it() {
        // In the terminal that was open before.
        check(&[(90, 50, "fusebox"), (20, -500, "bash"), (1, -900, "systemd")], 0, true);
        // A new login, and a new window of a terminal program.
        let login = [(90, 50, "fusebox"), (80, 40, "bash"), (70, 39, "sshd"), (9, -900, "sshd")];
        check(&[&login[..], &[(1, -900, "systemd")]].concat(), 0, true);
        // `docker exec`.
        check(&[(90, 50, "fusebox"), (80, 40, "sh")], 0, true);
        check(&[(90, 1, "fusebox")], 5, true);
    }

    #[test]
    fn g01_a_terminal_that_an_orphan_made_after_the_trip_frees_nobody() {
        let orphan = [(90, 50, "fusebox"), (80, 49, "sh"), (70, 48, "script")];
        check(&[&orphan[..], &[(1, -900, "init")]].concat(), 0, false);
        check(&[&orphan[..], &[(8, -900, "systemd"), (1, -900, "init")]].concat(), 0, false);
        // The first process of a namespace of its own.
        check(&[(9, 50, "fusebox"), (1, 49, "script")], 0, false);
    }
}
