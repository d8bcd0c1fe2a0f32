//! Who made a change: an agent whose call or background command is running, else a person.

use fusebox_engine::SessionId;
use fusebox_engine::state::SessionState;
use fusebox_store::{ProcessRow, Store};

use crate::process::{self, ProcessInfo};
use crate::{RuntimeError, load};

/// The session whose agent may have made a change just now; `None` leaves a person. `who` is the session
/// that saw it, its state before the event, and the pid of its client.
pub(super) fn session(
    store: &Store,
    who: (&SessionId, &SessionState, Option<u32>),
    marks: &[String],
) -> Result<Option<SessionId>, RuntimeError> {
    let (own, state, client) = who;
    // A background command may have ended since it made the change.
    if !state.in_flight.is_empty() || state.started_background {
        return Ok(Some(own.clone()));
    }
    let clients = running_clients(store)?;
    for row in clients.iter().filter(|row| row.session != *own && Some(row.pid) != client) {
        let other = load::session(store.read(), &row.session)?;
        if other.is_some_and(|other| !other.in_flight.is_empty()) {
            return Ok(Some(row.session.clone()));
        }
    }
    Ok(background_command(marks).map(|pid| started_by(pid, &clients).unwrap_or(own).clone()))
}

/// A session of a running client whose agent may have made a change just now, whichever it is.
pub(super) fn any_session(store: &Store) -> Result<Option<SessionId>, RuntimeError> {
    for row in running_clients(store)? {
        let known = load::session(store.read(), &row.session)?;
        let may_have =
            |state: &SessionState| !state.in_flight.is_empty() || state.started_background;
        if known.is_some_and(|known| may_have(&known)) {
            return Ok(Some(row.session));
        }
    }
    Ok(None)
}

fn running_clients(store: &Store) -> Result<Vec<ProcessRow>, RuntimeError> {
    let mut clients = store.read().processes()?;
    clients.retain(|row| process::is_running(row.pid, row.started));
    Ok(clients)
}

/// A process that carries the marks of an agent's command, beside this one and those above it.
fn background_command(marks: &[String]) -> Option<u32> {
    if marks.is_empty() {
        return None;
    }
    let own: Vec<u32> = process::upwards(std::process::id()).map(|(pid, _)| pid).collect();
    let is_command = |pid: u32, process: ProcessInfo| {
        !process.ended && !own.contains(&pid) && has_marks(pid, marks) && !is_ours(pid)
    };
    process::all().into_iter().find(|(pid, process)| is_command(*pid, *process)).map(|(pid, _)| pid)
}

/// The session of the recorded client that a process runs below.
fn started_by(pid: u32, clients: &[ProcessRow]) -> Option<&SessionId> {
    let above: Vec<(u32, u64)> =
        process::upwards(pid).map(|(pid, process)| (pid, process.started)).collect();
    let client = clients.iter().rfind(|row| above.contains(&(row.pid, row.started)));
    client.map(|row| &row.session)
}

fn has_marks(pid: u32, marks: &[String]) -> bool {
    let environment = std::fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    let has = |mark: &String| {
        environment.split(|byte| *byte == 0).any(|one| one.starts_with(mark.as_bytes()))
    };
    marks.iter().all(has)
}

/// Another hook, or a status line.
fn is_ours(pid: u32) -> bool {
    let name = std::fs::read_to_string(format!("/proc/{pid}/comm")).unwrap_or_default();
    name.starts_with("fusebox")
}
