//! One way in for every front: the events of one call in, the answers out.
//!
//! [`Runtime::answer`] finds the policy that holds, reads what the client's transcript gained, decides
//! all events in one transaction, and says what was queued and what the call has to wait for.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fusebox_engine::event::SessionStart;
use fusebox_engine::state::SessionState;
use fusebox_engine::{
    AgentId, EnforcementMode, Event, EventId, EventKind, NotifyChannel, OnError, Policy, SessionId,
    Timestamp,
};
use fusebox_store::{ProcessRow, StoreTx};

use crate::event_answer::{CheckpointWait, EventAnswer};
use crate::event_decision::SessionNotes;
use crate::fork::ForkOrigin;
use crate::guarded::GuardedFiles;
use crate::guarded::policy_files::PolicyFileLooks;
use crate::process::ProcessInfo;
use crate::session_policy::SessionPolicy;
use crate::transcript_reading::TranscriptReading;
use crate::{PolicySet, Runtime, RuntimeError, clock};

/// What a front hands in at once: the events of one session, in their order.
#[derive(Default)]
pub struct EventBatch<'a> {
    /// The events, at least one.
    pub events: Vec<Event>,
    /// What the client tells of its session at every event. It stands in for the start of the session where that was
    /// not reported.
    pub session: Option<SessionStart>,
    /// The project's folder, where the client tells it; else the folder that the session began in.
    pub project: Option<PathBuf>,
    /// The role whose policy says how failures and notices are handled.
    pub role: Option<&'a str>,
    /// The client's own record of the conversation.
    pub transcript: Option<&'a dyn TranscriptSource>,
    /// The pid of the client's process. It is recorded when a session begins, so that nothing below it
    /// may free the agent, and prompts of a client below a recorded one are taken for automation.
    pub client_pid: Option<u32>,
    /// The pid of the process that reports for the client, which started it. Where that is not so, a
    /// prompt is no person's.
    pub reporter_pid: Option<u32>,
    /// The files around the agent that it must not change in certain ways.
    pub guarded: Option<&'a GuardedFiles>,
}

/// Where the policies of a front come from.
pub trait PolicySource {
    /// The policies that hold in `folder`; outside of any project without one.
    ///
    /// # Errors
    /// When there are none, with the reason for people.
    fn policies(
        &self,
        folder: Option<&Path>,
        runtime: &mut Runtime,
    ) -> Result<Arc<PolicySet>, String>;

    /// Keeps the stricter of `found` and the policies with the digest `held` in the store. Where that
    /// cannot be made of the layers in `folder`, the held policies stay in force.
    ///
    /// # Errors
    /// When it cannot be kept, with the reason for people.
    fn keep_stricter(
        &self,
        folder: Option<&Path>,
        held: u64,
        found: &PolicySet,
        runtime: &mut Runtime,
    ) -> Result<(), String>;
}

/// The client's own record of a conversation, read from where the last read ended.
pub trait TranscriptSource {
    /// What was written since `position`, which an earlier read returned; `None` where it is not read
    /// at this event, or cannot be read. Without `with_messages`, what was spent is all that is told.
    fn read(&self, position: Option<&str>, with_messages: bool) -> Option<TranscriptUpdate>;

    /// Whether it tells what the agent says, which events then do not have to.
    fn tells_messages(&self) -> bool;

    /// Which of these sessions has a conversation that this one begins with a copy of.
    fn copied_from(&self, _sessions: &[SessionId]) -> CopySource {
        CopySource::Unknown
    }
}

/// Whose conversation another one begins with a copy of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CopySource {
    /// That cannot be told yet.
    Unknown,
    /// None of those that were asked about.
    Nobody,
    /// This session's.
    Session(SessionId),
}

/// What a transcript gained.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TranscriptUpdate {
    /// What was said and spent, to be decided before the events of the call.
    pub events: Vec<Event>,
    /// Where the next read begins; `None` where that did not change.
    pub position: Option<String>,
    /// Whether it was read on from a position: no earlier read had any of it.
    pub goes_on: bool,
}

/// The answers to a batch, and what is left to do.
#[derive(Debug, Clone, PartialEq)]
pub struct BatchAnswer {
    /// One answer an event, those of the transcript first.
    pub answers: Vec<EventAnswer>,
    /// How a person is notified of a trip, by the policy of the front's role.
    pub notify: Vec<NotifyChannel>,
    /// Effects were queued: they are to be delivered after the answer.
    pub effects_queued: bool,
    /// The call waits for the checkpoint of its task before it is answered.
    pub wait: Option<CheckpointWait>,
    /// A guarded file lost protection since the event before, by an agent or a person.
    pub lost_protection: bool,
    /// A session begins with a role that has no settings of its own, so it has the defaults.
    pub unknown_role: bool,
}

