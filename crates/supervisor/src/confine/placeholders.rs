//! Empty folders in the place of protected files that do not exist.
//!
//! A mount needs something to be mounted on. An empty folder is nothing that git would see or a
//! program would take for a file, it cannot be filled or removed from inside, and it is removed when no
//! run needs it any more.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Read as _, Seek as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};

/// The folder of the lists, in the state folder. One list a run, locked while the run lives.
const FOLDER: &str = "placeholders";

/// The placeholders of a run. They are removed when it is dropped, unless another run needs them.
#[derive(Debug)]
pub struct PlaceholderLease {
    state_dir: PathBuf,
    list: PathBuf,
    _locked: File,
}

impl PlaceholderLease {
    /// Puts a placeholder where one of `paths` does not exist.
    ///
    /// # Errors
    /// When one cannot be made.
    pub fn take(state_dir: &Path, run: &str, paths: &[PathBuf]) -> io::Result<Self> {
        remove_stale_placeholders(state_dir);
        let folder = state_dir.join(FOLDER);
        DirBuilder::new().recursive(true).mode(0o700).create(&folder)?;
        let list = folder.join(run);
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).mode(0o600).open(&list)?;
        file.lock()?;
        let others = of_others(&folder, &list);
        let mut needed: Vec<PathBuf> = Vec::new();
        for path in paths.iter().filter(|path| may_be_made(path)) {
            // The nearest folder that exists stays; what is made below it is ours.
            let is_ours = |one: &Path| is_absent(one) || others.iter().any(|other| other == one);
            let new = path.ancestors().take_while(|one| is_ours(one));
            needed.extend(new.map(Path::to_owned));
        }
        needed.sort();
        needed.dedup();
        // Written first: a run that is killed now leaves nothing that nobody knows of.
        file.write_all(&serde_json::to_vec(&needed)?)?;
        for path in &needed {
            match fs::create_dir(path) {
                Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
                _ => {}
            }
        }
        Ok(Self { state_dir: state_dir.to_owned(), list, _locked: file })
    }
}

impl Drop for PlaceholderLease {
    fn drop(&mut self) {
        remove(&self.state_dir.join(FOLDER), &self.list);
    }
}

/// Removes the placeholders of runs that are dead.
pub fn remove_stale_placeholders(state_dir: &Path) {
    let folder = state_dir.join(FOLDER);
    for list in lists(&folder) {
        // The lock of a living run is held.
        if File::open(&list).is_ok_and(|file| file.try_lock().is_ok()) {
            remove(&folder, &list);
        }
    }
}

/// Removes what the list names and no other list does. A folder that is not empty stays.
fn remove(folder: &Path, list: &Path) {
    let others = of_others(folder, list);
    let own = read(list);
    for path in own.iter().rev().filter(|path| !others.contains(path)) {
        let _ = fs::remove_dir(path);
    }
    let _ = fs::remove_file(list);
}

/// Whether this user, and so the command, could make a file there.
fn may_be_made(path: &Path) -> bool {
    let nearest = path.ancestors().find(|one| !is_absent(one));
    nearest.is_some_and(|nearest| nearest == path || access(nearest, Access::WRITE_OK).is_ok())
}

fn is_absent(path: &Path) -> bool {
    fs::symlink_metadata(path).is_err_and(|error| error.kind() == ErrorKind::NotFound)
}

/// The placeholders of all runs but that of `list`.
fn of_others(folder: &Path, list: &Path) -> Vec<PathBuf> {
    let others = lists(folder).into_iter().filter(|other| other != list);
    others.flat_map(|other| read(&other)).collect()
}

fn lists(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// The paths in a list, each after those above it.
fn read(list: &Path) -> Vec<PathBuf> {
    let mut bytes = Vec::new();
    let file = File::open(list);
    let read = file.and_then(|mut file| file.rewind().and_then(|()| file.read_to_end(&mut bytes)));
    read.ok().and_then(|_| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_placeholder_stays_as_long_as_a_run_needs_it_and_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let (state, project) = (dir.path().join("state"), dir.path().join("project"));
        fs::create_dir_all(project.join(".claude")).unwrap();
        fs::create_dir(&state).unwrap();
        let absent = [project.join(".claude/settings.json"), project.join(".other/deep/file")];
        let first = PlaceholderLease::take(&state, "r1", &absent).unwrap();
        let second = PlaceholderLease::take(&state, "r2", &absent).unwrap();
        drop(first);
        assert!(absent.iter().all(|path| path.is_dir()));
        drop(second);
        assert!(!absent[0].exists() && !project.join(".other").exists());
        assert!(project.join(".claude").is_dir());
        assert_eq!(fs::read_dir(state.join(FOLDER)).unwrap().count(), 0);
    }

    #[test]
    fn the_placeholders_of_a_dead_run_are_removed_by_the_next() {
        let dir = tempfile::tempdir().unwrap();
        let absent = [dir.path().join("settings.json")];
        let lease = PlaceholderLease::take(dir.path(), "r1", &absent).unwrap();
        // Killed: the lock is gone with the process, the list is not.
        let list = fs::read(&lease.list).unwrap();
        let path = lease.list.clone();
        drop(lease);
        fs::create_dir(&absent[0]).unwrap();
        fs::write(path, list).unwrap();
        remove_stale_placeholders(dir.path());
        assert!(!absent[0].exists());
    }

    #[test]
    fn what_somebody_put_in_its_place_stays() {
        let dir = tempfile::tempdir().unwrap();
        let absent = [dir.path().join("settings.json")];
        let lease = PlaceholderLease::take(dir.path(), "r1", &absent).unwrap();
        fs::remove_dir(&absent[0]).unwrap();
        fs::write(&absent[0], "a person's").unwrap();
        drop(lease);
        assert_eq!(fs::read_to_string(&absent[0]).unwrap(), "a person's");
    }
}
