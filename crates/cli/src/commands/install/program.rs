//! This program and the hook beside it, by paths that outlive an upgrade.

use std::fs;
use std::os::unix::fs::MetadataExt;
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

/// The program of this name beside this one, for the administrator's settings: nobody else can replace it, and
/// everybody can run it.
pub(crate) fn for_everybody(context: &Context, name: &str) -> Result<PathBuf> {
    let program = stable(context, &own()?).with_file_name(name);
    let folder = program.parent().unwrap_or(Path::new("/"));
    for path in [folder, &program] {
        let found = fs::metadata(path)?;
        let fault = match (found.uid(), found.mode()) {
            (1.., _) => "does not belong to the administrator",
            (_, mode) if mode & 0o002 != 0 => "can be changed by anybody",
            (_, mode) if mode & 0o001 == 0 => "cannot be used by everybody",
            (0, _) => continue,
        };
        return Err(CliError::failed(format!("{} {fault}", path.display()))
            .hint("sudo install fusebox fusebox-hook /usr/local/bin")
            .hint("then run that one: sudo /usr/local/bin/fusebox install --scope managed"));
    }
    Ok(program)
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
