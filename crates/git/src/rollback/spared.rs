//! Files that are new in git since the checkpoint, but that no checkpoint holds: its rules ignore
//! them and somebody forced them in, or they are too large. They may have been there before, so they
//! stay on disk.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::path::Path;

use crate::changes::TreeChange;
use crate::in_the_way::WrittenPaths;
use crate::index::{GitPath, IGNORE, is_named};
use crate::private::PrivateDir;
use crate::record::StateCommit;
use crate::repository::Repository;
use crate::{GitError, large};

/// Before each path, so that none is taken for a pattern: `check-ignore` has no other way.
const HERE: &[u8] = b"./";

/// Takes spared files out of `raw`, and says which.
pub(super) fn spare(
    repository: &Repository,
    private: &PrivateDir,
    target: &StateCommit,
    raw: &mut Vec<TreeChange>,
) -> Result<Vec<GitPath>, GitError> {
    let returning = WrittenPaths::of(raw);
    let goes: Vec<&GitPath> = raw
        .iter()
        .filter(|raw| raw.new.is_none() && !raw.was_repository())
        .map(|raw| &raw.path)
        .filter(|path| !returning.meets(path))
        .collect();
    if goes.is_empty() {
        return Ok(Vec::new());
    }
    let large: Vec<GitPath> = goes
        .iter()
        .filter(|path| large::is_large(repository, path))
        .map(|path| (*path).clone())
        .collect();
    let rules_changed = raw.iter().any(|raw| is_named(&raw.path, IGNORE));
    let ignored = if rules_changed {
        let folder = rules(repository, private, target)?;
        let ignored = ignored(repository, Some(&folder), &goes);
        std::fs::remove_dir_all(&folder).map_err(GitError::file("removed", &folder))?;
        ignored?
    } else {
        ignored(repository, None, &goes)?
    };
    let path = |line: &[u8]| line.strip_prefix(HERE).map(<[u8]>::to_vec);
    let ignored = ignored.split(|byte| *byte == 0).filter_map(path);
    let spared: BTreeSet<GitPath> = ignored.chain(large).collect();
    raw.retain(|raw| !spared.contains(&raw.path));
    Ok(spared.into_iter().collect())
}

/// A folder with nothing but the target's rules.
fn rules(
    repository: &Repository,
    private: &PrivateDir,
    target: &StateCommit,
) -> Result<std::path::PathBuf, GitError> {
    let folder = private.path("rules");
    if folder.symlink_metadata().is_ok() {
        std::fs::remove_dir_all(&folder).map_err(GitError::file("removed", &folder))?;
    }
    std::fs::create_dir(&folder).map_err(GitError::file("made", &folder))?;
    let git = repository.git();
    let index = private.fresh("rules.index")?;
    git.on_index(&index, "read-tree").arg(target.commit.as_str()).done()?;
    let listed = git.on_index(&index, "ls-files").arg("-z").bytes()?;
    let mut prefix = folder.clone().into_os_string();
    prefix.push("/");
    git.on_index(&index, "checkout-index")
        .arg([OsStr::new("--prefix="), &prefix].iter().copied().collect::<std::ffi::OsString>())
        .args(["-z", "--stdin"])
        .paths(listed.split(|byte| *byte == 0).filter(|path| is_named(path, IGNORE)))
        .done()?;
    private.fresh("rules.index")?;
    Ok(folder)
}

/// Those of the paths that are ignored by the rules in the work tree or in `folder`.
fn ignored(
    repository: &Repository,
    folder: Option<&Path>,
    paths: &[&GitPath],
) -> Result<Vec<u8>, GitError> {
    let git = folder.map(|folder| repository.git().elsewhere(folder));
    let mut call = git.as_ref().unwrap_or(repository.git()).call("check-ignore");
    if let Some(folder) = folder {
        call = call.env("GIT_DIR", repository.git_dir()).env("GIT_WORK_TREE", folder);
    }
    let here: Vec<GitPath> = paths.iter().map(|path| [HERE, path.as_slice()].concat()).collect();
    let call = call.env("GIT_LITERAL_PATHSPECS", "0").args(["--no-index", "-z", "--stdin"]);
    let call = call.paths(here.iter().map(Vec::as_slice));
    // It ends with 1 when none is.
    Ok(call.line_if_any()?.unwrap_or_default())
}
