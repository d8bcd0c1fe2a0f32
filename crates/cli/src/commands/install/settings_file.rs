//! The settings file of a client, replaced atomically, with a backup of the old text.

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions, Permissions};
use std::io::{ErrorKind, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use fusebox_engine::Timestamp;
use fusebox_store::own_file;

use crate::{CliError, Result};

/// Symbolic links that are followed from the path to the file, at most.
const MAX_LINKS: usize = 16;
/// The longest settings file, in bytes.
const MAX_SETTINGS_BYTES: u64 = 64 << 20;

/// A settings file as it was read.
#[derive(Debug)]
pub(crate) struct SettingsFile {
    /// The path that the client reads; it may be a link.
    path: PathBuf,
    /// The file that the path leads to.
    target: PathBuf,
    found: Option<ExistingFile>,
    /// Whether everybody can read it where it is new.
    is_for_everybody: bool,
    /// Whether it is a program where it is new.
    is_program: bool,
}

/// The text and metadata of a file that exists.
#[derive(Debug)]
struct ExistingFile {
    text: String,
    metadata: Metadata,
}

impl SettingsFile {
    /// Reads the file; it need not exist.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let target = link_target(path)?;
        let failed =
            |why: String| CliError::failed(format!("{} cannot be read: {why}", path.display()));
        let found = match own_file::read(&target, MAX_SETTINGS_BYTES) {
            Ok(bytes) => {
                let text = String::from_utf8(bytes)
                    .map_err(|error| failed(format!("it is not UTF-8 ({error})")))?;
                let metadata = fs::metadata(&target).map_err(|error| failed(error.to_string()))?;
                Some(ExistingFile { text, metadata })
            }
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(failed(error.to_string())),
        };
        Ok(Self {
            path: path.to_owned(),
            target,
            found,
            is_for_everybody: false,
            is_program: false,
        })
    }

    /// The same file, which everybody can read where it is new.
    pub(crate) fn for_everybody(self) -> Self {
        Self { is_for_everybody: true, ..self }
    }

    /// The same file, which is a program where it is new.
    pub(crate) fn for_a_program(self) -> Self {
        Self { is_program: true, ..self }
    }

    /// The text, if the file exists.
    pub(crate) fn text(&self) -> Option<&str> {
        self.found.as_ref().map(|found| found.text.as_str())
    }

    /// Whether it is to be a program, exists, and its owner cannot run it.
    pub(crate) fn is_not_executable(&self) -> bool {
        self.is_program
            && self.found.as_ref().is_some_and(|found| found.metadata.mode() & 0o100 == 0)
    }

    /// Lets everybody run the program who may read it.
    pub(crate) fn make_executable(&self) -> Result<()> {
        let Some(found) = &self.found else { return Ok(()) };
        let mode = found.metadata.mode() & 0o7777 | 0o400;
        let mode = Permissions::from_mode(own_file::executable_by_readers(mode));
        fs::set_permissions(&self.target, mode).map_err(|error| cannot_write(&self.path, &error))
    }

    /// The path that the client reads.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The text of the oldest backup beside the file: the state before the first change.
    pub(crate) fn oldest_backup(&self) -> Option<String> {
        // The names of backups have their times.
        fs::read_to_string(self.backups().into_iter().min()?).ok()
    }

    /// Deletes the backups that hold the text which the file has again.
    pub(crate) fn remove_needless_backups(&self) {
        let is_needless =
            |backup: &PathBuf| fs::read_to_string(backup).ok().as_deref() == self.text();
        for backup in self.backups().into_iter().filter(is_needless) {
            let _ = fs::remove_file(backup);
        }
    }

    /// The backups beside the file.
    fn backups(&self) -> Vec<PathBuf> {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let prefix = format!("{name}{BACKUP_SUFFIX}");
        let entries = self.path.parent().and_then(|folder| fs::read_dir(folder).ok());
        let entries = entries.into_iter().flatten().flatten();
        let ours = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix));
        ours.map(|entry| entry.path()).collect()
    }

    /// Replaces the text, and returns the path of a backup of the old one.
    pub(crate) fn replace(&self, text: &str, at: Timestamp) -> Result<Option<PathBuf>> {
        self.check_writable()?;
        let backup = self.back_up(at)?;
        self.write(text)?;
        Ok(backup)
    }

    /// Replaces the text without a backup.
    pub(crate) fn write(&self, text: &str) -> Result<()> {
        self.check_writable()?;
        let dir = self.target.parent().unwrap_or(Path::new("."));
        let written = |error: std::io::Error| cannot_write(&self.path, &error);
        let folder_mode = if self.is_for_everybody { 0o755 } else { 0o700 };
        let file_mode = if self.is_program { folder_mode } else { folder_mode & !0o111 };
        DirBuilder::new().recursive(true).mode(folder_mode).create(dir).map_err(written)?;
        let mut new =
            tempfile::Builder::new().prefix(".fusebox-").tempfile_in(dir).map_err(written)?;
        if let Some(found) = &self.found {
            let mode = found.metadata.mode() & 0o7777;
            let mode = if self.is_program { own_file::executable_by_readers(mode) } else { mode };
            // Fails for anyone but root, whose file it is already.
            let owner = (Some(found.metadata.uid()), Some(found.metadata.gid()));
            let _ = std::os::unix::fs::chown(new.path(), owner.0, owner.1);
            new.as_file().set_permissions(Permissions::from_mode(mode)).map_err(written)?;
        } else {
            let mode = Permissions::from_mode(file_mode);
            new.as_file().set_permissions(mode).map_err(written)?;
        }
        new.write_all(text.as_bytes()).and_then(|()| new.as_file().sync_all()).map_err(written)?;
        self.check_unchanged()?;
        new.persist(&self.target).map_err(|error| written(error.error))?;
        // The text is on disk; syncing the folder makes the new name durable.
        let _ = File::open(dir).and_then(|dir| dir.sync_all());
        Ok(())
    }

    /// Deletes the file without a backup.
    pub(crate) fn remove(&self) -> Result<()> {
        self.check_writable()?;
        self.check_unchanged()?;
        fs::remove_file(&self.target).map_err(|error| cannot_write(&self.path, &error))
    }

    /// Refuses to replace a read-only file, although a rename would succeed.
    fn check_writable(&self) -> Result<()> {
        match &self.found {
            Some(found) if found.metadata.mode() & 0o200 == 0 => {
                Err(CliError::failed(format!("{} is read-only", self.path.display()))
                    .hint("make it writable, or change it where it is generated"))
            }
            Some(_) | None => Ok(()),
        }
    }

    fn check_unchanged(&self) -> Result<()> {
        let now = match own_file::read(&self.target, MAX_SETTINGS_BYTES) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(cannot_write(&self.path, &error)),
        };
        if now.as_deref() == self.text().map(str::as_bytes) {
            return Ok(());
        }
        Err(CliError::failed(format!(
            "{} was changed by another program in the meantime; nothing was written",
            self.path.display()
        ))
        .hint("run it again"))
    }

    fn back_up(&self, at: Timestamp) -> Result<Option<PathBuf>> {
        let Some(found) = &self.found else { return Ok(None) };
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        for number in 0_u32.. {
            let more = if number == 0 { String::new() } else { format!("-{number}") };
            let copy = self
                .path
                .with_file_name(format!("{name}{BACKUP_SUFFIX}{}{more}", file_name_time(at)));
            let mut options = OpenOptions::new();
            options.write(true).create_new(true).mode(found.metadata.mode() & 0o777);
            let new = options.open(&copy);
            match new.and_then(|mut file| file.write_all(found.text.as_bytes())) {
                Ok(()) => return Ok(Some(copy)),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(cannot_write(&copy, &error)),
            }
        }
        Ok(None)
    }
}

/// The part of a backup's name between the name of the file and the time.
const BACKUP_SUFFIX: &str = ".fusebox-backup-";

/// A time for the name of a file: `20261122T010648Z`.
fn file_name_time(at: Timestamp) -> String {
    let ms = i64::try_from(at.0).unwrap_or(i64::MAX);
    let time = jiff::Timestamp::from_millisecond(ms).unwrap_or(jiff::Timestamp::MAX);
    time.strftime("%Y%m%dT%H%M%SZ").to_string()
}

fn cannot_write(path: &Path, error: &std::io::Error) -> CliError {
    CliError::failed(format!("{} cannot be written: {error}", path.display()))
        .hint("nothing was changed; check who owns the file and its folder, and their modes")
}

/// The file at the end of a chain of links; it need not exist.
fn link_target(path: &Path) -> Result<PathBuf> {
    let mut file = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&file) {
            Ok(next) => file = file.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(file),
        }
    }
    Err(CliError::failed(format!("{} is a link in a circle", path.display())))
}

#[cfg(test)]
mod tests;
