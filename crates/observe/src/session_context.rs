//! What has to be known of a session to understand its events.

use std::fmt::Debug;

use fusebox_engine::spend::SpendPolicy;
use fusebox_engine::test_run::TestCall;
use fusebox_engine::{LineSet, WorkKind, WriteTargets};

use crate::CallEffects;

/// Where the agent works, what it must not touch, and what the event belongs to.
#[derive(Debug, Clone, Copy, Default)]
pub struct SessionContext<'a> {
    /// Paths of Fusebox's own state and configuration and of the client's hook settings.
    pub protected: &'a [String],
    /// The files of hooks that are there and that Fusebox alone writes, by their absolute paths.
    pub hook_files: &'a [String],
    /// Further command prefixes that are test runs.
    pub test_commands: &'a [String],
    /// The folder that the session works in: paths inside it are kept without it.
    pub folder: Option<&'a str>,
    /// The test run whose result is to be understood, if the event ends one.
    pub test: Option<&'a TestCall>,
    /// The short form of the call whose result is to be understood, if the event ends one.
    pub label: Option<&'a str>,
    /// Digests of the words that this call names behind the first of its label.
    pub named: &'a [u16],
    /// What kind of work the event ends.
    pub work: WorkKind,
    /// Whether the status of that call is not that of the program that does the work.
    pub hides_status: bool,
    /// Whether what that call prints is a secret.
    pub prints_secret: bool,
    /// Whether that call starts anew what runs, and shows how it goes.
    pub restarts: bool,
    /// Digest of the name of the file that was edited last, if it was not looked at since.
    pub edited_file: Option<u16>,
    /// The lines that failed checks printed since the last change.
    pub printed: Option<&'a LineSet>,
    /// JUnit XML that this test run wrote.
    pub report: Option<&'a str>,
    /// What a model without a price costs.
    pub spend: Option<&'a SpendPolicy>,
    /// The imported prices; empty for none.
    pub imported_prices: &'a str,
    /// Resolves the paths that calls write; given while the task has a scope.
    pub write_resolver: Option<&'a dyn ResolveWrites>,
}

/// Resolves the paths that a call writes against the file system.
pub trait ResolveWrites: Debug {
    /// The files behind these paths, for a call that runs in `cwd`.
    fn resolve_writes(&self, effects: &CallEffects<'_>, cwd: Option<&str>) -> WriteTargets;
}

impl SessionContext<'_> {
    /// A path as seen from the session's folder.
    pub(crate) fn relative_path<'p>(&self, path: &'p str) -> &'p str {
        let folder = self.folder.map(|folder| folder.trim_end_matches('/'));
        let relative = folder
            .filter(|folder| !folder.is_empty())
            .and_then(|folder| path.strip_prefix(folder)?.strip_prefix('/'));
        relative.filter(|rest| !rest.is_empty()).unwrap_or(path)
    }
}

#[cfg(test)]
mod tests {
    use fusebox_engine::Tool;
    use serde_json::{Value, json};

    use super::*;
    use crate::question::target;

    #[test]
    fn r06_a_file_is_one_by_its_whole_path_and_from_the_folder() {
        let context = SessionContext { folder: Some("/h/p"), ..SessionContext::default() };
        let read = json!({"file_path": "/h/p/a/b.json"});
        let expected = target(&Tool::Read, None, &read, &context);
        for text in [
            "cat a/b.json",
            "cat /h/p/a/b.json",
            "cd a && cat -n b.json",
            "cd /h/p/a && nl -ba b.json",
            "jq . a/b.json",
        ] {
            let line = fusebox_shell::parse(text);
            let found = target(&Tool::Bash, Some(&line), &Value::Null, &context);
            assert_eq!(found, expected, "{text}");
        }
    }
}
