//! Explains an incident: what was expected, what happened, what was tried, what that suggests, and
//! what a person can do.
//!
//! [`Diagnostic::compose`] makes the report of [`IncidentFacts`]; the same facts always give the same
//! report. It is JSON by its field names, [`Diagnostic::markdown`] renders it for an issue, and
//! [`Diagnostic::sections`] gives its parts to any other renderer, such as that of a terminal. Nothing
//! here reads a file, a clock or a store.
//!
//! [`Analysis::compose`] says why the agent got stuck, by rules alone.
//!
//! On the way, `evidence` looks at the facts from the test that matters most, `pattern` recognises how
//! its error changed from attempt to attempt and holds the words for each pattern, and `recovery`
//! lists what a person can do.
//!
//! [`IncidentFacts`]: fusebox_engine::IncidentFacts

mod analysis;
mod analysis_request;
mod attempt;
mod attempt_log;
mod compared_values;
mod compose;
mod diagnostic;
mod evidence;
mod hand_over;
mod judgement;
mod markdown;
mod missing_resource;
mod pattern;
mod phrases;
mod placeholders;
mod recovery;
mod repetition;
mod retry_prompt;
mod sections;
mod shell_word;

pub use analysis::{Analysis, Analyst, AnswerProblem, Mistake, RootCause};
pub use analysis_request::{MESSAGES, OUTPUT_CHARS, RunFacts};
pub use diagnostic::{
    AttemptEntry, ChangeSize, CheckpointRef, Diagnostic, GitState, LastCall, ModifiedFile,
    RecoveryOption, ScopeViolation, TestModified, TrippedTests, WorkSlice,
};
pub use hand_over::WorkEnd;
pub use judgement::{JudgeFacts, Judgement};
pub use sections::{ReportBlock, ReportSection, SectionKind};
