//! Where a rollback goes: a state that Fusebox kept, and no other.

use fusebox_engine::TaskId;
use fusebox_git::{Checkpoint, CheckpointName};

use crate::error::CliError;
use crate::task_repository::TaskRepository;

/// A state to go back to.
#[derive(Debug)]
pub(super) struct Target {
    /// The state.
    pub(super) state: Checkpoint,
    /// In a few words: `its checkpoint`, `attempt 2`.
    pub(super) words: String,
    /// The name that git knows.
    pub(super) reference: String,
    /// In what way it is partial.
    pub(super) partial: Option<String>,
}

enum Wanted {
    Checkpoint,
    Attempt(u32),
}

impl Target {
    /// The state of this name. A full ref may belong to another task than was chosen.
    pub(super) fn of(
        mut kept: TaskRepository,
        name: &str,
    ) -> Result<(TaskRepository, Self), CliError> {
        let (task, wanted) = read(name).ok_or_else(|| {
            CliError::usage(format!("--to: `{name}` is no state that Fusebox kept")).hint(
                "`checkpoint`, `attempt N` or the full name of such a ref; to any other commit \
                 goes `git reset`",
            )
        })?;
        if let Some(other) = task.filter(|other| *other != kept.name) {
            kept.task = TaskId::parse(other.id())
                .map_err(|error| CliError::usage(format!("--to: the task of `{name}`: {error}")))?;
            kept.name = other;
            kept.known = Default::default();
        }
        let target = match wanted {
            Wanted::Checkpoint => {
                let state = kept.repository.open_checkpoint(&kept.name)?;
                let (reference, partial) = (state.tag(), kept.known.partial());
                Self { state, words: "its checkpoint".to_owned(), reference, partial }
            }
            Wanted::Attempt(number) => {
                let record = kept.repository.attempt(&kept.name, number)?;
                let name = kept.name.clone();
                Self {
                    reference: format!("refs/fusebox/attempts/{}/{number}", name.encoded()),
                    state: Checkpoint { name, record, left_out: Vec::new() },
                    words: format!("attempt {number}"),
                    partial: None,
                }
            }
        };
        Ok((kept, target))
    }
}

/// `checkpoint`, `attempt 2`, `attempt:2`, `2`, `fusebox/checkpoint/x`,
/// `refs/fusebox/attempts/x/2`.
fn read(name: &str) -> Option<(Option<CheckpointName>, Wanted)> {
    let name = name.trim();
    if name == "checkpoint" {
        return Some((None, Wanted::Checkpoint));
    }
    let tag = name.strip_prefix("refs/tags/").unwrap_or(name);
    if let Some(encoded) = tag.strip_prefix("fusebox/checkpoint/") {
        return Some((Some(CheckpointName::decode(encoded)?), Wanted::Checkpoint));
    }
    if let Some(rest) = name.strip_prefix("refs/fusebox/attempts/") {
        let (encoded, number) = rest.rsplit_once('/')?;
        let task = CheckpointName::decode(encoded)?;
        return Some((Some(task), Wanted::Attempt(number.parse().ok()?)));
    }
    let number = match name.strip_prefix("attempt") {
        Some(rest) => rest.trim_start_matches([' ', ':', '-']),
        None => name,
    };
    Some((None, Wanted::Attempt(number.parse().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expected: Option<(Option<&str>, Option<u32>)>) {
        let found = read(name).map(|(task, wanted)| {
            let number = match wanted {
                Wanted::Checkpoint => None,
                Wanted::Attempt(number) => Some(number),
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
        check("refs/fusebox/attempts/42/3", Some((Some("42"), Some(3))));
        for other in ["HEAD~1", "main", "", "attempt", "refs/fusebox/attempts/42", "-1"] {
            check(other, None);
        }
    }
}
