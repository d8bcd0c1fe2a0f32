//! The state folder: exists, private, writable, and its database sound.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use fusebox_engine::Timestamp;
use fusebox_runtime::{Runtime, clock};
use fusebox_store::{FILE, PurgeRequest, StoreError, StoreHealth};

use super::check::CheckReport;
use crate::Context;
use crate::commands::purge::set_aside;
use crate::display::bytes;

/// Less space than this is a warning, in bytes.
const LITTLE_SPACE: u64 = 100_000_000;

/// The open store, if there is one and it can be read.
pub(super) fn check(context: &Context, report: &mut CheckReport) -> Option<Runtime> {
    report.begin("State");
    let dir = report.ok_or_bad(context.home(), "set HOME")?.state_dir;
    let shown = dir.display();
    if !dir.join(FILE).exists() {
        report.good(format!("{shown} has no database yet; the first event creates it"));
        return None;
    }
    match free_bytes(&dir) {
        Some(free) if free < LITTLE_SPACE => {
            report.warning(format!("{shown} has {} left", bytes(free)), "fusebox purge");
        }
        Some(free) => report.good(format!("{shown}, {} free", bytes(free))),
        None => report.good(shown.to_string()),
    }
    check_modes(&dir, report);
    let opened = Runtime::open(&dir, Vec::new(), clock::now());
    // Opening the store may have set a database aside.
    let aside: Vec<String> = set_aside(&dir)
        .iter()
        .map(|file| file.display().to_string())
        .filter(|file| !file.ends_with("-wal") && !file.ends_with("-shm"))
        .collect();
    if !aside.is_empty() {
        let next = "`sqlite3 FILE .recover` may recover its content; delete it afterwards";
        report.warning(format!("unreadable, and kept: {}", aside.join(", ")), next);
    }
    let mut runtime = report.ok_or_bad(opened, "")?;
    check_database(&mut runtime, report);
    Some(runtime)
}

fn free_bytes(dir: &Path) -> Option<u64> {
    let found = rustix::fs::statvfs(dir).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

/// Whether other users can read the folder, which tells what was done and when.
fn check_modes(dir: &Path, report: &mut CheckReport) {
    let files = fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path());
    let open: Vec<String> = std::iter::once(dir.to_owned())
        .chain(files)
        .filter(|file| fs::metadata(file).is_ok_and(|meta| meta.permissions().mode() & 0o077 != 0))
        .map(|file| file.display().to_string())
        .collect();
    if open.is_empty() {
        report.good("readable and writable for you alone");
    } else {
        let next = format!("chmod -R go= {}", dir.display());
        report.warning(format!("open to other users: {}", open.join(", ")), &next);
    }
}

/// What to do with a damaged database.
const MOVE_AWAY: &str = "move it away; open sessions stay open";

fn check_database(runtime: &mut Runtime, report: &mut CheckReport) {
    // A write that changes nothing: a read-only file gives the lock, but does not take a write.
    match runtime.store_mut().would_purge(PurgeRequest::Before(Timestamp(0))) {
        // Reported below.
        Ok(_) | Err(StoreError::Corrupt { .. }) => {}
        Err(error) => report.bad(error.to_string(), ""),
    }
    match runtime.store().read().health() {
        Err(StoreError::Corrupt { detail, .. }) => {
            report.bad(format!("the database is damaged: {detail}"), MOVE_AWAY);
        }
        Err(error) => report.bad(error.to_string(), ""),
        Ok(health) if !health.problems.is_empty() => report
            .bad(format!("the database is damaged: {}", health.problems.join("; ")), MOVE_AWAY),
        Ok(StoreHealth { schema_version, journal, bytes: file_bytes, wal_bytes, .. }) => {
            let total = bytes(file_bytes + wal_bytes);
            report.good(format!("database sound, schema {schema_version}, {total}"));
            if journal != "wal" {
                report.warning(
                    format!("journal `{journal}`: this file system does not support shared memory"),
                    "set FUSEBOX_STATE_DIR to a local folder: hooks are faster there",
                );
            }
        }
    }
}
