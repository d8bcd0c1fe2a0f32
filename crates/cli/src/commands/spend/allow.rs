//! `fusebox spend allow`: a person lets agents spend more than a cap, or than a limit of their task.

use std::str::FromStr;

use fusebox_engine::event::ControlOrder;
use fusebox_engine::spend::{CapLimit, CapName};
use fusebox_engine::{AgentId, EventKind, Incident, Rule, SessionId};
use fusebox_runtime::spend::SpendAllowance;
use fusebox_runtime::{Runtime, query};
use fusebox_store::IncidentFilter;

use crate::commands::order;
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
    cap: Option<RaisedName>,
    #[command(flatten)]
    person: PersonArgs,
}

/// What a person allows more of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RaisedName {
    /// A cap of `[spend]`.
    Cap(CapName),
    /// A limit of what a task spends since a person's prompt.
    Limit(Rule),
}

impl FromStr for RaisedName {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        match Rule::SPEND_LIMITS.into_iter().find(|rule| rule.name() == text) {
            Some(rule) => Ok(Self::Limit(rule)),
            None => text.parse().map(Self::Cap),
        }
    }
}

impl RaisedName {
    fn shown(self) -> String {
        match self {
            Self::Cap(name) => format!("the cap {name}"),
            Self::Limit(rule) => rule.name().to_owned(),
        }
    }
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    let mut runtime = context.runtime(None)?;
    let limits = limits_to_raise(args, &runtime)?;
    let sessions: Vec<SessionId> = limits.iter().map(|it| it.session.clone()).collect();
    let which = args.cap.map_or_else(|| "every spent cap".to_owned(), RaisedName::shown);
    let question = format!("Allow {} more beyond {which}?", args.more.shown());
    person::confirm_freeing(context, &runtime, &sessions, args.person, &question)?;
    let mut lines = raise_caps(args, &mut runtime)?;
    let kind = EventKind::Control(ControlOrder::AllowSpend { more: args.more });
    for Incident { session, cause, .. } in &limits {
        order::send_to_agent(&mut runtime, session, &AgentId::main(), &kind)?;
        let (rule, more) = (cause.rule, args.more.shown());
        lines.push(format!("{rule}: session {session} has room for {more} until its next prompt."));
    }
    if lines.is_empty() {
        return Err(CliError::failed("nothing that is spent counts in this unit or has this name")
            .hint("`fusebox status` shows the caps and what was spent of them"));
    }
    context.print(&lines.join("\n"))?;
    context.say("Agents that were refused go on with their next call.")
}

/// Raises the caps that are meant. Returns a line for each.
fn raise_caps(args: &Args, runtime: &mut Runtime) -> Result<Vec<String>> {
    let cap = match args.cap {
        Some(RaisedName::Limit(_)) => return Ok(Vec::new()),
        Some(RaisedName::Cap(name)) => Some(name),
        None => None,
    };
    let allowance = SpendAllowance { more: args.more, today: args.today, cap };
    let raised = runtime.allow_spend(&allowance, clock::now())?;
    Ok(raised.iter().map(|cap| format!("{}: {}.", cap.name, cap.sentence())).collect())
}

/// The trips of limits that the amount raises.
fn limits_to_raise(args: &Args, runtime: &Runtime) -> Result<Vec<Incident>> {
    let is_named = |rule: Rule| match args.cap {
        Some(RaisedName::Cap(_)) => false,
        Some(RaisedName::Limit(named)) => named == rule,
        None => !args.today,
    };
    let open_only = IncidentFilter { open_only: true, ..IncidentFilter::default() };
    let mut open = query::incidents(runtime.store(), &open_only)?;
    open.retain(|incident| is_named(incident.rule()) && incident.rule().is_raised_by(args.more));
    Ok(open)
}
