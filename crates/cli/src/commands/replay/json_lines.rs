//! Prints JSON: one line per session, then one with the totals.

use fusebox_engine::{Incident, Rule};
use fusebox_replay::{ReplayTotals, ReplayedSession};
use serde::Serialize;

use super::folding::{FoldedFiles, totals};
use crate::{Context, Result};

/// A session. The field names are a published contract.
#[derive(Serialize)]
struct SessionLine<'a> {
    file: String,
    format: &'static str,
    session: &'a str,
    client: Option<&'a str>,
    calls: u64,
    tripped: bool,
    /// From 0.
    trip_call: Option<u64>,
    rule: Option<Rule>,
    warnings: u64,
    /// Calls refused because they change what belongs to the breaker; no trips. Absent for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    guarded: Option<usize>,
    /// The calls, from 0, after which the judge would have been asked. Absent for none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    judge_asked: Vec<u64>,
    calls_after: u64,
    tokens_after: Option<u64>,
    cost_after_usd: Option<f64>,
    incident: Option<&'a Incident>,
    /// With `--compare` alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    preset: Option<&'a str>,
}

#[derive(Serialize)]
struct TotalsLine<'a> {
    summary: TotalsSummary<'a>,
}

#[derive(Serialize)]
struct TotalsSummary<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    preset: Option<&'a str>,
    #[serde(flatten)]
    totals: ReplayTotals,
}

/// Prints every session, or only those that tripped, and the totals of all.
pub(super) fn print(
    folded: &[FoldedFiles<'_>],
    preset: Option<&str>,
    tripped_only: bool,
    context: &Context,
) -> Result<()> {
    for one in folded {
        for session in one.sessions().filter(|session| session.is_tripped() || !tripped_only) {
            context.print(&serde_json::to_string(&SessionLine::of(one, session, preset))?)?;
        }
    }
    context.print(&serde_json::to_string(&TotalsLine {
        summary: TotalsSummary { preset, totals: totals(folded) },
    })?)
}

impl<'a> SessionLine<'a> {
    fn of(one: &FoldedFiles<'_>, session: &'a ReplayedSession, preset: Option<&'a str>) -> Self {
        Self {
            file: one.file(),
            format: one.source.format.name,
            session: session.session.as_str(),
            client: session.client.as_deref(),
            calls: session.calls,
            tripped: session.is_tripped(),
            trip_call: session.trip_call(),
            rule: session.rule(),
            warnings: session.warnings,
            guarded: Some(session.guarded.len()).filter(|calls| *calls > 0),
            judge_asked: session.judge_asked.iter().map(|note| note.call).collect(),
            calls_after: session.calls_after,
            tokens_after: session.tokens_after,
            cost_after_usd: session.cost_after_usd,
            incident: session.incident.as_ref(),
            preset,
        }
    }
}
