//! The few styles of the output. They are names for meanings; a terminal that has no colour, or
//! `NO_COLOR`, shows the same words without them.

use anstyle::{AnsiColor, Style};
use fusebox_engine::BreakerState;

/// Something stopped or failed.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// Something needs attention.
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default();
/// All is well.
pub(crate) const SUCCESS: Style = AnsiColor::Green.on_default();
/// Something to type or to look up.
pub(crate) const COMMAND: Style = AnsiColor::Cyan.on_default();
/// The head of a part.
pub(crate) const HEADING: Style = Style::new().bold();
/// Beside the point.
pub(crate) const DIM: Style = Style::new().dimmed();

/// The style of a breaker's state.
pub(crate) fn for_state(state: BreakerState) -> Style {
    match state {
        BreakerState::Closed => SUCCESS,
        BreakerState::HalfOpen => WARNING,
        BreakerState::Open => ERROR,
    }
}

/// `text` in `style`.
pub(crate) fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}
