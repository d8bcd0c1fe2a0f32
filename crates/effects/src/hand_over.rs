//! The hand-over: writes a page into the project that says where the work stands.

use std::error::Error;
use std::path::{Path, PathBuf};

use fusebox_engine::{IncidentId, SessionId, TaskId};
use fusebox_git::Repository;
use fusebox_report::{Diagnostic, WorkEnd};
use fusebox_runtime::agent_run::{self, AgentRun, FinalStatus};
use fusebox_runtime::hand_over::{HandOver, HandOverCause};
use fusebox_runtime::{Runtime, clock, query, task};

use crate::{find_incident, project_file, report};

/// The latest runs among which the one that ended is looked for.
const RUNS: u32 = 50;

/// Writes the page.
pub(crate) fn write(runtime: &Runtime, wanted: &HandOver) -> Result<(), Box<dyn Error>> {
    let (report, end) = match &wanted.of {
        HandOverCause::Trip(incident) | HandOverCause::Summary(incident) => {
            (of_incident(runtime, incident)?, WorkEnd::Tripped)
        }
        HandOverCause::Run { run, summary } => {
            let runs = agent_run::latest(runtime.store(), None, RUNS)?;
            let found = runs.into_iter().find(|record| record.run == *run);
            of_run(runtime, &found.ok_or("the run is gone")?, summary.clone())?
        }
    };
    let mut report = report;
    // An earlier page is no part of the work.
    report.cumulative_files_modified.retain(|changed| changed.file != wanted.file);
    let task = TaskId::parse(report.task.as_str())?;
    let session = SessionId::parse(report.session.as_str())?;
    let Some(project) = project(runtime, &task, &session)? else {
        return Err("the folder of the work is not known".into());
    };
    let page = report.hand_over(&end);
    Ok(project_file::replace(&project, &wanted.file, Diagnostic::HAND_OVER_MARK, &page)?)
}

fn of_incident(runtime: &Runtime, id: &IncidentId) -> Result<Diagnostic, Box<dyn Error>> {
    Ok(report::incident_report(runtime.store(), &find_incident(runtime, id)?)?)
}

fn of_run(
    runtime: &Runtime,
    run: &AgentRun,
    summary: Option<String>,
) -> Result<(Diagnostic, WorkEnd), Box<dyn Error>> {
    if let Some(incident) = &run.incident {
        return Ok((of_incident(runtime, incident)?, WorkEnd::Tripped));
    }
    let session = run.session.as_ref().ok_or("the session of the run is not known")?;
    let mut facts = query::task_facts(runtime.store(), &run.task, session, clock::now())?;
    if facts.checkpoint.tag().is_some() {
        facts.since_checkpoint = report::work_since_checkpoint(&run.task, Path::new(&run.folder));
    }
    let report = Diagnostic { agent_summary: summary, ..Diagnostic::compose(&facts) };
    let end = match (run.final_status, &run.failure_reason) {
        (Some(FinalStatus::Success | FinalStatus::PassedAfterTrip), _) => WorkEnd::Completed,
        (Some(FinalStatus::Failure) | None, reason) => {
            WorkEnd::Failed(reason.clone().unwrap_or_else(|| "nobody knows why".to_owned()))
        }
    };
    Ok((report, end))
}

/// The top of the work tree that the work is in, else its folder.
fn project(
    runtime: &Runtime,
    id: &TaskId,
    session: &SessionId,
) -> Result<Option<PathBuf>, Box<dyn Error>> {
    let named = task::find(runtime.store(), id)?;
    let folder = match named {
        Some(task) => Some(task.folder),
        None => query::folder(runtime.store(), session)?,
    };
    let Some(folder) = folder.map(PathBuf::from) else { return Ok(None) };
    let repository = Repository::find(&folder).ok().flatten();
    Ok(Some(repository.map_or(folder, |repository| repository.top().to_owned())))
}
