//! Reconciliation: finds what nobody finished, and finishes it.
//!
//! Each kind of finding is one step: it looks, and unless this is only a check, it mends. What is not ours
//! to mend, or cannot be, is found and left. No step removes work.

use std::path::PathBuf;

use fusebox_effects::{
    DrainContext, InboxFinding, InboxOutcome, MissingTask, RefsWithoutTask, drain_outbox,
};
use fusebox_engine::{IncidentId, RunId, TaskId, Timestamp};
use fusebox_runtime::{Runtime, RuntimeError, UnsettledSession};
use fusebox_runtime::{settle, unsettled_sessions};
use fusebox_store::{DeliveryState, OutboxKind, OutboxRow};

use crate::{confine, watchdog};

/// What was found, and what became of it.
#[derive(Debug, Clone, PartialEq)]
pub struct ReconcileFinding {
    /// What was found.
    pub subject: ReconcileSubject,
    /// What became of it.
    pub outcome: ReconcileOutcome,
}

/// What nobody finished.
#[derive(Debug, Clone, PartialEq)]
pub enum ReconcileSubject {
    /// The database is damaged. Whatever opens it to write sets it aside.
    Database {
        /// Where it is.
        file: PathBuf,
        /// What is wrong with it.
        detail: String,
    },
    /// A run whose supervisor and watchdog were killed.
    LostRun {
        /// The run.
        run: RunId,
        /// The task that it worked on.
        task: TaskId,
    },
    /// A session beyond a limit of time, or whose agent is gone.
    Session(UnsettledSession),
    /// Refs in git without a task.
    Refs(RefsWithoutTask),
    /// Placeholders of a confined run that is dead.
    Placeholders {
        /// The run.
        run: String,
    },
    /// An answer to a trip, or a source of answers.
    Answer {
        /// The trip, where it is known.
        incident: Option<IncidentId>,
        /// Where it was found.
        source: String,
        /// Who wrote it, where that is known.
        by: Option<String>,
    },
    /// An effect that was queued and not carried out.
    Delivery {
        /// What kind.
        kind: OutboxKind,
        /// What it is about.
        key: String,
        /// When it was queued.
        queued: Timestamp,
    },
}

/// What became of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReconcileOutcome {
    /// It is to be mended: this was a check.
    ToDo,
    /// It was mended.
    Mended,
    /// It is not ours to mend, or was given up before.
    Left {
        /// Why, where that is known only here.
        why: Option<String>,
    },
    /// It could not be mended.
    Failed {
        /// Why.
        error: String,
    },
}

/// What a reconciliation needs.
#[derive(Clone, Copy)]
pub struct ReconcileOptions<'a> {
    /// Whether nothing is changed.
    pub is_check: bool,
    /// What deliveries need.
    pub drain: DrainContext<'a>,
    /// The time.
    pub now: Timestamp,
}

/// Finds what nobody finished and mends it. The second of two in a row has nothing to mend.
///
/// # Errors
/// When the store fails.
pub fn reconcile(
    runtime: &mut Runtime,
    options: &ReconcileOptions<'_>,
) -> Result<Vec<ReconcileFinding>, RuntimeError> {
    // Those that the other steps queue are no findings.
    let undelivered = runtime.store().read().undelivered()?;
    let mut reconciliation = Reconciliation { runtime, options, found: Vec::new() };
    let lost = reconciliation.lost_runs()?;
    reconciliation.sessions(&lost)?;
    reconciliation.answers()?;
    reconciliation.refs()?;
    reconciliation.placeholders();
    reconciliation.deliveries(undelivered)?;
    Ok(reconciliation.found)
}

struct Reconciliation<'a> {
    runtime: &'a mut Runtime,
    options: &'a ReconcileOptions<'a>,
    found: Vec<ReconcileFinding>,
}

