//! A person's orders to a shared breaker.

use fusebox_engine::ServicePolicy;
use fusebox_observe::service::BreakerNames;
use fusebox_runtime::Runtime;
use fusebox_runtime::service::{self, ServiceOrder};

use super::view_text;
use crate::person::{self, PersonArgs};
use crate::{CliError, Context, Result, clock, display, policy};

/// The longest key, in bytes: no breaker has a longer one.
const KEY_BYTES: usize = 400;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The breaker: `mcp:jira/search`, `mcp:jira`, `web/example.com`, `web`.
    key: String,
    /// Print its new state as JSON.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    person: PersonArgs,
}

/// A person's order.
#[derive(Debug, clap::Subcommand)]
pub(super) enum BreakerOrder {
    /// Let nothing through until you say otherwise.
    Open(Args),
    /// Let everything through, and count it, until you say otherwise.
    Close(Args),
    /// Let everything through, and count nothing, until you say otherwise.
    Disable(Args),
    /// Take back `open`, `close` or `disable`: from now on as the settings say.
    Enable(Args),
    /// Close it and forget its failures, whatever state it is in.
    Reset(Args),
}

impl BreakerOrder {
    /// The order to the breaker, and the question to the person before it: the words around its key.
    fn parts(&self) -> (&Args, ServiceOrder, [&'static str; 2]) {
        use ServiceOrder::{Close, Disable, Open, Reset};
        match self {
            Self::Open(args) => (args, Open, ["Refuse every call of", " until you say otherwise"]),
            Self::Close(args) => {
                (args, Close, ["Let every call of", " through until you say otherwise"])
            }
            Self::Disable(args) => {
                (args, Disable, ["Let every call of", " through, and count none"])
            }
            Self::Enable(args) => (args, Reset, ["Let the breaker of", " obey its settings again"]),
            Self::Reset(args) => {
                (args, Reset, ["Close the breaker of", " and forget its failures"])
            }
        }
    }
}

pub(super) fn run(order: &BreakerOrder, context: &Context) -> Result<()> {
    let (args, service_order, [verb, effect]) = order.parts();
    let key = args.key.trim();
    let shown_key = display::one_line(key, 100);
    let mut runtime = context.runtime(None)?;
    let policy = service_policy(context, &runtime)?;
    let now = clock::now();
    let known = service::one(runtime.store(), &policy, key, now)?;
    if known.is_none() && !is_guarded(key, &policy) {
        return Err(CliError::failed(format!("no breaker is called `{shown_key}`"))
            .hint("`fusebox service list` names them; `service.tools` says which tools have one"));
    }
    let is_needless =
        matches!(order, BreakerOrder::Enable(_)) && !known.as_ref().is_some_and(view_text::is_held);
    if !is_needless {
        let question = format!("{verb} {shown_key}{effect}?");
        person::confirm(context, &runtime, args.person, &question)?;
        service::order(runtime.store_mut(), &policy, key, service_order, now)?;
    }
    let view = service::one(runtime.store(), &policy, key, now)?;
    context.print_result(args.json, &view, |view| {
        let state = view.as_ref().map_or("nothing was set".to_owned(), view_text::state_text);
        Ok(format!("{shown_key}: {state}."))
    })
}

/// The service policy of this folder.
pub(super) fn service_policy(context: &Context, runtime: &Runtime) -> Result<ServicePolicy> {
    Ok(policy::in_force(context, runtime)?.of(None).service.clone())
}

/// Whether calls of this name would have a breaker: one may be opened before the first call.
fn is_guarded(key: &str, policy: &ServicePolicy) -> bool {
    let service = BreakerNames::of_tool(key).service;
    let plain = !key.is_empty() && key.len() <= KEY_BYTES && !key.chars().any(char::is_control);
    plain && (policy.guards(key) || service.is_some_and(|service| policy.guards(&service)))
}
