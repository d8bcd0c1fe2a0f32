//! Gathers finished work: what the store knows, and what clients recorded beside it.

use std::collections::BTreeSet;

use fusebox_engine::{Policy, TaskId};
use fusebox_replay::policy::in_observe_mode;
use fusebox_replay::{find_sessions, replay};
use fusebox_runtime::work::{WorkRecord, finished_work};

use super::Args;
use crate::commands::spend::folders;
use crate::read_progress::ReadProgress;
use crate::{CliError, Context, Result, clock, display, style};

/// Where the work was read.
#[derive(Debug, Default)]
pub(super) struct WorkHistory {
    pub(super) records: Vec<WorkRecord>,
    /// Sessions that Fusebox watched.
    pub(super) watched: usize,
    /// Sessions that clients recorded, and Fusebox did not watch.
    pub(super) recorded: usize,
}

/// Reads the history that the arguments name.
pub(super) fn read(args: &Args, context: &Context) -> Result<WorkHistory> {
    let mut history = WorkHistory::default();
    if args.paths.is_empty() && context.home()?.state_dir.join(fusebox_store::FILE).exists() {
        history.records = finished_work(context.runtime(None)?.store(), clock::now())?;
    }
    let paths = match folders::to_read(&args.paths, context) {
        Ok(paths) => paths,
        Err(_) if !history.records.is_empty() => Vec::new(),
        Err(error) => return Err(error),
    };
    let known: BTreeSet<String> =
        history.records.iter().map(|record| record.session.to_string()).collect();
    let found = find_sessions(&paths);
    for unreadable in &found.unreadable {
        let mark = style::warning("not read:");
        context.inform(&format!("{mark} {}: {}", unreadable.path.display(), unreadable.reason));
    }
    history.watched = history.records.len();
    let progress =
        ReadProgress::of(found.sources.iter().map(|source| source.size).sum(), args.json);
    let policy = in_observe_mode(Policy::default());
    for source in &found.sources {
        for session in replay(source, &policy).sessions {
            if !known.contains(session.session.as_str()) {
                let client = session.client.unwrap_or_default();
                let task = TaskId::from(&session.session);
                let work = session.work;
                history.records.push(work.into_record(
                    session.session,
                    task,
                    &client,
                    clock::now(),
                ));
            }
        }
        progress.advance(source.size);
    }
    history.recorded = history.records.len() - history.watched;
    let since = args.since.and_then(|day| fusebox_spend::start_of_day(day, display::zone()));
    history.records.retain(|record| since.is_none_or(|since| record.last >= since));
    if history.records.is_empty() {
        return Err(CliError::failed("no session was found to learn from")
            .hint("`fusebox calibrate PATH…` reads recorded sessions wherever they are"));
    }
    Ok(history)
}
