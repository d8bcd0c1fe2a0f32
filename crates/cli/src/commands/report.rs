//! `fusebox report`.

use std::path::Path;

use clap::Subcommand;
use fusebox_clients::canonical;
use fusebox_engine::{AgentId, Event, EventKind, SessionId, TaskId};
use fusebox_hook::SOCKET_VARIABLE;
use fusebox_runtime::{PolicySet, query, task};
use fusebox_supervisor::verification::{self, VerificationEnd, VerificationRequest};

use crate::commands::task::policy_of;
use crate::commands::verifiers;
use crate::{CliError, Context, Result, clock};

/// Report the state of the work. An agent runs it, and may do so after a trip too.
///
/// The hook reads the command line itself, where the session is known, and this command only
/// acknowledges: run it as one simple command. A command that has no hooks and runs under
/// `fusebox run` is known by its environment.
#[derive(Debug, Subcommand)]
pub(crate) enum Args {
    /// The work is done.
    Complete {
        /// What was done.
        summary: String,
    },
    /// The work cannot continue.
    Blocked {
        /// What it waits for, for example an issue.
        #[arg(long, value_name = "WHAT")]
        on: Option<String>,
        /// What was tried, what was seen, what is needed.
        summary: String,
    },
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let (kind, text) = match args {
        Args::Complete { summary } => {
            verify_task(context)?;
            let length = summary.chars().count();
            let kind = EventKind::Complete { summary: Some(summary.clone()) };
            (kind, format!("Noted as complete ({length} characters)."))
        }
        Args::Blocked { on, summary } => {
            let length = summary.chars().count();
            let what = on.as_deref().map(|on| format!(" on {on}")).unwrap_or_default();
            let kind = EventKind::Blocked { on: on.clone(), summary: Some(summary.clone()) };
            (kind, format!("Noted as blocked{what} ({length} characters). Stop here."))
        }
    };
    record_for_run(kind, context)?;
    context.print(&text)
}

/// Verifies the task that the agent serves; an error says why it does not count as complete.
fn verify_task(context: &Context) -> Result<()> {
    let mut runtime = context.runtime(None)?;
    let of_environment = context.environment.setting("FUSEBOX_TASK");
    let named = match of_environment.and_then(|id| TaskId::parse(id).ok()) {
        Some(id) => task::find(runtime.store(), &id)?,
        None => task::of_folder(runtime.store(), &context.dir)?,
    };
    let Some(task) = named else { return Ok(()) };
    let view = query::task(runtime.store(), &task.id)?;
    let settings = policy_of::task(context, &runtime, &view)?.verification;
    let mut request = VerificationRequest::of(task.id.as_str(), Some(&task), &settings, None);
    if settings.mandatory {
        let folder = Path::new(&task.folder);
        request.mandatory_because =
            verifiers::risk("", Some(&task), task.estimate, folder, &runtime)?;
    }
    if settings.verifier.is_some() {
        request.preamble = Some(verifiers::preamble(&settings, context)?);
    }
    let dir = Path::new(&task.folder);
    let verification = match request.verify(dir, &[])? {
        VerificationEnd::NotAsked => return Ok(()),
        VerificationEnd::Interrupted(_) => {
            return Err(CliError::failed("not complete: the verification was interrupted"));
        }
        VerificationEnd::Ended(verification) => verification,
    };
    // Inside a confined run the store cannot be written; the run notes its own verification at its end.
    if context.environment.setting(SOCKET_VARIABLE).is_none() {
        let (store, now) = (runtime.store_mut(), clock::now());
        if let Err(error) = task::note_verification(store, &task.id, &verification, now) {
            context.note(&format!("the task does not show this verification: {error}"));
        }
    }
    match verification::refusal(&verification, true) {
        Some(refused) => Err(CliError::failed(format!("not complete: {refused}"))),
        None => context.say("The work passed its verification."),
    }
}

/// Records the report in the run that this process belongs to, unless its client has hooks.
fn record_for_run(kind: EventKind, context: &Context) -> Result<()> {
    let Some(run) = context.environment.setting("FUSEBOX_RUN") else { return Ok(()) };
    let Ok(session) = SessionId::parse(run) else { return Ok(()) };
    if let Some(socket) = context.environment.setting(SOCKET_VARIABLE) {
        let event = Event { session, id: None, at: None, agent: AgentId::main(), kind };
        let Some(line) = canonical::write_event(&event) else { return Ok(()) };
        let told = fusebox_hook::report(socket, &line);
        return told.map_err(|error| {
            CliError::failed(format!("the supervisor of this run does not answer: {error}"))
        });
    }
    let mut runtime = context.runtime(None)?;
    if query::run_of(runtime.store(), &session)?.is_none_or(|of| of.as_str() != run) {
        return Ok(());
    }
    let event = Event { session, id: None, at: None, agent: AgentId::main(), kind };
    runtime.decide(&PolicySet::default(), &event, clock::now())?;
    Ok(())
}
