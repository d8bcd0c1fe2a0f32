//! `fusebox loop status`.

use fusebox_engine::BreakerState;
use fusebox_runtime::query::{self, LoopStatus};
use fusebox_runtime::task;

use super::{iteration_text, loop_task};
use crate::{CliError, Context, Result, clock, display, policy};

/// Show the state of a loop. It changes nothing.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The task of the loop. Without it, the loop of this folder.
    #[arg(value_name = "TASK")]
    task: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args, context: &Context) -> Result<()> {
    let runtime = context.runtime(None)?;
    let id = loop_task::find(args.task.as_deref(), context, &runtime)?;
    let policies = policy::in_force(context, &runtime)?;
    let policies = task::policies(runtime.store(), policies, &id)?;
    let status = query::loop_status(runtime.store(), &policies, &id, clock::now())?;
    if status.iterations == 0 && status.total_opens == 0 && status.state != BreakerState::Open {
        let task = display::one_line(id.as_str(), 100);
        return Err(CliError::failed(format!("no loop has run for task {task}"))
            .hint("`fusebox loop --prompt FILE -- COMMAND` starts one in this folder"));
    }
    context.print_result(args.json, &status, |status| Ok(text(status, context.columns())))
}

fn text(status: &LoopStatus, width: usize) -> String {
    let task = display::one_line(status.task.as_str(), 100);
    let mut lines = Vec::new();
    lines.extend(status.reason.as_ref().map(|reason| display::one_line(reason, 300)));
    let (all, since) = (status.iterations, status.iterations_since_reset);
    lines.push(format!(
        "iterations: {all}, {since} of them since a person's order; {} with progress, {} failed",
        status.with_progress, status.failures
    ));
    lines.push(format!("without progress in a row: {}", status.consecutive_no_progress));
    if let (Some(at), Some(number)) = (status.last_progress, status.last_progress_iteration) {
        let ago = display::time_ago(at);
        lines.push(format!("last progress: iteration {number}, {ago}"));
    }
    for (error, count) in &status.error_counts {
        lines.push(format!("last error, {count} in a row: {}", display::one_line(error, 200)));
    }
    lines.extend(status.best_tests_passing.map(|best| format!("most tests passing: {best}")));
    lines.push(match status.total_opens {
        1 => "opened once".to_owned(),
        opens => format!("opened {opens} times"),
    });
    let head = format!("{task}: {}", iteration_text::state(status));
    let lines = lines.iter().flat_map(|line| display::wrap_after("  ", line, width));
    std::iter::once(head).chain(lines).collect::<Vec<_>>().join("\n")
}
