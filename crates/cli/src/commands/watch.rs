//! `fusebox watch`.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

use fusebox_engine::WatchLimits;
use fusebox_supervisor::file_watch::{self, PauseEnd, StormLimits, WatchEvent, WatchSpec};

use crate::policy::{self, PolicyArgs};
use crate::{Context, Result, display, exit, person};

/// Changed paths that a message names.
const NAMED_PATHS: usize = 3;

const EXAMPLES: &str = "\
Examples:
  fusebox watch src tests -- make test
  fusebox watch PLAN.md -- ./agent.sh

A command that writes what is watched starts itself again: after 10 such runs in a row the watch pauses and says \
which files changed. Name the folders that the command reads, or let git ignore what it writes.
Exit codes: 2 usage, configuration, or a path or command that is not there, 130 interrupted (Ctrl-C).";

/// Run a command each time files change; pause when changes come like a storm.
///
/// The command runs once the changes have settled (0.2 s), never twice at a time: what changes during a run starts one
/// more run after it. Processes that it leaves are ended. What git ignores does not count, nor does `.git` itself.
/// After `watch.storm` runs in a row (10) that changes followed at once, the watch pauses for `watch.cooldown` (1 min);
/// Enter resumes it earlier. The first run after a pause decides whether it pauses again.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Files, and folders with everything below them.
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    policy: PolicyArgs,
    /// The command; its standard input is empty.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8> {
    let policy = policy::compiled(context, Some(&context.dir), &args.policy, None)?;
    let is_below_agent = person::is_below_agent(context, &context.runtime(None)?)?;
    let takes_keys = std::io::stdin().is_terminal() && !is_below_agent;
    let spec = WatchSpec {
        paths: args.paths.clone(),
        command: args.command.clone(),
        limits: storm_limits(policy.policy.watch),
        takes_keys,
    };
    file_watch::watch(&spec, &mut |event| {
        context.inform(&format!("fusebox: {}", event_text(event, args, takes_keys, context)));
    })?;
    Ok(exit::INTERRUPTED)
}

fn storm_limits(limits: WatchLimits) -> StormLimits {
    let runs = limits.storm.get().and_then(|runs| u32::try_from(runs).ok()).unwrap_or(u32::MAX);
    let cooldown = limits.cooldown.get().map_or(Duration::MAX, Duration::from_millis);
    StormLimits { runs, cooldown }
}

fn event_text(event: &WatchEvent, args: &Args, takes_keys: bool, context: &Context) -> String {
    let paths = |changed: &[PathBuf]| path_list(changed, &context.dir);
    match event {
        WatchEvent::Watching => {
            let command = display::one_line(&args.command.join(" "), 100);
            format!("`{command}` runs when {} changes", paths(&args.paths))
        }
        WatchEvent::Unreadable(folders) => {
            format!("warning: not watched, because they cannot be read: {}", paths(folders))
        }
        WatchEvent::Trouble(trouble) => format!("warning: {}", display::one_line(trouble, 300)),
        WatchEvent::Started { run, changed } => format!("run {run}: {} changed", paths(changed)),
        WatchEvent::Ended { run, exit } => format!("run {run}: {exit}"),
        WatchEvent::Paused { changed, retry_after } => format!(
            "paused: run after run, files changed again at once: {}\n\
             fusebox: {}; if the command writes these files, let git ignore them",
            paths(changed),
            pause_end(*retry_after, takes_keys)
        ),
        WatchEvent::Resumed(PauseEnd::Person) => "resumed".to_owned(),
        WatchEvent::Resumed(PauseEnd::Cooldown) => {
            "the pause is over; the next run decides whether it lasts".to_owned()
        }
    }
}

/// What ends a pause.
fn pause_end(retry_after: Option<Duration>, takes_keys: bool) -> String {
    let left = retry_after.map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX));
    match (left.map(display::duration), takes_keys) {
        (Some(left), true) => format!("it goes on in {left}, or when you press Enter"),
        (Some(left), false) => format!("it goes on in {left}"),
        (None, true) => "it goes on when you press Enter".to_owned(),
        (None, false) => {
            "it does not go on: there is no terminal at which you could press Enter".to_owned()
        }
    }
}

/// The first of the paths, as seen from `dir`, and how many there are beside them.
fn path_list(paths: &[PathBuf], dir: &Path) -> String {
    let shown = |path: &PathBuf| {
        let path = path.strip_prefix(dir).ok().filter(|inside| !inside.as_os_str().is_empty());
        path.map(|path| path.display().to_string())
    };
    let named = paths.iter().take(NAMED_PATHS);
    let named: Vec<String> = named
        .map(|path| {
            display::one_line(&shown(path).unwrap_or_else(|| path.display().to_string()), 100)
        })
        .collect();
    let more = paths.len().saturating_sub(NAMED_PATHS);
    let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{rest}", named.join(", "))
}
