//! A run with its record: what is stored when it starts and when it ends, and what follows a trip.

use fusebox_effects::{incident_report, keep_patterns_current};
use fusebox_engine::{IncidentId, IncidentStatus, SessionId, Timestamp};
use fusebox_runtime::agent_run::{
    self, AgentRun, AnalysisSummary, FinalStatus, RecordKind, RunWatch, VerificationOutcome,
};
use fusebox_runtime::hand_over::{HandOver, HandOverCause};
use fusebox_runtime::project::project_folder;
use fusebox_runtime::{PolicySet, Runtime, RuntimeError, clock, query, risk, task};
use fusebox_store::{IncidentFilter, Store, StoreTx, failpoint};

use crate::escalation::escalate;
use crate::verification::{self, VerificationEnd, VerificationRequest};
use crate::watchdog::process_key;
use crate::{
    ChildExit, CommandSpec, EndReason, FinishedCommand, GuidedRetry, Result, RunContext, supervise,
    words,
};

/// The earlier runs of a task that are looked at.
pub(crate) const EARLIER_RUNS: u32 = 50;

/// The result of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct RunOutcome {
    /// The record with its final status. The stored one has none until the iteration is judged or the retry has begun.
    pub record: AgentRun,
    /// How the command ended.
    pub finished: FinishedCommand,
    /// The retry that is to follow, after a trip that allows one.
    pub retry: Option<GuidedRetry>,
}

/// Runs a command under a breaker and stores a record of it. A trip that is not tried again is queued for
/// delivery to a person, once.
///
/// # Errors
/// As [`supervise()`]; the record says so then.
pub fn run(spec: &CommandSpec, context: &mut RunContext<'_>) -> Result<RunOutcome> {
    let mut record = begin(spec, context.runtime.store_mut())?;
    let mut finished = match supervise(spec, context) {
        Ok(finished) => finished,
        Err(error) => {
            close(&mut record, FinalStatus::Failure, Some(error.to_string()), clock::now());
            agent_run::keep(context.runtime.store_mut(), &record)?;
            return Err(error);
        }
    };
    failpoint::reach("after-command");
    fill(&mut record, &finished, context.runtime.store(), context.policies)?;
    let (mut status, mut reason) = judge(&record, &finished, context.runtime.store())?;
    if reason.is_none()
        && let Some(refused) = verify(&mut record, spec, &mut finished, context)?
    {
        (status, reason) = (FinalStatus::Failure, Some(refused));
        // What the agent called done is not.
        finished.activity.completed = None;
    }
    close(&mut record, status, reason, clock::now());
    let mut retry = None;
    if let EndReason::Tripped(trip) = &finished.why {
        retry = retry_or_escalate(&trip.incident, spec, &mut record, &finished, context)?;
    }
    keep_patterns_current(context.runtime, record.project(), clock::now())?;
    let outcome = RunOutcome { record, finished, retry };
    match outcome.record.kind {
        RecordKind::Run | RecordKind::Session => outcome.keep(context.runtime.store_mut())?,
        // Open until the iteration is judged.
        RecordKind::Loop => keep_open(&outcome.record, context.runtime.store_mut())?,
    }
    hand_over(&outcome.record, &outcome.finished, context)?;
    Ok(outcome)
}

impl RunOutcome {
    /// Stores the record. It stays open while a retry is to follow: that closes it when it begins.
    pub(crate) fn keep(&self, store: &mut Store) -> Result<(), RuntimeError> {
        if self.retry.is_some() {
            return keep_open(&self.record, store);
        }
        agent_run::keep(store, &self.record)
    }
}

/// Stores a record without its final status. Whoever finds it so after this process died asks a person about its trip.
fn keep_open(record: &AgentRun, store: &mut Store) -> Result<(), RuntimeError> {
    agent_run::keep(store, &AgentRun { final_status: None, ..record.clone() })
}

/// Leaves a trip to a retry, which is returned, or to a person. The stored record is open until then.
fn retry_or_escalate(
    trip: &IncidentId,
    spec: &CommandSpec,
    record: &mut AgentRun,
    finished: &FinishedCommand,
    context: &mut RunContext<'_>,
) -> Result<Option<GuidedRetry>> {
    keep_open(record, context.runtime.store_mut())?;
    failpoint::reach("before-hand-over");
    let is_wanted = finished.end_request.is_none();
    let retry = is_wanted.then(|| retry_after(trip, spec, record, finished, context)).flatten();
    if retry.is_none() {
        let has_retried = record.retry_of.is_some();
        escalate(record, has_retried, context.runtime)?;
    }
    failpoint::reach("after-hand-over");
    Ok(retry)
}

