//! What the database knows of sessions: task, issue, role, how the work ended, and when the breaker was open.

use std::collections::BTreeMap;

use fusebox_runtime::query;
use fusebox_runtime::work::finished_work;
use fusebox_spend::{OpenSpan, SessionFacts};
use fusebox_store::IncidentFilter;

use crate::{Context, Result, clock};

/// Whether Fusebox ever ran here.
pub(super) fn has_database(context: &Context) -> Result<bool> {
    Ok(context.home()?.state_dir.join(fusebox_store::FILE).exists())
}

/// The facts by the client's id of the session. Where Fusebox never ran there are none, and no database is made.
pub(crate) fn of_sessions(context: &Context) -> Result<BTreeMap<String, SessionFacts>> {
    if !has_database(context)? {
        return Ok(BTreeMap::new());
    }
    let runtime = context.runtime(None)?;
    let issues: BTreeMap<String, String> = query::tasks(runtime.store(), false)?
        .into_iter()
        .filter_map(|view| Some((view.task.to_string(), view.named?.issue?)))
        .collect();
    let mut open: BTreeMap<String, Vec<OpenSpan>> = BTreeMap::new();
    for incident in query::incidents(runtime.store(), &IncidentFilter::default())? {
        let span = OpenSpan { from: incident.at, until: incident.closed_at };
        if !incident.observed_only {
            open.entry(incident.session.to_string()).or_default().push(span);
        }
    }
    let facts = finished_work(runtime.store(), clock::now())?.into_iter().map(|record| {
        let session = record.session.to_string();
        let task = record.task.to_string();
        let facts = SessionFacts {
            issue: issues.get(&task).cloned().unwrap_or_default(),
            task,
            role: record.role,
            outcome: record.outcome.name().to_owned(),
            open: open.remove(&session).unwrap_or_default(),
        };
        (session, facts)
    });
    Ok(facts.collect())
}
