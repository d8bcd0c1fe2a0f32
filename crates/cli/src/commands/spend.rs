//! `fusebox spend`: what agents cost, from what their clients write down themselves.

mod allow;
mod compare;
pub(crate) mod facts;
pub(crate) mod folders;
mod html;
mod plot;
mod table;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use fusebox_engine::Timestamp;
use fusebox_engine::spend::{CapStanding, WeekStart};
use fusebox_runtime::project::project_folder;
use fusebox_runtime::spend::cap_standings;
use fusebox_spend::{
    Grouping, Period, ScanNotes, SessionFact, SpendFilter, SpendQuery, SpendSummary, UsageIndex,
};
use fusebox_text::hex;
use jiff::tz::TimeZone;
use serde_json::json;
use sha1::{Digest, Sha1};

use super::prices;
use super::status::subscription::{self, ClientWindow};
use html::SpendPage;

use crate::read_progress::ReadProgress;
use crate::{CliError, Context, Result, clock, display, spend_records, style};

/// The folder of the indexes, in the state folder.
const INDEXES: &str = "spend";

const AFTER: &str = "\
Read are the records of Claude Code (with subagents), Codex, Gemini CLI, Qwen Code, Copilot CLI,
opencode, Cline and pi: what stands in a file, not its name, decides. Fusebox need not be installed
in any of them. What was read is kept in an index, so that the next time only what is new is read.

Days are those of this machine's zone and weeks begin on Monday, unless spend.days and
spend.week_starts say otherwise; a block is the five hours in which a subscription counts. Unknown models are charged at the dearest prices of their family.

Examples:
  fusebox spend
  fusebox spend ~/.claude --by month,model
  fusebox spend --by project --since 2026-11-01 --json";

/// Show what agents cost: by day, model, project and more.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER, args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    order: Option<Order>,
    /// Files and folders with the records of clients; where the clients keep them without it.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// What the sums are taken by; several may be joined by commas.
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',', default_value = "day")]
    by: Vec<By>,
    /// From this day on: `2026-11-01`.
    #[arg(long, value_name = "DAY", value_parser = parse_day)]
    since: Option<jiff::civil::Date>,
    /// Up to this day, itself included.
    #[arg(long, value_name = "DAY", value_parser = parse_day)]
    until: Option<jiff::civil::Date>,
    /// Print JSON. Costs are decimal strings of US dollars.
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print comma-separated values.
    #[arg(long)]
    csv: bool,
    /// Write one self-contained page with the days, models and projects to this file.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "csv", "plot", "by"])]
    html: Option<PathBuf>,
    /// Draw a bar for each sum.
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    plot: bool,
}

/// What is done besides summing.
#[derive(Debug, clap::Subcommand)]
enum Order {
    Allow(allow::Args),
    Compare(compare::Args),
}

/// A day as it is typed.
pub(super) fn parse_day(text: &str) -> Result<jiff::civil::Date, &'static str> {
    text.parse().map_err(|_| "write a day like 2026-11-01")
}

/// What the sums are taken by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum By {
    /// The day.
    Day,
    /// The week, by its first day.
    Week,
    /// The month.
    Month,
    /// The five hours in which a subscription counts.
    Block,
    /// The session.
    Session,
    /// The subagent; none is the main agent.
    Subagent,
    /// The task that the session serves.
    Task,
    /// The issue that the task names.
    Issue,
    /// The git branch.
    Branch,
    /// The model.
    Model,
    /// The repository in which the client worked, or its folder outside of one.
    Project,
    /// The client.
    Client,
    /// The role of the agent.
    Role,
    /// How the work of the session ended: committed, passed, tripped, failed, rolled back.
    Outcome,
}

