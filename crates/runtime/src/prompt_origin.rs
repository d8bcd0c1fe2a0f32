//! Prompts that look like a person's, and that an agent gave: to a client of its own, or through a hook that
//! it started itself.

use fusebox_engine::event::PromptOrigin;
use fusebox_engine::{Event, EventKind};
use fusebox_store::ProcessRow;

use crate::Runtime;
use crate::answer::EventBatch;
use crate::process::{self, ProcessInfo};

impl Runtime {
    /// Takes a person's prompts for automation when the client runs below a recorded client, or when
    /// another process than the client gives them: an agent gave them then.
    pub(crate) fn mark_false_prompts(&self, batch: &mut EventBatch<'_>) {
        let Some(pid) = batch.client_pid else { return };
        let reporter = batch.reporter_pid;
        let is_human = |event: &&mut Event| {
            matches!(event.kind, EventKind::Prompt { by: PromptOrigin::Human, .. })
        };
        let mut prompts = batch.events.iter_mut().filter(is_human).peekable();
        let Some(session) = prompts.peek().map(|event| event.session.clone()) else { return };
        // Without the list of recorded clients, the client is believed.
        let Ok(recorded) = self.store().read().processes() else { return };
        let is_false = is_nested(process::upwards(pid), &recorded)
            || reporter.is_some_and(|reporter| {
                let above: Vec<_> = process::upwards(reporter).collect();
                let of_session = recorded.iter().filter(|row| row.session == session);
                !is_from_client(&above, of_session, process::is_running)
                    || !is_started_as_hook(&above, pid, process::words)
            });
        if !is_false {
            return;
        }
        for event in prompts {
            if let EventKind::Prompt { by, .. } = &mut event.kind {
                *by = PromptOrigin::Automation;
            }
        }
    }
}

/// Whether a recorded client runs above the first of these processes, which is the client itself: that
/// one may be recorded for several sessions, one after the other.
fn is_nested(
    client_upwards: impl Iterator<Item = (u32, ProcessInfo)>,
    recorded: &[ProcessRow],
) -> bool {
    let is_client = |(pid, process): (u32, ProcessInfo)| {
        recorded.iter().any(|row| row.pid == pid && row.started == process.started)
    };
    client_upwards.skip(1).any(is_client)
}

/// Whether one of the clients that run is above a process, `above`. Where none runs that is recorded, any
/// may be.
fn is_from_client<'r>(
    above: &[(u32, ProcessInfo)],
    recorded: impl Iterator<Item = &'r ProcessRow>,
    is_running: impl Fn(u32, u64) -> bool,
) -> bool {
    let mut running = recorded.filter(|row| is_running(row.pid, row.started)).peekable();
    running.peek().is_none()
        || running
            .any(|row| above.iter().any(|(pid, is)| (*pid, is.started) == (row.pid, row.started)))
}

/// Whether only shells that run a command line with our name stand between the hook (the first of `above`)
/// and its client. Any other process there is a script of the agent.
fn is_started_as_hook(
    above: &[(u32, ProcessInfo)],
    client: u32,
    words: impl Fn(u32) -> Vec<String>,
) -> bool {
    let Some(client) = above.iter().position(|(pid, _)| *pid == client) else { return true };
    let mut between = above[..client].iter().skip(1);
    between.all(|(pid, _)| {
        let words = words(*pid);
        let has_command = words
            .iter()
            .skip(1)
            .any(|word| word.starts_with('-') && !word.starts_with("--") && word.ends_with('c'));
        has_command && words.iter().skip(2).any(|word| word.contains("fusebox"))
    })
}

#[cfg(test)]
mod tests {
    use fusebox_engine::SessionId;

    use super::*;

    fn process(pid: u32) -> (u32, ProcessInfo) {
        (pid, ProcessInfo { parent: 0, started: u64::from(pid) * 10, ended: false })
    }

    fn row((pid, started): (u32, u64)) -> ProcessRow {
        ProcessRow { session: SessionId::parse("s").unwrap(), pid, started }
    }

    /// Pids from the client upwards, each started at ten times its pid; pids that are recorded.
    fn check(upwards: &[u32], recorded: &[(u32, u64)], expected: bool) {
        let rows: Vec<ProcessRow> = recorded.iter().copied().map(row).collect();
        let upwards = upwards.iter().copied().map(process);
        assert_eq!(is_nested(upwards, &rows), expected, "{recorded:?}");
    }

    #[test]
    fn a_client_below_a_recorded_one_is_nested() {
        check(&[7, 3, 2], &[(3, 30)], true);
        check(&[7, 5, 3, 2], &[(7, 70), (3, 30)], true);
        // The client itself, after it began another session.
        check(&[7, 3, 2], &[(7, 70), (7, 70)], false);
        // A pid that was given again.
        check(&[7, 3, 2], &[(3, 29)], false);
        check(&[7, 3, 2], &[(8, 80)], false);
        check(&[], &[(8, 80)], false);
    }

    #[test]
    fn g01_a_hook_that_no_client_of_the_session_started_speaks_for_nobody() {
        let check = |above: &[u32], recorded: &[(u32, u64)], expected: bool| {
            let above: Vec<_> = above.iter().copied().map(process).collect();
            let rows: Vec<ProcessRow> = recorded.iter().copied().map(row).collect();
            // Of the recorded ones, those below 100 run.
            let is_running =
                |pid: u32, started: u64| pid < 100 && process(pid).1.started == started;
            assert_eq!(is_from_client(&above, rows.iter(), is_running), expected, "{recorded:?}");
        };
        check(&[9, 7, 1], &[(7, 70)], true);
        check(&[9, 1], &[(7, 70)], false);
        // Resumed in a second terminal, and the first is still there.
        check(&[9, 8, 1], &[(7, 70), (8, 80)], true);
        // The client has ended, or its pid was given again.
        check(&[9, 1], &[(107, 1070)], true);
        check(&[9, 1], &[(7, 71)], true);
        check(&[9, 1], &[], true);
    }

    #[test]
    fn g01_only_shells_with_our_command_lie_between_a_hook_and_its_client() {
        let check = |between: &[&str], expected: bool| {
            let pids: Vec<u32> = (0..between.len()).map(|n| 80 - n as u32).collect();
            let above: Vec<_> =
                [90].into_iter().chain(pids.clone()).chain([7, 1]).map(process).collect();
            let words = |pid: u32| -> Vec<String> {
                let at = pids.iter().position(|one| *one == pid).unwrap();
                between[at].split(' ').map(str::to_owned).collect()
            };
            assert_eq!(is_started_as_hook(&above, 7, words), expected, "{between:?}");
        };
        check(&[], true);
        check(&["/bin/sh -c /h/bin/fusebox-hook"], true);
        check(&["/bin/zsh -lc /h/bin/fusebox-hook"], true);
        check(&["sh x.sh"], false);
        check(&["python3 fusebox.py"], false);
        check(&["sh x.sh", "bash -c /h/bin/fusebox-hook"], false);
    }
}
