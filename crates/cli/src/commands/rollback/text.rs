//! What a rollback would do, and did, for people.

use std::ffi::OsStr;

use fusebox_engine::Timestamp;
use fusebox_git::{ChangeKind, HeadMove, HeadPosition, RollbackOutcome, RollbackPlan};

use super::target::Target;
use crate::commands::task::choice;
use crate::context::Context;
use crate::task_repository::TaskRepository;
use crate::{display, style};

/// Files that are listed; the rest is a number.
const FILES: usize = 40;
/// Commits that are listed.
const COMMITS: usize = 10;

/// What would change.
pub(super) fn plan(
    kept: &TaskRepository,
    target: &Target,
    plan: &RollbackPlan,
    context: &Context,
) -> String {
    let ago = display::time_ago(Timestamp(target.state.record.saved_at_ms), context.now());
    let mut out = vec![format!(
        "{} to {}, kept {ago}",
        style::paint(
            style::HEADING,
            format!("{} back", display::one_line(kept.task.as_str(), 100))
        ),
        target.words
    )];
    let mut row = |name: &str, value: String| {
        out.push(format!("  {} {value}", style::paint(style::DIM, format!("{name:<8}"))));
    };
    row("state", target.reference.clone());
    row("in", kept.repository.top().display().to_string());
    row("HEAD", landing(plan));
    if let Some(partial) = &target.partial {
        row("partial", style::paint(style::WARNING, partial));
    }
    if kept.repository.unfinished_rollback().is_some() {
        row("note", "a rollback was killed in the middle; this one finishes it".to_owned());
    }
    out.push(String::new());
    out.extend(files(plan));
    out.extend(commits(plan));
    for path in &plan.nested_repositories {
        out.push(format!("  {:<8} {} (a repository of its own)", "stays", path.display()));
    }
    out.join("\n")
}

/// What was done, and the way to what was there.
pub(super) fn done(kept: &TaskRepository, done: &RollbackOutcome) -> String {
    let number = done.attempt.number;
    let task = choice::typed(kept.task.as_str());
    let finished = if done.resumed { " and finished the one that was killed" } else { "" };
    let command = |what: &str| {
        style::paint(style::COMMAND, format!("fusebox attempts {what} {number} --task {task}"))
    };
    format!(
        "Rolled back{finished}. What was there is kept as attempt {number}:\n  {}     shows it\n  \
         {}  takes its files back",
        command("diff"),
        command("restore"),
    )
}

/// One line for each path, by what happens to it.
pub(crate) fn change(kind: ChangeKind) -> &'static str {
    match kind {
        ChangeKind::Added => "returns",
        ChangeKind::Deleted => "goes",
        ChangeKind::Modified => "changes",
    }
}

fn files(plan: &RollbackPlan) -> Vec<String> {
    if plan.changes.is_empty() {
        return vec!["  No file differs.".to_owned()];
    }
    let mut lines: Vec<String> = plan
        .changes
        .iter()
        .take(FILES)
        .map(|one| {
            let path = display::one_line(&one.path.to_string_lossy(), 300);
            format!("  {:<8} {path}", change(one.kind))
        })
        .collect();
    if plan.changes.len() > FILES {
        lines.push(format!("  … and {} more (--json lists all)", plan.changes.len() - FILES));
    }
    lines
}

fn commits(plan: &RollbackPlan) -> Vec<String> {
    let mut lines: Vec<String> = plan
        .dropped_commits
        .iter()
        .take(COMMITS)
        .map(|commit| {
            let id: String = commit.id.as_str().chars().take(10).collect();
            format!("  {:<8} {id} {}", "leaves", display::one_line(&commit.subject, 100))
        })
        .collect();
    if plan.dropped_commits.len() > COMMITS {
        lines.push(format!("  … and {} more commits", plan.dropped_commits.len() - COMMITS));
    }
    lines
}

fn landing(plan: &RollbackPlan) -> String {
    let branch = |name: &OsStr| {
        let name = name.to_string_lossy();
        display::one_line(name.strip_prefix("refs/heads/").unwrap_or(&name), 100)
    };
    let at = |head: &HeadPosition| {
        let commit = head.commit.as_ref();
        commit.map_or_else(
            || "before the first commit".to_owned(),
            |commit| format!("at {}", commit.as_str().chars().take(10).collect::<String>()),
        )
    };
    match &plan.head_move {
        HeadMove::ResetBranch(name) => format!("stays on {}, {}", branch(name), at(&plan.to)),
        HeadMove::SwitchBack(name) => format!("returns to {}, {}", branch(name), at(&plan.to)),
        HeadMove::Detach => format!("detached, {}", at(&plan.to)),
        HeadMove::DetachFrom(name) => {
            format!("detached, {}: {} is left as it is", at(&plan.to), branch(name))
        }
    }
}