impl Reconciliation<'_> {
    /// Notes a finding, and mends it unless this is only a check.
    fn add(
        &mut self,
        subject: ReconcileSubject,
        mend: impl FnOnce(&mut Runtime) -> Result<(), String>,
    ) {
        let outcome = if self.options.is_check {
            ReconcileOutcome::ToDo
        } else {
            match mend(self.runtime) {
                Ok(()) => ReconcileOutcome::Mended,
                Err(error) => ReconcileOutcome::Failed { error },
            }
        };
        self.found.push(ReconcileFinding { subject, outcome });
    }

    fn leave(&mut self, subject: ReconcileSubject, why: Option<String>) {
        self.found.push(ReconcileFinding { subject, outcome: ReconcileOutcome::Left { why } });
    }

    /// Ends the processes of lost runs. Returns the runs: their sessions have ended too.
    fn lost_runs(&mut self) -> Result<Vec<RunId>, RuntimeError> {
        let lost = watchdog::lost_runs(self.runtime)?;
        for record in &lost {
            let (run, task) = (record.run.clone(), record.task.clone());
            self.add(ReconcileSubject::LostRun { run, task }, |runtime| {
                watchdog::end_lost_run(runtime, record).map_err(|error| error.to_string())
            });
        }
        Ok(lost.into_iter().map(|record| record.run).collect())
    }

    /// Trips sessions beyond a limit of time, and ends those whose agent is gone.
    fn sessions(&mut self, lost: &[RunId]) -> Result<(), RuntimeError> {
        let now = self.options.now;
        for unsettled in unsettled_sessions(self.runtime.store(), lost, now)? {
            if self.options.is_check {
                self.add(ReconcileSubject::Session(unsettled), |_| Ok(()));
                continue;
            }
            let settled = settle(self.runtime, &unsettled, lost, now);
            // One that went on meanwhile needs nothing.
            if !matches!(settled, Ok(false)) {
                let mended = settled.map(drop).map_err(|error| error.to_string());
                self.add(ReconcileSubject::Session(unsettled), |_| mended);
            }
        }
        Ok(())
    }

    /// Reads what people answered, and carries it out. A check asks no server.
    fn answers(&mut self) -> Result<(), RuntimeError> {
        let DrainContext { answers, escalate, .. } = self.options.drain;
        if self.options.is_check {
            return Ok(());
        }
        // What is wrong in the settings, the deliveries and `fusebox inbox` say.
        let Ok(settings) = escalate() else { return Ok(()) };
        for InboxFinding { incident, source, by, outcome } in
            fusebox_effects::read_inbox(self.runtime, &settings, answers)?
        {
            let subject = ReconcileSubject::Answer { incident, source, by };
            match outcome {
                InboxOutcome::Applied { .. } => self.add(subject, |_| Ok(())),
                InboxOutcome::Failed { error } => self.add(subject, |_| Err(error)),
                InboxOutcome::Ignored(why) => self.leave(subject, Some(why.to_string())),
                InboxOutcome::Unread { error } => self.leave(subject, Some(error)),
            }
        }
        Ok(())
    }

    /// Removes the checkpoints that were made for completed tasks. All other refs without a task are left:
    /// they may belong to another store, and hold work.
    fn refs(&mut self) -> Result<(), RuntimeError> {
        let now = self.options.now;
        for refs in fusebox_effects::find_refs_without_task(self.runtime)? {
            let subject = ReconcileSubject::Refs(refs.clone());
            match refs.missing {
                MissingTask::Unknown | MissingTask::CheckpointOfAnother => {
                    self.leave(subject, None);
                }
                MissingTask::Completed => self.add(subject, |runtime| {
                    fusebox_effects::remove_checkpoint_without_task(runtime, &refs, now)
                        .map(drop)
                        .map_err(|error| error.to_string())
                }),
            }
        }
        Ok(())
    }

    /// Removes the placeholders of dead runs.
    fn placeholders(&mut self) {
        let Some(state_dir) = self.runtime.state_dir().map(std::path::Path::to_owned) else {
            return;
        };
        for run in confine::runs_with_stale_placeholders(&state_dir) {
            self.add(ReconcileSubject::Placeholders { run }, |_| {
                confine::remove_stale_placeholders(&state_dir);
                Ok(())
            });
        }
    }

    /// Carries out what is due. What rests or is being carried out is no finding; what was given up stays so.
    fn deliveries(&mut self, undelivered: Vec<OutboxRow>) -> Result<(), RuntimeError> {
        let options = self.options;
        if !options.is_check {
            drain_outbox(self.runtime, &options.drain)?;
        }
        for row in undelivered {
            let subject = ReconcileSubject::Delivery {
                kind: row.kind.clone(),
                key: row.key.clone(),
                queued: row.queued,
            };
            match &row.delivery {
                DeliveryState::Done => {}
                DeliveryState::Failed { error } => self.leave(subject, Some(error.clone())),
                DeliveryState::Pending { .. } if !row.is_due(options.now) => {}
                DeliveryState::Pending { .. } => {
                    let became = if options.is_check {
                        None
                    } else {
                        self.runtime.store().read().effect(&row.kind, &row.key)?
                    };
                    match became.map(|row| row.delivery) {
                        // It is tried again later.
                        Some(DeliveryState::Pending { error, .. }) => {
                            self.leave(subject, Some(error));
                        }
                        Some(DeliveryState::Failed { error }) => {
                            self.add(subject, |_| Err(error));
                        }
                        Some(DeliveryState::Done) | None => self.add(subject, |_| Ok(())),
                    }
                }
            }
        }
        Ok(())
    }
}
