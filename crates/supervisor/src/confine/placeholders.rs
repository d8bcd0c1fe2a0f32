//! Placeholders of protected files that do not exist.
//!
//! A mount needs something to be mounted on. An empty folder is nothing that git would see or a
//! program would take for a file; some settings have to be a file. Neither can be filled or removed from
//! inside, and both are removed when no run needs them any more.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Read as _, Seek as _, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::{Access, access};
use serde::{Deserialize, Serialize};

use super::ProtectedPlaces;

/// The folder of the lists, in the state folder. One list a run, locked while the run lives.
const FOLDER: &str = "placeholders";

/// The placeholders of a run. They are removed when it is dropped, unless another run needs them.
#[derive(Debug)]
pub struct PlaceholderLease {
    state_dir: PathBuf,
    list: PathBuf,
    _locked: File,
}

/// What stands in the place of a protected file, or of a folder above it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
struct ListedPlaceholder {
    path: PathBuf,
    /// The text of a file; a folder has none.
    text: Option<String>,
}

impl PlaceholderLease {
    /// The folder of the lists. It exists while there is a lease.
    #[must_use]
    pub fn folder(state_dir: &Path) -> PathBuf {
        state_dir.join(FOLDER)
    }

    /// Puts a placeholder where a place that must not be changed does not exist.
    ///
    /// # Errors
    /// When one cannot be made.
    pub fn take(state_dir: &Path, run: &str, places: &ProtectedPlaces) -> io::Result<Self> {
        let folder = state_dir.join(FOLDER);
        DirBuilder::new().recursive(true).mode(0o700).create(&folder)?;
        // Nobody sees the list before it is locked, when it would be taken for that of a dead run.
        let _one_at_a_time = lock_folder(&folder)?;
        remove_stale(&folder);
        let list = folder.join(run);
        let mut options = OpenOptions::new();
        let mut file = options.read(true).write(true).create(true).mode(0o600).open(&list)?;
        file.lock()?;
        let others = of_others(&folder, &list);
        let mut needed: Vec<ListedPlaceholder> = Vec::new();
        for path in places.read_only.iter().filter(|path| may_be_made(path)) {
            // The nearest folder that exists stays; what is made below it is ours.
            let is_ours =
                |one: &Path| is_absent(one) || others.iter().any(|other| other.path == one);
            let new = path.ancestors().take_while(|one| is_ours(one));
            needed.extend(new.map(|path| ListedPlaceholder {
                path: path.to_owned(),
                text: places.placeholder_texts.get(path).cloned(),
            }));
        }
        needed.sort();
        needed.dedup();
        // Written first: a run that is killed now leaves nothing that nobody knows of.
        file.write_all(&serde_json::to_vec(&needed)?)?;
        needed.iter().try_for_each(ListedPlaceholder::make)?;
        Ok(Self { state_dir: state_dir.to_owned(), list, _locked: file })
    }
}

impl Drop for PlaceholderLease {
    fn drop(&mut self) {
        let folder = self.state_dir.join(FOLDER);
        // Where it cannot be locked, the placeholders go all the same.
        let _one_at_a_time = lock_folder(&folder);
        remove(&folder, &self.list);
    }
}

impl ListedPlaceholder {
    /// Makes it, unless something is there.
    fn make(&self) -> io::Result<()> {
        let made = match &self.text {
            None => fs::create_dir(&self.path),
            Some(text) => {
                let mut options = OpenOptions::new();
                let file = options.write(true).create_new(true).mode(0o600).open(&self.path);
                file.and_then(|mut file| file.write_all(text.as_bytes()))
            }
        };
        match made {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => Err(error),
            _ => Ok(()),
        }
    }

