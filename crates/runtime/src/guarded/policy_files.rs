//! The files that the policy of a folder is made of.

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
