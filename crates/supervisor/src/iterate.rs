//! One iteration of a loop: the command runs once, its effect is measured from outside, and the engine
//! judges.

pub(crate) mod check;
mod folder_files;
mod measurement;
mod watched_folder;

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};

use fusebox_engine::event::{LoopIteration, SessionStart};
use fusebox_engine::{AgentId, Event, EventId, EventKind, RunId, SessionId, TaskId, Verdict};
use fusebox_runtime::agent_run::{self, AgentRun, FinalStatus};
use fusebox_runtime::query::{self, LoopDecision};
use fusebox_runtime::{clock, pause};
use fusebox_store::failpoint;

use crate::escalation::escalate;
use crate::run::{self, EARLIER_RUNS, RunOutcome};
use crate::signals::{self, SignalRequest};
use crate::watchdog::process_key;
use crate::{CommandSpec, EndReason, Result, RunContext};
use check::CheckOutcome;
use watched_folder::{FolderSnapshot, WatchedFolder};

/// The exit code of a shell that does not find a command.
const NOT_FOUND: i32 = 127;

/// A running loop; there is one in a process.
pub struct Loop {
    /// The id of this start of the loop.
    id: RunId,
    dir: PathBuf,
    folder: WatchedFolder,
    signals: Receiver<SignalRequest>,
    interrupted: bool,
}

/// The result of an iteration.
#[derive(Debug, Clone, PartialEq)]
pub struct IterationResult {
    /// The measurements that the engine received.
    pub measured: LoopIteration,
    /// Whether the next iteration may start, the state, and why.
    pub decision: LoopDecision,
    /// The messages of other findings.
    pub notes: Vec<String>,
    /// The run of the command.
    pub outcome: RunOutcome,
}

/// The result of the command that checks whether the work is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckAnswer {
    /// It succeeded.
    Yes,
    /// It failed, or took over half an hour.
    No,
    /// There is no such command.
    NotFound,
    /// Somebody wants the loop to end.
    Interrupted,
}

impl Loop {
    /// Takes over the loop of a task. An iteration that an earlier start did not finish is counted
    /// first.
    ///
    /// # Errors
    /// When the store fails, or the system gives no signals.
    pub fn start(
        id: RunId,
        task: &TaskId,
        dir: PathBuf,
        context: &mut RunContext<'_>,
    ) -> Result<Self> {
        let (queue, signals) = channel();
        signals::listen(queue, |request| request)?;
        count_unfinished(task, context)?;
        // Prompts of clients below this process are automation: the loop gives them.
        let session = SessionId::parse(id.as_str()).map_err(io::Error::other)?;
        let (pid, started) = process_key(std::process::id());
        context.runtime.record_client(&session, pid, started, clock::now())?;
        let (folder, trouble) = WatchedFolder::of(&dir);
        if let Some(trouble) = trouble {
            (context.inform)(&trouble);
        }
        Ok(Self { id, dir, folder, signals, interrupted: false })
    }

    /// Waits while a person's pause of everything holds; an iteration that has begun is held where it is.
    ///
    /// # Errors
    /// When the store fails.
    pub fn wait_for_pause(&mut self, context: &RunContext<'_>) -> Result<()> {
        let mut is_told = false;
        let is_paused = |now| {
            Ok::<_, crate::SupervisorError>(
                pause::pauses(context.runtime.store(), now)?.all.is_some(),
            )
        };
        while !self.is_interrupted() && is_paused(clock::now())? {
            if !is_told {
                (context.inform)(
                    "fusebox: a person has paused this loop; `fusebox resume` lets it go on",
                );
                is_told = true;
            }
            std::thread::sleep(PAUSE_POLL_INTERVAL);
        }
        Ok(())
    }

    /// The id of the run of iteration `number`.
    ///
    /// # Errors
    /// If the id is not valid.
    pub fn run_id(&self, number: u64) -> Result<RunId> {
        let id = RunId::parse(format!("{}-{number}", self.id));
        id.map_err(|error| io::Error::other(error).into())
    }

