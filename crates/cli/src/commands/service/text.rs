//! A shared breaker in a line.

use anstyle::Style;
use fusebox_runtime::service::{ServiceState, ServiceView};

use crate::context::Context;
use crate::{display, style};

/// One line of the list.
pub(crate) fn line(view: &ServiceView, context: &Context) -> String {
    let counts = &view.counts;
    let calls = counts.successes.saturating_add(counts.failures).saturating_add(counts.neutral);
    let mut told = vec![format!("{calls} calls")];
    if counts.failures > 0 {
        told.push(format!("{} failed", counts.failures));
    }
    if counts.rejected > 0 {
        told.push(format!("{} refused", counts.rejected));
    }
    let told = format!("{}, {}", told.join(", "), display::time_ago(view.last, context.now()));
    let mark = style::paint(color(view.state), format!("{:<11}", word(view.state)));
    let key = display::one_line(&view.key, 60);
    let more = more(view).map(|more| format!("{more}  ")).unwrap_or_default();
    format!("{mark} {key:<30}  {more}{}", style::paint(style::DIM, told))
}

/// The same without what was counted: for whoever asks how everything stands.
pub(crate) fn short(view: &ServiceView) -> String {
    let mark = style::paint(color(view.state), format!("{:<9}", word(view.state)));
    let more = more(view).map(|more| format!("  {more}")).unwrap_or_default();
    format!("{mark} {}{more}", display::one_line(&view.key, 60)).trim_end().to_owned()
}

/// Its state in words.
pub(crate) fn state(view: &ServiceView) -> String {
    match view.state {
        ServiceState::ForcedOpen => "held open; nothing passes".to_owned(),
        ServiceState::ForcedClosed => "held closed; everything passes and is counted".to_owned(),
        ServiceState::Disabled => "disabled; everything passes and nothing is counted".to_owned(),
        ServiceState::Closed | ServiceState::Open | ServiceState::HalfOpen => {
            let more = more(view).map(|more| format!(", {more}")).unwrap_or_default();
            format!("{}{more}", word(view.state))
        }
    }
}

/// Whether it is as it is because a person said so.
pub(crate) fn is_held(view: &ServiceView) -> bool {
    use ServiceState::{Disabled, ForcedClosed, ForcedOpen};
    matches!(view.state, ForcedOpen | ForcedClosed | Disabled)
}

/// Whether a person should hear of it.
pub(crate) fn is_news(view: &ServiceView) -> bool {
    view.state != ServiceState::Closed
}

fn word(state: ServiceState) -> &'static str {
    match state {
        ServiceState::Closed => "closed",
        ServiceState::Open => "open",
        ServiceState::HalfOpen => "half-open",
        ServiceState::ForcedOpen => "held open",
        ServiceState::ForcedClosed => "held closed",
        ServiceState::Disabled => "disabled",
    }
}

fn more(view: &ServiceView) -> Option<String> {
    if let Some(ms) = view.retry_after_ms {
        return Some(format!("a probe in {} s", ms.div_ceil(1_000)));
    }
    if view.state == ServiceState::HalfOpen {
        let told =
            if view.probes > 0 { "a probe is on its way" } else { "the next call is a probe" };
        return Some(told.to_owned());
    }
    let of = view.threshold.map(|threshold| format!("/{threshold}")).unwrap_or_default();
    let in_a_row = (view.failures > 0).then(|| format!("{}{of} failures in a row", view.failures));
    let rate = view.rate.filter(|rate| rate.failed > 0);
    let rate = rate.map(|rate| format!("{} of the last {} calls failed", rate.failed, rate.calls));
    let told: Vec<String> = in_a_row.into_iter().chain(rate).collect();
    (!told.is_empty()).then(|| told.join(", "))
}

fn color(state: ServiceState) -> Style {
    match state {
        ServiceState::Open | ServiceState::ForcedOpen => style::ERROR,
        ServiceState::Closed => style::SUCCESS,
        ServiceState::HalfOpen | ServiceState::ForcedClosed | ServiceState::Disabled => {
            style::WARNING
        }
    }
}
