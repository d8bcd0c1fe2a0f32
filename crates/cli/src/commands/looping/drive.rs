//! The loop itself: one iteration after the other, until there is a reason to end.

use std::fs::{self, File};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};

use fusebox_engine::{BreakerState, RunId, TaskId};
use fusebox_runtime::Runtime;
use fusebox_runtime::query::{self, LoopStatus};
use fusebox_supervisor::iterate::{Answer, Loop, Turn};
use fusebox_supervisor::{Output, Unattended, Why};
use fusebox_text::digest;

use super::super::run::{code, outcome, plan};
use super::super::task::choice;
use super::{Start, its_task, turn};
use crate::context::Context;
use crate::error::CliError;
use crate::{display, style};

/// A loop that goes on, with all that it needs.
struct Driver<'a> {
    start: &'a Start,
    context: &'a Context,
    runtime: Runtime,
    plan: plan::Plan,
    looped: Loop,
    /// A person's answer to a trip, for every iteration from now on.
    guidance: Option<String>,
}

pub(super) fn run(start: &Start, id: RunId, context: &Context) -> Result<u8, CliError> {
    let mut runtime = context.runtime(None)?;
    let length = |name, given: &Option<String>| {
        given.as_deref().map(|given| plan::length(name, given)).transpose()
    };
    let unattended = Unattended {
        time: length("--timeout", &start.timeout)?,
        silence: length("--idle-timeout", &start.idle_timeout)?,
        to: if start.json { Output::Stderr } else { Output::Stdout },
    };
    let own_task = its_task::of_folder(&context.dir);
    let kind = plan::Kind {
        own_task: &own_task,
        presets: &["budget", "loop"],
        unattended: Some(unattended),
    };
    let plan = plan::make(&start.wanted, &kind, context, &mut runtime)?;
    let _alone = alone(&plan.task, context)?;
    let tell = |text: &str| context.inform(text);
    let dir = context.dir.clone();
    let looped = Loop::begin(id, &plan.task, dir, &mut runtime, &plan.policies, &tell);
    let looped = looped.map_err(outcome::error)?;
    let mut driver = Driver { start, context, runtime, plan, looped, guidance: None };
    if driver.status()?.state != BreakerState::Open
        && let Some(code) = outcome::refused(&driver.plan.task, &driver.runtime, context)?
    {
        return Ok(code);
    }
    loop {
        if let Some(code) = driver.over()? {
            return Ok(code);
        }
        let turn = driver.turn()?;
        if let Some(code) = driver.ended(&turn)? {
            return Ok(code);
        }
    }
}

