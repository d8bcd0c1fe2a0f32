//! The prompt that the retries of a run repeat, where it is known.

use std::io::{IsTerminal, Read};

use fusebox_engine::RunId;
use fusebox_supervisor::{CommandSpec, GuidedRetry, is_attended};

use rustix::event::{self, PollFd, PollFlags, Timespec};

use super::plan::RunPlan;
use super::prompt::{self, PROMPT_BYTES, RunPrompt};
use crate::{CliError, Result, display};

/// How long the first byte of a piped prompt may take, in seconds; Claude Code waits as long.
const STDIN_WAIT_S: i64 = 3;
/// Why a trip is not tried again that another command's would be.
pub(super) const NO_PROMPT: &str =
    "fusebox: not tried again: its prompt is not known; give it with --prompt";

/// The prompt of a run, and the command without it.
pub(super) struct RepeatedPrompt {
    text: String,
    is_introduced: bool,
    command: Vec<String>,
}

/// The first specification of a run. Where the policy allows retries, nobody attends and the prompt is found,
/// it can be tried again with the prompt that is returned beside it.
pub(super) fn first_spec(
    plan: &RunPlan,
    run: RunId,
    given: Option<RunPrompt>,
) -> Result<(CommandSpec, Option<RepeatedPrompt>)> {
    let command = plan.command().to_vec();
    let is_attended = is_attended() && plan.agent().wants_person(&command);
    if plan.retries() == 0 || is_attended {
        return Ok((plan.to_spec(run, given)?, None));
    }
    let (spec, repeated) = match given {
        Some(RunPrompt { text, is_introduced }) => {
            let repeated = RepeatedPrompt { text: text.clone(), is_introduced, command };
            (plan.to_spec(run, Some(RunPrompt { text, is_introduced }))?, Some(repeated))
        }
        None => without_flag(plan, run, command)?,
    };
    let retries = repeated.is_some().then_some(0);
    Ok((CommandSpec { retries, ..spec }, repeated))
}

/// Looks for the prompt in the command, and in what is piped to an agent that holds none.
fn without_flag(
    plan: &RunPlan,
    run: RunId,
    command: Vec<String>,
) -> Result<(CommandSpec, Option<RepeatedPrompt>)> {
    let spec = plan.to_spec(run, None)?;
    if let Some((command, text)) = plan.agent().split_prompt(&command) {
        return Ok((spec, Some(RepeatedPrompt { text, is_introduced: false, command })));
    }
    if !plan.agent().reads_stdin(&command) || !is_piped()? {
        return Ok((spec, None));
    }
    let mut text = String::new();
    let read = std::io::stdin().take(PROMPT_BYTES + 1).read_to_string(&mut text);
    let failed = |why: String| CliError::usage(format!("the prompt on standard input: {why}"));
    read.map_err(|error| failed(error.to_string()))?;
    if text.len() as u64 > PROMPT_BYTES {
        return Err(failed(prompt::TOO_LONG.to_owned()));
    }
    let spec = CommandSpec { input: Some(text.clone()), ..spec };
    let is_empty = text.trim().is_empty();
    let repeated = RepeatedPrompt { text, is_introduced: false, command };
    Ok((spec, (!is_empty).then_some(repeated)))
}

/// Whether something is piped to us. Who starts us may hold a pipe open into which nothing ever comes.
fn is_piped() -> Result<bool> {
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        return Ok(false);
    }
    let mut waited = [PollFd::new(&stdin, PollFlags::IN)];
    let limit = Timespec { tv_sec: STDIN_WAIT_S, tv_nsec: 0 };
    Ok(event::poll(&mut waited, Some(&limit)).map_err(std::io::Error::from)? > 0)
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
        let text = retry.prompt(&self.text);
        let prompt = RunPrompt { text, is_introduced: self.is_introduced };
        let spec = plan.to_spec_of(run, &self.command, Some(prompt))?;
        Ok(CommandSpec { retries: Some(retry.number), ..spec })
    }
}

/// What a person reads before a retry.
pub(super) fn announcement(retry: &GuidedRetry) -> String {
    let GuidedRetry { number, of, incident, .. } = retry;
    let reason = display::one_line(&incident.reason(), 300);
    let id = display::short_id(incident.id.as_str());
    format!(
        "fusebox: tripped: {reason}\nfusebox: retry {number} of {of} begins in a fresh session, with the \
         analysis of the trip (fusebox show {id})"
    )
}
