//! Incidents for people: one line in a list, and the calls before one.

use fusebox_engine::{BreakerState, Incident, IncidentStatus, RecordedCall};
use fusebox_runtime::query::IncidentContext;
use serde::Serialize;

use crate::text_table::{TextTable, plain};
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
}

/// One line for each incident under the names of the columns.
pub(crate) fn list_lines(incidents: &[Incident], columns: usize) -> Vec<String> {
    let mut table = TextTable::right_aligned(&[3]);
    table.push(["STATE", "INCIDENT", "SESSION", "LAST", "WHY"].map(style::column_name));
    for incident in incidents {
        let (mark, mark_style) = status_mark(incident.status);
        table.push([
            (mark_style, mark.to_owned()),
            (style::COMMAND, incident.id.to_string()),
            plain(display::one_line(&display::short_id(incident.session.as_str()), 14)),
            (style::DIM, display::time_ago(incident.at)),
            plain(display::one_line(&incident.reason(), 300)),
        ]);
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
        IncidentStatus::CooledDown => ("cooled", style::SUCCESS),
        IncidentStatus::Observed => ("observed", style::WARNING),
    }
}

/// The sign of a status, for one column: open, watched or closed.
pub(crate) fn status_sign(status: IncidentStatus) -> &'static str {
    style::state_mark(match status {
        IncidentStatus::Open => BreakerState::Open,
        IncidentStatus::Guided | IncidentStatus::CooledDown => BreakerState::HalfOpen,
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
