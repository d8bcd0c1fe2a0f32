//! A piece of work with its label, and whether it was judged right.

use fusebox_engine::VerdictAction;
use serde_json::Value;

use super::Variant;
use super::call::Call;

/// A piece of work.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) name: &'static str,
    pub(crate) calls: Vec<Call>,
    /// Whether a person wrote to the agent; else only a program did.
    pub(crate) is_attended: bool,
    /// The first call that may be nudged: what comes before is healthy.
    since: usize,
    expected: Expectation,
}

/// How a case is to be judged. No case may be refused without a nudge before.
#[derive(Debug, Clone, Copy)]
enum Expectation {
    /// Nothing is said, or a nudge at most.
    Healthy { may_be_nudged: bool },
    /// Nudged by its end; where a number is given, after the call of this number and not before.
    Stuck { nudged_at: Option<usize>, refused_at: Option<usize>, stopped_at: Option<usize> },
    /// Nudged, and after that refused, by its end.
    Refused,
}

/// What was answered to one event.
#[derive(Debug)]
pub(crate) struct Answer {
    /// Whether the event asked for a call, or brought one that nothing announced.
    asks: bool,
    warns: bool,
    refuses: bool,
    /// Whether the turn is ended.
    stops: bool,
    /// The names of the rules that spoke.
    rules: String,
}

/// Early signs: the agent hears a word, once, and nothing is ever refused for them.
const SIGNS: [&str; 3] =
    ["repetition.edits_without_check", "repetition.same_search", "repetition.growing_edits"];

impl Answer {
    pub(crate) fn new(event: &Value, action: VerdictAction, rules: &[&str]) -> Self {
        Self {
            asks: event["type"] == "tool_request" || event["request"].is_object(),
            // Words about a message come with the next call, without a finding.
            warns: action == VerdictAction::Warn
                && (rules.is_empty() || !rules.iter().all(|rule| SIGNS.contains(rule))),
            refuses: action > VerdictAction::Warn,
            stops: action == VerdictAction::Stop,
            rules: rules.join(", "),
        }
    }
}

/// Work that nobody who watches would want to be interrupted.
pub(crate) fn healthy(name: &'static str, calls: Vec<Call>) -> Case {
    case(name, calls, Expectation::Healthy { may_be_nudged: false })
}

/// Healthy work that a nudge does not harm; a refusal does.
pub(crate) fn nudged_at_most(name: &'static str, calls: Vec<Call>) -> Case {
    case(name, calls, Expectation::Healthy { may_be_nudged: true })
}

/// Work at whose end a person who watches would have said stop.
pub(crate) fn stuck(name: &'static str, calls: Vec<Call>) -> Case {
    case(name, calls, Expectation::Stuck { nudged_at: None, refused_at: None, stopped_at: None })
}

fn case(name: &'static str, calls: Vec<Call>, expected: Expectation) -> Case {
    Case { name, calls, is_attended: true, since: 0, expected }
}

impl Case {
    /// The same, with the calls that are nudged and refused first; 0 stands for none.
    pub(crate) fn at(self, nudged_at: usize, refused_at: usize) -> Self {
        let (nudged_at, refused_at) = (Some(nudged_at), Some(refused_at));
        Self { expected: Expectation::Stuck { nudged_at, refused_at, stopped_at: None }, ..self }
    }

    /// The same, with the call whose end ends the turn; 0 stands for none.
    pub(crate) fn stopped_at(self, call: usize) -> Self {
        let expected = match self.expected {
            Expectation::Stuck { nudged_at, refused_at, .. } => {
                Expectation::Stuck { nudged_at, refused_at, stopped_at: Some(call) }
            }
            other @ (Expectation::Healthy { .. } | Expectation::Refused) => other,
        };
        Self { expected, ..self }
    }

    /// The same, of which a call is refused by its end.
    pub(crate) fn refused(self) -> Self {
        Self { expected: Expectation::Refused, ..self }
    }

    /// The same, healthy up to this call: it is the first that may be nudged.
    pub(crate) fn since(self, call: usize) -> Self {
        Self { since: call, ..self }
    }

    /// The same, begun by a program and watched by nobody.
    pub(crate) fn unattended(self) -> Self {
        Self { is_attended: false, ..self }
    }

    pub(crate) fn is_stuck(&self) -> bool {
        !matches!(self.expected, Expectation::Healthy { .. })
    }

    /// What is wrong with the answers to its events, if anything is.
    pub(crate) fn complaint(&self, variant: Variant, answers: &[Answer]) -> Option<String> {
        let (mut call, mut nudged, mut refused, mut stopped) = (0, None, None, None);
        for answer in answers {
            call += usize::from(answer.asks);
            if answer.warns {
                nudged.get_or_insert((call, answer.rules.as_str()));
            }
            // A trip at a result refuses the next call.
            if answer.refuses {
                refused.get_or_insert((call + usize::from(!answer.asks), answer.rules.as_str()));
            }
            if answer.stops {
                stopped.get_or_insert((call, answer.rules.as_str()));
            }
        }
        let number = |step: Option<(usize, &str)>| step.map_or(0, |(call, _)| call);
        let is_silent_first = nudged.is_none_or(|(nudge, _)| nudge >= number(refused));
        let wrong = match self.expected {
            _ if refused.is_some() && is_silent_first => "refused without a nudge",
            Expectation::Healthy { .. } if refused.is_some() => "healthy, refused",
            Expectation::Healthy { may_be_nudged: false } if nudged.is_some() => "healthy, nudged",
            Expectation::Healthy { .. } => return None,
            Expectation::Stuck { .. } | Expectation::Refused
                if nudged.is_some_and(|(call, _)| call < self.since) =>
            {
                "nudged while healthy"
            }
            Expectation::Stuck { .. } | Expectation::Refused if nudged.is_none() => "stuck, silent",
            Expectation::Refused if refused.is_none() => "stuck, never refused",
            Expectation::Stuck { nudged_at, refused_at, stopped_at }
                if nudged_at.is_some_and(|at| at != number(nudged))
                    || refused_at.is_some_and(|at| at != number(refused))
                    || stopped_at.is_some_and(|at| at != number(stopped)) =>
            {
                "stuck, at another call"
            }
            Expectation::Stuck { .. } | Expectation::Refused => return None,
        };
        Some(format!(
            "{}, {variant:?}: {wrong}: nudge {nudged:?}, refusal {refused:?}, end {stopped:?}",
            self.name
        ))
    }
}
