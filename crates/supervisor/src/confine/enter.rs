//! Confines the process that becomes the command.

use std::fs;
use std::io;

use landlock::{CompatLevel, Compatible, Ruleset, RulesetAttr, RulesetError, Scope};
use rustix::io::Errno;
use rustix::process::setsid;

use super::{ConfinementPart, ConfinementPlan, MissingPart, user_namespace};
use crate::{Result, SupervisorError};

pub(super) fn enter(plan: &ConfinementPlan) -> Result<Vec<MissingPart>> {
    refuse_open_folders()?;
    leave_session()?;
    let mut missing = Vec::new();
    let mut attempt = |part, done: Result<(), String>| {
        missing.extend(done.err().map(|why| MissingPart { part, why }));
    };
    if !plan.is_without(ConfinementPart::Files) {
        attempt(ConfinementPart::Files, user_namespace::enter(plan));
    }
    if !plan.is_without(ConfinementPart::Processes) {
        let done = leave_other_processes_alone();
        attempt(ConfinementPart::Processes, done.map_err(|error| error.to_string()));
    }
    Ok(missing)
}

/// Opens a session: who shares a terminal with a person's shell could type there.
fn leave_session() -> io::Result<()> {
    match setsid() {
        Ok(_) => Ok(()),
        Err(Errno::PERM) if leads_session()? => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Whether this process leads its session. `getsid` cannot say: it answers 0 for a session whose leader
/// is outside of the process namespace, which `rustix` takes for impossible.
fn leads_session() -> io::Result<bool> {
    let stat = fs::read_to_string("/proc/self/stat")?;
    let (own, rest) = stat.split_once(' ').unwrap_or_default();
    // The name of the program may hold spaces and brackets; then follow state, parent, group, session.
    let session = rest.rsplit_once(") ").and_then(|(_, fields)| fields.split(' ').nth(3));
    Ok(session == Some(own))
}

/// A folder that is open already leads around the mounts.
fn refuse_open_folders() -> Result<()> {
    for entry in fs::read_dir("/proc/self/fd")?.flatten() {
        let Ok(path) = fs::read_link(entry.path()) else { continue };
        if path.is_dir() && !path.starts_with("/proc") {
            let descriptor = entry.file_name().to_string_lossy().into_owned();
            return Err(SupervisorError::OpenFolder { descriptor, path });
        }
    }
    Ok(())
}

/// From here on, this process and all below it can signal, trace and reach by abstract sockets only
/// each other. It also sets `no_new_privs`.
fn leave_other_processes_alone() -> Result<(), RulesetError> {
    Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .scope(Scope::Signal | Scope::AbstractUnixSocket)?
        .create()?
        .restrict_self()
        .map(drop)
}
