//! The programs that clients start: protected whole, and put back from the second copies that `fusebox
//! install` keeps.
//!
//! What is accepted of a program is what the system says of its file. Its content is compared with the
//! second copy, and only where that differs.

use std::fs::{self, DirBuilder, File, Metadata, Permissions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use fusebox_store::{AcceptedFile, Store};

use super::put_back::put_back;
use super::{ChangedFile, Protection};
use crate::RuntimeError;

/// The names of the programs.
pub(super) const NAMES: [&str; 2] = ["fusebox", "fusebox-hook"];

/// The folder of the programs that clients start, and that of their second copies.
#[derive(Debug, Clone)]
pub struct GuardedPrograms {
    /// Holds the programs.
    pub dir: PathBuf,
    /// Holds the same files again.
    pub spare: PathBuf,
}

impl GuardedPrograms {
    /// Makes the second copies the same as the programs.
    ///
    /// # Errors
    /// When the files cannot be read or written.
    pub fn keep(&self) -> io::Result<()> {
        if !self.dir.is_dir() {
            return match fs::remove_dir_all(&self.spare) {
                // Versions before this one kept no second copies.
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
                done => done,
            };
        }
        DirBuilder::new().recursive(true).mode(0o700).create(&self.spare)?;
        for (name, entry) in entries(&self.spare) {
            if fs::symlink_metadata(self.dir.join(name)).is_err() {
                fs::remove_file(entry)?;
            }
        }
        for (name, from) in entries(&self.dir) {
            let to = self.spare.join(name);
            if !is_same(&from, &to) {
                copy(&from, &to)?;
            }
        }
        Ok(())
    }

    /// Puts back whatever differs from its second copy. Returns whether nothing is wrong with the `lost`
    /// programs any more: one whose second copy is gone as well stays lost.
    pub(super) fn put_back(&self, lost: &[&ChangedFile], displaced: Option<&Path>) -> bool {
        let are_whole = || {
            let names = NAMES.iter().filter(|name| {
                let path = self.dir.join(name);
                lost.iter().any(|file| file.path == path)
            });
            names.copied().all(|name| self.fault(name).is_none())
        };
        self.copy_back(displaced).is_ok() && are_whole()
    }

    fn copy_back(&self, displaced: Option<&Path>) -> io::Result<()> {
        let mut spares: Vec<_> = entries(&self.spare).collect();
        // A file makes the folder.
        spares.sort_by_key(|(_, spare)| spare.is_symlink());
        for (name, spare) in spares {
            let path = self.dir.join(name);
            if is_same(&spare, &path) {
                continue;
            }
            if path.is_symlink() {
                // Nothing is written where it leads.
                fs::remove_file(&path)?;
            }
            if spare.is_symlink() {
                put_back(&path, &AcceptedFile::default(), displaced)?;
                copy(&spare, &path)?;
            } else {
                let mode = fs::metadata(&spare)?.permissions().mode() & 0o777;
                let file = AcceptedFile { content: Some(fs::read(&spare)?), mode: Some(mode) };
                put_back(&path, &file, displaced)?;
            }
        }
        Ok(())
    }

    /// The programs that are not as they were accepted.
    pub(super) fn changed(&self, store: &Store) -> Result<Vec<ChangedFile>, RuntimeError> {
        let mut changed = Vec::new();
        for name in NAMES {
            let path = self.dir.join(name);
            let accepted = store.read().accepted_file(&path)?;
            let present = stamp(fs::metadata(&path).ok().as_ref());
            if accepted.as_ref().unwrap_or(&AcceptedFile::default()) == &present {
                continue;
            }
            let was_there = accepted.as_ref().is_some_and(|file| file.content.is_some());
            let lost = if was_there { self.fault(name) } else { None };
            let lost = lost.into_iter().map(str::to_owned).collect();
            changed.push(ChangedFile {
                part: None,
                path,
                protection: Protection::Program,
                accepted,
                present,
                lost,
            });
        }
        Ok(changed)
    }

    /// What is wrong with a program, in words that go on after its path.
    fn fault(&self, name: &str) -> Option<&'static str> {
        let (path, spare) = (self.dir.join(name), self.spare.join(name));
        if fs::metadata(&path).is_err() {
            return Some("was removed");
        }
        (!is_same(&spare, &path))
            .then_some("is not the program that was installed, or cannot be run")
    }
}

