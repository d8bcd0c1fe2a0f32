//! Messages to an agent about a rejected call or a probe: models follow instructions, not error codes.

use std::fmt::Write as _;

use crate::CircuitOpen;
use crate::error::whole_seconds;

/// The longest tool name in a message, in characters.
const LONGEST_NAME: usize = 100;

/// The message to an agent whose call of `tool` was rejected.
///
/// ```
/// use fusebox_breaker::{CircuitOpen, State, advice};
/// use std::time::Duration;
///
/// let open = CircuitOpen { state: State::Open, retry_after: Some(Duration::from_millis(26_500)) };
/// assert!(advice::open("mcp:search", &open).starts_with("CircuitBreakerOpen: mcp:search, retry in 27 s. STOP"));
/// ```
pub fn open(tool: &str, open: &CircuitOpen) -> String {
    let mut text = format!("CircuitBreakerOpen: {}", plain(tool));
    if let Some(wait) = open.retry_after {
        // Writing to a string cannot fail.
        let _ = write!(text, ", retry in {} s", whole_seconds(wait));
    }
    text.push_str(
        ". STOP, do not retry the same action. WAIT or SWITCH strategies. ANALYZE why: is the service down? Am I \
         spamming? Is my input fundamentally wrong? ASK HUMAN: if you cannot go on without it, say what you need.",
    );
    text
}

/// The message to an agent whose call of `tool` is admitted as a probe.
///
/// ```
/// use fusebox_breaker::advice;
///
/// assert!(advice::probe("mcp:search").contains("try ONE simple check"));
/// ```
pub fn probe(tool: &str) -> String {
    let tool = plain(tool);
    format!(
        "CircuitBreakerHalfOpen: {tool} failed before and may be back: try ONE simple check, not the whole task."
    )
}

/// A name without control characters, which could move the cursor or forge a line.
fn plain(name: &str) -> String {
    name.chars().filter(|letter| !letter.is_control()).take(LONGEST_NAME).collect()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{open, probe};
    use crate::{CircuitOpen, State};

    #[test]
    fn s6_the_agent_is_told_to_stop_wait_switch_analyze_and_ask() {
        let told = |state, retry_after| open("mcp:search", &CircuitOpen { state, retry_after });
        assert_eq!(
            told(State::Open, Some(Duration::from_millis(26_001))),
            "CircuitBreakerOpen: mcp:search, retry in 27 s. STOP, do not retry the same action. WAIT or SWITCH \
             strategies. ANALYZE why: is the service down? Am I spamming? Is my input fundamentally wrong? ASK \
             HUMAN: if you cannot go on without it, say what you need.",
        );
        assert!(told(State::ForcedOpen, None).starts_with("CircuitBreakerOpen: mcp:search. STOP"));
        assert!(probe("mcp:search").contains("try ONE simple check"));
    }

    #[test]
    fn s6_a_name_from_outside_forges_no_line() {
        let long = "x".repeat(5_000);
        assert_eq!(probe("a\nb\u{1b}[2Jc"), probe("ab[2Jc"));
        assert!(probe(&long).len() < 250);
    }
}