/// The retry of a trip, where one is allowed. Whatever goes wrong, a person hears of the trip.
pub(crate) fn retry_after(
    trip: &IncidentId,
    spec: &CommandSpec,
    record: &AgentRun,
    finished: &FinishedCommand,
    context: &mut RunContext<'_>,
) -> Option<GuidedRetry> {
    let retry = GuidedRetry::after(trip, spec, record, finished, context);
    retry.unwrap_or_else(|error| {
        (context.inform)(&format!("fusebox: the trip is not tried again: {error}"));
        None
    })
}

/// Asks a person about a trip whose retry did not start. Does nothing where it has started.
///
/// # Errors
/// When the store fails.
pub fn give_up_retry(outcome: &mut RunOutcome, runtime: &mut Runtime) -> Result<bool> {
    let Some(retry) = &outcome.retry else { return Ok(false) };
    if !retry.is_unstarted(runtime.store())? {
        return Ok(false);
    }
    escalate(&mut outcome.record, true, runtime)?;
    agent_run::keep(runtime.store_mut(), &outcome.record)?;
    outcome.retry = None;
    Ok(true)
}

/// Stores how a run ended whose retry does not start, because the work is done.
///
/// # Errors
/// When the store fails.
pub fn drop_retry(mut outcome: RunOutcome, runtime: &mut Runtime) -> Result<()> {
    outcome.retry = None;
    Ok(outcome.keep(runtime.store_mut())?)
}

/// Stores how a run ended whose supervisor is dead, and asks a person about a trip of it that nobody was asked about.
///
/// # Errors
/// When the store fails.
pub fn close_dead(runtime: &mut Runtime, record: &AgentRun, reason: &str) -> Result<()> {
    let mut record = record.clone();
    let trip = open_trip(runtime.store(), &record)?;
    if record.ended_at.is_none() {
        close(&mut record, FinalStatus::Failure, Some(reason.to_owned()), clock::now());
    }
    record.final_status = Some(FinalStatus::Failure);
    record.failure_reason.get_or_insert_with(|| reason.to_owned());
    if let Some(trip) = trip {
        record.circuit_breaker_triggered = true;
        record.incident = Some(trip);
        let has_retried = record.retry_of.is_some();
        escalate(&mut record, has_retried, runtime)?;
    }
    Ok(agent_run::keep(runtime.store_mut(), &record)?)
}

/// The open trip of a run that was killed: the one that it ended with or was to be tried again, else one of its
/// sessions.
fn open_trip(store: &Store, record: &AgentRun) -> Result<Option<IncidentId>, RuntimeError> {
    if let Some(id) = &record.incident
        && query::find_incident(store, id)?.is_some_and(|it| it.status == IncidentStatus::Open)
    {
        return Ok(Some(id.clone()));
    }
    let filter = IncidentFilter { task: Some(&record.task), ..IncidentFilter::default() };
    for incident in query::incidents(store, &filter)? {
        let is_open = incident.status == IncidentStatus::Open
            && incident.at >= record.started_at
            // After the command has ended only its iteration can trip, in the session of the run.
            && (record.ended_at.is_none() || incident.session.as_str() == record.run.as_str());
        // A session that has ended belongs to no run any more.
        if is_open && query::run_of(store, &incident.session)?.is_none_or(|run| run == record.run) {
            return Ok(Some(incident.id));
        }
    }
    Ok(None)
}

/// Stores the record of a run that begins. It takes over from the run that it tries again.
fn begin(spec: &CommandSpec, store: &mut Store) -> Result<AgentRun, RuntimeError> {
    let earlier = agent_run::latest(store, Some(&spec.task), EARLIER_RUNS)?;
    // Another run of the task may have started since the trip.
    let retried = spec.retried_incident.as_ref().map(|incident| &incident.id);
    let retried =
        earlier.iter().find(|run| run.incident.is_some() && run.incident.as_ref() == retried);
    let record = new_record(spec, &earlier, retried);
    let ended = retried
        .filter(|run| run.ended_at.is_some())
        .map(|run| AgentRun { final_status: Some(FinalStatus::Failure), ..run.clone() });
    let changed: Vec<&AgentRun> = ended.iter().chain([&record]).collect();
    agent_run::keep_all(store, &changed)?;
    Ok(record)
}

