//! The vault: a folder outside git, of which each saved state has a folder of its own. It holds
//! untracked files that look secret, and the modes of untracked files, which git does not keep.
//!
//! A state's folder is named by its commit. Its file `modes` lists the files; contents are in files
//! named by their number in that list.

use std::fs::{DirBuilder, File, OpenOptions, Permissions};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use crate::file::remove_if_exists;
use crate::git_path::{GitPath, as_path, folders_above};
use crate::repository::Repository;
use crate::{ChangeKind, FileChange, GitError, ObjectId, Result};

/// The list of a state's files.
const LIST: &str = "modes";
/// Bits of a mode that are kept.
const MODE_BITS: u32 = 0o7777;

/// The untracked files of which the vault keeps something.
#[derive(Debug, Default)]
pub(crate) struct VaultedFiles {
    /// Files that look secret: content and mode.
    pub(crate) secret: Vec<GitPath>,
    /// Files in git with a mode that git does not keep: the mode.
    pub(crate) unusual_mode: Vec<GitPath>,
}

/// A file in the vault.
#[derive(Debug)]
pub(crate) struct VaultEntry {
    pub(crate) path: GitPath,
    mode: u32,
    /// Where its content is; `None` when git has it.
    content: Option<PathBuf>,
}

/// The mode of a regular file; `None` for anything else.
fn file_mode(path: &Path) -> Option<u32> {
    mode_and_bytes(path).map(|(mode, _)| mode)
}

/// The mode of a regular file and its length; `None` for anything else.
pub(crate) fn mode_and_bytes(path: &Path) -> Option<(u32, u64)> {
    let meta = path.symlink_metadata().ok().filter(std::fs::Metadata::is_file)?;
    Some((meta.permissions().mode() & MODE_BITS, meta.len()))
}

impl Repository {
    fn vault_folder(&self, state: &ObjectId) -> Option<PathBuf> {
        self.vault().map(|vault| vault.join(state.as_str()))
    }

    /// Keeps these files for a state. Without a vault, nothing.
    pub(crate) fn keep_in_vault(&self, state: &ObjectId, files: &VaultedFiles) -> Result<()> {
        let Some(folder) = self.vault_folder(state) else { return Ok(()) };
        if files.secret.is_empty() && files.unusual_mode.is_empty() {
            return Ok(());
        }
        let new = folder.with_extension("new");
        remove_folder(&new)?;
        let made = DirBuilder::new().recursive(true).mode(0o700).create(&new);
        made.map_err(GitError::file("made", &new))?;
        let mut list = Vec::new();
        let secret = files.secret.iter().map(|path| (path, true));
        let plain = files.unusual_mode.iter().map(|path| (path, false));
        for (number, (path, is_secret)) in secret.chain(plain).enumerate() {
            let source = self.path_on_disk(path);
            // A file that is gone by now is not part of the state.
            let Some(mode) = file_mode(&source) else { continue };
            if is_secret {
                copy_private(&source, &new.join(number.to_string()))?;
            }
            let kept = if is_secret { number.to_string() } else { "-".to_owned() };
            list.extend_from_slice(format!("{mode:o} {kept} ").as_bytes());
            list.extend_from_slice(path);
            list.push(0);
        }
        let path = new.join(LIST);
        let written = create_private(&path).and_then(|mut file| {
            file.write_all(&list)?;
            file.sync_all()
        });
        written.map_err(GitError::file("written", &path))?;
        remove_folder(&folder)?;
        std::fs::rename(&new, &folder).map_err(GitError::file("renamed", &new))
    }

    /// What the vault holds of a state.
    pub(crate) fn read_vault(&self, state: &ObjectId) -> Result<Vec<VaultEntry>> {
        let Some(folder) = self.vault_folder(state) else { return Ok(Vec::new()) };
        let path = folder.join(LIST);
        match std::fs::read(&path) {
            Ok(list) => {
                Ok(list.split(|byte| *byte == 0).filter_map(|line| parse(&folder, line)).collect())
            }
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(GitError::file("read", &path)(error)),
        }
    }

    /// Removes what the vault holds of a state.
    pub(crate) fn empty_vault(&self, state: &ObjectId) -> Result<()> {
        self.vault_folder(state).map_or(Ok(()), |folder| remove_folder(&folder))
    }

