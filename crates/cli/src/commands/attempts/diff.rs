//! `fusebox attempts diff`.

use std::io::{IsTerminal, Write};

use fusebox_git::{DiffFormat, DiffSide, ObjectId};
use serde_json::json;

use crate::context::Context;
use crate::error::{CliError, exit};
use crate::task_repository::{self, TaskRepository};

/// The longest comparison that is shown, in bytes.
const MOST: u64 = 8 << 20;

/// Show what an attempt changed since the checkpoint.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Its number, as `fusebox attempts list` shows it.
    #[arg(value_name = "N")]
    number: u32,
    /// The task or a session of it; without one the open task of this folder, else that of the latest
    /// session in this repository.
    #[arg(long, value_name = "ID")]
    task: Option<String>,
    /// Against the files as they are now.
    #[arg(long)]
    now: bool,
    /// A line for each file.
    #[arg(long)]
    stat: bool,
    /// For programs.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let runtime = context.runtime(None)?;
    let kept = task_repository::find(context, &runtime, args.task.as_deref())?;
    let attempt = kept.repository.attempt(&kept.name, args.number)?;
    let base = if args.now { DiffSide::Worktree } else { DiffSide::Object(base(&kept, &attempt)?) };
    let form = if args.stat { DiffFormat::Stat } else { DiffFormat::Patch };
    let attempt = DiffSide::Object(attempt.commit);
    let found = kept.repository.diff(&base, &attempt, form, MOST)?;
    if args.json {
        context.json(&json!({
            "task": kept.task.as_str(),
            "attempt": args.number,
            "diff": String::from_utf8_lossy(&found.text),
            "cut": found.cut,
        }))?;
        return Ok(exit::OK);
    }
    if found.text.is_empty() {
        context.inform("Nothing differs.");
    } else if std::io::stdout().is_terminal() {
        // A file may hold what moves the cursor.
        let text = String::from_utf8_lossy(&found.text);
        let shown = |c: char| if c.is_control() && !matches!(c, '\n' | '\t') { '·' } else { c };
        context.print(text.trim_end().chars().map(shown).collect::<String>().as_str())?;
    } else {
        match std::io::stdout().write_all(&found.text) {
            Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
                return Err(error.into());
            }
            _ => {}
        }
    }
    if found.cut {
        context.inform("note: there is more; `git diff` with the refs of both shows all of it");
    }
    Ok(exit::OK)
}

/// What the attempt began from: the checkpoint, else the commit it stood on.
fn base(kept: &TaskRepository, attempt: &fusebox_git::StateCommit) -> Result<ObjectId, CliError> {
    if let Some(checkpoint) = kept.repository.find_checkpoint(&kept.name)? {
        return Ok(checkpoint.record.commit);
    }
    attempt.head.commit.clone().ok_or_else(|| {
        CliError::failed("there is nothing to compare it with: no checkpoint and no commit")
            .hint("--now compares it with the files as they are")
    })
}
