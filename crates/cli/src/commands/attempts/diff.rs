//! `fusebox attempts diff`.

use std::io::IsTerminal;

use fusebox_git::{DiffFormat, DiffSide, ObjectId};
use serde_json::json;

use crate::task_repository::{self, TaskRepository};
use crate::{CliError, Context, Result};

/// The longest diff that is shown, in bytes.
const DIFF_BYTES: u64 = 8 << 20;

/// Show what an attempt changed since the checkpoint.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Its number, as `fusebox attempts list` shows it.
    #[arg(value_name = "N")]
    number: u32,
    /// The task or a session of it; without one the active task of this folder, else that of the
    /// latest session in this repository.
    #[arg(long, value_name = "ID")]
    task: Option<String>,
    /// Compare with the files as they are now.
    #[arg(long)]
    now: bool,
    /// Print one line for each file.
    #[arg(long)]
    stat: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<()> {
    let runtime = context.runtime(None)?;
    let task = task_repository::find(context, &runtime, args.task.as_deref())?;
    let attempt = task.repository.attempt(&task.name, args.number)?;
    let base =
        if args.now { DiffSide::Worktree } else { DiffSide::Object(base_commit(&task, &attempt)?) };
    let form = if args.stat { DiffFormat::Stat } else { DiffFormat::Patch };
    let attempt = DiffSide::Object(attempt.commit);
    let diff = task.repository.diff(&base, &attempt, form, DIFF_BYTES)?;
    if args.json {
        return context.json(&json!({
            "task": task.task.as_str(),
            "attempt": args.number,
            "diff": String::from_utf8_lossy(&diff.text),
            "cut": diff.cut,
        }));
    }
    if diff.text.is_empty() {
        context.inform("No file differs.");
    } else if std::io::stdout().is_terminal() {
        // A file may hold control characters that move the cursor.
        let text = String::from_utf8_lossy(&diff.text);
        let visible = |c: char| if c.is_control() && !matches!(c, '\n' | '\t') { '·' } else { c };
        context.print(text.trim_end().chars().map(visible).collect::<String>().as_str())?;
    } else {
        context.print_bytes(&diff.text)?;
    }
    if diff.cut {
        context.note("the diff is longer; `git diff` with both refs shows all of it");
    }
    Ok(())
}

/// What the attempt is compared with: the checkpoint, else the commit of its HEAD.
fn base_commit(task: &TaskRepository, attempt: &fusebox_git::StateCommit) -> Result<ObjectId> {
    if let Some(checkpoint) = task.repository.find_checkpoint(&task.name)? {
        return Ok(checkpoint.record.commit);
    }
    attempt.head.commit.clone().ok_or_else(|| {
        CliError::failed("there is nothing to compare it with: no checkpoint and no commit")
            .hint("--now compares it with the files as they are")
    })
}
