//! The repository of a folder, with the vault beside the state.

use std::path::Path;

use fusebox_git::{GitError, Repository};
use fusebox_runtime::Runtime;

/// The folder in that of the state that holds what is kept outside git.
const VAULT: &str = "vault";

/// The repository around a folder; `None` outside one.
///
/// # Errors
/// When git fails.
pub fn find_repository(runtime: &Runtime, folder: &Path) -> Result<Option<Repository>, GitError> {
    let found = Repository::find(folder)?;
    Ok(match runtime.state_dir() {
        Some(state) => found.map(|repository| repository.with_vault(state.join(VAULT))),
        None => found,
    })
}