    /// Runs a command line that checks whether the work is done. `confining` is that of
    /// [`CommandSpec`].
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn check(&self, command: &str, confining: &[String]) -> Result<CheckAnswer> {
        Ok(match check::run(command, &self.dir, confining, &self.signals)? {
            CheckOutcome::Interrupted(_) => CheckAnswer::Interrupted,
            CheckOutcome::Exited { code: Some(0), .. } => CheckAnswer::Yes,
            CheckOutcome::Exited { code: Some(NOT_FOUND), .. } => CheckAnswer::NotFound,
            CheckOutcome::Exited { .. } | CheckOutcome::TimedOut { .. } => CheckAnswer::No,
        })
    }

    /// Runs the command once, measures, and lets the engine judge. `test` is a command line whose
    /// output says how many tests pass.
    ///
    /// # Errors
    /// As [`run::run`].
    pub fn iterate(
        &mut self,
        spec: &CommandSpec,
        test: Option<&str>,
        context: &mut RunContext<'_>,
    ) -> Result<IterationResult> {
        let before = self.folder.snapshot();
        let spec = &CommandSpec { loop_start: Some(self.id.clone()), ..spec.clone() };
        let mut outcome = run::run(spec, context)?;
        failpoint::reach("before-judging");
        let judged = self.judge(&before, test, spec, &outcome, context);
        failpoint::reach("after-judging");
        if judged.is_err() {
            outcome.keep(context.runtime.store_mut())?;
        }
        let (measured, verdict) = judged?;
        if opens_loop(&outcome, &verdict) {
            let is_wanted = !measurement::is_cut_short(&outcome.finished.why)
                && outcome.finished.end_request.is_none();
            if let Some(incident) = verdict.incident.as_ref().filter(|_| is_wanted) {
                let RunOutcome { record, finished, .. } = &outcome;
                outcome.retry = run::retry_after(incident, spec, record, finished, context);
            }
            let is_retried = outcome.retry.is_some();
            record_open_loop(&mut outcome.record, &verdict, is_retried, context)?;
        }
        outcome.keep(context.runtime.store_mut())?;
        let decision = LoopDecision::from(&verdict);
        let shown = decision.reason.as_ref();
        let notes = verdict.findings.iter().map(|finding| finding.message());
        let notes = notes.filter(|message| Some(message) != shown).collect();
        Ok(IterationResult { measured, decision, notes, outcome })
    }

    /// Measures an iteration whose command has ended, and decides its event.
    fn judge(
        &mut self,
        before: &FolderSnapshot,
        test: Option<&str>,
        spec: &CommandSpec,
        outcome: &RunOutcome,
        context: &mut RunContext<'_>,
    ) -> Result<(LoopIteration, Verdict)> {
        let after = self.folder.snapshot();
        let finished = &outcome.finished;
        let mut measured = measurement::of(finished);
        measured.run = Some(self.id.to_string());
        (measured.files_changed, measured.commits) = self.folder.changes(before, &after);
        if measurement::is_cut_short(&finished.why) && measured.files_changed == Some(0) {
            // An iteration that somebody ended in the middle had no chance to change anything.
            measured.files_changed = None;
        }
        if let Some(test) = test.filter(|_| finished.why == EndReason::Exited) {
            match check::run(test, &self.dir, &spec.confining, &self.signals)? {
                CheckOutcome::Exited { output, .. } | CheckOutcome::TimedOut { output } => {
                    measured.tests_passing = check::tests_passing(&output);
                }
                CheckOutcome::Interrupted(_) => self.interrupted = true,
            }
        }
        let verdict = decide_iteration(&outcome.record, &measured, context)?;
        Ok((measured, verdict))
    }