fn new_record(spec: &CommandSpec, earlier: &[AgentRun], retried: Option<&AgentRun>) -> AgentRun {
    let program = spec.command.first().map(String::as_str).unwrap_or_default();
    let tripped = earlier.iter().take_while(|run| run.circuit_breaker_triggered && !passed(run));
    let latest = earlier.first().filter(|_| spec.retries > Some(0));
    let watch = RunWatch {
        supervisor: process_key(std::process::id()),
        guard: process_key(std::os::unix::process::parent_id()),
    };
    let folder = spec.dir.to_string_lossy().into_owned();
    let project = project_folder(&folder);
    AgentRun {
        run: spec.run.clone(),
        kind: if spec.unattended.is_some() { RecordKind::Loop } else { RecordKind::Run },
        task: spec.task.clone(),
        role: spec.role.clone(),
        agent: spec.agent.name.to_owned(),
        program: program.rsplit('/').next().unwrap_or(program).to_owned(),
        other_project: Some(project).filter(|project| *project != folder),
        folder,
        started_at: clock::now(),
        ended_at: None,
        watch,
        session: SessionId::parse(spec.run.as_str()).ok(),
        tool_calls: 0,
        messages: 0,
        estimated_context_tokens: 0,
        qc_recommended: false,
        circuit_breaker_triggered: false,
        qc_invoked: false,
        duration_s: 0,
        retry_count: match retried {
            Some(retried) => retried.retry_count + 1,
            None => tripped.count() as u64,
        },
        final_status: None,
        failure_reason: None,
        exit_code: None,
        signal: None,
        output_bytes: 0,
        // Until its command has started, the task waits for the incident that it tries again.
        incident: spec.retried_incident.as_ref().map(|incident| incident.id.clone()),
        analysis: None,
        retry_of: retried.or(latest).map(|run| run.run.clone()),
        verification: None,
        cost_usd: None,
        escalated: false,
        is_introduced: spec.is_introduced,
        loop_start: spec.loop_start.clone(),
    }
}

fn passed(run: &AgentRun) -> bool {
    matches!(run.final_status, Some(FinalStatus::Success | FinalStatus::PassedAfterTrip))
}

/// Records what the command did.
fn fill(
    record: &mut AgentRun,
    finished: &FinishedCommand,
    store: &Store,
    policies: &PolicySet,
) -> Result<(), RuntimeError> {
    let session = &finished.session;
    let standing = query::standing(store, policies, session, &record.task, clock::now())?;
    record.incident = if let EndReason::Tripped(trip) = &finished.why {
        Some(trip.incident.clone())
    } else {
        let filter = IncidentFilter { task: Some(&record.task), ..IncidentFilter::default() };
        let incidents = query::incidents(store, &filter)?;
        let mut during = incidents.into_iter().filter(|incident| {
            incident.at >= record.started_at && finished.sessions.contains(&incident.session)
        });
        let tripped = during.find(|incident| incident.status != IncidentStatus::Observed);
        tripped.map(|incident| incident.id)
    };
    record.circuit_breaker_triggered = record.incident.is_some();
    record.session = Some(session.clone());
    record.tool_calls = finished.activity.tool_calls;
    record.messages = standing.messages.max(finished.activity.messages);
    record.estimated_context_tokens = match standing.context_tokens {
        0 => finished.output_bytes.div_ceil(4),
        told => told,
    };
    let guided = &policies.of(record.role.as_deref()).guided;
    record.qc_recommended = finished.activity.warned && guided.qc_on_exceed;
    (record.exit_code, record.signal) = match finished.exit {
        Some(ChildExit::Code(code)) => (Some(code), None),
        Some(ChildExit::Signal(signal)) => (None, Some(signal)),
        None => (None, None),
    };
    record.output_bytes = finished.output_bytes;
    record.cost_usd = Some(standing.cost_usd).filter(|cost| !cost.is_zero());
    summarize_analysis(record, store)
}

/// Adds what the analysis of the trip found.
fn summarize_analysis(record: &mut AgentRun, store: &Store) -> Result<(), RuntimeError> {
    let Some(id) = &record.incident else { return Ok(()) };
    let Some(incident) = query::find_incident(store, id)? else { return Ok(()) };
    record.analysis = incident_report(store, &incident)?.analysis.map(|analysis| AnalysisSummary {
        analyst: analysis.analyst.title().to_owned(),
        root_cause: analysis.root_cause.title().to_owned(),
    });
    record.qc_invoked = record.analysis.is_some();
    Ok(())
}

