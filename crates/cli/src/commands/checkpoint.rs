//! `fusebox checkpoint`.

use fusebox_engine::Timestamp;
use fusebox_engine::event::CheckpointResult;
use fusebox_runtime::checkpoint;
use serde_json::json;

use super::task::choice;
use crate::context::Context;
use crate::error::{CliError, exit};
use crate::{display, style, task_repository};

const EXAMPLES: &str = "\
Examples:
  fusebox checkpoint
  fusebox checkpoint --task 42";

/// Keep the whole working state of a task in git, to go back to it later.
///
/// Tracked, staged and untracked files, the index and where HEAD is; neither of them is touched.
/// It is made by itself when the work begins. A task has one checkpoint, and one that is there is
/// never moved.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The task or a session of it; without one the open task of this folder, else that of the latest
    /// session in this repository.
    #[arg(long, value_name = "ID")]
    task: Option<String>,
    /// For programs.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let mut runtime = context.runtime(None)?;
    let kept = task_repository::find(context, &runtime, args.task.as_deref())?;
    let before = kept.repository.find_checkpoint(&kept.name)?;
    let made = fusebox_effects::make_checkpoint(&kept.task, kept.repository.top(), context.now());
    let Some(became) = made? else {
        return Err(CliError::failed(fusebox_effects::no_repository_message(
            kept.repository.top(),
        )));
    };
    if let Some(session) = &kept.session {
        checkpoint::became(&mut runtime, session, &kept.task, became.clone(), context.now())?;
    }
    let CheckpointResult::Kept { tag, at, .. } = &became else { return Ok(exit::OK) };
    let partial = checkpoint::state(runtime.store(), &kept.task)?.partial();
    if args.json {
        context.json(&json!({
            "task": kept.task.as_str(),
            "checkpoint": tag,
            "at_ms": at.0,
            "made": before.is_none(),
            "partial": partial,
        }))?;
        return Ok(exit::OK);
    }
    let task = display::one_line(kept.task.as_str(), 100);
    let verb = match &before {
        None => "made now".to_owned(),
        Some(old) => {
            let ago = display::time_ago(Timestamp(old.record.saved_at_ms), context.now());
            format!("there since {ago}, and stays as it is")
        }
    };
    context.print(&format!("Checkpoint of {task}: {tag}, {verb}."))?;
    if let Some(partial) = partial {
        context
            .inform(&format!("{}: it is partial: {partial}", style::paint(style::WARNING, "note")));
    }
    let back = format!("fusebox rollback --task {}", choice::typed(kept.task.as_str()));
    context.inform(&format!("{} goes back to it.", style::paint(style::COMMAND, back)));
    Ok(exit::OK)
}
