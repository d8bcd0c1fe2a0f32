//! Reads what the records of clients say of usage, keeps an index of it, and sums it.
//!
//! - `found_files`: the files at and below paths
//! - `ledger`: one row for each response, whatever number of records tells of it
//! - `file_reader`: reads one file from where the last reading ended
//! - `index`: what was read, in one file that is replaced as a whole
//! - `scan`: brings an index up to date, on several threads
//! - `project_names`: which project each folder belongs to
//! - `summary`: the sums, by what a person asks for
//! - `bill`, `decimal`: reads a provider's export of costs
//! - `comparison`: holds it against the sums

mod bill;
mod comparison;
mod decimal;
mod file_reader;
mod found_files;
mod index;
mod ledger;
mod opencode_store;
mod project_names;
mod scan;
mod summary;

pub use bill::{Bill, BillColumns, BillError};
pub use comparison::{BillComparison, ComparedSum, SignedUsd, compare};
pub use found_files::UnreadPath;
pub use fusebox_calendar::{BLOCK_LENGTH, Period, start_of_day};
pub use index::{IndexError, UsageIndex};
pub use ledger::{Ledger, UsageRow};
pub use project_names::{ProjectFinder, ProjectNames};
pub use scan::{ScanNotes, update};
pub use summary::{
    CostSum, Grouping, OpenSpan, PricedResponse, SessionFact, SessionFacts, SpendFilter,
    SpendGroup, SpendQuery, SpendSummary, Spent, priced_responses,
};
