//! Remembers: the log, state, incidents, tasks, policies and the outbox, in SQLite.
//!
//! It knows nothing of detectors, clients or the content of a policy: JSON text and bytes go in
//! and the same come out. The way in is [`Store::open`]; everything that belongs together is done
//! in one [`Store::write`], and [`Store::read`] answers questions.
//!
//! | file | what |
//! |---|---|
//! | `store`, `open`, `schema`, `gate`, `error` | one database file: opened, locked, set aside when corrupt |
//! | `log`, `scope`, `incident`, `policy`, `outbox`, `process`, `task`, `tail`, `run`, `report`, `agent_run`, `breaker` | one table each: its rows, its writes, its reads |
//! | `purge`, `health` | what `fusebox purge` and `fusebox doctor` need |
//! | `open_list` | a side file that outlives the database |
//! | `failpoint` | where tests end the process |

mod agent_run;
mod breaker;
mod columns;
mod error;
pub mod failpoint;
mod gate;
mod health;
mod incident;
mod log;
mod open;
mod open_list;
mod outbox;
mod policy;
mod process;
mod purge;
mod report;
mod run;
mod schema;
mod scope;
mod store;
mod tail;
mod task;

pub use agent_run::AgentRunRow;
pub use breaker::{BreakerRank, BreakerRow, MAX_BREAKERS};
pub use error::StoreError;
pub use health::StoreHealth;
pub use incident::{IncidentFilter, IncidentRow};
pub use log::{AppendOutcome, LogRow, LogSelection, LoggedEvent, SessionRow};
pub use open::{FILE, OpenedStore};
pub use open_list::{OpenEntry, OpenList};
pub use outbox::{DeliveryOutcome, DeliveryState, OutboxKind, OutboxRow};
pub use policy::PolicyRow;
pub use process::ProcessRow;
pub use purge::{PurgeCounts, PurgeRequest};
pub use schema::SCHEMA_VERSION;
pub use scope::{ScopeKind, ScopeRow};
pub use store::{Store, StoreReader, StoreTx};
pub use tail::TailRow;
pub use task::TaskRow;