/// Whether a file among a client's settings can be run by its owner, or is no program.
pub(super) fn can_run(file: &AcceptedFile) -> bool {
    let is_program = file.content.as_ref().is_some_and(|content| content.starts_with(b"#!"));
    !is_program || file.mode.is_none_or(|mode| mode & 0o100 != 0)
}

/// What the system says of a file that a write or a replacement changes.
fn stamp(metadata: Option<&Metadata>) -> AcceptedFile {
    let content = metadata.map(|of| {
        let times = [of.mtime(), of.mtime_nsec(), of.ctime(), of.ctime_nsec()];
        format!("{} {} {} {} {times:?}", of.dev(), of.ino(), of.size(), of.mode()).into_bytes()
    });
    AcceptedFile { content, mode: None }
}

/// The files and links of a folder, but for those that are being made.
fn entries(dir: &Path) -> impl Iterator<Item = (std::ffi::OsString, PathBuf)> {
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    let entries = entries.filter(|entry| entry.file_type().is_ok_and(|kind| !kind.is_dir()));
    let named = entries.map(|entry| (entry.file_name(), entry.path()));
    named.filter(|(name, _)| !name.as_encoded_bytes().starts_with(b"."))
}

/// Whether both are the same link, or files of the same mode and content.
fn is_same(one: &Path, other: &Path) -> bool {
    if let Ok(target) = fs::read_link(one) {
        return fs::read_link(other).is_ok_and(|same| same == target);
    }
    let same = || -> io::Result<bool> {
        let (about_one, about_other) = (fs::symlink_metadata(one)?, fs::symlink_metadata(other)?);
        if !about_other.is_file()
            || (about_one.len(), about_one.mode()) != (about_other.len(), about_other.mode())
        {
            return Ok(false);
        }
        let (mut one, mut other) = (File::open(one)?, File::open(other)?);
        let (mut left, mut right) = (vec![0; 1 << 16], vec![0; 1 << 16]);
        loop {
            let length = one.read(&mut left)?;
            if length == 0 {
                return Ok(true);
            }
            other.read_exact(&mut right[..length])?;
            if left[..length] != right[..length] {
                return Ok(false);
            }
        }
    };
    same().unwrap_or(false)
}

