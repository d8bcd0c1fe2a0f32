//! Remembers: the log, state, incidents, tasks, policies and the outbox.
//!
//! It knows nothing of detectors, clients or the content of a policy: JSON text and bytes go in
//! and the same come out. The way in is [`Store::open`]; everything that belongs together is done
//! in one [`Store::write`], and [`Store::read`] answers questions. Both speak [`StoreTx`], whose
//! parts are named in domain words; only the folder `sqlite` knows SQLite.
//!
//! | file | what |
//! |---|---|
//! | `store`, `location`, `error` | one store: where it is kept, its transactions, what can go wrong |
//! | `backend` | what a kind of store has to do |
//! | `log`, `scope`, `incident`, `policy`, `outbox`, `process`, `task`, `tail`, `run`, `report`, `agent_run`, `breaker`, `accepted_file`, `purge` | the rows of one table each, what is written and what is asked |
//! | `sqlite` | all of this in SQLite, in a folder or in memory |
//! | `health` | what `fusebox doctor` asks |
//! | `open_notes` | notes of open sessions that outlive the database |
//! | `own_file` | opens files whose place somebody else names |
//! | `failpoint` | where tests end the process |

mod accepted_file;
mod agent_run;
mod backend;
mod breaker;
mod error;
pub mod failpoint;
mod health;
mod incident;
mod location;
mod log;
mod open_notes;
mod outbox;
pub mod own_file;
mod policy;
mod process;
mod purge;
mod report;
mod run;
mod scope;
mod sqlite;
mod store;
mod tail;
mod task;

pub use accepted_file::{AcceptedFile, AcceptedFileRows};
pub use agent_run::{AgentRunRow, AgentRunRows};
pub use backend::StoreTx;
pub use breaker::{BreakerRank, BreakerRow, BreakerRows, MAX_BREAKERS};
pub use error::StoreError;
pub use health::StoreHealth;
pub use incident::{IncidentFilter, IncidentRow, IncidentRows};
pub use location::StoreLocation;
pub use log::{
    AppendOutcome, DecidedEvent, EarlierEvent, LogRow, LogRows, LogSelection, LoggedEvent,
    SessionRow, SessionSelection,
};
pub use open_notes::{OpenNote, OpenNotes};
pub use outbox::{DeliveryOutcome, DeliveryState, OutboxKind, OutboxRow, OutboxRows};
pub use policy::{PolicyRow, PolicyRows};
pub use process::{ProcessRow, ProcessRows};
pub use purge::{PurgeCounts, PurgeRequest, PurgeRows};
pub use report::ReportRows;
pub use run::TestRunRows;
pub use scope::{ScopeKind, ScopeRow, ScopeRows};
pub use sqlite::{FILE, SCHEMA_VERSION, SelectedValue, select};
pub use store::{OpenedStore, Store};
pub use tail::{TailRow, TailRows};
pub use task::{TaskRow, TaskRows};
