//! `fusebox purge`.

use std::fs;
use std::path::{Path, PathBuf};

use fusebox_engine::{Duration, Timestamp};
use fusebox_runtime::PurgeBody;
use fusebox_store::{FILE, PurgeCounts, PurgeRequest};
use serde_json::json;

use crate::display::count;
use crate::person::{self, PersonArgs};
use crate::policy::{self, PolicyArgs};
use crate::{CliError, Context, Result, clock, display};

/// Remove old data: events, states, incidents, test runs and reports.
///
/// Open breakers, their incidents and the events of their tasks stay. Checkpoints of that age are
/// removed as well, and attempts older than `attempts.keep_attempts`. Without an option the
/// policy's `retention` decides, which the start of a session applies once a day too. Only a person
/// may do this, in a terminal outside the agent.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Data that has not changed for this time, for example `30d`.
    #[arg(long, value_name = "TIME", conflicts_with = "everything")]
    older_than: Option<String>,
    /// All data: open breakers, the log of failures and databases that were set aside as well. What
    /// is in git stays.
    #[arg(long)]
    everything: bool,
    /// Remove nothing; count what would be removed.
    #[arg(long)]
    dry_run: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    person: PersonArgs,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let old = if args.everything { None } else { Some(cutoff(args, context)?) };
    let age = old.as_ref().map(|(age, _)| *age);
    let purge = match &old {
        None => PurgeRequest::Everything,
        Some((_, old)) => PurgeRequest::Before(old.before),
    };
    let mut runtime = context.runtime(None)?;
    let mut purged = runtime.store_mut().would_purge(purge)?;
    let is_empty = purged == PurgeCounts::default() && !args.everything;
    if !args.dry_run && is_empty {
        person::require_or_operator(context, &runtime, args.person.operator)?;
    }
    if !args.dry_run && !is_empty {
        person::confirm(context, &runtime, args.person, &question(age, &purged))?;
        if let Some((_, old)) = old {
            // Git comes first: the rows that are removed name its folders.
            fusebox_effects::forget_git_refs(&runtime, old, clock::now())?;
        }
        purged = runtime.store_mut().purge(purge)?;
        if args.everything {
            let home = context.home()?;
            home.open_notes(&home.state_dir).clear()?;
            remove_files(&home.state_dir)?;
        }
        // The rows are removed even where the free space stays in the file.
        if let Err(error) = runtime.store_mut().compact() {
            context.note(&format!("the file keeps its size for now: {error}"));
        }
    }
    let document = json!({
        "dry_run": args.dry_run,
        "events": purged.events,
        "states": purged.scopes,
        "incidents": purged.incidents,
        "effects": purged.effects,
        "policies": purged.policies,
        "processes": purged.processes,
        "tasks": purged.tasks,
        "tails": purged.tails,
        "runs": purged.runs,
        "reports": purged.reports,
        "agent_runs": purged.agent_runs,
        "breakers": purged.breakers,
    });
    let verb = if args.dry_run { "Would remove" } else { "Removed" };
    let result = display::wrap(&format!("{verb} {}.", counts(&purged)), context.columns());
    context.print_result(args.json, &document, |_| Ok(result.join("\n")))
}

/// The age, and what it removes from the store and from git.
fn cutoff(args: &Args, context: &Context) -> Result<(Duration, PurgeBody)> {
    let age = args.older_than.as_deref().map(Duration::parse).transpose();
    let age = age.map_err(CliError::of_flag("--older-than"))?;
    let policy = policy::compiled(context, None, &PolicyArgs::default(), None)?.policy;
    let age = age.unwrap_or(policy.retention);
    let before = Timestamp(clock::now().0.saturating_sub(age.0));
    Ok((age, PurgeBody { before, keep_attempts: policy.attempts.keep_attempts }))
}

fn question(age: Option<Duration>, purged: &PurgeCounts) -> String {
    let what = counts(purged);
    match age {
        None => format!("Remove everything, open breakers included ({what})?"),
        Some(age) => format!("Remove what is older than {age} ({what})?"),
    }
}

fn counts(purged: &PurgeCounts) -> String {
    format!(
        "{}, {}, {}, {} and {}",
        count(purged.events, "event"),
        count(purged.scopes, "state"),
        count(purged.incidents, "incident"),
        count(purged.runs, "test run"),
        count(purged.reports, "report")
    )
}

/// Removes the files beside the database.
fn remove_files(dir: &Path) -> Result<()> {
    let kept = ["cases", "reports"].into_iter().flat_map(|kept| fs::read_dir(dir.join(kept)));
    let kept = kept.flatten().flatten().map(|entry| entry.path());
    for file in set_aside(dir).into_iter().chain([dir.join("errors.log")]).chain(kept) {
        match fs::remove_file(&file) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(CliError::failed(format!("{}: {error}", file.display())));
            }
            Ok(()) | Err(_) => {}
        }
    }
    Ok(())
}

/// Databases that were set aside because they could not be read, with their side files.
pub(crate) fn set_aside(dir: &Path) -> Vec<PathBuf> {
    let prefix = format!("{FILE}.corrupt-");
    let entries = fs::read_dir(dir).into_iter().flatten().flatten();
    let named = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(&prefix));
    let mut files: Vec<PathBuf> = named.map(|entry| entry.path()).collect();
    files.sort();
    files
}
