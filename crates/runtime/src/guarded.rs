//! Files whose protected content an agent must not change: compared at every event, and put back.
//!
//! What is protected in a file is the front's to say, as a function over its content. At every event the
//! metadata of the files, and the content of those that changed just now, is compared with what the session
//! noted; only where it differs are they compared with what is accepted.
//! A loss while a call of an agent ran, or a background command of it lives, is the agent's: the accepted
//! content is put back and the session is told as [`EventKind::Tampering`]. A policy file may change by
//! work that is honest (git), so it is left as it is and withheld: what it loosens is not obeyed until a
//! person accepts it. Every other change is a person's, and is accepted.

mod fingerprint;
mod hook_files;
mod lost_hooks;
pub(crate) mod policy_files;
mod programs;
mod put_back;
mod responsible;
#[cfg(test)]
mod tests;

use std::fs::{self, Metadata};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use fusebox_engine::event::Tampering;
use fusebox_engine::state::SessionState;
use fusebox_engine::{
    AgentId, Duration, EnforcementMode, Event, EventKind, Policy, SessionId, Timestamp,
};
use fusebox_store::{AcceptedFile, Store, own_file};

use self::fingerprint::{Fingerprint, WITHHOLDS};
use self::hook_files::HookFileLooks;
pub use self::lost_hooks::AskedClients;
use self::policy_files::PolicyFileLooks;
pub use self::programs::GuardedPrograms;
use self::put_back::{put_back, put_back_part};
use crate::answer::EventBatch;
use crate::{Runtime, RuntimeError, clock};

/// More of a file than this is not read.
const MAX_BYTES: u64 = 4 << 20;

/// What the second content of a file lost of what the first one protects, in words that go on after the
/// name of the file; `None` is a file that does not exist.
pub type LostProtection = fn(Option<&[u8]>, Option<&[u8]>) -> Vec<String>;

/// The guarded files around an agent.
#[derive(Debug, Clone, Default)]
pub struct GuardedFiles {
    /// The settings of the clients.
    pub clients: Vec<GuardedClient>,
    /// The person's policy file, whether it exists or not; those of the project are known by its folder.
    pub user_policy: Option<PathBuf>,
    /// The programs that clients start.
    pub programs: Option<GuardedPrograms>,
    /// How variables begin that every process has which the agent starts, as `NAME=value`.
    pub marks: Vec<String>,
}

/// The guarded files of one client.
#[derive(Debug, Clone, Default)]
pub struct GuardedClient {
    /// Whether it is the client that reports the event.
    pub is_running: bool,
    /// The files, whether they exist or not.
    pub files: Vec<GuardedSettings>,
}

/// A guarded settings file.
#[derive(Debug, Clone)]
pub struct GuardedSettings {
    /// Its path: absolute, or relative to the folder of the session.
    pub path: PathBuf,
    /// Whether our hooks can stand in it; else there are only switches.
    pub holds_hooks: bool,
    /// Whether it holds our hooks and nothing else.
    pub is_own: bool,
    /// What a change of it takes away.
    pub lost_protection: LostProtection,
    /// What of it is kept to be put back; `None` is the whole file.
    pub part: Option<FilePart>,
}

/// The part of a file that protects, where the rest of it is not Fusebox's to keep.
#[derive(Debug, Clone, Copy)]
pub struct FilePart {
    /// The part of a content.
    pub kept: fn(&[u8]) -> Vec<u8>,
    /// A present content with the accepted part, which comes first, in the place of its own.
    pub restored: fn(&[u8], &[u8]) -> Vec<u8>,
}

