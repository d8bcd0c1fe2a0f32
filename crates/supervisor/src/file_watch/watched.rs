//! The files and folders that are watched.

use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use notify::{Config, ErrorKind, RecommendedWatcher, RecursiveMode, Watcher};

use crate::{Result, SupervisorError};

/// Files and folders, with everything below them.
pub(super) struct WatchedPaths(Vec<WatchedPath>);

#[derive(Clone)]
struct WatchedPath {
    path: PathBuf,
    /// What the system watches: for a file the folder that it is in, because editors put another file in the
    /// place of the one that they save.
    folder: PathBuf,
    /// The folder as it was at the start.
    identity: FolderIdentity,
}

/// What no other folder has. Inode numbers are given again, but not with the same time of creation; where the file system
/// tells none, [`FileNews::Gone`] says that the folder was removed. No folder is held open, which would keep its file system
/// from being unmounted.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FolderIdentity {
    device: u64,
    inode: u64,
    created: Option<SystemTime>,
}

impl FolderIdentity {
    fn of(folder: &Metadata) -> Self {
        Self { device: folder.dev(), inode: folder.ino(), created: folder.created().ok() }
    }
}

impl WatchedPath {
    fn new(path: &Path) -> Result<Self> {
        let path = path.canonicalize().map_err(watch_error(path))?;
        let parent = path.parent().filter(|_| !path.is_dir());
        let folder = parent.unwrap_or(&path).to_owned();
        let identity = FolderIdentity::of(&fs::metadata(&folder).map_err(watch_error(&folder))?);
        Ok(Self { folder, path, identity })
    }

    /// Why the system says nothing more about the folder: it is not where it was at the start.
    fn loss(&self) -> Option<&'static str> {
        match fs::metadata(&self.folder) {
            Ok(now) if FolderIdentity::of(&now) != self.identity => {
                Some("another folder has taken its place")
            }
            Ok(_) => None,
            Err(error) => {
                let is_gone =
                    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory);
                is_gone.then_some("it is gone")
            }
        }
    }

    fn mode(&self) -> RecursiveMode {
        if self.path == self.folder {
            RecursiveMode::Recursive
        } else {
            RecursiveMode::NonRecursive
        }
    }
}

impl WatchedPaths {
    /// These paths, with links resolved.
    ///
    /// # Errors
    /// When one is not there.
    pub(super) fn new(paths: &[PathBuf]) -> Result<Self> {
        Ok(Self(paths.iter().map(|path| WatchedPath::new(path)).collect::<Result<_>>()?))
    }

    /// The folders that the system watches.
    pub(super) fn folders(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().map(|watched| watched.folder.as_path())
    }

    /// Begins to watch. What happens is told to `tell`.
    ///
    /// # Errors
    /// When the system watches no more files, or refuses one.
    pub(super) fn watch(&self, tell: impl Fn(FileNews) + Send + 'static) -> Result<FolderWatcher> {
        let all = self.0.clone();
        let mut last_trouble = String::new();
        let handler = move |event: notify::Result<notify::Event>| match event {
            // The same trouble may come without end.
            Err(error) => {
                let trouble = trouble_text(&error);
                if trouble != last_trouble {
                    last_trouble.clone_from(&trouble);
                    tell(FileNews::Trouble(trouble));
                }
            }
            // The system lost changes, and nobody knows which.
            Ok(event) if event.need_rescan() => {
                tell(FileNews::Changed(all.iter().map(|watched| watched.path.clone()).collect()));
            }
            Ok(event) if event.kind.is_access() => {}
            Ok(event) if event.kind.is_remove() && is_folder_of(&all, &event.paths) => {
                tell(FileNews::Gone(event.paths));
            }
            Ok(event) => {
                let is_watched = |path: &PathBuf| {
                    all.iter().any(|one| path.starts_with(&one.path) || *path == one.folder)
                };
                tell(FileNews::Changed(event.paths.into_iter().filter(is_watched).collect()));
            }
        };
        // A link may lead to the folder above it, or to the whole system.
        let config = Config::default().with_follow_symlinks(false);
        let mut watcher = RecommendedWatcher::new(handler, config).map_err(io::Error::other)?;
        let mut unreadable = BTreeSet::new();
        for watched in &self.0 {
            let begun = match watched.mode() {
                RecursiveMode::Recursive => {
                    watch_below(&mut watcher, &watched.folder, &mut unreadable)
                }
                mode => watcher.watch(&watched.folder, mode),
            };
            begun.map_err(|error| start_error(&watched.path, &error))?;
        }
        Ok(FolderWatcher { watcher, unreadable })
    }

    /// Whether what is below this folder is watched.
    pub(super) fn is_deep(&self, folder: &Path) -> bool {
        let mut deep = self.0.iter().filter(|watched| watched.mode() == RecursiveMode::Recursive);
        deep.any(|watched| folder.starts_with(&watched.folder))
    }

    /// The error of a folder of these paths, which was removed.
    pub(super) fn gone(paths: &[PathBuf]) -> Option<SupervisorError> {
        paths.first().map(|path| watch_error(path)("it is gone"))
    }