    /// Removes it. A folder that is not empty stays, and so does a file that says something else.
    fn remove(&self) {
        let Some(text) = &self.text else {
            let _ = fs::remove_dir(&self.path);
            return;
        };
        let is_file = fs::symlink_metadata(&self.path).is_ok_and(|meta| meta.is_file());
        // Who was killed while writing wrote the beginning.
        if is_file && fs::read_to_string(&self.path).is_ok_and(|found| text.starts_with(&found)) {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Removes the placeholders of runs that are dead.
pub fn remove_stale_placeholders(state_dir: &Path) {
    let folder = state_dir.join(FOLDER);
    // Without a folder there is nothing to remove.
    if let Ok(_one_at_a_time) = lock_folder(&folder) {
        remove_stale(&folder);
    }
}

fn remove_stale(folder: &Path) {
    for list in stale_lists(folder) {
        remove(folder, &list);
    }
}

/// Lets one process at a time make or remove lists and what they name, until the result is dropped.
fn lock_folder(folder: &Path) -> io::Result<File> {
    let file = File::open(folder)?;
    file.lock()?;
    Ok(file)
}

/// The runs that are dead and left placeholders, by their ids. It changes nothing.
#[must_use]
pub fn runs_with_stale_placeholders(state_dir: &Path) -> Vec<String> {
    let names = stale_lists(&state_dir.join(FOLDER)).into_iter();
    let names = names.filter_map(|list| Some(list.file_name()?.to_string_lossy().into_owned()));
    let mut runs: Vec<String> = names.collect();
    runs.sort();
    runs
}

/// The lists of dead runs: the lock of a living run is held.
fn stale_lists(folder: &Path) -> Vec<PathBuf> {
    let mut lists = lists(folder);
    lists.retain(|list| File::open(list).is_ok_and(|file| file.try_lock().is_ok()));
    lists
}

/// Removes what the list names and no other list does.
fn remove(folder: &Path, list: &Path) {
    let others = of_others(folder, list);
    let own = read(list);
    own.iter().rev().filter(|one| !others.contains(one)).for_each(ListedPlaceholder::remove);
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
fn of_others(folder: &Path, list: &Path) -> Vec<ListedPlaceholder> {
    let others = lists(folder).into_iter().filter(|other| other != list);
    others.flat_map(|other| read(&other)).collect()
}

fn lists(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// The placeholders in a list, each after those above it.
fn read(list: &Path) -> Vec<ListedPlaceholder> {
    let mut bytes = Vec::new();
    let file = File::open(list);
    let read = file.and_then(|mut file| file.rewind().and_then(|()| file.read_to_end(&mut bytes)));
    read.ok().and_then(|_| serde_json::from_slice(&bytes).ok()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Places of which the last is to be a file.
    fn places(absent: &[PathBuf]) -> ProtectedPlaces {
        let texts = absent.last().map(|path| (path.clone(), "{}\n".to_owned()));
        ProtectedPlaces {
            read_only: absent.to_vec(),
            placeholder_texts: texts.into_iter().collect(),
            ..ProtectedPlaces::default()
        }
    }

    #[test]
    fn a_placeholder_stays_as_long_as_a_run_needs_it_and_leaves_nothing() {
        let dir = tempfile::tempdir().unwrap();
        let (state, project) = (dir.path().join("state"), dir.path().join("project"));
        fs::create_dir_all(project.join(".claude")).unwrap();
        fs::create_dir(&state).unwrap();
        let absent = [".claude/settings.json", ".other/deep/folder", ".other/settings.json"]
            .map(|path| project.join(path));
        let first = PlaceholderLease::take(&state, "r1", &places(&absent)).unwrap();
        let second = PlaceholderLease::take(&state, "r2", &places(&absent)).unwrap();
        assert!(runs_with_stale_placeholders(&state).is_empty());
        drop(first);
        assert!(absent[..2].iter().all(|path| path.is_dir()));
        assert_eq!(fs::read_to_string(&absent[2]).unwrap(), "{}\n");
        drop(second);
        assert!(!absent[0].exists() && !project.join(".other").exists());
        assert!(project.join(".claude").is_dir());
        assert_eq!(fs::read_dir(state.join(FOLDER)).unwrap().count(), 0);
    }

    #[test]
    fn the_placeholders_of_a_dead_run_are_removed_by_the_next() {
        let dir = tempfile::tempdir().unwrap();
        let absent = ["folder", "settings.json"].map(|name| dir.path().join(name));
        let lease = PlaceholderLease::take(dir.path(), "r1", &places(&absent)).unwrap();
        // Killed: the lock is gone with the process, the list is not.
        let list = fs::read(&lease.list).unwrap();
        let path = lease.list.clone();
        drop(lease);
        fs::create_dir(&absent[0]).unwrap();
        fs::write(&absent[1], "").unwrap();
        fs::write(path, list).unwrap();
        assert_eq!(runs_with_stale_placeholders(dir.path()), ["r1"]);
        remove_stale_placeholders(dir.path());
        assert!(absent.iter().all(|path| !path.exists()));
        assert!(runs_with_stale_placeholders(dir.path()).is_empty());
    }

    #[test]
    fn runs_that_begin_at_once_keep_their_placeholders() {
        let dir = tempfile::tempdir().unwrap();
        let begin = |run: usize| {
            for turn in 0..50 {
                let absent = [format!("folder{run}"), format!("{run}.json")];
                let absent = absent.map(|name| dir.path().join(name));
                let name = format!("r{run}-{turn}");
                let lease = PlaceholderLease::take(dir.path(), &name, &places(&absent)).unwrap();
                assert!(lease.list.exists() && absent.iter().all(|path| path.exists()), "{name}");
            }
        };
        std::thread::scope(|scope| {
            for run in 0..4 {
                let begin = &begin;
                scope.spawn(move || begin(run));
            }
        });
        assert_eq!(fs::read_dir(dir.path().join(FOLDER)).unwrap().count(), 0);
    }

    #[test]
    fn what_somebody_put_in_its_place_stays() {
        let dir = tempfile::tempdir().unwrap();
        let absent = ["folder", "settings.json"].map(|name| dir.path().join(name));
        let lease = PlaceholderLease::take(dir.path(), "r1", &places(&absent)).unwrap();
        fs::remove_dir(&absent[0]).unwrap();
        for path in &absent {
            fs::write(path, "a person's").unwrap();
        }
        drop(lease);
        for path in &absent {
            assert_eq!(fs::read_to_string(path).unwrap(), "a person's");
        }
    }
}
