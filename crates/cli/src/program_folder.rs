//! The folder of our own for the programs that clients start. Copies lie there, so that an upgrade or the
//! removal of a package leaves no client with hooks whose program is gone. A second folder holds the same
//! again, for when an agent takes them away.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::fs::{self, DirBuilder, File, Metadata, Permissions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};

use fusebox_clients::install::SHARED_FOLDER;
use fusebox_hook::ORIGINALS_LINK;
use fusebox_runtime::FuseboxDirs;
use fusebox_runtime::guarded::GuardedPrograms;
use fusebox_store::own_file;
use fusebox_text::hex;
use serde::{Deserialize, Serialize};
use sha1::{Digest, Sha1};

use crate::commands::install::program;
use crate::{CliError, Context, Result};

/// The version of this program.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What the copies are, and who uses them.
const LIST: &str = "programs.json";
/// Its longest text, in bytes.
const MAX_LIST_BYTES: u64 = 1 << 20;

/// The folder with the copies of the programs.
#[derive(Debug)]
pub(crate) struct ProgramFolder {
    dir: PathBuf,
    programs: GuardedPrograms,
}

/// The list of the copies.
#[derive(Debug, Default, Serialize, Deserialize)]
struct ProgramList {
    version: String,
    programs: Vec<ProgramCopy>,
    /// The settings files that name the copies.
    settings: BTreeSet<PathBuf>,
}

/// A copy as it was made.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct ProgramCopy {
    name: String,
    sha1: String,
    stamp: FileStamp,
}

/// What changes when a file is written or replaced.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct FileStamp {
    inode: u64,
    size: u64,
    modified_ns: i128,
    changed_ns: i128,
}

/// Why a program is not to be relied on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ProgramFault {
    /// It is gone, or cannot be run.
    Gone,
    /// It is not the one that was installed.
    Replaced,
    /// It is of another version than this program.
    OtherVersion(String),
}

impl ProgramFolder {
    /// The folder of this environment.
    pub(crate) fn of(context: &Context) -> Result<Self> {
        let programs = FuseboxDirs::programs(&context.environment)?;
        Ok(Self { dir: programs.dir.clone(), programs })
    }

    /// The path of the program of this name.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    /// The path that a command of a settings file names.
    pub(crate) fn resolve(&self, program: &str) -> PathBuf {
        program
            .strip_prefix(SHARED_FOLDER)
            .map_or_else(|| PathBuf::from(program), |name| self.path(name))
    }

    /// Copies the programs of this version where they are not there yet, and notes that `settings` names
    /// them.
    pub(crate) fn put(&self, settings: &Path) -> Result<()> {
        let mut list = self.list().unwrap_or_default();
        let is_sound = list.version == VERSION && !list.programs.is_empty();
        if !is_sound || list.programs.iter().any(|copy| self.fault_of(copy).is_some()) {
            let own = program::own()?;
            if self.holds(&own) {
                return Err(CliError::failed(
                    "this program is one of the copies that it would replace",
                )
                .hint("run the `fusebox` that you installed"));
            }
            self.copy_programs(&own, &mut list)?;
        }
        list.settings.insert(settings.to_owned());
        self.write_list(&list)
    }

    /// Copies the programs of this version over those of an earlier one. Does nothing where there are
    /// none, and where this program is a copy itself.
    pub(crate) fn update(&self) -> Result<()> {
        let Some(mut list) = self.list() else { return Ok(()) };
        let own = program::own()?;
        if !is_earlier(&list.version, VERSION) || self.holds(&own) {
            return Ok(());
        }
        self.copy_programs(&own, &mut list)?;
        self.write_list(&list)
    }

    /// The folder, and that of the second copies.
    pub(crate) fn programs(&self) -> &GuardedPrograms {
        &self.programs
    }

    fn holds(&self, program: &Path) -> bool {
        fs::canonicalize(&self.dir).is_ok_and(|dir| program.starts_with(dir))
    }

    /// Notes that `settings` do not name the copies any more; removes them when none do. `is_hooked` says
    /// whether a settings file still has hooks.
    pub(crate) fn release(&self, settings: &Path, is_hooked: impl Fn(&Path) -> bool) -> Result<()> {
        let Some(mut list) = self.list() else { return Ok(()) };
        list.settings.retain(|file| file != settings && is_hooked(file));
        if list.settings.is_empty() {
            fs::remove_dir_all(&self.dir)?;
            return Ok(self.programs.keep()?);
        }
        self.write_list(&list)
    }

    /// What is wrong with a program that settings name; `None` also of one that lies elsewhere and runs.
    pub(crate) fn fault(&self, program: &Path) -> Option<ProgramFault> {
        if !is_executable(program) {
            return Some(ProgramFault::Gone);
        }
        let name = program.strip_prefix(&self.dir).ok()?.to_str()?;
        let list = self.list().unwrap_or_default();
        match list.programs.iter().find(|copy| copy.name == name) {
            None => Some(ProgramFault::Replaced),
            Some(copy) => self.fault_of(copy).or_else(|| {
                (list.version != VERSION).then_some(ProgramFault::OtherVersion(list.version))
            }),
        }
    }