/// Why a batch has no answer, and what is known of how to fail.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct AnswerError {
    /// What went wrong.
    pub message: String,
    /// The folder whose layers hold.
    pub folder: Option<PathBuf>,
    /// What the policy says about failures, where it was found.
    pub on_failure: Option<FailurePolicy>,
    /// Whether other processes may have kept it from being judged: one held the lock of the store, its disk is full, or no
    /// policy was to be had.
    pub is_obstructed: bool,
}

impl AnswerError {
    fn new(message: impl Into<String>, folder: &Option<PathBuf>) -> Self {
        let (message, folder) = (message.into(), folder.clone());
        Self { message, folder, on_failure: None, is_obstructed: false }
    }

    /// Nothing tells by what the batch is judged. The store may be locked, or a file of the policy be broken on purpose.
    fn without_policy(message: String, folder: &Option<PathBuf>) -> Self {
        Self { is_obstructed: true, ..Self::new(message, folder) }
    }

    fn of(error: &RuntimeError, folder: &Option<PathBuf>) -> Self {
        Self { is_obstructed: error.is_obstructed(), ..Self::new(error.to_string(), folder) }
    }
}

/// What a policy says about failures of Fusebox itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FailurePolicy {
    /// Whether a call is allowed or denied then.
    pub on_error: OnError,
    /// Whether anything is denied at all.
    pub mode: EnforcementMode,
}

impl From<&Policy> for FailurePolicy {
    fn from(policy: &Policy) -> Self {
        Self { on_error: policy.on_error, mode: policy.mode }
    }
}

impl Runtime {
    /// Answers the events of a batch, all or none of them.
    ///
    /// # Errors
    /// When there is no policy or the store fails; nothing is half done then.
    pub fn answer(
        &mut self,
        mut batch: EventBatch<'_>,
        source: &dyn PolicySource,
    ) -> Result<BatchAnswer, AnswerError> {
        let now = clock::now();
        let project = batch.project.take();
        begin_in_project(&mut batch, project.as_deref());
        let mut folder = project.clone().or_else(|| batch.events.iter().find_map(event_folder));
        let Some(first) = batch.events.first() else {
            return Err(AnswerError::new("a batch without events", &folder));
        };
        let (session, position) = self
            .session_and_position(&first.session, now)
            .map_err(|error| AnswerError::of(&error, &folder))?;
        let start = unreported_start(&mut batch, &session);
        // A policy is not chosen by `cd`: the folder is the one that the session began in.
        folder = folder
            .or_else(|| start.as_ref().and_then(event_folder))
            .or_else(|| session_folder(&session));
        self.mark_false_prompts(&mut batch);
        let place = folder.as_deref();
        // Before the policies are found: an agent's change of their files is withheld from them.
        let mut guarded = self
            .steady(now, |runtime| runtime.check_guarded(&batch, place, &session, now))
            .map_err(|error| AnswerError::of(&error, &folder))?;
        let found = source.policies(folder.as_deref(), self);
        self.policy_looks = PolicyFileLooks::default();
        let found = found.map_err(|message| AnswerError::without_policy(message, &folder))?;
        let policies = self
            .policies_in_force(folder.as_deref(), &session, &batch.events, &found, source, now)
            .map_err(|message| AnswerError::without_policy(message, &folder))?;
        let policy = policies.of(batch.role);
        let (on_failure, notify) = (FailurePolicy::from(policy), policy.notify.clone());
        let tampering = self
            .undo_tampering(&mut guarded, &batch, place, policy, now)
            .map_err(|error| AnswerError::of(&error, &folder))?;
        if let Some(tampering) = tampering {
            let first = &batch.events[0];
            let (session, agent) = (first.session.clone(), first.agent.clone());
            let kind = EventKind::Tampering(tampering);
            batch.events.insert(0, Event { session, id: None, at: None, agent, kind });
        }
        let fork = self
            .fork_origin(&batch, &session, now)
            .map_err(|error| AnswerError::of(&error, &folder))?;
        let is_no_fork = matches!(fork, ForkOrigin::NotOpen);
        let notes = SessionNotes { guarded_files: guarded.noted, is_no_fork };
        if let ForkOrigin::Open(fork) = fork {
            let (session, agent) = (batch.events[0].session.clone(), AgentId::main());
            let kind = EventKind::ForkOfOpen(Box::new(fork));
            batch.events.insert(0, Event { session, id: None, at: None, agent, kind });
        }
        let reading = if policy.wants_conversation_of(&session) {
            self.conversation(&mut batch, &position, policy.wants_messages())
        } else {
            None
        };
        // A session that is resumed or compacted begins again.
        let is_unknown = |role| session.role.as_deref() != Some(role) && !policies.has_role(role);
        let unknown_role = batch.events.iter().chain(&start).any(is_session_start)
            && batch.role.is_some_and(is_unknown);
        let answers = self.decide_batch(&found, batch, start, reading, notes).map_err(|error| {
            AnswerError { on_failure: Some(on_failure), ..AnswerError::of(&error, &folder) }
        })?;
        Ok(BatchAnswer {
            effects_queued: answers.iter().any(|answer| answer.effects),
            wait: answers.iter().find_map(|answer| answer.wait.clone()),
            lost_protection: guarded.is_loss,
            unknown_role,
            answers,
            notify,
        })
    }

