//! The styles of the output, named for what they mean. A terminal without colour, or `NO_COLOR`,
//! shows the same words without them.

use std::fmt::Display;

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
pub(crate) fn paint(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Something failed or was stopped.
pub(crate) fn error(text: impl Display) -> String {
    paint(ERROR, text)
}

/// Something needs attention.
pub(crate) fn warning(text: impl Display) -> String {
    paint(WARNING, text)
}

/// Everything is in order.
pub(crate) fn success(text: impl Display) -> String {
    paint(SUCCESS, text)
}

/// A command to type, or a name to look up.
pub(crate) fn command(text: impl Display) -> String {
    paint(COMMAND, text)
}

/// The heading of a section.
pub(crate) fn heading(text: impl Display) -> String {
    paint(HEADING, text)
}

/// A blank line, and the heading of the section below it.
pub(crate) fn section(title: impl Display) -> [String; 2] {
    [String::new(), heading(title)]
}

/// A line of a name, in at least `width` columns, and its value.
pub(crate) fn fact(name: &str, width: usize, value: impl Display) -> String {
    format!("  {} {value}", dim(format!("{name:<width$}")))
}

/// The mark of a call, for one column, and its style.
pub(crate) fn call_mark(is_refused: bool, ok: Option<bool>) -> (&'static str, Style) {
    match (is_refused, ok) {
        (true, _) => ("✗", ERROR),
        (false, Some(false)) => ("!", WARNING),
        (false, Some(true)) => ("·", SUCCESS),
        (false, None) => ("…", DIM),
    }
}

/// A detail.
pub(crate) fn dim(text: impl Display) -> String {
    paint(DIM, text)
}

/// The name of a column of a list.
pub(crate) fn column_name(name: &str) -> (Style, String) {
    (DIM, name.to_owned())
}