impl Driver<'_> {
    /// Whether no iteration may begin, and the exit code.
    fn over(&mut self) -> Result<Option<u8>, CliError> {
        if self.looped.is_interrupted() {
            return Ok(Some(code::INTERRUPTED));
        }
        if let Some(until) = &self.start.until {
            match self.looped.ask(until).map_err(outcome::error)? {
                Answer::Yes => {
                    let done =
                        format!("fusebox: done: `{}` succeeds", display::one_line(until, 200));
                    self.context.inform(&done);
                    return Ok(Some(code::OK));
                }
                Answer::Interrupted => return Ok(Some(code::INTERRUPTED)),
                Answer::NotFound => {
                    return Err(CliError::usage(format!("--until: `{until}` is not found")));
                }
                Answer::No => {}
            }
        }
        let status = self.status()?;
        if !status.allow_continue {
            return self.open(&status).map(Some);
        }
        match self.start.max {
            Some(max) if status.iterations_since_reset >= max => {
                self.context.inform(&format!(
                    "fusebox: --max {max} is reached; `fusebox loop reset {}` begins to count again",
                    choice::typed(self.plan.task.as_str())
                ));
                Ok(Some(code::BUDGET))
            }
            Some(_) | None => Ok(None),
        }
    }

    /// One iteration.
    fn turn(&mut self) -> Result<Turn, CliError> {
        let words = plan::answer(&self.runtime, &self.plan.task)?.or_else(|| self.guidance.take());
        let prompt = plan::file(self.start.prompt.as_deref().unwrap_or_default())?;
        let prompt = plan::with_answer(words.as_deref(), prompt);
        self.guidance = words;
        let number = self.status()?.iterations + 1;
        let run = self.looped.run_id(number).map_err(outcome::error)?;
        let spec = self.plan.spec(run, Some(prompt), self.context)?;
        let (test, tell) = (self.start.test.as_deref(), |text: &str| self.context.inform(text));
        let turned = self.looped.turn(&spec, test, &mut self.runtime, &self.plan.policies, &tell);
        turned.map_err(outcome::error)
    }

    /// Says what came of an iteration; the exit code, if it was the last.
    fn ended(&mut self, turn: &Turn) -> Result<Option<u8>, CliError> {
        outcome::beside(&turn.outcome.finished, self.context);
        let status = self.status()?;
        if self.start.json {
            self.context.print(&turn::json(turn, &status)?)?;
        } else {
            self.context.inform(&turn::line(turn, &status, self.start.max));
        }
        let path = self.context.variables.path.as_deref().unwrap_or_default();
        fusebox_effects::drain_outbox(&mut self.runtime, path, self.context.now())?;
        match &turn.outcome.finished.why {
            Why::Interrupted(_) => Ok(Some(code::INTERRUPTED)),
            Why::GuardLost => Err(CliError::failed("the watchdog was killed")),
            Why::Tripped(tripped) => {
                let task = self.plan.task.as_str();
                outcome::circuit_open(&tripped.incident, task, &self.runtime, self.context)?;
                let budget = tripped.rule().is_budget();
                Ok(Some(if budget { code::BUDGET } else { code::TRIPPED }))
            }
            Why::Exited | Why::TimedOut | Why::Silent if !status.allow_continue => {
                self.open(&status).map(Some)
            }
            Why::Exited | Why::TimedOut | Why::Silent => Ok(None),
        }
    }

    /// The loop is open: why, and what a person can do.
    fn open(&self, status: &LoopStatus) -> Result<u8, CliError> {
        let (store, task) = (self.runtime.store(), self.plan.task.as_str());
        let id = status.incident.as_deref().unwrap_or_default();
        let incident = query::find_incidents(store, id)?.into_iter().next();
        let Some(incident) = incident.filter(|_| !id.is_empty()) else {
            let reason = status.reason.as_deref().unwrap_or("the loop is open");
            self.context
                .inform(&format!("{}: {reason}", style::paint(style::ERROR, "circuit_open")));
            self.context.inform(&format!("next: fusebox loop reset {}", choice::typed(task)));
            return Ok(code::TRIPPED);
        };
        outcome::circuit_open(&incident.id, task, &self.runtime, self.context)?;
        Ok(if incident.rule().is_budget() { code::BUDGET } else { code::TRIPPED })
    }

    fn status(&self) -> Result<LoopStatus, CliError> {
        let (store, task) = (self.runtime.store(), &self.plan.task);
        Ok(query::loop_status(store, &self.plan.policies, task, self.context.now())?)
    }
}

/// Two loops on one task would count each other's changes: the file is locked for as long as it is
/// open, and the system unlocks it whatever becomes of us.
fn alone(task: &TaskId, context: &Context) -> Result<File, CliError> {
    let dir = context.home()?.state_dir.join("loops");
    fs::DirBuilder::new().recursive(true).mode(0o700).create(&dir)?;
    let file = dir.join(format!("{:016x}.lock", digest::of_text(task.as_str())));
    let mut options = fs::OpenOptions::new();
    let file = options.write(true).create(true).truncate(false).mode(0o600).open(&file)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(fs::TryLockError::WouldBlock) => {
            Err(CliError::failed(format!("a loop of task {task} runs already"))
                .hint("`fusebox loop status` says how it stands; --task names another"))
        }
        Err(fs::TryLockError::Error(error)) => Err(error.into()),
    }
}
