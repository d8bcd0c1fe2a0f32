//! `fusebox status`.

mod ids;
mod line;
mod session;
pub(super) mod session_list;
pub(crate) mod subscription;

use std::collections::BTreeSet;

use fusebox_engine::pause::Pause;
use fusebox_engine::spend::UsualCost;
use fusebox_runtime::query::{self, SessionView};
use fusebox_runtime::{Runtime, spend};
use fusebox_spend::CostSum;
use fusebox_store::SessionSelection;
use serde::Serialize;

use self::session_list::{SessionColumn, SessionList};
use crate::cli::StoreArgs;
use crate::commands::service;
use crate::spend_records::{self, SpendRecords};
use crate::{Context, Result, client_settings, clock, display, policy, style, task_choice};

/// The newest sessions that the list shows, beside those that are open.
const LISTED: u32 = 50;
/// Said where there is no session.
pub(super) const NO_SESSION: &str =
    "No session has been watched yet. Run `fusebox install`, then an agent.";
const NEWEST_AND_OPEN: SessionSelection<'static> = SessionSelection::NewestAndOpen(LISTED);
/// Columns of a terminal that has room for every column of the list.
const WIDE: usize = 80;

/// Show the breakers of sessions, the open (stopped) ones first.
///
/// It changes nothing. A time limit that would trip now is shown before the next event.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// One session (the beginning of its id, or of its incident's, is enough); all without it.
    session: Option<String>,
    /// Every session: older ones too, and all that one trip holds.
    #[arg(long)]
    all: bool,
    /// The newest N sessions, and those that are open.
    #[arg(long, short = 'n', value_name = "N", default_value_t = LISTED, conflicts_with = "all")]
    last: u32,
    /// One line for a status bar; reads the client's JSON from standard input if there is any.
    #[arg(long)]
    line: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// The ids that completions of shells offer.
    #[arg(long, hide = true)]
    ids: bool,
    #[command(flatten)]
    pub(crate) store: StoreArgs,
}

pub(crate) fn run(args: &Args, context: &Context) -> Result<()> {
    if args.line {
        return line::print(args.session.clone(), context);
    }
    if args.ids {
        return ids::print(context);
    }
    client_settings::warn_of_programs(context);
    policy::warn_of_withheld(context);
    if let Some(prefix) = &args.session {
        let named = task_choice::session_named(&context.runtime(None)?, prefix)?;
        let view = views(context, SessionSelection::Id(&named.session))?.pop().unwrap_or(named);
        let records = SpendRecords::read(context)?;
        let usual = records.as_ref().and_then(|it| it.usual_where_exceeded(view.session.as_str()));
        let session = SessionWithCost { usual, ..SessionWithCost::of(&view, records.as_ref()) };
        return context
            .print_result(args.json, &session, |session| session::text(session, context));
    }
    let newest = SessionSelection::NewestAndOpen(args.last);
    let views = views(context, if args.all { SessionSelection::All } else { newest })?;
    let pause = pause_of_all(&context.runtime(None)?)?;
    if let Some(pause) = pause.as_ref().filter(|_| !args.json) {
        context.print(&pause_of_all_text(pause, context.columns()))?;
    }
    let rows = if args.all { views.iter().collect() } else { one_row_for_each_trip(&views) };
    let records = SpendRecords::read(context)?;
    let sessions: Vec<SessionWithCost<'_>> = if args.json {
        views.iter().map(|view| SessionWithCost::of(view, records.as_ref())).collect()
    } else {
        views.iter().map(|view| SessionWithCost { view, cost: None, usual: None }).collect()
    };
    context.print_list(args.json, &sessions, NO_SESSION, |_| {
        Ok(list_lines(&rows, pause.as_ref(), context.columns()))
    })?;
    if args.json {
        return Ok(());
    }
    let left_out = display::count((views.len() - rows.len()) as u64, "more session");
    if rows.len() < views.len() {
        context.inform(&format!("… {left_out} of the same trips: `fusebox status --all`"));
    } else if !args.all && !views.is_empty() && views.len() >= args.last as usize {
        context.inform("… `fusebox status --all` lists older ones too");
    }
    for line in machine_lines(context, &rows, records.as_ref())? {
        context.print(&line)?;
    }
    Ok(())
}

/// What is told of the machine, whether or not a session was watched: services, subscriptions, caps, and what was spent.
fn machine_lines(
    context: &Context,
    rows: &[&SessionView],
    records: Option<&SpendRecords>,
) -> Result<Vec<String>> {
    let (runtime, now) = (context.runtime(None)?, clock::now());
    let services = service::views(context, &runtime)?;
    let mut lines = service::view_text::notable_lines(&services, context.columns());
    let mut caps = spend::cap_standings(runtime.store(), now)?;
    lines.extend(subscription::lines(records, &caps));
    caps.retain(|cap| !subscription::is_uncapped(cap));
    // What one session spends is on its own page.
    let named = rows.iter().filter(|view| view.task.as_str() != view.session.as_str());
    for task in named.map(|view| &view.task).collect::<BTreeSet<_>>() {
        caps.extend(spend::caps_of_task(runtime.store(), task, now)?);
    }
    for cap in caps {
        let what = if cap.is_spent() { "reached" } else { "has room" };
        let subject = display::one_line(&cap.sentence(), context.columns());
        lines.push(format!("cap {} {what}: {subject}", cap.name));
    }
    if let Some(records) = records {
        let [today, hour] = [records.today(), records.last_hour()].map(spend_records::shown);
        lines.push(format!("spent today: {today} by all agents, {hour} in the last hour"));
    }
    Ok(lines)
}

