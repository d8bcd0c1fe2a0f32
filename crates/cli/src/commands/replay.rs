//! `fusebox replay`.

mod calls;
mod compare;
mod conclusion;
mod explain;
mod figures;
mod folding;
mod json_lines;
mod screen;
mod sources;
mod talk;

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::ValueEnum;
use fusebox_engine::Policy;
use fusebox_replay::ReplayedSession;

use crate::policy::{self, PolicyArgs};
use crate::read_progress::ReadProgress;
use crate::{Context, Result, exit};
use folding::{FoldJob, FoldedFiles};

use sources::ReplayPaths;

const AFTER: &str = "\
Read are Claude Code transcripts (with subagents), Codex rollouts and exec --json, SWE-agent,
mini-SWE-agent, OpenHands events, OpenAI chat messages, Gemini CLI stream-json, pi and Cline
sessions, aider histories, and canonical events: whatever stands in a file, not its name, decides.

Exit codes: 0 sessions were read; 2 the command line is wrong, or nothing at the paths can be read; \
3 with --fail-on-trip, when a session would have been stopped. A file that cannot be read is named \
on standard error, and the rest goes on.";

/// Show where Fusebox would have stepped in in recorded sessions.
///
/// Reads what agents did in the past and changes nothing. What was recorded did happen, so each
/// session is followed to its end, and what came after the first refusal is what it would have saved.
/// The policy is yours, as outside any project, unless --preset or --config say otherwise.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER)]
pub(crate) struct Args {
    /// Files and folders with recorded sessions; the transcripts of Claude Code without it.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    policy: PolicyArgs,
    /// Put two presets side by side, and show the sessions in which they differ.
    #[arg(long, value_name = "P,Q", value_delimiter = ',', conflicts_with_all =
        ["preset", "config", "explain", "only", "all", "fail_on_trip"])]
    compare: Vec<String>,
    /// One line a session (JSON), then one with the totals.
    #[arg(long)]
    json: bool,
    /// List these sessions alone.
    #[arg(long, value_enum, value_name = "WHICH")]
    only: Option<SessionFilter>,
    /// List every session, also those in which it would have stayed silent.
    #[arg(long, conflicts_with = "only")]
    all: bool,
    /// Show one session with the calls around each nudge and the first refusal: the beginning of
    /// its id, or the name of its file.
    #[arg(long, value_name = "SESSION", conflicts_with_all = ["json", "only", "all"])]
    explain: Option<String>,
    /// End with 3 when a session would have been stopped.
    #[arg(long)]
    fail_on_trip: bool,
    /// Files read at a time; as many as there are processors without it.
    #[arg(long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
}

/// Which sessions are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum SessionFilter {
    /// Those that would have been stopped.
    Tripped,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8> {
    if !args.compare.is_empty() {
        return compare::run(args, context);
    }
    let policy = observed(args, context)?;
    let asked = ReplayPaths::of(&args.paths, context)?;
    let found = asked.find(context);
    if let Some(session) = &args.explain {
        let tripped = explain::explain(session, &found.sources, &policy, args, context)?;
        return Ok(code(args, tripped));
    }
    let work = FoldJob { sources: &found.sources, jobs: jobs(args) };
    let folded = work.fold(&policy, &ReadProgress::of(work.size(), args.json));
    talk::about(&folded, found.other_files, context);
    if args.json {
        json_lines::print(&folded, None, args.only.is_some(), context)?;
    }
    asked.check_read(&folded)?;
    if !args.json {
        screen::print(&folded, args, context)?;
    }
    let mut sessions = folded.iter().flat_map(FoldedFiles::sessions);
    Ok(code(args, sessions.any(ReplayedSession::is_tripped)))
}

/// The policy that sessions are folded under.
fn observed(args: &Args, context: &Context) -> Result<Policy> {
    let compiled = policy::compiled(context, None, &args.policy, None)?;
    Ok(fusebox_replay::policy::in_observe_mode(compiled.policy))
}

/// Files read at a time.
fn jobs(args: &Args) -> usize {
    let jobs = args.jobs.or_else(|| std::thread::available_parallelism().ok());
    jobs.map_or(2, NonZeroUsize::get)
}

fn code(args: &Args, tripped: bool) -> u8 {
    if args.fail_on_trip && tripped { exit::TRIPPED } else { exit::OK }
}
