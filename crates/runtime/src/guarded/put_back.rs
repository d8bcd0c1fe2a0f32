//! Puts a file back as it was accepted, and keeps what was in its place.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use fusebox_store::{AcceptedFile, own_file};

use super::FilePart;
use crate::clock;

/// Puts the accepted content back, with its permissions where they are known; without content, takes the file away.
/// What was there is kept in the folder `displaced`, or beside it where it is no plain file.
pub(super) fn put_back(
    path: &Path,
    accepted: &AcceptedFile,
    displaced: Option<&Path>,
) -> io::Result<()> {
    let parent = path.parent().unwrap_or(path);
    if fs::symlink_metadata(path).is_err_and(|error| error.kind() == ErrorKind::PermissionDenied) {
        fs::set_permissions(parent, Permissions::from_mode(0o700))?;
    }
    keep_displaced(path, displaced)?;
    match &accepted.content {
        Some(content) => write(path, content, accepted.mode),
        None => match fs::remove_file(path) {
            Err(error) if error.kind() == ErrorKind::PermissionDenied => {
                fs::set_permissions(parent, Permissions::from_mode(0o700))?;
                fs::remove_file(path)
            }
            Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
            Ok(()) | Err(_) => Ok(()),
        },
    }
}

/// Puts the accepted part of a file back; the rest of it stays as it is, and no copy of it is kept.
/// A file that is too long to be read to its end is not written.
pub(super) fn put_back_part(
    path: &Path,
    part: FilePart,
    accepted: &AcceptedFile,
) -> io::Result<()> {
    let present = super::read(path);
    if super::is_cut(&present) {
        return Err(ErrorKind::FileTooLarge.into());
    }
    let kept = accepted.content.as_deref().unwrap_or_default();
    let content = (part.restored)(kept, present.content.as_deref().unwrap_or_default());
    let content = Some(content).filter(|content| accepted.content.is_some() || !content.is_empty());
    put_back(path, &AcceptedFile { content, mode: present.mode }, None)
}

fn keep_displaced(path: &Path, displaced: Option<&Path>) -> io::Result<()> {
    if fs::symlink_metadata(path).is_err() {
        return Ok(());
    }
    if !path.is_file() {
        return fs::rename(path, beside(path, ".fusebox-displaced"));
    }
    let Some(folder) = displaced else { return Ok(()) };
    DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let copy = folder.join(format!("{}-{}-{name}", clock::now().0, std::process::id()));
    // It is replaced all the same where it cannot be read. A file without end is not copied to its end.
    let Ok(present) = File::open(path) else { return Ok(()) };
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(copy)?;
    io::copy(&mut present.take(super::MAX_BYTES), &mut file).map(drop)
}

/// Writes beside the file and renames, so that a client reads the old content or the new one.
fn write(path: &Path, content: &[u8], accepted_mode: Option<u32>) -> io::Result<()> {
    // A link of a person's stays one.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = target.parent().unwrap_or(&target);
    if folder.symlink_metadata().is_ok() && !folder.is_dir() {
        fs::rename(folder, beside(folder, ".fusebox-displaced"))?;
    }
    DirBuilder::new().recursive(true).mode(0o755).create(folder)?;
    let present = || fs::metadata(&target).map_or(0o600, |of| of.permissions().mode() | 0o600);
    let mode = accepted_mode.unwrap_or_else(|| match present() {
        // Some clients start a program of ours that lies among their settings.
        mode if content.starts_with(b"#!") => own_file::executable_by_readers(mode),
        mode => mode,
    });
    let new = beside(&target, &format!(".fusebox-{}", std::process::id()));
    let create =
        || OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(&new);
    let mut file = match create() {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            fs::set_permissions(folder, Permissions::from_mode(0o700))?;
            create()?
        }
        created => created?,
    };
    file.write_all(content)?;
    file.set_permissions(Permissions::from_mode(mode & 0o777))?;
    fs::rename(&new, &target)
}

/// The path with something after its name.
fn beside(path: &Path, suffix: &str) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{name}{suffix}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn g02_a_program_that_is_put_back_can_be_started() {
        let folder = tempfile::tempdir().unwrap();
        for (name, content, mode) in [("a.sh", "#!/bin/sh\n", 0o700), ("a.json", "{}", 0o600)] {
            let path = folder.path().join(name);
            write(&path, content.as_bytes(), None).unwrap();
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, mode, "{name}");
        }
    }

    #[test]
    fn g01_a_file_comes_back_with_the_permissions_that_it_had() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sh");
        for (kept, there) in [(0o755, Some(0o600)), (0o640, Some(0o777)), (0o440, None)] {
            let _ = fs::remove_file(&path);
            if let Some(there) = there {
                fs::write(&path, "x").unwrap();
                fs::set_permissions(&path, Permissions::from_mode(there)).unwrap();
            }
            let content = Some(b"#!/bin/sh\n".to_vec());
            put_back(&path, &AcceptedFile { content, mode: Some(kept) }, None).unwrap();
            assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, kept);
        }
    }

    #[track_caller]
    fn check(tamper: impl FnOnce(&Path), accepted: Option<&[u8]>) {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("home/.claude/settings.json");
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        if let Some(content) = accepted {
            fs::write(&file, content).unwrap();
        }
        tamper(&file);
        let content = accepted.map(<[u8]>::to_vec);
        let whole = AcceptedFile { content, mode: None };
        put_back(&file, &whole, Some(&dir.path().join("displaced"))).unwrap();
        assert_eq!(fs::read(&file).ok().as_deref(), accepted);
        assert_eq!(fs::symlink_metadata(&file).is_ok(), accepted.is_some());
    }

    #[test]
    fn g01_a_file_comes_back_whatever_stands_in_its_place() {
        for accepted in [None, Some(&b"mine"[..])] {
            check(|file| fs::write(file, "theirs").unwrap(), accepted);
            check(|file| drop(fs::remove_file(file)), accepted);
            check(|file| fs::remove_dir_all(file.parent().unwrap()).unwrap(), accepted);
            check(
                |file| {
                    let _ = fs::remove_file(file);
                    fs::create_dir(file).unwrap();
                },
                accepted,
            );
            check(
                |file| {
                    let _ = fs::remove_file(file);
                    std::os::unix::fs::symlink("/nowhere/x", file).unwrap();
                },
                accepted,
            );
            check(
                |file| {
                    fs::write(file, "x").unwrap();
                    fs::set_permissions(file, Permissions::from_mode(0o000)).unwrap();
                    let folder = file.parent().unwrap();
                    fs::set_permissions(folder, Permissions::from_mode(0o500)).unwrap();
                },
                accepted,
            );
        }
        let in_place_of_folder = |file: &Path| {
            fs::remove_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file.parent().unwrap(), "a file").unwrap();
        };
        check(in_place_of_folder, Some(b"mine"));
    }

    #[test]
    fn g01_what_was_displaced_is_kept() {
        let dir = tempfile::tempdir().unwrap();
        let (file, displaced) = (dir.path().join("settings.json"), dir.path().join("displaced"));
        fs::write(&file, "theirs").unwrap();
        let accepted = AcceptedFile { content: Some(b"mine".to_vec()), mode: None };
        put_back(&file, &accepted, Some(&displaced)).unwrap();
        let kept: Vec<_> = fs::read_dir(&displaced).unwrap().flatten().collect();
        assert_eq!(kept.len(), 1);
        assert_eq!(fs::read_to_string(kept[0].path()).unwrap(), "theirs");
        assert_eq!(kept[0].metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }
}
