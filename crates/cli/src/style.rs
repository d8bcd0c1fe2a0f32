//! The styles of the output, named for what they mean. A terminal without colour, or `NO_COLOR`,
//! shows the same words without them.

use anstyle::{AnsiColor, Style};
use fusebox_engine::BreakerState;

/// Something failed or was stopped.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
/// Something needs attention.
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default();
/// Everything is in order.
pub(crate) const SUCCESS: Style = AnsiColor::Green.on_default();
/// A command to type, or a name to look up.
pub(crate) const COMMAND: Style = AnsiColor::Cyan.on_default();
/// The heading of a section.
pub(crate) const HEADING: Style = Style::new().bold();
/// A detail.
pub(crate) const DIM: Style = Style::new().dimmed();

/// The style of a breaker's state.
pub(crate) fn for_state(state: BreakerState) -> Style {
    match state {
        BreakerState::Closed => SUCCESS,
        BreakerState::HalfOpen => WARNING,
        BreakerState::Open => ERROR,
    }
}

/// The mark of a breaker's state, for one column.
pub(crate) fn state_mark(state: BreakerState) -> &'static str {
    match state {
        BreakerState::Closed => "●",
        BreakerState::HalfOpen => "◐",
        BreakerState::Open => "○",
    }
}

/// `text` in `style`.
pub(crate) fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}

/// A command to type.
pub(crate) fn command(text: impl std::fmt::Display) -> String {
    paint(COMMAND, text)
}