    /// The error of a folder that is no longer there, or that another one has replaced.
    pub(super) fn lost(&self) -> Option<SupervisorError> {
        self.0.iter().find_map(|watched| Some(watch_error(&watched.folder)(watched.loss()?)))
    }
}

/// Watches folders as long as it lives.
pub(super) struct FolderWatcher {
    watcher: RecommendedWatcher,
    /// Folders that may not be read.
    unreadable: BTreeSet<PathBuf>,
}

impl FolderWatcher {
    /// The folders that may not be read, and are not watched.
    pub(super) fn unreadable(&self) -> impl Iterator<Item = &PathBuf> {
        self.unreadable.iter()
    }

    /// Watches a folder that changed, where it may be read now and might not before. Returns those that may not be
    /// read, as far as they were not known.
    pub(super) fn look_again(&mut self, folder: &Path) -> Vec<PathBuf> {
        let was_unreadable = self.unreadable.contains(folder);
        let is_denied = matches!(
            fs::read_dir(folder),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied
        );
        if is_denied == was_unreadable {
            return Vec::new();
        }
        if is_denied {
            self.unreadable.insert(folder.to_owned());
            return vec![folder.to_owned()];
        }
        self.unreadable.remove(folder);
        let mut unreadable = BTreeSet::new();
        // One that is gone meanwhile needs no watch.
        let _ = watch_below(&mut self.watcher, folder, &mut unreadable);
        let new = unreadable.difference(&self.unreadable).cloned().collect();
        self.unreadable.extend(unreadable);
        new
    }
}

/// Whether one of these paths is a folder that the system was asked to watch.
fn is_folder_of(watched: &[WatchedPath], paths: &[PathBuf]) -> bool {
    paths.iter().any(|path| watched.iter().any(|one| one.folder == *path))
}

/// What the system says of the watched files.
pub(super) enum FileNews {
    /// These paths changed.
    Changed(Vec<PathBuf>),
    /// This watched folder was removed; another one may be in its place.
    Gone(Vec<PathBuf>),
    /// Something is not watched; why.
    Trouble(String),
}

/// Watches a folder with everything below it. What may not be read is left out and added to `unreadable`.
fn watch_below(
    watcher: &mut RecommendedWatcher,
    folder: &Path,
    unreadable: &mut BTreeSet<PathBuf>,
) -> notify::Result<()> {
    let Err(error) = watcher.watch(folder, RecursiveMode::Recursive) else { return Ok(()) };
    let is_denied = matches!(
        &error.kind,
        ErrorKind::Io(error) if error.kind() == io::ErrorKind::PermissionDenied
    );
    let Some(denied) = error.paths.first().filter(|_| is_denied) else { return Err(error) };
    if denied == folder {
        unreadable.insert(folder.to_owned());
        return Ok(());
    }
    // The watcher stopped there. The folder itself is watched, but not what comes after the one that was refused.
    for entry in fs::read_dir(folder)?.flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            watch_below(watcher, &entry.path(), unreadable)?;
        }
    }
    Ok(())
}

/// The error of a path at the start; it names the path below it that the system refused.
fn start_error(path: &Path, error: &notify::Error) -> SupervisorError {
    watch_error(error.paths.first().map_or(path, PathBuf::as_path))(reason(error))
}

/// What is wrong, with the path.
fn trouble_text(error: &notify::Error) -> String {
    match error.paths.first() {
        Some(path) => format!("{} is not watched: {}", path.display(), reason(error)),
        None => format!("changes may be missed: {}", reason(error)),
    }
}

/// What is wrong, without the path.
fn reason(error: &notify::Error) -> String {
    match &error.kind {
        ErrorKind::MaxFilesWatch => {
            "the system watches no more folders for this user; the setting \
            fs.inotify.max_user_watches is the limit"
                .to_owned()
        }
        ErrorKind::PathNotFound => "it is gone".to_owned(),
        ErrorKind::Io(error) => error.to_string(),
        ErrorKind::Generic(text) => text.clone(),
        ErrorKind::WatchNotFound | ErrorKind::InvalidConfig(_) => format!("{:?}", error.kind),
    }
}

fn watch_error<E: std::fmt::Display>(path: &Path) -> impl Fn(E) -> SupervisorError {
    move |error| SupervisorError::WatchFiles { path: path.to_owned(), error: error.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_the_watcher_names_the_path_once_and_the_limit() {
        let at = |kind| notify::Error::new(kind).add_path(PathBuf::from("/p/q"));
        let denied = at(ErrorKind::Io(io::ErrorKind::PermissionDenied.into()));
        assert_eq!(
            start_error(Path::new("/p"), &denied).to_string(),
            "cannot watch /p/q: permission denied"
        );
        assert_eq!(trouble_text(&denied), "/p/q is not watched: permission denied");
        let limit = start_error(Path::new("/p"), &at(ErrorKind::MaxFilesWatch)).to_string();
        assert!(limit.ends_with("fs.inotify.max_user_watches is the limit"), "{limit}");
        let generic = at(ErrorKind::Generic("odd".to_owned()));
        assert_eq!(trouble_text(&generic), "/p/q is not watched: odd");
    }
}
