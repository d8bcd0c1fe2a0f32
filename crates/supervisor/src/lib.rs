//! Runs an agent's command under a breaker: its processes, its time, its end.
//!
//! [`watchdog`] is the parent process, which outlives the supervisor; [`supervise()`] keeps the time of one
//! command and ends all of its processes; [`run`] adds the record of the run; [`iterate`] runs a loop;
//! [`file_watch`] runs a command when files change; [`confine`] keeps a command from changing what it must not;
//! [`reconcile`] finishes what nobody finished.
//! How a client writes its output and resumes its sessions is known to the crate `clients`.

mod analyst;
mod client_record;
pub mod confine;
mod debugger;
mod error;
pub mod escalation;
pub mod file_watch;
pub mod guidance;
pub mod iterate;
mod key_forwarder;
mod launch;
mod lines;
mod log_watcher;
mod output_tail;
mod process_tree;
mod pump;
pub mod reconcile;
mod retry;
pub mod run;
mod run_context;
mod signals;
mod slow_work;
pub mod supervise;
mod terminal;
mod unattended;
pub mod verification;
pub mod watchdog;
mod words;

pub use error::{Result, SupervisorError};
pub use process_tree::ChildExit;
pub use retry::GuidedRetry;
pub use run_context::RunContext;
pub use supervise::{CommandSpec, EndReason, FinishedCommand, RunActivity, supervise};
pub use terminal::is_attended;
pub use unattended::{OutputTarget, Unattended};
