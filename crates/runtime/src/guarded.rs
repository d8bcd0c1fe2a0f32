//! Files whose protected content an agent must not change: compared at every event, and put back.
//!
//! What is protected in a file is the front's to say, as a function over its content. At every event the
//! metadata of the files is compared with what the session noted; only where it differs are they read.
//! A loss while a call of an agent ran, or a background command of it lives, is the agent's: the accepted
//! content is put back and the session is told as [`EventKind::Tampering`]. Every other change is a
//! person's, and is accepted.

mod fingerprint;
mod put_back;
mod responsible;

use std::path::{Path, PathBuf};

use fusebox_engine::event::Tampering;
use fusebox_engine::state::SessionState;
use fusebox_engine::{AgentId, EnforcementMode, Event, EventKind, Policy, SessionId, Timestamp};
use fusebox_store::{AcceptedFile, Store, own_file};

use self::fingerprint::fingerprint;
use self::put_back::put_back;
use crate::answer::EventBatch;
use crate::{Runtime, RuntimeError};

/// More of a file than this is not read.
const MAX_BYTES: u64 = 4 << 20;

/// What the second content of a file lost of what the first one protects, in words that go on after the
/// name of the file; `None` is a file that does not exist.
pub type LostProtection = fn(Option<&[u8]>, Option<&[u8]>) -> Vec<String>;

/// The guarded files of a client.
#[derive(Debug, Clone, Default)]
pub struct GuardedFiles {
    /// The files, whether they exist or not: absolute, or relative to the folder of the session.
    pub files: Vec<(PathBuf, LostProtection)>,
    /// How variables begin that every process has which the agent starts, as `NAME=value`.
    pub marks: Vec<String>,
}

impl GuardedFiles {
    /// The absolute paths of the files, for a session in `folder`.
    fn within<'a>(
        &'a self,
        folder: Option<&'a Path>,
    ) -> impl Iterator<Item = (PathBuf, LostProtection)> + 'a {
        let joined = move |path: &Path| folder.map_or(path.to_owned(), |folder| folder.join(path));
        let files = self.files.iter().map(move |(path, lost)| (joined(path), *lost));
        files.filter(|(path, _)| path.is_absolute())
    }
}

/// What became of the guarded files at an event.
#[derive(Debug, Default)]
pub(crate) struct GuardedCheck {
    /// The digest of their metadata that the session notes.
    pub(crate) noted: Option<u64>,
    /// What the agent of the session did to them.
    pub(crate) tampering: Option<Tampering>,
    /// Whether any of them lost protection, by whoever.
    pub(crate) is_loss: bool,
}

/// A file that is not as it was accepted.
struct ChangedFile {
    path: PathBuf,
    accepted: Option<AcceptedFile>,
    present: AcceptedFile,
    lost: Vec<String>,
}

impl Runtime {
    /// Compares the guarded files with what is accepted, puts back what an agent took away, and accepts
    /// what a person changed.
    pub(crate) fn check_guarded(
        &mut self,
        batch: &EventBatch<'_>,
        folder: Option<&Path>,
        session: &SessionState,
        policy: &Policy,
        now: Timestamp,
    ) -> Result<GuardedCheck, RuntimeError> {
        let (Some(guarded), Some(first)) = (batch.guarded, batch.events.first()) else {
            return Ok(GuardedCheck::default());
        };
        let files: Vec<_> = guarded.within(folder).collect();
        let note = || fingerprint(files.iter().map(|(path, _)| path.as_path()));
        let noted = note();
        if session.guarded_files == Some(noted) {
            return Ok(GuardedCheck::default());
        }
        let changed = changed_files(self.store(), &files)?;
        let is_loss = changed.iter().any(|file| !file.lost.is_empty());
        let culprit = if is_loss {
            let who = (&first.session, session, batch.client_pid);
            responsible::session(self.store(), who, &guarded.marks)?
        } else {
            None
        };
        let (kept, accepted): (Vec<_>, Vec<_>) =
            changed.into_iter().partition(|file| culprit.is_some() && !file.lost.is_empty());
        self.accept(accepted.iter().map(|file| (file.path.as_path(), &file.present)), now)?;
        let Some(culprit) = culprit else {
            return Ok(GuardedCheck { noted: Some(noted), tampering: None, is_loss });
        };
        let tampering = self.undo(&kept, policy.mode);
        let is_own = culprit == first.session;
        if !is_own {
            self.record_tampering(&culprit, &first.agent, tampering.clone(), now)?;
        }
        let tampering = is_own.then_some(tampering);
        Ok(GuardedCheck { noted: Some(note()), tampering, is_loss })
    }

