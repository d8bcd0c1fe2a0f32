//! Runs the iterations of a loop one after the other, until there is a reason to end.

use std::fs::{self, File};

use fusebox_engine::{BreakerState, RunId, TaskId};
use fusebox_runtime::Runtime;
use fusebox_runtime::query::{self, LoopStatus};
use fusebox_supervisor::iterate::{CheckAnswer, IterationResult, Loop};
use fusebox_supervisor::run::{self, RunOutcome};
use fusebox_supervisor::{CommandSpec, EndReason, OutputTarget, Unattended};
use fusebox_text::digest;

use super::loop_args::LoopArgs;
use super::{iteration_text, loop_task};
use crate::commands::incidents;
use crate::commands::run::plan::{RunKind, RunPlan, parse_duration};
use crate::commands::run::prompt::{self, RunPrompt};
use crate::commands::run::{retries, run_result};
use crate::{CliError, Context, Result, clock, display, exit, style};

/// A running loop.
struct LoopDriver<'a> {
    args: &'a LoopArgs,
    context: &'a Context,
    runtime: Runtime,
    plan: RunPlan,
    iterations: Loop,
    /// A person's answer to a trip, which comes before the prompt of every iteration from now on.
    guidance: Option<String>,
    /// The iteration that tripped and is to be tried again.
    tripped: Option<RunOutcome>,
    /// How many retries have started.
    retries: u64,
}

pub(super) fn run(args: &LoopArgs, id: RunId, context: &Context) -> Result<u8> {
    context.keep_escalation_facts();
    let mut runtime = context.runtime(None)?;
    let duration = |flag, text: &Option<String>| {
        text.as_deref().map(|text| parse_duration(flag, text)).transpose()
    };
    let unattended = Unattended {
        time: duration("--timeout", &args.timeout)?,
        silence: duration("--idle-timeout", &args.idle_timeout)?,
        to: if args.json { OutputTarget::Stderr } else { OutputTarget::Stdout },
    };
    let kind = RunKind {
        id: id.clone(),
        own_task: &loop_task::folder_task_name(&context.dir),
        presets: &["budget", "loop"],
        unattended: Some(unattended),
    };
    let mut plan = RunPlan::make(&args.run, kind, context, &mut runtime)?;
    // A prompt that cannot be read ends the first iteration, which says why.
    let prompt = args.prompt.as_deref().and_then(|file| prompt::read_file(file).ok());
    plan.assess_risk(&args.run, prompt.as_deref(), context, &runtime)?;
    let _lock = lock_task(plan.task(), context)?;
    let inform = |text: &str| context.inform(text);
    let dir = context.dir.clone();
    let mut run_context = plan.context(&mut runtime, &inform);
    let iterations = Loop::start(id, plan.task(), dir, &mut run_context);
    let iterations = iterations?;
    let mut driver = LoopDriver {
        args,
        context,
        runtime,
        plan,
        iterations,
        guidance: None,
        tripped: None,
        retries: 0,
    };
    if driver.status()?.state != BreakerState::Open
        && let Some(code) =
            run_result::refuse_open_task(driver.plan.task(), &mut driver.runtime, context)?
    {
        return Ok(code);
    }
    let ended = driver.iterate_to_end();
    driver.end(ended)
}

