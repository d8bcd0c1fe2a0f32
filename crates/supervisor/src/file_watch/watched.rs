//! The files and folders that are watched.

use std::fs::{self, File, Metadata};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
    /// The folder as it was at the start. As long as it is open, the system gives its inode number to no other folder.
    opened: Arc<File>,
}

impl WatchedPath {
    fn new(path: &Path) -> Result<Self> {
        let path = path.canonicalize().map_err(watch_error(path))?;
        let parent = path.parent().filter(|_| !path.is_dir());
        let folder = parent.unwrap_or(&path).to_owned();
        let opened = Arc::new(File::open(&folder).map_err(watch_error(&folder))?);
        Ok(Self { folder, path, opened })
    }

    /// Why the system says nothing more about the folder: it is not where it was at the start.
    fn loss(&self) -> Option<&'static str> {
        let identity = |of: &Metadata| (of.dev(), of.ino());
        match (fs::metadata(&self.folder), self.opened.metadata()) {
            (Ok(now), Ok(first)) if identity(&now) != identity(&first) => {
                Some("it was replaced by another folder and is no longer watched")
            }
            (Err(error), _) => {
                let is_gone =
                    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory);
                is_gone.then_some("it is gone and no longer watched")
            }
            _ => None,
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
    pub(super) fn watch(
        &self,
        tell: impl Fn(FileNews) + Send + 'static,
    ) -> Result<(RecommendedWatcher, Vec<PathBuf>)> {
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
        let mut unreadable = Vec::new();
        for watched in &self.0 {
            let begun = match watched.mode() {
                RecursiveMode::Recursive => {
                    watch_below(&mut watcher, &watched.folder, &mut unreadable)
                }
                mode => watcher.watch(&watched.folder, mode),
            };
            begun.map_err(|error| start_error(&watched.path, &error))?;
        }
        unreadable.sort_unstable();
        unreadable.dedup();
        Ok((watcher, unreadable))
    }

    /// The error of a folder that is no longer there, or that another one has replaced.
    pub(super) fn lost(&self) -> Option<SupervisorError> {
        self.0.iter().find_map(|watched| Some(watch_error(&watched.folder)(watched.loss()?)))
    }
}

/// What the system says of the watched files.
pub(super) enum FileNews {
    /// These paths changed.
    Changed(Vec<PathBuf>),
    /// Something is not watched; why.
    Trouble(String),
}

/// Watches a folder with everything below it. What may not be read is left out and added to `unreadable`.
fn watch_below(
    watcher: &mut RecommendedWatcher,
    folder: &Path,
    unreadable: &mut Vec<PathBuf>,
) -> notify::Result<()> {
    let Err(error) = watcher.watch(folder, RecursiveMode::Recursive) else { return Ok(()) };
    let is_denied = matches!(
        &error.kind,
        ErrorKind::Io(error) if error.kind() == io::ErrorKind::PermissionDenied
    );
    let Some(denied) = error.paths.first().filter(|_| is_denied) else { return Err(error) };
    if denied == folder {
        unreadable.push(folder.to_owned());
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
        assert_eq!(start_error(Path::new("/p"), &denied).to_string(), "/p/q: permission denied");
        assert_eq!(trouble_text(&denied), "/p/q is not watched: permission denied");
        let limit = start_error(Path::new("/p"), &at(ErrorKind::MaxFilesWatch)).to_string();
        assert!(limit.ends_with("fs.inotify.max_user_watches is the limit"), "{limit}");
        let generic = at(ErrorKind::Generic("odd".to_owned()));
        assert_eq!(trouble_text(&generic), "/p/q is not watched: odd");
    }
}
