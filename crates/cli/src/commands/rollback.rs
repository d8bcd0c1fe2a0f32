//! `fusebox rollback`.

mod target;
mod text;

use fusebox_git::{RollbackOutcome, RollbackPlan};
use serde_json::{Value, json};

use self::target::Target;
use crate::context::Context;
use crate::error::{CliError, exit};
use crate::person::{self, PersonArgs};
use crate::task_repository::{self, TaskRepository};

pub(super) use self::text::change;

const EXAMPLES: &str = "\
Examples:
  fusebox rollback --dry-run
  fusebox rollback --task 42
  fusebox rollback --task 42 --to \"attempt 2\"

`git log`, `git show` and `git diff` take the tag of a checkpoint and the ref of an attempt as any
other name.";

/// Go back to the checkpoint of a task: files, index and branch.
///
/// It shows what would change and asks. The present state is kept as an attempt first, so nothing is
/// lost: `fusebox attempts` finds it. HEAD stays on its branch; ignored files stay. Killed in the
/// middle, it is finished by running it again. Only a person may do this, in a terminal outside the
/// agent.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The task or a session of it; without one the open task of this folder, else that of the latest
    /// session in this repository.
    #[arg(long, value_name = "ID")]
    task: Option<String>,
    /// Where to: `checkpoint`, `attempt N`, or the name of such a ref.
    #[arg(long, value_name = "STATE", default_value = "checkpoint")]
    to: String,
    /// Change nothing; show what would change.
    #[arg(long)]
    dry_run: bool,
    /// For programs.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    person: PersonArgs,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let runtime = context.runtime(None)?;
    let kept = task_repository::find(context, &runtime, args.task.as_deref())?;
    let (kept, target) = Target::of(kept, &args.to)?;
    let plan = kept.repository.plan_rollback(&target.state)?;
    if args.dry_run {
        if args.json {
            context.json(&document(&kept, &target, &plan, None))?;
        } else {
            context.print(&text::plan(&kept, &target, &plan, context))?;
        }
        return Ok(exit::OK);
    }
    if !args.json {
        context.print(&text::plan(&kept, &target, &plan, context))?;
    }
    person::confirm(context, &runtime, args.person, "Roll back?")?;
    let done = kept.repository.rollback(&target.state, context.now().0)?;
    if args.json {
        context.json(&document(&kept, &target, &done.plan, Some(&done)))?;
    } else {
        context.print(&text::done(&kept, &done))?;
    }
    Ok(exit::OK)
}

/// Goes back to the checkpoint of a task as part of another order: shows what would change, asks
/// `question`, and does it.
pub(super) fn before_reset(
    context: &Context,
    task: &str,
    person: PersonArgs,
    question: &str,
) -> Result<(), CliError> {
    let runtime = context.runtime(None)?;
    let kept = task_repository::find(context, &runtime, Some(task))?;
    let (kept, target) = Target::of(kept, "checkpoint")?;
    let plan = kept.repository.plan_rollback(&target.state)?;
    context.print(&text::plan(&kept, &target, &plan, context))?;
    person::confirm(context, &runtime, person, question)?;
    let done = kept.repository.rollback(&target.state, context.now().0)?;
    context.print(&text::done(&kept, &done))
}

fn document(
    kept: &TaskRepository,
    target: &Target,
    plan: &RollbackPlan,
    done: Option<&RollbackOutcome>,
) -> Value {
    let paths = |kind| -> Vec<String> {
        let of_kind = plan.changes.iter().filter(|change| change.kind == kind);
        of_kind.map(|change| change.path.to_string_lossy().into_owned()).collect()
    };
    let leaving: Vec<Value> = plan
        .dropped_commits
        .iter()
        .map(|commit| json!({"commit": commit.id.to_string(), "subject": commit.subject}))
        .collect();
    json!({
        "task": kept.task.as_str(),
        "repository": kept.repository.top().to_string_lossy(),
        "to": target.reference,
        "to_at_ms": target.state.record.saved_at_ms,
        "partial": target.partial,
        "dry_run": done.is_none(),
        "returning": paths(fusebox_git::ChangeKind::Added),
        "removed": paths(fusebox_git::ChangeKind::Deleted),
        "changed": paths(fusebox_git::ChangeKind::Modified),
        "commits_leaving": leaving,
        "repositories_left_alone":
            plan.nested_repositories.iter().map(|path| path.to_string_lossy()).collect::<Vec<_>>(),
        "branch": plan.to.branch.as_ref().map(|branch| branch.to_string_lossy()),
        "head": plan.to.commit.as_ref().map(ToString::to_string),
        "kept_as": done.map(|done| json!({
            "attempt": done.attempt.number,
            "ref": done.attempt.reference(),
            "commit": done.attempt.commit.to_string(),
        })),
        "finished_a_killed_one": done.is_some_and(|done| done.resumed),
    })
}
