//! `fusebox attempts list`.

use fusebox_engine::Timestamp;
use fusebox_git::AttemptRef;
use serde_json::{Value, json};

use crate::context::Context;
use crate::error::{CliError, exit};
use crate::{display, style, task_repository};

/// List every kept attempt of this repository, the latest of each task first.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Of this task or session alone.
    #[arg(long, value_name = "ID")]
    task: Option<String>,
    /// For programs.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let mut found: Vec<AttemptRef> = Vec::new();
    if let Some(task) = &args.task {
        let kept = task_repository::find(context, &context.runtime(None)?, Some(task))?;
        found = kept.repository.attempts(&kept.name)?;
    } else {
        let here = task_repository::current_repository(context)?;
        for name in here.attempt_names()? {
            found.extend(here.attempts(&name)?);
        }
    }
    found.sort_by(|a, b| a.name.cmp(&b.name).then(b.number.cmp(&a.number)));
    if args.json {
        context.json(&found.iter().map(document).collect::<Vec<_>>())?;
        return Ok(exit::OK);
    }
    if found.is_empty() {
        context
            .inform("No attempt is kept here. `fusebox rollback` keeps one, and so does a trip.");
    }
    for attempt in &found {
        let task = display::short_id(attempt.name.id());
        let ago = display::time_ago(Timestamp(attempt.saved_at_s * 1_000), context.now());
        context.print(&format!(
            "{} {} {}  {}",
            style::paint(style::HEADING, format!("{task:<12}")),
            format_args!("{:>3}", attempt.number),
            style::paint(style::DIM, format!("{ago:>11}")),
            display::one_line(&attempt.subject, 100)
        ))?;
    }
    Ok(exit::OK)
}

fn document(attempt: &AttemptRef) -> Value {
    json!({
        "task": attempt.name.id(),
        "attempt": attempt.number,
        "ref": attempt.reference(),
        "commit": attempt.commit.to_string(),
        "at_s": attempt.saved_at_s,
        "subject": attempt.subject,
    })
}