/// A session, and what the records of its client say that it cost.
#[derive(Debug, Serialize)]
struct SessionWithCost<'a> {
    #[serde(flatten)]
    view: &'a SessionView,
    #[serde(rename = "cost_usd")]
    cost: Option<CostSum>,
    /// What is usual in its project, where it costs far more.
    #[serde(skip)]
    usual: Option<UsualCost>,
}

impl<'a> SessionWithCost<'a> {
    fn of(view: &'a SessionView, records: Option<&SpendRecords>) -> Self {
        let of_session = |records: &SpendRecords| records.of_session(&view.session);
        Self { view, cost: records.and_then(of_session), usual: None }
    }
}

/// Sessions under the policies of this folder: open ones first, then half-open ones.
pub(crate) fn views(
    context: &Context,
    selection: SessionSelection<'_>,
) -> Result<Vec<SessionView>> {
    views_in(&context.runtime(None)?, context, selection)
}

/// Views of sessions of a store that is open.
fn views_in(
    runtime: &Runtime,
    context: &Context,
    selection: SessionSelection<'_>,
) -> Result<Vec<SessionView>> {
    let policies = policy::in_force(context, runtime)?;
    Ok(query::sessions(runtime.store(), &policies, clock::now(), selection)?)
}

/// The newest sessions and those that are open, of a store that is open.
pub(super) fn listed_views(runtime: &Runtime, context: &Context) -> Result<Vec<SessionView>> {
    views_in(runtime, context, NEWEST_AND_OPEN)
}

/// The text of `fusebox status SESSION`, with a cost that the caller knows.
pub(super) fn session_text(
    view: &SessionView,
    cost: Option<CostSum>,
    context: &Context,
) -> Result<String> {
    session::text(&SessionWithCost { view, cost, usual: None }, context)
}

/// The sessions without those that the same trip holds as one before them: a task that is open holds
/// all of its sessions, and each iteration of a loop is one.
pub(super) fn one_row_for_each_trip(views: &[SessionView]) -> Vec<&SessionView> {
    let mut trips = BTreeSet::new();
    let mut rows: Vec<&SessionView> = views.iter().collect();
    rows.retain(|view| view.incident.as_ref().is_none_or(|id| trips.insert(id)));
    rows
}

/// A line for each session under the names of the columns, and one below it for each of its subagents
/// whose breaker is not closed.
fn list_lines(views: &[&SessionView], pause_of_all: Option<&Pause>, columns: usize) -> Vec<String> {
    use SessionColumn::{Age, Calls, Client, Last, Project, Session, State, Why};
    // A narrow terminal has no room for the calls.
    let list = if columns >= WIDE {
        let columns = &[State, Session(14), Project(12), Client(8), Calls, Last, Why];
        SessionList { columns, right_aligned: &[4, 5], pause_of_all }
    } else {
        let columns = &[State, Session(8), Project(8), Client(6), Age, Why];
        SessionList { columns, right_aligned: &[4], pause_of_all }
    };
    let mut table = list.table();
    for view in views {
        list.push(&mut table, view, None);
    }
    table.lines(columns)
}

/// The pause of every session, if it holds.
pub(super) fn pause_of_all(runtime: &Runtime) -> Result<Option<Pause>> {
    Ok(fusebox_runtime::pause::pauses(runtime.store(), clock::now())?.all)
}

/// What is said of a pause of every session, above the list.
fn pause_of_all_text(pause: &Pause, columns: usize) -> String {
    let until = pause.until.map(|until| format!(", until {}", display::clock_time(until)));
    let why = pause.why.as_ref().map(|why| format!(": {why}"));
    let (until, why) = (until.unwrap_or_default(), why.unwrap_or_default());
    let since = display::clock_and_ago(pause.since);
    let what = format!("Every agent on this machine is paused since {since}{until}{why}.");
    let lines = display::wrap_after("", &what, columns);
    let mut lines: Vec<String> =
        lines.into_iter().map(|line| style::paint(style::WARNING, line)).collect();
    lines.push(format!("{} lets them go on.\n", style::command("fusebox resume")));
    lines.join("\n")
}

/// Since when a pause holds, or until when, and why.
pub(super) fn pause_text(pause: &Pause) -> String {
    let length = match pause.until {
        Some(until) => format!("until {}", display::clock_time(until)),
        None => format!("since {}", display::clock_time(pause.since)),
    };
    let why = pause.why.as_ref().map(|why| format!(": {why}"));
    format!("{length}{}", why.unwrap_or_default())
}
