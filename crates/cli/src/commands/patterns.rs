//! `fusebox patterns`: failures that tripped in a project before, and what helped.

use clap::Subcommand;
use fusebox_effects::keep_patterns_current;
use fusebox_engine::{FailureKind, IncidentId, Rule, TaskId};
use fusebox_runtime::Runtime;
use fusebox_runtime::failure_patterns::{self, AdviceSource, FailurePattern};
use serde::Serialize;

use crate::person::{self, PersonArgs};
use crate::text_table::{TextTable, plain};
use crate::{CliError, Context, Result, clock, display, style};

const EXAMPLES: &str = "\
Examples:
  fusebox patterns list
  fusebox patterns show 3f9c
  fusebox patterns forget 3f9c

A session that shows the first sign of a failure is told once what helped: a person's guidance, or
the plan of a retry, after which a run passed. Of three sessions that were told it, half have to
pass without a trip; else it is not told any more.";

/// What is said where the list is empty.
const NO_PATTERN: &str =
    "No pattern yet: one is kept for each failure on which a session trips in a project's folder.";
/// The characters of an id that the list shows: enough to name a pattern.
const SHORT_ID: usize = 8;
/// Columns of a terminal that has room for the whole name of a project.
const WIDE: usize = 100;

/// List the failures that tripped in your projects before, and what helped.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: PatternsCommand,
}

#[derive(Debug, Subcommand)]
enum PatternsCommand {
    /// List them, those that tripped last first.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Show one: its trips, what was done about each, and how the sessions ended that were told.
    Show {
        /// The pattern, or a trip of it (the beginning of an id is enough).
        id: String,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Forget one, so that no session is told of it. Only a person may do this, in a terminal outside the agent.
    Forget {
        /// The pattern, or a trip of it (the beginning of an id is enough).
        id: String,
        #[command(flatten)]
        person: PersonArgs,
    },
}

/// A pattern as it is printed.
#[derive(Debug, Serialize)]
struct PatternRow {
    id: String,
    kind: FailureKind,
    signature: String,
    folder: String,
    rules: Vec<Rule>,
    occurrences: u64,
    /// The trips, the newest last.
    incidents: Vec<IncidentId>,
    tasks: Vec<TaskId>,
    last_at_ms: u64,
    /// What sessions are told; none where nothing helped yet, or does not help any more.
    what_helped: Option<String>,
    /// Everything that was done about it.
    advice: Vec<AdviceRow>,
    /// Sessions that were told and have ended.
    told: usize,
    /// Those of them that passed without a trip.
    prevented: usize,
    /// `prevented` ÷ `told`; none where none has ended.
    prevention_rate: Option<f64>,
}

/// What was done about one trip.
#[derive(Debug, Serialize)]
struct AdviceRow {
    incident: String,
    by: AdviceSource,
    text: String,
    /// Whether the next run of the task passed; none until one has ended.
    passed: Option<bool>,
}

impl PatternRow {
    fn of(pattern: &FailurePattern, folder: &str) -> Self {
        let (prevented, told) = pattern.prevented();
        let advice = pattern.advice.iter().map(|advice| AdviceRow {
            incident: advice.incident.to_string(),
            by: advice.by,
            text: advice.text.clone(),
            passed: advice.has_passed,
        });
        Self {
            id: pattern.id(folder),
            kind: pattern.kind,
            signature: pattern.signature.clone(),
            folder: folder.to_owned(),
            rules: pattern.rules.clone(),
            occurrences: pattern.occurrences,
            incidents: pattern.incidents.clone(),
            tasks: pattern.tasks.clone(),
            last_at_ms: pattern.last.0,
            what_helped: pattern.helping_advice().map(|advice| advice.text.clone()),
            advice: advice.collect(),
            told,
            prevented,
            prevention_rate: pattern.prevention_rate(),
        }
    }

