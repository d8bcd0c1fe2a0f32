//! Attempts: states saved by rollbacks and trips, each under a ref of its own.

use crate::capture::{CapturedState, capture};
use crate::private_dir::PrivateDir;
use crate::repository::Repository;
use crate::state_commit::StateCommit;
use crate::{CheckpointName, GitError, ObjectId, Result};

pub(crate) const ATTEMPT_REFS: &str = "refs/fusebox/attempts/";
/// How many numbers are tried when other processes take them first.
const MAX_TRIES: u32 = 100;

/// The ref of a saved state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttemptRef {
    /// The task.
    pub name: CheckpointName,
    /// Counted from 1.
    pub number: u32,
    /// The commit; its tree is that of the files.
    pub commit: ObjectId,
    /// When it was saved, in Unix seconds.
    pub saved_at_s: u64,
    /// The first line of its message.
    pub subject: String,
}

impl AttemptRef {
    /// The full name of the ref.
    #[must_use]
    pub fn reference(&self) -> String {
        format!("{}{}", refs_of(&self.name), self.number)
    }

    /// Parses a line of `for-each-ref`.
    fn parse(line: &str, name: &CheckpointName) -> Option<Self> {
        let mut fields = line.splitn(4, '\0');
        Some(Self {
            number: fields.next()?.strip_prefix(&refs_of(name))?.parse().ok()?,
            commit: ObjectId::parse(fields.next()?)?,
            saved_at_s: fields.next()?.parse().ok()?,
            subject: fields.next()?.to_owned(),
            name: name.clone(),
        })
    }
}

/// The prefix of the refs of a task's attempts.
fn refs_of(name: &CheckpointName) -> String {
    format!("{ATTEMPT_REFS}{}/", name.encoded())
}

impl Repository {
    /// Saves the whole present state as the next attempt of a task. HEAD, index and files do not
    /// change. `now_ms` is Unix time.
    ///
    /// # Errors
    /// When git fails.
    pub fn keep_attempt(
        &self,
        name: &CheckpointName,
        message: &str,
        now_ms: u64,
    ) -> Result<AttemptRef> {
        let private = PrivateDir::lock(self)?;
        let scratch = private.new_index("attempt.index")?;
        let captured = capture(&private, &scratch)?;
        scratch.remove()?;
        self.save_attempt(name, &captured, message, now_ms)
    }

    /// The attempts of a task, the oldest first.
    ///
    /// # Errors
    /// When git fails.
    pub fn attempts(&self, name: &CheckpointName) -> Result<Vec<AttemptRef>> {
        let format = "--format=%(refname)%00%(objectname)%00%(committerdate:unix)%00%(subject)";
        let text = self.git().command("for-each-ref").args([format, &refs_of(name)]).text()?;
        let attempts = text.lines().filter_map(|line| AttemptRef::parse(line, name));
        let mut attempts: Vec<AttemptRef> = attempts.collect();
        attempts.sort_by_key(|attempt| attempt.number);
        Ok(attempts)
    }

    /// The names of all tasks that have attempts, in order.
    ///
    /// # Errors
    /// When git fails.
    pub fn attempt_names(&self) -> Result<Vec<CheckpointName>> {
        let text = self
            .git()
            .command("for-each-ref")
            .args(["--format=%(refname)", ATTEMPT_REFS])
            .text()?;
        let names =
            text.lines().filter_map(|line| line.strip_prefix(ATTEMPT_REFS)?.rsplit_once('/'));
        let mut names: Vec<CheckpointName> =
            names.filter_map(|(name, _)| CheckpointName::decode(name)).collect();
        names.sort();
        names.dedup();
        Ok(names)
    }

    /// The saved state of one attempt.
    ///
    /// # Errors
    /// When git fails or there is no such attempt.
    pub fn attempt(&self, name: &CheckpointName, number: u32) -> Result<StateCommit> {
        let attempt = self.attempts(name)?.into_iter().find(|attempt| attempt.number == number);
        let missing = || GitError::NoAttempt { name: name.id().to_owned(), number };
        let attempt = attempt.ok_or_else(missing)?;
        StateCommit::read(self, &attempt.reference(), &attempt.commit)
    }

    /// Saves a captured state under the next free number.
    pub(crate) fn save_attempt(
        &self,
        name: &CheckpointName,
        captured: &CapturedState,
        message: &str,
        now_ms: u64,
    ) -> Result<AttemptRef> {
        let StateCommit { commit, subject, .. } =
            StateCommit::write(self, captured, message, now_ms)?;
        self.keep_in_vault(&commit, &captured.vaulted)?;
        let last = self.attempts(name)?.last().map_or(0, |attempt| attempt.number);
        let (name, saved_at_s) = (name.clone(), now_ms / 1000);
        let mut attempt = AttemptRef { name, number: last, commit, saved_at_s, subject };
        for _ in 0..MAX_TRIES {
            attempt.number = attempt.number.saturating_add(1);
            if self.create_ref(&attempt.reference(), &attempt.commit)? {
                return Ok(attempt);
            }
        }
        let refs = refs_of(&attempt.name);
        Err(GitError::Refused(format!("no number after {last} is free in {refs}")))
    }
}
