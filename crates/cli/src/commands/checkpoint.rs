//! `fusebox checkpoint`.

use fusebox_engine::Timestamp;
use fusebox_engine::event::CheckpointResult;
use fusebox_runtime::checkpoint;
use serde_json::json;

use crate::{CliError, Context, Result, clock, display, style, task_repository};

const EXAMPLES: &str = "\
Examples:
  fusebox checkpoint
  fusebox checkpoint --task 42";

/// Keep the whole working state of a task in git, to go back to it later.
///
/// It holds tracked, staged and untracked files, the index and the position of HEAD, and changes
/// none of them. Fusebox creates it when the work begins. A task has one checkpoint, which never
/// moves.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The task or a session of it; without one the active task of this folder, else that of the
    /// latest session in this repository.
    #[arg(long, value_name = "ID")]
    task: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let mut runtime = context.runtime(None)?;
    let task = task_repository::find(context, &runtime, args.task.as_deref())?;
    let before = task.repository.find_checkpoint(&task.name)?;
    let made =
        fusebox_effects::make_checkpoint(&runtime, &task.task, task.repository.top(), clock::now());
    let Some(became) = made? else {
        return Err(CliError::failed(fusebox_effects::no_repository_message(
            task.repository.top(),
        )));
    };
    if let Some(session) = &task.session {
        checkpoint::became(&mut runtime, session, &task.task, became.clone(), clock::now())?;
    }
    let CheckpointResult::Kept { tag, at, .. } = &became else { return Ok(()) };
    let partial = checkpoint::state(runtime.store(), &task.task)?.partial();
    if args.json {
        return context.json(&json!({
            "task": task.task.as_str(),
            "checkpoint": tag,
            "at_ms": at.0,
            "made": before.is_none(),
            "partial": partial,
        }));
    }
    let name = display::one_line(task.task.as_str(), 100);
    let verb = match &before {
        None => "created now".to_owned(),
        Some(old) => {
            let ago = display::time_ago(Timestamp(old.record.saved_at_ms));
            format!("created {ago} and not changed")
        }
    };
    context.say(&format!("Checkpoint of {name}: {tag}, {verb}."))?;
    if let Some(partial) = partial {
        context.note(&format!("it is partial: {partial}"));
    }
    let back = format!(
        "fusebox rollback --task {}",
        display::shell_word(&display::short_id(task.task.as_str()))
    );
    context.inform(&format!("{} goes back to it.", style::command(back)));
    Ok(())
}
