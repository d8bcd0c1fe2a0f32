//! The folder that a task is worked on in.

use std::path::{Path, PathBuf};

use crate::context::Context;
use crate::error::CliError;

/// The folder that is named, else the top of the git work tree around the present one, else that
/// itself; absolute and without links, as clients name it.
pub(super) fn of(context: &Context, named: Option<&Path>) -> Result<PathBuf, CliError> {
    let Some(named) = named else {
        let here = &context.dir;
        return Ok(top(here).unwrap_or(here).to_path_buf());
    };
    let folder = named
        .canonicalize()
        .map_err(|error| CliError::usage(format!("--folder: {}: {error}", named.display())))?;
    if folder.is_dir() {
        Ok(folder)
    } else {
        Err(CliError::usage(format!("--folder: {} is not a folder", named.display())))
    }
}

/// The nearest folder upwards that holds a `.git`, which is a file in a linked work tree.
fn top(dir: &Path) -> Option<&Path> {
    dir.ancestors().find(|dir| dir.join(".git").exists())
}
