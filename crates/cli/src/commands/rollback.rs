//! `fusebox rollback`.

mod plan_text;
mod target;

use fusebox_git::{ChangeKind, RollbackOutcome, RollbackPlan};
use fusebox_runtime::work;
use serde_json::{Value, json};

use self::target::RollbackTarget;
use crate::person::{self, PersonArgs};
use crate::task_repository::{self, TaskRepository};
use crate::{Context, Result, clock};

pub(super) use self::plan_text::change_lines;

const EXAMPLES: &str = "\
Examples:
  fusebox rollback --dry-run
  fusebox rollback 42
  fusebox rollback 42 --to \"attempt 2\"

`git log`, `git show` and `git diff` take the ref of a checkpoint or an attempt as any other name.";

/// Go back to the checkpoint of a task: files, index and branch.
///
/// It shows what would change and asks. The present state is kept as an attempt first, so nothing
/// is lost: `fusebox attempts` finds it. HEAD stays on its branch; ignored files stay. If it is
/// killed, run it again to finish it. Only a person may do this, in a terminal outside the agent.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The task, a session of it or its incident (the beginning of an id is enough); without one the
    /// active task of this folder, else that of the latest session in this repository.
    #[arg(value_name = "ID")]
    id: Option<String>,
    /// The same as ID.
    #[arg(long, value_name = "ID", conflicts_with = "id")]
    task: Option<String>,
    /// Where to: `checkpoint`, `attempt N`, or the name of such a ref.
    #[arg(long, value_name = "STATE", default_value = "checkpoint")]
    to: String,
    /// Change nothing; show what would change.
    #[arg(long)]
    dry_run: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    person: PersonArgs,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    roll_back(args, "Roll back?", context)
}

/// Rolls a task back to its checkpoint as part of another order, after a `question` of its own.
pub(super) fn to_checkpoint(
    context: &Context,
    task: &str,
    person: PersonArgs,
    question: &str,
) -> Result<()> {
    let (id, to) = (Some(task.to_owned()), "checkpoint".to_owned());
    roll_back(&Args { id, task: None, to, dry_run: false, json: false, person }, question, context)
}

fn roll_back(args: &Args, question: &str, context: &Context) -> Result<()> {
    let mut runtime = context.runtime(None)?;
    let task =
        task_repository::find(context, &runtime, args.id.as_deref().or(args.task.as_deref()))?;
    let (task, target) = RollbackTarget::find(task, &args.to)?;
    let plan = task.repository.plan_rollback(&target.state)?;
    match (args.json, args.dry_run) {
        (true, true) => return context.json(&document(&task, &target, &plan, None)),
        (true, false) => {}
        (false, _) => context.print(&plan_text::plan(&task, &target, &plan))?,
    }
    if args.dry_run {
        return Ok(());
    }
    person::confirm(context, &runtime, args.person, question)?;
    let done = task.repository.rollback(&target.state, clock::now().0)?;
    // The work is back already, whatever the store says.
    if let Err(error) = work::note_rollback(&mut runtime, &task.task, clock::now()) {
        context.note(&format!("the rollback is not in the records of the task: {error}"));
    }
    if args.json {
        return context.json(&document(&task, &target, &done.plan, Some(&done)));
    }
    context.print(&plan_text::done(&task, &done))
}

fn document(
    task: &TaskRepository,
    target: &RollbackTarget,
    plan: &RollbackPlan,
    done: Option<&RollbackOutcome>,
) -> Value {
    let paths = |kind| -> Vec<String> {
        let of_kind = plan.changes.iter().filter(|change| change.kind == kind);
        of_kind.map(|change| change.path.to_string_lossy().into_owned()).collect()
    };
    let leaving = plan.dropped_commits.iter();
    let leaving = leaving.map(|c| json!({"commit": c.id.to_string(), "subject": c.subject}));
    let nested = plan.nested_repositories.iter().map(|path| path.to_string_lossy());
    json!({
        "task": task.task.as_str(),
        "repository": task.repository.top().to_string_lossy(),
        "to": target.reference,
        "to_at_ms": target.state.record.saved_at_ms,
        "partial": target.partial,
        "dry_run": done.is_none(),
        "returning": paths(ChangeKind::Added),
        "removed": paths(ChangeKind::Deleted),
        "changed": paths(ChangeKind::Modified),
        "commits_leaving": leaving.collect::<Vec<_>>(),
        "repositories_left_alone": nested.collect::<Vec<_>>(),
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