impl By {
    fn grouping(self, week_starts: WeekStart) -> Grouping {
        match self {
            Self::Day => Grouping::Period(Period::Day),
            Self::Week => Grouping::Period(Period::Week(week_starts)),
            Self::Month => Grouping::Period(Period::Month),
            Self::Block => Grouping::Block,
            Self::Session => Grouping::Session,
            Self::Subagent => Grouping::Subagent,
            Self::Task => Grouping::Fact(SessionFact::Task),
            Self::Issue => Grouping::Fact(SessionFact::Issue),
            Self::Branch => Grouping::Branch,
            Self::Model => Grouping::Model,
            Self::Project => Grouping::Project,
            Self::Client => Grouping::Client,
            Self::Role => Grouping::Fact(SessionFact::Role),
            Self::Outcome => Grouping::Fact(SessionFact::Outcome),
        }
    }

    /// Its word on the command line.
    fn word(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    match &args.order {
        Some(Order::Allow(args)) => return allow::run(args, context),
        Some(Order::Compare(args)) => return compare::run(args, context),
        None => {}
    }
    let paths = folders::with_usage(&args.paths, context)?;
    let index = read_index(&paths, args.json || args.csv, context)?;
    let (calendar, zone) = spend_records::calendar(context);
    let groupings: Vec<Grouping> =
        args.by.iter().map(|by| by.grouping(calendar.week_starts)).collect();
    let asks_for_facts =
        args.html.is_some() || groupings.iter().any(|by| matches!(by, Grouping::Fact(_)));
    let query = SpendQuery {
        groupings,
        filter: filter(args, &zone),
        zone,
        facts: if asks_for_facts { facts::of_sessions(context)? } else { BTreeMap::new() },
        project_of: project_folder,
    };
    say_of_times(index.ledger().latest(), context);
    if let Some(file) = &args.html {
        return html::write(&SpendPage { ledger: index.ledger(), query }, file, context);
    }
    let summary = query.sum(index.ledger(), &prices::table(context)?);
    let told = index.subscriptions(clock::now());
    print(&summary, &subscription::windows(&told, &caps(context)?), args, context)
}

/// How far the caps have come. Where Fusebox never ran there are none, and no database is made.
fn caps(context: &Context) -> Result<Vec<CapStanding>> {
    match facts::has_database(context)? {
        true => Ok(cap_standings(context.runtime(None)?.store(), clock::now())?),
        false => Ok(Vec::new()),
    }
}

/// Brings the index of these paths up to date, and says what could not be read.
fn read_index(paths: &[PathBuf], is_machine: bool, context: &Context) -> Result<UsageIndex> {
    let index_file = index_file(paths, context)?;
    let mut index = UsageIndex::load(&index_file);
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    let notes = fusebox_spend::update(&mut index, paths, threads, |bytes| {
        let progress = ReadProgress::of(bytes, is_machine);
        move |read| progress.advance(read)
    });
    say(&notes, context);
    if notes.has_news
        && let Err(error) = index.save(&index_file)
    {
        context.note(&format!(
            "what was read could not be kept, and will be read again the next time: {error}"
        ));
    }
    if notes.files == 0 && index.ledger().rows().is_empty() {
        let paths: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        return Err(CliError::usage(format!("no record of a client is at {}", paths.join(", ")))
            .hint("`fusebox spend --help` lists the clients whose records are understood"));
    }
    Ok(index)
}

fn filter(args: &Args, zone: &TimeZone) -> SpendFilter {
    let start = |day| fusebox_spend::start_of_day(day, zone);
    SpendFilter {
        since: args.since.and_then(start),
        until: args.until.and_then(|day| start(day.tomorrow().ok()?)),
    }
}

/// The index of these paths. Each set of paths has its own, so that no sum has what another path holds.
pub(crate) fn index_file(paths: &[PathBuf], context: &Context) -> Result<PathBuf> {
    let mut digest = Sha1::new();
    for path in paths {
        let path = path.canonicalize().unwrap_or_else(|_| path.clone());
        digest.update(path.as_os_str().as_encoded_bytes());
        digest.update(b"\0");
    }
    let name = hex(&digest.finalize());
    Ok(context.home()?.state_dir.join(INDEXES).join(format!("{name}.index")))
}

/// Says what could not be read.
fn say(notes: &ScanNotes, context: &Context) {
    let mark = style::warning("not read:");
    for unread in &notes.unread {
        context.inform(&format!("{mark} {}: {}", unread.path.display(), unread.reason));
    }
    let say_each = |paths: &[PathBuf], what: &str| {
        for path in paths {
            context.inform(&format!("{mark} {}: {what}", Path::display(path)));
        }
    };
    say_each(&notes.unfinished, "the last line is still being written, the rest is read");
    say_each(&notes.long, "a record is longer than 16 MB, the rest is read");
    say_each(&notes.damaged, "a record is damaged, the rest is read");
    for path in &notes.replaced {
        context.note(&format!(
            "{} was cut or replaced: it is read anew, and what was known of it counts once",
            path.display()
        ));
    }
}

/// Says that a clock was wrong.
fn say_of_times(latest: Option<Timestamp>, context: &Context) {
    const DAY_MS: u64 = 86_400_000;
    let now = clock::now();
    if let Some(latest) = latest.filter(|latest| latest.0 > now.0.saturating_add(DAY_MS)) {
        let time = display::time(latest);
        context.note(&format!("a record lies in the future ({time}): a clock was wrong, or is"));
    }
}

fn print(
    summary: &SpendSummary,
    windows: &[ClientWindow],
    args: &Args,
    context: &Context,
) -> Result<()> {
    let by: Vec<String> = args.by.iter().map(|by| by.word()).collect();
    if args.csv {
        return context.print(table::csv(summary, &by).trim_end());
    }
    if args.json {
        let groups: Vec<serde_json::Value> = summary
            .groups
            .iter()
            .map(|group| {
                let mut value = json!(group.spent);
                let names = by.iter().zip(&group.names);
                value["by"] = names.map(|(by, name)| (by.clone(), json!(name))).collect();
                value
            })
            .collect();
        let windows: Vec<serde_json::Value> = windows.iter().map(ClientWindow::json).collect();
        let total = &summary.total;
        return context.json(&json!({"groups": groups, "total": total, "subscriptions": windows}));
    }
    let lines = match args.plot {
        true => plot::lines(summary, context),
        false => table::lines(summary, &by, context),
    };
    context.print(&lines.join("\n"))?;
    for window in windows {
        context.print(&window.line())?;
    }
    if !summary.total.unknown_models.is_empty() {
        let models: Vec<&str> =
            summary.total.unknown_models.iter().map(|model| table::shown(model)).collect();
        let each = if models.len() == 1 { "it" } else { "each" };
        context.note(&format!(
            "no price is known of {}: {each} is charged at the dearest prices of its family, or as its client says. \
             `fusebox prices import FILE` adds prices.",
            models.join(", ")
        ));
    }
    for unknown in unknown_facts(summary, args) {
        context.note(&format!(
            "the {unknown} of no session here is known: Fusebox knows it where its hooks are installed (`fusebox install`)"
        ));
    }
    Ok(())
}

/// What the sums are taken by and nothing is known of.
fn unknown_facts(summary: &SpendSummary, args: &Args) -> Vec<String> {
    let is_fact = |by: By| match by.grouping(WeekStart::default()) {
        Grouping::Fact(_) => true,
        Grouping::Period(_)
        | Grouping::Block
        | Grouping::Session
        | Grouping::Subagent
        | Grouping::Branch
        | Grouping::Model
        | Grouping::Project
        | Grouping::Client
        | Grouping::AfterTrip => false,
    };
    let is_unknown = |column: usize| {
        let mut groups = summary.groups.iter();
        !summary.groups.is_empty() && groups.all(|group| group.names[column].is_empty())
    };
    let columns = args.by.iter().enumerate();
    let unknown = columns.filter(|(column, by)| is_fact(**by) && is_unknown(*column));
    unknown.map(|(_, by)| by.word()).collect()
}
