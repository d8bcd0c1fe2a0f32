//! A finding of `fusebox reconcile` in words.

use fusebox_effects::{MissingTask, RefsWithoutTask};
use fusebox_runtime::{UnsettledCause, UnsettledSession};
use fusebox_supervisor::reconcile::ReconcileSubject;

use crate::display::{self, count};

/// The words of one finding.
pub(super) struct FindingText {
    /// Its name in JSON.
    pub(super) kind: &'static str,
    /// What it is about: an id or a name.
    pub(super) subject: String,
    /// What was found.
    pub(super) found: String,
    /// What has to be done.
    pub(super) mending: &'static str,
    /// What was done.
    pub(super) mended: &'static str,
}

impl FindingText {
    /// The words of a finding.
    pub(super) fn of(subject: &ReconcileSubject) -> Self {
        match subject {
            ReconcileSubject::Database { file, detail } => Self {
                kind: "database",
                subject: file.display().to_string(),
                found: format!("the database is damaged: {detail}"),
                mending: "set it aside",
                mended: "set aside",
            },
            ReconcileSubject::LostRun { run, task } => Self {
                kind: "lost_run",
                subject: run.to_string(),
                found: format!("run of task {task}: its supervisor and its watchdog were killed"),
                mending: "end its processes",
                mended: "ended",
            },
            ReconcileSubject::Session(session) => Self::of_session(session),
            ReconcileSubject::Refs(refs) => Self::of_refs(refs),
            ReconcileSubject::Placeholders { run } => Self {
                kind: "placeholders",
                subject: run.clone(),
                found: "placeholders of a confined run that is dead".to_owned(),
                mending: "remove",
                mended: "removed",
            },
            ReconcileSubject::Answer { source, by, .. } => Self {
                kind: "answer",
                subject: source.clone(),
                found: by
                    .as_deref()
                    .map_or_else(|| "it was read".to_owned(), |by| format!("{by} answered a trip")),
                mending: "carry it out",
                mended: "carried out",
            },
            ReconcileSubject::Delivery { kind, key, queued } => Self {
                kind: "delivery",
                subject: kind.name().to_owned(),
                found: format!("not delivered since {}: {key}", display::time_ago(*queued)),
                mending: "deliver",
                mended: "delivered",
            },
        }
    }

    fn of_session(unsettled: &UnsettledSession) -> Self {
        let subject = unsettled.session.to_string();
        match &unsettled.cause {
            UnsettledCause::Overdue(finding) => Self {
                kind: "overdue",
                subject,
                found: finding.cause(),
                mending: "trip",
                mended: "tripped",
            },
            UnsettledCause::ProcessDied { pid, silent_ms } => Self {
                kind: "agent_died",
                subject,
                found: format!(
                    "process {pid} of its agent is gone, silent for {}",
                    display::duration(*silent_ms)
                ),
                mending: "end the session",
                mended: "ended",
            },
            UnsettledCause::RunEnded(run) => Self {
                kind: "agent_died",
                subject,
                found: format!("run {run} has ended"),
                mending: "end the session",
                mended: "ended",
            },
        }
    }

    fn of_refs(refs: &RefsWithoutTask) -> Self {
        let checkpoint = refs.checkpoint.is_some().then(|| "a checkpoint".to_owned());
        let attempts = (refs.attempts > 0).then(|| count(refs.attempts, "kept attempt"));
        let what: Vec<String> = checkpoint.into_iter().chain(attempts).collect();
        let (what, place) = (what.join(" and "), refs.repository.display());
        Self {
            kind: "refs_without_task",
            subject: refs.task.clone(),
            found: match refs.missing {
                MissingTask::Completed => format!("the checkpoint of a completed task in {place}"),
                MissingTask::CheckpointOfAnother => {
                    format!("a checkpoint in {place}, not made while the completed task was open")
                }
                MissingTask::Unknown => format!("{what} of an unknown task in {place}"),
            },
            mending: "remove the checkpoint",
            mended: "removed",
        }
    }
}
