//! The state: there, ours alone, writable, sound.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use fusebox_engine::Timestamp;
use fusebox_runtime::Runtime;
use fusebox_store::{FILE, PurgeRequest, StoreError, StoreHealth};

use super::check::{Checks, size};
use crate::commands::purge::set_aside;
use crate::context::Context;

/// Less than this much space is a warning, in bytes.
const LITTLE_SPACE: u64 = 100_000_000;

/// The open store, if there is one and it can be read.
pub(super) fn check(context: &Context, checks: &mut Checks) -> Option<Runtime> {
    checks.begin("State");
    let dir = match context.home() {
        Ok(home) => home.state_dir,
        Err(error) => {
            checks.bad(error.to_string(), "set HOME");
            return None;
        }
    };
    let shown = dir.display();
    if !dir.join(FILE).exists() {
        checks.good(format!("{shown} has no database yet; the first event makes it"));
        return None;
    }
    match space(&dir) {
        Some(free) if free < LITTLE_SPACE => {
            checks.warning(format!("{shown} has {} left", size(free)), "fusebox purge");
        }
        Some(free) => checks.good(format!("{shown}, {} free", size(free))),
        None => checks.good(shown.to_string()),
    }
    modes(&dir, checks);
    let opened = Runtime::open(&dir, Vec::new(), context.now());
    // After the opening, which may have set one aside.
    let aside: Vec<String> = set_aside(&dir)
        .iter()
        .map(|file| file.display().to_string())
        .filter(|file| !file.ends_with("-wal") && !file.ends_with("-shm"))
        .collect();
    if !aside.is_empty() {
        let next = "`sqlite3 FILE .recover` may save what is in it; delete it when you are done";
        checks.warning(format!("unreadable, and kept: {}", aside.join(", ")), next);
    }
    match opened {
        Ok(mut runtime) => {
            database(&mut runtime, checks);
            Some(runtime)
        }
        Err(error) => {
            checks.bad(error.to_string(), "");
            None
        }
    }
}

fn space(dir: &Path) -> Option<u64> {
    let found = rustix::fs::statvfs(dir).ok()?;
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

/// The state says what was done and when: it is for its owner's eyes.
fn modes(dir: &Path, checks: &mut Checks) {
    let files = fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path());
    let open: Vec<String> = std::iter::once(dir.to_owned())
        .chain(files)
        .filter(|file| fs::metadata(file).is_ok_and(|meta| meta.permissions().mode() & 0o077 != 0))
        .map(|file| file.display().to_string())
        .collect();
    if open.is_empty() {
        checks.good("readable and writable for you alone");
    } else {
        let next = format!("chmod -R go= {}", dir.display());
        checks.warning(format!("open to other users: {}", open.join(", ")), &next);
    }
}

/// What to do with a database that is damaged where no hook reads it.
const MOVE_AWAY: &str = "move it away; open sessions stay open";

fn database(runtime: &mut Runtime, checks: &mut Checks) {
    // A write that changes nothing: a file that may only be read gives the lock all the same.
    match runtime.store_mut().would_purge(PurgeRequest::Before(Timestamp(0))) {
        // Told below.
        Ok(_) | Err(StoreError::Corrupt { .. }) => {}
        Err(error) => checks.bad(error.to_string(), ""),
    }
    match runtime.store().read().health() {
        Err(StoreError::Corrupt { detail, .. }) => {
            checks.bad(format!("the database is damaged: {detail}"), MOVE_AWAY);
        }
        Err(error) => checks.bad(error.to_string(), ""),
        Ok(health) if !health.problems.is_empty() => checks
            .bad(format!("the database is damaged: {}", health.problems.join("; ")), MOVE_AWAY),
        Ok(StoreHealth { schema_version, journal, bytes, wal_bytes, .. }) => {
            let total = size(bytes + wal_bytes);
            checks.good(format!("database sound, schema {schema_version}, {total}"));
            if journal != "wal" {
                checks.warning(
                    format!("journal `{journal}`: this file system cannot share memory"),
                    "set FUSEBOX_STATE_DIR to a local folder: hooks are faster there",
                );
            }
        }
    }
}
