//! The report of a trip: what was expected, what happened, what was tried, what that suggests, and
//! what a person can do.
//!
//! A [`IncidentFacts`] holds the facts; [`Diagnostic::of`] makes the report of them, the same for the same
//! story; [`Diagnostic::markdown`] and [`Diagnostic::sections`] show it.
//!
//! The way: `facts` looks at the story from the test that matters, `pattern` says how its error
//! shifted, `hypothesis`, `question` and `recovery` put that into words.

mod compose;
mod document;
mod facts;
mod hypothesis;
mod input;
mod markdown;
mod missing;
mod pattern;
mod question;
mod recognise;
mod recovery;
mod repetition;
mod schema;
mod sections;
mod shell;
mod values;
mod whole;
mod words;

pub use document::{
    AttemptEntry, ChangeType, CheckpointRef, Diagnostic, GitState, LastCall, ModifiedFile,
    RecoveryOption, ScopeViolation, TestModified, TrippedTests, WorkSlice,
};
pub use facts::is_general_assertion;
pub use input::{AttemptFacts, FailedTest, FailingTest, FileChange, IncidentFacts, InfraRun};
pub use schema::schema;
pub use sections::{ReportLine, ReportSection};
