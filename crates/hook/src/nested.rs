//! Prompts of a client that runs below another guarded one: an agent gave them, not a person.

use fusebox_engine::event::PromptOrigin;
use fusebox_engine::{Event, EventKind};
use fusebox_runtime::Runtime;
use fusebox_runtime::process::{self, ProcessInfo};
use fusebox_store::ProcessRow;

use crate::HookEnvironment;

/// Takes a person's prompts for automation when this client, or whoever plays one, was started
/// below a recorded client.
pub(crate) fn mark(events: &mut [Event], runtime: &Runtime, surround: &HookEnvironment) {
    let human = |event: &&mut Event| {
        matches!(event.kind, EventKind::Prompt { by: PromptOrigin::Human, .. })
    };
    let mut prompts = events.iter_mut().filter(human).peekable();
    if prompts.peek().is_none() {
        return;
    }
    // Without its list of clients, the hook believes the client it hears.
    let Ok(recorded) = runtime.store().read().processes() else { return };
    let own = surround.client_pid.unwrap_or_else(std::os::unix::process::parent_id);
    if !is_nested(process::upwards(own), &recorded) {
        return;
    }
    for event in prompts {
        if let EventKind::Prompt { by, .. } = &mut event.kind {
            *by = PromptOrigin::Automation;
        }
    }
}

/// Whether a recorded client runs above the first of these, which is the client itself: that one
/// may be recorded for several sessions, one after the other.
fn is_nested(
    client_upwards: impl Iterator<Item = (u32, ProcessInfo)>,
    recorded: &[ProcessRow],
) -> bool {
    let is_client = |(pid, process): (u32, ProcessInfo)| {
        recorded.iter().any(|row| row.pid == pid && row.started == process.started)
    };
    client_upwards.skip(1).any(is_client)
}

#[cfg(test)]
mod tests {
    use fusebox_engine::SessionId;

    use super::*;

    /// Pids from the client upwards, each started at ten times its pid; pids that are recorded.
    fn check(upwards: &[u32], recorded: &[(u32, u64)], expected: bool) {
        let process = |pid: &u32| {
            (*pid, ProcessInfo { parent: 0, started: u64::from(*pid) * 10, ended: false })
        };
        let row = |(pid, started): &(u32, u64)| ProcessRow {
            session: SessionId::parse("s").unwrap(),
            pid: *pid,
            started: *started,
        };
        let rows: Vec<ProcessRow> = recorded.iter().map(row).collect();
        assert_eq!(is_nested(upwards.iter().map(process), &rows), expected, "{upwards:?}");
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
}