    /// Whether the vaults of these states together hold every one of the secret files as it is now.
    pub(crate) fn vault_holds(&self, secret: &[GitPath], states: [&ObjectId; 2]) -> Result<bool> {
        let [a, b] = states;
        let mut entries = self.read_vault(a)?;
        entries.extend(self.read_vault(b)?);
        Ok(secret.iter().all(|path| {
            entries.iter().any(|entry| entry.path == *path && entry.change(self).is_none())
        }))
    }
}

impl VaultEntry {
    /// Whether the vault has the content, not only the mode.
    pub(crate) fn is_secret(&self) -> bool {
        self.content.is_some()
    }

    /// How the file differs now; `None` when it does not, and when git has its content.
    pub(crate) fn change(&self, repository: &Repository) -> Option<FileChange> {
        let content = self.content.as_ref()?;
        let path = repository.path_on_disk(&self.path);
        let kind = match file_mode(&path) {
            Some(mode) if mode == self.mode && same_content(content, &path) => return None,
            Some(_) => ChangeKind::Modified,
            None => ChangeKind::Added,
        };
        Some(FileChange { path: as_path(&self.path).to_owned(), kind })
    }

    /// Writes the file as it was: content and mode, or the mode alone where git has the content.
    pub(crate) fn restore(&self, repository: &Repository) -> Result<()> {
        let path = repository.path_on_disk(&self.path);
        let permissions = Permissions::from_mode(self.mode);
        let Some(content) = &self.content else {
            return match file_mode(&path) {
                Some(mode) if mode != self.mode => std::fs::set_permissions(&path, permissions)
                    .map_err(GitError::file("written", &path)),
                _ => Ok(()),
            };
        };
        self.refuse_link(repository)?;
        let folder = path.parent().unwrap_or(repository.top());
        std::fs::create_dir_all(folder).map_err(GitError::file("made", folder))?;
        let mut new = path.clone().into_os_string();
        new.push(".fusebox-new");
        let new = PathBuf::from(new);
        remove_if_exists(&new)?;
        copy_private(content, &new)?;
        std::fs::set_permissions(&new, permissions)
            .and_then(|()| std::fs::rename(&new, &path))
            .map_err(GitError::file("written", &path))
    }

    /// Fails when a folder above the file is a link: it would be written somewhere else.
    fn refuse_link(&self, repository: &Repository) -> Result<()> {
        for above in folders_above(&self.path) {
            let above = repository.path_on_disk(above);
            if above.symlink_metadata().is_ok_and(|meta| !meta.is_dir()) {
                return Err(GitError::file("opened", &above)(ErrorKind::NotADirectory.into()));
            }
        }
        Ok(())
    }
}

/// Parses `<octal mode> <number or -> <path>`.
fn parse(folder: &Path, line: &[u8]) -> Option<VaultEntry> {
    let mut fields = line.splitn(3, |byte| *byte == b' ');
    let mode = u32::from_str_radix(std::str::from_utf8(fields.next()?).ok()?, 8).ok()?;
    let kept = fields.next()?;
    let content = (kept != b"-").then(|| folder.join(std::ffi::OsStr::from_bytes(kept)));
    Some(VaultEntry { path: fields.next()?.to_vec(), mode, content })
}

/// A new file that only its owner reads.
fn create_private(path: &Path) -> std::io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

fn copy_private(source: &Path, to: &Path) -> Result<()> {
    let mut from = File::open(source).map_err(GitError::file("read", source))?;
    create_private(to)
        .and_then(|mut file| {
            std::io::copy(&mut from, &mut file)?;
            file.sync_all()
        })
        .map_err(GitError::file("written", to))
}

/// Whether two files hold the same; not when one cannot be read.
fn same_content(a: &Path, b: &Path) -> bool {
    let length = |path: &Path| path.metadata().ok().map(|meta| meta.len());
    let read = |path: &Path| {
        let mut bytes = Vec::new();
        File::open(path).ok()?.read_to_end(&mut bytes).ok().map(|_| bytes)
    };
    length(a) == length(b) && read(a).is_some_and(|content| read(b) == Some(content))
}

fn remove_folder(folder: &Path) -> Result<()> {
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            Err(GitError::file("removed", folder)(error))
        }
        _ => Ok(()),
    }
}
