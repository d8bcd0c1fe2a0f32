//! Snapshots: the working state by name, cheap to take again.
//!
//! An index of ours stays between snapshots, so that untracked files are read once. It is made anew
//! from the person's when that one changed, and when what is ignored changed.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

use crate::capture::{add_all, capture, write_tree};
use crate::private::{Private, remove};
use crate::repository::Repository;
use crate::{Error, ObjectId};

const INDEX: &str = "snapshot.index";
const SOURCE: &str = "snapshot.source";

/// The working state at one moment. Two that are equal hold the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The commit of HEAD; none before the first one.
    pub head: Option<ObjectId>,
    /// The tree of the index: it changes when something is staged.
    pub index: ObjectId,
    /// The tree of the files: tracked, staged and untracked, without ignored ones.
    pub tree: ObjectId,
}

/// What the last snapshot was made of.
struct Last {
    /// Which index of the person, and which list of ignored files.
    source: String,
    index: ObjectId,
    tree: ObjectId,
}

impl Repository {
    /// Names the working state. HEAD, index and files are not touched; no ref leads to the trees,
    /// so git's clean-up takes them after some weeks.
    ///
    /// # Errors
    /// When git fails.
    pub fn snapshot(&self) -> Result<Snapshot, Error> {
        let private = self.enter()?;
        let head = self.commit("HEAD".as_ref())?;
        let source = source(self);
        let known = last(&private).filter(|last| last.source == source);
        // What fails on the kept index is done anew: its objects may have been cleaned up.
        let again = known.and_then(|last| again(self, &private, last).ok().flatten());
        let now = match again {
            Some(now) => now,
            None => anew(self, &private, source)?,
        };
        Ok(Snapshot { head, index: now.index, tree: now.tree })
    }
}

/// Brings the kept index up to date; none when what is ignored changed.
fn again(repository: &Repository, private: &Private, last: Last) -> Result<Option<Last>, Error> {
    let index = private.path(INDEX);
    if index.symlink_metadata().is_err() {
        return Ok(None);
    }
    remove(&private.path(&format!("{INDEX}.lock")))?;
    add_all(repository, &index)?;
    let tree = write_tree(repository, &index)?;
    let ignores = |path: &[u8]| path == b".gitignore" || path.ends_with(b"/.gitignore");
    if repository.compare(&last.tree, &tree)?.iter().any(|raw| ignores(&raw.path)) {
        return Ok(None);
    }
    let changed = last.tree != tree;
    let now = Last { tree, ..last };
    if changed {
        keep(private, &now)?;
    }
    Ok(Some(now))
}

fn anew(repository: &Repository, private: &Private, source: String) -> Result<Last, Error> {
    remove(&private.path(SOURCE))?;
    let index = private.fresh(INDEX)?;
    let captured = capture(repository, private, &index)?;
    let now = Last { source, index: captured.index, tree: captured.files };
    // A file that an index hides may appear at any time, and only a new copy shows it.
    if captured.beside.skipped.is_empty() {
        keep(private, &now)?;
    }
    Ok(now)
}

/// Names the person's index and list of ignored files by what changes when they are replaced.
fn source(repository: &Repository) -> String {
    let name = |path: &Path| {
        path.metadata().map_or_else(
            |_| "none".to_owned(),
            |meta| {
                let (s, ns) = (meta.mtime(), meta.mtime_nsec());
                format!("{}.{}.{s}.{ns}", meta.ino(), meta.size())
            },
        )
    };
    let exclude = repository.common_dir().join("info/exclude");
    format!("1 {} {}", name(&repository.index()), name(&exclude))
}

fn last(private: &Private) -> Option<Last> {
    let text = std::fs::read_to_string(private.path(SOURCE)).ok()?;
    let mut lines = text.lines();
    Some(Last {
        source: lines.next()?.to_owned(),
        index: ObjectId::parse(lines.next()?)?,
        tree: ObjectId::parse(lines.next()?)?,
    })
}

fn keep(private: &Private, last: &Last) -> Result<(), Error> {
    let path = private.path(SOURCE);
    let text = format!("{}\n{}\n{}\n", last.source, last.index, last.tree);
    std::fs::write(&path, text).map_err(Error::file("written", &path))
}
