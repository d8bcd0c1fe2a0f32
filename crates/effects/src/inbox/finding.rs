//! What was found in the inbox, and what became of it.

use fusebox_engine::{IncidentId, IncidentStatus};

use super::answer_text::AnswerMistake;

/// An answer that was found, or a source that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InboxFinding {
    /// The trip that it is about; none where that is not known.
    pub incident: Option<IncidentId>,
    /// Where it was found: `github comment 7`.
    pub source: String,
    /// Who wrote it, where that is known.
    pub by: Option<String>,
    /// What became of it.
    pub outcome: InboxOutcome,
}

/// What became of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InboxOutcome {
    /// It was carried out.
    Applied {
        /// What it ordered.
        order: String,
    },
    /// It counts for nothing.
    Ignored(IgnoredAnswer),
    /// It was taken and could not be carried out; another answer may follow.
    Failed {
        /// Why.
        error: String,
    },
    /// Its source could not be read.
    Unread {
        /// Why.
        error: String,
    },
}

/// Why an answer counts for nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IgnoredAnswer {
    /// Nobody named the author.
    #[error("its author is not in `inbox.allow`")]
    NotAllowed,
    /// The agent can write as the author.
    #[error("the token on this machine belongs to its author, so an agent could have written it")]
    OwnLogin,
    /// A program wrote it.
    #[error("a program wrote it")]
    Program,
    /// It was changed after it was written, by its author or by somebody else.
    #[error("it was edited; write a new one")]
    Edited,
    /// It is older than the trip.
    #[error("it is older than the trip")]
    Older,
    /// It cannot be understood.
    #[error(transparent)]
    Mistake(#[from] AnswerMistake),
    /// It has more than one order.
    #[error("it has more than one order")]
    SeveralOrders,
    /// The trip was answered otherwise.
    #[error("the trip is {}", status_name(*.0))]
    Closed(IncidentStatus),
    /// Another answer was taken.
    #[error("the trip has an answer already")]
    Answered,
    /// It was taken for another trip, or judged before this one began.
    #[error("it was an answer to another trip")]
    Spent,
    /// It has no code.
    #[error("it has no code: `fusebox CODE` and then the order")]
    NoCode,
    /// Its code is unknown, void or spent.
    #[error("its code is wrong, void or spent")]
    WrongCode,
}

fn status_name(status: IncidentStatus) -> &'static str {
    match status {
        IncidentStatus::Open => "open",
        IncidentStatus::Guided => "answered already, with guidance",
        IncidentStatus::Reset => "answered already: reset",
        IncidentStatus::Dismissed => "dismissed already",
        IncidentStatus::Retried => "closed: its task was tried again",
        IncidentStatus::CooledDown => "closed: its cooldown passed",
        IncidentStatus::Observed => "only observed",
    }
}
