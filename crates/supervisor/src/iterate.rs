//! One iteration of a loop: the command runs once, what came of it is measured from outside, and
//! the engine judges.

mod check;
mod ground;
mod measurement;
mod walk;

use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};

use fusebox_engine::event::LoopIteration;
use fusebox_engine::{AgentId, Event, EventId, EventKind, RunId, SessionId, TaskId, Verdict};
use fusebox_runtime::agent_run::{self, AgentRun, FinalStatus};
use fusebox_runtime::process::ProcessInfo;
use fusebox_runtime::query::LoopDecision;
use fusebox_runtime::{PolicySet, Runtime, clock};

use crate::run::{self, Outcome};
use crate::signals::{self, SignalRequest};
use crate::{CommandSpec, EndReason, SupervisorError};
use check::CheckOutcome;
use ground::WatchedFolder;

/// Runs of a task among which the last iteration is looked for.
const LOOKED_AT: u32 = 50;
/// How a shell says that there is no such command.
const NOT_FOUND: i32 = 127;

/// A loop that goes on, in this process alone.
pub struct Loop {
    /// This start of it.
    id: RunId,
    dir: PathBuf,
    ground: WatchedFolder,
    signals: Receiver<SignalRequest>,
    interrupted: bool,
}

/// What came of an iteration.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn {
    /// What was measured, as it was told.
    pub told: LoopIteration,
    /// Whether the next one may begin, the state, and why.
    pub decision: LoopDecision,
    /// What the rules say beside that.
    pub notes: Vec<String>,
    /// The run of the command.
    pub outcome: Outcome,
}

/// A command that a loop was given to check with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// It ended with success.
    Yes,
    /// It did not, or took over half an hour.
    No,
    /// There is no such command.
    NotFound,
    /// Somebody wants the loop to end.
    Interrupted,
}

impl Loop {
    /// Takes over the loop of a task. What a start before this one left half done is counted first.
    /// `note` is told what cannot be measured.
    ///
    /// # Errors
    /// When the store fails, or the system gives no signals.
    pub fn begin(
        id: RunId,
        task: &TaskId,
        dir: PathBuf,
        runtime: &mut Runtime,
        policies: &PolicySet,
        note: &dyn Fn(&str),
    ) -> Result<Self, SupervisorError> {
        let (queue, signals) = channel();
        signals::listen(queue, |asked| asked)?;
        settle(task, runtime, policies)?;
        no_person(&id, runtime)?;
        let (ground, trouble) = WatchedFolder::of(&dir);
        if let Some(trouble) = trouble {
            note(&trouble);
        }
        Ok(Self { id, dir, ground, signals, interrupted: false })
    }

    /// The id of the run of iteration `number`.
    ///
    /// # Errors
    /// When it makes no id.
    pub fn run_id(&self, number: u64) -> Result<RunId, SupervisorError> {
        let id = RunId::parse(format!("{}-{number}", self.id));
        id.map_err(|error| std::io::Error::other(error).into())
    }

