//! What a person orders from the live view: the orders of `fusebox reset`, `bypass` and `dismiss`.

use fusebox_engine::Duration;

use crate::commands::{bypass, dismiss, reset};
use crate::person::PersonArgs;
use crate::{Context, Result, display};

/// How long a bypass lasts, in minutes: as long as that of `fusebox bypass` by default.
const BYPASS_MINUTES: u64 = 30;

/// The person was asked in the live view already.
const ASKED: PersonArgs = PersonArgs { yes: true, operator: false };

/// An order to the breaker of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PersonOrder {
    /// Closes it, or makes it half-open with words for the agent.
    Reset {
        /// The client's id of the session.
        session: String,
        /// What the agent is told.
        guidance: Option<String>,
    },
    /// Lets every call pass for a while.
    Bypass {
        /// The client's id of the session.
        session: String,
    },
    /// Says that a trip was wrong.
    Dismiss {
        /// The id of its incident.
        incident: String,
    },
}

impl PersonOrder {
    /// What the person is asked before it is carried out.
    pub(super) fn question(&self) -> String {
        match self {
            Self::Reset { session, guidance: None } => {
                format!("Close the breaker of {}?", display::short_id(session))
            }
            Self::Reset { session, guidance: Some(text) } => {
                format!("Let {} go on, and tell its agent “{text}”?", display::short_id(session))
            }
            Self::Bypass { session } => {
                bypass::question(&display::short_id(session), bypass_length())
            }
            Self::Dismiss { incident } => dismiss::question(incident),
        }
    }

    /// Carries it out; what came of it, for the person.
    pub(super) fn carry_out(&self, context: &Context) -> String {
        match self.send(context) {
            Ok(lines) => lines.join("\n"),
            Err(error) => error.text(),
        }
    }

    fn send(&self, context: &Context) -> Result<Vec<String>> {
        match self {
            Self::Reset { session, guidance } => {
                reset::close(context, session, guidance.as_deref(), None, ASKED, "")
            }
            Self::Bypass { session } => bypass::let_pass(context, session, bypass_length(), ASKED),
            Self::Dismiss { incident } => {
                dismiss::dismiss(context, incident, ASKED).map(|(_, line)| vec![line])
            }
        }
    }
}

fn bypass_length() -> Duration {
    Duration::from_mins(BYPASS_MINUTES)
}
