//! The program that clients start at every hook, by a path that outlives an upgrade.

use std::fs;
use std::path::{Path, PathBuf};

use crate::context::Context;
use crate::error::CliError;

/// `fusebox-hook` beside this program, else this program itself.
///
/// When a folder on the `PATH` leads to the same file, that spelling is taken: package managers
/// keep it when they replace the versioned folder behind it.
pub(crate) fn hook(context: &Context) -> Result<PathBuf, CliError> {
    let own = own()?;
    let beside = own.with_file_name("fusebox-hook");
    let program = if beside.is_file() { beside } else { own };
    Ok(stable(context, &program))
}

/// This program.
pub(crate) fn own() -> Result<PathBuf, CliError> {
    let own = std::env::current_exe()?;
    if own.is_file() {
        return Ok(own);
    }
    Err(CliError::failed("this program was replaced while it ran").hint("run it again"))
}

/// The path by which the `PATH` leads to `program`, else `program`.
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