impl GuardedFiles {
    /// Looks at all files, for a session in `folder` that noted this of them.
    fn look(&self, folder: Option<&Path>, noted: Option<u64>) -> GuardedLooks {
        let now = clock::now();
        let mut fingerprint = Fingerprint::new();
        let mut hook_files = HookFileLooks::default();
        // One buffer for all paths: this runs in every hook process.
        let mut path = PathBuf::new();
        for file in self.clients.iter().flat_map(|client| &client.files) {
            path.clear();
            path.extend(folder);
            path.push(&file.path);
            if path.is_absolute() {
                let metadata = look_at(&path, now, &mut fingerprint);
                if file.is_own {
                    hook_files.add(file, &path, metadata.is_some());
                }
            }
        }
        if let Some(GuardedPrograms { dir, .. }) = &self.programs {
            for name in programs::NAMES {
                path.clear();
                path.push(dir);
                path.push(name);
                fingerprint.add(fs::metadata(&path).ok().as_ref());
            }
        }
        let policy = self.policy_paths(folder).map(|path| {
            let metadata = look_at(&path, now, &mut fingerprint);
            (path, metadata)
        });
        let policy = PolicyFileLooks(policy.collect());
        let present = fingerprint.finish();
        let noted = noted.filter(|noted| Fingerprint::is_same(*noted, present));
        let (hook_files, bits) = hook_files.that_hold_hooks(noted);
        GuardedLooks { fingerprint: present | bits, policy, hook_files }
    }

    fn policy_paths<'a>(&'a self, folder: Option<&'a Path>) -> impl Iterator<Item = PathBuf> + 'a {
        let policy = policy_files::around(self.user_policy.as_deref(), folder);
        policy.filter(|path| path.is_absolute())
    }
}

/// So long after a change of its times a file may be written through a mapping without another change: until the system
/// has written its pages back, which takes half a minute.
const SILENT_WRITES: Duration = Duration::from_secs(120);

/// Adds what the system says of a file, and its content where it may have changed without that.
fn look_at(path: &Path, now: Timestamp, fingerprint: &mut Fingerprint) -> Option<Metadata> {
    let metadata = fs::metadata(path).ok();
    fingerprint.add(metadata.as_ref());
    let changed_s = metadata.as_ref().map_or(0, MetadataExt::ctime);
    let changed = Timestamp(u64::try_from(changed_s).unwrap_or_default().saturating_mul(1_000));
    if now.since(changed) < SILENT_WRITES {
        fingerprint.add_content(read(path).content.as_deref());
    }
    metadata
}

/// What a look at the guarded files saw.
struct GuardedLooks {
    /// The digest of all of them, and which files of hooks hold ours.
    fingerprint: u64,
    policy: PolicyFileLooks,
    /// The files there that hold our hooks and nothing else.
    hook_files: Vec<String>,
}

impl GuardedClient {
    /// Its files by their absolute paths, for a session in `folder`.
    fn within<'a>(
        &'a self,
        folder: Option<&'a Path>,
    ) -> impl Iterator<Item = GuardedSettings> + 'a {
        let joined = move |path: &Path| folder.map_or(path.to_owned(), |folder| folder.join(path));
        let files = self
            .files
            .iter()
            .map(move |file| GuardedSettings { path: joined(&file.path), ..*file });
        files.filter(|file| file.path.is_absolute())
    }
}

/// How a file is protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Protection {
    /// What an agent takes away is put back.
    Settings {
        /// Whether the file is one of the client that reports the event.
        of_running_client: bool,
    },
    /// What an agent changes stays, and is withheld.
    Policy,
    /// A program is put back from its second copy.
    Program,
}

/// What became of the guarded files since the event before.
#[derive(Debug, Default)]
pub(crate) struct GuardedChanges {
    /// Their digest that the session notes, and whether one is withheld.
    pub(crate) noted: Option<u64>,
    /// Whether any of the running client's lost protection, by whoever.
    pub(crate) is_loss: bool,
    /// The session whose agent took protection away, and the files that it is to be given back to.
    tampered: Option<(SessionId, Vec<ChangedFile>)>,
}

/// A file that is not as it was accepted.
#[derive(Debug)]
struct ChangedFile {
    path: PathBuf,
    protection: Protection,
    /// What of it is kept.
    part: Option<FilePart>,
    accepted: Option<AcceptedFile>,
    present: AcceptedFile,
    lost: Vec<String>,
}

