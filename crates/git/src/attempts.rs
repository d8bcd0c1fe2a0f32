//! Attempts: the states that rollbacks left behind, each under a ref of its own.

use crate::capture::{CapturedState, capture};
use crate::record::{self, StateCommit};
use crate::repository::Repository;
use crate::{CheckpointName, GitError, ObjectId};

const REFS: &str = "refs/fusebox/attempts/";
/// How often a number that another process took first is tried anew.
const TRIES: u32 = 100;

/// A state that was kept, by its number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttemptRef {
    /// The task.
    pub name: CheckpointName,
    /// Counted from 1.
    pub number: u32,
    /// The commit; its tree is that of the files.
    pub commit: ObjectId,
    /// When it was kept, in Unix seconds.
    pub saved_at_s: u64,
    /// What was said of it; its first line.
    pub subject: String,
}

impl AttemptRef {
    /// The full name of the ref.
    #[must_use]
    pub fn reference(&self) -> String {
        format!("{}{}", folder(&self.name), self.number)
    }
}

fn folder(name: &CheckpointName) -> String {
    format!("{REFS}{}/", name.encoded())
}

impl Repository {
    /// Keeps the present state, whole, as the next attempt of a task. HEAD, index and files are not
    /// touched. `saved_at_ms` is the time in Unix ms.
    ///
    /// # Errors
    /// When git fails.
    pub fn keep_attempt(
        &self,
        name: &CheckpointName,
        message: &str,
        saved_at_ms: u64,
    ) -> Result<AttemptRef, GitError> {
        let private = self.enter()?;
        let scratch = private.fresh("attempt.index")?;
        let captured = capture(self, &private, &scratch)?;
        private.fresh("attempt.index")?;
        self.keep(name, &captured, message, saved_at_ms).map(|(attempt, _)| attempt)
    }

    /// The attempts of a task, the oldest first.
    ///
    /// # Errors
    /// When git fails.
    pub fn attempts(&self, name: &CheckpointName) -> Result<Vec<AttemptRef>, GitError> {
        let folder = folder(name);
        let format = "--format=%(refname)%00%(objectname)%00%(committerdate:unix)%00%(subject)";
        let listed = self.git().call("for-each-ref").args([format, &folder]).bytes()?;
        let text = String::from_utf8_lossy(&listed);
        let mut found: Vec<AttemptRef> =
            text.lines().filter_map(|line| attempt(line, &folder, name)).collect();
        found.sort_by_key(|attempt| attempt.number);
        Ok(found)
    }

    /// The names of all tasks that have attempts, in order.
    ///
    /// # Errors
    /// When git fails.
    pub fn attempt_names(&self) -> Result<Vec<CheckpointName>, GitError> {
        let listed = self.git().call("for-each-ref").args(["--format=%(refname)", REFS]).bytes()?;
        let lines = String::from_utf8_lossy(&listed);
        let mut names: Vec<CheckpointName> = lines
            .lines()
            .filter_map(|line| line.strip_prefix(REFS)?.rsplit_once('/'))
            .filter_map(|(name, _)| CheckpointName::decode(name))
            .collect();
        names.sort();
        names.dedup();
        Ok(names)
    }

    /// The record of one attempt.
    ///
    /// # Errors
    /// When git fails or there is no such attempt.
    pub fn attempt(&self, name: &CheckpointName, number: u32) -> Result<StateCommit, GitError> {
        let found = self.attempts(name)?.into_iter().find(|attempt| attempt.number == number);
        let missing = || GitError::NoAttempt { name: name.id().to_owned(), number };
        let found = found.ok_or_else(missing)?;
        record::read(self, &found.reference(), &found.commit)
    }

    /// Keeps a captured state under the next free number.
    pub(crate) fn keep(
        &self,
        name: &CheckpointName,
        captured: &CapturedState,
        message: &str,
        saved_at_ms: u64,
    ) -> Result<(AttemptRef, StateCommit), GitError> {
        let record = record::write(self, captured, message, saved_at_ms)?;
        let last = self.attempts(name)?.last().map_or(0, |attempt| attempt.number);
        for number in (1..=TRIES).map(|step| last.saturating_add(step)) {
            let attempt = AttemptRef {
                name: name.clone(),
                number,
                commit: record.commit.clone(),
                saved_at_s: saved_at_ms / 1000,
                subject: record.subject.clone(),
            };
            if self.create_ref(&attempt.reference(), &record.commit)? {
                return Ok((attempt, record));
            }
        }
        Err(GitError::Refused(format!("no number after {last} is free in {}", folder(name))))
    }
}

fn attempt(line: &str, folder: &str, name: &CheckpointName) -> Option<AttemptRef> {
    let mut fields = line.splitn(4, '\0');
    Some(AttemptRef {
        number: fields.next()?.strip_prefix(folder)?.parse().ok()?,
        commit: ObjectId::parse(fields.next()?)?,
        saved_at_s: fields.next()?.parse().ok()?,
        subject: fields.next()?.to_owned(),
        name: name.clone(),
    })
}
