//! Whether all hooks of a client are gone, so that no event of it will tell so.

use std::path::Path;

use fusebox_store::AcceptedFile;

use super::{GuardedClient, GuardedFiles, GuardedSettings, programs, read};
use crate::{Runtime, RuntimeError};

impl GuardedFiles {
    /// The digest of the metadata of all files, for a session in `folder`. It changes whenever one does; with the one
    /// `before`, no file is read that is the same.
    #[must_use]
    pub fn fingerprint(&self, folder: &Path, before: Option<u64>) -> u64 {
        self.look(Some(folder), before).fingerprint
    }
}

/// Which clients are asked for their hooks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AskedClients {
    /// Those that look for their files of hooks at every event. The others go on with the hooks of their start, and
    /// their next event tells what became of the files.
    ReadingAtEveryEvent,
    /// All of them: no event comes any more.
    All,
}

impl Runtime {
    /// Whether some client lost the last of its accepted hooks, or the program that they start. Nothing of
    /// that client reports an event then, so nothing of it notices.
    ///
    /// # Errors
    /// When the store fails.
    pub fn are_hooks_gone(
        &self,
        guarded: &GuardedFiles,
        folder: &Path,
        asked: AskedClients,
    ) -> Result<bool, RuntimeError> {
        let accepted = |path: &Path| self.store().read().accepted_file(path);
        let is_asked = |client: &&GuardedClient| {
            asked == AskedClients::All || client.files.iter().any(|file| file.is_own)
        };
        for client in guarded.clients.iter().filter(is_asked) {
            let (mut had_hooks, mut has_hooks) = (false, false);
            let files = client.within(Some(folder)).filter(|file| file.holds_hooks);
            for GuardedSettings { path, lost_protection, .. } in files {
                let has_some = |file: &AcceptedFile| {
                    !lost_protection(file.content.as_deref(), None).is_empty()
                };
                let holds = |file: &AcceptedFile| has_some(file) && programs::can_run(file);
                has_hooks |= holds(&read(&path));
                had_hooks |= accepted(&path)?.as_ref().is_some_and(holds);
            }
            if had_hooks && !has_hooks {
                return Ok(true);
            }
        }
        let Some(programs) = &guarded.programs else { return Ok(false) };
        let changed = programs.changed(self.store())?;
        Ok(changed.iter().any(super::ChangedFile::is_loss))
    }
}