/// Copies a file or a link in one step: who starts the program starts the old one or the new one.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let new = to.with_file_name(format!(".new-{}", std::process::id()));
    let _ = fs::remove_file(&new);
    match fs::read_link(from) {
        Ok(target) => std::os::unix::fs::symlink(target, &new)?,
        Err(_) => {
            let mode = fs::metadata(from)?.permissions().mode() & 0o777;
            let mut file =
                fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&new)?;
            io::copy(&mut File::open(from)?, &mut file)?;
            file.flush()?;
            file.set_permissions(Permissions::from_mode(mode))?;
        }
    }
    fs::rename(new, to)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Folders {
        _dir: tempfile::TempDir,
        programs: GuardedPrograms,
    }

    fn folders() -> Folders {
        let dir = tempfile::tempdir().unwrap();
        let programs =
            GuardedPrograms { dir: dir.path().join("bin"), spare: dir.path().join("spare") };
        fs::create_dir(&programs.dir).unwrap();
        for name in NAMES {
            fs::write(programs.dir.join(name), format!("the program {name}")).unwrap();
            fs::set_permissions(programs.dir.join(name), Permissions::from_mode(0o555)).unwrap();
        }
        std::os::unix::fs::symlink("/opt/bin", programs.dir.join("originals")).unwrap();
        programs.keep().unwrap();
        Folders { _dir: dir, programs }
    }

    #[track_caller]
    fn assert_whole(GuardedPrograms { dir, .. }: &GuardedPrograms) {
        for name in NAMES {
            let path = dir.join(name);
            assert_eq!(fs::read_to_string(&path).unwrap(), format!("the program {name}"));
            assert_eq!(fs::symlink_metadata(&path).unwrap().mode() & 0o777, 0o555);
        }
        assert_eq!(fs::read_link(dir.join("originals")).unwrap(), Path::new("/opt/bin"));
    }

    #[test]
    fn g01_programs_come_back_whatever_stands_in_their_place() {
        let ways: &[fn(&Path)] = &[
            |bin| fs::remove_file(bin.join("fusebox")).unwrap(),
            |bin| fs::remove_dir_all(bin).unwrap(),
            |bin| fs::rename(bin, bin.with_file_name("b")).unwrap(),
            |bin| {
                fs::remove_dir_all(bin).unwrap();
                fs::write(bin, "a file").unwrap();
            },
            |bin| {
                fs::remove_file(bin.join("fusebox")).unwrap();
                std::os::unix::fs::symlink("/bin/true", bin.join("fusebox")).unwrap();
            },
            |bin| {
                let mode = Permissions::from_mode(0o444);
                fs::set_permissions(bin.join("fusebox-hook"), mode).unwrap();
            },
            |bin| {
                fs::remove_file(bin.join("fusebox-hook")).unwrap();
                fs::write(bin.join("fusebox-hook"), "the program fusebox-hooh").unwrap();
                let mode = Permissions::from_mode(0o555);
                fs::set_permissions(bin.join("fusebox-hook"), mode).unwrap();
            },
        ];
        for tamper in ways {
            let folders = folders();
            tamper(&folders.programs.dir);
            let faults = NAMES.map(|name| folders.programs.fault(name)).into_iter().flatten();
            assert_ne!(faults.count(), 0);
            folders.programs.copy_back(None).unwrap();
            assert_whole(&folders.programs);
        }
    }

    #[test]
    fn g02_without_programs_and_second_copies_there_is_nothing_to_keep() {
        let Folders { programs, _dir } = folders();
        fs::remove_dir_all(&programs.dir).unwrap();
        fs::remove_dir_all(&programs.spare).unwrap();
        programs.keep().unwrap();
        assert!(!programs.spare.exists());
    }

    #[test]
    fn g01_a_program_whose_second_copy_is_gone_is_not_back() {
        let Folders { programs, _dir } = folders();
        let lost = |name| ChangedFile {
            part: None,
            path: programs.dir.join(name),
            protection: Protection::Program,
            accepted: None,
            present: AcceptedFile::default(),
            lost: vec!["was removed".to_owned()],
        };
        let (fusebox, hook) = (lost("fusebox"), lost("fusebox-hook"));
        for path in [&fusebox.path, &hook.path] {
            fs::remove_file(path).unwrap();
        }
        fs::remove_file(programs.spare.join("fusebox")).unwrap();
        assert!(programs.put_back(&[&hook], None));
        assert!(!programs.put_back(&[&hook, &fusebox], None));
        fs::remove_dir_all(&programs.spare).unwrap();
        assert!(!programs.put_back(&[&hook], None));
    }

    #[test]
    fn g02_what_is_kept_is_what_a_person_made_of_them() {
        let Folders { programs, _dir } = folders();
        fs::remove_file(programs.dir.join("fusebox-hook")).unwrap();
        fs::remove_file(programs.dir.join("fusebox")).unwrap();
        fs::write(programs.dir.join("fusebox"), "new").unwrap();
        programs.keep().unwrap();
        assert_eq!(programs.fault("fusebox"), None);
        assert!(!programs.spare.join("fusebox-hook").exists());
        assert_eq!(fs::read_to_string(programs.spare.join("fusebox")).unwrap(), "new");
    }
}
