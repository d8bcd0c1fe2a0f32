//! `fusebox audit`: the story of a task, the records as a graph, and queries over them.

mod export;
mod query;
mod timeline;

use clap::Subcommand;

use crate::{Context, Result, task_choice};

const EXAMPLES: &str = "\
Examples:
  fusebox audit 42
  fusebox audit export --format graphml > runs.graphml
  fusebox audit query 'MATCH (e:ExecutionMetrics) RETURN e.taskId, e.finalStatus'

docs/audit.md lists the labels and their properties.";

/// Tell the story of a task from what is stored: runs, calls, nudges, trips, analyses, retries,
/// verifications and how each run ended. Prompts are not stored.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    /// The task or a session of it; without one the active task of this folder, else that of the
    /// latest session.
    #[arg(value_name = "TASK")]
    task: Option<String>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(subcommand)]
    command: Option<AuditCommand>,
}

#[derive(Debug, Subcommand)]
enum AuditCommand {
    Export(export::Args),
    Query(query::Args),
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    match &args.command {
        Some(AuditCommand::Export(args)) => export::run(args, context),
        Some(AuditCommand::Query(args)) => query::run(args, context),
        None => {
            let runtime = context.runtime(None)?;
            let chosen = task_choice::find(context, &runtime, args.task.as_deref())?;
            timeline::print(&chosen.task, args.json, &runtime, context)
        }
    }
}