impl Runtime {
    /// Compares the guarded files with what is accepted, accepts what a person changed, and withholds
    /// policy files that an agent changed.
    pub(crate) fn check_guarded(
        &mut self,
        batch: &EventBatch<'_>,
        folder: Option<&Path>,
        session: &SessionState,
        now: Timestamp,
    ) -> Result<GuardedChanges, RuntimeError> {
        self.withholds_nothing = false;
        self.hook_files.clear();
        let (Some(guarded), Some(first)) = (batch.guarded, batch.events.first()) else {
            return Ok(GuardedChanges::default());
        };
        let looks = guarded.look(folder, session.guarded_files);
        let present = looks.fingerprint;
        self.policy_looks = looks.policy;
        self.hook_files = looks.hook_files;
        let noted = session.guarded_files.filter(|noted| Fingerprint::is_same(*noted, present));
        if let Some(noted) = noted {
            // To withhold a file, an agent has to change it; then this is another digest.
            self.withholds_nothing = noted & WITHHOLDS == 0;
            return Ok(GuardedChanges::default());
        }
        let withheld = self.store().read().withheld_files()?;
        let changed = changed_files(self.store(), guarded, folder, &withheld)?;
        let is_loss = changed.iter().any(|file| {
            file.protection == Protection::Settings { of_running_client: true } && file.is_loss()
        });
        let culprit = if changed.iter().any(|file| file.is_loss() || file.is_changed_policy()) {
            let who = (&first.session, session, batch.client_pid);
            responsible::session(self.store(), who, &guarded.marks)?
        } else {
            None
        };
        let is_kept = |file: &ChangedFile| {
            let is_withheld = withheld.contains(&file.path);
            file.is_changed_policy() && (culprit.is_some() || is_withheld)
        };
        let (to_withhold, rest): (Vec<_>, Vec<_>) = changed.into_iter().partition(is_kept);
        let (lost, accepted): (Vec<_>, Vec<_>) =
            rest.into_iter().partition(|file| culprit.is_some() && file.is_loss());
        self.accept_changed(&accepted, guarded.programs.as_ref(), now)?;
        let withholds = !withheld.is_empty() || !to_withhold.is_empty();
        self.withhold(to_withhold.into_iter().map(|file| file.path), now)?;
        let noted = if withholds { present | WITHHOLDS } else { present };
        let tampered = culprit.filter(|_| !lost.is_empty()).map(|culprit| (culprit, lost));
        Ok(GuardedChanges { noted: Some(noted), is_loss, tampered })
    }

    /// Puts back what an agent took away. Returns what the agent of this batch's session did; another
    /// session is told of it here.
    pub(crate) fn undo_tampering(
        &mut self,
        changes: &mut GuardedChanges,
        batch: &EventBatch<'_>,
        folder: Option<&Path>,
        policy: &Policy,
        now: Timestamp,
    ) -> Result<Option<Tampering>, RuntimeError> {
        let (Some(guarded), Some(first)) = (batch.guarded, batch.events.first()) else {
            return Ok(None);
        };
        let Some((culprit, lost)) = changes.tampered.take() else { return Ok(None) };
        let tampering = self.undo(&lost, guarded.programs.as_ref(), policy.mode);
        let GuardedLooks { fingerprint: present, hook_files, .. } = guarded.look(folder, None);
        self.hook_files = hook_files;
        changes.noted = changes.noted.map(|noted| present | noted & WITHHOLDS);
        if culprit == first.session {
            return Ok(Some(tampering));
        }
        self.record_tampering(&culprit, &first.agent, tampering, now)?;
        Ok(None)
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
        self.accept_parts(paths.into_iter().map(|path| (path, None)), now)
    }

