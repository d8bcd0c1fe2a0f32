//! A person's orders to a shared breaker.

use fusebox_engine::ServicePolicy;
use fusebox_observe::service::BreakerNames;
use fusebox_runtime::Runtime;
use fusebox_runtime::service::{self, ServiceOrder};

use super::view_text;
use crate::person::{self, PersonArgs};
use crate::{CliError, Context, display, exit, policy};

/// The longest key, in bytes: no breaker has a longer one.
const KEY_BYTES: usize = 400;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The breaker: `mcp:jira/search`, `mcp:jira`, `web/example.com`, `web`.
    key: String,
    /// Print its new state as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    person: PersonArgs,
}

/// A person's order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BreakerOrder {
    Open,
    Close,
    Disable,
    Enable,
    Reset,
}

impl BreakerOrder {
    /// What the breaker is told.
    fn to_service_order(self) -> ServiceOrder {
        match self {
            Self::Open => ServiceOrder::Open,
            Self::Close => ServiceOrder::Close,
            Self::Disable => ServiceOrder::Disable,
            Self::Enable | Self::Reset => ServiceOrder::Reset,
        }
    }

    /// What the person is asked before.
    fn question(self, key: &str) -> String {
        match self {
            Self::Open => format!("Refuse every call of {key} until you say otherwise?"),
            Self::Close => format!("Let every call of {key} through until you say otherwise?"),
            Self::Disable => format!("Let every call of {key} through, and count none?"),
            Self::Enable => format!("Let the breaker of {key} obey its settings again?"),
            Self::Reset => format!("Close the breaker of {key} and forget its failures?"),
        }
    }
}

pub(super) fn run(order: BreakerOrder, args: &Args, context: &Context) -> Result<u8, CliError> {
    let key = args.key.trim();
    let shown_key = display::one_line(key, 100);
    let mut runtime = context.runtime(None)?;
    let policy = service_policy(context, &runtime)?;
    let now = context.now();
    let known = service::one(runtime.store(), &policy, key, now)?;
    if known.is_none() && !is_guarded(key, &policy) {
        return Err(CliError::failed(format!("no breaker is called `{shown_key}`"))
            .hint("`fusebox service list` names them; `service.tools` says which tools have one"));
    }
    let has_no_effect =
        order == BreakerOrder::Enable && !known.as_ref().is_some_and(view_text::is_held);
    if !has_no_effect {
        person::confirm(context, &runtime, args.person, &order.question(&shown_key))?;
        service::order(runtime.store_mut(), &policy, key, order.to_service_order(), now)?;
    }
    let view = service::one(runtime.store(), &policy, key, now)?;
    context.print_result(args.json, &view, |view| {
        let state = view.as_ref().map_or("nothing was set".to_owned(), view_text::state_text);
        Ok(format!("{shown_key}: {state}."))
    })?;
    Ok(exit::OK)
}

/// The service policy of this folder.
pub(super) fn service_policy(
    context: &Context,
    runtime: &Runtime,
) -> Result<ServicePolicy, CliError> {
    Ok(policy::in_force(context, runtime)?.of(None).policy.service.clone())
}

/// Whether calls of this name would have a breaker: one may be opened before the first call.
fn is_guarded(key: &str, policy: &ServicePolicy) -> bool {
    let service = BreakerNames::of_tool(key).service;
    let plain = !key.is_empty() && key.len() <= KEY_BYTES && !key.chars().any(char::is_control);
    plain && (policy.guards(key) || service.is_some_and(|service| policy.guards(&service)))
}
