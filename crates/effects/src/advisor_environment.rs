//! What surrounds a program that is asked, be it judge, analyst or debugger: its variables and its folder.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use tempfile::TempDir;

/// The variables of a program that is asked: it is no work of the task, and its own trips are analysed by
/// rules alone, so that no question asks for another.
pub const ADVISOR_VARIABLES: [(&str, Option<&str>); 11] = [
    ("FUSEBOX_TASK", Some("fusebox-analysis")),
    ("FUSEBOX_GUIDED_ANALYST", Some("builtin")),
    ("FUSEBOX_GUIDED_JUDGE", Some("off")),
    ("FUSEBOX_ON_TRIP_DEBUGGER", Some("off")),
    ("FUSEBOX_PRESET", Some("budget")),
    ("FUSEBOX_ROLE", None),
    ("FUSEBOX_RUN", None),
    ("FUSEBOX_SOCKET", None),
    ("FUSEBOX_HOOK_SECRET", None),
    ("FUSEBOX_GUIDED_TOOL_CALLS_CRITICAL", None),
    ("FUSEBOX_OPERATOR_TOKEN_FILE", None),
];

/// An empty folder in which a program is asked, far from the project. It is removed with the value.
pub struct PrivateFolder(TempDir);

impl PrivateFolder {
    /// Makes the folder, with a name that nobody can foresee: what an agent left in the temporary folder
    /// keeps no question from being asked.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn new() -> std::io::Result<Self> {
        let owner_only = Permissions::from_mode(0o700);
        let folder =
            tempfile::Builder::new().prefix("fusebox-asks-").permissions(owner_only).tempdir();
        folder.map(Self)
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_questions_have_the_same_folder_and_only_the_owner_may_enter_it() {
        let [first, second] = [(); 2].map(|()| PrivateFolder::new().unwrap());
        assert_ne!(first.path(), second.path());
        assert_eq!(first.path().metadata().unwrap().permissions().mode() & 0o777, 0o700);
        let path = first.path().to_owned();
        drop(first);
        assert!(!path.exists());
    }
}
