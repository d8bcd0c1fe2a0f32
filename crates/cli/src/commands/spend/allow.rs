//! `fusebox spend allow`: a person lets agents spend more than a cap, or than a limit of their task.

use fusebox_engine::SessionId;
use fusebox_engine::spend::{CapLimit, CapName};
use fusebox_runtime::spend::SpendAllowance;
use fusebox_runtime::{Runtime, query};
use fusebox_store::IncidentFilter;

use crate::person::{self, PersonArgs};
use crate::{CliError, Context, Result, clock};

/// Let agents spend more than their caps: they go on with their next call.
///
/// Each cap, and each limit of cost or of output tokens that stopped a task, gets room for this much more, from what was
/// spent. Only a person may do this, in a terminal outside the agent.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// How much: `5` or `5 USD` for dollars, or `100000 tokens`.
    #[arg(value_name = "AMOUNT")]
    more: CapLimit,
    /// Only until the day ends: the local one, or that of UTC with `spend.days = "utc"`. Limits, which count since a
    /// person's prompt, stay as they are.
    #[arg(long)]
    today: bool,
    /// The cap or the limit, such as `task`, `all.day` or `limits.cost_usd`; every one that is spent without it.
    #[arg(long, value_name = "NAME")]
    cap: Option<CapName>,
    #[command(flatten)]
    person: PersonArgs,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let mut runtime = context.runtime(None)?;
    let allowance = SpendAllowance { more: args.more, today: args.today, cap: args.cap };
    let sessions = stopped_sessions(&allowance, &runtime)?;
    let which = args.cap.map_or("every spent cap".to_owned(), |name| format!("the cap {name}"));
    let question = format!("Allow {} more beyond {which}?", args.more.shown());
    person::confirm_freeing(context, &runtime, &sessions, args.person, &question)?;
    let raised = runtime.allow_spend(&allowance, clock::now())?;
    if raised.is_empty() {
        return Err(CliError::failed("nothing that is spent counts in this unit or has this name")
            .hint("`fusebox status` shows the caps and what was spent of them"));
    }
    let lines = raised.iter().map(|cap| format!("{}: {}.", cap.name, cap.sentence()));
    context.print(&lines.collect::<Vec<_>>().join("\n"))?;
    context.say("Agents that were refused go on with their next call.")
}

/// The sessions that the caps stopped which are given room.
fn stopped_sessions(allowance: &SpendAllowance, runtime: &Runtime) -> Result<Vec<SessionId>> {
    let open_only = IncidentFilter { open_only: true, ..IncidentFilter::default() };
    let mut open = query::incidents(runtime.store(), &open_only)?;
    open.retain(|it| it.cause.spend_cap().is_some_and(|cap| allowance.concerns(cap)));
    Ok(open.into_iter().map(|incident| incident.session).collect())
}
