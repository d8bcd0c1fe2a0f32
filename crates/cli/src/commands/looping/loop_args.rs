//! The flags that start or continue a loop.

use crate::commands::run::plan::RunArgs;

/// The flags that start or continue a loop.
#[derive(Debug, clap::Args)]
pub(super) struct LoopArgs {
    /// What the agent is asked to do: a file, read again for each iteration.
    #[arg(long, value_name = "FILE", required = true)]
    pub(super) prompt: Option<String>,
    /// The work is done when this command line succeeds; asked before every iteration.
    #[arg(long, value_name = "CMD")]
    pub(super) until: Option<String>,
    /// The most iterations, counted over all starts of the loop until a reset.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) max: Option<u64>,
    /// A command line that runs the tests: more of them passing than ever before is progress too.
    #[arg(long, value_name = "CMD")]
    pub(super) test: Option<String>,
    /// How long an iteration may take; unlimited without it.
    #[arg(long, value_name = "TIME")]
    pub(super) timeout: Option<String>,
    /// How long an iteration may write and do nothing; unlimited without it.
    #[arg(long, value_name = "TIME")]
    pub(super) idle_timeout: Option<String>,
    /// Write a line of JSON for each iteration; the command's output goes to standard error then.
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) run: RunArgs,
}
