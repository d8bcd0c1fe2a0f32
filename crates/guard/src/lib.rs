//! A circuit breaker for agent loops that are written in Rust.
//!
//! A [`Guard`] is told what the agent does, and answers whether it may go on: repeated calls, used-up
//! budgets and loops without progress are seen here, outside of the model. It keeps its state in memory,
//! or in the store that the `fusebox` command reads.
//!
//! ```
//! use fusebox_guard::{Guard, GuardConfig, ToolOutcome};
//! use serde_json::json;
//!
//! let mut guard = Guard::open(GuardConfig::in_memory().preset("budget"))?;
//! for attempt in 1.. {
//!     let verdict = guard.tool_request("bash", json!({"command": "make"}))?;
//!     if verdict.is_refused() {
//!         println!("stopped before attempt {attempt}: {}", verdict.reason());
//!         break;
//!     }
//!     guard.tool_result(ToolOutcome::failed("make: *** No rule to make target 'all'."))?;
//! }
//! # Ok::<(), fusebox_guard::GuardError>(())
//! ```
//!
//! A loop that starts an agent again and again is measured by its iterations:
//!
//! ```
//! use fusebox_guard::{Guard, GuardConfig, LoopIteration};
//!
//! let mut guard = Guard::open(GuardConfig::in_memory().preset("loop"))?;
//! let idle = LoopIteration { files_changed: Some(0), commits: Some(0), ..LoopIteration::default() };
//! let mut iterations = 0;
//! while guard.iteration(idle.clone())?.allow_continue {
//!     iterations += 1;
//! }
//! assert_eq!(iterations, 3);
//! # Ok::<(), fusebox_guard::GuardError>(())
//! ```
//!
//! Calls to services are guarded by [`breaker`], a library of its own.

mod config;
mod guard;
pub mod policies;

pub use config::GuardConfig;
pub use fusebox_breaker as breaker;
pub use fusebox_engine::event::{
    ChangedFile, ChangedFiles, DeniedTool, IterationEnd, LoopIteration, PromptOrigin, TokenUsage,
};
pub use fusebox_engine::{
    BreakerState, EventKind, Finding, FindingLevel, Rule, Verdict, VerdictAction,
};
pub use fusebox_runtime::query::{LoopDecision, LoopStatus};
pub use guard::{Guard, GuardError, GuardVerdict, ToolOutcome};