    /// Runs a command line that says whether the work is done.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn ask(&self, command: &str) -> Result<Answer, SupervisorError> {
        Ok(match check::run(command, &self.dir, &self.signals)? {
            CheckOutcome::Interrupted => Answer::Interrupted,
            CheckOutcome::ChildExit { code: Some(0), .. } => Answer::Yes,
            CheckOutcome::ChildExit { code: Some(NOT_FOUND), .. } => Answer::NotFound,
            CheckOutcome::ChildExit { .. } => Answer::No,
        })
    }

    /// Runs the command once, measures, and lets the engine judge. `test` is a command line whose
    /// output says how many tests pass.
    ///
    /// # Errors
    /// As [`run::run`].
    pub fn turn(
        &mut self,
        spec: &CommandSpec,
        test: Option<&str>,
        runtime: &mut Runtime,
        policies: &PolicySet,
        tell: &dyn Fn(&str),
    ) -> Result<Turn, SupervisorError> {
        let before = self.ground.mark();
        let mut outcome = run::run(spec, runtime, policies, tell)?;
        let after = self.ground.mark();
        let mut told = measurement::of(&outcome.finished);
        told.run = Some(self.id.to_string());
        (told.files_changed, told.commits) = self.ground.changes(&before, &after);
        if measurement::is_cut_short(&outcome.finished.why) && told.files_changed == Some(0) {
            // Whoever ended it in the middle did not let it come to anything.
            told.files_changed = None;
        }
        if let Some(test) = test.filter(|_| outcome.finished.why == EndReason::Exited) {
            match check::run(test, &self.dir, &self.signals)? {
                CheckOutcome::ChildExit { output, .. } => {
                    told.tests_passing = check::passing(&output)
                }
                CheckOutcome::Interrupted => self.interrupted = true,
            }
        }
        let verdict = judge(&mut outcome.record, &told, runtime, policies)?;
        let decision = LoopDecision::from(&verdict);
        let shown = decision.reason.as_ref();
        let notes = verdict.findings.iter().map(|finding| finding.message());
        let notes = notes.filter(|message| Some(message) != shown).collect();
        Ok(Turn { told, decision, notes, outcome })
    }

    /// Whether somebody wants the loop to end.
    pub fn is_interrupted(&mut self) -> bool {
        self.interrupted |=
            self.signals.try_iter().any(|asked| matches!(asked, SignalRequest::End(_)));
        self.interrupted
    }
}

impl std::fmt::Debug for Loop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Loop").field("id", &self.id).finish_non_exhaustive()
    }
}

/// Whether a run is an iteration of a loop, and of which start of it.
fn start_of(run: &RunId) -> Option<&str> {
    let (start, number) = run.as_str().rsplit_once('-')?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    (start.starts_with('l') && start.contains('-') && is_number).then_some(start)
}

/// Counts the last iteration if nobody came to do it: killing the supervisor is no way out of a
/// limit. One that was counted has told its event already, and the second is passed over.
fn settle(
    task: &TaskId,
    runtime: &mut Runtime,
    policies: &PolicySet,
) -> Result<(), SupervisorError> {
    let mut runs = agent_run::latest(runtime.store(), Some(task), LOOKED_AT)?;
    for record in &mut runs {
        if let Some(told) = start_of(&record.run).map(|start| measurement::lost(start, record)) {
            return judge(record, &told, runtime, policies).map(drop);
        }
    }
    Ok(())
}

/// Prompts below this process are automation: the loop gives them, whoever a client takes it for.
fn no_person(id: &RunId, runtime: &mut Runtime) -> Result<(), SupervisorError> {
    let session = SessionId::parse(id.as_str()).map_err(std::io::Error::other)?;
    let own = std::process::id();
    let started = ProcessInfo::of(own).map_or(0, |process| process.started);
    Ok(runtime.record_client(&session, own, started, clock::now())?)
}

/// Tells the engine of an iteration, in the session of its run. Where that opens the loop, the
/// record says so, and a person is asked for, once.
fn judge(
    record: &mut AgentRun,
    told: &LoopIteration,
    runtime: &mut Runtime,
    policies: &PolicySet,
) -> Result<Verdict, SupervisorError> {
    let session = SessionId::parse(record.run.as_str()).map_err(std::io::Error::other)?;
    let id = EventId::parse("iteration").map_err(std::io::Error::other)?;
    let kind = EventKind::Iteration(Box::new(told.clone()));
    let (at, agent) = (Some(clock::now()), AgentId::main());
    let event = Event { session, id: Some(id), at, agent, kind };
    let verdict = runtime.decide(policies, &event, clock::now())?.verdict;
    let decision = LoopDecision::from(&verdict);
    if !decision.allow_continue && !record.escalated {
        record.circuit_breaker_triggered = true;
        record.incident.clone_from(&verdict.incident);
        record.final_status = Some(FinalStatus::Failure);
        record.failure_reason.clone_from(&decision.reason);
        run::escalate(record, runtime)?;
        agent_run::keep(runtime.store_mut(), record)?;
    }
    Ok(verdict)
}
