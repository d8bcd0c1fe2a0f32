//! What an index has beside its tree, as a tree of its own, and back.
//!
//! Folders `1`, `2` and `3` hold base, ours and theirs of a conflict; `new` holds intents to add.

use std::path::Path;

use crate::index::{IndexEntry, IndexExtras};
use crate::private::PrivateDir;
use crate::repository::Repository;
use crate::{GitError, ObjectId};

/// The folder of intents to add.
const INTENDED: &str = "new";

/// The tree of what is beside; none when nothing is.
pub(crate) fn tree(
    repository: &Repository,
    private: &PrivateDir,
    beside: &IndexExtras,
) -> Result<Option<ObjectId>, GitError> {
    if beside.unmerged.is_empty() && beside.intended.is_empty() {
        return Ok(None);
    }
    let mut lines = Vec::new();
    for staged in &beside.unmerged {
        line(&mut lines, staged, 0, &format!("{}/", staged.stage));
    }
    for staged in &beside.intended {
        line(&mut lines, staged, 0, &format!("{INTENDED}/"));
    }
    let index = private.fresh("extras.index")?;
    take(repository, &index, lines)?;
    let tree = repository.git().on_index(&index, "write-tree").id()?;
    private.fresh("extras.index")?;
    Ok(Some(tree))
}

/// Puts what `extras` holds back into `index`.
pub(crate) fn put_back(
    repository: &Repository,
    index: &Path,
    extras: &ObjectId,
) -> Result<(), GitError> {
    let git = repository.git();
    let listed = git.call("ls-tree").args(["-r", "-z", extras.as_str()]).bytes()?;
    let mut stages = Vec::new();
    let mut intended = Vec::new();
    for (folder, staged) in listed.split(|byte| *byte == 0).filter_map(entry) {
        match folder.parse() {
            Ok(stage @ 1..=3) => line(&mut stages, &staged, stage, ""),
            _ if folder == INTENDED => intended.push(staged.path),
            _ => {}
        }
    }
    if !stages.is_empty() {
        take(repository, index, stages)?;
    }
    if !intended.is_empty() {
        // A file that was gone when the state was kept is no intent any more.
        git.on_index(index, "add")
            .args(["-N", "-f", "--ignore-errors", "--pathspec-from-file=-", "--pathspec-file-nul"])
            .paths(
                intended
                    .iter()
                    .map(Vec::as_slice)
                    .filter(|path| repository.on_disk(path).symlink_metadata().is_ok()),
            )
            .done()?;
    }
    Ok(())
}

fn take(repository: &Repository, index: &Path, lines: Vec<u8>) -> Result<(), GitError> {
    repository
        .git()
        .on_index(index, "update-index")
        .args(["-z", "--index-info"])
        .input(lines)
        .done()
}

fn line(lines: &mut Vec<u8>, staged: &IndexEntry, stage: u8, folder: &str) {
    lines.extend_from_slice(format!("{} {} {stage}\t{folder}", staged.mode, staged.id).as_bytes());
    lines.extend_from_slice(&staged.path);
    lines.push(0);
}

/// `100644 blob <id><TAB><folder>/<path>`
fn entry(line: &[u8]) -> Option<(String, IndexEntry)> {
    let tab = line.iter().position(|byte| *byte == b'\t')?;
    let mut facts = std::str::from_utf8(line.get(..tab)?).ok()?.split(' ');
    let (mode, _, id) = (facts.next()?.to_owned(), facts.next()?, facts.next()?);
    let path = line.get(tab + 1..)?;
    let slash = path.iter().position(|byte| *byte == b'/')?;
    let folder = std::str::from_utf8(path.get(..slash)?).ok()?.to_owned();
    let path = path.get(slash + 1..)?.to_vec();
    Some((folder, IndexEntry { mode, id: ObjectId::parse(id)?, stage: 0, path }))
}
