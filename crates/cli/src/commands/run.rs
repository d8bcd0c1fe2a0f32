//! `fusebox run`.

pub(super) mod confinement;
mod dry_run;
mod hooks;
pub(super) mod plan;
mod post_connections;
mod post_server;
mod posted_hooks;
mod posted_request;
pub(super) mod prompt;
mod protected_settings;
mod reconcile_timer;
pub(super) mod retries;
pub(super) mod run_result;
pub(super) mod watchdog;

use fusebox_effects::AnswerAuthority;
use fusebox_engine::{IncidentId, RunId, TaskId};
use fusebox_runtime::{Runtime, query};
use fusebox_supervisor::escalation::{self, EscalationEnd};
use fusebox_supervisor::run::RunOutcome;

use self::plan::{RunArgs, RunKind, RunPlan};
use crate::commands::inbox;
use crate::{CliError, Context, Result, client_settings, exit, policy};

const EXAMPLES: &str = "\
Examples:
  fusebox run -- claude -p \"fix the failing tests\"
  fusebox run --task 42 --prompt PLAN.md -- claude -p
  fusebox run --agent codex --prompt \"add tests\" -- codex exec
  fusebox run --dry-run -- claude -p \"fix the failing tests\"
  fusebox run --role bug-fix -- ./agent.sh

The prompt goes where the client takes it, else to the command's standard input.
Exit codes: 0 completed, 1 failed, 2 usage or configuration, 3 tripped, 4 a budget was used up, \
130 interrupted. The command's own code is in `fusebox runs`.";

/// Run an agent's command unattended, under time limits; a trip ends it.
///
/// The budgets of preset `budget` apply in addition to the configuration. The command and everything
/// that it starts belong to the run; processes that are left at its end are ended. An agent that
/// trips has `limits.wrap_up` (60 s) to report its progress.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// What the agent is asked to do: a file that exists, or the text itself.
    #[arg(long, value_name = "FILE|TEXT")]
    prompt: Option<String>,
    /// After a trip that was escalated: wait until a person ends it, and start a fresh session of the task.
    #[arg(long, requires = "prompt")]
    watch_escalations: bool,
    /// Start nothing; print the prompt that a retry after the last trip would have.
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    run: RunArgs,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8> {
    if args.dry_run {
        return dry_run::print(&args.run, args.prompt.as_deref(), context).map(|()| exit::OK);
    }
    match &args.run.supervised {
        Some(run) => supervise(args, watchdog::parse_run_id(run)?, context),
        None => watchdog::start('r', context),
    }
}

fn supervise(args: &Args, run: RunId, context: &Context) -> Result<u8> {
    context.keep_escalation_facts();
    client_settings::warn_around(context, || {
        let mut end = supervise_run(args, run.clone(), run.as_str(), context)?;
        for number in 2_u64.. {
            if !(args.watch_escalations && waits_until_freed(&end, context)?) {
                break;
            }
            context.inform("fusebox: a person ended the escalation; a fresh session begins");
            let next = RunId::parse(format!("{run}-w{number}"));
            let next = next.map_err(|error| CliError::failed(error.to_string()))?;
            end = supervise_run(args, next, run.as_str(), context)?;
        }
        Ok(end.code)
    })
}

/// How a run ended.
struct RunEnd {
    code: u8,
    /// The task, and the incident of it that waits for a person.
    escalated: Option<(TaskId, IncidentId)>,
}

/// Waits until a person ends the escalation of a run, if it has one. Says whether the task goes on.
fn waits_until_freed(end: &RunEnd, context: &Context) -> Result<bool> {
    let Some((task, incident)) = &end.escalated else { return Ok(false) };
    let mut runtime = context.runtime(None)?;
    let cause = query::find_incident(runtime.store(), incident)?.map(|it| it.cause);
    let allow = cause.and_then(|cause| cause.allow_command());
    let answer = allow.unwrap_or_else(|| format!("fusebox reset {incident}"));
    context.inform(&format!("fusebox: waits for a person: {answer}"));
    let every = context.escalation_settings().unwrap_or_default().inbox.every;
    let authority = context.run_authority(Some(incident));
    if authority == AnswerAuthority::NoTrip {
        context.inform("fusebox: an agent started this run; answers from elsewhere are left to `fusebox reconcile`");
    }
    let mut said = None;
    let exchange = |runtime: &mut Runtime| {
        if let Err(error) = context.drain_effects(runtime, &authority) {
            context.inform(&format!("fusebox: {error}"));
        }
        inbox::read_while_waiting(runtime, &authority, &mut said, context);
        Ok(())
    };
    let ended = escalation::wait_for_person(incident, task, &mut runtime, every, exchange)?;
    Ok(ended == EscalationEnd::Freed)
}

fn supervise_run(args: &Args, run: RunId, own_task: &str, context: &Context) -> Result<RunEnd> {
    policy::warn_of_withheld(context);
    let mut runtime = context.runtime(None)?;
    let id = run.clone();
    let kind = RunKind { id, own_task, presets: &["budget"], unattended: None };
    let mut plan = RunPlan::make(&args.run, kind, context, &mut runtime)?;
    let prompt = prompt::read(args.prompt.as_deref(), context, &runtime, plan.task())?;
    let text = prompt.as_ref().map(|prompt| prompt.text.as_str());
    plan.assess_risk(&args.run, text, context, &runtime)?;
    let (spec, repeated) = retries::first_spec(&plan, run.clone(), prompt)?;
    if let Some(code) = run_result::refuse_open_task(&spec.task, &mut runtime, context)? {
        return Ok(RunEnd { code, escalated: None });
    }
    let inform = |text: &str| context.inform(text);
    let mut spec = spec;
    let mut outcome =
        fusebox_supervisor::run::run(&spec, &mut plan.context(&mut runtime, &inform))?;
    while let (Some(retry), Some(repeated)) = (&mut outcome.retry, &repeated) {
        run_result::print_leftovers(&outcome.finished, context);
        context.inform(&retries::announcement(retry));
        let authority = context.run_authority(outcome.record.incident.as_ref());
        context.drain_effects(&mut runtime, &authority)?;
        let mut run_context = plan.context(&mut runtime, &inform);
        let prepared = retry.prepare_files(&spec, &mut run_context).map_err(CliError::from);
        let next = prepared.and_then(|()| {
            spec = repeated.retry(&run, retry, &plan)?;
            Ok(fusebox_supervisor::run::run(&spec, &mut run_context)?)
        });
        match next {
            Ok(next) => outcome = next,
            Err(error) => {
                retries::give_up(&mut outcome, error, &mut runtime, context)?;
                return end_of(&outcome, &mut runtime, context);
            }
        }
    }
    if repeated.is_none() && plan.would_retry(&outcome.finished) {
        context.inform(retries::NO_PROMPT);
    }
    end_of(&outcome, &mut runtime, context)
}

/// Prints the result of a run.
fn end_of(outcome: &RunOutcome, runtime: &mut Runtime, context: &Context) -> Result<RunEnd> {
    let code = run_result::print(outcome, runtime, context)?;
    let RunOutcome { record, .. } = outcome;
    let incident = record.incident.clone().filter(|_| record.escalated);
    Ok(RunEnd { code, escalated: incident.map(|incident| (record.task.clone(), incident)) })
}
