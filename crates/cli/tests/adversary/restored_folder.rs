//! A folder that is put back as it was. Only what changed is copied again: the programs in a home are large.

use std::collections::BTreeMap;
use std::fs::{self, File, Metadata};
use std::io::ErrorKind;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub(crate) struct RestoredFolder {
    /// The folder that holds it, and its name there.
    above: PathBuf,
    name: PathBuf,
    /// The folder that holds the copy, out of the sight of attempts.
    template: PathBuf,
    /// What the copy holds.
    entries: BTreeMap<PathBuf, Metadata>,
    /// The files that are as in the copy since they were last put back.
    restored: BTreeMap<PathBuf, FileIdentity>,
}

/// Inode, mode, and time of change. An attempt can give a file an old time of modification, but no old time of change.
type FileIdentity = (u64, u32, i64, i64);

impl RestoredFolder {
    pub(crate) fn new(folder: &Path) -> Self {
        let above = folder.parent().unwrap().to_owned();
        let (name, template) = (folder.file_name().unwrap().into(), above.join("template"));
        Self { above, name, template, entries: BTreeMap::new(), restored: BTreeMap::new() }
    }

    /// Copies the folder as it is now: this is put back from now on.
    pub(crate) fn keep(&mut self) {
        fs::create_dir(&self.template).unwrap();
        copy(&self.above, &[&self.name], &self.template);
        list(&self.template, &self.name, &mut self.entries);
        self.note_restored();
    }

    /// The folder as every restoration leaves it.
    pub(crate) fn template(&self) -> PathBuf {
        self.template.join(&self.name)
    }

    pub(crate) fn restore(&mut self) {
        self.remove_changed(&self.name);
        let mut missing: Vec<&Path> = Vec::new();
        for inside in self.entries.keys() {
            // A folder is copied with all that it holds.
            let is_copied = missing.last().is_some_and(|folder| inside.starts_with(folder));
            if !is_copied && fs::symlink_metadata(self.above.join(inside)).is_err() {
                missing.push(inside);
            }
        }
        if !missing.is_empty() {
            copy(&self.template, &missing, &self.above);
        }
        for (inside, entry) in self.entries.iter().filter(|(_, entry)| entry.is_dir()) {
            let folder = File::open(self.above.join(inside)).unwrap();
            folder.set_modified(entry.modified().unwrap()).unwrap();
        }
        self.note_restored();
    }

    /// Whether this file is as it was put back.
    pub(crate) fn is_restored(&self, path: &Path) -> bool {
        let known =
            path.strip_prefix(&self.above).ok().and_then(|inside| self.restored.get(inside));
        known
            .is_some_and(|known| fs::symlink_metadata(path).is_ok_and(|of| identity(&of) == *known))
    }

    fn remove_changed(&self, inside: &Path) {
        let path = self.above.join(inside);
        let Ok(present) = fs::symlink_metadata(&path) else { return };
        match self.entries.get(inside) {
            Some(entry) if entry.is_dir() && present.is_dir() => {
                if present.mode() != entry.mode() {
                    fs::set_permissions(&path, entry.permissions()).unwrap();
                }
                for present in fs::read_dir(&path).unwrap().flatten() {
                    self.remove_changed(&inside.join(present.file_name()));
                }
            }
            _ if present.is_dir() => {
                let _ = Command::new("chmod").args(["-Rf", "u+rwX"]).arg(&path).status();
                assert!(Command::new("rm").arg("-rf").arg(&path).status().unwrap().success());
            }
            _ if self.restored.get(inside) != Some(&identity(&present)) => {
                // A process that ended late may have removed it.
                let removed = fs::remove_file(&path).map_err(|error| error.kind());
                assert!(matches!(removed, Ok(()) | Err(ErrorKind::NotFound)), "{path:?}");
            }
            _ => {}
        }
    }

    /// What a process that ended late wrote meanwhile is not as in the copy, and will be put back.
    fn note_restored(&mut self) {
        let identity_of = |(inside, entry): (&PathBuf, &Metadata)| {
            let present = fs::symlink_metadata(self.above.join(inside)).ok()?;
            let written = |of: &Metadata| (of.len(), of.mode(), of.mtime(), of.mtime_nsec());
            (written(&present) == written(entry)).then(|| (inside.clone(), identity(&present)))
        };
        let files = self.entries.iter().filter(|(_, entry)| !entry.is_dir());
        self.restored = files.filter_map(identity_of).collect();
    }
}

/// Adds an entry and all that it holds, by their paths from `above`.
fn list(above: &Path, inside: &Path, entries: &mut BTreeMap<PathBuf, Metadata>) {
    let path = above.join(inside);
    let entry = fs::symlink_metadata(&path).unwrap();
    if entry.is_dir() {
        for held in fs::read_dir(path).unwrap().flatten() {
            list(above, &inside.join(held.file_name()), entries);
        }
    }
    entries.insert(inside.to_owned(), entry);
}

fn identity(of: &Metadata) -> FileIdentity {
    (of.ino(), of.mode(), of.ctime(), of.ctime_nsec())
}

/// Copies entries to the same paths in another folder.
fn copy(from: &Path, entries: &[&Path], to: &Path) {
    let mut copied = Command::new("cp");
    copied.args(["-a", "--parents", "-t"]).arg(to).args(entries).current_dir(from);
    assert!(copied.stdin(Stdio::null()).status().unwrap().success());
}
