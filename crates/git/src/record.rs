//! The commit that holds a state, written and read back.
//!
//! Its tree is the tree of the files. Its parents are HEAD (when there was a commit), a commit of
//! the index, and a commit of what the index had beside its tree (when it had any). Trailers say
//! which is which, and what no tree can say.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use crate::capture::CapturedState;
use crate::name::{decode, encode};
use crate::operation::{GitOperation, OperationState};
use crate::repository::{HeadPosition, Repository};
use crate::{GitError, ObjectId};

/// What the trailers begin with, and their version.
const FORMAT: &str = "Fusebox-State: 1";
/// Characters of a message that are kept.
const MESSAGE: usize = 4000;

/// A state that was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateCommit {
    /// The commit; its tree is that of the files.
    pub commit: ObjectId,
    /// What was said of it; its first line.
    pub subject: String,
    /// Where HEAD was.
    pub head: HeadPosition,
    /// When it was kept, in Unix ms.
    pub saved_at_ms: u64,
    /// The linked worktree in which it was kept; none for the main one.
    pub(crate) worktree: Option<OsString>,
    /// The commit whose tree is the index.
    pub(crate) index: ObjectId,
    /// The commit of what the index had beside its tree.
    pub(crate) extras: Option<ObjectId>,
    pub(crate) in_progress: Option<OperationState>,
}

impl StateCommit {
    /// What was in progress when it was kept.
    #[must_use]
    pub fn operation(&self) -> Option<GitOperation> {
        self.in_progress.as_ref().map(|found| found.operation)
    }
}

/// Writes the commits of a captured state. No ref leads to them yet.
pub(crate) fn write(
    repository: &Repository,
    captured: &CapturedState,
    message: &str,
    saved_at_ms: u64,
) -> Result<StateCommit, GitError> {
    let head = repository.head()?;
    let in_progress = crate::operation::in_progress(repository.git(), repository.git_dir())?;
    let parents: Vec<&ObjectId> = head.commit.iter().collect();
    let index = commit(repository, &captured.index, &parents, "Fusebox: the index", saved_at_ms)?;
    let extras = match &captured.extras {
        Some(tree) => {
            Some(commit(repository, tree, &[], "Fusebox: beside the index", saved_at_ms)?)
        }
        None => None,
    };
    let message = clean(message);
    let subject = message.lines().next().unwrap_or_default().to_owned();
    let mut record = StateCommit {
        commit: index.clone(),
        subject,
        head,
        saved_at_ms,
        worktree: repository.worktree(),
        index,
        extras,
        in_progress,
    };
    let parents: Vec<&ObjectId> =
        record.head.commit.iter().chain([&record.index]).chain(&record.extras).collect();
    let text = format!("{message}\n\n{}", trailers(&record));
    record.commit = commit(repository, &captured.files, &parents, &text, saved_at_ms)?;
    Ok(record)
}

/// Reads the commit behind a ref of ours.
pub(crate) fn read(
    repository: &Repository,
    reference: &str,
    commit: &ObjectId,
) -> Result<StateCommit, GitError> {
    let bytes = repository.git().call("cat-file").args(["commit", commit.as_str()]).bytes()?;
    parse(&String::from_utf8_lossy(&bytes), commit)
        .map_err(|why| GitError::NotOurs { reference: reference.to_owned(), why })
}

fn commit(
    repository: &Repository,
    tree: &ObjectId,
    parents: &[&ObjectId],
    message: &str,
    saved_at_ms: u64,
) -> Result<ObjectId, GitError> {
    let date = format!("@{} +0000", saved_at_ms / 1000);
    let mut call = repository.git().call("commit-tree").arg(tree.as_str());
    for parent in parents {
        call = call.args(["-p", parent.as_str()]);
    }
    call.args(["-F", "-"])
        .env("GIT_AUTHOR_DATE", &date)
        .env("GIT_COMMITTER_DATE", &date)
        .input(message.as_bytes().to_vec())
        .id()
}

