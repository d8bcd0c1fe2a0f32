//! Where clients keep their records.

use std::path::PathBuf;

use fusebox_effects::ADVISOR_RECORDS;

use crate::{CliError, Context, Result};

/// The folders of clients below the home folder, and the variable that moves each.
const FOLDERS: &[(&str, &str, &str)] = &[
    ("CLAUDE_CONFIG_DIR", ".claude", "projects"),
    ("", ".config/claude", "projects"),
    ("CODEX_HOME", ".codex", "sessions"),
    ("", ".codex", "archived_sessions"),
    ("", ".gemini", "tmp"),
    ("", ".qwen", "projects"),
    ("", ".qwen", "tmp"),
    ("COPILOT_HOME", ".copilot", "session-state"),
    ("", ".local/share/opencode", "storage/message"),
    ("", ".cline", "data"),
    ("", ".pi", "agent/sessions"),
];

/// The database of opencode, which holds usage but no text that calibration reads.
const OPENCODE_STORE: &str = ".local/share/opencode/opencode.db";

/// The paths that a person named, or those that exist and hold usage.
pub(crate) fn with_usage(named: &[PathBuf], context: &Context) -> Result<Vec<PathBuf>> {
    let home = context.environment.home.clone().unwrap_or_default();
    let store = Some(home.join(OPENCODE_STORE)).filter(|store| named.is_empty() && store.is_file());
    match to_read(named, context) {
        Ok(paths) => Ok(paths.into_iter().chain(store).collect()),
        Err(error) => store.map(|store| vec![store]).ok_or(error),
    }
}

/// The paths that a person named, or the folders that exist.
pub(crate) fn to_read(named: &[PathBuf], context: &Context) -> Result<Vec<PathBuf>> {
    if !named.is_empty() {
        return Ok(named.to_vec());
    }
    let found = existing(context);
    if found.is_empty() {
        return Err(CliError::usage("no path was named, and no client has kept records")
            .hint("`fusebox spend PATH…` reads the records of clients wherever they are"));
    }
    Ok(found)
}

/// The folders of clients' records that exist.
pub(crate) fn existing(context: &Context) -> Vec<PathBuf> {
    let home = context.environment.home.clone().unwrap_or_default();
    let folders = FOLDERS.iter().map(|(variable, folder, records)| {
        let moved = context.variables.folder(variable).map(PathBuf::from);
        moved.unwrap_or_else(|| home.join(folder)).join(records)
    });
    // What questions to models behind HTTP used.
    let own = context.home().ok().map(|home| home.state_dir.join(ADVISOR_RECORDS));
    folders.chain(own).filter(|folder| folder.is_dir()).collect()
}
