//! Incidents for people: one line in a list, and the calls before one.

use fusebox_engine::{BreakerState, Incident, IncidentStatus, RecordedCall};
use fusebox_runtime::query::{IncidentContext, IncidentOrigin};
use serde::Serialize;

use crate::spend_records::IncidentCost;
use crate::text_table::{Cell, TextTable, plain};
use crate::{display, style};

/// An incident with the calls before it, the latest last.
#[derive(Debug, Clone, Copy, Serialize)]
pub(crate) struct IncidentRecord<'a> {
    #[serde(flatten)]
    pub(crate) incident: &'a Incident,
    pub(crate) calls: &'a [RecordedCall],
    /// What is known around it.
    #[serde(skip)]
    pub(crate) context: &'a IncidentContext,
    /// What its session cost, and what of it came after it was stopped; nothing without a record of its client.
    #[serde(flatten)]
    pub(crate) cost: Option<IncidentCost>,
}

/// An incident, and which client it happened in and where.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct IncidentRow {
    #[serde(flatten)]
    pub(crate) incident: Incident,
    #[serde(flatten)]
    pub(crate) origin: IncidentOrigin,
}

/// One line for each incident under the names of the columns. The session is left out where there is
/// no room for it: the incident's id names both.
pub(crate) fn list_lines(rows: &[IncidentRow], columns: usize) -> Vec<String> {
    let (has_session, is_wide) = (columns >= 100, columns >= 80);
    let (project_columns, client_columns) = if is_wide { (12, 8) } else { (8, 6) };
    let cells = |first: [Cell; 2], session: Cell, last: [Cell; 4]| -> Vec<Cell> {
        first.into_iter().chain(has_session.then_some(session)).chain(last).collect()
    };
    let mut table = TextTable::right_aligned(if has_session { &[5] } else { &[4] });
    let ago = if is_wide { "LAST" } else { "AGO" };
    table.push(cells(
        ["STATE", "INCIDENT"].map(style::column_name),
        style::column_name("SESSION"),
        ["PROJECT", "CLIENT", ago, "WHY"].map(style::column_name),
    ));
    for IncidentRow { incident, origin } in rows {
        let (mark, mark_style) = status_mark(incident.status);
        let session = display::short_id(incident.session.as_str());
        let project = display::project(origin.folder.as_deref());
        let client = origin.client.as_deref().unwrap_or("-");
        let at = incident.at;
        let reason = display::one_line(&incident.reason(), 300);
        let short = display::one_line(&incident.cause.short_cause(), 300);
        let row = cells(
            [(mark_style, mark.to_owned()), (style::COMMAND, incident.id.to_string())],
            plain(display::one_line(&session, 14)),
            [
                plain(display::shortened(project, project_columns)),
                (style::DIM, display::one_line(client, client_columns)),
                (style::DIM, if is_wide { display::time_ago(at) } else { display::age(at) }),
                plain(reason),
            ],
        );
        table.push_with_short_end(row, short);
    }
    table.lines(columns)
}

/// The word for a status, and its style.
pub(crate) fn status_mark(status: IncidentStatus) -> (&'static str, anstyle::Style) {
    match status {
        IncidentStatus::Open => ("open", style::ERROR),
        IncidentStatus::Guided => ("guided", style::SUCCESS),
        IncidentStatus::Reset => ("reset", style::SUCCESS),
        IncidentStatus::Dismissed => ("dismissed", style::DIM),
        IncidentStatus::Retried => ("retried", style::WARNING),
        IncidentStatus::CooledDown => ("cooled", style::SUCCESS),
        IncidentStatus::Observed => ("observed", style::WARNING),
    }
}

/// The sign of a status, for one column: open, watched or closed.
pub(crate) fn status_sign(status: IncidentStatus) -> &'static str {
    style::state_mark(match status {
        IncidentStatus::Open => BreakerState::Open,
        IncidentStatus::Guided | IncidentStatus::Retried | IncidentStatus::CooledDown => {
            BreakerState::HalfOpen
        }
        IncidentStatus::Reset | IncidentStatus::Dismissed | IncidentStatus::Observed => {
            BreakerState::Closed
        }
    })
}

/// The last calls, equal ones in a row as one line.
pub(crate) fn call_lines(calls: &[RecordedCall]) -> Vec<String> {
    if calls.is_empty() {
        return Vec::new();
    }
    let mut out = style::section("The last calls").to_vec();
    for run in calls.chunk_by(RecordedCall::is_same) {
        let Some(first) = run.first() else { continue };
        let (mark, style) = style::call_mark(first.refused, first.ok);
        let times = if run.len() > 1 { format!(" ×{}", run.len()) } else { String::new() };
        out.push(format!(
            "  {} {}{}{}",
            style::paint(style, mark),
            display::one_line(&first.label, 90),
            style::heading(times),
            style::dim(if first.refused { "  refused" } else { "" })
        ));
        // The output of a single call that succeeded is no evidence of anything.
        let is_telling = !first.refused && (first.ok == Some(false) || run.len() > 1);
        if let Some(gist) = first.gist.as_deref().filter(|_| is_telling) {
            out.push(format!("      {}", style::dim(display::one_line(gist, 110))));
        }
    }
    out
}
