//! Gathers what a person is told of an incident.

use std::error::Error;
use std::path::Path;

use fusebox_channels::EscalationMessage;
use fusebox_engine::Incident;
use fusebox_git::{CheckpointName, Repository};
use fusebox_runtime::escalation::MessageOrder;
use fusebox_runtime::{Runtime, query};

use crate::find_repository;

/// Where the work of an incident stands in git.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct WorkPosition {
    pub(super) branch: Option<String>,
    pub(super) commit: Option<String>,
}

/// Where the work stands; nothing where git cannot say, since the message does not need it.
pub(super) fn work_of(
    runtime: &Runtime,
    incident: &Incident,
) -> Result<WorkPosition, Box<dyn Error>> {
    let origin = query::incident_origin(runtime.store(), incident)?;
    let repository = origin
        .folder
        .as_deref()
        .and_then(|folder| find_repository(runtime, Path::new(folder)).ok().flatten());
    let Some(repository) = repository else { return Ok(WorkPosition::default()) };
    let commit = repository.pushed_commit().ok().flatten().map(|commit| commit.to_string());
    let detached = || commit.as_deref().map(|commit| format!("none, detached at {commit}"));
    let branch = repository.branch().ok().flatten().or_else(detached);
    Ok(WorkPosition { branch, commit })
}

/// The message that an order asks for.
pub(super) fn of(
    runtime: &Runtime,
    order: &MessageOrder,
    incident: &Incident,
) -> Result<EscalationMessage, Box<dyn Error>> {
    let around = query::incident_context(runtime.store(), incident)?;
    let project = around.folder.as_deref().and_then(|folder| folder.rsplit('/').next());
    Ok(EscalationMessage {
        id: order.id.clone(),
        level: order.level.name().to_owned(),
        incident: incident.id.to_string(),
        at_ms: incident.at.0,
        rule: incident.rule().name().to_owned(),
        observed: incident.cause.observed,
        limit: incident.cause.limit,
        reason: incident.reason(),
        task: incident.task.to_string(),
        issue: order.issue.clone(),
        session: incident.session.to_string(),
        project: project.map(str::to_owned),
        branch: order.branch.clone(),
        kept: kept_work(runtime, incident, around.folder.as_deref()),
        summary: incident.summary.clone(),
        code: None,
        short_id: around.short_id,
        role: around.role,
        client: around.client,
    })
}

/// The ref of the work that was kept at the trip, if any was.
fn kept_work(runtime: &Runtime, incident: &Incident, folder: Option<&str>) -> Option<String> {
    let repository: Repository = find_repository(runtime, Path::new(folder?)).ok()??;
    let name = CheckpointName::new(incident.task.as_str()).ok()?;
    let kept = repository.attempts(&name).ok()?;
    let mark = format!("(incident {})", incident.id);
    kept.iter().rev().find(|attempt| attempt.subject.contains(&mark)).map(|it| it.reference())
}
