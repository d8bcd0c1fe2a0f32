//! Decides: one observation in, one verdict and changes to incidents out.
//!
//! Pure: no file, network, thread, clock, environment or randomness, and no text from outside
//! beyond the short labels that observations carry. The entry point is [`fold`].

#![forbid(unsafe_code)]

mod asked_thing;
mod attempts;
mod breaker;
mod call_history;
mod cut;
mod detectors;
mod error_signature;
pub mod event;
mod failure_sign;
mod failure_without_status;
mod finding;
mod fold;
mod id;
mod incident;
mod incident_facts;
mod limited_sum;
mod line_set;
mod model_price;
mod money;
mod observation;
mod observed_usage;
pub mod pause;
mod policy;
mod rule;
pub mod scope;
mod service;
pub mod spend;
pub mod stagnation;
pub mod state;
pub mod test_run;
mod time;
mod token_counts;
mod tool;
mod verdict;
mod wording;
mod work_kind;
mod work_measure;

pub use asked_thing::AskedThing;
pub use attempts::{ChangedTest, TaskAttempts, TestAttempts, TestRunRecord, same_path};
pub use breaker::{Breaker, TripRecord};
pub use call_history::{CallHistory, PastCall};
pub use error_signature::ErrorSignature;
pub use event::{Event, EventKind};
pub use failure_sign::{FailureKind, SeenBefore, TrippedFailure};
pub use failure_without_status::FailureWithoutStatus;
pub use finding::{
    Finding, FindingAdvice, FindingLevel, FindingSubject, LoopEvidence, NamedFiles, ReasonFault,
    ScopeEvidence,
};
pub use fold::{CheckpointRequest, Decision, fold};
pub use id::{
    AgentId, CallId, EventId, IncidentId, InvalidId, MAX_ID_BYTES, RunId, SessionId, TaskId,
};
pub use incident::{Incident, IncidentChange, IncidentStatus};
pub use incident_facts::{IncidentFacts, RecordedCall, WorkSinceCheckpoint};
pub use limited_sum::LimitedSum;
pub use line_set::LineSet;
pub use model_price::ModelPrice;
pub use money::{InvalidAmount, PicoUsd};
pub use observation::{
    AgentReport, CallOutcome, CallRequest, CallSubject, EditSize, Fact, GuardClass, LineRange,
    Observation, WorkspaceChange, WriteCondition,
};
pub use observed_usage::ObservedUsage;
pub use policy::{
    AdvisorPolicy, AttemptLimits, BudgetLimits, CheckpointPolicy, EnforcementMode,
    EscalationSettings, GuidedLimits, InboxSettings, Limit, LoopRecovery, NotifyChannel, OnDrop,
    OnError, PUBLISHED_VARIABLES, Policy, Ratio, RepetitionLimits, ReportSettings, RunSettings,
    ScopeGlobs, ServicePolicy, StagnationLimits, UnattendedLimits, VerificationSettings,
    WatchLimits,
};
pub use rule::Rule;
pub use scope::{ScopeJustification, WriteTarget, WriteTargets};
pub use service::{
    BreakerTicket, OpenCause, OpenedBreaker, ServiceAdmission, ServiceFeedback, ServiceOutcome,
};
pub use time::{Duration, InvalidDuration, Timestamp};
pub use token_counts::{ServiceTier, TokenCounts};
pub use tool::Tool;
pub use verdict::{BreakerState, Verdict, VerdictAction};
pub use wording::person_answered;
pub use work_kind::WorkKind;
pub use work_measure::{CalibratedLimit, WorkMeasure};