/// Verifies the work of a run that went well, and records how that ended. Why the work does not count as complete,
/// if it does not. A run that is interrupted meanwhile ended by that.
fn verify(
    record: &mut AgentRun,
    spec: &CommandSpec,
    finished: &mut FinishedCommand,
    context: &mut RunContext<'_>,
) -> Result<Option<String>> {
    let named = task::find(context.runtime.store(), &record.task)?;
    let settings = &context.policy(record.role.as_deref()).verification;
    let (task, own) = (record.task.as_str(), spec.verify.as_deref());
    let mut request = VerificationRequest::of(task, named.as_ref(), settings, own);
    request.preamble.clone_from(&spec.verifier_preamble);
    if settings.mandatory {
        request.mandatory_because.clone_from(&spec.risk);
        let seconds = clock::now().since(record.started_at).0 / 1_000;
        let measured = risk::measured(spec.estimate, record.tool_calls, seconds);
        request.mandatory_because.extend(measured);
    }
    if record.qc_recommended {
        request.neared.clone_from(&finished.activity.neared);
    }
    let ended = match finished.end_request {
        // Who asked for the end of the run waits for no verifier.
        Some(signal) if request.runs_something() => VerificationEnd::Interrupted(signal),
        Some(_) | None => request.verify(&spec.dir, &spec.confining)?,
    };
    let verification = match ended {
        VerificationEnd::NotAsked => return Ok(None),
        VerificationEnd::Interrupted(signal) => {
            finished.why = EndReason::Interrupted(signal);
            let why = format!("interrupted before the work was verified (signal {signal})");
            return Ok(Some(why));
        }
        VerificationEnd::Ended(verification) => verification,
    };
    let is_missing = verification.outcome == VerificationOutcome::Missing;
    record.qc_invoked |= !is_missing;
    let needs_verifier = named.is_some() && !spec.risk.is_empty();
    let refused = verification::refusal(&verification, needs_verifier);
    if is_missing && refused.is_none() {
        let why = verification.mandatory_because.join("; ");
        (context.inform)(&format!(
            "fusebox: nobody verified this work: {why}; --verify names a command"
        ));
    }
    if verification.needs_person {
        (context.inform)("fusebox: the verifier asks that a person looks at this work");
    }
    task::note_verification(
        context.runtime.store_mut(),
        &record.task,
        &verification,
        clock::now(),
    )?;
    record.verification = Some(verification);
    Ok(refused)
}

/// How the run ended, and why it failed.
fn judge(
    record: &AgentRun,
    finished: &FinishedCommand,
    store: &Store,
) -> Result<(FinalStatus, Option<String>), RuntimeError> {
    let failure = match (&finished.why, finished.exit) {
        (EndReason::Tripped(trip), _) => Some(trip.cause.cause()),
        (EndReason::Interrupted(signal), _) => Some(format!("interrupted (signal {signal})")),
        (EndReason::WatchdogLost, _) => Some("the watchdog was killed".to_owned()),
        (EndReason::TimedOut, _) => Some(words::TIMED_OUT.to_owned()),
        (EndReason::Silent, _) => Some(words::SILENT.to_owned()),
        (EndReason::Exited, Some(ChildExit::Code(0))) => finished.activity.blocked.clone(),
        (EndReason::Exited, Some(exit)) => Some(exit.to_string()),
        (EndReason::Exited, None) => Some("nobody knows how the command ended".to_owned()),
    };
    if failure.is_some() {
        return Ok((FinalStatus::Failure, failure));
    }
    let earlier = agent_run::latest(store, Some(&record.task), EARLIER_RUNS)?;
    let earlier = earlier.iter().filter(|run| run.run != record.run);
    let after_trip =
        earlier.take_while(|run| !passed(run)).any(|run| run.circuit_breaker_triggered);
    let has_tripped = record.circuit_breaker_triggered || record.retry_count > 0 || after_trip;
    Ok((if has_tripped { FinalStatus::PassedAfterTrip } else { FinalStatus::Success }, None))
}

fn close(record: &mut AgentRun, status: FinalStatus, reason: Option<String>, now: Timestamp) {
    record.final_status = Some(status);
    record.failure_reason = reason;
    record.ended_at = Some(now);
    record.duration_s = now.since(record.started_at).0 / 1_000;
}

/// Queues the page for the project that says where the work stands.
fn hand_over(
    record: &AgentRun,
    finished: &FinishedCommand,
    context: &mut RunContext<'_>,
) -> Result<()> {
    let file = context.policy(record.role.as_deref()).report.hand_over.clone();
    let Some(file) = file else { return Ok(()) };
    let summary = finished.activity.completed.clone();
    let of = HandOverCause::Run { run: record.run.clone(), summary };
    let queue = |tx: &mut dyn StoreTx| HandOver { of, file }.queue(tx, clock::now()).map(drop);
    Ok(context.runtime.store_mut().write(queue)?)
}
