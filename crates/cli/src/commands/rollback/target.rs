//! The target of a rollback: a state that Fusebox kept, and no other.

use fusebox_engine::TaskId;
use fusebox_git::{Checkpoint, CheckpointName};

use crate::task_repository::TaskRepository;
use crate::{CliError, Result};

/// A state to go back to.
#[derive(Debug)]
pub(super) struct RollbackTarget {
    /// The state.
    pub(super) state: Checkpoint,
    /// The state in a few words: `its checkpoint`, `attempt 2`.
    pub(super) description: String,
    /// The name of its ref.
    pub(super) reference: String,
    /// What the state lacks, if it is partial.
    pub(super) partial: Option<String>,
}

enum StateName {
    Checkpoint,
    Attempt(u32),
}

impl RollbackTarget {
    /// The state of this name. A full ref may belong to another task than `task`.
    pub(super) fn find(mut task: TaskRepository, name: &str) -> Result<(TaskRepository, Self)> {
        let (other, state_name) = parse_state(name).ok_or_else(|| {
            CliError::usage(format!("--to: `{name}` is not a state that Fusebox kept")).hint(
                "`checkpoint`, `attempt N` or the full name of such a ref; for any other \
                 commit use `git reset`",
            )
        })?;
        if let Some(other) = other.filter(|other| *other != task.name) {
            task.task = TaskId::parse(other.id())
                .map_err(|error| CliError::usage(format!("--to: the task of `{name}`: {error}")))?;
            task.name = other;
            task.known = Default::default();
        }
        let target = match state_name {
            StateName::Checkpoint => {
                let state = task.repository.open_checkpoint(&task.name)?;
                let (reference, partial) = (state.reference(), task.known.partial());
                Self { state, description: "its checkpoint".to_owned(), reference, partial }
            }
            StateName::Attempt(number) => {
                let record = task.repository.attempt(&task.name, number)?;
                let name = task.name.clone();
                Self {
                    reference: format!("refs/fusebox/attempts/{}/{number}", name.encoded()),
                    state: Checkpoint { name, record, left_out: Vec::new() },
                    description: format!("attempt {number}"),
                    partial: None,
                }
            }
        };
        Ok((task, target))
    }
}

/// Parses `checkpoint`, `attempt 2`, `attempt:2`, `2`, `fusebox/checkpoint/x` and
/// `refs/fusebox/attempts/x/2`; with the task, where the name has one.
fn parse_state(name: &str) -> Option<(Option<CheckpointName>, StateName)> {
    let name = name.trim();
    if name == "checkpoint" {
        return Some((None, StateName::Checkpoint));
    }
    let checkpoint = ["refs/tags/", "refs/"].iter().find_map(|begin| name.strip_prefix(begin));
    if let Some(encoded) = checkpoint.unwrap_or(name).strip_prefix("fusebox/checkpoint/") {
        return Some((Some(CheckpointName::decode(encoded)?), StateName::Checkpoint));
    }
    if let Some(rest) = name.strip_prefix("refs/fusebox/attempts/") {
        let (encoded, number) = rest.rsplit_once('/')?;
        let task = CheckpointName::decode(encoded)?;
        return Some((Some(task), StateName::Attempt(number.parse().ok()?)));
    }
    let number = match name.strip_prefix("attempt") {
        Some(rest) => rest.trim_start_matches([' ', ':', '-']),
        None => name,
    };
    Some((None, StateName::Attempt(number.parse().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expected: Option<(Option<&str>, Option<u32>)>) {
        let found = parse_state(name).map(|(task, wanted)| {
            let number = match wanted {
                StateName::Checkpoint => None,
                StateName::Attempt(number) => Some(number),
            };
            (task.map(|task| task.id().to_owned()), number)
        });
        let expected = expected.map(|(task, number)| (task.map(str::to_owned), number));
        assert_eq!(found, expected, "{name}");
    }

    #[test]
    fn a07_only_states_that_were_kept_can_be_named() {
        check("checkpoint", Some((None, None)));
        check("attempt 2", Some((None, Some(2))));
        check("attempt:2", Some((None, Some(2))));
        check("2", Some((None, Some(2))));
        check("fusebox/checkpoint/=t-1", Some((Some("T-1"), None)));
        check("refs/tags/fusebox/checkpoint/42", Some((Some("42"), None)));
        check("refs/fusebox/checkpoint/42", Some((Some("42"), None)));
        check("refs/fusebox/attempts/42/3", Some((Some("42"), Some(3))));
        for other in ["HEAD~1", "main", "", "attempt", "refs/fusebox/attempts/42", "-1"] {
            check(other, None);
        }
    }
}
