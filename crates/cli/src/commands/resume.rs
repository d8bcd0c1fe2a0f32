//! `fusebox resume`.

use std::collections::BTreeSet;

use fusebox_engine::{BreakerState, SessionId};
use fusebox_runtime::{Runtime, process};

use crate::commands::{incidents, order};
use crate::{CliError, Context, Result, clock, display, person, task_choice};

/// Let paused agents go on where they were.
///
/// Only a person may do this, in a terminal outside the agent.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The session, incident or task (the beginning of an id is enough); every one without it.
    #[arg(value_name = "SESSION")]
    target: Option<String>,
    /// Every session, as without SESSION.
    #[arg(long, conflicts_with = "target")]
    all: bool,
    /// Read an operator's token from standard input, in place of a person at a terminal.
    #[arg(long)]
    operator: bool,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let mut runtime = context.runtime(None)?;
    let sessions: Option<Vec<SessionId>> =
        args.target.as_deref().map(|target| order::sessions_named(&runtime, target)).transpose()?;
    person::require_or_operator(context, &runtime, args.operator)?;
    let ended = runtime.change_pauses(clock::now(), |pauses| match &sessions {
        None => {
            let ended = usize::from(pauses.all.is_some()) + pauses.sessions.len();
            *pauses = fusebox_runtime::pause::Pauses::default();
            (ended, false)
        }
        Some(sessions) => {
            let known = pauses.sessions.len();
            pauses.sessions.retain(|session, _| !sessions.contains(session));
            (known - pauses.sessions.len(), pauses.all.is_some())
        }
    })?;
    match (ended, args.target.as_deref()) {
        ((_, true), _) => Err(CliError::failed("every agent on this machine is paused")
            .hint("`fusebox resume` lets all of them go on")),
        ((0, false), None) => {
            context.inform("Nothing is paused.");
            Ok(())
        }
        ((0, false), Some(target)) => {
            Err(CliError::failed(format!("{} is not paused", display::one_line(target, 100)))
                .hint("`fusebox status` shows what is"))
        }
        ((_, false), _) => {
            context.say(
                "Resumed. An agent whose turn ended goes on with your next prompt; others go on now.",
            )?;
            inform_of_open(&runtime, sessions.as_deref(), context)
        }
    }
}

/// Names the sessions that a trip stops nevertheless: the resumed ones, or every one whose client runs.
fn inform_of_open(
    runtime: &Runtime,
    resumed: Option<&[SessionId]>,
    context: &Context,
) -> Result<()> {
    let running: Vec<SessionId> = match resumed {
        Some(resumed) => resumed.to_vec(),
        None => {
            let all = runtime.store().read().processes()?.into_iter();
            all.filter(|row| process::is_running(row.pid, row.started))
                .map(|row| row.session)
                .collect()
        }
    };
    for id in running.iter().collect::<BTreeSet<_>>() {
        let Some(view) = task_choice::session(runtime, id)? else { continue };
        let Some(reason) = view.reason.filter(|_| view.state == BreakerState::Open) else {
            continue;
        };
        let incident =
            view.incident.map(|id| incidents::by_id(runtime, &id)).transpose()?.flatten();
        let allow = incident.and_then(|incident| incident.cause.allow_command());
        let answer = allow.unwrap_or_else(|| {
            format!("fusebox reset {} --guidance \"…\"", display::shell_word(id.as_str()))
        });
        let reason = display::one_line(reason.trim_end_matches('.'), 300);
        context.inform(&format!("{id} is still stopped by a trip: {reason}. Next: {answer}"));
    }
    Ok(())
}
