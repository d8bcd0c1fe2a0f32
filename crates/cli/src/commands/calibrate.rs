//! `fusebox calibrate`: limits that fit, from one's own finished work.

mod configuration;
mod groups;
mod history;
mod text;

use std::path::PathBuf;

use clap::ValueEnum;
use fusebox_runtime::work::{GoodRunShare, WorkMeasure};
use serde_json::json;

use self::configuration::LimitsToWrite;
use self::groups::Calibration;
use crate::person::{self, PersonArgs};
use crate::{Context, Result};

const AFTER: &str = "\
A good run is one that finished, was not stopped or rolled back, and shows that it worked: a commit
was made, the last test run passed, or `fusebox run` ended with success. A run whose every trip was
dismissed as wrong is good too, and can only raise a number.

--stop-good 5% is a bound: of good runs like those read, at most 5 in 100 on average need more than
the number. It is the ⌈(n+1)·0.95⌉-th smallest of n good runs, and takes 19 of them; 1% takes 99.
Several --limits share the bound: each gets its part, and takes more runs.

A limit counts since a person's last prompt, and so does a run here. Read are the sessions that
Fusebox watched and, beside them, what clients recorded; PATH… reads those records instead.

Examples:
  fusebox calibrate
  fusebox calibrate --stop-good 1% --limits calls,cost
  fusebox calibrate --write";

/// Propose limits that fit, from your own finished sessions and runs.
///
/// It prints a configuration for sessions that no person attends, and says what it would have stopped and saved over
/// the same history. Nothing is changed without `--write`.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER)]
pub(crate) struct Args {
    /// Files and folders with recorded sessions; where the clients keep them without it.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The largest share of good runs that the limits may stop.
    #[arg(long, value_name = "SHARE", default_value = "5%")]
    stop_good: GoodRunShare,
    /// What the configuration limits; several may be joined by commas.
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',', default_value = "calls")]
    limits: Vec<ConfiguredLimit>,
    /// Read work that went on from this day on: `2026-11-01`.
    #[arg(long, value_name = "DAY", value_parser = super::spend::parse_day)]
    since: Option<jiff::civil::Date>,
    /// Print JSON.
    #[arg(long, conflicts_with = "write")]
    json: bool,
    /// Write the configuration to your own file. Only a person may do this, in a terminal outside the agent.
    #[arg(long)]
    write: bool,
    #[command(flatten)]
    person: PersonArgs,
}

/// What the configuration can limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
enum ConfiguredLimit {
    /// Tool calls.
    Calls,
    /// Time inside turns.
    Time,
    /// Cost in US dollars.
    Cost,
}

impl ConfiguredLimit {
    fn measure(self) -> WorkMeasure {
        match self {
            Self::Calls => WorkMeasure::ToolCalls,
            Self::Time => WorkMeasure::ActiveTime,
            Self::Cost => WorkMeasure::Cost,
        }
    }
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let history = history::read(args, context)?;
    let mut wanted = args.limits.clone();
    wanted.sort_unstable();
    wanted.dedup();
    let measures: Vec<WorkMeasure> = wanted.iter().map(|limit| limit.measure()).collect();
    let share = args.stop_good.divided_by(measures.len());
    let calibration = Calibration::of(&history, &measures, share);
    let limits = LimitsToWrite::of(&calibration);
    if args.json {
        let mut value = json!(calibration);
        value["configuration"] = json!(limits.toml());
        return context.json(&value);
    }
    context.print(&text::page(&calibration, &limits, args.stop_good, context))?;
    if args.write {
        let runtime = context.runtime(None)?;
        let file = configuration::user_file(context)?;
        limits.check()?;
        let question = format!("Write this to {}?", file.display());
        person::confirm(context, &runtime, args.person, &question)?;
        let backup = limits.write(&file)?;
        person::accept_unless_agent(context, vec![file.clone()])?;
        context.print(&format!("Written to {}.", file.display()))?;
        if let Some(backup) = backup {
            context.print(&format!("The text before is kept as {}.", backup.display()))?;
        }
    }
    Ok(())
}
