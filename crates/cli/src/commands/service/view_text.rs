//! Shared breakers for people.

use anstyle::Style;
use fusebox_runtime::service::{ServiceState, ServiceView};

use crate::display::{self, count};
use crate::style;
use crate::text_table::{TextTable, plain};

/// One line for each breaker, with what it counted.
pub(super) fn list_lines(views: &[ServiceView], columns: usize) -> Vec<String> {
    let mut table = TextTable::default();
    for view in views {
        let counts = &view.counts;
        let calls = counts.successes.saturating_add(counts.failures).saturating_add(counts.neutral);
        let mut parts = vec![count(calls, "call")];
        parts.extend((counts.failures > 0).then(|| format!("{} failed", counts.failures)));
        parts.extend((counts.rejected > 0).then(|| format!("{} refused", counts.rejected)));
        parts.push(display::time_ago(view.last));
        let [state, key, detail] = state_cells(view, columns);
        table.push([state, key, detail, (style::DIM, parts.join(", "))]);
    }
    table.lines(columns)
}

/// One line for each breaker that refuses calls or is held by a person.
pub(crate) fn notable_lines(views: &[ServiceView], columns: usize) -> Vec<String> {
    let mut table = TextTable::default();
    for view in views.iter().filter(|view| view.state != ServiceState::Closed) {
        table.push(state_cells(view, columns));
    }
    table.lines(columns)
}

/// Columns for what stands beside the name of a breaker.
const BESIDE_KEY: usize = 54;

fn state_cells(view: &ServiceView, columns: usize) -> [(Style, String); 3] {
    let (word, style) = state_word(view.state);
    let key = display::shortened(&view.key, columns.saturating_sub(BESIDE_KEY).clamp(12, 60));
    [(style, word.to_owned()), plain(key), plain(detail(view).unwrap_or_default())]
}

/// The state in words.
pub(super) fn state_text(view: &ServiceView) -> String {
    match view.state {
        ServiceState::ForcedOpen => "held open; nothing passes".to_owned(),
        ServiceState::ForcedClosed => "held closed; everything passes and is counted".to_owned(),
        ServiceState::Disabled => "disabled; everything passes and nothing is counted".to_owned(),
        ServiceState::Closed | ServiceState::Open | ServiceState::HalfOpen => {
            let detail = detail(view).map(|detail| format!(", {detail}")).unwrap_or_default();
            format!("{}{detail}", state_word(view.state).0)
        }
    }
}

/// Whether a person set the state.
pub(super) fn is_held(view: &ServiceView) -> bool {
    use ServiceState::{Disabled, ForcedClosed, ForcedOpen};
    matches!(view.state, ForcedOpen | ForcedClosed | Disabled)
}

fn state_word(state: ServiceState) -> (&'static str, Style) {
    match state {
        ServiceState::Closed => ("closed", style::SUCCESS),
        ServiceState::Open => ("open", style::ERROR),
        ServiceState::HalfOpen => ("half-open", style::WARNING),
        ServiceState::ForcedOpen => ("held open", style::ERROR),
        ServiceState::ForcedClosed => ("held closed", style::WARNING),
        ServiceState::Disabled => ("disabled", style::WARNING),
    }
}

/// When the next probe runs, or how close the breaker is to opening.
fn detail(view: &ServiceView) -> Option<String> {
    if let Some(ms) = view.retry_after_ms {
        return Some(format!("a probe in {}", display::duration(ms.div_ceil(1_000) * 1_000)));
    }
    if view.state == ServiceState::HalfOpen {
        let probe = if view.probes > 0 { "a probe is running" } else { "the next call is a probe" };
        return Some(probe.to_owned());
    }
    let threshold = view.threshold.map(|threshold| format!("/{threshold}")).unwrap_or_default();
    let in_a_row =
        (view.failures > 0).then(|| format!("{}{threshold} failures in a row", view.failures));
    let rate = view.rate.filter(|rate| rate.failed > 0);
    let rate = rate.map(|rate| format!("{} of the last {} calls failed", rate.failed, rate.calls));
    let parts: Vec<String> = in_a_row.into_iter().chain(rate).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