    fn prevented_text(&self) -> String {
        match self.told {
            0 => "nobody was told yet".to_owned(),
            told => format!("{} of {told} told sessions passed without a trip", self.prevented),
        }
    }
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let mut runtime = context.runtime(None)?;
    context.drain_effects(&mut runtime, &fusebox_effects::AnswerAuthority::NoTrip)?;
    let patterns = read_patterns(&mut runtime)?;
    match &args.command {
        PatternsCommand::List { json } => {
            context.print_list(*json, &patterns, NO_PATTERN, |rows| {
                Ok(list_lines(rows, context.columns()))
            })
        }
        PatternsCommand::Show { id, json } => {
            let pattern = named(&patterns, id)?;
            context.print_result(*json, pattern, |row| Ok(page(row, context).join("\n")))
        }
        PatternsCommand::Forget { id, person } => {
            let pattern = named(&patterns, id)?;
            let signature = display::one_line(&pattern.signature, 100);
            let question = format!("Forget the pattern `{signature}`?");
            person::confirm(context, &runtime, *person, &question)?;
            forget(pattern, &mut runtime)?;
            context.say(&format!("Forgotten: {signature}. No session is told of it any more."))
        }
    }
}

/// Every pattern, those that tripped last first. How runs ended meanwhile is noted before.
fn read_patterns(runtime: &mut Runtime) -> Result<Vec<PatternRow>> {
    for (folder, _) in failure_patterns::projects(runtime.store())? {
        keep_patterns_current(runtime, &folder, clock::now())?;
    }
    let projects = failure_patterns::projects(runtime.store())?;
    let rows = projects.iter().flat_map(|(folder, known)| {
        known.patterns.iter().map(|pattern| PatternRow::of(pattern, folder))
    });
    let mut rows: Vec<PatternRow> = rows.collect();
    rows.sort_by_key(|row| std::cmp::Reverse(row.last_at_ms));
    Ok(rows)
}

/// The one pattern whose id begins so, or that of the trip whose id does.
fn named<'a>(rows: &'a [PatternRow], id: &str) -> Result<&'a PatternRow> {
    let is_named = |row: &&PatternRow| {
        let trips = row.incidents.iter();
        row.id.starts_with(id) || trips.into_iter().any(|trip| trip.as_str().starts_with(id))
    };
    let mut found = rows.iter().filter(is_named);
    match (found.next(), found.next()) {
        (Some(row), None) => Ok(row),
        (Some(_), Some(_)) => Err(CliError::failed(format!("several patterns begin with `{id}`"))
            .hint("give more of the id")),
        (None, _) => Err(CliError::failed(format!("no pattern begins with `{id}`"))
            .hint("`fusebox patterns list` lists them")),
    }
}

fn forget(row: &PatternRow, runtime: &mut Runtime) -> Result<()> {
    let now = clock::now();
    Ok(runtime.store_mut().write(|tx| {
        let mut known = failure_patterns::of_project(&*tx, &row.folder)?;
        known.patterns.retain(|pattern| pattern.id(&row.folder) != row.id);
        failure_patterns::keep(tx, &row.folder, &known, now)
    })?)
}

fn list_lines(rows: &[PatternRow], width: usize) -> Vec<String> {
    let project_columns = if width < WIDE { 8 } else { 20 };
    let mut table = TextTable::right_aligned(&[2, 3]);
    table.push(["ID", "PROJECT", "TRIPS", "HELPED", "FAILURE"].map(style::column_name));
    for row in rows {
        let helped = match (&row.what_helped, row.told) {
            (None, _) => "-".to_owned(),
            (Some(_), 0) => "yes".to_owned(),
            (Some(_), told) => format!("{} of {told}", row.prevented),
        };
        table.push([
            (style::COMMAND, row.id.chars().take(SHORT_ID).collect()),
            plain(display::shortened(display::project(Some(&row.folder)), project_columns)),
            plain(row.occurrences.to_string()),
            plain(helped),
            plain(format!("{}: {}", row.kind.name(), row.signature)),
        ]);
    }
    table.lines(width)
}

fn page(row: &PatternRow, context: &Context) -> Vec<String> {
    let width = context.columns().saturating_sub(14);
    let mut table = TextTable::default();
    table.push_fact("pattern", row.id.clone());
    table.push_wrapped(row.kind.name(), &row.signature, width.saturating_sub(4));
    table.push_fact("project", display::folder(&row.folder, context));
    let rules: Vec<String> = row.rules.iter().map(ToString::to_string).collect();
    table.push_fact("rules", rules.join(", "));
    table.push_fact("trips", row.occurrences.to_string());
    let tasks: Vec<String> = row.tasks.iter().map(ToString::to_string).collect();
    table.push_fact("tasks", display::first_items(&tasks, 3));
    table.push_fact("last", display::time_and_ago(fusebox_engine::Timestamp(row.last_at_ms)));
    let told = row.what_helped.as_deref().unwrap_or("nothing that is known");
    table.push_wrapped("helped", told, width.saturating_sub(4));
    table.push_fact("prevented", row.prevented_text());
    for advice in &row.advice {
        let by = match advice.by {
            AdviceSource::Person => "a person",
            AdviceSource::Retry => "a retry",
        };
        let then = match advice.passed {
            None => "no run has ended since",
            Some(true) => "the next run passed",
            Some(false) => "the next run did not pass",
        };
        let text = format!("{by}, {then}: {}", advice.text);
        table.push_wrapped("advice", &text, width.saturating_sub(4));
    }
    table.lines(context.columns())
}
