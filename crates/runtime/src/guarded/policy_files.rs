//! The files that the policy of a folder is made of.

use std::fs::Metadata;
use std::path::{Path, PathBuf};

use crate::FuseboxDirs;

/// The person's policy file, and every place where a project's could lie: one that is made nearer to
/// `folder` replaces the one above it.
pub(crate) fn around<'a>(
    user: Option<&'a Path>,
    folder: Option<&'a Path>,
) -> impl Iterator<Item = PathBuf> + 'a {
    let above = folder.into_iter().flat_map(Path::ancestors);
    let of_project = above.map(|folder| folder.join(FuseboxDirs::PROJECT_FILE));
    user.map(Path::to_owned).into_iter().chain(of_project)
}

/// The files of a policy as they were looked at, links followed: one look serves the guard and the search
/// for the policy, so that both speak of the same file.
#[derive(Debug, Default)]
pub(crate) struct PolicyFileLooks(pub(crate) Vec<(PathBuf, Option<Metadata>)>);

impl PolicyFileLooks {
    /// What is known of a file, which is looked at now where it was not before.
    pub(crate) fn metadata(&self, path: &Path) -> Option<Metadata> {
        match self.0.iter().find(|(known, _)| known.as_os_str() == path.as_os_str()) {
            Some((_, metadata)) => metadata.clone(),
            None => std::fs::metadata(path).ok(),
        }
    }
}