    /// Accepts the files as they are now: a person wants them so.
    ///
    /// # Errors
    /// When the store fails.
    pub fn accept_files(
        &mut self,
        paths: impl IntoIterator<Item = PathBuf>,
        now: Timestamp,
    ) -> Result<(), RuntimeError> {
        let present: Vec<_> = paths.into_iter().map(|path| (read(&path), path)).collect();
        self.accept(present.iter().map(|(file, path)| (path.as_path(), file)), now)
    }

    fn accept<'f>(
        &mut self,
        files: impl Iterator<Item = (&'f Path, &'f AcceptedFile)> + Clone,
        now: Timestamp,
    ) -> Result<(), RuntimeError> {
        if files.clone().next().is_none() {
            return Ok(());
        }
        self.store_mut().write(|tx| {
            for (path, file) in files.clone() {
                tx.accept_file(path, file, now)?;
            }
            Ok(())
        })
    }

    /// Puts the files back, unless nothing is enforced, and says what they had lost.
    fn undo(&self, files: &[ChangedFile], mode: EnforcementMode) -> Tampering {
        let put_back_all = || {
            let displaced = self.state_dir().map(|dir| dir.join("displaced"));
            let content = |file: &ChangedFile| {
                file.accepted.as_ref().and_then(|accepted| accepted.content.clone())
            };
            // Every file is tried, whatever became of the one before.
            let done = files.iter().map(|file| {
                put_back(&file.path, content(file).as_deref(), displaced.as_deref()).is_ok()
            });
            done.fold(true, |all, one| all & one)
        };
        let lost =
            |file: &ChangedFile| format!("`{}` {}", file.path.display(), file.lost.join(", "));
        Tampering {
            lost: files.iter().map(lost).collect::<Vec<_>>().join("; "),
            put_back: mode == EnforcementMode::Enforce && put_back_all(),
        }
    }

    /// Tells another session what its agent did.
    fn record_tampering(
        &mut self,
        session: &SessionId,
        agent: &AgentId,
        tampering: Tampering,
        now: Timestamp,
    ) -> Result<(), RuntimeError> {
        let kind = EventKind::Tampering(tampering);
        let (session, agent) = (session.clone(), agent.clone());
        self.order(&Event { session, id: None, at: None, agent, kind }, now).map(drop)
    }
}

/// The files that are not as they were accepted.
fn changed_files(
    store: &Store,
    files: &[(PathBuf, LostProtection)],
) -> Result<Vec<ChangedFile>, RuntimeError> {
    let mut changed = Vec::new();
    for (path, lost_protection) in files {
        let (accepted, present) = (store.read().accepted_file(path)?, read(path));
        if accepted.as_ref() == Some(&present) {
            continue;
        }
        // What was never seen before is taken as it is.
        let lost = accepted.as_ref().map(|accepted| {
            lost_protection(accepted.content.as_deref(), present.content.as_deref())
        });
        let (path, lost) = (path.clone(), lost.unwrap_or_default());
        changed.push(ChangedFile { path, accepted, present, lost });
    }
    Ok(changed)
}

/// A file as it is; one that cannot be read counts as one that is not there.
fn read(path: &Path) -> AcceptedFile {
    let content = || {
        let (file, _) = own_file::open(path).ok()??;
        let mut content = Vec::new();
        std::io::Read::read_to_end(&mut std::io::Read::take(file, MAX_BYTES), &mut content).ok()?;
        Some(content)
    };
    AcceptedFile { content: content() }
}
