//! This program and the hook beside it, by paths that outlive an upgrade.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{CliError, Context, Result};

/// `fusebox-hook` beside the program `own`, else `own`, and the words that make it the hook.
pub(crate) fn hook_beside(own: &Path) -> (PathBuf, &'static [&'static str]) {
    let slim = own.with_file_name("fusebox-hook");
    if slim.is_file() { (slim, &[]) } else { (own.to_owned(), &["hook"]) }
}

/// This program.
pub(crate) fn own() -> Result<PathBuf> {
    let own = std::env::current_exe()?;
    if own.is_file() {
        return Ok(own);
    }
    Err(CliError::failed("this program was replaced while it ran").hint("run it again"))
}

/// The path by which the `PATH` leads to `program`, else `program`: package managers keep it when they
/// replace the versioned folder behind it.
pub(crate) fn stable(context: &Context, program: &Path) -> PathBuf {
    let path = &context.variables.path;
    let (Some(name), Ok(real)) = (program.file_name(), fs::canonicalize(program)) else {
        return program.to_owned();
    };
    path.split(':')
        .map(|dir| Path::new(dir).join(name))
        .filter(|spelt| spelt.is_absolute())
        .find(|spelt| fs::canonicalize(spelt).is_ok_and(|found| found == real))
        .unwrap_or_else(|| program.to_owned())
}
