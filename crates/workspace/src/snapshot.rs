//! Snapshots: the working state by name, cheap to take again.
//!
//! An index of ours stays between snapshots, so that untracked files are read once. It is made anew
//! from the person's when that one changed, and when what is ignored changed.

use std::os::unix::fs::MetadataExt;
use std::path::Path;

use crate::capture::{add_all, capture};
use crate::failpoint;
use crate::git::Call;
use crate::index::GitPath;
use crate::large::is_large;
use crate::private::{Private, remove};
use crate::repository::Repository;
use crate::{Error, ObjectId};

const INDEX: &str = "snapshot.index";
const SOURCE: &str = "snapshot.source";
/// So many files are named to git one by one; where more differ, it looks for all of them itself.
const MOST: usize = 1_000;

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
        let source = source(self);
        let known = last(&private).filter(|last| last.source == source);
        let (head, known) = self.still_there(known)?;
        // What fails on the kept index is done anew.
        let again = known.and_then(|last| again(self, &private, last).ok().flatten());
        let now = match again {
            Some(now) => now,
            None => anew(self, &private, source)?,
        };
        Ok(Snapshot { head, index: now.index, tree: now.tree })
    }

    /// The commit of HEAD, and the last snapshot unless its objects were cleaned up. What a tree leads
    /// to stays as long as the tree does, so the trees alone are asked for.
    fn still_there(&self, known: Option<Last>) -> Result<(Option<ObjectId>, Option<Last>), Error> {
        let mut names = vec!["HEAD^{commit}".to_owned()];
        names.extend(known.iter().flat_map(|last| [last.index.to_string(), last.tree.to_string()]));
        let told = self
            .git()
            .call("cat-file")
            .arg("--batch-check=%(objectname)")
            .input(format!("{}\n", names.join("\n")).into_bytes())
            .bytes()?;
        let mut found = told.split(|byte| *byte == b'\n').map(ObjectId::from_bytes);
        let head = found.next().flatten();
        let trees = found.take(names.len() - 1);
        Ok((head, known.filter(|_| trees.flatten().count() + 1 == names.len())))
    }
}

/// Brings the kept index up to date; none when what is ignored changed.
fn again(repository: &Repository, private: &Private, last: Last) -> Result<Option<Last>, Error> {
    let index = private.path(INDEX);
    if index.symlink_metadata().is_err() {
        return Ok(None);
    }
    remove(&private.path(&format!("{INDEX}.lock")))?;
    let Some(differing) = differing(repository, &index)? else { return Ok(Some(last)) };
    // Whoever is killed from here on leaves an index whose tree is not known.
    remove(&private.path(SOURCE))?;
    match &differing {
        Differing::Files(paths) => add(repository, &index, paths)?,
        Differing::Much => drop(add_all(repository, &index)?),
    }
    failpoint::reach("snapshot index");
    // Each entry was here a moment ago, so git need not look for ten thousand of them again.
    let tree = on_kept(repository, &index, "write-tree", TREES).arg("--missing-ok").id()?;
    failpoint::reach("snapshot tree");
    let ignores = |path: &[u8]| path == b".gitignore" || path.ends_with(b"/.gitignore");
    let ignored = match &differing {
        Differing::Files(paths) => paths.iter().any(|path| ignores(path)),
        Differing::Much => {
            let changed = repository.compare(&last.tree, &tree)?;
            changed.iter().any(|raw| ignores(&raw.path))
        }
    };
    if ignored {
        return Ok(None);
    }
    let now = Last { tree, ..last };
    keep(private, &now)?;
    Ok(Some(now))
}

/// What differs between the files and an index of them.
enum Differing {
    /// These files; what is new and too large is left out.
    Files(Vec<GitPath>),
    /// Many of them, or folders.
    Much,
}

/// Looks as `git status` does, but keeps what it saw of untracked files in the index, so that folders
/// in which nothing came or went are not read again.
fn differing(repository: &Repository, index: &Path) -> Result<Option<Differing>, Error> {
    let listed = on_kept(repository, index, "status", KEPT)
        .env("GIT_OPTIONAL_LOCKS", "1")
        .args(["--porcelain", "-z", "--no-renames", "--untracked-files=normal"])
        .arg("--ignore-submodules=dirty")
        .bytes()?;
    let mut paths = Vec::new();
    for line in listed.split(|byte| *byte == 0) {
        // `XY path`: X is what the index has beside HEAD, Y what the files have beside the index.
        let (Some(sign), Some(path)) = (line.get(1), line.get(3..)) else { continue };
        let left_out = || *sign == b'?' && is_large(repository, path);
        if *sign == b' ' || left_out() {
            continue;
        }
        let meta = repository.on_disk(path).symlink_metadata();
        if meta.is_ok_and(|meta| meta.is_dir()) || paths.len() == MOST {
            return Ok(Some(Differing::Much));
        }
        paths.push(path.to_vec());
    }
    Ok((!paths.is_empty()).then_some(Differing::Files(paths)))
}

/// Takes these files into an index as they are. `git add` would look at all others once more.
fn add(repository: &Repository, index: &Path, paths: &[GitPath]) -> Result<(), Error> {
    on_kept(repository, index, "update-index", KEPT)
        .args(["--add", "--remove", "--replace", "-z", "--stdin"])
        .paths(paths.iter().map(Vec::as_slice))
        .done()
}

/// A call on the kept index, under these settings.
fn on_kept<'a>(
    repository: &'a Repository,
    index: &Path,
    what: &'static str,
    settings: &[(&str, &str)],
) -> Call<'a> {
    let mut call = repository.git().on_index(index, what);
    for (at, (key, value)) in settings.iter().enumerate() {
        call = call
            .env(&format!("GIT_CONFIG_KEY_{at}"), *key)
            .env(&format!("GIT_CONFIG_VALUE_{at}"), *value);
    }
    call.env("GIT_CONFIG_COUNT", settings.len().to_string())
}

/// What was seen of untracked files stays in the index. Nobody else reads that, so it needs no
/// checksum.
const KEPT: &[(&str, &str)] = &[UNTRACKED, ("status.showUntrackedFiles", "normal"), UNCHECKED];
/// Names and ids of files are made no shorter by compression.
const TREES: &[(&str, &str)] = &[UNTRACKED, UNCHECKED, ("core.looseCompression", "0")];
const UNTRACKED: (&str, &str) = ("core.untrackedCache", "true");
const UNCHECKED: (&str, &str) = ("index.skipHash", "true");

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
