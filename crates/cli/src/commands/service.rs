//! `fusebox service`: the breakers that all sessions share.

mod order;
pub(crate) mod view_text;

use fusebox_runtime::Runtime;
use fusebox_runtime::service::{self, ServiceView};

use self::order::BreakerOrder;
use crate::{CliError, Context, exit};

const EXAMPLES: &str = "\
Examples:
  fusebox service list
  fusebox service open mcp:deploy       nobody calls it until you say so
  fusebox service reset mcp:jira/search";

/// Show and set the breakers of tools and services, which all sessions share.
///
/// Each tool of an MCP server has one, and each host of the web; the server, and the web, have one
/// for all of theirs. Only a person may set them, in a terminal outside the agent.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: ServiceCommand,
}

#[derive(Debug, clap::Subcommand)]
enum ServiceCommand {
    /// List them with their state and their counts.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Let nothing through until you say otherwise.
    Open(order::Args),
    /// Let everything through, and count it, until you say otherwise.
    Close(order::Args),
    /// Let everything through, and count nothing, until you say otherwise.
    Disable(order::Args),
    /// Take back `open`, `close` or `disable`: from now on as the settings say.
    Enable(order::Args),
    /// Close it and forget its failures, whatever state it is in.
    Reset(order::Args),
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<u8, CliError> {
    match &args.command {
        ServiceCommand::List { json } => list(*json, context),
        ServiceCommand::Open(args) => order::run(BreakerOrder::Open, args, context),
        ServiceCommand::Close(args) => order::run(BreakerOrder::Close, args, context),
        ServiceCommand::Disable(args) => order::run(BreakerOrder::Disable, args, context),
        ServiceCommand::Enable(args) => order::run(BreakerOrder::Enable, args, context),
        ServiceCommand::Reset(args) => order::run(BreakerOrder::Reset, args, context),
    }
}

fn list(json: bool, context: &Context) -> Result<u8, CliError> {
    let runtime = context.runtime(None)?;
    let views = views(context, &runtime)?;
    let empty = "No guarded tool has been called yet: see `service.tools` in the configuration.";
    context.print_list(json, &views, empty, |views| Ok(view_text::list_lines(views, context)))?;
    Ok(exit::OK)
}

/// Every shared breaker and its state.
pub(crate) fn views(context: &Context, runtime: &Runtime) -> Result<Vec<ServiceView>, CliError> {
    Ok(service::views(runtime.store(), &order::service_policy(context, runtime)?, context.now())?)
}
