//! `fusebox runs`: what is written down of runs, and statistics of it.

mod statistics;

use fusebox_runtime::agent_run::{self, AgentRun, FinalStatus};
use fusebox_supervisor::watchdog;

use self::statistics::RunStatistics;
use crate::spend_records::SpendRecords;
use crate::text_table::{TextTable, plain};
use crate::{Context, Result, clock, display, style, task_choice};

/// The runs that are read; retention removes old ones.
const MOST: u32 = 10_000;

/// List runs of `fusebox run`, the latest first: how each ended, and why.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Only those of this task.
    #[arg(long, value_name = "ID")]
    task: Option<String>,
    /// Print statistics instead: how the runs ended, and what they took.
    #[arg(long)]
    stats: bool,
    /// Sessions that only their hooks reported, too, as they ended.
    #[arg(long)]
    sessions: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let task = args.task.as_deref().map(|id| task_choice::parse_id("--task", id)).transpose()?;
    let runtime = context.runtime(None)?;
    let read = if args.sessions { agent_run::records } else { agent_run::latest };
    let runs = read(runtime.store(), task.as_ref(), MOST)?;
    if args.stats {
        let mut statistics = RunStatistics::of(&runs);
        let records = SpendRecords::read(context)?;
        let usages = records.as_ref().map(SpendRecords::by_session).unwrap_or_default();
        statistics.add_costs(&runs, &usages);
        if statistics.is_empty() && !args.json {
            context.inform("No run has ended yet. `fusebox run -- COMMAND` starts one.");
            return Ok(());
        }
        return context.print_result(args.json, &statistics, |statistics| {
            Ok(statistics.text(context.columns()))
        });
    }
    let empty = "No run yet. `fusebox run -- COMMAND` starts one.";
    context.print_list(args.json, &runs, empty, |runs| Ok(list_lines(runs, context)))
}

fn list_lines(runs: &[AgentRun], context: &Context) -> Vec<String> {
    let mut table = TextTable::right_aligned(&[1, 2, 3]);
    let names = ["END", "TIME", "CALLS", "STARTED", "TASK", "PROGRAM", "WHY"];
    table.push(names.map(style::column_name));
    for run in runs {
        let (status_style, status) = match run.final_status {
            Some(FinalStatus::Success) => (style::SUCCESS, "success"),
            Some(FinalStatus::PassedAfterTrip) => (style::SUCCESS, "passed after trip"),
            Some(FinalStatus::Failure) if run.circuit_breaker_triggered => {
                (style::ERROR, "tripped")
            }
            Some(FinalStatus::Failure) => (style::WARNING, "failure"),
            None if watchdog::is_watched(&run.watch) => (style::COMMAND, "running"),
            None => (style::ERROR, "lost"),
        };
        let ended_at = run.ended_at.unwrap_or_else(clock::now);
        let task = if run.task.as_str() == run.run.as_str() { "-" } else { run.task.as_str() };
        table.push([
            (status_style, status.to_owned()),
            plain(display::duration(ended_at.since(run.started_at).0)),
            plain(run.tool_calls.to_string()),
            (style::DIM, display::time_ago(run.started_at)),
            (style::DIM, display::one_line(task, 10)),
            (style::DIM, display::one_line(&run.program, 12)),
            plain(display::one_line(run.failure_reason.as_deref().unwrap_or_default(), 300)),
        ]);
    }
    table.lines(context.columns())
}