impl LoopDriver<'_> {
    /// Runs iterations until there is a reason to end. Returns the exit code.
    fn iterate_to_end(&mut self) -> Result<u8> {
        loop {
            if let Some(code) = self.check_before()? {
                return Ok(code);
            }
            let turn = self.iterate()?;
            if let Some(code) = self.check_after(turn)? {
                return Ok(code);
            }
        }
    }

    /// Leaves a trip whose retry has not started to a person.
    fn end(&mut self, ended: Result<u8>) -> Result<u8> {
        let Some(mut tripped) = self.tripped.take() else { return ended };
        let Err(error) = ended else {
            run::give_up_retry(&mut tripped, &mut self.runtime)?;
            return ended;
        };
        retries::give_up(&mut tripped, error, &mut self.runtime, self.context)?;
        self.print_open(&self.status()?)
    }

    /// The exit code, if no further iteration may start.
    fn check_before(&mut self) -> Result<Option<u8>> {
        let inform = |text: &str| self.context.inform(text);
        self.iterations.wait_for_pause(&self.plan.context(&mut self.runtime, &inform))?;
        if self.iterations.is_interrupted() {
            return Ok(Some(exit::INTERRUPTED));
        }
        if let Some(until) = &self.args.until {
            match self.iterations.check(until, self.plan.confining())? {
                CheckAnswer::Yes => {
                    let until = display::one_line(until, 200);
                    self.context.inform(&format!("fusebox: done: `{until}` succeeds"));
                    if let Some(tripped) = self.tripped.take() {
                        run::drop_retry(tripped, &mut self.runtime)?;
                    }
                    return Ok(Some(exit::OK));
                }
                CheckAnswer::Interrupted => return Ok(Some(exit::INTERRUPTED)),
                CheckAnswer::NotFound => {
                    return Err(CliError::usage(format!("--until: `{until}` is not found")));
                }
                CheckAnswer::No => {}
            }
        }
        let status = self.status()?;
        if !status.allow_continue && self.tripped.is_none() {
            return self.print_open(&status).map(Some);
        }
        match self.args.max {
            Some(max) if status.iterations_since_reset >= max => {
                let task = display::shell_word(self.plan.task().as_str());
                self.context.inform(&format!(
                    "fusebox: --max {max} is reached; `fusebox loop reset {task}` starts the count \
                     again"
                ));
                Ok(Some(exit::BUDGET))
            }
            Some(_) | None => Ok(None),
        }
    }

    /// Runs one iteration.
    fn iterate(&mut self) -> Result<IterationResult> {
        let answer = prompt::unused_answer(&self.runtime, self.plan.task())?;
        self.guidance = answer.or_else(|| self.guidance.take());
        let prompt = prompt::read_file(self.args.prompt.as_deref().unwrap_or_default())?;
        let prompt = prompt::with_answer(self.guidance.as_deref(), prompt);
        let number = self.status()?.iterations + 1;
        let run = self.iterations.run_id(number)?;
        let spec = self.to_spec(run, prompt)?;
        let (test, inform) = (self.args.test.as_deref(), |text: &str| self.context.inform(text));
        let mut context = self.plan.context(&mut self.runtime, &inform);
        let turn = self.iterations.iterate(&spec, test, &mut context)?;
        self.retries = spec.retries.unwrap_or_default();
        self.tripped = None;
        Ok(turn)
    }

    /// The specification of the next iteration. After a trip, its analysis stands before the prompt.
    fn to_spec(&self, run: RunId, prompt: RunPrompt) -> Result<CommandSpec> {
        let order = Some(prompt.text.clone());
        let Some(retry) = self.tripped.as_ref().and_then(|tripped| tripped.retry.as_ref()) else {
            let spec = self.plan.to_spec(run, Some(prompt))?;
            return Ok(CommandSpec { retries: Some(self.retries), order, ..spec });
        };
        let prompt = RunPrompt { text: retry.prompt(&prompt.text), ..prompt };
        let spec = retries::as_retry(self.plan.to_spec(run, Some(prompt))?, retry);
        Ok(CommandSpec { order, ..spec })
    }

    /// Prints the result of an iteration. Returns the exit code, if it was the last.
    fn check_after(&mut self, turn: IterationResult) -> Result<Option<u8>> {
        run_result::print_leftovers(&turn.outcome.finished, self.context);
        let status = self.status()?;
        if self.args.json {
            self.context.print(&iteration_text::json_line(&turn, &status)?)?;
        } else {
            self.context.inform(&iteration_text::text(&turn, &status, self.args.max));
        }
        let authority = self.context.run_authority(turn.outcome.record.incident.as_ref());
        self.context.drain_effects(&mut self.runtime, &authority)?;
        match &turn.outcome.finished.why {
            EndReason::Interrupted(_) => Ok(Some(exit::INTERRUPTED)),
            EndReason::WatchdogLost => Err(CliError::failed("the watchdog was killed")),
            EndReason::Exited | EndReason::TimedOut | EndReason::Silent | EndReason::Tripped(_)
                if turn.outcome.retry.is_some() =>
            {
                let retry = turn.outcome.retry.as_ref();
                retry.iter().for_each(|retry| self.context.inform(&retries::announcement(retry)));
                self.tripped = Some(turn.outcome);
                Ok(None)
            }
            EndReason::Tripped(tripped) => {
                let (task, runtime) = (self.plan.task(), &self.runtime);
                run_result::print_trip(tripped, task, runtime, self.context).map(Some)
            }
            EndReason::Exited | EndReason::TimedOut | EndReason::Silent
                if !status.allow_continue =>
            {
                self.print_open(&status).map(Some)
            }
            EndReason::Exited | EndReason::TimedOut | EndReason::Silent => Ok(None),
        }
    }

    /// Prints why the loop is open and what a person can do. Returns the exit code.
    fn print_open(&self, status: &LoopStatus) -> Result<u8> {
        let (context, runtime, task) = (self.context, &self.runtime, self.plan.task());
        let incident = status.incident.as_deref().map(|id| incidents::by_id(runtime, id));
        if let Some(incident) = incident.transpose()?.flatten() {
            return run_result::print_circuit_open(&incident, task, runtime, context);
        }
        let reason = status.reason.as_deref().unwrap_or("the loop is open");
        context.inform(&format!("{}: {reason}", style::error("circuit_open")));
        let task = display::shell_word(task.as_str());
        context.inform(&format!("next: fusebox loop reset {task}"));
        Ok(exit::TRIPPED)
    }

    fn status(&self) -> Result<LoopStatus> {
        let (store, task) = (self.runtime.store(), self.plan.task());
        Ok(query::loop_status(store, &self.plan.policies, task, clock::now())?)
    }
}

/// Locks the task: two loops on one task would count each other's changes. The system unlocks the
/// file when it is closed or this process ends.
fn lock_task(task: &TaskId, context: &Context) -> Result<File> {
    let name = format!("{:016x}.lock", digest::of_text(task.as_str()));
    let (_, file) = context.private_file("loops", &name, false)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => {
            Err(CliError::failed(format!("a loop of task {task} runs already"))
                .hint("`fusebox loop status` shows it; --task names another"))
        }
        Err(fs::TryLockError::Error(error)) => Err(error.into()),
    }
}
