//! The private refs of every task in a repository, listed without a change to any of them.

use crate::attempt::ATTEMPT_REFS;
use crate::checkpoint::CHECKPOINT_REFS;
use crate::repository::Repository;
use crate::{CheckpointName, ObjectId, Result};

/// Which refs a task has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateRefs {
    /// The task.
    pub name: CheckpointName,
    /// Its checkpoint, if it has one.
    pub checkpoint: Option<CheckpointRef>,
    /// How many attempts are kept.
    pub attempts: usize,
}

/// What the ref of a checkpoint names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CheckpointRef {
    /// The object.
    pub commit: ObjectId,
    /// When it was committed, in seconds of Unix time; `None` where it is no commit.
    pub made_at_s: Option<u64>,
}

impl Repository {
    /// The refs of all tasks, in the order of their names. Unlike [`Repository::checkpoint_names`], this
    /// leaves the tags of earlier versions where they are.
    ///
    /// # Errors
    /// When git fails.
    pub fn state_refs(&self) -> Result<Vec<StateRefs>> {
        let refs = [
            "--format=%(objectname) %(committerdate:unix) %(refname)",
            CHECKPOINT_REFS,
            ATTEMPT_REFS,
        ];
        let text = self.git().command("for-each-ref").args(refs).text()?;
        let mut found: Vec<StateRefs> = Vec::new();
        for line in text.lines() {
            let mut words = line.splitn(3, ' ');
            let (Some(object), Some(time), Some(reference)) =
                (words.next(), words.next(), words.next())
            else {
                continue;
            };
            let (encoded, is_checkpoint) = match reference.strip_prefix(CHECKPOINT_REFS) {
                Some(encoded) => (Some(encoded), true),
                None => {
                    let attempt = reference.strip_prefix(ATTEMPT_REFS);
                    (attempt.and_then(|rest| Some(rest.rsplit_once('/')?.0)), false)
                }
            };
            let Some(name) = encoded.and_then(CheckpointName::decode) else { continue };
            let at = match found.iter().position(|known| known.name == name) {
                Some(at) => at,
                None => {
                    found.push(StateRefs { name, checkpoint: None, attempts: 0 });
                    found.len() - 1
                }
            };
            if is_checkpoint && let Some(commit) = ObjectId::from_bytes(object.as_bytes()) {
                found[at].checkpoint = Some(CheckpointRef { commit, made_at_s: time.parse().ok() });
            }
            found[at].attempts += usize::from(!is_checkpoint);
        }
        found.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(found)
    }
}