    /// Whether somebody wants the loop to end.
    pub fn is_interrupted(&mut self) -> bool {
        let ends = |request| matches!(request, SignalRequest::End(_));
        self.interrupted |= self.signals.try_iter().any(ends);
        self.interrupted
    }
}

/// The time between two looks at whether a pause is over.
const PAUSE_POLL_INTERVAL: std::time::Duration = std::time::Duration::from_secs(1);

/// Counts the last iteration of a task, in case its supervisor was killed before it did: killing the
/// supervisor must not evade a limit. Where it was counted, the event is a duplicate and ignored.
fn count_unfinished(task: &TaskId, context: &mut RunContext<'_>) -> Result<()> {
    let runs = agent_run::latest(context.runtime.store(), Some(task), EARLIER_RUNS)?;
    for mut record in runs {
        let lost = record.loop_start.as_ref().map(|start| measurement::lost(start, &record));
        if let Some(lost) = lost {
            bind_session(&record, context)?;
            let verdict = decide_iteration(&record, &lost, context)?;
            if !LoopDecision::from(&verdict).allow_continue && !record.escalated {
                record_open_loop(&mut record, &verdict, false, context)?;
                agent_run::keep(context.runtime.store_mut(), &record)?;
            }
            return Ok(());
        }
    }
    Ok(())
}

/// Starts the session of a run whose supervisor was killed before it did. An event of a session
/// that belongs to no task would be counted for another one.
fn bind_session(record: &AgentRun, context: &mut RunContext<'_>) -> Result<()> {
    if query::folder(context.runtime.store(), &session_of(record)?)?.is_some() {
        return Ok(());
    }
    let start = SessionStart {
        client: Some(record.agent.clone()),
        role: record.role.clone(),
        task: Some(record.task.clone()),
        cwd: Some(record.folder.clone()),
        run: Some(record.run.clone()),
        ..SessionStart::default()
    };
    decide(record, None, EventKind::SessionStart(start), context).map(drop)
}

/// Decides the event of an iteration, in the session of its run.
fn decide_iteration(
    record: &AgentRun,
    measured: &LoopIteration,
    context: &mut RunContext<'_>,
) -> Result<Verdict> {
    let id = EventId::parse("iteration").map_err(io::Error::other)?;
    decide(record, Some(id), EventKind::Iteration(Box::new(measured.clone())), context)
}

/// Decides an event in the session of a run.
fn decide(
    record: &AgentRun,
    id: Option<EventId>,
    kind: EventKind,
    context: &mut RunContext<'_>,
) -> Result<Verdict> {
    let (session, at, agent) = (session_of(record)?, Some(clock::now()), AgentId::main());
    let verdicts = context.decide(vec![Event { session, id, at, agent, kind }])?;
    let missing = || io::Error::other("an event got no verdict");
    Ok(verdicts.into_iter().next().ok_or_else(missing)?)
}

/// The session that stands for the command of a run.
fn session_of(record: &AgentRun) -> Result<SessionId> {
    Ok(SessionId::parse(record.run.as_str()).map_err(io::Error::other)?)
}

/// Whether the iteration opened the loop, and no trip before its end did.
fn opens_loop(outcome: &RunOutcome, verdict: &Verdict) -> bool {
    let is_handled = outcome.record.escalated || outcome.retry.is_some();
    !is_handled && !LoopDecision::from(verdict).allow_continue
}

/// Notes in the record that the iteration opened the loop. A message to a person is queued, once, unless it is tried
/// again.
fn record_open_loop(
    record: &mut AgentRun,
    verdict: &Verdict,
    is_retried: bool,
    context: &mut RunContext<'_>,
) -> Result<()> {
    record.circuit_breaker_triggered = true;
    record.incident.clone_from(&verdict.incident);
    record.final_status = Some(FinalStatus::Failure);
    record.failure_reason = LoopDecision::from(verdict).reason;
    if !is_retried {
        let has_retried = record.retry_of.is_some();
        escalate(record, has_retried, context.runtime)?;
    }
    Ok(())
}
