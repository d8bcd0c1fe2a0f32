//! What an event leaves in the store: its row of the log and a failed test run at once, its three records when the
//! transaction moves on to another agent or ends.

use fusebox_engine::{
    BreakerState, EventKind, Fact, Observation, TaskId, TestRunRecord, Verdict, VerdictAction,
};
use fusebox_observe::test_output_excerpt;
use fusebox_store::failpoint::reach;
use fusebox_store::{
    AppendOutcome, EarlierEvent, LogRow, ScopeKind, ScopeRow, StoreError, StoreTx,
};

use super::{EventDecision, VERSIONS};
use crate::load::{LoadedScopes, UnsavedScopes};
use crate::record_cache::ScopeRowSet;
use crate::tx_context::TxContext;
use crate::{RuntimeError, codec};

/// What the model spent before an event. It waits for that, to stand in its row of the log: a row of its own costs a hook
/// as much as to read what was spent. Another reading of it is found by the position, which moves in the same transaction,
/// instead of by its id.
#[derive(Debug)]
pub(crate) struct UnloggedUsage {
    pub(super) number: u64,
    pub(super) seen: Observation,
    pub(super) policy: u64,
}

impl UnloggedUsage {
    /// Whether it can stand in the row of an event.
    fn is_just_before(&self, number: u64, seen: &Observation, policy: u64) -> bool {
        let (before, own) = (&self.seen, (&seen.session, &seen.agent, &seen.task, seen.at));
        (&before.session, &before.agent, &before.task, before.at) == own
            && (self.number + 1, self.policy) == (number, policy)
    }
}

impl EventDecision<'_> {
    /// Writes the event at the end of the log, unless it waits for the next one to stand in its row. Says whether it did.
    pub(super) fn log(
        &mut self,
        number: u64,
        seen: &Observation,
        verdict: &Verdict,
        policy: u64,
    ) -> Result<bool, RuntimeError> {
        let earlier = match self.context.unlogged.take() {
            Some(usage) if usage.is_just_before(number, seen, policy) => Some(usage.seen),
            Some(usage) => {
                append_usage(self.tx, &usage)?;
                None
            }
            None => None,
        };
        let is_plain = is_plain(verdict);
        if earlier.is_none() && is_plain && self.context.read_on.borrow().as_ref() == Some(&seen.id)
        {
            return Ok(false);
        }
        let verdict = if is_plain { String::new() } else { codec::json("a verdict", verdict)? };
        append(self.tx, number, (seen, &verdict), policy, earlier.as_ref())?;
        Ok(true)
    }

    /// A test run that failed is kept with its task, with what it printed.
    pub(super) fn keep_run(
        &mut self,
        task: &TaskId,
        seen: &Observation,
        run: Option<Box<TestRunRecord>>,
    ) -> Result<(), RuntimeError> {
        let Some(mut run) = run else { return Ok(()) };
        if let Fact::Outcome(outcome) = &seen.fact
            && outcome.test.is_some()
            && let EventKind::ToolResult(result) = &self.event.kind
        {
            run.evidence = Some(test_output_excerpt(result.output.as_deref().unwrap_or_default()));
        }
        let body = codec::json("a test run", &run)?;
        Ok(self.tx.put_run(task, run.n, run.at, &body)?)
    }
}

fn append_usage(tx: &mut dyn StoreTx, usage: &UnloggedUsage) -> Result<(), RuntimeError> {
    append(tx, usage.number, (&usage.seen, ""), usage.policy, None)
}

