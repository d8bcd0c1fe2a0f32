//! `fusebox service`: the breakers that all sessions share.

mod order;
pub(crate) mod text;

use fusebox_engine::ServicePolicy;
use fusebox_runtime::Runtime;
use fusebox_runtime::service::{self, ServiceView};

use crate::context::Context;
use crate::error::{CliError, exit};
use crate::policy;

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
    action: Action,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    /// List them: how each stands, and what it counted.
    List {
        /// For programs.
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
    match &args.action {
        Action::List { json } => list(*json, context),
        Action::Open(args) => order::run(order::Wish::Open, args, context),
        Action::Close(args) => order::run(order::Wish::Close, args, context),
        Action::Disable(args) => order::run(order::Wish::Disable, args, context),
        Action::Enable(args) => order::run(order::Wish::Enable, args, context),
        Action::Reset(args) => order::run(order::Wish::Reset, args, context),
    }
}

fn list(json: bool, context: &Context) -> Result<u8, CliError> {
    let runtime = context.runtime(None)?;
    let views = views(context, &runtime)?;
    if json {
        context.json(&views)?;
    } else if views.is_empty() {
        context.inform(
            "No guarded tool has been called yet: see `service.tools` in the configuration.",
        );
    } else {
        for view in &views {
            context.print(&text::line(view, context))?;
        }
    }
    Ok(exit::OK)
}

/// Every shared breaker as it stands.
pub(crate) fn views(context: &Context, runtime: &Runtime) -> Result<Vec<ServiceView>, CliError> {
    Ok(service::views(runtime.store(), &settings(context, runtime)?, context.now())?)
}

fn settings(context: &Context, runtime: &Runtime) -> Result<ServicePolicy, CliError> {
    Ok(policy::in_force(context, runtime)?.of(None).policy.service.clone())
}