fn trailers(record: &StateCommit) -> String {
    let none = || "none".to_owned();
    let id = |id: &Option<ObjectId>| id.as_ref().map_or_else(none, ToString::to_string);
    // The `/` keeps a name apart from the word for none.
    let name = |name: &Option<OsString>, none: &str| match name {
        Some(name) => format!("/{}", encode(name.as_bytes())),
        None => none.to_owned(),
    };
    let branch = name(&record.head.branch, "detached");
    let worktree = name(&record.worktree, "main");
    let operation = record
        .in_progress
        .as_ref()
        .map_or_else(none, |found| format!("{} {}", found.operation, found.place));
    format!(
        "{FORMAT}\nFusebox-Head: {}\nFusebox-Branch: {branch}\nFusebox-Index: {}\n\
         Fusebox-Beside: {}\nFusebox-Operation: {operation}\nFusebox-Worktree: {worktree}\n\
         Fusebox-When-Ms: {}\n",
        id(&record.head.commit),
        record.index,
        id(&record.extras),
        record.saved_at_ms
    )
}

fn parse(text: &str, commit: &ObjectId) -> Result<StateCommit, &'static str> {
    let (headers, body) = text.split_once("\n\n").ok_or("it has no message")?;
    // The last paragraph: what a caller wrote stands before it.
    let (message, last) = body.rsplit_once("\n\n").ok_or("it has no trailers")?;
    if last.lines().next() != Some(FORMAT) {
        return Err("its trailers are of no known version");
    }
    let trailer = |key: &str| {
        let values = last.lines().filter_map(|line| line.split_once(": "));
        values
            .filter(|(name, _)| *name == key)
            .map(|(_, value)| value)
            .next()
            .ok_or("a trailer is missing")
    };
    let parents: Vec<ObjectId> = headers
        .lines()
        .filter_map(|line| line.strip_prefix("parent ").and_then(ObjectId::parse))
        .collect();
    let known = |value: &str| {
        let id = ObjectId::parse(value).filter(|id| parents.contains(id));
        id.ok_or("a trailer names no parent")
    };
    let maybe = |value: &str| if value == "none" { Ok(None) } else { known(value).map(Some) };
    Ok(StateCommit {
        commit: commit.clone(),
        subject: message.lines().next().unwrap_or_default().to_owned(),
        head: HeadPosition {
            branch: branch(trailer("Fusebox-Branch")?)?,
            commit: maybe(trailer("Fusebox-Head")?)?,
        },
        saved_at_ms: trailer("Fusebox-When-Ms")?.parse().map_err(|_| "its time is no number")?,
        worktree: name(trailer("Fusebox-Worktree")?, "main")?,
        index: known(trailer("Fusebox-Index")?)?,
        extras: maybe(trailer("Fusebox-Beside")?)?,
        in_progress: in_progress(trailer("Fusebox-Operation")?)?,
    })
}

fn branch(value: &str) -> Result<Option<OsString>, &'static str> {
    let branch = name(value, "detached")?;
    // A forged record must not lead an update elsewhere.
    if branch.as_ref().is_some_and(|name| !name.as_bytes().starts_with(b"refs/heads/")) {
        return Err("its branch is no branch");
    }
    Ok(branch)
}

fn name(value: &str, none: &str) -> Result<Option<OsString>, &'static str> {
    if value == none {
        return Ok(None);
    }
    let name = value.strip_prefix('/').and_then(decode).ok_or("a name cannot be read")?;
    Ok(Some(OsString::from_vec(name)))
}

fn in_progress(value: &str) -> Result<Option<OperationState>, &'static str> {
    if value == "none" {
        return Ok(None);
    }
    let unknown = "its operation cannot be read";
    let (word, place) = value.split_once(' ').ok_or(unknown)?;
    let operation = GitOperation::parse(word).ok_or(unknown)?;
    Ok(Some(OperationState { operation, place: ObjectId::parse(place).ok_or(unknown)? }))
}

/// A message as it may stand in a commit.
fn clean(message: &str) -> String {
    let keep = |c: &char| *c == '\n' || !c.is_control();
    let text: String = message.chars().filter(keep).take(MESSAGE).collect();
    let text = text.trim();
    if text.is_empty() { "Fusebox: a state".to_owned() } else { text.to_owned() }
}
