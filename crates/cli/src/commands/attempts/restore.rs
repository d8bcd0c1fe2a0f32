//! `fusebox attempts restore`.

use std::path::{Path, PathBuf};

use serde_json::json;

use crate::commands::rollback::change_lines;
use crate::person::{self, PersonArgs};
use crate::{Context, Result, clock, task_repository};

const EXAMPLES: &str = "\
Examples:
  fusebox attempts restore 2 src/cart.rs
  fusebox attempts restore 2 --task 42

`fusebox rollback --to \"attempt N\"` takes the index and the branch there as well.";

/// Take files of an attempt back into the work tree.
///
/// The present state is kept as an attempt first. The index stays as it is, and so does a file that
/// the attempt does not have. Only a person may do this, in a terminal outside the agent.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Its number, as `fusebox attempts list` shows it.
    #[arg(value_name = "N")]
    number: u32,
    /// Files and folders, from the top of the repository; without one all of them.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The task or a session of it; without one the active task of this folder, else that of the
    /// latest session in this repository.
    #[arg(long, value_name = "ID")]
    task: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    person: PersonArgs,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<()> {
    let runtime = context.runtime(None)?;
    let task = task_repository::find(context, &runtime, args.task.as_deref())?;
    task.repository.attempt(&task.name, args.number)?;
    let question = format!(
        "Take files of attempt {} back into {}? What is there now is kept first.",
        args.number,
        task.repository.top().display()
    );
    person::confirm(context, &runtime, args.person, &question)?;
    let paths: Vec<&Path> = args.paths.iter().map(PathBuf::as_path).collect();
    let now = clock::now().0;
    let done = task.repository.restore_attempt(&task.name, args.number, &paths, now)?;
    let before = done.before.as_ref();
    if args.json {
        let changes = done.changes.iter().map(|change| change.path.to_string_lossy());
        return context.json(&json!({
            "task": task.task.as_str(),
            "attempt": args.number,
            "changed": changes.collect::<Vec<_>>(),
            "kept_as": before.map(|before| before.number),
        }));
    }
    for line in change_lines(&done.changes, "") {
        context.print(&line)?;
    }
    context.print(&match before {
        Some(before) => format!("Done. What was there is kept as attempt {}.", before.number),
        None => "No file differs; nothing was changed.".to_owned(),
    })
}