    fn fault_of(&self, copy: &ProgramCopy) -> Option<ProgramFault> {
        let path = self.path(&copy.name);
        let Ok(metadata) = fs::metadata(&path) else { return Some(ProgramFault::Gone) };
        // The content is read only where the file was touched.
        let is_same = copy.stamp == FileStamp::of(&metadata)
            || sha1_of(&path).is_ok_and(|sha1| sha1 == copy.sha1);
        (!is_same).then_some(ProgramFault::Replaced)
    }

    fn list(&self) -> Option<ProgramList> {
        serde_json::from_slice(&own_file::read(&self.dir.join(LIST), MAX_LIST_BYTES).ok()?).ok()
    }

    fn copy_programs(&self, own: &Path, list: &mut ProgramList) -> Result<()> {
        let (hook, words) = program::hook_beside(own);
        let mut sources = vec![("fusebox", own)];
        sources.extend(words.is_empty().then_some(("fusebox-hook", hook.as_path())));
        list.programs.clear();
        for (name, source) in sources {
            list.programs.push(self.copy_program(name, source)?);
        }
        let link = self.path(ORIGINALS_LINK);
        let _ = fs::remove_file(&link);
        std::os::unix::fs::symlink(own.parent().unwrap_or(own), link)?;
        VERSION.clone_into(&mut list.version);
        Ok(())
    }

    /// Copies one program in one step: a client starts the old one or the new one.
    fn copy_program(&self, name: &str, source: &Path) -> Result<ProgramCopy> {
        let path = self.path(name);
        // The second copy first: a hook in between takes the program for the agent's otherwise.
        for path in [&self.programs.spare.join(name), &path] {
            let dir = path.parent().unwrap_or(path);
            DirBuilder::new().recursive(true).mode(0o700).create(dir)?;
            let new = tempfile::Builder::new().prefix(".new-").tempfile_in(dir)?.into_temp_path();
            fs::copy(source, &new)?;
            fs::set_permissions(&new, Permissions::from_mode(0o555))?;
            new.persist(path).map_err(|error| error.error)?;
        }
        let stamp = FileStamp::of(&fs::metadata(&path)?);
        Ok(ProgramCopy { name: name.to_owned(), sha1: sha1_of(&path)?, stamp })
    }

    fn write_list(&self, list: &ProgramList) -> Result<()> {
        let mut new = tempfile::Builder::new().prefix(".new-").tempfile_in(&self.dir)?;
        new.write_all(&serde_json::to_vec_pretty(list)?)?;
        new.persist(self.dir.join(LIST)).map_err(|error| error.error)?;
        // Every change of the folder ends here.
        Ok(self.programs.keep()?)
    }
}

impl FileStamp {
    fn of(metadata: &Metadata) -> Self {
        let nanoseconds = |s: i64, ns: i64| i128::from(s) * 1_000_000_000 + i128::from(ns);
        Self {
            inode: metadata.ino(),
            size: metadata.size(),
            modified_ns: nanoseconds(metadata.mtime(), metadata.mtime_nsec()),
            changed_ns: nanoseconds(metadata.ctime(), metadata.ctime_nsec()),
        }
    }
}

/// Whether the file is a program that can be run.
pub(crate) fn is_executable(program: &Path) -> bool {
    fs::metadata(program).is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

fn sha1_of(path: &Path) -> io::Result<String> {
    let (mut file, mut sha1) = (File::open(path)?, Sha1::new());
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(hex(&sha1.finalize())),
            Ok(length) => sha1.update(&buffer[..length]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Whether a version comes before another; one that is no version does not.
pub(crate) fn is_earlier(version: &str, other: &str) -> bool {
    compare_versions(version, other) == Some(Ordering::Less)
}

/// Whether a version is this one or a later one; one that is no version is not.
pub(crate) fn is_at_least(version: &str, first: &str) -> bool {
    compare_versions(version, first).is_some_and(Ordering::is_ge)
}

fn compare_versions(version: &str, other: &str) -> Option<Ordering> {
    let parts = |text: &str| -> Option<Vec<u64>> {
        let text = text.split(['-', '+']).next().unwrap_or(text);
        text.split('.').map(|part| part.parse().ok()).collect()
    };
    Some(parts(version)?.cmp(&parts(other)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_earlier_version_is_told_by_its_numbers() {
        for (version, other, expected) in [
            ("0.1.0", "0.2.0", Some(true)),
            ("0.9.3", "0.10.0", Some(true)),
            ("0.2.0", "0.1.9", Some(false)),
            ("0.1.0", "0.1.0", Some(false)),
            ("0.1.0-rc.1", "0.1.0", Some(false)),
            ("", "0.1.0", None),
            ("x.1", "0.1.0", None),
            ("0.1.0", "latest", None),
        ] {
            assert_eq!(is_earlier(version, other), expected == Some(true), "{version} {other}");
            assert_eq!(is_at_least(version, other), expected == Some(false), "{version} {other}");
        }
    }
}