    /// Accepts files as they are now, each as far as it is kept.
    ///
    /// # Errors
    /// When the store fails.
    pub fn accept_parts(
        &mut self,
        files: impl IntoIterator<Item = (PathBuf, Option<FilePart>)>,
        now: Timestamp,
    ) -> Result<(), RuntimeError> {
        let present = files.into_iter().map(|(path, part)| (read_part(&path, part), path));
        let present: Vec<_> = present.collect();
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

    fn withhold(
        &mut self,
        paths: impl Iterator<Item = PathBuf>,
        now: Timestamp,
    ) -> Result<(), RuntimeError> {
        let paths: Vec<PathBuf> = paths.collect();
        if paths.is_empty() {
            return Ok(());
        }
        self.store_mut().write(|tx| {
            for path in &paths {
                tx.withhold_file(path, now)?;
            }
            Ok(())
        })
    }

    /// Puts the files back, unless nothing is enforced, and says what they had lost.
    fn undo(
        &self,
        files: &[ChangedFile],
        programs: Option<&GuardedPrograms>,
        mode: EnforcementMode,
    ) -> Tampering {
        let put_back_all = || {
            let displaced = self.state_dir().map(|dir| dir.join("displaced"));
            let (lost_programs, files): (Vec<_>, Vec<_>) =
                files.iter().partition(|file| file.protection == Protection::Program);
            let programs = programs.filter(|_| !lost_programs.is_empty());
            let are_programs_back = programs
                .is_none_or(|programs| programs.put_back(&lost_programs, displaced.as_deref()));
            // Every file is tried, whatever became of the one before.
            let done = files.iter().map(|file| {
                let accepted = file.accepted.clone().unwrap_or_default();
                match file.part {
                    Some(part) => put_back_part(&file.path, part, &accepted),
                    None => put_back(&file.path, &accepted, displaced.as_deref()),
                }
                .is_ok()
            });
            done.fold(are_programs_back, |all, one| all & one)
        };
        let lost =
            |file: &ChangedFile| format!("`{}` {}", file.path.display(), file.lost.join(", "));
        Tampering {
            lost: files.iter().map(lost).collect::<Vec<_>>().join("; "),
            put_back: mode == EnforcementMode::Enforce && put_back_all(),
        }
    }

    /// Accepts the programs of the clients as they are now, as [`Self::accept_files`] does.
    ///
    /// # Errors
    /// When the store fails.
    pub fn accept_programs(
        &mut self,
        programs: &GuardedPrograms,
        now: Timestamp,
    ) -> Result<(), RuntimeError> {
        let changed = programs.changed(self.store())?;
        self.accept_changed(&changed, Some(programs), now)
    }

    fn accept_changed(
        &mut self,
        files: &[ChangedFile],
        programs: Option<&GuardedPrograms>,
        now: Timestamp,
    ) -> Result<(), RuntimeError> {
        self.accept(files.iter().map(|file| (file.path.as_path(), &file.present)), now)?;
        let is_new = |file: &ChangedFile| file.protection == Protection::Program && file.is_loss();
        if let Some(programs) = programs.filter(|_| files.iter().any(is_new)) {
            // Without a second copy, the program is only not put back.
            let _ = programs.keep();
        }
        Ok(())
    }

    /// Puts back the programs of the clients where an agent whose client runs took them away: no hook of
    /// its own tells that. Returns what one did.
    ///
    /// # Errors
    /// When the store fails.
    pub fn restore_programs(
        &mut self,
        programs: &GuardedPrograms,
        now: Timestamp,
    ) -> Result<Option<Tampering>, RuntimeError> {
        let lost = programs.changed(self.store())?;
        let lost: Vec<_> = lost.into_iter().filter(ChangedFile::is_loss).collect();
        let culprit = if lost.is_empty() { None } else { responsible::any_session(self.store())? };
        let Some(culprit) = culprit else { return Ok(None) };
        let tampering = self.undo(&lost, Some(programs), EnforcementMode::Enforce);
        self.record_tampering(&culprit, &AgentId::main(), tampering.clone(), now)?;
        Ok(Some(tampering))
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

impl ChangedFile {
    fn is_loss(&self) -> bool {
        !self.lost.is_empty()
    }

    /// Whether it is a policy file that says something else than was accepted.
    fn is_changed_policy(&self) -> bool {
        let accepted = self.accepted.as_ref();
        self.protection == Protection::Policy
            && accepted.is_some_and(|accepted| accepted.content != self.present.content)
    }
}

/// The files that are not as they were accepted, and those `withheld` that are so again. The settings of
/// a client without hooks of ours protect nothing: they are neither compared nor kept.
fn changed_files(
    store: &Store,
    guarded: &GuardedFiles,
    folder: Option<&Path>,
    withheld: &[PathBuf],
) -> Result<Vec<ChangedFile>, RuntimeError> {
    let mut changed: Vec<ChangedFile> = Vec::new();
    for client in &guarded.clients {
        let protection = Protection::Settings { of_running_client: client.is_running };
        let mut has_hooks = client.is_running;
        let mut of_client: Vec<ChangedFile> = Vec::new();
        // Parts come last: an agent writes their files, and most clients have no hooks.
        let (parts, whole): (Vec<_>, Vec<_>) =
            client.within(folder).partition(|file| file.part.is_some());
        for guarded in whole.into_iter().chain(parts) {
            let GuardedSettings { path, holds_hooks, lost_protection, part, .. } = guarded;
            if part.is_some() && !has_hooks {
                break;
            }
            let (accepted, present) = (store.read().accepted_file(&path)?, read_part(&path, part));
            let has_some = |file: &AcceptedFile| {
                holds_hooks && !lost_protection(file.content.as_deref(), None).is_empty()
            };
            has_hooks = has_hooks || has_some(&present) || accepted.as_ref().is_some_and(has_some);
            // What was never seen before is taken as it is.
            let lost = match &accepted {
                None => Vec::new(),
                Some(accepted) if accepted == &present => continue,
                Some(accepted) => {
                    let lost =
                        lost_protection(accepted.content.as_deref(), present.content.as_deref());
                    let is_off = has_some(&present)
                        && programs::can_run(accepted)
                        && !programs::can_run(&present);
                    match lost.is_empty() {
                        true if is_off => vec!["can no longer be run".to_owned()],
                        true if is_cut(&present) && !is_cut(accepted) => {
                            vec!["is longer than settings are read".to_owned()]
                        }
                        _ => lost,
                    }
                }
            };
            // Several clients read the same file, and in the home folder a project's settings are the person's.
            match changed.iter_mut().chain(&mut of_client).find(|file| file.path == path) {
                Some(known) if client.is_running => known.protection = protection,
                Some(_) => {}
                None => {
                    of_client.push(ChangedFile { path, protection, part, accepted, present, lost })
                }
            }
        }
        if has_hooks {
            changed.append(&mut of_client);
        }
    }
    for path in guarded.policy_paths(folder) {
        let (accepted, present) = (store.read().accepted_file(&path)?, read(&path));
        let is_same = accepted.as_ref().is_some_and(|one| one.content == present.content);
        if !is_same || withheld.contains(&path) {
            let (protection, part, lost) = (Protection::Policy, None, Vec::new());
            changed.push(ChangedFile { path, protection, part, accepted, present, lost });
        }
    }
    if let Some(programs) = &guarded.programs {
        changed.append(&mut programs.changed(store)?);
    }
    Ok(changed)
}

/// Stands behind the kept part of a file that goes on behind what is read of it.
const CUT_PART: &[u8] = b"# goes on behind what is read\n";

/// Whether the file goes on behind what is read of it.
fn is_cut(file: &AcceptedFile) -> bool {
    let content = file.content.as_deref().unwrap_or_default();
    content.len() as u64 == MAX_BYTES || content.ends_with(CUT_PART)
}

/// The kept part of a file as it is, or the whole of it.
fn read_part(path: &Path, part: Option<FilePart>) -> AcceptedFile {
    let whole = read(path);
    let Some(part) = part else { return whole };
    let is_cut = is_cut(&whole);
    let kept = whole.content.map(|content| {
        let mut kept = (part.kept)(&content);
        kept.extend_from_slice(if is_cut { CUT_PART } else { b"" });
        kept
    });
    AcceptedFile { content: kept, mode: None }
}

/// A file as it is; one that cannot be read counts as one that is not there.
fn read(path: &Path) -> AcceptedFile {
    let file = || {
        let (file, metadata) = own_file::open(path).ok()??;
        let mut content = Vec::new();
        std::io::Read::read_to_end(&mut std::io::Read::take(file, MAX_BYTES), &mut content).ok()?;
        let mode = metadata.permissions().mode() & 0o777;
        Some(AcceptedFile { content: Some(content), mode: Some(mode) })
    };
    file().unwrap_or_default()
}