    /// What the client's own record of the conversation adds to a batch.
    fn conversation<'a>(
        &self,
        batch: &mut EventBatch<'a>,
        position: &str,
        with_messages: bool,
    ) -> Option<TranscriptReading<'a>> {
        let source = batch.transcript?;
        if with_messages && source.tells_messages() {
            // The transcript tells the same message.
            batch.events.retain(|event| !matches!(event.kind, EventKind::Message { .. }));
        }
        let kept = (self.store().read(), position);
        TranscriptReading::begin(source, with_messages, batch.events.first()?, kept)
    }

    /// The policies that the session obeys where its layers give `found`: until a person speaks, a
    /// change only tightens.
    fn policies_in_force<'a>(
        &mut self,
        folder: Option<&Path>,
        session: &SessionState,
        events: &[Event],
        found: &'a PolicySet,
        source: &dyn PolicySource,
        now: Timestamp,
    ) -> Result<Cow<'a, PolicySet>, String> {
        let text = |error: RuntimeError| error.to_string();
        let mut in_force = self.in_force(session, events, found, now).map_err(text)?;
        if let SessionPolicy::Unmade(held) = &in_force {
            source.keep_stricter(folder, held.digest, found, self)?;
            in_force = self.in_force(session, events, found, now).map_err(text)?;
        }
        Ok(match in_force {
            SessionPolicy::Found => Cow::Borrowed(found),
            SessionPolicy::Stricter(stored) | SessionPolicy::Unmade(stored) => {
                Cow::Owned(stored.set)
            }
        })
    }

    /// Decides an unreported start, the transcript's events and the batch's in one transaction, and saves the read
    /// position, the client's process and the digest of the guarded files with them.
    fn decide_batch(
        &mut self,
        policies: &PolicySet,
        batch: EventBatch<'_>,
        start: Option<Event>,
        reading: Option<TranscriptReading<'_>>,
        notes: SessionNotes,
    ) -> Result<Vec<EventAnswer>, RuntimeError> {
        let client = batch.events.iter().find(|event| is_session_start(event)).and_then(|event| {
            let pid = batch.client_pid?;
            let started = ProcessInfo::of(pid)?.started;
            Some(ProcessRow { session: event.session.clone(), pid, started })
        });
        let now = clock::now();
        self.decide_all_after(
            policies,
            &batch.events,
            notes,
            now,
            |tx: &mut dyn StoreTx, context| {
                if let Some(client) = &client {
                    tx.record_process(client, now)?;
                }
                let mut first: Vec<Cow<'_, Event>> = start.iter().map(Cow::Borrowed).collect();
                if let Some(reading) = &reading {
                    first.extend(reading.keep(tx, context, now)?);
                }
                Ok(first)
            },
        )
    }
}

/// The folder that the session began in, whatever folder the agent went to since.
fn session_folder(session: &SessionState) -> Option<PathBuf> {
    session.folder.as_ref().map(PathBuf::from).filter(|folder| folder.is_absolute())
}

/// Makes the client's project the folder of the sessions that begin. A session that is resumed or compacted begins
/// again in the folder that the agent went to.
fn begin_in_project(batch: &mut EventBatch<'_>, project: Option<&Path>) {
    let Some(project) = project else { return };
    let project = project.to_string_lossy();
    for event in &mut batch.events {
        if let EventKind::SessionStart(start) = &mut event.kind {
            start.cwd = Some(project.clone().into_owned());
        }
    }
    if let Some(start) = &mut batch.session {
        start.cwd = Some(project.into_owned());
    }
}

/// The id of the event that stands in for the start of a session.
const UNREPORTED_START: &str = "unreported-start";

/// The start of a session that was never reported, from what the client tells at every event.
fn unreported_start(batch: &mut EventBatch<'_>, session: &SessionState) -> Option<Event> {
    let start = batch.session.take()?;
    let is_first = session.last == Timestamp::default();
    if !is_first || batch.events.iter().any(is_session_start) {
        return None;
    }
    let session = batch.events.first()?.session.clone();
    let kind = EventKind::SessionStart(start);
    // Hooks that come at once each tell it, and it counts once.
    let id = EventId::parse(UNREPORTED_START).ok();
    Some(Event { session, id, at: None, agent: AgentId::main(), kind })
}

fn is_session_start(event: &Event) -> bool {
    matches!(event.kind, EventKind::SessionStart(_))
}

/// The working directory that an event tells.
fn event_folder(event: &Event) -> Option<PathBuf> {
    let EventKind::SessionStart(SessionStart { cwd, .. }) = &event.kind else { return None };
    cwd.as_deref().map(Path::new).filter(|path| path.is_absolute()).map(Path::to_owned)
}
