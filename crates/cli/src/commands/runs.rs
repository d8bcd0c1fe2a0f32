//! `fusebox runs`.

mod stats;

use fusebox_engine::TaskId;
use fusebox_runtime::agent_run::{self, AgentRun, FinalStatus};
use fusebox_supervisor::guard;

use crate::context::Context;
use crate::error::{CliError, exit};
use crate::{display, style};

/// Runs that are looked at; retention forgets them some day anyhow.
const MOST: u32 = 10_000;

/// List runs of `fusebox run`, the latest first: how each ended, and why.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only those of this task.
    #[arg(long, value_name = "ID")]
    task: Option<String>,
    /// How many there were, how they ended, and what they took.
    #[arg(long)]
    stats: bool,
    /// For programs.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    let task = match &args.task {
        Some(task) => Some(
            TaskId::parse(task.as_str())
                .map_err(|error| CliError::usage(format!("--task: {error}")))?,
        ),
        None => None,
    };
    let runtime = context.runtime(None)?;
    let runs = agent_run::latest(runtime.store(), task.as_ref(), MOST)?;
    match (args.stats, args.json) {
        (true, true) => context.json(&stats::of(&runs))?,
        (true, false) => context.print(&stats::of(&runs).text())?,
        (false, true) => context.json(&runs)?,
        (false, false) if runs.is_empty() => {
            context.inform("No run yet. `fusebox run -- COMMAND` begins one.");
        }
        (false, false) => {
            for run in &runs {
                context.print(&line(run, context))?;
            }
        }
    }
    Ok(exit::OK)
}

fn line(run: &AgentRun, context: &Context) -> String {
    let (colour, status) = match run.final_status {
        Some(FinalStatus::Success) => (style::SUCCESS, "success"),
        Some(FinalStatus::PassedAfterTrip) => (style::SUCCESS, "passed after trip"),
        Some(FinalStatus::Failure) if run.circuit_breaker_triggered => (style::ERROR, "tripped"),
        Some(FinalStatus::Failure) => (style::WARNING, "failure"),
        None if guard::is_kept(&run.watch) => (style::COMMAND, "running"),
        None => (style::ERROR, "lost"),
    };
    let status = style::paint(colour, format!("{status:<17}"));
    let task = if run.task.as_str() == run.run.as_str() { "-" } else { run.task.as_str() };
    let took = match run.ended_at {
        Some(ended) => display::duration(ended.since(run.started_at).0),
        None => display::duration(context.now().since(run.started_at).0),
    };
    let ago = format!("{:>11}", display::time_ago(run.started_at, context.now()));
    let what = format!("{took:>8} {:>5} calls", run.tool_calls);
    let beside = format!(
        "{ago}  {:<10} {:<12}",
        display::one_line(task, 10),
        display::one_line(&run.program, 12)
    );
    let room = context.columns().saturating_sub(72);
    let reason = display::one_line(run.failure_reason.as_deref().unwrap_or_default(), room);
    format!("{status} {what} {} {reason}", style::paint(style::DIM, beside)).trim_end().to_owned()
}
