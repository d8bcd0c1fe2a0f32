//! `fusebox reset`.

use fusebox_engine::event::ControlOrder;
use fusebox_runtime::person_order::GUIDANCE_BYTES;
use fusebox_runtime::query;

use crate::commands::{incidents, order, rollback, show};
use crate::person::PersonArgs;
use crate::{CliError, Context, Result, task_choice};

const EXAMPLES: &str = "\
Examples:
  fusebox reset 9f3c2a10 --guidance \"the fixture is stale: make fixtures\"
  fusebox reset 9f3c2a10 --guidance-from-analysis
  fusebox reset 42 --test cart::total --guidance \"round half to even\"
  fusebox reset 42 --rollback --guidance \"start again from the parser\"";

/// Close an open breaker, with or without guidance for the agent.
///
/// With guidance, the agent is told at its next step and the breaker is half-open: the same loop
/// trips sooner. The counts of attempts start again: with --test those of the test and the slice,
/// else all. Only a person may do this, in a terminal outside the agent.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// The session, incident or task (the beginning of an id is enough).
    #[arg(value_name = "ID")]
    target: String,
    /// What the agent is told when it continues.
    #[arg(long, value_name = "TEXT")]
    guidance: Option<String>,
    /// Tell the agent the analysis of the trip, as `fusebox show` has it.
    #[arg(long, conflicts_with = "guidance")]
    guidance_from_analysis: bool,
    /// The test that it is about: its name, or the end of it.
    #[arg(long, value_name = "TEST")]
    test: Option<String>,
    /// Go back to the checkpoint first; shows what would change.
    #[arg(long)]
    rollback: bool,
    #[command(flatten)]
    person: PersonArgs,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let from_analysis = match args.guidance_from_analysis {
        true => Some(analysis_of(&args.target, context)?),
        false => None,
    };
    let guidance = args.guidance.as_deref().or(from_analysis.as_deref());
    let guidance = guidance.map(str::trim).filter(|text| !text.is_empty());
    if guidance.is_some_and(|text| text.len() > GUIDANCE_BYTES) {
        let text = format!("--guidance: at most {GUIDANCE_BYTES} bytes reach the agent");
        return Err(
            CliError::usage(text).hint("write it to a file and name the file in the guidance")
        );
    }
    let test = match args.test.as_deref().map(str::trim) {
        Some("") => return Err(CliError::usage("--test: the name of a test is missing")),
        test => test.map(str::to_owned),
    };
    let note = test.as_deref().map(|test| unknown_test_note(context, &args.target, test));
    let note = note.transpose()?.flatten();
    let question = format!("Close the breaker of {}?", args.target);
    let mut person = args.person;
    if args.rollback {
        // The breaker stays open where the rollback fails.
        let both = format!("Roll back, and close the breaker of {}?", args.target);
        rollback::to_checkpoint(context, &args.target, person, &both)?;
        person.yes = true;
    }
    for line in close(context, &args.target, guidance, test, person, &question)? {
        context.say(&line)?;
    }
    if let Some(note) = note {
        context.note(&note);
    }
    Ok(())
}

/// Closes the breakers of `target`, or makes them half-open with `guidance`, once a person agrees. Returns a line for
/// each session.
pub(super) fn close(
    context: &Context,
    target: &str,
    guidance: Option<&str>,
    test: Option<String>,
    person: PersonArgs,
    question: &str,
) -> Result<Vec<String>> {
    let control = ControlOrder::Reset { guidance: guidance.map(str::to_owned), test };
    let sessions = order::confirm_and_send(context, target, &control, person, question)?;
    let line = |session| match guidance {
        Some(_) => {
            format!("{session}: the agent is told at its next step; its breaker is half-open.")
        }
        None => format!("{session}: closed."),
    };
    Ok(sessions.into_iter().map(line).collect())
}

/// What the analysis of the trip says to the agent.
fn analysis_of(target: &str, context: &Context) -> Result<String> {
    let runtime = context.runtime(None)?;
    let incident = incidents::open_of(&runtime, target)?;
    let report = show::incident_report(&runtime, &incident)?;
    let analysis = report.analysis.ok_or_else(|| {
        CliError::failed(format!("incident {} has no analysis", incident.id))
            .hint("--guidance \"…\" tells the agent your own words")
    })?;
    Ok(analysis.guidance(GUIDANCE_BYTES))
}

/// A note where no test of that name is counted. The counts of the slice restart nevertheless.
fn unknown_test_note(context: &Context, target: &str, test: &str) -> Result<Option<String>> {
    let runtime = context.runtime(None)?;
    let chosen = task_choice::find_named(&runtime, target)?;
    let view = query::task(runtime.store(), &chosen.task)?;
    if !task_choice::tests_named(&view, test).is_empty() {
        return Ok(None);
    }
    let failing = task_choice::failing_tests(&view);
    let failing = failing.map(|names| format!("; failing now: {names}")).unwrap_or_default();
    Ok(Some(format!("no counted test is called `{test}`: only the slice starts again{failing}")))
}
