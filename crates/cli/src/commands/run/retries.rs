//! The prompt that the retries of a run repeat, where it is known.

use std::io::Read;
use std::time::Duration;

use fusebox_engine::RunId;
use fusebox_runtime::Runtime;
use fusebox_supervisor::run::{self, RunOutcome};
use fusebox_supervisor::{CommandSpec, GuidedRetry};
use rustix::fs::FileType;

use super::plan::RunPlan;
use super::prompt::{PROMPT_BYTES, RunPrompt};
use crate::{CliError, Context, Result, display, piped_input};

/// How long the first byte of a piped prompt may take; Claude Code waits as long.
const STDIN_WAIT: Duration = Duration::from_secs(3);
/// Why a trip is not tried again that another command's would be.
pub(super) const NO_PROMPT: &str = "fusebox: not tried again: its prompt is not known, or more was piped to it; give all of it with --prompt";

/// The prompt of a run, and the command without it.
pub(super) struct RepeatedPrompt {
    prompt: RunPrompt,
    command: Vec<String>,
}

/// The first specification of a run. Where the policy allows retries, nobody attends and the whole order is
/// known, it can be tried again with the prompt that is returned beside it.
pub(super) fn first_spec(
    plan: &RunPlan,
    run: RunId,
    given: Option<RunPrompt>,
) -> Result<(CommandSpec, Option<RepeatedPrompt>)> {
    let command = plan.command().to_vec();
    if plan.retries() == 0 || plan.is_attended() {
        return Ok((plan.to_spec(run, given)?, None));
    }
    let repeats = |text, command| {
        let prompt = RunPrompt { text, is_introduced: false };
        RepeatedPrompt { prompt, command }
    };
    let mut repeated = match &given {
        Some(prompt) => Some(RepeatedPrompt { prompt: prompt.clone(), command: command.clone() }),
        None => plan.agent().split_prompt(&command).map(|(command, text)| repeats(text, command)),
    };
    let mut spec = plan.to_spec(run, given)?;
    if repeated.is_none() && plan.agent().reads_stdin(&command) && is_piped()? {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes)?;
        repeated = prompt_of(&bytes).map(|text| repeats(text, command));
        spec.input = Some(bytes);
    } else if spec.input.is_none() && may_hold_more()? {
        // A retry would lack what the first attempt has read.
        repeated = None;
    }
    spec.retries = repeated.is_some().then_some(0);
    spec.order = repeated.as_ref().map(|repeated| repeated.prompt.text.clone());
    Ok((spec, repeated))
}

/// What was piped, where it can be a prompt.
fn prompt_of(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    let is_prompt = !text.trim().is_empty() && text.len() as u64 <= PROMPT_BYTES;
    is_prompt.then(|| text.to_owned())
}

/// Whether something is piped to us. Who starts us may hold a pipe open into which nothing ever comes.
fn is_piped() -> Result<bool> {
    if !may_hold_more()? {
        return Ok(false);
    }
    Ok(piped_input::is_ready_within(STDIN_WAIT)?)
}

/// Whether our standard input is a pipe or a file, which the command inherits and reads once.
fn may_hold_more() -> Result<bool> {
    let stat = rustix::fs::fstat(std::io::stdin()).map_err(std::io::Error::from)?;
    let kind = FileType::from_raw_mode(stat.st_mode);
    Ok(matches!(kind, FileType::Fifo | FileType::Socket | FileType::RegularFile))
}

impl RepeatedPrompt {
    /// The specification of a retry: a fresh session, with the analysis before the prompt.
    pub(super) fn retry(
        &self,
        first: &RunId,
        retry: &GuidedRetry,
        plan: &RunPlan,
    ) -> Result<CommandSpec> {
        let run = RunId::parse(format!("{first}-{}", retry.number + 1));
        let run = run.map_err(|error| CliError::failed(error.to_string()))?;
        let text = retry.prompt(&self.prompt.text);
        let prompt = RunPrompt { text, ..self.prompt };
        let spec = plan.to_spec_of(run, &self.command, Some(prompt))?;
        let order = Some(self.prompt.text.clone());
        Ok(CommandSpec { order, ..as_retry(spec, retry) })
    }
}

/// The specification of a retry, from that of its command.
pub(crate) fn as_retry(spec: CommandSpec, retry: &GuidedRetry) -> CommandSpec {
    let retried_incident = Some(retry.incident.clone());
    CommandSpec { retries: Some(retry.number), retried_incident, ..spec }
}

/// What a person reads before a retry.
pub(crate) fn announcement(retry: &GuidedRetry) -> String {
    let GuidedRetry { number, of, incident, .. } = retry;
    let reason = display::one_line(&incident.reason(), 300);
    let id = display::short_id(incident.id.as_str());
    format!(
        "fusebox: tripped: {reason}\nfusebox: retry {number} of {of} begins in a fresh session, with the \
         analysis of the trip (fusebox show {id})"
    )
}

/// Leaves the trip to a person where its retry could not start; another error is the caller's.
pub(crate) fn give_up(
    outcome: &mut RunOutcome,
    error: CliError,
    runtime: &mut Runtime,
    context: &Context,
) -> Result<()> {
    if !run::give_up_retry(outcome, runtime)? {
        return Err(error);
    }
    context.inform(&format!("fusebox: the retry could not start: {error}"));
    Ok(())
}
