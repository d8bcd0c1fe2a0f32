//! The private refs of every task in a repository, listed without a change to any of them.

use crate::attempt::ATTEMPT_REFS;
use crate::checkpoint::CHECKPOINT_REFS;
use crate::repository::Repository;
use crate::{CheckpointName, Result};

/// Which refs a task has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateRefs {
    /// The task.
    pub name: CheckpointName,
    /// Whether it has a checkpoint.
    pub checkpoint: bool,
    /// How many attempts are kept.
    pub attempts: usize,
}

impl Repository {
    /// The refs of all tasks, in the order of their names. Unlike [`Repository::checkpoint_names`], this
    /// leaves the tags of earlier versions where they are.
    ///
    /// # Errors
    /// When git fails.
    pub fn state_refs(&self) -> Result<Vec<StateRefs>> {
        let refs = ["--format=%(refname)", CHECKPOINT_REFS, ATTEMPT_REFS];
        let text = self.git().command("for-each-ref").args(refs).text()?;
        let mut found: Vec<StateRefs> = Vec::new();
        for line in text.lines() {
            let (encoded, is_checkpoint) = match line.strip_prefix(CHECKPOINT_REFS) {
                Some(encoded) => (Some(encoded), true),
                None => {
                    let attempt = line.strip_prefix(ATTEMPT_REFS);
                    (attempt.and_then(|rest| Some(rest.rsplit_once('/')?.0)), false)
                }
            };
            let Some(name) = encoded.and_then(CheckpointName::decode) else { continue };
            let at = match found.iter().position(|known| known.name == name) {
                Some(at) => at,
                None => {
                    found.push(StateRefs { name, checkpoint: false, attempts: 0 });
                    found.len() - 1
                }
            };
            found[at].checkpoint |= is_checkpoint;
            found[at].attempts += usize::from(!is_checkpoint);
        }
        found.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(found)
    }
}
