//! `fusebox spend allow`: a person lets agents spend more than a cap.

use fusebox_engine::spend::{CapLimit, CapName};
use fusebox_runtime::spend::SpendAllowance;
use fusebox_runtime::{Runtime, query};
use fusebox_store::IncidentFilter;

use crate::person::{self, PersonArgs};
use crate::{CliError, Context, Result, clock};

/// Let agents spend more than their caps: they go on with their next call.
///
/// Each cap gets room for this much more, from what was spent. Only a person may do this, in a terminal outside the
/// agent.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// How much: `5` or `5 USD` for dollars, or `100000 tokens`.
    #[arg(value_name = "AMOUNT")]
    more: CapLimit,
    /// Only until the day ends: the local one, or that of UTC with `spend.days = "utc"`.
    #[arg(long)]
    today: bool,
    /// The cap, such as `task` or `all.day`; every cap that is spent without it.
    #[arg(long, value_name = "NAME")]
    cap: Option<CapName>,
    #[command(flatten)]
    person: PersonArgs,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let mut runtime = context.runtime(None)?;
    let which =
        args.cap.map_or_else(|| "every spent cap".to_owned(), |cap| format!("the cap {cap}"));
    let question = format!("Allow {} more beyond {which}?", args.more.shown());
    person::confirm(context, &runtime, args.person, &question)?;
    let allowance = SpendAllowance { more: args.more, today: args.today, cap: args.cap };
    let raised = runtime.allow_spend(&allowance, clock::now())?;
    if raised.is_empty() {
        return Err(nothing_to_raise(&runtime)?);
    }
    for cap in &raised {
        context.print(&format!("{}: {}.", cap.name, cap.sentence()))?;
    }
    context.print("Agents that were refused go on with their next call.")
}

/// Why nothing was raised. A limit of a task is no cap: it counts since a person's last prompt.
fn nothing_to_raise(runtime: &Runtime) -> Result<CliError> {
    let open_only = IncidentFilter { open_only: true, ..IncidentFilter::default() };
    let open = query::incidents(runtime.store(), &open_only)?;
    let Some(limit) = open.iter().find(|incident| incident.rule().is_budget()) else {
        return Ok(CliError::failed("no such cap is spent in this unit")
            .hint("`fusebox status` shows the caps and what was spent of them"));
    };
    let (rule, session) = (limit.rule().name(), &limit.session);
    Ok(CliError::failed(format!("no such cap is spent; {rule} stopped session {session}")).hint(
        format!(
            "a limit counts since a person's last prompt: a prompt to the agent, or `fusebox reset {session}`, \
             gives all of it again"
        ),
    ))
}
