//! `fusebox attempts list`.

use fusebox_engine::Timestamp;
use fusebox_git::AttemptRef;
use serde_json::{Value, json};

use crate::text_table::{TextTable, plain};
use crate::{Context, Result, display, style, task_repository};

/// List every kept attempt of this repository, the latest of each task first.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only those of this task or session.
    #[arg(long, value_name = "ID")]
    task: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<()> {
    let mut attempts: Vec<AttemptRef> = Vec::new();
    if let Some(task) = &args.task {
        let task = task_repository::find(context, &context.runtime(None)?, Some(task))?;
        attempts = task.repository.attempts(&task.name)?;
    } else {
        let repository = task_repository::current_repository(context, &context.runtime(None)?)?;
        for name in repository.attempt_names()? {
            attempts.extend(repository.attempts(&name)?);
        }
    }
    attempts.sort_by(|a, b| a.name.cmp(&b.name).then(b.number.cmp(&a.number)));
    let documents: Vec<Value> = attempts.iter().map(document).collect();
    let empty = "No attempt is kept here. `fusebox rollback` keeps one, and so does a trip.";
    context.print_list(args.json, &documents, empty, |_| {
        let mut table = TextTable::right_aligned(&[1, 2]);
        table.push(["TASK", "ATTEMPT", "SAVED", "WHY"].map(style::column_name));
        for attempt in &attempts {
            let at = Timestamp(attempt.saved_at_s * 1_000);
            table.push([
                (style::HEADING, display::short_id(attempt.name.id())),
                plain(attempt.number.to_string()),
                (style::DIM, display::time_ago(at)),
                plain(display::one_line(&attempt.subject, 100)),
            ]);
        }
        Ok(table.lines(context.columns()))
    })
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
