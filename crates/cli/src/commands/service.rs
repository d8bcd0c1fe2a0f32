//! `fusebox service`: the breakers that all sessions share.

mod order;
pub(crate) mod view_text;

use clap::Subcommand;
use fusebox_runtime::Runtime;
use fusebox_runtime::service::{self, ServiceView};

use self::order::BreakerOrder;
use crate::{Context, Result, clock};

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

#[derive(Debug, Subcommand)]
enum ServiceCommand {
    /// List them with their state and their counts.
    List {
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    #[command(flatten)]
    Order(BreakerOrder),
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    match &args.command {
        ServiceCommand::List { json } => list(*json, context),
        ServiceCommand::Order(order) => order::run(order, context),
    }
}

fn list(json: bool, context: &Context) -> Result<()> {
    let runtime = context.runtime(None)?;
    let views = views(context, &runtime)?;
    let empty = "No guarded tool has been called yet: see `service.tools` in the configuration.";
    context.print_list(json, &views, empty, |views| {
        Ok(view_text::list_lines(views, context.columns()))
    })
}

/// Every shared breaker and its state.
pub(crate) fn views(context: &Context, runtime: &Runtime) -> Result<Vec<ServiceView>> {
    Ok(service::views(runtime.store(), &order::service_policy(context, runtime)?, clock::now())?)
}