fn append(
    tx: &mut dyn StoreTx,
    number: u64,
    (seen, verdict): (&Observation, &str),
    policy: u64,
    earlier: Option<&Observation>,
) -> Result<(), RuntimeError> {
    let json = |seen: &Observation| codec::json("an observation", &seen.fact);
    let (observation, observed_before) = (json(seen)?, earlier.map(json).transpose()?);
    let earlier = earlier.zip(observed_before.as_deref());
    let appended = tx.append(&LogRow {
        session: &seen.session,
        n: number,
        id: &seen.id,
        agent: &seen.agent,
        task: &seen.task,
        at: seen.at,
        kind: kind(&seen.fact),
        observation: &observation,
        verdict,
        policy,
        versions: VERSIONS,
        earlier: earlier.map(|(seen, observation)| EarlierEvent {
            id: &seen.id,
            kind: kind(&seen.fact),
            observation,
        }),
    })?;
    match appended {
        AppendOutcome::New(_) => Ok(()),
        // It was taken for new, so that the records count it already: the transaction begins anew.
        AppendOutcome::Duplicate { .. } => {
            let (session, n) = (seen.session.to_string(), number);
            Err(StoreError::LostUpdate { session, n }.into())
        }
    }
}

/// Saves the records of a transaction that are not saved yet, if there are any: at its end, and before an event of
/// another session or agent.
pub(crate) fn save_unsaved(
    tx: &mut dyn StoreTx,
    context: &TxContext<'_>,
) -> Result<(), RuntimeError> {
    if let Some(usage) = context.unlogged.take() {
        append_usage(tx, &usage)?;
    }
    let Some(UnsavedScopes { session, loaded }) = context.unsaved.take() else { return Ok(()) };
    let LoadedScopes { scopes, task, agent_key, position, caps, .. } = *loaded;
    let at = scopes.session.last;
    let [agent_caps, session_caps, task_caps] = caps.into_texts()?;
    let session_row = codec::row(&scopes.session, at)?;
    let rows = ScopeRowSet {
        agent: ScopeRow { caps: agent_caps, ..codec::agent_row(&scopes.agent, at)? },
        session: ScopeRow { position, caps: session_caps, ..session_row },
        task: ScopeRow { caps: task_caps, ..codec::row(&scopes.task, at)? },
    };
    tx.save_scope(ScopeKind::Agent, &agent_key, &rows.agent)?;
    tx.save_scope(ScopeKind::Session, session.as_str(), &rows.session)?;
    tx.save_scope(ScopeKind::Task, task.as_str(), &rows.task)?;
    reach("after-save");
    context.records.borrow_mut().keep(rows, scopes);
    Ok(())
}

fn is_plain(verdict: &Verdict) -> bool {
    verdict.verdict == VerdictAction::Allow
        && verdict.state == BreakerState::Closed
        && verdict.findings.is_empty()
        && verdict.incident.is_none()
}

/// The name of a fact in the log.
fn kind(fact: &Fact) -> &str {
    match fact {
        Fact::SessionStart(_) => "session_start",
        Fact::Prompt { .. } => "prompt",
        Fact::Request(_) => "request",
        Fact::Outcome(_) => "outcome",
        Fact::RoundEnd => "round_end",
        Fact::Usage(_) => "usage",
        Fact::Iteration(_) => "iteration",
        Fact::Compaction => "compaction",
        Fact::Message { thought: false, .. } => "message",
        Fact::Message { thought: true, .. } => "thought",
        Fact::StopBlocked => "stop_blocked",
        Fact::Subagent { .. } => "subagent",
        Fact::Idle { .. } => "idle",
        Fact::Blocked { .. } => "blocked",
        Fact::Resume => "resume",
        Fact::Complete { .. } => "complete",
        Fact::Guidance { .. } => "guidance",
        Fact::Reset { .. } => "reset",
        Fact::Bypass { .. } => "bypass",
        Fact::SpendAllowed { .. } => "spend_allowed",
        Fact::Paused { .. } => "paused",
        Fact::Dismiss { .. } => "dismiss",
        Fact::Judgement { .. } => "judgement",
        Fact::Skip { .. } => "skip",
        Fact::Rescope => "rescope",
        Fact::Retry => "retry",
        Fact::Escalate { .. } => "escalate",
        Fact::Checkpoint { .. } => "checkpoint",
        Fact::Tampering(_) => "tampering",
        Fact::ForkOfOpen(_) => "fork_of_open",
        Fact::Tick => "tick",
        Fact::SessionEnd => "session_end",
        Fact::Other { kind } => kind,
    }
}
