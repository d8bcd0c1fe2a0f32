//! Decides: an observation in, a verdict and effects out.
//!
//! Pure: no file, network, thread, clock, environment or randomness, and no text of the world
//! beyond the short labels that observations carry. The way in is [`fold`].

#![forbid(unsafe_code)]

mod activity;
mod attempts;
mod breaker;
mod budgets;
mod detectors;
pub mod event;
mod findings;
mod fold;
mod id;
mod incident;
mod ladder;
mod observation;
mod policy;
mod rule;
pub mod scope;
mod service;
pub mod stagnation;
pub mod state;
pub mod test_run;
mod time;
mod verdict;

pub use attempts::{Attempts, Run, TestTouched, Tested, same_path};
pub use breaker::{Breaker, Tripped};
pub use event::{Event, EventKind};
pub use fold::{CheckpointWish, Decision, fold};
pub use id::{
    AgentId, CallId, EventId, IncidentId, InvalidId, MAX_ID_BYTES, RunId, SessionId, TaskId,
};
pub use incident::{Incident, IncidentChange, IncidentStatus};
pub use observation::{
    Change, Fact, Guard, Observation, Outcome, Report, Request, Signature, Spent, Subject, Writes,
};
pub use policy::{
    AttemptLimits, Channel, Checkpoints, Conversation, GuidedLimits, Limit, Limits, Mode, OnDrop,
    OnError, Policy, Ratio, Recovery, Repetition, ScopeGlobs, ServicePolicy, Stagnation,
};
pub use rule::Rule;
pub use scope::{Justification, Reach, Reached};
pub use service::{Opened, OpenedBy, ServiceAsked, ServiceOutcome, ServiceTold, Ticket};
pub use time::{Duration, InvalidDuration, Timestamp};
pub use verdict::{Answer, BreakerState, Finding, Level, Verdict};
