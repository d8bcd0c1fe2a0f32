//! The commit of a state: written, and read back.
//!
//! Its tree is the tree of the files. Its parents are HEAD (if there was a commit), a commit of the
//! index, and a commit of what the index holds that a tree cannot (if anything). Trailers of its
//! message say which parent is which, and record the rest.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};

use crate::capture::CapturedState;
use crate::operation::{GitOperation, OperationState};
use crate::ref_name::{decode, encode};
use crate::repository::{HeadPosition, Repository};
use crate::{GitError, ObjectId, Result};

/// The first trailer: the version of the format.
const FORMAT: &str = "Fusebox-State: 1";
/// Characters of a message that are kept.
const MAX_MESSAGE: usize = 4000;

/// A saved state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateCommit {
    /// The commit; its tree is that of the files.
    pub commit: ObjectId,
    /// The first line of its message.
    pub subject: String,
    /// Where HEAD was.
    pub head: HeadPosition,
    /// When it was saved, in Unix ms.
    pub saved_at_ms: u64,
    /// The linked worktree in which it was saved; `None` for the main one.
    pub(crate) worktree: Option<OsString>,
    /// The commit whose tree is the index.
    pub(crate) index: ObjectId,
    /// The commit of what the index held that a tree cannot.
    pub(crate) extras: Option<ObjectId>,
    /// The operation that was in progress.
    pub(crate) operation_state: Option<OperationState>,
}

impl StateCommit {
    /// Writes the commits of a captured state. No ref points to them yet.
    pub(crate) fn write(
        repository: &Repository,
        captured: &CapturedState,
        message: &str,
        saved_at_ms: u64,
    ) -> Result<Self> {
        let date = format!("@{} +0000", saved_at_ms / 1000);
        let commit = |tree: &ObjectId, parents: &[&ObjectId], message: &str| {
            let parents = parents.iter().flat_map(|parent| ["-p", parent.as_str()]);
            let command = repository.git().command("commit-tree").arg(tree.as_str()).args(parents);
            let command = command.env("GIT_AUTHOR_DATE", &date).env("GIT_COMMITTER_DATE", &date);
            command.args(["-F", "-"]).stdin(message).object_id()
        };
        let head = repository.head()?;
        let operation_state = OperationState::read(repository)?;
        let parents: Vec<&ObjectId> = head.commit.iter().collect();
        let index = commit(&captured.index, &parents, "Fusebox: the index")?;
        let extras = captured.extras_tree.as_ref();
        let extras =
            extras.map(|tree| commit(tree, &[], "Fusebox: beside the index")).transpose()?;
        let message = clean_message(message);
        let mut state = Self {
            commit: index.clone(),
            subject: message.lines().next().unwrap_or_default().to_owned(),
            head,
            saved_at_ms,
            worktree: repository.worktree_name(),
            index,
            extras,
            operation_state,
        };
        let parents: Vec<&ObjectId> =
            state.head.commit.iter().chain([&state.index]).chain(&state.extras).collect();
        let text = format!("{message}\n\n{}", state.trailers());
        state.commit = commit(&captured.files, &parents, &text)?;
        Ok(state)
    }

    /// Reads the commit of a ref.
    pub(crate) fn read(from: &Repository, reference: &str, commit: &ObjectId) -> Result<Self> {
        let text = from.git().command("cat-file").args(["commit", commit.as_str()]).text()?;
        Self::parse(&text, commit)
            .map_err(|why| GitError::NotOurs { reference: reference.to_owned(), why })
    }

    fn trailers(&self) -> String {
        let none = || "none".to_owned();
        let id = |id: &Option<ObjectId>| id.as_ref().map_or_else(none, ToString::to_string);
        // The `/` tells a name from the word for none.
        let name = |name: &Option<OsString>, none: &str| match name {
            Some(name) => format!("/{}", encode(name.as_bytes())),
            None => none.to_owned(),
        };
        let operation = self.operation_state.as_ref();
        format!(
            "{FORMAT}\nFusebox-Head: {}\nFusebox-Branch: {}\nFusebox-Index: {}\n\
             Fusebox-Beside: {}\nFusebox-Operation: {}\nFusebox-Worktree: {}\n\
             Fusebox-When-Ms: {}\n",
            id(&self.head.commit),
            name(&self.head.branch, "detached"),
            self.index,
            id(&self.extras),
            operation.map_or_else(none, |state| format!("{} {}", state.operation, state.position)),
            name(&self.worktree, "main"),
            self.saved_at_ms
        )
    }

    fn parse(text: &str, commit: &ObjectId) -> Result<Self, &'static str> {
        let (headers, body) = text.split_once("\n\n").ok_or("it has no message")?;
        // The trailers are the last paragraph: what a caller wrote stands before it.
        let (message, trailers) = body.rsplit_once("\n\n").ok_or("it has no trailers")?;
        if trailers.lines().next() != Some(FORMAT) {
            return Err("its trailers are of no known version");
        }
        let trailer = |key: &str| {
            let mut values = trailers.lines().filter_map(|line| line.split_once(": "));
            values.find(|(name, _)| *name == key).map(|pair| pair.1).ok_or("a trailer is missing")
        };
        let parents = headers.lines().filter_map(|line| line.strip_prefix("parent "));
        let parents: Vec<ObjectId> = parents.filter_map(ObjectId::parse).collect();
        let parent = |value: &str| {
            let id = ObjectId::parse(value).filter(|id| parents.contains(id));
            id.ok_or("a trailer names no parent")
        };
        let optional_parent =
            |value: &str| if value == "none" { Ok(None) } else { parent(value).map(Some) };
        let branch = parse_name(trailer("Fusebox-Branch")?, "detached")?;
        // A forged commit must not make a rollback update another ref.
        if branch.as_ref().is_some_and(|name| !name.as_bytes().starts_with(b"refs/heads/")) {
            return Err("its branch is no branch");
        }
        let saved_at_ms =
            trailer("Fusebox-When-Ms")?.parse().map_err(|_| "its time is no number")?;
        Ok(Self {
            commit: commit.clone(),
            subject: message.lines().next().unwrap_or_default().to_owned(),
            head: HeadPosition { branch, commit: optional_parent(trailer("Fusebox-Head")?)? },
            saved_at_ms,
            worktree: parse_name(trailer("Fusebox-Worktree")?, "main")?,
            index: parent(trailer("Fusebox-Index")?)?,
            extras: optional_parent(trailer("Fusebox-Beside")?)?,
            operation_state: parse_operation(trailer("Fusebox-Operation")?)?,
        })
    }
}

fn parse_name(value: &str, none: &str) -> Result<Option<OsString>, &'static str> {
    if value == none {
        return Ok(None);
    }
    let name = value.strip_prefix('/').and_then(decode).ok_or("a name cannot be read")?;
    Ok(Some(OsString::from_vec(name)))
}

fn parse_operation(value: &str) -> Result<Option<OperationState>, &'static str> {
    if value == "none" {
        return Ok(None);
    }
    let state = value.split_once(' ').and_then(|(name, position)| {
        let operation = GitOperation::parse(name)?;
        Some(OperationState { operation, position: ObjectId::parse(position)? })
    });
    state.map(Some).ok_or("its operation cannot be read")
}

/// The message without control characters, cut to its greatest length; never empty.
fn clean_message(message: &str) -> String {
    let keep = |c: &char| *c == '\n' || !c.is_control();
    let text: String = message.chars().filter(keep).take(MAX_MESSAGE).collect();
    let text = text.trim();
    if text.is_empty() { "Fusebox: a state".to_owned() } else { text.to_owned() }
}
