//! `fusebox mcp`.

use clap::Subcommand;

use crate::commands::install::program;
use crate::program_folder::VERSION;
use crate::{Context, Result};

/// Serve what an agent may do as tools of the Model Context Protocol. An agent's client starts it.
///
/// `fusebox install --mcp` registers it with the clients.
#[derive(Debug, Subcommand)]
pub(crate) enum Args {
    /// Serve over standard input and output until the client closes it.
    ///
    /// The tools are report_complete, report_blocked, justify and status, and pass after a trip too. The
    /// resources are the reports of open incidents.
    Serve,
}

pub(crate) fn run(args: &Args, _: &Context) -> Result<()> {
    match args {
        Args::Serve => Ok(fusebox_mcp::serve(&program::own()?, VERSION)?),
    }
}
