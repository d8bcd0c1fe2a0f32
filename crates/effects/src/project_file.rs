//! Writes a page of ours into a project: never outside of it, never through a link, and never over a
//! file that somebody else wrote.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::path::{Component, Path};

use rustix::fs::{self, AtFlags, FileType, Mode, OFlags};

/// Writes `page` to `file`, a relative path under `project`, in place of an earlier page, which begins
/// with `mark`.
pub(crate) fn replace(project: &Path, file: &str, mark: &str, page: &str) -> io::Result<()> {
    let mut names = Vec::new();
    for part in Path::new(file).components() {
        let Component::Normal(name) = part else {
            return Err(refused(file, "is not the path of a file in the project"));
        };
        names.push(name);
    }
    let Some((name, folders)) = names.split_last() else {
        return Err(refused(file, "names no file"));
    };
    let directory = OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC | OFlags::RDONLY;
    let mut folder: OwnedFd =
        fs::open(project, OFlags::DIRECTORY | OFlags::CLOEXEC | OFlags::RDONLY, Mode::empty())?;
    for part in folders {
        folder = fs::openat(&folder, *part, directory, Mode::empty()).map_err(|error| {
            refused(file, &format!("is in a folder that cannot be opened: {error}"))
        })?;
    }
    check_is_ours(&folder, Path::new(name), file, mark)?;
    let temporary = format!(".fusebox-{}.tmp", std::process::id());
    let create =
        OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let mut written = File::from(fs::openat(&folder, &temporary, create, Mode::from(0o600))?);
    let done = written
        .write_all(page.as_bytes())
        .and_then(|()| Ok(fs::renameat(&folder, &temporary, &folder, *name)?));
    if done.is_err() {
        let _ = fs::unlinkat(&folder, &temporary, AtFlags::empty());
    }
    done
}

/// Fails where the file exists and is no page of ours.
fn check_is_ours(folder: &OwnedFd, name: &Path, file: &str, mark: &str) -> io::Result<()> {
    let open = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let found = match fs::openat(folder, name, open, Mode::empty()) {
        Ok(found) => found,
        Err(rustix::io::Errno::NOENT) => return Ok(()),
        Err(rustix::io::Errno::LOOP | rustix::io::Errno::MLINK) => {
            return Err(refused(file, "is a link"));
        }
        Err(error) => return Err(error.into()),
    };
    if FileType::from_raw_mode(fs::fstat(&found)?.st_mode) != FileType::RegularFile {
        return Err(refused(file, "is no plain file"));
    }
    let mut begin = Vec::new();
    File::from(found).take(mark.len() as u64).read_to_end(&mut begin)?;
    if begin != mark.as_bytes() {
        return Err(refused(file, "was not written by Fusebox, so it stays as it is"));
    }
    Ok(())
}

fn refused(file: &str, why: &str) -> io::Error {
    io::Error::other(format!("`{file}` {why}"))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    const MARK: &str = "<!-- ours -->";

    #[track_caller]
    fn check_refused(project: &Path, file: &str, why: &str) {
        let error = replace(project, file, MARK, "<!-- ours --> new").unwrap_err().to_string();
        assert!(error.contains(why), "{file}: {error}");
    }

    #[test]
    fn a_page_is_written_and_replaced_readable_by_its_owner_alone() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir(dir.path().join("notes")).unwrap();
        for (file, page) in [
            ("a.md", "<!-- ours --> 1"),
            ("a.md", "<!-- ours --> 2"),
            ("notes/b.md", "<!-- ours -->"),
        ] {
            replace(dir.path(), file, MARK, page).unwrap();
            let path = dir.path().join(file);
            assert_eq!(std::fs::read_to_string(&path).unwrap(), page);
            assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        }
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 2, "no temporary file is left");
    }

    #[test]
    fn nothing_is_written_outside_through_links_or_over_another_file() {
        let dir = tempfile::tempdir().unwrap();
        let (project, outside) = (dir.path().join("project"), dir.path().join("outside"));
        std::fs::create_dir_all(project.join("fine")).unwrap();
        std::fs::create_dir(&outside).unwrap();
        std::fs::write(outside.join("x.md"), "<!-- ours --> theirs").unwrap();
        std::fs::write(project.join("README.md"), "# A project").unwrap();
        symlink(&outside, project.join("out")).unwrap();
        symlink(outside.join("x.md"), project.join("link.md")).unwrap();
        check_refused(&project, "../outside/x.md", "is not the path of a file in the project");
        check_refused(&project, "/tmp/x.md", "is not the path of a file in the project");
        check_refused(&project, "out/x.md", "is in a folder that cannot be opened");
        check_refused(&project, "link.md", "is a link");
        check_refused(&project, "README.md", "was not written by Fusebox");
        check_refused(&project, "fine", "is no plain file");
        check_refused(&project, "missing/x.md", "is in a folder that cannot be opened");
        assert_eq!(std::fs::read_to_string(outside.join("x.md")).unwrap(), "<!-- ours --> theirs");
        assert_eq!(std::fs::read_to_string(project.join("README.md")).unwrap(), "# A project");
    }
}
