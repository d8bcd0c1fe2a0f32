//! What a cap adds up for a session: the id of its task, its branch, its role.

use std::path::{Path, PathBuf};

use fusebox_engine::Observation;
use fusebox_engine::spend::CapScope;
use fusebox_engine::state::Scopes;
use fusebox_store::StoreTx;

use crate::{RuntimeError, task};

/// The part of the head of a repository before the name of a branch.
const HEADS: &str = "ref: refs/heads/";

/// What a cap of this scope adds up here; `None` where the session has no such thing.
pub(super) fn subject(
    reader: &dyn StoreTx,
    scope: CapScope,
    scopes: &Scopes,
    seen: &Observation,
) -> Result<Option<String>, RuntimeError> {
    let session = &scopes.session;
    let folder = session.folder.as_deref();
    Ok(match scope {
        CapScope::Session => Some(seen.session.to_string()),
        CapScope::Subagent if seen.agent.is_main() => None,
        CapScope::Subagent => Some(format!("{} of {}", seen.agent, seen.session)),
        CapScope::Task => Some(seen.task.to_string()),
        CapScope::Issue => task::named(reader, &seen.task)?.and_then(|task| task.issue),
        CapScope::Branch => folder.and_then(|folder| branch(Path::new(folder))),
        CapScope::Project => folder.map(str::to_owned),
        CapScope::Role => session.role.clone(),
        CapScope::All => Some(String::new()),
        CapScope::Subscription => session.client.clone(),
    })
}

/// `BRANCH in REPOSITORY` of a folder; `None` outside of a repository and on no branch. Reads the files of git: a hook
/// asks this at every call, where a process of git would cost more than the whole event.
fn branch(folder: &Path) -> Option<String> {
    let (root, dot_git) =
        folder.ancestors().map(|root| (root, root.join(".git"))).find(|(_, git)| git.exists())?;
    let git_dir = if dot_git.is_dir() {
        dot_git
    } else {
        // A linked work tree names the folder in a file.
        let text = std::fs::read_to_string(&dot_git).ok()?;
        root.join(PathBuf::from(text.strip_prefix("gitdir:")?.trim()))
    };
    let head = std::fs::read_to_string(git_dir.join("HEAD")).ok()?;
    let name = head.strip_prefix(HEADS)?.trim();
    Some(format!("{name} in {}", root.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn m03_a_branch_is_read_from_a_repository_and_from_a_linked_work_tree() {
        let dir = tempfile::tempdir().unwrap();
        let root = dir.path().join("shop");
        let inner = root.join("src");
        std::fs::create_dir_all(root.join(".git/worktrees/other")).unwrap();
        std::fs::create_dir_all(&inner).unwrap();
        assert_eq!(branch(&inner), None, "a repository without a head");
        std::fs::write(root.join(".git/HEAD"), "ref: refs/heads/fix/cart\n").unwrap();
        assert_eq!(branch(&inner), Some(format!("fix/cart in {}", root.display())));
        let other = dir.path().join("other");
        std::fs::create_dir_all(&other).unwrap();
        std::fs::write(other.join(".git"), "gitdir: ../shop/.git/worktrees/other\n").unwrap();
        std::fs::write(root.join(".git/worktrees/other/HEAD"), "ref: refs/heads/next\n").unwrap();
        assert_eq!(branch(&other), Some(format!("next in {}", other.display())));
        std::fs::write(root.join(".git/HEAD"), "0123456789abcdef\n").unwrap();
        assert_eq!(branch(&inner), None, "a detached head is on no branch");
    }
}
