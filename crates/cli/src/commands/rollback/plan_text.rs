//! What a rollback would change, and what it changed, for people.

use std::ffi::OsStr;

use fusebox_engine::Timestamp;
use fusebox_git::{ChangeKind, FileChange, HeadMove, RollbackOutcome, RollbackPlan};

use super::target::RollbackTarget;
use crate::task_repository::TaskRepository;
use crate::text_table::TextTable;
use crate::{display, style};

/// The files that are listed.
const FILES: usize = 40;
/// The commits that are listed.
const COMMITS: usize = 10;

/// What the rollback would change.
pub(super) fn plan(task: &TaskRepository, target: &RollbackTarget, plan: &RollbackPlan) -> String {
    let ago = display::time_ago(Timestamp(target.state.record.saved_at_ms));
    let name = display::one_line(task.task.as_str(), 100);
    let title = style::heading(format!("{name} back"));
    let mut facts = TextTable::indented();
    facts.push_fact("state", target.reference.clone());
    facts.push_fact("in", task.repository.top().display().to_string());
    facts.push_fact("HEAD", head_text(plan));
    facts.push_facts("partial", target.partial.as_ref().map(style::warning));
    if task.repository.unfinished_rollback().is_some() {
        facts.push_fact("note", "a rollback was killed in the middle; this one finishes it");
    }
    let mut lines = vec![format!("{title} to {}, kept {ago}", target.description)];
    lines.extend(facts.lines(usize::MAX));
    lines.push(String::new());
    if plan.changes.is_empty() {
        lines.push("  No file differs.".to_owned());
    }
    lines.extend(change_lines(&plan.changes, " (--json lists all)"));
    lines.extend(plan.dropped_commits.iter().take(COMMITS).map(|commit| {
        let subject = display::one_line(&commit.subject, 100);
        format!("  {:<8} {} {subject}", "leaves", short_commit(commit.id.as_str()))
    }));
    if let Some(more) = plan.dropped_commits.len().checked_sub(COMMITS).filter(|more| *more > 0) {
        lines.push(format!("  … and {more} more commits"));
    }
    let nested = plan.nested_repositories.iter();
    lines.extend(
        nested.map(|path| format!("  {:<8} {} (a repository of its own)", "stays", path.display())),
    );
    lines.join("\n")
}

/// What was done, and how to restore what was there before.
pub(super) fn done(task: &TaskRepository, done: &RollbackOutcome) -> String {
    let number = done.attempt.number;
    let name = display::shell_word(&display::short_id(task.task.as_str()));
    let finished = if done.resumed { " and finished the one that was killed" } else { "" };
    let mut commands = TextTable::indented();
    for (verb, purpose) in [("diff", "shows it"), ("restore", "takes its files back")] {
        commands.push_command(&format!("fusebox attempts {verb} {number} --task {name}"), purpose);
    }
    let lines = commands.lines(usize::MAX).join("\n");
    format!("Rolled back{finished}. What was there is kept as attempt {number}:\n{lines}")
}

/// One line for each changed file, and how many more there are.
pub(crate) fn change_lines(changes: &[FileChange], hint: &str) -> Vec<String> {
    let line = |change: &FileChange| {
        let verb = match change.kind {
            ChangeKind::Added => "restores",
            ChangeKind::Deleted => "removes",
            ChangeKind::Modified => "changes",
        };
        format!("  {verb:<8} {}", display::one_line(&change.path.to_string_lossy(), 300))
    };
    let mut lines: Vec<String> = changes.iter().take(FILES).map(line).collect();
    if changes.len() > FILES {
        lines.push(format!("  … and {} more{hint}", changes.len() - FILES));
    }
    lines
}

fn head_text(plan: &RollbackPlan) -> String {
    let branch = |name: &OsStr| {
        let name = name.to_string_lossy();
        display::one_line(name.strip_prefix("refs/heads/").unwrap_or(&name), 100)
    };
    let at = match &plan.to.commit {
        Some(commit) => format!("at {}", short_commit(commit.as_str())),
        None => "before the first commit".to_owned(),
    };
    match &plan.head_move {
        HeadMove::ResetBranch(name) => format!("stays on {}, {at}", branch(name)),
        HeadMove::SwitchBack(name) => format!("returns to {}, {at}", branch(name)),
        HeadMove::Detach => format!("detached, {at}"),
        HeadMove::DetachFrom(name) => format!("detached, {at}: {} is not changed", branch(name)),
    }
}

fn short_commit(id: &str) -> String {
    id.chars().take(10).collect()
}
