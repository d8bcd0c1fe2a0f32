//! A person's orders to a shared breaker.

use fusebox_engine::ServicePolicy;
use fusebox_observe::service::BreakerNames;
use fusebox_runtime::service::{self, ServiceOrder};

use super::text;
use crate::context::Context;
use crate::display;
use crate::error::{CliError, exit};
use crate::person::{self, PersonArgs};

/// The longest key, in bytes: no breaker has a longer one.
const KEY_BYTES: usize = 400;

/// What to set, and on whose word.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The breaker: `mcp:jira/search`, `mcp:jira`, `web/example.com`, `web`.
    key: String,
    /// For programs: how it stands afterwards.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    person: PersonArgs,
}

/// What a person wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wish {
    Open,
    Close,
    Disable,
    Enable,
    Reset,
}

pub(super) fn run(wish: Wish, args: &Args, context: &Context) -> Result<u8, CliError> {
    let key = args.key.trim();
    let mut runtime = context.runtime(None)?;
    let policy = super::settings(context, &runtime)?;
    let now = context.now();
    let known = service::one(runtime.store(), &policy, key, now)?;
    if known.is_none() && !could_be(key, &policy) {
        let name = display::one_line(key, 100);
        return Err(CliError::failed(format!("no breaker is called `{name}`"))
            .hint("`fusebox service list` names them; `service.tools` says which tools have one"));
    }
    let order = match wish {
        Wish::Open => ServiceOrder::Open,
        Wish::Close => ServiceOrder::Close,
        Wish::Disable => ServiceOrder::Disable,
        Wish::Enable | Wish::Reset => ServiceOrder::Reset,
    };
    let idle = wish == Wish::Enable && !known.as_ref().is_some_and(text::is_held);
    if !idle {
        person::confirm(context, &runtime, args.person, &question(wish, key))?;
        service::order(runtime.store_mut(), &policy, key, order, now)?;
    }
    let view = service::one(runtime.store(), &policy, key, now)?;
    if args.json {
        context.json(&view)?;
    } else if let Some(view) = &view {
        context.print(&format!("{}: {}.", display::one_line(key, 100), text::state(view)))?;
    } else {
        context.print(&format!("{}: nothing was set.", display::one_line(key, 100)))?;
    }
    Ok(exit::OK)
}

/// Whether calls of this name would have a breaker: one may be opened before the first call.
fn could_be(key: &str, policy: &ServicePolicy) -> bool {
    let service = BreakerNames::of_tool(key).service;
    let plain = !key.is_empty() && key.len() <= KEY_BYTES && !key.chars().any(char::is_control);
    plain && (policy.guards(key) || service.is_some_and(|service| policy.guards(&service)))
}

fn question(wish: Wish, key: &str) -> String {
    let key = display::one_line(key, 100);
    match wish {
        Wish::Open => format!("Refuse every call of {key} until you say otherwise?"),
        Wish::Close => format!("Let every call of {key} through until you say otherwise?"),
        Wish::Disable => format!("Let every call of {key} through, and count none?"),
        Wish::Enable => format!("Let the breaker of {key} obey its settings again?"),
        Wish::Reset => format!("Close the breaker of {key} and forget its failures?"),
    }
}
